"""A game as a person sees it: a few lines of text, and the table as SVG for notebooks."""

from html import escape

from hotdice.coach.charts import PIPS
from hotdice.game import Bank, Phase, State, Step, can, recorded_points
from hotdice.rules.said import say_dice

_SIDE, _GAP, _ROW = 56, 12, 26


def tell_game(state: State, names: tuple[str, ...]) -> str:
    """The score sheet and what the game waits for.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155")
    >>> print(tell_game(state, ("Ann", "Bob")))
    PlayMonster Farkle, round 9
    > Ann   9,000  400 this turn
      Bob   9,500
    Ann keeps of 1 5 5: 155 (200), 15 (150), 1 (100), 55 (100), 5 (50).
    """
    when = {
        Phase.ROLL_OFF: "roll-off",
        Phase.OVER: "over",
        Phase.LAST: f"round {state.round}, last turns",
        Phase.PLAY_OFF: "play-off",
    }.get(state.phase, f"round {state.round}")
    wide = max(map(len, names))
    digits = max(len(f"{total:,}") for total in state.totals)
    lines = [f"{state.rules.title}, {when}"]
    for index, (name, seat) in enumerate(zip(names, state.seats, strict=True)):
        mark = ">" if index == state.mover and not state.over else " "
        note = _note(state, index)
        lines.append(f"{mark} {name:<{wide}}   {seat.total:>{digits},}{'  ' + note if note else ''}")
    lines.append(waits_for(state, names))
    return "\n".join(lines)


def _note(state: State, index: int) -> str:
    seat = state.seats[index]
    if seat.gone:
        return "has left"
    if state.over:
        return "wins" if index in state.winners else ""
    if index == state.mover and state.turn_total:
        return f"{state.turn_total:,} this turn"
    return "" if seat.opened else "not on the board"


def waits_for(state: State, names: tuple[str, ...]) -> str:
    """One sentence: who may do what now.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> waits_for(new_game(load("classic"), 2), ("Ann", "Bob"))
    'Ann to roll six dice.'
    """
    name = names[state.mover]
    match state.step:
        case Step.OVER:
            winners = " and ".join(names[seat] for seat in state.winners) or "Nobody"
            return f"{winners} won."
        case Step.KEEP:
            found = state.rules.table.options(state.faces).options
            keeps = ", ".join(f"{option.keep} ({option.points:,})" for option in found)
            return f"{name} keeps of {' '.join(map(str, state.faces))}: {keeps}."
        case Step.ROLL:
            return f"{name} to roll {say_dice(len(state.dice_to_roll))}."
        case Step.DECIDE:
            dice = say_dice(len(state.dice_to_roll))
            if not can(state, Bank(state.mover)):
                return f"{name} must roll {dice}."
            return f"{name} rolls {dice} or banks {recorded_points(state, state.turn_total):,}."
        case Step.WAIT:
            return f"The dice of {name} are in the air."
        case _:
            return f"{name} may play a card, or pass."


def draw_die(face: int, x: float, y: float) -> str:
    """One die as SVG, its upper left corner at a place."""
    middle, step = _SIDE / 2, _SIDE / 4
    pips = "".join(
        f'<circle cx="{x + middle + a * step:g}" cy="{y + middle + b * step:g}" r="5" '
        f'fill="{"#b3401c" if face == 1 else "#1e1b18"}"/>'
        for a, b in PIPS[face]
    )
    box = (
        f'<rect x="{x:g}" y="{y:g}" width="{_SIDE}" height="{_SIDE}" rx="9" fill="#fbf6ea" stroke="#c9bfa8"/>'
    )
    return box + pips


def draw_game(state: State, names: tuple[str, ...]) -> str:
    """The table as SVG text: scores, the dice that lie there, and what the game waits for.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155")
    >>> draw_game(state, ("Ann", "Bob")).count("<rect")
    4
    """
    said = waits_for(state, names)
    width = max(6 * (_SIDE + _GAP) + _GAP, 8 * len(said) + 2 * _GAP)
    table = _SIDE + 2 * _GAP
    height = table + _ROW * (len(names) + 1) + _GAP
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="15" role="img" '
        f'aria-label="{escape(tell_game(state, names).replace(chr(10), "; "), quote=True)}">',
        f'<rect width="{width}" height="{table}" rx="14" fill="#1f4d3a"/>',
    ]
    rows += [draw_die(face, _GAP + n * (_SIDE + _GAP), _GAP) for n, face in enumerate(state.faces)]
    for index, name in enumerate(names):
        y = table + _ROW * (index + 1) - 6
        bold = ' font-weight="700"' if index == state.mover and not state.over else ""
        note = _note(state, index)
        rows.append(
            f'<text x="{_GAP}" y="{y}" fill="currentColor"{bold}>{escape(name)}</text>'
            f'<text x="{_GAP + 200}" y="{y}" text-anchor="end" fill="currentColor"{bold}>'
            f"{state.seats[index].total:,}</text>"
            f'<text x="{_GAP + 220}" y="{y}" fill="currentColor">{escape(note)}</text>'
        )
    y = table + _ROW * (len(names) + 1) - 6
    rows.append(f'<text x="{_GAP}" y="{y}" fill="currentColor">{escape(said)}</text></svg>')
    return "".join(rows)


def page_of(state: State, names: tuple[str, ...]) -> str:
    """The table for a notebook: its title and the picture."""
    return f"<div><strong>{escape(state.rules.title)}</strong><br>{draw_game(state, names)}</div>"
