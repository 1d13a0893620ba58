"""The protocol of everyone who decides at a Munchkin Dice table, and the loop that lets them play."""

from collections.abc import Sequence
from typing import Protocol

from hotdice.game import Refusal
from hotdice.munchkin import ChanceSource, Command, State, play, view


class MunchkinPlayer(Protocol):
    """Chooses among the legal moves of its seat, from what that seat may see."""

    def choose(self, view: State, seat: int) -> Command:
        """The command to carry out. It is asked only when the table waits for its seat."""


class IllegalChoice(RuntimeError):  # noqa: N818 - it names what happened, as a referee would
    """A player chose a command that the referee refuses."""

    def __init__(self, command: Command, refusal: Refusal) -> None:
        self.command = command
        self.refusal = refusal
        super().__init__(f"{command}: {refusal.sentence}")


def next_command(state: State, players: Sequence[MunchkinPlayer], chance: ChanceSource) -> Command:
    """What happens next: chance where it is awaited, else the choice of the first seat that is asked."""
    if state.waits_for_chance:
        return chance.bring(state)
    seat = state.asked[0]
    return players[seat].choose(view(state, seat), seat)


def play_out(
    state: State, players: Sequence[MunchkinPlayer], chance: ChanceSource
) -> tuple[State, tuple[Command, ...]]:
    """Play until the game is over: the last state, and every command on the way.

    >>> from hotdice.munchkin import SeededChance, load, new_game
    >>> from hotdice.players.munchkin_registry import make_munchkin
    >>> bots = [make_munchkin("shrewd"), make_munchkin("steady")]
    >>> state, commands = play_out(new_game(load(), 2), bots, SeededChance("1"))
    >>> state.over
    True

    Raises:
        IllegalChoice: a player chose what the referee refuses.
    """
    commands: list[Command] = []
    while not state.over:
        command = next_command(state, players, chance)
        result = play(state, command)
        if isinstance(result, Refusal):
            raise IllegalChoice(command, result)
        state = result[0]
        commands.append(command)
    return state, tuple(commands)
