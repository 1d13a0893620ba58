"""Shrewd: plays what helps, fights what it can beat, and pays a level only where the roll is worth more."""

from hotdice.munchkin import Command, Kind, Phase, State, legal
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.munchkin.results import Deal
from hotdice.munchkin.strength import (
    heroes_strength,
    monsters_strength,
    prize,
    strength,
    victory_levels,
    winning,
    worn,
)
from hotdice.munchkin.verifying import can
from hotdice.players.munchkin_worth import (
    LOADED_GAIN,
    RELOADED_GAIN,
    base_worth,
    deal_worth,
    identity_worth,
    mean_worth,
    paid,
    result_worths,
    roll_worth,
    worth,
)


class ShrewdBot:
    """Buys a roll where `roll_worth` exceeds the price; infinite price: never, zero: always.

    >>> from hotdice.munchkin import SeededChance, load, new_game
    >>> from hotdice.players.munchkin_player import play_out
    >>> state, _ = play_out(new_game(load(), 3), [ShrewdBot()] * 3, SeededChance("3"))
    >>> state.reason
    'level'
    """

    def __init__(self, price: float = 1.0) -> None:
        self.price = price

    def choose(self, view: State, seat: int) -> Command:
        """The first thing of a fixed list that is legal and sensible."""
        task = view.task
        match task:
            case t.AnswerRoll():
                return self._answer_roll(view, seat)
            case t.PickFace():
                worths = result_worths(view, seat)
                return c.Pick(seat, max(range(1, 10), key=lambda face: (worths[face] or 0.0, -face)))
            case t.TakeCard():
                top = worth(view, seat, view.discard(task.pile)[-1])
                return c.Take(seat, "discard" if top > mean_worth(view.sheet, task.pile) else "deck")
            case t.PickSeat():
                return self._pick_seat(view, seat, task)
            case t.Exchange():
                return self._exchange(view, seat)
            case t.AnswerFight():
                return self._interfere(view, seat)
            case t.AnswerHelp():
                return c.Answer(seat, self._helps(view, seat, task))
            case t.LoseCard():
                return min(legal(view, seat), key=lambda lose: _card_worth(view, seat, lose))
            case t.RobBody():
                return max(legal(view, seat), key=lambda rob: _card_worth(view, seat, rob))
        if view.phase is Phase.FIGHT:
            return self._fight(view, seat)
        return self._turn(view, seat)

    def _turn(self, view: State, seat: int) -> Command:
        for card in view.seats[seat].hand:
            command = self._useful(view, seat, card)
            if command is not None and can(view, command):
                return command
        sale = self._sale(view, seat)
        if sale is not None:
            return sale
        if view.phase is Phase.BEFORE_DOOR:
            roll = c.RollDie(seat)
            if can(view, roll) and roll_worth(paid(view, seat), seat) > self.price:
                return roll
            return c.KickDoor(seat)
        if view.phase is Phase.AFTER_DOOR:
            return self._after_door(view, seat)
        if can(view, c.EndTurn(seat)):
            return c.EndTurn(seat)
        return min(legal(view, seat, c.Give | c.Shed), key=lambda move: _card_worth(view, seat, move))

    def _useful(self, view: State, seat: int, card: str) -> Command | None:
        found = view.sheet.by_id[card]
        player = view.seats[seat]
        match found.kind:
            case Kind.ITEM | Kind.LEVEL | Kind.EXTRA:
                return c.PlayCard(seat, card)
            case Kind.CURSE if view.others(seat):
                return c.Curse(seat, card, _leader(view, seat))
            case Kind.CLASS | Kind.STYLE | Kind.RACE | Kind.POWER:
                same = [own for own in player.play if view.sheet.by_id[own].kind is found.kind]
                play_it = c.PlayCard(seat, card)
                if can(view, play_it) or not same or card in same:
                    return play_it
                weakest = min(same, key=lambda own: identity_worth(view.sheet.by_id[own]))
                better = identity_worth(found) > identity_worth(view.sheet.by_id[weakest])
                return c.Drop(seat, weakest) if better else None
        return None

    def _sale(self, view: State, seat: int) -> Command | None:
        """A level for what is not worn and not kept for a fight."""
        player = view.seats[seat]
        spare = list(player.play)
        for item in worn(view.sheet, player):
            spare.remove(item.id)
        spare += [card for card in player.hand if view.sheet.by_id[card].kind is Kind.RELOADED]
        values = {card: view.sheet.by_id[card].value for card in spare}
        chosen: list[str] = []
        for card in sorted(spare, key=lambda card: (-values[card], card)):
            if values[card] and sum(values[other] for other in chosen) < view.sheet.gold_per_level:
                chosen.append(card)
        sale = c.Sell(seat, tuple(sorted(chosen)))
        return sale if chosen and can(view, sale) else None

    def _after_door(self, view: State, seat: int) -> Command:
        cards = view.sheet.by_id
        mine = strength(view.sheet, view.seats[seat])
        beatable = [
            card
            for card in view.seats[seat].hand
            if cards[card].kind is Kind.MONSTER and cards[card].level < mine
        ]
        if beatable:
            best = max(beatable, key=lambda card: (cards[card].levels, cards[card].treasures, card))
            return c.Trouble(seat, best)
        return c.LootRoom(seat)

    def _fight(self, view: State, seat: int) -> Command:
        if can(view, c.Claim(seat)):
            return c.Claim(seat)
        fight = view.fight
        if fight is None:
            raise TypeError("there is no fight")
        gap = monsters_strength(view, fight) - heroes_strength(view, fight) + 1
        boosts = sorted(
            (view.sheet.by_id[card].bonus, card)
            for card in view.seats[seat].hand
            if view.sheet.by_id[card].kind is Kind.BOOST
        )
        if sum(bonus for bonus, _ in boosts) >= gap:
            enough = next((card for bonus, card in boosts if bonus >= gap), boosts[-1][1])
            return c.Boost(seat, enough, "heroes")
        offer = min(prize(view, fight), 1)
        for other in sorted(view.others(seat), key=lambda other: view.seats[other].level):
            ask = c.AskHelp(seat, other, offer)
            if strength(view.sheet, view.seats[other]) >= gap and can(view, ask):
                return ask
        return c.Flee(seat)

    def _helps(self, view: State, seat: int, task: t.AnswerHelp) -> bool:
        """For a Treasure, where the help decides, and never for somebody's last level."""
        fight = view.fight
        if fight is None or not task.treasures:
            return False
        fighter = view.seats[fight.seat]
        wins_game = fighter.level + victory_levels(view, fight) >= view.sheet.winning_level
        mine = strength(view.sheet, view.seats[seat])
        enough = heroes_strength(view, fight) + mine > monsters_strength(view, fight)
        return enough and not wins_game

    def _interfere(self, view: State, seat: int) -> Command:
        """Only against a victory that would end the game, and only where it can be stopped."""
        fight = view.fight
        if fight is None or seat in fight.heroes:
            return c.Pass(seat)
        level = view.seats[fight.seat].level + victory_levels(view, fight)
        if level < view.sheet.winning_level:
            return c.Pass(seat)
        lead = heroes_strength(view, fight) - monsters_strength(view, fight)
        moves = [
            (_weight(view, move), str(move), move)
            for move in legal(view, seat)
            if not isinstance(move, c.Pass) and _weight(view, move) > 0
        ]
        by_card = {_used_card(move): weight for weight, _, move in sorted(moves)}
        if not moves or sum(by_card.values()) < lead or not winning(view):
            return c.Pass(seat)
        return max(moves)[2]

    def _answer_roll(self, view: State, seat: int) -> Command:
        roll = view.roll
        if roll is None or not _holds_die(view, seat):
            return c.Pass(seat)
        turns = [move for move in legal(view, seat) if isinstance(move, c.TurnDie)]
        if not turns:
            return c.Pass(seat)
        own = seat == view.mover
        # what the roller gets, as far as this seat can see it
        worths = {face: value or 0.0 for face, value in result_worths(view, view.mover).items()}
        if own:
            best = max(turns, key=lambda turn: (worths[turn.face], -turn.face))
            return best if worths[best.face] - worths[roll.face] >= LOADED_GAIN else c.Pass(seat)
        worst = min(turns, key=lambda turn: (worths[turn.face], turn.face))
        leads = view.seats[view.mover].level >= view.seats[seat].level
        return worst if leads and worths[roll.face] - worths[worst.face] >= RELOADED_GAIN else c.Pass(seat)

    def _pick_seat(self, view: State, seat: int, task: t.PickSeat) -> Command:
        choices = [move for move in legal(view, seat) if isinstance(move, c.Choose)]
        if task.face == 6:
            return max(choices, key=lambda move: (len(view.seats[move.other].hand), -move.other))
        return max(choices, key=lambda move: (view.seats[move.other].level, -move.other))

    def _exchange(self, view: State, seat: int) -> Command:
        swaps = [move for move in legal(view, seat) if isinstance(move, c.Swap)]
        best = max(swaps, key=lambda move: deal_worth(view, Deal(move.own, move.other, move.theirs)))
        gain = deal_worth(view, Deal(best.own, best.other, best.theirs))
        return best if gain > 0 else c.Decline(seat)


def _leader(view: State, seat: int) -> int:
    """Whom to curse: the highest level, ties clockwise."""
    return max(view.others(seat), key=lambda other: view.seats[other].level)


def _holds_die(view: State, seat: int) -> bool:
    """Whether a seat holds a card that turns the die."""
    return any(view.sheet.by_id[card].kind in (Kind.LOADED, Kind.RELOADED) for card in view.seats[seat].hand)


def _card_worth(view: State, seat: int, move: Command) -> float:
    card: str = move.card  # type: ignore[attr-defined]
    return (
        base_worth(view.sheet.by_id[card]) if card not in view.seats[seat].hand else worth(view, seat, card)
    )


def _used_card(move: Command) -> str:
    card: str = move.card  # type: ignore[attr-defined]
    return card


def _weight(view: State, move: Command) -> int:
    """By how much a move weakens the heroes of a fight."""
    cards = view.sheet.by_id
    match move:
        case c.Boost(side="monsters"):
            return cards[move.card].bonus
        case c.Wander():
            return cards[move.monster].level
        case c.Curse():
            return sum(
                effect.amount if effect.harm == "penalty" else view.sheet.sex_penalty
                for effect in cards[move.card].harm
                if effect.harm in ("penalty", "change_sex")
            )
    return 0
