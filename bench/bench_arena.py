"""The simulator: games a second with one and two threads, against the referee, and the environments."""

import random
import time
from collections.abc import Callable
from importlib.util import find_spec

from bench.peer_simulator import our_games, peer_games
from hotdice.arena import Match, simulate
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.playing import referee_stretch
from hotdice.arena.simulator import CARD_STRETCH
from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.many import FarkleVectorEnv
from hotdice.envs.nodes import Node, RefereeNode, first_node
from hotdice.game import new_game
from hotdice.rules import load

Row = tuple[str, float, str]


def rate(work: Callable[[], int], times: int = 3) -> float:
    """The best of several rates: the one that was disturbed least."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        done = work()
        found.append(done / (time.perf_counter() - started))
    return max(found)


def simulated(sheet: str, bots: tuple[str, ...], games: int, threads: int) -> float:
    """Games a second of a match that has been compiled before."""
    match = Match(sheet, bots, "bench")

    def work() -> int:
        return simulate(match, games, threads=threads).tally.games

    work()
    return rate(work)


def spent_on(sheet: str, bots: tuple[str, ...], games: int) -> float:
    """Games for a second of processor time, whatever else the machine does; compiled before."""
    match, found = Match(sheet, bots, "bench"), []
    for _ in range(3):
        began = time.process_time()
        simulate(match, games, threads=1)
        # A part of them is played once more before the clock of `simulate` runs.
        found.append((games + min(CARD_STRETCH, games // 10)) / (time.process_time() - began))
    return max(found)


def tree_nodes() -> tuple[Node, Node]:
    """The first node of a game, by the course and by the referee."""
    rules = load("classic")
    return first_node(rules, 2), RefereeNode(new_game(rules, 2, first=0)).ready()


def wander(first: Node, count: int) -> int:
    """Walk through so many nodes at random, as a search does."""
    numbers, node = random.Random(1), first
    for _ in range(count):
        if node.over:
            node = first
        if node.thrown:
            node = node.fallen(numbers.choice(node.chances)[0])
        else:
            node = node.acted(numbers.choice(node.actions))
    return count


def spiel_nodes() -> list[Row]:
    """The same through OpenSpiel, where it is installed: 1,336 nodes a second were to be twentyfold."""
    if find_spec("pyspiel") is None:
        return [("OpenSpiel is not installed (pip install 'hotdice[openspiel]')", 0.0, "nodes/s")]
    import pyspiel

    import hotdice.envs.open_spiel  # noqa: F401 - registers the game

    game, numbers = pyspiel.load_game("hotdice_farkle(rules=classic,players=2)"), random.Random(1)

    def walk(count: int = 4_000) -> int:
        state = game.new_initial_state()
        for _ in range(count):
            if state.is_terminal():
                state = game.new_initial_state()
            thrown = state.is_chance_node()
            actions = [one for one, _ in state.chance_outcomes()] if thrown else state.legal_actions()
            state.apply_action(numbers.choice(actions))
        return count

    return [("the same nodes, through OpenSpiel", rate(walk), "nodes/s (bar 26,720)")]


def run() -> list[Row]:
    """Every figure with its name and unit."""
    rows: list[Row] = []
    plain = ("threshold:300", "threshold:300")
    for sheet in ("classic", "facebook"):
        for threads in (1, 2):
            name = f"{sheet}, two thresholds, {threads} thread{'s' * (threads > 1)}"
            rows.append((name, simulated(sheet, plain, 400_000, threads), "games/s"))
    for threads in (1, 2):
        name = (
            f"playmonster, two champions to 10,000, {threads} thread{'s' * (threads > 1)}, books worked out"
        )
        rows.append((name, simulated("playmonster", ("champion", "champion"), 200_000, threads), "games/s"))
    slow = referee_stretch(Match("classic", plain, "bench"))
    fast = compiled_stretch(Match("classic", plain, "bench"))
    by_referee = rate(lambda: slow(0, 60).games)
    by_machine = rate(lambda: fast(0, 60_000).games)
    rows.append(("classic, two thresholds, by the referee", by_referee, "games/s"))
    rows.append(("the same games, compiled to the referee, 1 thread", by_machine / by_referee, "times"))
    for bot, games, bar in (("eager", 40_000, 20_000), ("schemer", 2_000, 1_000)):
        name, bots = f"munchkin-farkle with its cards, three {bot}", (bot,) * 3
        figure, spent = simulated("munchkin-farkle", bots, games, 2), spent_on("munchkin-farkle", bots, games)
        rows.append((f"{name}, 2 threads", figure, f"games/s (bar {bar:,})"))
        rows.append((f"{name}, for two seconds of processor time", 2 * spent, f"games (bar {bar:,})"))
    course, referee = tree_nodes()
    by_course, by_referee = rate(lambda: wander(course, 4_000)), rate(lambda: wander(referee, 1_000))
    rows.append(("classic, nodes of a game tree", by_course, "nodes/s"))
    rows.append(("the same nodes, by the course to by the referee", by_course / by_referee, "times (bar 20)"))
    rows += spiel_nodes()
    rows += compared()
    for opponent in ("threshold:300", "self", "champion"):
        rows += environment("classic", (opponent,))
    for opponent in ("self", "eager", "schemer"):
        rows += environment("munchkin-farkle", (opponent, opponent))
    return rows


def environment(sheet: str, opponents: tuple[str, ...]) -> list[Row]:
    """Steps of the environments: one game by the referee, and thousands at once."""
    name = f"environment, {sheet}, features and masks, {' and '.join(opponents)}"
    wall, spent = stepped(sheet, opponents)
    bar = "" if load(sheet).deck else " (bar 3,000,000 on two cores)"
    rows = [
        (f"{name}, 4,096 games, all cores", wall, f"steps/s{bar}"),
        (f"{name}, 4,096 games, for a second of processor time", spent, "steps"),
    ]
    if "self" not in opponents and "champion" not in opponents:
        alone = stepped_alone(sheet, opponents)
        rows.append((f"{name}, one game by the referee", alone, "steps/s"))
        rows.append((f"{name}, 4,096 games to one by the referee", wall / alone, "times"))
    return rows


def compared() -> list[Row]:
    """Against the public simulator that can be installed, where it is."""
    peer = peer_games()
    if peer is None:
        return [("pyfarkle is not installed (pip install pyfarkle): no comparison", 0.0, "games/s")]
    referee, machine = our_games()
    theirs = rate(lambda: peer(30))
    return [
        ("pyfarkle 0.1, two Harrys to 10,000", theirs, "games/s"),
        ("our referee to pyfarkle, facebook, two threshold:800", rate(lambda: referee(30)) / theirs, "times"),
        ("our simulator to pyfarkle, 1 thread", rate(lambda: machine(100_000)) / theirs, "times"),
    ]


def stepped_alone(sheet: str, opponents: tuple[str, ...]) -> float:
    """Steps a second of the environment of one game, the lowest legal action each time."""
    env = FarkleEnv(sheet, opponents, observation="features")
    seen, _ = env.reset(seed=1)
    steps = 100 if load(sheet).deck else 1000

    def work() -> int:
        nonlocal seen
        for _ in range(steps):
            seen, _, over, _, _ = env.step(seen["action_mask"].argmax())
            if over:
                seen, _ = env.reset()
        return steps

    return rate(work)


def stepped(sheet: str, opponents: tuple[str, ...]) -> tuple[float, float]:
    """Steps of the vector environment in a second of all cores, and of processor time.

    Who chooses takes no part in it. The actions are the lowest legal ones, every fourth time the highest,
    which mostly banks.
    """
    games = FarkleVectorEnv(4096, sheet, opponents, observation="features")
    seen, _ = games.reset(seed=1)
    number = 0

    def work(steps: int = 20 if load(sheet).deck else 100) -> tuple[float, float]:
        nonlocal seen, number
        spent = used = 0.0
        for _ in range(steps):
            mask, number = seen["action_mask"], number + 1
            highest = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
            actions = mask.argmax(axis=1) if number % 4 else highest * mask.any(axis=1)
            began, busy = time.perf_counter(), time.process_time()
            seen, *_ = games.step(actions)
            spent += time.perf_counter() - began
            used += time.process_time() - busy
        return steps * 4096 / spent, steps * 4096 / used

    work(1500 if "champion" in opponents else 100)  # until the champion has worked out what it meets
    found = [work() for _ in range(5)]
    games.close()
    return max(wall for wall, _ in found), max(used for _, used in found)
