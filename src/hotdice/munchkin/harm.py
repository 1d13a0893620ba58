"""What curses and bad stuff do: one function for each word of the vocabulary, and gains of levels."""

from collections.abc import Callable

from hotdice.munchkin import events as e
from hotdice.munchkin.cards import Effect, Harm, Kind, Pile
from hotdice.munchkin.log import Log
from hotdice.munchkin.state import State
from hotdice.munchkin.strength import cards_of, in_play, lowest_level
from hotdice.munchkin.tasks import DrawCard, LoseCard, Loss, RobBody

_KINDS = {
    Loss.ITEM: (Kind.ITEM,),
    Loss.CLASS: (Kind.CLASS, Kind.STYLE),
    Loss.RACE: (Kind.RACE, Kind.POWER),
}


def losable(state: State, seat: int, what: Loss) -> tuple[str, ...]:
    """The cards that a seat may choose from when it has to lose one.

    >>> from hotdice.munchkin import load, new_game
    >>> losable(new_game(load(), 3), 0, Loss.HAND)
    ()
    """
    if what is Loss.HAND:
        return state.seats[seat].hand
    return in_play(state.sheet, state.seats[seat], *_KINDS[what])


def suffer(log: Log, seat: int, effects: tuple[Effect, ...], why: str) -> None:
    """Let every effect happen to a seat; choices of the victim are put on the agenda."""
    for effect in effects:
        _WORDS[effect.harm](log, seat, effect.amount, why)


def lose_levels(log: Log, seat: int, amount: int, why: str) -> None:
    """Take levels, never below the lowest; who is consoled for a loss draws a Treasure."""
    player = log.state.seats[seat]
    amount = min(amount, player.level - lowest_level(log.state.sheet, player))
    if amount > 0:
        log.add(e.LevelsLost(seat, amount, why))
        console(log, seat)


def console(log: Log, seat: int) -> None:
    """The Treasure of those who are consoled whenever a level is lost."""
    state = log.state
    if any(card.consoled for card in cards_of(state.sheet, state.seats[seat].play)):
        log.ask(DrawCard(seat, Pile.TREASURE, up=False, why="solace"))


def gain_levels(log: Log, seat: int, amount: int, why: str) -> int:
    """Give levels, never the winning one, and none to the dead; how many were gained."""
    player = log.state.seats[seat]
    amount = min(amount, log.state.sheet.winning_level - 1 - player.level)
    if amount <= 0 or player.dead:
        return 0
    log.add(e.LevelsGained(seat, amount, why))
    return amount


def change_sex(log: Log, seat: int) -> None:
    """Change sex, with the penalty for the next combat."""
    log.add(e.SexChanged(seat))
    log.add(e.PenaltySet(seat, log.state.sheet.sex_penalty))


def drop_loose_extras(log: Log, seat: int) -> None:
    """What allows one more Class (or other identity) cannot lie without one."""
    state = log.state
    for card in in_play(state.sheet, state.seats[seat], Kind.EXTRA):
        kind = state.sheet.by_id[card].extra
        if kind is not None and not in_play(state.sheet, log.state.seats[seat], kind):
            log.add(e.CardDiscarded(seat, card, "play", "alone"))


def _lose(what: Loss) -> Callable[[Log, int, int, str], None]:
    def ask(log: Log, seat: int, amount: int, why: str) -> None:
        amount = min(amount, len(losable(log.state, seat, what)))
        log.ask(*[LoseCard(seat, what)] * amount)

    return ask


def _change_sex(log: Log, seat: int, amount: int, why: str) -> None:
    change_sex(log, seat)


def _penalty(log: Log, seat: int, amount: int, why: str) -> None:
    log.add(e.PenaltySet(seat, amount))


def _death(log: Log, seat: int, amount: int, why: str) -> None:
    """The others take a card each, the highest level first, ties clockwise from the dead."""
    log.add(e.Died(seat))
    state = log.state
    heirs = sorted(state.others(seat), key=lambda other: -state.seats[other].level)
    log.ask(*(RobBody(heir) for heir in heirs[: len(state.body)]))


_WORDS: dict[Harm, Callable[[Log, int, int, str], None]] = {
    Harm.LOSE_LEVEL: lose_levels,
    Harm.LOSE_ITEM: _lose(Loss.ITEM),
    Harm.LOSE_HAND: _lose(Loss.HAND),
    Harm.LOSE_CLASS: _lose(Loss.CLASS),
    Harm.LOSE_RACE: _lose(Loss.RACE),
    Harm.CHANGE_SEX: _change_sex,
    Harm.PENALTY: _penalty,
    Harm.DEATH: _death,
}
