"""Tables built by hand, and short ways to play them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from hotdice.game import Refusal
from hotdice.munchkin import (
    Command,
    Event,
    Phase,
    Pile,
    Seat,
    Sex,
    Sheet,
    State,
    fold,
    load,
    new_game,
    play,
    verify,
)
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t


def seat(level: int = 1, *, hand: Iterable[str] = (), play: Iterable[str] = (), **others: Any) -> Seat:
    """One player of a table built by hand."""
    return Seat(Sex.WOMAN, level=level, hand=tuple(sorted(hand)), play=tuple(sorted(play)), **others)


def table(
    *seats: Seat,
    sheet: Sheet | None = None,
    doors: Sequence[str] | None = None,
    treasures: Sequence[str] | None = None,
    door_discard: Sequence[str] = (),
    treasure_discard: Sequence[str] = (),
) -> State:
    """A table before the door of seat 1; the decks are what is not named, unless they are given."""
    sheet = sheet or load()
    placed = Counter([card for one in seats for card in one.hand + one.play])
    placed += Counter([*door_discard, *treasure_discard])
    whole = {
        pile: tuple(sorted((Counter(sheet.whole(pile)) - placed).elements()))
        if given is None
        else tuple(given)
        for pile, given in ((Pile.DOOR, doors), (Pile.TREASURE, treasures))
    }
    return replace(
        new_game(sheet, len(seats)),
        seats=tuple(seats),
        phase=Phase.BEFORE_DOOR,
        turn=1,
        agenda=(),
        doors=tuple(sorted(whole[Pile.DOOR])),
        treasures=tuple(sorted(whole[Pile.TREASURE])),
        door_discard=tuple(door_discard),
        treasure_discard=tuple(treasure_discard),
    )


def played(state: State, *commands: Command) -> tuple[State, list[Event]]:
    """The state after all of these, none of which may be refused, and every event."""
    events: list[Event] = []
    for command in commands:
        result = play(state, command)
        assert not isinstance(result, Refusal), f"{command}: {result}"
        before = state
        state, more = result
        assert fold(before, more) == state
        events += more
    return state, events


def do(state: State, *commands: Command) -> State:
    """The state after all of these, none of which may be refused."""
    return played(state, *commands)[0]


def rolled(state: State, face: int) -> State:
    """The state after the mover has paid and this face has stood."""
    state = do(state, c.RollDie(state.mover), c.Throw(face))
    return do(state, c.Deadline()) if isinstance(state.task, t.AnswerRoll) else state


def refused(state: State, command: Command) -> str:
    """The code of the refusal; a refusal changes nothing and has a sentence."""
    result = play(state, command)
    assert isinstance(result, Refusal), f"{command} was carried out"
    assert verify(state, command) == result
    assert result.sentence.endswith(".")
    return result.code


def all_cards(state: State) -> Counter[str]:
    """Every card of the table, wherever it lies."""
    cards = Counter(state.doors + state.treasures + state.door_discard + state.treasure_discard + state.body)
    for one in state.seats:
        cards += Counter(one.hand + one.play)
    if state.fight is not None:
        cards += Counter(state.fight.monsters + state.fight.heroes_used + state.fight.monsters_used)
    return cards


def happened(events: Iterable[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
