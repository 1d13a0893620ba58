"""The page `docs/strength.md` from the counts of `scripts.strength`."""

from collections.abc import Mapping

from hotdice.odds.solitaire import Solitaire
from hotdice.players import bots
from hotdice.players.policy import champion_table
from hotdice.rules import load, shipped
from scripts.strength import LINE_UP, Cell

Counts = Mapping[tuple[str, str, str, str], Cell]

HEAD = """# How strong the bots are

Every cell is the share of the wins of the bot in the row against the bot in the column, in per cent, a shared
win divided. The seats take turns to begin. Behind ± is half the interval of 95 %. `strength.csv` has every
number with its games and its interval.

    python -m scripts.strength

plays what is missing (1,000,000 games a cell, all of them inside compiled code) and
writes this page.

"""


def page(counts: Counts) -> str:
    """The whole page."""
    parts = [HEAD, "| bot | character |\n| --- | --- |\n"]
    characters = {bot.name: bot.character for bot in bots()}
    parts += [f"| `{name}` | {characters[name.partition(':')[0]]} |\n" for name in LINE_UP]
    sheets = [name for name in shipped() if any(key[0] == name for key in counts)]
    parts.append("\n## The champion against itself\n\n")
    parts.append("Seat 1 begins. How often it wins, by the solver's table and by the simulator:\n\n")
    parts.append(
        "| sheet | solved | games | simulated | interval of 95 % |\n| --- | --- | --- | --- | --- |\n"
    )
    for sheet in sheets:
        cell = counts.get((sheet, "champion", "champion", "fixed"))
        if cell:
            interval = f"{cell.low:.3%} to {cell.high:.3%}"
            solved = f"{solved_share(sheet):.3%}"
            parts.append(f"| {sheet} | {solved} | {cell.games:,} | {cell.share:.3%} | {interval} |\n")
    for sheet in sheets:
        games = sorted({cell.games for key, cell in counts.items() if key[0] == sheet})
        words = " or ".join(f"{number:,}" for number in games)
        parts.append(f"\n## {load(sheet).title}\n\n{words} games a cell.\n\n{_table(sheet, counts)}")
    return "".join(parts)


def solved_share(sheet: str) -> float:
    """How often the player who begins wins, by the solver's table."""
    table = champion_table(load(sheet))
    assert not isinstance(table, Solitaire)
    return table.first_player_wins


def _table(sheet: str, counts: Counts) -> str:
    head = "| | " + " | ".join(f"`{name}`" for name in LINE_UP) + " |\n"
    rows = [head, "| --- " * (len(LINE_UP) + 1) + "|\n"]
    for row in LINE_UP:
        cells = [_cell(sheet, row, column, counts) for column in LINE_UP]
        rows.append(f"| `{row}` | " + " | ".join(cells) + " |\n")
    return "".join(rows)


def _cell(sheet: str, row: str, column: str, counts: Counts) -> str:
    cell, mirrored = counts.get((sheet, row, column, "rotate")), False
    if cell is None:
        cell, mirrored = counts.get((sheet, column, row, "rotate")), True
    if cell is None or row == column:
        return ""
    share = 1 - cell.share if mirrored else cell.share
    return f"{100 * share:.2f} ± {50 * (cell.high - cell.low):.2f}"
