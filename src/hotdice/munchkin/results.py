"""The ten results of the Munchkin Die: what stands, what must be chosen, what happens then."""

from collections.abc import Callable
from typing import NamedTuple

from hotdice.munchkin import events as e
from hotdice.munchkin.cards import Kind, Pile
from hotdice.munchkin.harm import change_sex, console, drop_loose_extras, gain_levels, lose_levels
from hotdice.munchkin.log import Log
from hotdice.munchkin.sheet import PICTURE
from hotdice.munchkin.state import State
from hotdice.munchkin.strength import can_lose_level, in_play
from hotdice.munchkin.tasks import AnswerRoll, DrawCard, Exchange, PickFace, PickSeat, TakeCard

EXCHANGED = {7: (Kind.CLASS, Kind.STYLE), 8: (Kind.RACE, Kind.POWER)}
"""What results 7 and 8 exchange: the first against the first, the second against the second."""
LEVELS_OF_FIVE = 2


class Deal(NamedTuple):
    """An exchange that result 7 or 8 allows."""

    own: str
    other: int
    theirs: str


def sources(state: State, pile: Pile) -> tuple[str, ...]:
    """From where a card of this kind can come: a deck that is empty is renewed from its discards (D5).

    >>> from hotdice.munchkin import load, new_game
    >>> sources(new_game(load(), 3), Pile.DOOR)
    ('deck',)
    """
    found = []
    if state.deck(pile) or state.discard(pile):
        found.append("deck")
    if state.discard(pile):
        found.append("discard")
    return tuple(found)


def victims(state: State, seat: int) -> tuple[int, ...]:
    """Whom result 9 can take a level from: everybody else above their lowest level (D14).

    >>> from hotdice.munchkin import load, new_game
    >>> victims(new_game(load(), 3), 0)
    ()
    """
    others = state.others(seat)
    return tuple(other for other in others if can_lose_level(state.sheet, state.seats[other]))


def deals(state: State, seat: int, face: int) -> tuple[Deal, ...]:
    """Every exchange, like for like, of a card in play against one of somebody else (D11, D12).

    >>> from hotdice.munchkin import load, new_game
    >>> deals(new_game(load(), 3), 0, 7)
    ()
    """
    sheet = state.sheet
    return tuple(
        Deal(own, other, theirs)
        for kind in EXCHANGED[face]
        for own in sorted(set(in_play(sheet, state.seats[seat], kind)))
        for other in state.others(seat)
        for theirs in sorted(set(in_play(sheet, state.seats[other], kind)))
    )


def pay(log: Log, seat: int) -> None:
    """Pay a level and ask for the die (D1); by the sheet this is no loss that anybody reacts to (D20)."""
    log.add(e.LevelPaid(seat))
    log.add(e.DieAsked(seat, free=False))
    if log.state.sheet.paying_is_losing:
        console(log, seat)


def thrown(log: Log, seat: int, face: int) -> None:
    """The die has fallen: nobody changes the picture, all else opens the window (D15, D17)."""
    log.add(e.DieThrown(seat, face))
    if face == PICTURE:
        stand(log, seat)
    else:
        log.ask(AnswerRoll((seat, *log.state.others(seat))))


def stand(log: Log, seat: int) -> None:
    """The window is closed: the face that shows is the result."""
    roll = log.state.roll
    if roll is None:
        raise TypeError("no die lies on the table")
    log.add(e.ResultStood(seat, roll.face))
    if roll.face == PICTURE:
        log.ask(PickFace(seat))
    else:
        _RESULTS[roll.face](log, seat)


def picked(log: Log, seat: int, face: int) -> None:
    """The picture becomes one of the nine results."""
    log.add(e.FacePicked(seat, face))
    _RESULTS[face](log, seat)


def taken(log: Log, task: TakeCard, source: str) -> None:
    """Results 1 and 2: the card comes from where the roller said."""
    log.add(e.ChoiceMade(task.seat))
    _take(log, task.seat, task.pile, source)


def chosen(log: Log, task: PickSeat, other: int) -> None:
    """Results 6 and 9: the other player is named."""
    log.add(e.ChoiceMade(task.seat))
    if task.face == 6:
        log.add(e.HandsExchanged(task.seat, other))
        return
    lose_levels(log, other, 1, "stolen")
    gain_levels(log, task.seat, 1, "stolen")


