"""The frozen tasks of the benchmark: each a rule set, a budget and a metric, as data that never changes.

A task is named once and for all: the hash of its rules is part of it, and a test holds it. What a method may
use is in the budget, how it is measured in the metric.
"""

from hotdice.frozen import Frozen
from hotdice.rules import Ruleset, load


class Task(Frozen):
    """One task. `exact` says that a policy which scores what a choice leaves has an exact value here."""

    name: str
    sheet: str
    settings: tuple[str, ...]
    players: int
    hash: str
    budget: str
    metric: str
    exact: bool

    @property
    def words(self) -> str:
        """The rules as a command line has them.

        >>> task("farkle-1k").words
        'classic --set target=1000'
        """
        return " ".join([self.sheet, *(f"--set {setting}" for setting in self.settings)])

    @property
    def command(self) -> str:
        """A command that measures a bot on it.

        >>> task("farkle-cards").command
        'hotdice simulate munchkin-farkle --players BOT,sage,sage --rotate --games 100000'
        >>> task("farkle-3").command
        'hotdice evaluate BOT classic --players 3 --games 10000'
        """
        if self.rules.deck:
            players = ",".join(["BOT"] + ["sage"] * (self.players - 1))
            return f"hotdice simulate {self.words} --players {players} --rotate --games 100000"
        among = f" --players {self.players}" if self.players > 2 else ""
        return f"hotdice evaluate BOT {self.words}{among}" + ("" if self.exact else " --games 10000")

    @property
    def rules(self) -> Ruleset:
        """The rule set.

        Raises:
            ValueError: the shipped sheet is no longer what the task was made with.
        """
        found = load(self.sheet, self.settings)
        if not found.hash.startswith(self.hash):
            raise ValueError(f"{self.name} was made with other rules than {self.sheet} has now")
        return found


_STEPS = "100 million steps of the environment, or 20 minutes on one GPU"
_EXACT = "chance to win against the champion, exactly (hotdice evaluate)"
_SAMPLED = "what a game against champions costs, luck taken out, over 10,000 games"
TASKS: tuple[Task, ...] = (
    Task("farkle-1k", "classic", ("target=1000",), 2, "f375761f0f678390",
         "10 million steps of the environment", _EXACT, True),
    Task("farkle-10k", "classic", (), 2, "d496d91167193eff", _STEPS, _EXACT, True),
    Task("farkle-penalty", "facebook", (), 2, "084b15416adefbf6", _STEPS, _EXACT, True),
    Task("farkle-rounds", "marina", (), 2, "6830c69b41e7422f", _STEPS, _SAMPLED, False),
    Task("farkle-3", "classic", (), 3, "d496d91167193eff", _STEPS, _SAMPLED, False),
    Task("farkle-cards", "munchkin-farkle", (), 3, "dc5650d474ee4862", _STEPS,
         "share of the wins against sage, over 100,000 games", False),
)  # fmt: skip


def task(name: str) -> Task:
    """The task of that name.

    >>> task("farkle-10k").rules.target
    10000

    Raises:
        ValueError: there is none.
    """
    for each in TASKS:
        if each.name == name:
            return each
    raise ValueError(f"there is no task {name[:40]!r}; the tasks are {', '.join(t.name for t in TASKS)}")
