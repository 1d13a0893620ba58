"""What came out of a tournament: plain data, a table of numbers, a picture, and one page for the wall."""

import csv
import io
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hotdice.arena.ratings import Rating
from hotdice.arena.tournament import Standing, TableResult
from hotdice.frozen import Frozen
from hotdice.rules import Ruleset

_BAR, _ROW, _NAMES = 420, 26, 190


class Outcome(Frozen):
    """A finished tournament. `faults` says of each program what it did wrong, by the entrant's name."""

    rules: Ruleset
    form: str
    seed: str
    seating: str
    standings: tuple[Standing, ...]
    tables: tuple[TableResult, ...]
    ratings: Mapping[str, Rating]
    faults: Mapping[str, Sequence[str]]

    @property
    def games(self) -> int:
        """All games together."""
        return sum(table.tally.games for table in self.tables)


def to_json(outcome: Outcome) -> dict[str, Any]:
    """Plain data of a tournament."""
    return {
        "rules": outcome.rules.name,
        "hash": outcome.rules.hash,
        "form": outcome.form,
        "seed": outcome.seed,
        "seating": outcome.seating,
        "games": outcome.games,
        "entrants": [_line(outcome, line) for line in outcome.standings],
        "tables": [_table(table) for table in outcome.tables],
    }


def _line(outcome: Outcome, line: Standing) -> dict[str, Any]:
    name = line.entrant.name
    rating = outcome.ratings.get(name)
    return {
        "rank": line.rank,
        "name": name,
        "share": line.share.mean,
        "low": line.share.low,
        "high": line.share.high,
        "rating": rating.ordinal if rating else None,
        "mu": rating.mu if rating else None,
        "sigma": rating.sigma if rating else None,
        "faults": len(outcome.faults.get(name, ())),
    }


def _table(table: TableResult) -> dict[str, Any]:
    shares = [(entrant.name, table.share(entrant.name)) for entrant in table.entrants]
    return {
        "games": table.tally.games,
        "shares": [
            {"name": name, "share": share.mean, "low": share.low, "high": share.high}
            for name, share in shares
        ],
    }


def to_csv(outcome: Outcome) -> str:
    """One line for each entrant at each table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "games", "name", "share", "low", "high"])
    for number, table in enumerate(outcome.tables, 1):
        for line in _table(table)["shares"]:
            writer.writerow([number, table.tally.games, *line.values()])
    return out.getvalue()


def describe(outcome: Outcome) -> str:
    """The ranking in columns."""
    width = max(len(line.entrant.name) for line in outcome.standings)
    rows = [f"{outcome.rules.title}: {outcome.form}, {outcome.games:,} games", ""]
    rows.append(f"rank  {'name':<{width}}    wins  95 % interval        rating  faults")
    for line in outcome.standings:
        name = line.entrant.name
        rating = outcome.ratings.get(name)
        rows.append(
            f"{line.rank:>4}  {name:<{width}}  {line.share.mean:>6.2%}  {line.share.low:>7.3%} - "
            f"{line.share.high:>7.3%}  {f'{rating.ordinal:.1f}' if rating else '-':>6}"
            f"  {len(outcome.faults.get(name, ())):>6}"
        )
    return "\n".join(rows)


def to_svg(outcome: Outcome) -> str:
    """The ranking as bars with their intervals."""
    rows = len(outcome.standings)
    height = _ROW * rows + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_NAMES + _BAR + 80} {height}" role="img" '
        'font-family="sans-serif" font-size="13"><title>Share of the wins</title>'
    ]
    for row, line in enumerate(outcome.standings):
        top = _ROW * row + 8
        middle = top + 9
        share = line.share
        low, high = (_NAMES + _BAR * value for value in (share.low, share.high))
        parts.append(
            f'<text x="{_NAMES - 8}" y="{middle + 4}" text-anchor="end">{escape(line.entrant.name)}</text>'
            f'<rect x="{_NAMES}" y="{top}" width="{_BAR * share.mean:.1f}" height="18" fill="#b5532a"/>'
            f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="#222" stroke-width="2"/>'
            f'<text x="{_NAMES + _BAR + 8}" y="{middle + 4}">{share.mean:.1%}</text>'
        )
    return "".join(parts) + "</svg>\n"


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .25rem .6rem; text-align: right; }
th:first-child, td:first-child, .name { text-align: left; } thead th { border-bottom: 2px solid #222; }
tbody tr:nth-child(even) { background: #f4efe9; } .scroll { overflow-x: auto; } small { color: #555; }
"""


def to_html(outcome: Outcome) -> str:
    """One page: the ranking, every pair, what went wrong, and how to read it."""
    head = escape(outcome.rules.title)
    ranking = "".join(
        f'<tr><td>{line.rank}</td><td class="name">{escape(line.entrant.name)}</td>'
        f"<td>{line.share.mean:.2%}</td><td>{line.share.low:.2%} to {line.share.high:.2%}</td>"
        f"<td>{_rating_text(outcome, line)}</td></tr>"
        for line in outcome.standings
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Tournament: {head}</title><style>{_STYLE}</style></head><body>"
        f"<h1>Tournament: {head}</h1>"
        f"<p>{escape(outcome.form.capitalize())}, {outcome.games:,} games, "
        f"seating {escape(outcome.seating)}, seed {escape(outcome.seed)}.</p>{to_svg(outcome)}"
        "<h2>Ranking</h2><table><thead><tr><th>rank</th><th class=name>bot</th><th>wins</th>"
        f"<th>95 % interval</th><th>rating</th></tr></thead><tbody>{ranking}</tbody></table>"
        f"{_pairs(outcome)}{_faults(outcome)}"
        "<h2>How to read this</h2><p>Wins are shares of the games, a shared win divided, the mean over all "
        "opponents. Whoever begins has an edge, so everybody begins equally often"
        f"{', with the same dice for all' if outcome.seating == 'duplicate' else ''}. If two intervals "
        "overlap, the order of those two may be luck: play more games. The rating is OpenSkill's cautious "
        "figure, the estimate less three times its uncertainty.</p></body></html>\n"
    )


def _rating_text(outcome: Outcome, line: Standing) -> str:
    rating = outcome.ratings.get(line.entrant.name)
    return f"{rating.ordinal:.1f}" if rating else "-"


def _pairs(outcome: Outcome) -> str:
    """Everybody against everybody, where tables are pairs."""
    names = [line.entrant.name for line in outcome.standings]
    shares: dict[tuple[str, str], float] = {}
    for table in outcome.tables:
        if len(table.entrants) == 2:
            one, other = (entrant.name for entrant in table.entrants)
            shares[one, other], shares[other, one] = table.share(one).mean, table.share(other).mean
    if not shares:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(one)}</td>"
        + "".join(
            f"<td>{shares[one, other]:.1%}</td>" if (one, other) in shares else "<td></td>" for other in names
        )
        + "</tr>"
        for one in names
    )
    return (
        "<h2>Everybody against everybody</h2><p>The row's share of the wins against the column.</p>"
        f'<div class="scroll"><table><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _faults(outcome: Outcome) -> str:
    lines = [
        f"<li><b>{escape(name)}</b>: {len(faults)} lost turns; the first because it {escape(faults[0])}.</li>"
        for name, faults in sorted(outcome.faults.items())
        if faults
    ]
    return f"<h2>What went wrong</h2><ul>{''.join(lines)}</ul>" if lines else ""
