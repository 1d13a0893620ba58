"""What a party may do more than other tables: a television is its host, phones are cups and prophets. Pure.

Everything else is decided as at any table. The host is the television, or the seat that owns the table; who
is in the same room needs no proof that somebody is away.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec

from hotdice.game import Refusal
from hotdice.match import deciding
from hotdice.match import facts as f
from hotdice.match import table_commands as c
from hotdice.match.deciding import Around, Decision, Result, carry_out, end_turn, refuse
from hotdice.match.kinds import KINDS
from hotdice.match.people import clean_name, text_reference
from hotdice.match.store import Text
from hotdice.match.table import Table

MOST_SEATS = 8
"""Chairs of a party, where its sheet has as many."""
CLAIM_SECONDS = 5
"""A seat whose phone has been away for so long may be taken over by another phone."""
_MOVES = frozenset({"Roll", "Keep", "Bank", "PassWindow"})
"""What a host may do for others: nothing that needs a look at somebody's cards."""


def decide(table: Table, seat: int | None, command: c.TableCommand, around: Around) -> Result:
    """What a command leads to at any table; `seat` None is the television where the table is a party's."""
    act = _ACTIONS.get(type(command)) if table.opened.options.party else None
    if act is None:
        return deciding.decide(table, seat, command, around)
    if type(command) is not c.Guess and seat is not None and seat != table.owner:
        return refuse("not_owner", "Only the owner of the table may do that.")
    if table.phase == "over":
        return refuse("game_over", "The game is over.")
    return act(table, seat, command, around)


def chairs_of(kind: str, rules: str) -> int:
    """How many chairs a party has by a sheet.

    >>> chairs_of("farkle", "classic"), chairs_of("farkle", "munchkin-farkle")
    (8, 5)

    Raises:
        ValueError: there is no such game, with a sentence.
    """
    if kind not in KINDS or KINDS[kind].withholds:
        raise ValueError("a party plays Farkle or the Munchkin Dice table")
    return min(MOST_SEATS, KINDS[kind].sheet(rules).seats[-1])


def claim(table: Table, seat: int, person: str, ticket: str, away: int) -> Result:
    """Another phone takes over a seat; `away` is for how many milliseconds its own has had no connection."""
    if not table.opened.options.party:
        return refuse("not_a_party", "Only at a party a seat can be taken over.")
    if table.phase == "over":
        return refuse("game_over", "The game is over.")
    if seat >= len(table.chairs) or not table.chairs[seat].ticket:
        return refuse("nobody", "No person sits on seat {seat:seat}.", seat=seat)
    if table.seat_of_person(person) is not None:
        return refuse("seated", "You sit here already.")
    if away < CLAIM_SECONDS * 1000:
        return refuse("present", "The phone of seat {seat:seat} is there.", seat=seat)
    return Decision(
        (f.SeatClaimed(seat, ticket, person),),
        tokens=((table.chairs[seat].ticket, None),),
        places=((seat, person),),
    )


def _guess(table: Table, seat: int | None, command: c.Guess, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only who sits here may guess.")
    mover = table.kind.guessed_at(table.game) if table.phase == "playing" else None
    if mover is None:
        return refuse("nothing_to_guess", "There is no throw to guess at.")
    if seat == mover:
        return refuse("own_turn", "It is your own turn.")
    if table.chairs[seat].guess == ("farkle" if command.farkle else "scores"):
        return refuse("no_change", "It is so already.")
    return Decision((f.Guessed(seat, command.farkle),))


def _choose_game(table: Table, seat: int | None, command: c.ChooseGame, around: Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    try:
        seats = chairs_of(command.kind, command.rules)
    except ValueError as error:
        return refuse("bad_wish", "This table cannot be set up: {error}", error=str(error)[:300])
    sheet = KINDS[command.kind].sheet(command.rules)
    people = sum(bool(chair.ticket) for chair in table.chairs)
    same_kind = command.kind == table.opened.kind
    taken = people + (sum(bool(chair.bot) for chair in table.chairs) if same_kind else 0)
    if taken > seats:
        return refuse("too_many", "{sheet} is for at most {high} players.", sheet=sheet.title, high=seats)
    if (sheet.reference, command.kind) == (table.opened.rules, table.opened.kind):
        return refuse("no_change", "It is so already.")
    chosen = f.GameChosen(command.kind, sheet.reference, sheet.hash, seats)
    kept = [chair for chair in table.chairs if chair.ticket or (chair.bot and same_kind)]
    people_now = [chair.person or None for chair in kept]
    places = people_now + [None] * (max(seats, len(table.chairs)) - len(people_now))
    return Decision((chosen,), places=tuple(enumerate(places)))


def _rename(table: Table, seat: int | None, command: c.Rename, around: Around) -> Result:
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].ticket:
        return refuse("nobody", "No person sits on seat {seat:seat}.", seat=command.seat)
    name = clean_name(command.name)
    if not name:
        return refuse("bad_name", "That name has nothing to show.")
    salt = os.urandom(16)
    text = Text(text_reference(salt, name), salt, name)
    return Decision((f.SeatRenamed(command.seat, text.ref),), texts=(text,))


def _hints(table: Table, seat: int | None, command: c.Hints, around: Around) -> Result:
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].ticket:
        return refuse("nobody", "No person sits on seat {seat:seat}.", seat=command.seat)
    if table.chairs[command.seat].hints == command.on:
        return refuse("no_change", "It is so already.")
    return Decision((f.HintsSet(command.seat, command.on),))


def _play_for(table: Table, seat: int | None, command: c.PlayFor, around: Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    if command.seat not in table.asked or table.chairs[command.seat].decided_by:
        return refuse("not_playing", "Nobody waits for that seat.")
    try:
        move = table.kind.command(command.command)
    except msgspec.DecodeError as error:
        return refuse("bad_command", "That is no command of this game: {error}", error=str(error))
    if type(move).__name__ not in _MOVES:
        return refuse("not_yours", "The host throws, keeps and banks for others, and nothing else.")
    result = carry_out(table, command.seat, move, around.server_seed, by="player")
    if isinstance(result, Refusal):
        return result
    return msgspec.structs.replace(result, facts=(f.PlayedFor(command.seat), *result.facts))


def _skip(table: Table, seat: int | None, command: c.Skip, around: Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    late = [asked for asked in table.asked if not table.chairs[asked].decided_by]
    if not late:
        return refuse("nobody", "Nobody is awaited.")
    done = f.TurnSkipped(late[0], table.owner, around.away(late[0]) // 1000)
    result = end_turn(table, late[0], around.server_seed)
    if isinstance(result, Refusal):
        return result
    return msgspec.structs.replace(result, facts=(done, *result.facts))


def _replace(table: Table, seat: int | None, command: c.Replace, around: Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    if command.seat >= len(table.chairs) or table.chairs[command.seat].decided_by:
        return refuse("no_player", "No player decides on seat {seat:seat}.", seat=command.seat)
    try:
        table.kind.bot(command.bot)
    except ValueError as error:
        return refuse("unknown_bot", "Such a bot does not play here: {error}.", error=str(error))
    away = around.away(command.seat) // 1000
    return Decision((f.PlayerReplaced(command.seat, command.bot, table.owner, away),))


_ACTIONS: dict[type[c.TableCommand], Callable[[Table, int | None, Any, Around], Result]] = {
    c.Guess: _guess,
    c.ChooseGame: _choose_game,
    c.Rename: _rename,
    c.Hints: _hints,
    c.PlayFor: _play_for,
    c.Skip: _skip,
    c.Replace: _replace,
}
