"""The table of docs/benchmark.md: `python -m scripts.benchmark_table [--task TASK] [--only BOT] [--add ...]`.

Evaluates the baselines on all tasks, or those that are named, writes what it finds into docs/benchmark.csv
and the table between the marks of docs/benchmark.md. Bots that cannot be asked everywhere play `--games`
games, with cards against `sage`. `--add NAME=FILE` evaluates a policy and enters it under that name;
`--enter FILE` takes over a result of `hotdice evaluate --json`, `--note` says how it was made. Without
`--run` only the table is written anew.
"""

import argparse
import csv
import json
from pathlib import Path

from hotdice.arena import Match, Seating, share_of, simulate
from hotdice.arena.evaluation import KINDS, Evaluation, evaluate
from hotdice.arena.tasks import TASKS, Task, task

DOCS = Path(__file__).parents[1] / "docs"
RESULTS, PAGE = DOCS / "benchmark.csv", DOCS / "benchmark.md"
BOTS = (
    "random", "cautious", "greedy", "threshold:300", "thumb", "paper:3", "paper", "turn-optimal", "champion",
)  # fmt: skip
FIELDS = ("task", "player", "exact", "chance", "low", "high", "exploited", *KINDS, "note")
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
Result = dict[str, str]


def stored() -> dict[tuple[str, str], Result]:
    """What has been found so far, by task and player."""
    if not RESULTS.exists():
        return {}
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return {(row["task"], row["player"]): row for row in csv.DictReader(file)}


def entered(name: str, player: str, found: Evaluation, note: str) -> Result:
    """A result as a line of the file."""
    numbers = {"chance": found.chance, "low": found.low, "high": found.high, "exploited": found.exploited}
    numbers |= {kind: found.loss.get(kind) for kind in KINDS}
    shown = {key: "" if value is None else f"{value:.6f}" for key, value in numbers.items()}
    if not found.exact:
        note = ", ".join(filter(None, [note, f"{found.games:,} games"]))
    return {"task": name, "player": player, "exact": str(int(found.exact)), **shown, "note": note}


def store(results: dict[tuple[str, str], Result]) -> None:
    """Write the file, tasks in their order, the best player first."""
    order = [each.name for each in TASKS]
    rows = sorted(results.values(), key=lambda row: (order.index(row["task"]), -float(row["chance"])))
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def table(results: dict[tuple[str, str], Result]) -> str:
    """The results for people, in percent.

    >>> table({}).splitlines()[0][:52]
    '| task | player | wins against the champion | its be'
    """
    lines = [
        "| task | player | wins against the champion | its best answer wins | dice | too soon | too late "
        "| last turns |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in results.values():
        chance = f"{100 * float(row['chance']):.3f} %"
        if row["exact"] != "1":
            chance += f" ± {50 * (float(row['high']) - float(row['low'])):.2f}"
        answer = f"{50 + 100 * float(row['exploited']):.2f} %" if row["exploited"] else ""
        kinds = " | ".join(f"{100 * float(row[kind]):.2f}" if row[kind] else "" for kind in KINDS)
        name = row["player"] + (f" ({row['note']})" if row["note"] else "")
        lines.append(f"| `{row['task']}` | {name} | {chance} | {answer} | {kinds} |")
    return "\n".join(lines)


def measured(of: Task, player: str, games: int) -> Evaluation:
    """What a player is worth on a task: exactly, by games without the luck, or with cards by its wins."""
    rules = of.rules
    if rules.deck is None:
        return evaluate(player, rules, games=games, players=of.players, seed="table")
    match = Match.of(rules, [player, *["sage"] * (of.players - 1)], seed="table", seating=Seating.ROTATE)
    tally = simulate(match, games).tally
    share = share_of(tally, 0)
    return Evaluation(
        player=player, rules=rules.name, exact=False, chance=share.mean, low=share.low, high=share.high,
        best=1 / of.players, loss={}, games=tally.games,
    )  # fmt: skip


def write_page() -> None:
    """Put the table between the marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(stored())}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Evaluate what was asked for, and write the table."""
    parser = argparse.ArgumentParser(description="Make the table of docs/benchmark.md.")
    parser.add_argument("--run", action="store_true", help="evaluate the baselines")
    parser.add_argument("--task", action="append", default=[])
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--add", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--enter", type=Path, metavar="FILE", help="a result as JSON")
    parser.add_argument("--player", default="", help="the name of what --enter takes over")
    parser.add_argument("--note", default="")
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    tasks = given.task or [each.name for each in TASKS]
    players = {bot: bot for bot in given.only or BOTS} if given.run else {}
    players |= dict(text.split("=", 1) for text in given.add)
    for name in tasks:
        for player, what in players.items():
            try:
                found = measured(task(name), what, given.games)
            except ValueError as reason:
                print(f"{name} {player}: {reason}", flush=True)
                continue
            results = stored()
            note = given.note if what != player else ""
            results[name, player] = entered(name, player, found, note)
            store(results)
            write_page()  # a run that is broken off leaves file and page that agree
            print(f"{name} {player} {100 * found.chance:.3f} %", flush=True)
    if given.enter is not None:
        told = json.loads(given.enter.read_text(encoding="utf-8"))
        told.pop("behind", None)
        results = stored()
        for name in tasks:
            results[name, given.player] = entered(name, given.player, Evaluation(**told), given.note)
        store(results)
    write_page()


if __name__ == "__main__":
    main()
