"""Thousands of games reviewed: whether luck and loss add up, and errors are graded in their order.

python -m scripts.coach_account [SHEET ...]     300 games of each sheet, a row of docs/coach-account.csv each
"""

import csv
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hotdice.coach.forms import Decision, Other, Review, Roll
from hotdice.coach.reviewing import review
from hotdice.game import Record, SeededDice, new_game
from hotdice.players import make, play_out
from hotdice.rules import load

SHEETS = ("playmonster", "classic", "facebook", "kcd", "ten-thousand", "zilch", "busche-neller", "cardgames")
GAMES = 300
PLANTED = ("0.5", "2", "6")
"""Errors planted into the champion's play: at most so many hundredths of a win with each decision."""
RIVALS = (*(f"err:{amount}" for amount in PLANTED), "greedy")
"""They play the champion in turns, each as often as the others."""
FILE = Path(__file__).parent.parent / "docs" / "coach-account.csv"


class Account(msgspec.Struct):
    """What the reviews of all games of a sheet say together; chances to win, not hundredths."""

    sheet: str
    games: int
    rolls: int
    decisions: int
    identity: float
    """The most that any account leaves over."""
    drift: float
    """The most drift of any player: the tables are exact, so there must be none."""
    luck: float
    """Luck of a player in a game, on average."""
    luck_half: float
    """Half the interval of 95 % around a mean luck of zero."""
    champion: float
    """The most that the champion lost in any game."""
    planted: tuple[float, ...]
    """Mean loss of a decision of the bots with planted errors, in the order of `PLANTED`."""
    greedy: float


def measure(sheet: str, games: int = GAMES) -> Account:
    """Play and review so many games of the champion of a sheet against others.

    >>> found = measure("kcd", 4)
    >>> found.games, found.identity < 1e-9, found.drift, found.champion < 1e-8
    (4, True, 0.0, True)
    """
    rules = load(sheet)
    found = Account(sheet, games, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, (), 0.0)
    luck: list[float] = []
    cost = dict.fromkeys(RIVALS, 0.0)
    decisions = dict.fromkeys(RIVALS, 0)
    for number in range(games):
        # Seats change after everybody had a turn with one of them.
        rival, place = RIVALS[number % len(RIVALS)], number // len(RIVALS) % 2
        bots = (rival, "champion") if place else ("champion", rival)
        players = [make(bot) for bot in bots]
        _, events = play_out(new_game(rules, 2), players, SeededDice(f"account {sheet} {number}"))
        report = review(Record(rules, ("Ann", "Bob"), bots, events=events))
        champion, other = report.players[place], report.players[1 - place]
        found.rolls += len(report.rolls)
        found.decisions += champion.unforced + other.unforced
        found.identity = max(found.identity, left_over(report))
        found.drift = max(found.drift, *(abs(player.drift) for player in report.players))
        found.champion = max(found.champion, champion.loss)
        luck += [roll.luck for roll in report.rolls]
        cost[rival] += other.cost
        decisions[rival] += other.unforced
    # Every throw is fair given all before it: the variance of their sum is the sum of squares.
    found.luck = math.fsum(luck) / (2 * games)
    found.luck_half = 1.96 * math.sqrt(math.fsum(value**2 for value in luck)) / (2 * games)
    lost = [cost[rival] / max(1, decisions[rival]) for rival in RIVALS]
    found.planted, found.greedy = tuple(lost[:-1]), lost[-1]
    return found


def left_over(report: Review) -> float:
    """The most that the account of a race of two leaves over, in its long form and in its short one."""
    worst = 0.0
    parts: list[Roll | Decision | Other] = [*report.rolls, *report.decisions, *report.others]
    for player in report.players:
        moved = math.fsum(part.change[player.seat] for part in parts) + player.drift
        worst = max(worst, abs(player.result - player.start - moved))
    one, two = report.players
    short = one.luck - one.loss - (two.luck - two.loss) + one.other + one.drift
    return max(worst, abs(one.result - one.start - short))


def row(account: Account) -> dict[str, object]:
    """An account as a row of the file."""
    found = msgspec.to_builtins(account)
    planted = found.pop("planted")
    found |= {f"err:{amount}": value for amount, value in zip(PLANTED, planted, strict=True)}
    return {name: f"{value:.3g}" if isinstance(value, float) else value for name, value in found.items()}


def main(sheets: Sequence[str]) -> None:
    """Measure sheets, and put their rows in the place of older ones."""
    kept: dict[str, dict[str, object]] = {}
    if FILE.exists():
        with FILE.open(encoding="utf-8", newline="") as file:
            kept = {one["sheet"]: dict(one) for one in csv.DictReader(file)}
    for sheet in sheets or SHEETS:
        kept[sheet] = row(measure(sheet))
        print(kept[sheet], flush=True)
        with FILE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(kept[sheet]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept[name] for name in SHEETS if name in kept)


if __name__ == "__main__":
    main(sys.argv[1:])
