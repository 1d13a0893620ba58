"""The trainer: which exercise comes next, what an answer is worth, and how it goes on. It knows no screen."""

from collections.abc import Iterable, Sequence

from hotdice.coach.exercises import THEMES, Answer, exercise, exercise_of, judge
from hotdice.coach.forms import Exercise, Option, Theme
from hotdice.coach.progress import Progress, learnt, next_again, weakest
from hotdice.game import PositionError, State
from hotdice.rules import Ruleset


class Trainer:
    """Hands out exercises: those like a given position, those that are due again, one's own, then new ones.

    >>> from hotdice.rules import load
    >>> trainer = Trainer(load("kcd"), seed="1")
    >>> task = trainer.next()
    >>> best = task.advice.best
    >>> trainer.answer(task, best.action, best.keep).right, trainer.progress.right
    (True, 1)
    """

    def __init__(
        self,
        rules: Ruleset,
        *,
        seed: str,
        progress: Progress | None = None,
        theme: Theme | None = None,
        own: Sequence[Exercise] = (),
        like: Iterable[Exercise] = (),
    ) -> None:
        self.rules, self.seed, self.theme = rules, seed, theme
        self.progress = progress or Progress()
        self._own = list(own)
        self._like = iter(like)
        self._given = 0

    def next(self) -> Exercise:
        """The next exercise.

        Raises:
            NothingToSay: there are none for such a game.
        """
        self._given += 1
        like = next(self._like, None)
        if like is not None:
            return like
        again = next_again(self.progress)
        if again is not None:
            found = _again(again)
            if found is not None and found.rules == self.rules.name:
                return found
        if self._own:
            return self._own.pop(0)
        return exercise(self.rules, f"{self.seed} {self._given}", theme=self._wanted())

    def _wanted(self) -> Theme | None:
        """Every third time what goes worst, else whatever comes."""
        if self.theme is not None:
            return self.theme
        weak = weakest(self.progress) if self._given % 3 == 0 else None
        return next((theme for theme in THEMES if theme == weak), None)

    def answer(self, task: Exercise, action: str, keep: str | None) -> Answer | None:
        """What the coach says to a choice; None, and nothing is counted, where it is not one of them."""
        found = judge(task, action, keep)
        if found is None:
            return None
        self.progress = learnt(
            self.progress, task.position, task.theme, right=found.right, cost=found.cost / task.scale
        )
        return found


def _again(position: str) -> Exercise | None:
    """The exercise of a position that went wrong before, None where it is none any more."""
    try:
        return exercise_of(position)
    except (PositionError, ValueError):
        return None


def shown_options(task: Exercise) -> list[Option]:
    """The choices in an order that gives nothing away: more points first, a roll before a stop.

    >>> from hotdice.rules import load
    >>> trainer = Trainer(load("kcd"), seed="2")
    >>> shown = shown_options(trainer.next())
    >>> shown == sorted(shown, key=lambda option: -option.total)
    True
    """
    return sorted(
        task.advice.options, key=lambda o: (-o.total, len(o.keep or ""), o.keep or "", o.action != "roll")
    )


def question_lines(task: Exercise, state: State) -> list[str]:
    """The position of an exercise in a few lines."""
    rules, seat = state.rules, state.seats[state.mover]
    others = [other.total for place, other in enumerate(state.seats) if place != state.mover]
    lines = [f"{rules.title}, round {state.round}. About: {task.theme}."]
    score = f"You have {seat.total:,}"
    if not seat.opened:
        score += " and are not on the board"
    if others:
        score += f"; the other side has {', '.join(f'{total:,}' for total in others)}"
    lines.append(score + ".")
    if state.phase == "last":
        lines.append("This is your last turn.")
    if rules.penalty.points and seat.farkles:
        lines.append(f"Farkles in a row: {seat.farkles} of {rules.penalty.count}.")
    if state.turn_total:
        lines.append(f"This turn has {state.turn_total:,}.")
    if state.faces:
        lines.append(f"The dice show {' '.join(map(str, sorted(state.faces)))}.")
    else:
        count = len(state.dice_to_roll)
        lines.append(f"{count} {'die' if count == 1 else 'dice'} to roll, or stop.")
    return lines
