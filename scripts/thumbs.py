"""Search for rules of thumb: the three numbers with the most points a turn, for each sheet and for all.

    python -m scripts.thumbs

Every rule is scored exactly: the mean of a turn follows from the chances of all rolls.
"""

from collections import defaultdict
from itertools import product

from hotdice.odds.rolls import ways
from hotdice.odds.turn import solve_turn
from hotdice.players.plan import Plan
from hotdice.players.threshold_bot import ThresholdBot
from hotdice.players.thumb_bot import ThumbBot
from hotdice.rules import FACES, Ruleset, load, shipped, sorted_rolls

PRICES = (0, 60, 75, 110)
FEWS = range(200, 551, 50)
MANYS = (400, 500, 600, 800, 1000, 1300, 1700, 2200, 3000)


def mean_turn(rules: Ruleset, plan: Plan) -> float:
    """The mean points of a turn by this plan, penalties aside."""
    moves: dict[int, dict[tuple[int, int], float]] = {}
    for dice in range(1, rules.dice + 1):
        found: dict[tuple[int, int], float] = defaultdict(float)
        for roll in sorted_rolls(dice):
            options = rules.table.options(roll).options
            if options:
                option = plan.keep(options)
                found[option.points, option.dice_left or rules.dice] += ways(roll) / FACES**dice
        moves[dice] = found
    known: dict[tuple[int, int], float] = {}

    def rolling(total: int, dice: int) -> float:
        if (total, dice) not in known:
            value = 0.0
            for (points, left), chance in moves[dice].items():
                after = total + points
                stop = after >= max(plan.stop_at[left - 1], rules.minimum) or after > 12_000
                value += chance * (after if stop else rolling(after, left))
            known[total, dice] = value
        return known[total, dice]

    return rolling(0, rules.dice)


def main() -> None:
    """Print the best rules."""
    sheets = [load(name) for name in shipped()]
    sheets = [rules for rules in sheets if not rules.deck]
    lost: dict[tuple[int, int, int], float] = defaultdict(float)
    for rules in sheets:
        best = solve_turn(rules).expected
        flat = max((mean_turn(rules, ThresholdBot(n).plan(rules)), n) for n in range(200, 1001, 50))
        scores = {
            numbers: mean_turn(rules, ThumbBot(*numbers).plan(rules))
            for numbers in product(PRICES, FEWS, MANYS)
        }
        for numbers, score in scores.items():
            lost[numbers] += 1 - score / best
        numbers = max(scores, key=lambda each: scores[each])
        print(
            f"{rules.name:<22} exact {best:7.2f}  threshold:{flat[1]} {flat[0]:7.2f}  "
            f"thumb:{'-'.join(map(str, numbers))} {scores[numbers]:7.2f}",
            flush=True,
        )
    numbers = min(lost, key=lambda each: lost[each])
    print(f"for all sheets: thumb:{'-'.join(map(str, numbers))}, mean loss {lost[numbers] / len(sheets):.2%}")


if __name__ == "__main__":
    main()
