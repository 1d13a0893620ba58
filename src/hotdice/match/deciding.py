"""What a command at a table leads to: facts, or a refusal with a code and a sentence. Pure.

`seat` is who speaks. None is the table itself: the clock, a bot's turn, the owner of the server.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec

from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import table_commands as c
from hotdice.match.fair import FairDraws, default_seat_seed
from hotdice.match.games.kind import By, Game
from hotdice.match.people import clean_line, text_reference
from hotdice.match.store import Text
from hotdice.match.table import Table
from hotdice.rules.said import Value


class Decision(msgspec.Struct, frozen=True):
    """The facts of an accepted command, and what is kept beside the log with them.

    `game` is the game after them, where they change it: what the fold of the facts gives, known already.
    """

    facts: tuple[f.AnyFact, ...]
    texts: tuple[Text, ...] = ()
    tokens: tuple[tuple[str, bytes | None], ...] = ()
    places: tuple[tuple[int, str | None], ...] = ()
    game: Game | None = None


Result = Decision | Refusal


def refuse(code: str, says: str, **values: Value) -> Refusal:
    """A refusal: words whose gaps the values fill."""
    return Refusal(code, says, values)


def decide(
    table: Table, seat: int | None, command: c.TableCommand, *, game: str, server_seed: bytes
) -> Result:
    """What a table command leads to."""
    check = _ACTIONS.get(type(command))
    if check is None:
        return refuse("unknown_command", "A table does not know {command}.", command=type(command).__name__)
    if type(command) in _OWNERS and seat is not None and seat != table.owner:
        return refuse("not_owner", "Only the owner of the table may do that.")
    if table.phase == "over" and not isinstance(command, c.Say | c.React):
        return refuse("game_over", "The game is over.")
    return check(table, seat, command, _Around(game, server_seed))


class _Around(msgspec.Struct, frozen=True):
    game: str
    server_seed: bytes


def sit(table: Table, *, ticket: str, person: str, name: Text, seed: str, seat: int | None) -> Result:
    """Somebody takes an empty seat: the one they chose, or the first."""
    if table.phase != "open":
        return refuse("begun", "The game has begun; you can watch it.")
    if table.locked:
        return refuse("locked", "The owner of the table has locked it.")
    if table.seat_of_person(person) is not None:
        return refuse("seated", "You sit here already.")
    empty = [number for number, chair in enumerate(table.chairs) if chair.empty]
    if not empty:
        return refuse("full", "Every seat is taken; you can watch.")
    if seat is not None and seat not in empty:
        return refuse("taken", "Seat {seat:seat} is taken.", seat=seat)
    place = empty[0] if seat is None else seat
    fact = f.SeatTaken(place, ticket, person, name.ref, seed)
    return Decision((fact,), texts=(name,), places=((place, person),))


def retake(table: Table, person: str, ticket: str) -> Result:
    """Somebody comes to their seat from another device: a new ticket, and the old one is worth nothing."""
    seat = table.seat_of_person(person)
    if seat is None:
        return refuse("not_seated", "You do not sit here.")
    return Decision((f.SeatRetaken(seat, ticket),), tokens=((table.chairs[seat].ticket, None),))


def finish(table: Table, reason: str, server_seed: bytes) -> Result:
    """End a game that is not played to its end; its seed is shown all the same."""
    if table.phase == "over":
        return refuse("game_over", "The game is over.")
    return Decision((f.GameFinished(reason, server_seed.hex()),))  # type: ignore[arg-type]


def bot_moves(table: Table, seat: int, command: Any, server_seed: bytes) -> Result:
    """The decision of the bot that is to decide for a seat, or the end of its turn where it made none."""
    if all(turn.seat != seat for turn in table.bot_turns):
        return refuse("no_bot", "No bot is to move.")
    if command is not None:
        result = _carry_out(table, seat, command, server_seed, by="bot")
        if isinstance(result, Decision):
            return result
    # A bot that fails, hangs or answers nonsense loses its own turn, by the rule for lost time.
    return _end_turn(table, seat, server_seed)


def time_is_up(table: Table, seat: int, server_seed: bytes) -> Result:
    """The clock of a seat has run out: a bot sits in, or its turn ends."""
    if seat not in table.asked:
        return refuse("not_playing", "Nobody waits for that seat.")
    if table.opened.options.stand_in and not table.chairs[seat].decided_by:
        return Decision((f.StandInSeated(seat, table.opened.options.stand_in),))
    return _end_turn(table, seat, server_seed)


def _end_turn(table: Table, seat: int, server_seed: bytes) -> Result:
    assert table.game is not None
    return _carry_out(table, seat, table.kind.time_out(table.game, seat), server_seed, by="table")


def _carry_out(table: Table, seat: int, command: Any, server_seed: bytes, *, by: By) -> Result:
    """Let the game decide, and take its events as one fact."""
    if table.game is None or table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    try:
        outcome = table.kind.carry_out(table.game, seat, command, by)
    except (TypeError, AttributeError) as error:  # what a broken bot takes for a command
        if by != "bot":
            raise
        return refuse("bad_command", "That is no command of this game: {error}", error=str(error))
    if isinstance(outcome, Refusal):
        return outcome
    played: tuple[f.AnyFact, ...] = (f.Played(seat, outcome.events),)
    if outcome.game.over:
        played += (f.GameFinished("played", server_seed.hex()),)
    return Decision(played, game=outcome.game)


def _play(table: Table, seat: int | None, command: c.Play, around: _Around) -> Result:
    if seat is None:
        return refuse("not_seated", "You watch this game; only its players move.")
    if table.chairs[seat].stand_in:
        return refuse("stand_in", "A bot plays for you; come back first.")
    try:
        asked = table.kind.command(command.command)
    except msgspec.DecodeError as error:
        return refuse("bad_command", "That is no command of this game: {error}", error=str(error))
    return _carry_out(table, seat, asked, around.server_seed, by="player")


def _give_seed(table: Table, seat: int | None, command: c.GiveSeed, around: _Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only a seat adds to the dice.")
    if table.phase != "open":
        return refuse("begun", "The game has begun; its seeds are fixed.")
    if len(command.seed) % 2:
        return refuse("bad_seed", "A seed is a whole number of bytes, two hex digits each.")
    return Decision((f.SeedGiven(seat, command.seed),))


def _leave(table: Table, seat: int | None, command: c.Leave, around: _Around) -> Result:
    if seat is None:
        return refuse("not_seated", "You do not sit here.")
    if table.phase == "open":
        return _free(table, seat)
    assert table.game is not None
    if not table.kind.has_acted(table.game, seat):
        return Decision((f.GameFinished("declined", around.server_seed.hex()),))
    resign = table.kind.resign(table.game, seat)
    if resign is not None:
        return _carry_out(table, seat, resign, around.server_seed, by="player")
    if table.chairs[seat].stand_in:
        return refuse("stand_in", "A bot plays for you already.")
    return Decision((f.StandInSeated(seat, table.kind.stand_in),))


def _free(table: Table, seat: int) -> Result:
    ticket = table.chairs[seat].ticket
    return Decision((f.SeatFreed(seat),), tokens=((ticket, None),) if ticket else (), places=((seat, None),))


def _say(table: Table, seat: int | None, command: c.Say, around: _Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only who sits here may speak.")
    if not table.opened.options.chat:
        return refuse("no_chat", "This table has no chat.")
    line = clean_line(command.text)
    if not line:
        return refuse("empty", "There is nothing to say in that.")
    salt = os.urandom(16)
    text = Text(text_reference(salt, line), salt, line)
    return Decision((f.Said(seat, text.ref),), texts=(text,))


def _react(table: Table, seat: int | None, command: c.React, around: _Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only who sits here may react.")
    if not table.opened.options.reactions:
        return refuse("no_reactions", "This table has no reactions.")
    if command.reaction not in c.REACTIONS:
        return refuse("unknown_reaction", "Reactions are {known}.", known=", ".join(c.REACTIONS))
    return Decision((f.Reacted(seat, command.reaction),))


def _come_back(table: Table, seat: int | None, command: c.ComeBack, around: _Around) -> Result:
    if seat is None or not table.chairs[seat].stand_in:
        return refuse("not_away", "No bot sits in for you.")
    return Decision((f.PlayerBack(seat),))


def _begin(table: Table, seat: int | None, command: c.Begin, around: _Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    taken = tuple(number for number, chair in enumerate(table.chairs) if not chair.empty)
    before: tuple[f.AnyFact, ...] = ()
    places: tuple[tuple[int, str | None], ...] = ()
    if len(taken) < len(table.chairs):
        if not command.fewer:
            empty = tuple(number for number in range(len(table.chairs)) if number not in taken)
            return refuse(
                "not_full", "Still empty: seat {seats:numbers}. Wait, or put a bot there.", seats=empty
            )
        sheet = table.kind.sheet(table.opened.rules, table.opened.options.against)
        if len(taken) not in sheet.seats:
            return refuse(
                "too_few", "{sheet} needs at least {low} players.", sheet=sheet.title, low=sheet.seats[0]
            )
        before = (f.SeatsOrdered(taken),)
        gone = ((place, None) for place in range(len(taken), len(table.chairs)))
        places = (*((place, table.chairs[old].person or None) for place, old in enumerate(taken)), *gone)
    chairs = [table.chairs[seat] for seat in taken]
    seeds = tuple(
        chair.seed or default_seat_seed(around.game, number).hex() for number, chair in enumerate(chairs)
    )
    begun = f.GameBegun(seeds, tuple(bool(chair.seed) for chair in chairs))
    draws = FairDraws(around.server_seed, around.game, [bytes.fromhex(seed) for seed in seeds])
    opened = table.opened
    game = table.kind.begin(opened.rules, len(chairs), draws, opened.options.against)
    dealt = table.kind.opening(game)
    played = (f.Played(None, dealt),) if dealt else ()
    return Decision((*before, begun, *played), places=places)


def _seat_bot(table: Table, seat: int | None, command: c.SeatBot, around: _Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].empty:
        return refuse("taken", "Seat {seat:seat} is not empty.", seat=command.seat)
    try:
        table.kind.bot(command.bot)
    except ValueError as error:
        return refuse("unknown_bot", "Such a bot does not play here: {error}.", error=str(error))
    return Decision((f.BotSeated(command.seat, command.bot),))


def _remove(table: Table, seat: int | None, command: c.Remove, around: _Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun; nobody can be removed now.")
    if command.seat >= len(table.chairs) or table.chairs[command.seat].empty:
        return refuse("empty_seat", "Nobody sits on seat {seat:seat}.", seat=command.seat)
    return _free(table, command.seat)


def _order(table: Table, seat: int | None, command: c.Order, around: _Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    if sorted(command.order) != list(range(len(table.chairs))):
        return refuse("bad_order", "An order names every seat once.")
    places = tuple((place, table.chairs[old].person or None) for place, old in enumerate(command.order))
    return Decision((f.SeatsOrdered(command.order),), places=places)


def _lock(table: Table, seat: int | None, command: c.Lock, around: _Around) -> Result:
    if command.locked == table.locked:
        return refuse("no_change", "It is so already.")
    return Decision((f.TableLocked(command.locked),))


def _hand_over(table: Table, seat: int | None, command: c.HandOver, around: _Around) -> Result:
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].ticket:
        return refuse("nobody", "No person sits on seat {seat:seat}.", seat=command.seat)
    return Decision((f.OwnerChanged(command.seat),))


def _replace(table: Table, seat: int | None, command: c.Replace, around: _Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    # What the owner may not know yet may not decide over the answer either.
    if command.seat >= len(table.chairs) or (
        table.chairs[command.seat].bot or table.stand_in_seen(command.seat, seat)
    ):
        return refuse("no_player", "No player decides on seat {seat:seat}.", seat=command.seat)
    try:
        table.kind.bot(command.bot)
    except ValueError as error:
        return refuse("unknown_bot", "Such a bot does not play here: {error}.", error=str(error))
    return Decision((f.StandInSeated(command.seat, command.bot),))


def _skip(table: Table, seat: int | None, command: c.Skip, around: _Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    if seat in table.asked:
        return refuse("own_turn", "It is your own turn.")
    if not table.asked:
        return refuse("nobody", "Nobody is awaited.")
    return _end_turn(table, table.asked[0], around.server_seed)


def _stop_clock(table: Table, seat: int | None, command: c.StopClock, around: _Around) -> Result:
    if not table.opened.clock.turn or table.paused or table.phase != "playing":
        return refuse("no_clock", "No clock is running.")
    return Decision((f.ClockStopped(),))


def _start_clock(table: Table, seat: int | None, command: c.StartClock, around: _Around) -> Result:
    if not table.paused:
        return refuse("no_change", "The clock is not paused.")
    return Decision((f.ClockStarted(),))


_OWNERS = {
    c.Begin, c.SeatBot, c.Remove, c.Order, c.Lock, c.HandOver, c.Replace, c.Skip, c.StopClock, c.StartClock
}  # fmt: skip
_ACTIONS: dict[type[c.TableCommand], Callable[[Table, int | None, Any, _Around], Result]] = {
    c.Play: _play,
    c.GiveSeed: _give_seed,
    c.Leave: _leave,
    c.Say: _say,
    c.React: _react,
    c.ComeBack: _come_back,
    c.Begin: _begin,
    c.SeatBot: _seat_bot,
    c.Remove: _remove,
    c.Order: _order,
    c.Lock: _lock,
    c.HandOver: _hand_over,
    c.Replace: _replace,
    c.Skip: _skip,
    c.StopClock: _stop_clock,
    c.StartClock: _start_clock,
}
