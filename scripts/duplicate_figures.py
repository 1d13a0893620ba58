"""How much luck a duplicate match leaves: `python -m scripts.duplicate_figures [GAMES]`.

Two bots play the same opponent from the same seat with the same dice. What is left is the variance of the
difference of their results, against what it would be if each had dice of its own.
"""

import sys
from statistics import variance

from hotdice.game import SeededDice, new_game
from hotdice.players import make, play_out
from hotdice.rules import load

PAIRS = (("champion", "turn-optimal"), ("turn-optimal", "greedy"), ("greedy", "threshold:300"))
OPPONENT = "thumb"


def results(bot: str, games: int) -> list[float]:
    """The bot's share of every game, with the dice of that game's number."""
    rules, found = load("classic"), []
    for game in range(games):
        state, _ = play_out(
            new_game(rules, 2, first=0), [make(bot), make(OPPONENT)], SeededDice(f"dup {game}")
        )
        found.append(1 / len(state.winners) if 0 in state.winners else 0.0)
    return found


def remaining(one: list[float], other: list[float]) -> float:
    """The share of the variance that the same dice leave.

    >>> remaining([0.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0])
    0.0
    """
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    return variance(gaps) / (variance(one) + variance(other))


def main() -> None:
    """Print the figures."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    known: dict[str, list[float]] = {}
    for pair in PAIRS:
        for bot in pair:
            known.setdefault(bot, results(bot, games) if bot not in known else known[bot])
        left = remaining(known[pair[0]], known[pair[1]])
        print(f"{pair[0]} and {pair[1]}: {left:.0%} of the variance remain ({games:,} games)", flush=True)


if __name__ == "__main__":
    main()