def swapped(log: Log, seat: int, deal: Deal) -> None:
    """Results 7 and 8: two cards change places, and nobody keeps two alike (D13)."""
    log.add(e.ChoiceMade(seat))
    log.add(e.CardsExchanged(seat, *deal))
    for side, got in ((seat, deal.theirs), (deal.other, deal.own)):
        if log.state.seats[side].play.count(got) > 1:
            log.add(e.CardDiscarded(side, got, "play", "duplicate"))
        drop_loose_extras(log, side)


def declined(log: Log, task: Exchange) -> None:
    """Results 7 and 8: the roller keeps things as they are (D11)."""
    log.add(e.ChoiceMade(task.seat))
    log.add(e.NothingCame(task.seat, task.face, "declined"))


def _take(log: Log, seat: int, pile: Pile, source: str) -> None:
    if source == "discard":
        log.add(e.DiscardTaken(seat, pile, log.state.discard(pile)[-1]))
    else:
        log.ask(DrawCard(seat, pile, up=pile is Pile.TREASURE, why="result"))


def _one(log: Log, seat: int, face: int, pile: Pile) -> None:
    found = sources(log.state, pile)
    if len(found) > 1:
        log.ask(TakeCard(seat, pile))
    elif found:
        _take(log, seat, pile, found[0])
    else:
        log.add(e.NothingCame(seat, face, "empty_piles"))


def _result_1(log: Log, seat: int) -> None:
    _one(log, seat, 1, Pile.TREASURE)


def _result_2(log: Log, seat: int) -> None:
    _one(log, seat, 2, Pile.DOOR)


def _result_3(log: Log, seat: int) -> None:
    """Treasure first, then Door, both face up; a Curse among them strikes (D6)."""
    draws = [
        DrawCard(seat, pile, up=True, why="harsh")
        for pile in (Pile.TREASURE, Pile.DOOR)
        if sources(log.state, pile)
    ]
    if draws:
        log.ask(*draws)
    else:
        log.add(e.NothingCame(seat, 3, "empty_piles"))


def _result_4(log: Log, seat: int) -> None:
    piles = [pile for pile in Pile if log.state.discard(pile)]
    for pile in piles:
        log.add(e.DiscardTaken(seat, pile, log.state.discard(pile)[-1]))
    if not piles:
        log.add(e.NothingCame(seat, 4, "empty_piles"))


def _result_5(log: Log, seat: int) -> None:
    change_sex(log, seat)
    gain_levels(log, seat, LEVELS_OF_FIVE, "result")


def _result_6(log: Log, seat: int) -> None:
    others = log.state.others(seat)
    if not log.state.seats[seat].hand:
        log.add(e.NothingCame(seat, 6, "empty_hand"))
    else:
        _ask_seat(log, seat, 6, others)


def _exchange(face: int) -> Callable[[Log, int], None]:
    def ask(log: Log, seat: int) -> None:
        """Without a card of one's own the die is thrown again, free and at once (D2)."""
        if not in_play(log.state.sheet, log.state.seats[seat], *EXCHANGED[face]):
            log.add(e.DieAsked(seat, free=True))
        elif deals(log.state, seat, face):
            log.ask(Exchange(seat, face))
        else:
            log.add(e.NothingCame(seat, face, "no_other_card"))

    return ask


def _result_9(log: Log, seat: int) -> None:
    log.add(e.RollingEnded(seat))
    found = victims(log.state, seat)
    if found:
        _ask_seat(log, seat, 9, found)
    else:
        log.add(e.NothingCame(seat, 9, "no_victim"))


def _ask_seat(log: Log, seat: int, face: int, others: tuple[int, ...]) -> None:
    """Where there is one other player only, nothing is left to choose."""
    task = PickSeat(seat, face)
    log.ask(task)
    if len(others) == 1:
        chosen(log, task, others[0])


_RESULTS: dict[int, Callable[[Log, int], None]] = {
    1: _result_1,
    2: _result_2,
    3: _result_3,
    4: _result_4,
    5: _result_5,
    6: _result_6,
    7: _exchange(7),
    8: _exchange(8),
    9: _result_9,
}
