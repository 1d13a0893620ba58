"""The Munchkin Dice table in words: who stands where, the piles, a fight, what a roll would bring."""

import textwrap
from collections.abc import Sequence
from typing import Any

from hotdice.munchkin import Pile, Record, State, Story, can, seen
from hotdice.munchkin import commands as c
from hotdice.munchkin.sheet import PICTURE
from hotdice.munchkin.strength import heroes_strength, monsters_strength, strength
from hotdice.players.munchkin_worth import paid, result_worths, roll_worth
from hotdice.terminal.any_record import head_json
from hotdice.terminal.telling import counted


def seat_lines(state: State, names: Sequence[str], signs: Sequence[str] = ()) -> list[tuple[str, str]]:
    """For every seat its line, and what lies in play before it (nothing where nothing does).

    `signs` stand before the names, each two cells wide or empty.

    >>> from hotdice.munchkin import load, new_game
    >>> seat_lines(new_game(load(), 2), ["Ann", "Bob"])[0]
    ('> Ann  level  1  strength  1  0 cards  woman', '')
    """
    width = max(len(name) for name in names)
    found: list[tuple[str, str]] = []
    for seat, (name, player) in enumerate(zip(names, state.seats, strict=True)):
        mark = ">" if seat == state.mover else " "
        less = f", {player.penalty} less next combat" if player.penalty else ""
        dead = ", dead" if player.dead else ""
        face = f"{signs[seat] or '  '} " if any(signs) else ""
        line = (
            f"{mark} {face}{name:<{width}}  level {player.level:>2}"
            f"  strength {strength(state.sheet, player):>2}"
            f"  {counted(len(player.hand), 'card')}  {player.sex}{less}{dead}"
        )
        found.append((line, ", ".join(state.sheet.by_id[card].name for card in player.play)))
    return found


def pile_lines(state: State) -> list[str]:
    """Both decks with the card on top of their discards.

    >>> from hotdice.munchkin import load, new_game
    >>> pile_lines(new_game(load(), 2))[0].partition(":")[0]
    'Door'
    """
    rows: list[str] = []
    for pile in Pile:
        discard = state.discard(pile)
        top = state.sheet.by_id[discard[-1]].name if discard else "none"
        rows.append(f"{pile.title()}: {len(state.deck(pile))} in the deck, top discard {top}")
    return rows


def table_lines(state: State, names: Sequence[str]) -> list[str]:
    """Everybody's level and cards in play, and the piles, as somebody may see them.

    >>> from hotdice.munchkin import load, new_game
    >>> table_lines(new_game(load(), 2), ["Ann", "Bob"])[0]
    '> Ann  level  1  strength  1  0 cards  woman'
    """
    lines: list[str] = []
    for line, in_play in seat_lines(state, names):
        lines += [line, wrapped(f"in play: {in_play}", indent="    ")] if in_play else [line]
    return [*lines, *(f"  {line}" for line in pile_lines(state))]


def wrapped(text: str, *, indent: str) -> str:
    """A long line in rows of plain text, indented.

    >>> wrapped("Your hand: empty", indent="  ")
    '  Your hand: empty'
    """
    more = indent + "  "
    return textwrap.fill(text, 78, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)


def fight_line(state: State) -> str:
    """Both sides of the fight, or nothing.

    >>> from hotdice.munchkin import load, new_game
    >>> fight_line(new_game(load(), 2))
    ''
    """
    fight = state.fight
    if fight is None:
        return ""
    heroes, monsters = heroes_strength(state, fight), monsters_strength(state, fight)
    return f"The fight: heroes {heroes}, monsters {monsters}."


def story_lines(record: Record) -> list[str]:
    """A kept table in sentences; while it goes on, only what everybody, or its one person, has seen.

    >>> from hotdice.munchkin import load
    >>> story_lines(Record(load(), ("Ann", "Bob"), ("human", "shrewd")))
    []
    """
    state, events = record.replay()
    people = [seat for seat, player in enumerate(record.players) if player == "human"]
    viewer = people[0] if len(people) == 1 else None
    story = Story(record.sheet, record.names)
    told = (story.tell(event if state.over else seen(event, viewer)) for event in events)
    return [text for text in told if text]


def told_table(record: Record) -> list[str]:
    """A recorded table as it is read out: who sat there, every turn, who has won.

    >>> from hotdice.munchkin import load
    >>> told_table(Record(load(), ("Ann", "Bob"), ("human", "shrewd")))[0]
    'Munchkin Dice, to level 10: Ann, Bob (shrewd)'
    """
    seats = [
        name if player == "human" else f"{name} ({player})"
        for name, player in zip(record.names, record.players, strict=True)
    ]
    heading = f"{record.sheet.title}, to level {record.sheet.winning_level}: {', '.join(seats)}"
    lines = [*textwrap.wrap(heading, 78, subsequent_indent="  ")]
    for text in story_lines(record):
        turn = text.startswith("Turn ")
        if turn:
            lines.append("")
        lines += textwrap.wrap(text, 78, initial_indent="" if turn else "  ", subsequent_indent="    ")
    state = record.state()
    standing = ", ".join(f"{name} {level}" for name, level in zip(record.names, state.levels, strict=True))
    return [*lines, "", *textwrap.wrap(f"{'At the end' if state.over else 'So far'}: {standing}.", 78)]


def table_json(record: Record) -> dict[str, Any]:
    """A recorded table as data: who sat there, what happened in sentences, how it stands.

    >>> from hotdice.munchkin import load
    >>> table_json(Record(load(), ("Ann", "Bob"), ("human", "shrewd")))["levels"]
    [1, 1]
    """
    state = record.state()
    return {
        **head_json("munchkin", record.sheet, record),
        "told": story_lines(record),
        "over": state.over,
        "levels": list(state.levels),
        "winners": [seat + 1 for seat in state.winners],
    }


def worth_lines(state: State, seat: int) -> list[str]:
    """What each face of the die would bring a seat now, in levels; `state` is what the seat may see."""
    possible = can(state, c.RollDie(seat))
    now = paid(state, seat) if possible else state
    rows: list[str] = []
    for face, value in result_worths(now, seat).items():
        text = "roll again" if value is None else f"{value:+.2f} levels"
        rows.append(f"{'head' if face == PICTURE else face:>4}  {text}")
    rows.append(f"A roll brings {roll_worth(now, seat):.2f} levels on average, and costs 1.")
    return rows if possible else [*rows, "You have no roll now."]
