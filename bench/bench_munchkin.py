"""Games of Munchkin Dice: by two processes, and for the processor time that they take."""

from time import perf_counter, process_time

from hotdice.players.munchkin_contest import contest

Row = tuple[str, float, str]
BAR = 280
"""Twenty times the 14 games a second that the referee played on two cores before there was a course."""


def games_per_second(bots: list[str], games: int, workers: int) -> float:
    """Games a second of a contest, the start of its processes included."""
    contest(bots, 20)  # compile, or load what was compiled
    began = perf_counter()
    contest(bots, games, seed="bench", workers=workers)
    return games / (perf_counter() - began)


def games_for_a_second(bots: list[str], games: int) -> float:
    """Games for a second of processor time, whatever else the machine does."""
    contest(bots, 20)
    began = process_time()
    contest(bots, games, seed="bench")
    return games / (process_time() - began)


def run() -> list[Row]:
    """Every figure with its name and unit."""
    rows: list[Row] = []
    for bots in (["shrewd"] * 3, ["shrewd", "steady", "steady"]):
        name, spent = " and ".join(bots), games_for_a_second(bots, 1000)
        rows.append((f"{name}, two processes", games_per_second(bots, 3000, 2), f"games/s (bar {BAR})"))
        rows.append((f"{name}, for two seconds of processor time", 2 * spent, f"games (bar {BAR})"))
    seer = ["seer", "shrewd", "shrewd"]
    rows.append(("a seer and two shrewd, a game's processor time", 1 / games_for_a_second(seer, 100), "s"))
    return rows
