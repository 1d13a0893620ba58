"""What every bot must do, checked by playing: choose legal moves, finish games, and be the same twice.

A bot is checked on every shipped sheet that is played without cards, at the fewest players and with one more,
against a bot that plays any legal move, so that it sees strange positions.
"""

from collections.abc import Callable, Iterable

from hotdice.game import (
    Command,
    Refusal,
    SeededDice,
    State,
    Step,
    TimeOut,
    legal,
    new_game,
    play,
    turn_choices,
    verify,
)
from hotdice.players import Player, make
from hotdice.players.program_bot import Limits, ProgramBot
from hotdice.rules import load, shipped

MOST_TURNS = 2_000


class ConformanceError(AssertionError):
    """A bot does what no bot may do; the sentence says what, where and when."""


def fair_sheets() -> list[str]:
    """The shipped sheets that are played with dice alone.

    >>> "classic" in fair_sheets(), "munchkin-farkle" in fair_sheets()
    (True, False)
    """
    return [name for name in shipped() if not load(name).deck]


def check_bot(
    make_bot: Callable[[], Player],
    *,
    sheets: Iterable[str] | None = None,
    games: int = 2,
    repeatable: bool = True,
) -> int:
    """Check a bot in Python; the number of moves that were looked at.

    With `repeatable` two bots made alike must play alike, move by move: leave it on unless the bot is
    meant to be moody.

    >>> check_bot(lambda: make("threshold:300"), sheets=["classic"]) > 100
    True

    Raises:
        ConformanceError: the bot fails; the sentence says how.
    """
    moves = 0
    for sheet in sheets or fair_sheets():
        rules = load(sheet)
        for seats in {rules.min_players, min(rules.min_players + 1, rules.seats_allowed[-1])}:
            for game in range(games):
                moves += _play(sheet, seats, game, make_bot, repeatable)
    return moves


def check_program(
    path: str, *, sheets: Iterable[str] | None = None, games: int = 1, limits: Limits | None = None
) -> int:
    """Check a bot that is a program; the number of questions that it answered.

    Raises:
        ConformanceError: it hung, ended, flooded or answered with what is not allowed.
        ValueError: there is no such program.
    """
    with ProgramBot(path, limits) as bot:
        check_bot(lambda: _Strict(bot), sheets=sheets, games=games, repeatable=False)
        return bot.asked


class _Strict:
    """A program whose first fault is the last."""

    def __init__(self, bot: ProgramBot) -> None:
        self._bot = bot

    def choose(self, state: State) -> Command:
        command = self._bot.choose(state)
        if self._bot.faults:
            fault = self._bot.faults[0]
            raise ConformanceError(f"{self._bot.path} {fault} ({fault.kind}, question {self._bot.asked})")
        return command


def _play(sheet: str, seats: int, game: int, make_bot: Callable[[], Player], repeatable: bool) -> int:
    state = new_game(load(sheet), seats)
    dice = SeededDice(f"conformance {sheet} {seats} {game}")
    bot, twin, stranger = make_bot(), make_bot(), make("random:stranger")
    moves = 0
    while not state.over and state.turn <= MOST_TURNS:
        if state.step is Step.WAIT:
            command: Command = dice.throw(state)
        elif state.mover != game % seats:
            command = stranger.choose(state)
        else:
            command = _chosen(bot, state)
            moves += 1
            if repeatable and twin.choose(state) != command:
                raise ConformanceError(f"the same bot chose {command} and something else in {_where(state)}")
        result = play(state, command)
        assert not isinstance(result, Refusal), "every command here has been verified"
        state = result[0]
    if not state.over:
        raise ConformanceError(f"a game of {sheet} has not ended after {MOST_TURNS:,} turns")
    return moves


def _chosen(bot: Player, state: State) -> Command:
    """The bot's command, if it is one that a bot may give."""
    command = bot.choose(state)
    if isinstance(command, TimeOut):
        raise ConformanceError(f"the bot lost its turn in {_where(state)}")
    refusal = verify(state, command)
    if refusal is not None:
        raise ConformanceError(f"{command} is refused in {_where(state)}: {refusal.sentence}")
    if type(command) not in {type(choice) for choice in (*legal(state), *turn_choices(state))}:
        raise ConformanceError(f"{command} is no move of a game, in {_where(state)}")
    return command


def _where(state: State) -> str:
    dice = " ".join(map(str, state.faces)) or "no dice"
    return f"{state.rules.name}, turn {state.turn}, roll {state.roll}: {dice} with {state.turn_total} points"
