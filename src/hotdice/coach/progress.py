"""How training goes: what was answered, what it cost, and which positions come again."""

from msgspec import field

from hotdice.frozen import Frozen

AGAIN_AFTER = (3, 8, 20)
"""A position that went wrong comes again after so many others; right three times, and it is learnt."""


class Tally(Frozen):
    """Answers of one kind: how many, how many were right, what the others cost in shares of a win."""

    answered: int = 0
    right: int = 0
    cost: float = 0.0


class Again(Frozen):
    """A position that comes again once so many answers are given; `times` right since it went wrong."""

    position: str
    due: int
    times: int = 0


class Progress(Frozen):
    """All that is kept of somebody's training."""

    answered: int = 0
    right: int = 0
    cost: float = 0.0
    streak: int = 0
    best_streak: int = 0
    themes: dict[str, Tally] = field(default_factory=dict)
    again: tuple[Again, ...] = ()

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.answered if self.answered else 0.0


def learnt(progress: Progress, position: str, theme: str, *, right: bool, cost: float) -> Progress:
    """The progress after one more answer; `cost` is a share of a win.

    >>> after = learnt(Progress(), "kcd~...", "which dice", right=False, cost=0.02)
    >>> after.answered, after.right, after.again[0].due
    (1, 0, 4)
    """
    answered = progress.answered + 1
    tally = progress.themes.get(theme, Tally())
    themes = dict(progress.themes)
    themes[theme] = Tally(tally.answered + 1, tally.right + right, tally.cost + cost)
    before = next((again for again in progress.again if again.position == position), None)
    waiting = [again for again in progress.again if again.position != position]
    if not right:
        waiting.append(Again(position, answered + AGAIN_AFTER[0]))
    elif before is not None and before.times + 1 < len(AGAIN_AFTER):
        times = before.times + 1
        waiting.append(Again(position, answered + AGAIN_AFTER[times], times))
    streak = progress.streak + 1 if right else 0
    return Progress(
        answered=answered,
        right=progress.right + right,
        cost=progress.cost + cost,
        streak=streak,
        best_streak=max(streak, progress.best_streak),
        themes=themes,
        again=tuple(waiting),
    )


def next_again(progress: Progress) -> str | None:
    """A position that is due to come again, None where there is none.

    >>> next_again(Progress(answered=5, again=(Again("a", 9), Again("b", 4))))
    'b'
    """
    due = [again for again in progress.again if again.due <= progress.answered]
    return min(due, key=lambda again: again.due).position if due else None


def weakest(progress: Progress) -> str | None:
    """The theme that costs most with each answer, once there are enough answers to say so.

    >>> weakest(Progress(themes={"hot dice": Tally(6, 1, 0.3), "which dice": Tally(9, 8, 0.01)}))
    'hot dice'
    """
    known = {theme: tally for theme, tally in progress.themes.items() if tally.answered >= 5}
    if not known:
        return None
    return max(known, key=lambda theme: known[theme].cost / known[theme].answered)
