"""How often the best are first: `python -m scripts.evening_figures [TOURNAMENTS [GAMES]]`, for the docs.

Eight strengths, eight bots of each, five rounds of Swiss. For every two strengths and either beginning GAMES
games are played and reviewed by the coach: the result, and the result with the luck of all throws taken out.
A table of a tournament draws one of these games. The tournament itself is the one of `hotdice evening`.
"""

import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from hotdice.club.evening import commands as c
from hotdice.club.evening.deciding import Asked, decide
from hotdice.club.evening.evolving import evolve
from hotdice.club.evening.luck import worth_of
from hotdice.club.evening.plan import Plan
from hotdice.club.evening.standings import standings, without_luck
from hotdice.club.evening.state import Evening
from hotdice.coach.reviewing import review
from hotdice.game import Record, Refusal, SeededDice, new_game
from hotdice.players import make, play_out
from hotdice.rules import load

SHEET = "kcd"
STRENGTHS = ("err:0.5", "err:1", "err:1.5", "err:2", "err:2.5", "err:3", "err:4", "err:6")
OF_EACH = 8
ROUNDS = 5
PAGE = Path(__file__).parent.parent / "docs" / "evening.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
Played = tuple[float, float, float]
"""What the one who began won, and what each of the two gave away."""


def game(first: str, second: str, number: int) -> Played:
    """One game between two bots, reviewed."""
    rules, seed = load(SHEET), f"evening {first} {second} {number}"
    names = (first, second)
    _, events = play_out(new_game(rules, 2, first=0), [make(name) for name in names], SeededDice(seed))
    report = review(Record(rules, names, names, f"seeded {seed}", first=0, events=events), "win")
    one, two = report.players
    return one.result, one.loss, two.loss


def pool(games: int) -> dict[tuple[int, int], list[Played]]:
    """Games of every two strengths, by who begins."""
    found = {}
    for one, first in enumerate(STRENGTHS):
        for two, second in enumerate(STRENGTHS):
            found[one, two] = [game(first, second, number) for number in range(games)]
        print(f"{first} has played", flush=True)
    return found


def tournament(games: dict[tuple[int, int], list[Played]], seed: int) -> list[list[bool]]:
    """Who of all is one of the best eight, in the order by points, without luck, by what each gave away."""
    dice = Random(seed)
    strength = [number // OF_EACH for number in range(len(STRENGTHS) * OF_EACH)]
    dice.shuffle(strength)
    evening = Evening(Plan(rounds=ROUNDS), seed, length=1)
    given = dict.fromkeys(range(1, len(strength) + 1), 0.0)

    def do(command: c.AnyCommand) -> None:
        nonlocal evening
        result = decide(evening, command, Asked(at=seed, lot=dice.randrange(1 << 30)))
        assert not isinstance(result, Refusal), result
        for event in result:
            evening = evolve(evening, event)

    for number in range(1, len(strength) + 1):
        do(c.Enter(f"Player {number}"))
    for _ in range(ROUNDS):
        do(c.Pair())
        assert evening.now is not None
        for table in evening.now.tables:
            first, second = (strength[player - 1] for player in table.players)
            won, *gave = dice.choice(games[first, second])
            for player, lost in zip(table.players, gave, strict=True):
                given[player] += lost
            do(c.TypeResult(table.number, (round(2 * won), round(2 - 2 * won))))
            do(c.Judge(evening.now.number, table.number, worth_of(gave)))
    orders = (
        [line.player for line in standings(evening)],
        [line.player for line in without_luck(evening)],
        sorted(given, key=lambda player: given[player]),
    )
    return [[strength[player - 1] == 0 for player in order] for order in orders]


def table(tournaments: int, games: int) -> list[str]:
    """The lines that go into the page."""
    played = pool(games)
    found = [tournament(played, seed) for seed in range(1, tournaments + 1)]
    lines = [
        f"{tournaments} tournaments of 64 bots, five rounds of Swiss by `{SHEET}`: eight bots each of "
        + ", ".join(f"`{name}`" for name in STRENGTHS)
        + " (they allow themselves to give away so many hundredths of a win with each decision). "
        f"For every two strengths and either beginning {games} games were played and reviewed; "
        "the tables draw from them.",
        "",
        "| | by points | luck taken out | gave away least | by lot |",
        "| --- | --- | --- | --- | --- |",
    ]
    counts = [[sum(row[place][:OF_EACH]) for row in found] for place in range(3)]

    def line(what: str, values: list[str], lot: str) -> str:
        return f"| {what} | {' | '.join(values)} | {lot} |"

    shares = [
        f"{100 * fmean(one) / OF_EACH:.1f} % ± {196 * stdev(one) / OF_EACH / sqrt(tournaments):.1f} %"
        for one in counts
    ]
    first = [f"{100 * fmean(row[place][0] for row in found):.0f} %" for place in range(3)]
    half = [f"{100 * fmean(number >= OF_EACH // 2 for number in one):.0f} %" for one in counts]
    whole = [f"{100 * fmean(number == OF_EACH for number in one):.0f} %" for one in counts]
    return [
        *lines,
        line("of the true best eight, so many are among the first eight", shares, "12.5 %"),
        line("tournaments in which at least four of them are", half, "1 %"),
        line("tournaments in which all eight are", whole, "0 %"),
        line("tournaments in which one of them is first", first, "12.5 %"),
    ]


def main() -> None:
    """Write the table into the page."""
    words = [int(word) for word in sys.argv[1:]]
    lines = table(words[0] if words else 200, words[1] if len(words) > 1 else 25)
    print("\n".join(lines))
    before, mark, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    assert mark, "the page has no place for the figures"
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
