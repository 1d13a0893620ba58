"""When the evening will be over: what rounds have taken so far, or what the clock and the table sizes say."""

from statistics import fmean

from hotdice.club.evening.plan import Plan, rounds_for
from hotdice.club.evening.state import Evening, left_on
from hotdice.frozen import Frozen

MINUTES_A_PLAYER = 7.5
"""Eight people to 10,000 take an hour."""
BETWEEN = 5.0
"""Minutes from the last result of a round to the next first throw, until it was measured."""
SPREAD = 0.2


class Estimate(Frozen):
    """When it will be over, in milliseconds since 1970, with a range; rounds to come after this one."""

    early: int
    likely: int
    late: int
    rounds_left: int
    minutes_a_round: float
    measured: bool


def estimate(evening: Evening, now: int, target: int = 10_000) -> Estimate | None:
    """The end as far as it can be known now; None where nothing more is to come.

    >>> from hotdice.club.evening.plan import Plan
    >>> from hotdice.club.evening.state import Player
    >>> players = tuple(Player(number, str(number), here=True) for number in range(1, 9))
    >>> found = estimate(Evening(Plan(rounds=3, minutes=20), 0, players), 0)
    >>> found.likely // 60_000, found.rounds_left
    (75, 3)
    """
    if evening.phase == "over":
        return None
    lengths = [(one.ended - one.paired) / 60_000 for one in evening.rounds if one.ended and one.tables]
    plan = evening.plan
    guess = plan.minutes or MINUTES_A_PLAYER * plan.size * target / 10_000
    minutes = fmean(lengths) if lengths else guess
    pauses = [
        (after.paired - before.ended) / 60_000
        for before, after in zip(evening.rounds, evening.rounds[1:], strict=False)
        if before.ended
    ]
    between = fmean(pauses) if pauses else BETWEEN
    left = rounds_left(evening)
    open_ = evening.now is not None and not evening.now.over
    if not left and not open_:
        return None
    total = left * (minutes + between)
    if open_:
        assert evening.now is not None
        clock = evening.now.clock
        spent = (now - evening.now.paired) / 60_000
        total += max(1.0, left_on(clock, now) / 60_000 if clock else minutes - spent)
    return Estimate(
        early=now + round(total * (1 - SPREAD) * 60_000),
        likely=now + round(total * 60_000),
        late=now + round(total * (1 + SPREAD) * 60_000),
        rounds_left=left,
        minutes_a_round=round(minutes, 1),
        measured=bool(lengths),
    )


def rounds_left(evening: Evening) -> int:
    """How many rounds are to come after the one that is played now."""
    if evening.play_off or evening.plan.system == "knockout":
        players = len(evening.play_off) or len(evening.here)
        if evening.bracket:
            players = sum(map(len, evening.bracket[0].slots))
        return max(
            0, rounds_for(Plan(system="knockout", size=evening.plan.size), players) - len(evening.bracket)
        )
    players = sum(player.here for player in evening.players)
    return max(0, rounds_for(evening.plan, players) - len(evening.preliminary))
