"""The exact solver: full solves, and how far ahead of one state at a time the kernel is in the same run."""

import resource
import sys
import time
from functools import partial
from pathlib import Path

from hotdice.odds.advice import Question, advise
from hotdice.odds.certifying import certify
from hotdice.odds.comparing import compare
from hotdice.odds.duels import bag_dice, solve_duel
from hotdice.odds.lanes import threads
from hotdice.odds.piggyback import solve_piggyback
from hotdice.odds.race import Race, solve_race
from hotdice.odds.replying import against_champion, champion_turns
from hotdice.odds.solved import stored
from hotdice.odds.turn import solve_turn
from hotdice.players.fixed_play import card_turns
from hotdice.players.paper_rule import all_card_rules
from hotdice.rules import load
from hotdice.testing.certificates import Certificate, check

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from odds import reference

Row = tuple[str, float, str]


def best_seconds(times: int, work: object) -> float:
    """The shortest of several runs: the one that was disturbed least."""
    assert callable(work)
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def one_state_at_a_time() -> float:
    """Positions per second of the plain reference, which solves one start of a turn after another."""
    rules = load("busche-neller", ["target=500"])
    slow = reference.Race(rules, cap=100)
    place = slow.start()
    for gain in range(50, 500, 50):
        slow.value(place._replace(other=place.other._replace(total=gain)))
    start = time.perf_counter()
    slow.update(place)
    return rules.dice * (rules.target // 50) / (time.perf_counter() - start)


def certificate() -> list[Row]:
    """Bounds of every state of classic, and the check that shares no code with the solver."""
    start = time.perf_counter()
    bounds = certify(load("classic"))
    made, race = time.perf_counter() - start, bounds.race
    start = time.perf_counter()
    verdict = check(
        Certificate(race.rules, race.places.step, race.top, race.places.closed, bounds.lower, bounds.upper)
    )
    assert not verdict.problems
    return [
        ("certificate of classic", made, "s"),
        ("its check", time.perf_counter() - start, "s (bar 600 with the one before)"),
        ("its width", verdict.width, "(bar 1e-9, aim 1e-12)"),
    ]


def own_dice() -> list[Row]:
    """Races of two bags of three kinds, and piggyback."""
    rows: list[Row] = []
    bags = ["3*standard,2*heavenly-kingdom,1*odd", "2*favourable,2*odd,2*heavenly-kingdom"]
    for target, bar in ((4000, 15), (10_000, 120)):
        rules = load("kcd", [f"target={target}"])
        duel = solve_duel(rules, bag_dice(rules, bags))
        rows.append((f"race of two bags of three kinds to {target:,}", duel.seconds, f"s (bar {bar})"))
    race = solve_piggyback(load("cardgames", ["piggyback=true"]))
    return [*rows, ("race with piggyback to 10,000", race.seconds, "s")]


HOUSE_RULES = (
    ("classic", "opening=350"), ("classic", "last_chance=none"), ("cardgames", "scoring.straight=2000"),
)  # fmt: skip
"""Changes of a race without a penalty; where one must open it is solved with every head start."""


def house_rule() -> list[Row]:
    """What a house rule does: a new race is solved, and fixed play evaluated on it."""
    rows: list[Row] = []
    for name, setting in HOUSE_RULES:
        old, new = load(name), load(name, [setting])
        short, other = (load(name, [f"target={target}", setting]) for target in (300, 350))
        compare(short, other, partial(card_turns, like=old))  # compile, or load what was compiled
        start, work = time.perf_counter(), time.process_time()
        found = compare(old, new, partial(card_turns, like=old))
        took, worked = time.perf_counter() - start, time.process_time() - work
        assert found.after.beginner_wins < found.after.card_wins < 0.5
        what = f"comparison of {name} with {setting}, to 10,000"
        rows += [(what, took, "s (bar 10)"), ("  processor time of it", worked, f"s on {threads()} cores")]
    return rows


def paper_rule() -> list[Row]:
    """What a rule of twelve numbers wins against the champion, exactly, once the champion is written down."""
    rules = load("busche-neller")
    champion_turns(rules)
    start = time.perf_counter()
    chance = against_champion(card_turns(rules)).chance
    took = time.perf_counter() - start
    assert abs(chance - all_card_rules()[rules.name].back_wins) < 1e-9
    return [("a rule of twelve numbers against the champion, exactly", took, "s (2 to 3 before)")]


def run() -> list[Row]:
    """Name, figure and unit of each measurement."""
    rules = load("playmonster")
    solve_race(load("playmonster", ["target=300"]))  # compile, or load what was compiled
    race = solve_race(rules)
    seconds = min(race.seconds, best_seconds(2, lambda: solve_race(rules)))
    published = solve_race(load("facebook"))
    rate = published.positions * published.sweeps / published.seconds
    table = stored(rules)
    assert isinstance(table, Race)
    place = Question((500, 500), 0, 6)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ratio = rate / one_state_at_a_time()
    return [
        ("race of two, playmonster to 10,000", seconds, f"s on {threads()} cores (bar 10, aim 4)"),
        ("race of two, facebook with penalty counters", published.seconds, "s (bar 300, aim 60)"),
        ("sweeps of that race", float(published.sweeps), f"until {published.residual:.0e}"),
        ("positions per second, facebook", rate, "positions/s"),
        ("ahead of one state at a time, in the same run", ratio, "times (bar 30)"),
        ("turn, playmonster", 1000 * best_seconds(5, lambda: solve_turn(rules)), "ms (bar 50)"),
        ("turn, facebook", 1000 * best_seconds(5, lambda: solve_turn(load("facebook"))), "ms (bar 50)"),
        ("advice from a table", 1000 * best_seconds(20, lambda: advise(table, place)), "ms (bar 10)"),
        ("memory at most", memory, "MB (bar 1000)"),
        *certificate(),
        *own_dice(),
        *paper_rule(),
        *house_rule(),
    ]
