"""An evening in words: the tables of a round, the standings, slips to sign, pages to print."""

from html import escape

from hotdice.club.evening.plan import UNIT, Plan, TimeUp, place_points, show_points
from hotdice.club.evening.standings import Line, LuckFree, standings, without_luck
from hotdice.club.evening.state import Evening, Round, Scores, Table
from hotdice.club.evening.ties import MEANINGS, NAMES, show_value
from hotdice.coach.report import page

SYSTEMS = {"swiss": "Swiss", "everyone": "everyone against everyone", "knockout": "knock-out"}
TIME_UP: dict[TimeUp, str] = {
    "round": "When time is up, finish the round, so that all had as many turns; then the scores count.",
    "turn": "When time is up, finish the turn; then the scores count.",
    "now": "When time is up, hands off: the scores count, points of an open turn do not.",
}


def plan_lines(plan: Plan) -> list[str]:
    """A plan in a few sentences.

    >>> plan_lines(Plan(title="Club night", size=4, rounds=3))[1]
    'Swiss, tables of 4, 3 rounds, rules: classic.'
    """
    rounds = f", {plan.rounds} rounds" if plan.rounds else ""
    lines = [
        plan.title,
        f"{SYSTEMS[plan.system].capitalize()}, tables of {plan.size}{rounds}, rules: {plan.rules}.",
    ]
    if plan.system != "knockout":
        worth = ", ".join(show_points(points) for points in place_points(plan, plan.size))
        lines.append(f"Points for the places: {worth}.")
        lines.append("Level on points: " + ", then ".join(NAMES[name] for name in plan.tie_breaks) + ".")
    if plan.minutes:
        lines.append(f"{plan.minutes} minutes a round. {TIME_UP[plan.time_up]}")
    return lines


def names_at(evening: Evening, players: tuple[int, ...]) -> list[str]:
    """The names of some players."""
    return [evening.players[player - 1].name for player in players]


def show_scores(scores: Scores) -> str:
    """Scores in the order of the seats.

    >>> show_scores((10000, None))
    '10,000 : not there'
    """
    return " : ".join("not there" if score is None else f"{score:,}" for score in scores)


def table_line(evening: Evening, one: Round, table: Table) -> str:
    """A table of a round on one line: who sits there, and what is known of it."""
    names = " - ".join(names_at(evening, table.players))
    what = "third place  " if one.third == table.number else ""
    if table.scores is not None:
        state = show_scores(table.scores) + (" (corrected)" if table.trace else "")
        state += {"walkover": " (walkover)", "match": " (played online)"}.get(table.how or "", "")
    elif table.disputed:
        state = "two different results: " + ", ".join(show_scores(claim.scores) for claim in table.claims)
    elif table.claims:
        state = f"{show_scores(table.claims[0].scores)}, to be confirmed"
    else:
        state = "-"
    return f"{table.number:>5}  {what}{names}   {state}"


def round_lines(evening: Evening, one: Round) -> list[str]:
    """A round: its tables in order, the first named starts, and who is free."""
    title = f"Round {one.number}" + (" (knock-out)" if one.stage == "knockout" else "")
    lines = [title, "table  who sits there (the first one starts)"]
    lines += [table_line(evening, one, table) for table in one.tables]
    if one.byes:
        lines.append(" free  " + ", ".join(names_at(evening, one.byes)))
    return lines


def place_words(line: Line) -> str:
    """A place, shared or not.

    >>> place_words(Line(5, 1, "Ann", 0, 0, 0, (), last=8))
    '5-8'
    """
    return f"{line.place}-{line.last}" if line.last else str(line.place)


