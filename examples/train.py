"""Learns to play from nothing but the environment, and then plays the best single threshold.

    python examples/train.py [SECONDS]

The learner keeps one number for each turn total and number of dice: what a turn that goes on there brings
on average. It plays thousands of games at once, moves its numbers towards what it sees, and always takes the
choice that its numbers like best, with a few random ones at first. No solver is asked.
"""

import sys
import time

import numpy as np

from hotdice.arena import Match, Seating, share_of, simulate
from hotdice.arena.statistics import Estimate
from hotdice.envs.many import FarkleVectorEnv

SHEET, GAMES, STEP, ROWS = "classic", 8192, 50, 80


def best_threshold() -> int:
    """The threshold that wins most games against `threshold:300`, found by playing."""
    shares = {}
    for stop in range(200, 601, 50):
        match = Match(SHEET, (f"threshold:{stop}", "threshold:300"), "search", Seating.DUPLICATE)
        shares[stop] = share_of(simulate(match, 100_000).tally, 0).mean
    return max(shares, key=lambda stop: shares[stop])


class Learner:
    """`going_on[total in steps, dice]`: the mean final points of a turn that rolls on from there."""

    def __init__(self) -> None:
        self.going_on = np.zeros((ROWS + 200, 7))
        self.going_on[:, 1:] = np.arange(ROWS + 200)[:, None] * STEP * 0.5
        self.random = np.random.default_rng(1)

    def choose(
        self, games: FarkleVectorEnv, seen: dict[str, np.ndarray], noise: float
    ) -> tuple[np.ndarray, ...]:
        """The action of each game, its turn total and dice, and what the best action is worth."""
        points, left = games.outcomes()
        totals = np.minimum((seen["turn_total"] + points) // STEP, ROWS + 199)
        worth = self.going_on[totals, left]
        worth[:, 1::2] = totals[:, 1::2] * STEP
        worth[seen["action_mask"] == 0] = -np.inf
        best = worth.argmax(axis=1)
        rows = np.arange(len(best))
        wild = self.random.random(len(best)) < noise
        tried = np.where(wild, (self.random.random(worth.shape) * seen["action_mask"]).argmax(axis=1), best)
        return tried, totals[rows, tried], left[rows, tried], worth[rows, best]


def train(seconds: float) -> Learner:
    """Play and learn for so long."""
    learner = Learner()
    games = FarkleVectorEnv(GAMES, SHEET, ["threshold:300"], rotate=True)
    seen, _ = games.reset(seed=1)
    began = time.monotonic()
    known = np.zeros((GAMES, 2), np.int64)  # where each game's last roll was made: total and dice, 0 for none
    turn = seen["round"][:, 0].copy()
    while (done := (time.monotonic() - began) / seconds) < 1:
        action, total, dice, best = learner.choose(games, seen, 0.3 * (1 - done))
        rolled = known[:, 1] > 0
        same = rolled & (seen["round"][:, 0] == turn) & (seen["turn_total"][:, 0] > 0)
        reached = np.where(same, best, 0.0)  # a new turn on the table means that the last one was lost
        rate = 0.5 * (1 - done) ** 2 + 0.01
        sums, counts = np.zeros_like(learner.going_on), np.zeros_like(learner.going_on)
        place = known[rolled, 0], known[rolled, 1]
        np.add.at(sums, place, reached[rolled])
        np.add.at(counts, place, 1)
        hit = counts > 0
        learner.going_on[hit] += rate * (sums[hit] / counts[hit] - learner.going_on[hit])
        goes_on = action % 2 == 0
        known[:, 0], known[:, 1] = total, np.where(goes_on, dice, 0)
        turn = seen["round"][:, 0].copy()
        seen, _, over, cut, _ = games.step(action)
        known[over | cut, 1] = 0
    games.close()
    return learner


def measure(learner: Learner, threshold: int, games: int = 40_000) -> Estimate:
    """The learner's share of the wins against a threshold, the seats taking turns to begin."""
    env = FarkleVectorEnv(GAMES, SHEET, [f"threshold:{threshold}"], rotate=True)
    seen, _ = env.reset(seed=2)
    rewards: list[float] = []
    while len(rewards) < games:
        seen, reward, over, _, _ = env.step(learner.choose(env, seen, 0.0)[0])
        rewards += ((reward[over] + 1) / 2).tolist()
    env.close()
    mean, reach = float(np.mean(rewards)), 1.96 * float(np.std(rewards)) / len(rewards) ** 0.5
    return Estimate(mean, mean - reach, mean + reach)


def main() -> None:
    """Train, then compare."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    threshold = best_threshold()
    print(f"the best threshold is {threshold}", flush=True)
    share = measure(train(seconds), threshold)
    print(f"against it the learner wins {share.mean:.2%} ({share.low:.2%} to {share.high:.2%})")


if __name__ == "__main__":
    main()
