"""Why a fight stands as it does: everything that counts on either side, one line each."""

from collections.abc import Iterator

from hotdice.frozen import Frozen
from hotdice.munchkin.state import Fight, State
from hotdice.munchkin.strength import cards_of, winning, worn

LEVEL, PENALTY = "level", "penalty"
"""What a line counts where it is not a card."""


class Line(Frozen):
    """What counts, and how much: a card by its id, a level, or a penalty; the monsters have the seat -1."""

    what: str
    points: int
    seat: int = -1


class Account(Frozen):
    """Both sides of a fight, and who would win it as it stands."""

    heroes: tuple[Line, ...]
    monsters: tuple[Line, ...]
    heroes_win: bool


def account(state: State) -> Account | None:
    """The sum of the fight that is on; None where there is none.

    >>> from hotdice.munchkin import Kind, load, new_game
    >>> account(new_game(load(), 3)) is None
    True
    >>> state = new_game(load(), 3)
    >>> rat = next(card.id for card in state.sheet.cards if card.kind is Kind.MONSTER and card.level == 1)
    >>> import msgspec
    >>> found = account(msgspec.structs.replace(state, fight=Fight(0, (rat,))))
    >>> [line.points for line in found.heroes], [line.points for line in found.monsters], found.heroes_win
    ([1], [1], False)
    """
    fight = state.fight
    if fight is None:
        return None
    return Account(tuple(_heroes(state, fight)), tuple(_monsters(state, fight)), winning(state))


def _heroes(state: State, fight: Fight) -> Iterator[Line]:
    for index in fight.heroes:
        seat = state.seats[index]
        yield Line(LEVEL, seat.level, index)
        yield from (Line(card.id, card.bonus, index) for card in worn(state.sheet, seat) if card.bonus)
        for card in cards_of(state.sheet, seat.play):
            if card.combat:
                yield Line(card.id, card.combat, index)
        if seat.penalty:
            yield Line(PENALTY, -seat.penalty, index)
    for card in cards_of(state.sheet, fight.heroes_used):
        yield Line(card.id, card.bonus, fight.seat)


def _monsters(state: State, fight: Fight) -> Iterator[Line]:
    yield from (Line(card.id, card.level) for card in cards_of(state.sheet, fight.monsters))
    yield from (Line(card.id, card.bonus) for card in cards_of(state.sheet, fight.monsters_used))
