"""What a seat may do now: every legal command, found by asking `verify`. Works on a view as on a state."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from types import UnionType

from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import IDENTITIES, Kind
from hotdice.munchkin.harm import losable
from hotdice.munchkin.results import deals, sources
from hotdice.munchkin.sheet import FACES, PICTURE
from hotdice.munchkin.state import Phase, State
from hotdice.munchkin.strength import cards_of, prize
from hotdice.munchkin.verifying import can
from hotdice.munchkin.verifying_turns import SELLABLE, recipients, too_many

_MOST_GOODS = 12
_MOST_SOLD = 6


def legal(state: State, seat: int, kinds: type | UnionType | None = None) -> tuple[c.Command, ...]:
    """Every legal command of a seat, or those of some kinds; empty where the table does not wait for it.

    Of sales those are listed that give one level with no card to spare: at most six cards, out of the
    twelve that are worth most. Any other sale is legal too if `verify` says so.

    >>> from hotdice.munchkin import load, new_game
    >>> legal(new_game(load(), 3), 0)
    ()
    """
    if seat not in state.asked:
        return ()
    sales = kinds is None or issubclass(c.Sell, kinds)
    return tuple(
        command
        for command in _candidates(state, seat, sales=sales)
        if (kinds is None or isinstance(command, kinds)) and can(state, command)
    )


def _candidates(state: State, seat: int, *, sales: bool) -> Iterator[c.Command]:
    task = state.task
    hand = sorted(set(state.seats[seat].hand))
    kinds = state.sheet.by_id
    match task:
        case t.AnswerRoll():
            yield c.Pass(seat)
            cards = [card for card in hand if kinds[card].kind in (Kind.LOADED, Kind.RELOADED)]
            yield from (c.TurnDie(seat, card, face) for card in cards for face in range(1, FACES + 1))
        case t.PickFace():
            yield from (c.Pick(seat, face) for face in range(1, PICTURE))
        case t.TakeCard():
            yield from (c.Take(seat, source) for source in sources(state, task.pile))  # type: ignore[arg-type]
        case t.PickSeat():
            yield from (c.Choose(seat, other) for other in state.others(seat))
        case t.Exchange():
            yield from (c.Swap(seat, *deal) for deal in deals(state, seat, task.face))
            yield c.Decline(seat)
        case t.AnswerFight():
            yield c.Pass(seat)
            yield from _interference(state, seat, hand)
        case t.AnswerHelp():
            yield from (c.Answer(seat, True), c.Answer(seat, False))
        case t.LoseCard():
            yield from (c.Lose(seat, card) for card in sorted(set(losable(state, seat, task.what))))
        case t.RobBody():
            yield from (c.Rob(seat, card) for card in sorted(set(state.body)))
        case None if state.phase is Phase.FIGHT:
            yield from (c.Claim(seat), c.Flee(seat))
            yield from _interference(state, seat, hand)
            most = prize(state, state.fight) if state.fight else 0
            yield from (
                c.AskHelp(seat, other, treasures)
                for other in state.others(seat)
                for treasures in range(most + 1)
            )
        case None:
            yield from _turn(state, seat, hand)
            if sales:
                yield from _sales(state, seat)


def _interference(state: State, seat: int, hand: Iterable[str]) -> Iterator[c.Command]:
    kinds = state.sheet.by_id
    monsters = [card for card in hand if kinds[card].kind is Kind.MONSTER]
    for card in hand:
        match kinds[card].kind:
            case Kind.BOOST:
                yield from (c.Boost(seat, card, "heroes"), c.Boost(seat, card, "monsters"))
            case Kind.ENHANCER:
                yield c.Boost(seat, card, "monsters")
            case Kind.WANDERER:
                yield from (c.Wander(seat, card, monster) for monster in monsters)
            case Kind.CURSE if state.fight is not None:
                yield from (c.Curse(seat, card, target) for target in state.fight.heroes)


def _turn(state: State, seat: int, hand: list[str]) -> Iterator[c.Command]:
    kinds = state.sheet.by_id
    yield from (c.RollDie(seat), c.KickDoor(seat), c.LootRoom(seat), c.EndTurn(seat))
    for card in hand:
        kind = kinds[card].kind
        if kind is Kind.MONSTER:
            yield c.Trouble(seat, card)
        elif kind is Kind.CURSE:
            yield from (c.Curse(seat, card, other) for other in state.others(seat))
        else:
            yield c.PlayCard(seat, card)
    if state.phase is Phase.END and too_many(state):
        targets = recipients(state)
        for card in hand:
            yield from (c.Give(seat, card, to) for to in targets)
            yield c.Shed(seat, card)
    for card in sorted(set(state.seats[seat].play)):
        if kinds[card].kind in IDENTITIES or kinds[card].kind is Kind.EXTRA:
            yield c.Drop(seat, card)


def _sales(state: State, seat: int) -> Iterator[c.Command]:
    sheet, player = state.sheet, state.seats[seat]
    if player.level >= sheet.winning_level - 1:
        return
    cards = [card for card in player.hand + player.play if sheet.by_id[card].kind in SELLABLE]
    goods = sorted(
        (card for card in cards if sheet.by_id[card].value), key=lambda card: -sheet.by_id[card].value
    )
    goods = sorted(goods[:_MOST_GOODS])
    found: set[tuple[str, ...]] = set()
    for count in range(1, min(len(goods), _MOST_SOLD) + 1):
        for chosen in combinations(goods, count):
            values = [card.value for card in cards_of(sheet, chosen)]
            gold = sum(values)
            spare = gold - sheet.gold_per_level
            if 0 <= spare < min(values) and chosen not in found:
                found.add(chosen)
                yield c.Sell(seat, chosen)
