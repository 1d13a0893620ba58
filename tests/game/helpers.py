"""Games written as lines of the notation, for tests that need a certain moment."""

from hotdice.game import Command, Refusal, State, decide, fold, new_game, parse_position
from hotdice.game.events import Event
from hotdice.game.notation import replay_turns
from hotdice.rules import load


def events_of(start: State, *lines: str) -> tuple[Event, ...]:
    """The events that these lines lead to."""
    return replay_turns(start, enumerate(lines, 1), [])


def after(start: State | str, *lines: str, players: int = 2) -> State:
    """The state after these lines, from a state, a position or the start of a sheet (seat 1 begins)."""
    if isinstance(start, str):
        start = parse_position(start) if "~" in start else new_game(load(start), players, first=0)
    return fold(start, events_of(start, *lines))


def refusal(state: State, command: Command) -> Refusal:
    """The refusal of a command that must be refused."""
    answer = decide(state, command)
    assert isinstance(answer, Refusal), f"{command} was carried out: {answer}"
    return answer
