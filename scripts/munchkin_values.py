"""`python -m scripts.munchkin_values`: the worths that the seer of Munchkin Dice stops with, from nothing.

Shrewd players play games in numbers; whenever a turn begins, what each seat has is noted, and the
worths are those that make the later winners most likely (a logistic fit). A tenth of the games is held out.
`--write` puts them into the package.
"""

import argparse
from pathlib import Path
from textwrap import fill

import numpy as np
import numpy.typing as npt

from hotdice.munchkin import load, new_game
from hotdice.players import munchkin_seer_values
from hotdice.players import munchkin_words as k
from hotdice.players.munchkin_board import as_lists, numbered
from hotdice.players.uncompiled import plain

Floats = npt.NDArray[np.float64]


def positions(games: int, seats: int, first: int) -> tuple[list[Floats], list[Floats], list[int]]:
    """What all seats have when turns begin, the shares of the win, and the number of the game."""
    table, kernel = numbered(load()), plain("hotdice.players.munchkin_rollout_kernel")
    rules, start = as_lists(table.rules), table.board(new_game(table.sheet, seats))
    command, worths, prices = table.room_for_command().tolist(), [0.0] * 16, [1.0] * seats
    inputs: list[Floats] = []
    shares: list[Floats] = []
    numbers: list[int] = []
    for game in range(games):
        board = as_lists(start)
        dice = [(first + game) * 2654435769 + 97 & 0xFFFFFFFF | 1]
        seen = 0
        while board.numbers[k.PHASE] != k.OVER:
            kernel.play_on(rules, board, prices, dice, command, worths, board.numbers[k.TURN])
            if board.numbers[k.PHASE] != k.OVER:
                found = [[0.0] * kernel.FEATURES for _ in range(seats)]
                for seat in range(seats):
                    kernel.features(rules, board, seat, found[seat])
                inputs.append(np.array(found))
                seen += 1
        winners = np.array([board.numbers[k.WINNERS] >> seat & 1 for seat in range(seats)], float)
        shares += [winners / winners.sum()] * seen
        numbers += [first + game] * seen
    return inputs, shares, numbers


def chances(inputs: Floats, values: Floats) -> Floats:
    """What each seat may expect."""
    scores = inputs @ values
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    fair: Floats = odds / odds.sum(axis=1, keepdims=True)
    return fair


def fitted(inputs: Floats, shares: Floats, steps: int) -> Floats:
    """The worths that make the winners most likely, by Newton's method."""
    values = np.zeros(inputs.shape[2])
    for _ in range(steps):
        said = chances(inputs, values)
        slope = np.einsum("ps,psf->f", shares - said, inputs)
        mean = np.einsum("ps,psf->pf", said, inputs)
        bend = np.einsum("ps,psf,psg->fg", said, inputs, inputs) - mean.T @ mean
        values += np.linalg.solve(bend + 1e-3 * len(inputs) * np.eye(len(values)), slope)
    return values


def main() -> None:
    """Play, fit, tell how well it says who wins, and print or write the worths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--write", action="store_true", help="write them into the package")
    options = parser.parse_args()
    inputs, shares, games = positions(options.games, 3, 1)
    given, won = np.array(inputs), np.array(shares)
    held = np.array(games) % 10 == 0
    values = fitted(given[~held], won[~held], 12)
    said = chances(given[held], values)
    sure = np.mean(np.log((said * won[held]).sum(axis=1)))
    print(
        f"{len(given):,} positions; of those held out the winner's chance has a mean logarithm of {sure:.3f}"
    )
    lines = ", ".join(f"{value:.3f}" for value in values)
    print(lines)
    if options.write:
        path = Path(munchkin_seer_values.__file__)
        head = path.read_text(encoding="utf-8").split("VALUES = (")[0]
        body = fill(lines + ",", 100, initial_indent="    ", subsequent_indent="    ")
        path.write_text(f"{head}VALUES = (\n{body}\n)  # fmt: skip\n", encoding="utf-8")


if __name__ == "__main__":
    main()
