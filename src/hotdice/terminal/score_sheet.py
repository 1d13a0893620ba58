"""The score sheet of a recorded game: rounds down, players across, as text or as a page to print."""

from collections.abc import Sequence
from html import escape

from hotdice.frozen import Frozen
from hotdice.game import Record, State, evolve
from hotdice.game import events as e
from hotdice.rules import LastChance
from hotdice.terminal.telling import counted, tell, tell_end


class Line(Frozen):
    """One finished turn on the sheet; `points` is None for a farkle."""

    turn: int
    round: int
    seat: int
    points: int | None
    penalty: int
    total: int
    ruling: bool

    @property
    def shown(self) -> str:
        """The turn in a cell: its points, a dash for a farkle, the penalty with it.

        >>> Line(1, 1, 0, None, 500, -500, ruling=False).shown
        '- -500'
        """
        if self.points is None:
            return f"- -{self.penalty:,}" if self.penalty else "-"
        return f"{self.points:,}" + ("!" if self.ruling else "")


def lines(record: Record) -> list[Line]:
    """Every finished turn of a game, in order.

    >>> from hotdice.game import EnterTurn, new_game, play
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> events = play(new_game(rules, 2), EnterTurn(0, 550))[1]
    >>> [line.shown for line in lines(Record(rules, ("Ann", "Bob"), ("human",) * 2, events=events))]
    ['550']
    """
    found: list[Line] = []
    state = record.opening_state()
    ruling = timed_out = False
    for event in record.events:
        before, state = state, evolve(state, event)
        match event:
            case e.TurnEntered():
                ruling = event.ruling
            case e.TurnTimedOut():
                timed_out = True
            case e.Banked() | e.Farkled():
                points = event.points if isinstance(event, e.Banked) else None
                penalty = event.penalty if isinstance(event, e.Farkled) else 0
                total = state.seats[event.seat].total
                found.append(Line(before.turn, before.round, event.seat, points, penalty, total, ruling))
                ruling = timed_out = False
            case e.TurnBegan() | e.GameEnded() if timed_out:  # a stop that recorded nothing
                seat = before.mover
                total = before.seats[seat].total
                found.append(Line(before.turn, before.round, seat, 0, 0, total, ruling=False))
                timed_out = False
    return found


def remarks(record: Record) -> list[str]:
    """What happened outside the turns: rulings, cards, arrivals, words."""
    outside = (
        e.Adjusted | e.BonusCounted | e.Corrected | e.DiceSet | e.GoalMoved
        | e.Remarked | e.Resigned | e.SeatTaken | e.AdviceUsed
    )  # fmt: skip
    found: list[str] = []
    state = record.opening_state()
    for event in record.events:
        before, state = state, evolve(state, event)
        if isinstance(event, outside):
            found.append(f"Turn {before.turn}: {tell(event, before, state, record.names)}")
    return found


def sheet_text(record: Record) -> list[str]:
    """The sheet in plain characters: for each round what every player scored, and the total then.

    >>> from hotdice.game import EnterTurn, new_game, play
    >>> from hotdice.rules import load
    >>> rules = load("classic")
    >>> events = play(new_game(rules, 2), EnterTurn(0, 550))[1]
    >>> for row in sheet_text(Record(rules, ("Ann", "Bob"), ("human",) * 2, events=events)):
    ...     print(row.rstrip())
    Classic Farkle
    <BLANKLINE>
    round           Ann           Bob
        1    550    550
    total           550             0
    """
    state = record.state()
    rows = [record.rules.title, ""]
    rows.append("round" + "".join(f"{name[:12]:>14}" for name in record.names))
    for number, cells in rounds(record):
        shown = ("" if line is None else f"{line.shown:>6} {line.total:>6,}" for line in cells)
        rows.append(f"{number:>5}" + "".join(f"{cell:>14}" for cell in shown))
    rows.append("total" + "".join(f"{seat.total:>14,}" for seat in state.seats))
    notes = remarks(record)
    if notes:
        rows += ["", *notes]
    if state.over:
        rows += ["", tell_end(state, record.names)]
    return rows


def rounds(record: Record) -> list[tuple[int, list[Line | None]]]:
    """For each round a cell for every seat; a second turn in the same round has a row of its own."""
    table: list[tuple[int, list[Line | None]]] = []
    for line in lines(record):
        row = next(
            (cells for number, cells in table if number == line.round and cells[line.seat] is None), None
        )
        if row is None:
            row = [None] * len(record.names)
            table.append((line.round, row))
        row[line.seat] = line
    return table


_STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; color: #1e1b18; background: #fffcf6; margin: 2rem; }
h1 { font-size: 1.4rem; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #e2d8c6; padding: .3rem .8rem; text-align: right; }
td small { color: #625a50; display: block; } tfoot td { font-weight: 700; }
@media print { body { margin: 0; background: none; } }
"""


def sheet_page(record: Record) -> str:
    """The sheet as one HTML page that prints well and needs nothing else.

    >>> from hotdice.rules import load
    >>> page = sheet_page(Record(load("classic"), ("Ann <3", "Bob"), ("human",) * 2))
    >>> "Ann &lt;3" in page, page.startswith("<!doctype html>")
    (True, True)
    """
    state = record.state()
    head = "".join(f"<th>{escape(name)}</th>" for name in record.names)
    body = "".join(
        f"<tr><th>{number}</th>{''.join(_cell(line) for line in cells)}</tr>\n"
        for number, cells in rounds(record)
    )
    foot = "".join(f"<td>{seat.total:,}</td>" for seat in state.seats)
    notes = "".join(f"<li>{escape(note)}</li>" for note in remarks(record))
    date = f"<p>{escape(record.date)}</p>" if record.date else ""
    end = f"<p><strong>{escape(tell_end(state, record.names))}</strong></p>" if state.over else ""
    title = escape(record.rules.title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>{date}\n"
        f"<table><thead><tr><th>Round</th>{head}</tr></thead>\n<tbody>{body}</tbody>\n"
        f"<tfoot><tr><th>Total</th>{foot}</tr></tfoot></table>\n"
        f"{f'<ul>{notes}</ul>' if notes else ''}{end}</body></html>\n"
    )


def _cell(line: Line | None) -> str:
    if line is None:
        return "<td></td>"
    return f"<td>{escape(line.shown)}<small>{line.total:,}</small></td>"


def standings(state: State, names: Sequence[str]) -> list[str]:
    """The totals with what there is to say about each seat, the mover marked.

    >>> from hotdice.game import parse_position
    >>> standings(parse_position("classic~r3~s1~m1~n~1500.0.y_0.0.n~t0.6"), ["Ann", "Bob"])
    [' > Ann    1,500', '   Bob        0  (not on the board)']
    """
    width = max(len(name) for name in names)
    rows: list[str] = []
    for seat, (name, line) in enumerate(zip(names, state.seats, strict=True)):
        notes: list[str] = []
        if line.gone:
            notes.append("left the game")
        elif not line.opened:
            notes.append("not on the board")
        if line.farkles and state.rules.penalty.points:
            notes.append(f"{counted(line.farkles, 'farkle')} in a row")
        if line.dice:
            notes.append(f"{counted(line.dice, 'die', 'dice')} next turn")
        if seat == state.trigger and state.rules.last_chance is not LastChance.LAST_LICKS:
            notes.append("reached the target first")
        elif seat == state.trigger and not state.over:
            notes.append("to be passed")
        mark = ">" if seat == state.mover and not state.over else " "
        note = f"  ({', '.join(notes)})" if notes else ""
        rows.append(f" {mark} {name:<{width}}  {line.total:>7,}{note}")
    return rows