def standings_rows(evening: Evening) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of the standings."""
    ties = [name for name in evening.plan.tie_breaks if name != "lot"]
    head = ["", "", "points", "games", *(NAMES[name] for name in ties)]
    rows = []
    for line in standings(evening):
        values = dict(zip(evening.plan.tie_breaks, line.ties, strict=True))
        name = line.name + (" (gone)" if line.gone else "")
        shown = [show_value(tie, values[tie]) for tie in ties]
        rows.append([place_words(line), name, show_points(line.points), str(line.games), *shown])
    return head, rows


def standings_lines(evening: Evening) -> list[str]:
    """The standings as lines of text."""
    return _columns(*standings_rows(evening))


def luck_lines(evening: Evening) -> list[str]:
    """The second table as lines of text."""
    head = ["", "", "without luck", "points", "judged"]
    return _columns(head, [_luck_row(line) for line in without_luck(evening)])


def _luck_row(line: LuckFree) -> list[str]:
    judged = f"{line.judged} of {line.games}"
    return [str(line.place), line.name, f"{line.points:.2f}", show_points(round(line.by_dice * UNIT)), judged]


def _columns(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[place]) for row in [head, *rows]) for place in range(len(head))]
    return [
        "  ".join(
            text.ljust(width) if place == 1 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in [head, *rows]
    ]


def slip_lines(evening: Evening, one: Round, table: Table) -> list[str]:
    """A slip for a table: who plays, room for the scores, room to sign."""
    lines = [f"{evening.plan.title}   round {one.number}   table {table.number}"]
    for place, name in enumerate(names_at(evening, table.players)):
        starts = " (starts)" if place == 0 else ""
        lines.append(f"  {name + starts:<36} score ________  signed ______________")
    if evening.plan.minutes:
        lines.append(f"  {evening.plan.minutes} minutes. {TIME_UP[evening.plan.time_up]}   time was up [ ]")
    return lines


def slips_page(evening: Evening, one: Round) -> str:
    """All slips of a round as a page to print and cut."""
    slips = []
    for table in one.tables:
        rows = "".join(
            f"<tr><td>{escape(name)}{' (starts)' if place == 0 else ''}</td>"
            "<td>score</td><td class='line'></td><td>signed</td><td class='line'></td></tr>"
            for place, name in enumerate(names_at(evening, table.players))
        )
        time = ""
        if evening.plan.minutes:
            time = (
                f"<p>{evening.plan.minutes} minutes. {TIME_UP[evening.plan.time_up]} Time was up &#9744;</p>"
            )
        slips.append(
            f"<section class='slip'><h2>{escape(evening.plan.title)}, round {one.number}, "
            f"table {table.number}</h2><table>{rows}</table>{time}</section>"
        )
    return page(
        f"{evening.plan.title}: slips of round {one.number}", f"<style>{_PRINT}</style>" + "".join(slips)
    )


def standings_page(evening: Evening) -> str:
    """The standings, the last round and every correction as a page to print."""
    head, rows = standings_rows(evening)
    parts = [f"<style>{_PRINT}</style><h1>{escape(evening.plan.title)}</h1>"]
    parts += [f"<p>{escape(line)}</p>" for line in plan_lines(evening.plan)[1:]]
    parts.append(_table(head, rows))
    if evening.plan.system != "knockout":
        told = "".join(f"<dt>{NAMES[name]}</dt><dd>{MEANINGS[name]}</dd>" for name in evening.plan.tie_breaks)
        parts.append(f"<dl>{told}</dl>")
    trace = correction_lines(evening)
    if trace:
        parts.append("<h2>Corrected</h2>" + "".join(f"<p>{escape(line)}</p>" for line in trace))
    if evening.luck_shown:
        head = ["", "", "without luck", "points", "judged"]
        parts.append(
            "<h2>Luck taken out</h2>" + _table(head, [_luck_row(line) for line in without_luck(evening)])
        )
    return page(evening.plan.title, "".join(parts))


def correction_lines(evening: Evening) -> list[str]:
    """Every correction of the evening: what stood there, what stands there now, and why."""
    return [
        f"Round {one.number}, table {table.number} ({', '.join(names_at(evening, table.players))}): "
        f"{show_scores(change.before)} became {show_scores(change.after)}. {change.reason}"
        for one in evening.rounds
        for table in one.tables
        for change in table.trace
    ]


def _table(head: list[str], rows: list[list[str]]) -> str:
    first = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


_PRINT = (
    ".slip{break-inside:avoid;border-bottom:1px dashed;padding:1rem 0}.slip table{width:100%}"
    ".slip td{padding:.7rem .4rem}.line{border-bottom:1px solid;min-width:7rem}"
    "table{border-collapse:collapse}td,th{padding:.25rem .6rem;text-align:right}"
    "td:nth-child(2),.slip td{text-align:left}dt{font-weight:bold}"
)
