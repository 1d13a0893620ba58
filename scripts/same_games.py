"""The vector against the referee: whether both play the same games, to the last die.

    python -m scripts.same_games [--cards] FIRST LAST

plays the chunks from number FIRST up to LAST, each of them some hundred games whose every field, mask, reward
and end is compared. 200 chunks are 100,000 games without cards; with `--cards` a chunk has 60. What a chunk
plays follows from its number alone, so any range can be played beside any other.
"""

import argparse
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hotdice.envs.farkle import FarkleEnv
from hotdice.envs.layout import Observation, worth_of_end
from hotdice.envs.many import FarkleVectorEnv
from hotdice.rules import load

SHEETS = ("classic", "kcd", "facebook", "marina", "playmonster")
BOTS = (("threshold:300",), ("greedy", "threshold:250"))
CARD_BOTS = (("eager", "greedy"), ("eager", "schemer"), ("thumb", "eager", "eager"), ("threshold:300",) * 4)
FORMS = ("raw", "features")
REWARDS = ("win", "points")
MOST_TURNS = 60


class Moment(NamedTuple):
    """What an environment tells after a step, or when a game begins: then with the games missed before it."""

    seen: Observation
    reward: float
    over: bool
    cut: bool
    missed: float
    missed_games: int


class Compared(NamedTuple):
    """How many moments were the same, and in how many of them a game was over, cut short, or begun late."""

    moments: int
    over: int
    cut: int
    missed: int

    def __add__(self, other: "Compared") -> "Compared":  # type: ignore[override]
        return Compared(*(one + more for one, more in zip(self, other, strict=True)))


def picked(mask: Any, step: int, row: int) -> int:
    """One of the legal actions, each now and then; the highest, which mostly banks, most often."""
    legal = np.flatnonzero(mask)
    if not legal.size:
        return 0
    wild = (step * step * 31 + row * 17 + step) % 1009
    return int(legal[wild % legal.size if wild % 3 else -1])


def row_of(env: FarkleEnv, seed: str, row: int, rows: int, games: int) -> list[Moment]:
    """So many games as one row of a vector plays them, by the referee."""
    found: list[Moment] = []
    number = row
    for _ in range(games):
        missed, missed_games = 0.0, 0
        while True:
            try:
                seen, _ = env.reset(seed=None if number > row else 1, options={"dice": (seed, number)})
                break
            except ValueError as refused:
                if "over before the agent can decide" not in str(refused):
                    raise
                missed += worth_of_end(env.state, env.seat) if env.state.over else 0.0
                missed_games += 1
            finally:
                number += rows
        found.append(Moment(seen, 0.0, False, False, missed, missed_games))
        over = cut = False
        while not (over or cut):
            action = picked(seen["action_mask"], len(found), row)
            seen, reward, over, cut, info = env.step(np.int64(action))
            assert not info["illegal"]
            found.append(Moment(seen, reward, over, cut, 0.0, 0))
    return found


def compare(
    sheet: Any,
    bots: Sequence[str],
    *,
    rows: int = 12,
    games: int = 1,
    seed: str = "many",
    seat: int = 0,
    **more: Any,
) -> Compared:
    """Let both play the same games; what was compared.

    Raises:
        AssertionError: they differ, with the name of what does, the row and the step.
    """
    given = {"seat": seat, "max_turns": MOST_TURNS, **more}
    one = FarkleEnv(sheet, bots, **given)
    expected = [row_of(one, seed, row, rows, games) for row in range(rows)]
    many = FarkleVectorEnv(rows, sheet, bots, **given)
    seen, info = many.reset(options={"dice": seed})
    nothing = np.zeros(rows)
    rewards, over, cut = nothing, nothing, nothing
    longest = max(map(len, expected))
    for step in range(longest):
        told = rewards, over, cut, info.get("missed", nothing), info.get("missed_games", nothing)
        for row, moments in enumerate(expected):
            if step >= len(moments):
                continue
            moment = moments[step]
            assert moment.seen.keys() == seen.keys()
            for name, field in moment.seen.items():
                assert np.array_equal(seen[name][row], field), (name, row, step)
            for name, value, ours in zip(moment._fields[1:], moment[1:], told, strict=True):
                assert ours[row] == value, (name, row, step)
        if step < longest - 1:
            masks = seen["action_mask"]
            actions = np.array([picked(masks[row], step + 1, row) for row in range(rows)])
            seen, rewards, over, cut, info = many.step(actions)
    many.close()
    every = [moment for moments in expected for moment in moments]
    ends = sum(moment.over for moment in every), sum(moment.cut for moment in every)
    return Compared(len(every), *ends, sum(moment.missed_games for moment in every))


def chunk(number: int) -> Compared:
    """The 500 games of a chunk without cards."""
    rest, sheet = divmod(number, len(SHEETS))
    bots, reward, form = BOTS[rest % 2], REWARDS[rest // 2 % 2], FORMS[rest // 4 % 2]
    rotate, seat = bool(rest // 8 % 2), rest % (len(bots) + 1)
    return compare(
        SHEETS[sheet], bots, rows=250, games=2, seed=f"chunk {number}", seat=seat, reward=reward,
        observation=form, rotate=rotate,
    )  # fmt: skip


def card_chunk(number: int) -> Compared:
    """The 60 games of a chunk with cards."""
    bots, reward = CARD_BOTS[number % len(CARD_BOTS)], REWARDS[number // 4 % 2]
    return compare(
        load("munchkin-farkle", ["target=2500"] if number % 3 else []), bots, rows=20, games=3,
        seed=f"cards {number}", seat=number % (len(bots) + 1), reward=reward,
        observation=FORMS[number // 8 % 2], rotate=number % 5 > 0,
    )  # fmt: skip


def main() -> None:
    """Play the chunks that are asked for."""
    parser = argparse.ArgumentParser(description="Hold the vector against the referee.")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--cards", action="store_true", help="games with cards")
    given = parser.parse_args()
    play, size = (card_chunk, 60) if given.cards else (chunk, 500)
    began, found = time.monotonic(), Compared(0, 0, 0, 0)
    for number in range(given.first, given.last):
        found += play(number)
        print(f"chunk {number}: the same games", flush=True)
    games, seconds = (given.last - given.first) * size, time.monotonic() - began
    print(f"{games:,} games in {seconds:,.0f} s, all of them the same in all of {found.moments:,} moments:")
    print(f"{found.over:,} were over, {found.cut:,} cut short, {found.missed:,} more before anybody decided")


if __name__ == "__main__":
    main()
