"""What is known about a game: the value of a moment, the best choice, the review of a record."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from hotdice.coach.advising import advise_on
from hotdice.coach.forms import Advice, Review
from hotdice.coach.places import NothingToSay
from hotdice.coach.reviewing import review
from hotdice.coach.what_if import moment_of
from hotdice.door.game import Game
from hotdice.game import Record, State, parse_position, parse_record
from hotdice.odds.estimate import check_size
from hotdice.odds.refusals import check_goal
from hotdice.odds.rounds import Rounds
from hotdice.odds.shelf import remember, table_of
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.solved import Solved, goal_of, save
from hotdice.odds.solved import solve as solve_now
from hotdice.rules import Ruleset, load

Moment = Game | State | str
"""A game, a state of the referee, or a position as text."""


class Knowledge:
    """A solved rule set: ask it for values, advice and reviews.

    >>> known = solve("kcd")
    >>> round(known.first_player_wins, 4)
    0.5571
    >>> game = Game.from_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    >>> round(known.value(game), 4), known.best(game)
    (0.7489, 'keep 155 roll')
    """

    def __init__(self, solved: Solved) -> None:
        self.solved = solved

    def __repr__(self) -> str:
        return f"<Knowledge of {self.rules.title}>"

    @property
    def rules(self) -> Ruleset:
        """The rule set that was solved."""
        return self.solved.rules

    @property
    def first_player_wins(self) -> float:
        """The chance of the player who begins, when both play best.

        Raises:
            ValueError: the sheet is played alone.
        """
        if isinstance(self.solved, Solitaire):
            raise ValueError(f"{self.rules.title} is played alone: ask for chance_of_goal")
        return float(self.solved.first_player_wins)

    @property
    def chance_of_goal(self) -> float:
        """The chance to reach the goal of a sheet that is played alone.

        Raises:
            ValueError: the sheet is played against others.
        """
        if not isinstance(self.solved, Solitaire):
            raise ValueError(f"{self.rules.title} is played against others: ask for first_player_wins")
        return float(self.solved.chance)

    @property
    def tie(self) -> float:
        """The chance that a sheet of rounds needs a play-off, 0 where it cannot."""
        return float(self.solved.tie) if isinstance(self.solved, Rounds) else 0.0

    def value(self, moment: Moment, seat: int | None = None) -> float:
        """What a moment is worth to a seat, the mover's unless said otherwise: the chance to win it.

        Raises:
            NothingToSay: nothing is known about such a moment.
            ValueError: it belongs to other rules, or there is no such seat.
        """
        state = self._state(moment)
        found = moment_of(state)
        if not found.values:
            raise NothingToSay("{note}", note=found.note)
        wanted = state.mover if seat is None else seat
        if not 0 <= wanted < len(state.seats):
            raise ValueError(f"there is no seat {wanted + 1} among {len(state.seats)}")
        return found.values[wanted]

    def advise(self, moment: Moment) -> Advice:
        """Every choice of the mover, best first, with what each costs and one sentence of reason.

        Raises:
            NothingToSay: there is nothing to decide.
            ValueError: it belongs to other rules.
        """
        return advise_on(self._state(moment))

    def best(self, moment: Moment) -> str:
        """The best choice in words, as `Game.move` takes them."""
        best = self.advise(moment).best
        return f"keep {best.keep} {best.action}" if best.keep else best.action

    def review(self, record: Game | Record | str) -> Review:
        """The coach's report on a game: what every decision cost, how lucky every throw was.

        Raises:
            RecordError: the text is not a record of a legal game.
            NothingToSay: nothing is known about such a game.
            ValueError: it belongs to other rules.
        """
        if isinstance(record, Game):
            record = record.record
        elif isinstance(record, str):
            record = parse_record(record)
        self._check(record.rules)
        return review(record)

    def _state(self, moment: Moment) -> State:
        if isinstance(moment, str):
            moment = parse_position(moment)
        state = moment.state if isinstance(moment, Game) else moment
        self._check(state.rules)
        return state

    def _check(self, rules: Ruleset) -> None:
        if rules.hash != self.rules.hash:
            raise ValueError(f"the game is {rules.title}, and this is what is known about {self.rules.title}")


def solve(
    rules: str | Path | Ruleset = "classic",
    settings: Sequence[str] = (),
    *,
    progress: Callable[[float], None] | None = None,
    keep: bool = True,
) -> Knowledge:
    """Solve a sheet exactly, or read its table where there is one; shipped sheets take no time.

    A new table is kept in your folder for the next time, unless `keep` is False.

    >>> solve("playmonster").value("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155") > 0.5
    True

    Raises:
        RulesError: there is no such sheet, or a setting is wrong.
        Unsolvable: the sheet has something that is not solved; the sentence names the key.
        TableError: a table on this computer is damaged.
    """
    found = rules if isinstance(rules, Ruleset) else load(rules, settings)
    check_goal(found, goal_of(found), None)
    solved = table_of(found)
    if solved is None:
        check_size(found, goal_of(found))
        solved = solve_now(found, progress=progress)
        remember(solved)
        if keep:
            with suppress(OSError):  # nowhere to write: it is remembered as long as the program runs
                save(solved)
    return Knowledge(solved)
