"""A finished game as pictures: after each event who has what, the die and the fight; nothing is hidden."""

import msgspec

from hotdice.frozen import Frozen, alike
from hotdice.game.refusals import Refusal
from hotdice.munchkin.account import Account, account
from hotdice.munchkin.cards import Pile
from hotdice.munchkin.evolving import evolve
from hotdice.munchkin.record import Record
from hotdice.munchkin.referee import play
from hotdice.munchkin.state import MunchkinSeat, State

_ENCODER = msgspec.json.Encoder()


class MunchkinDie(Frozen):
    """The ten-sided die on the table, and whose it is."""

    seat: int
    face: int


class MunchkinFight(Frozen):
    """Who fights against what (helper -1: alone), and the cards that count for either side."""

    seat: int
    helper: int
    monsters: tuple[str, ...]
    used: tuple[str, ...]
    account: Account


class MunchkinPicture(Frozen):
    """The table after an event. `seats` is null where nobody's things have changed; `body` lies open."""

    event: msgspec.Raw
    turn: int
    mover: int
    seats: tuple[MunchkinSeat, ...] | None
    die: MunchkinDie | None
    fight: MunchkinFight | None
    body: tuple[str, ...]


class MunchkinFilm(Frozen):
    """A whole game: its cards, copies one by one, how everybody begins, and a picture for each event."""

    rules: str
    doors: tuple[str, ...]
    treasures: tuple[str, ...]
    seats: tuple[MunchkinSeat, ...]
    pictures: tuple[MunchkinPicture, ...]


def film(record: Record, rules: str) -> MunchkinFilm:
    """The pictures of a record; `rules` is the reference of its sheet.

    >>> from hotdice.munchkin import Record, load
    >>> from hotdice.munchkin.commands import Deal
    >>> start = Record(load(), ("Ann", "Bob"), ("human", "human"), commands=(Deal("cyborg"),))
    >>> found = film(start, "munchkin-dice")
    >>> [seat.hand for seat in found.seats], [seat.hand for seat in found.pictures[0].seats]
    ([(), ()], [('cyborg',), ()])

    Raises:
        ValueError: a command of the record is refused.
    """
    state = record.opening_state()
    start = _seats(state)
    pictures: list[MunchkinPicture] = []
    for command in record.commands:
        result = play(state, command)
        if isinstance(result, Refusal):
            raise ValueError(f"{command}: {result.sentence}")
        for event in result[1]:
            after = evolve(state, event)
            changed = _seats(after) if after.seats != state.seats else None
            pictures.append(_picture(after, msgspec.Raw(_ENCODER.encode(event)), changed))
            state = after
    whole = record.sheet.whole
    return MunchkinFilm(rules, whole(Pile.DOOR), whole(Pile.TREASURE), start, tuple(pictures))


def _seats(state: State) -> tuple[MunchkinSeat, ...]:
    return tuple(alike(MunchkinSeat, seat) for seat in state.seats)


def _picture(state: State, event: msgspec.Raw, seats: tuple[MunchkinSeat, ...] | None) -> MunchkinPicture:
    die = MunchkinDie(state.roll.seat, state.roll.face) if state.roll and state.roll.face else None
    return MunchkinPicture(event, state.turn, state.mover, seats, die, _fight(state), state.body)


def _fight(state: State) -> MunchkinFight | None:
    fight, sums = state.fight, account(state)
    if fight is None or sums is None:
        return None
    return MunchkinFight(
        fight.seat, fight.helper, fight.monsters, fight.heroes_used + fight.monsters_used, sums
    )
