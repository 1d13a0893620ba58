"""Games that are over are counted, inside compiled code, whatever was played."""

from hotdice.arena.tally import SCORE_BINS, SCORE_LOWEST, SCORE_WIDTH, SHARE, TURN_BINS, Counts
from hotdice.odds.compiling import compiled


@compiled
def count_turns(counts: Counts, turns: int) -> None:
    """Count the length of a game."""
    counts.turns[min(turns, TURN_BINS - 1)] += 1
    counts.turn_sums[0] += turns
    counts.turn_sums[1] += turns * turns


@compiled
def count_seat(counts: Counts, bot: int, total: int, won: bool, winners: int) -> None:
    """Count what a bot has made of a game."""
    counts.score_sums[bot, 0] += total
    counts.score_sums[bot, 1] += total * total
    counts.scores[bot, min(max((total - SCORE_LOWEST) // SCORE_WIDTH, 0), SCORE_BINS - 1)] += 1
    if won:
        counts.wins[bot, winners] += 1
        counts.shares[bot] += SHARE // winners


@compiled
def close_block(counts: Counts) -> None:
    """The games that belong together have been played."""
    for bot in range(counts.shares.size):
        counts.squares[bot] += counts.shares[bot] * counts.shares[bot]
        counts.shares[bot] = 0
