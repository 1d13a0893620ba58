"""What a command at a table leads to: facts, or a refusal with a code and a sentence.

It changes nothing, and the same question gets the same answer; only the salt of a line of chat is drawn.

`seat` is who speaks. None is the table itself: the clock, a bot's turn, the owner of the server.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import table_commands as c
from hotdice.match.fair import FairDraws, default_seat_seed, seal_of
from hotdice.match.games.kind import By, Game
from hotdice.match.people import clean_line, text_reference
from hotdice.match.store import Text
from hotdice.match.table import Chair, Table, evolve, time_left
from hotdice.rules.said import Value


class Decision(Frozen):
    """The facts of an accepted command, and what is kept beside the log with them.

    `game` is the game after them, where they change it: what the fold of the facts gives, known already.
    """

    facts: tuple[f.AnyFact, ...]
    texts: tuple[Text, ...] = ()
    tokens: tuple[tuple[str, bytes | None], ...] = ()
    places: tuple[tuple[int, str | None], ...] = ()
    game: Game | None = None


Result = Decision | Refusal
AWAY_SECONDS = 30
"""Who has been away for so long, or is out of time, may be skipped or replaced."""
MOST_IN_A_ROW = 3
"""So many of these acts in a row end a game."""


def refuse(code: str, says: str, **values: Value) -> Refusal:
    """A refusal: words whose gaps the values fill."""
    return Refusal(code, says, values)


class Around(Frozen):
    """What a decision may ask for beside the table.

    `away` says for how many milliseconds a seat has had no connection.
    """

    game: str
    server_seed: bytes
    now: int = 0
    away: Callable[[int], int] = lambda seat: 0


def decide(table: Table, seat: int | None, command: c.TableCommand, around: Around) -> Result:
    """What a table command leads to."""
    check = _ACTIONS.get(type(command))
    if check is None:
        return refuse("unknown_command", "A table does not know {command}.", command=type(command).__name__)
    if type(command) in _OWNERS and seat is not None and seat != table.owner:
        return refuse("not_owner", "Only the owner of the table may do that.")
    if table.phase == "over" and not isinstance(command, c.Say | c.React | c.Wear):
        return refuse("game_over", "The game is over.")
    return check(table, seat, command, around)


def sit(
    table: Table,
    *,
    ticket: str,
    person: str,
    name: Text,
    seat: int | None,
    past: tuple[int, int] = (0, 0),
) -> Result:
    """Somebody takes an empty seat: the one they chose, or the first.

    `past` is how many games they have left early, and how many they have had.
    """
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
    fact = f.SeatTaken(place, ticket, person, name.ref, left=past[0], games=past[1])
    return Decision((fact,), texts=(name,), places=((place, person),))


def retake(table: Table, person: str, ticket: str) -> Result:
    """Somebody comes to their seat from another device: a new ticket, and the old one is worth nothing."""
    seat = table.seat_of_person(person)
    if seat is None:
        return refuse("not_seated", "You do not sit here.")
    return Decision((f.SeatRetaken(seat, ticket),), tokens=((table.chairs[seat].ticket, None),))


def shut_out(table: Table, person: str, ticket: str) -> Result:
    """Whoever holds the token of somebody's seat holds nothing any more; its player may take it anew."""
    seat = table.seat_of_person(person)
    if seat is None or table.phase == "over":
        return refuse("not_seated", "You do not sit here.")
    return Decision((f.SeatRetaken(seat, ticket),), tokens=((table.chairs[seat].ticket, None),))


def finish(table: Table, reason: str, server_seed: bytes) -> Result:
    """End a game that is not played to its end; its seed is shown all the same."""
    if table.phase == "over":
        return refuse("game_over", "The game is over.")
    return Decision((f.GameFinished(reason, server_seed.hex()),))  # type: ignore[arg-type]


def restore(table: Table, epoch: str, server_seed: bytes) -> Decision | None:
    """What becomes of a match whose database was restored from a backup; None where it is known already.

    In a duplicate match the same dice are still to come for others, so it cannot go on with new ones.
    """
    if table.epoch == epoch or table.phase == "over":
        return None
    drawn = table.kind.drawn(table.game) if table.game is not None else 0
    facts: tuple[f.AnyFact, ...] = (f.Restored(epoch, drawn),)
    if table.phase == "playing" and table.kind.withholds:
        facts += (f.GameFinished("closed", server_seed.hex()),)
    return Decision(facts)


def bot_moves(
    table: Table,
    seat: int,
    command: Any,
    server_seed: bytes,
    on_fault: Callable[[Refusal], None] = lambda refusal: None,
) -> Result:
    """The decision of the bot that is to decide for a seat, or the end of its turn where it made none.

    `on_fault` hears why a decision was none.
    """
    if all(turn.seat != seat for turn in table.bot_turns):
        return refuse("no_bot", "No bot is to move.")
    if command is not None:
        result = carry_out(table, seat, command, server_seed, by="bot")
        if isinstance(result, Decision):
            return result
        on_fault(result)
    # A bot that fails, hangs or answers nonsense loses its own turn, by the rule for lost time.
    return end_turn(table, seat, server_seed)


def time_is_up(table: Table, seat: int, server_seed: bytes) -> Result:
    """The clock of a seat has run out: a bot sits in, or its turn ends."""
    if seat not in table.asked:
        return refuse("not_playing", "Nobody waits for that seat.")
    if table.opened.options.stand_in and not table.chairs[seat].decided_by:
        return Decision((f.StandInSeated(seat, table.opened.options.stand_in),))
    return end_turn(table, seat, server_seed)


def end_turn(table: Table, seat: int, server_seed: bytes) -> Result:
    """The turn of a seat ends by the rule for lost time."""
    assert table.game is not None
    return carry_out(table, seat, table.kind.time_out(table.game, seat), server_seed, by="table")


def carry_out(table: Table, seat: int, command: Any, server_seed: bytes, *, by: By) -> Result:
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
    played: tuple[f.AnyFact, ...] = (f.Played(None if by == "table" else seat, outcome.events),)
    if outcome.game.over:
        played += (f.GameFinished("played", server_seed.hex()),)
    return Decision(played, game=outcome.game)


def _play(table: Table, seat: int | None, command: c.Play, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "You watch this game; only its players move.")
    if table.chairs[seat].stand_in:
        return refuse("stand_in", "A bot plays for you; come back first.")
    try:
        asked = table.kind.command(command.command)
    except msgspec.DecodeError as error:
        return refuse("bad_command", "That is no command of this game: {error}", error=str(error))
    result = carry_out(table, seat, asked, around.server_seed, by="player")
    if isinstance(result, Decision) and asked == table.kind.resign(table.game, seat):
        return _marked(result, seat)
    return result


def _marked(result: Decision, seat: int) -> Decision:
    """A decision by which a player leaves a game under way, with the mark that it leaves."""
    return msgspec.structs.replace(result, facts=(f.PlayerLeft(seat), *result.facts))


def _seal_seed(table: Table, seat: int | None, command: c.SealSeed, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only a seat adds to the dice.")
    if table.phase != "open" or (table.closing and not table.chairs[seat].seal):
        return refuse("begun", "The game has begun; its seeds are fixed.")
    if table.chairs[seat].seal == command.seal:
        return refuse("no_change", "It is so already.")
    return Decision((f.SeedSealed(seat, command.seal),))


def _give_seed(table: Table, seat: int | None, command: c.GiveSeed, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only a seat adds to the dice.")
    chair = table.chairs[seat]
    if table.phase != "open" or (table.closing and not chair.sealed):
        return refuse("begun", "The game has begun; its seeds are fixed.")
    if len(command.seed) % 2:
        return refuse("bad_seed", "A seed is a whole number of bytes, two hex digits each.")
    if chair.opened or (not chair.seal and any(other.opened for other in table.chairs)):
        # Who knows the seeds of others may not choose the own one.
        return refuse("opened", "Seeds have been opened; seal another one first.")
    if chair.seal and seal_of(command.seed) != chair.seal:
        return refuse("other_seed", "That is not the seed that this seat has sealed.")
    if chair.seal and not table.closing and not all(other.bound for other in table.chairs):
        return refuse("too_early", "A sealed seed is opened when every seat is bound to one.")
    given = f.SeedGiven(seat, command.seed)
    opened = evolve(table, given, table.at, lambda _: None)
    if table.closing and not any(other.sealed for other in opened.chairs):
        return _begun(opened.chairs, table, (given,), around)
    return Decision((given,))


def _leave(table: Table, seat: int | None, command: c.Leave, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "You do not sit here.")
    if table.phase == "open":
        return _free(table, seat)
    assert table.game is not None
    if not table.moved:  # nobody has seen how the game begins
        return Decision((f.GameFinished("declined", around.server_seed.hex()),))
    resign = table.kind.resign(table.game, seat)
    if resign is not None:
        result = carry_out(table, seat, resign, around.server_seed, by="player")
        return _marked(result, seat) if isinstance(result, Decision) else result
    if table.chairs[seat].stand_in:
        return refuse("stand_in", "A bot plays for you already.")
    return _marked(Decision((f.StandInSeated(seat, table.kind.stand_in),)), seat)


def _free(table: Table, seat: int) -> Result:
    ticket = table.chairs[seat].ticket
    return Decision((f.SeatFreed(seat),), tokens=((ticket, None),) if ticket else (), places=((seat, None),))


def _say(table: Table, seat: int | None, command: c.Say, around: Around) -> Result:
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


def _react(table: Table, seat: int | None, command: c.React, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only who sits here may react.")
    if not table.opened.options.reactions:
        return refuse("no_reactions", "This table has no reactions.")
    if command.reaction not in c.REACTIONS:
        return refuse("unknown_reaction", "Reactions are {known}.", known=", ".join(c.REACTIONS))
    return Decision((f.Reacted(seat, command.reaction),))


def _wear(table: Table, seat: int | None, command: c.Wear, around: Around) -> Result:
    if seat is None:
        return refuse("not_seated", "Only who sits here has a face.")
    if table.chairs[seat].face == command.face:
        return refuse("no_change", "You wear that face already.")
    return Decision((f.FaceWorn(seat, command.face),))


def _come_back(table: Table, seat: int | None, command: c.ComeBack, around: Around) -> Result:
    if seat is None or not table.chairs[seat].stand_in:
        return refuse("not_away", "No bot sits in for you.")
    return Decision((f.PlayerBack(seat),))


def _begin(table: Table, seat: int | None, command: c.Begin, around: Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    if table.closing:
        late = tuple(number for number, chair in enumerate(table.chairs) if chair.sealed)
        return refuse("closing", "The device of seat {seats:numbers} has still to open its seed.", seats=late)
    taken = tuple(number for number, chair in enumerate(table.chairs) if not chair.empty)
    before: tuple[f.AnyFact, ...] = ()
    places: tuple[tuple[int, str | None], ...] = ()
    if len(taken) < len(table.chairs):
        if not command.fewer:
            empty = tuple(number for number in range(len(table.chairs)) if number not in taken)
            return refuse(
                "not_full", "Still empty: seat {seats:numbers}. Wait, or put a bot there.", seats=empty
            )
        sheet = table.kind.sheet(table.opened.rules, table.opened.options)
        if len(taken) not in sheet.seats:
            return refuse(
                "too_few", "{sheet} needs at least {low} players.", sheet=sheet.title, low=sheet.seats[0]
            )
        before = (f.SeatsOrdered(taken),)
        gone = ((place, None) for place in range(len(taken), len(table.chairs)))
        places = (*((place, table.chairs[old].person or None) for place, old in enumerate(taken)), *gone)
    after = evolve(table, before[0], table.at, lambda _: None) if before else table
    if any(chair.sealed for chair in after.chairs):
        return Decision((*before, f.BeginAsked()), places=places)
    return _begun(after.chairs, table, before, around, places)


def _begun(
    chairs: tuple[Chair, ...],
    table: Table,
    before: tuple[f.AnyFact, ...],
    around: Around,
    places: tuple[tuple[int, str | None], ...] = (),
) -> Decision:
    """The game begins: every seat's seed is known."""
    seeds = tuple(
        chair.seed or default_seat_seed(around.game, number).hex() for number, chair in enumerate(chairs)
    )
    begun = f.GameBegun(seeds, tuple(bool(chair.seed) for chair in chairs))
    draws = FairDraws(around.server_seed, around.game, [bytes.fromhex(seed) for seed in seeds])
    game = table.kind.begin(table.opened.rules, len(chairs), draws, table.opened.options)
    dealt = table.kind.opening(game)
    played = (f.Played(None, dealt),) if dealt else ()
    return Decision((*before, begun, *played), places=places)


def _seat_bot(table: Table, seat: int | None, command: c.SeatBot, around: Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].empty:
        return refuse("taken", "Seat {seat:seat} is not empty.", seat=command.seat)
    try:
        table.kind.bot(command.bot)
    except ValueError as error:
        return refuse("unknown_bot", "Such a bot does not play here: {error}.", error=str(error))
    return Decision((f.BotSeated(command.seat, command.bot),))


def _remove(table: Table, seat: int | None, command: c.Remove, around: Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun; nobody can be removed now.")
    if command.seat >= len(table.chairs) or table.chairs[command.seat].empty:
        return refuse("empty_seat", "Nobody sits on seat {seat:seat}.", seat=command.seat)
    return _free(table, command.seat)


def _order(table: Table, seat: int | None, command: c.Order, around: Around) -> Result:
    if table.phase != "open":
        return refuse("begun", "The game has begun.")
    if sorted(command.order) != list(range(len(table.chairs))):
        return refuse("bad_order", "An order names every seat once.")
    places = tuple((place, table.chairs[old].person or None) for place, old in enumerate(command.order))
    return Decision((f.SeatsOrdered(command.order),), places=places)


def _lock(table: Table, seat: int | None, command: c.Lock, around: Around) -> Result:
    if command.locked == table.locked:
        return refuse("no_change", "It is so already.")
    return Decision((f.TableLocked(command.locked),))


def _hand_over(table: Table, seat: int | None, command: c.HandOver, around: Around) -> Result:
    if command.seat >= len(table.chairs) or not table.chairs[command.seat].ticket:
        return refuse("nobody", "No person sits on seat {seat:seat}.", seat=command.seat)
    return Decision((f.OwnerChanged(command.seat),))


def _replace(table: Table, seat: int | None, command: c.Replace, around: Around) -> Result:
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
    if command.seat == seat:  # who lets a bot play for themselves wrongs nobody
        return Decision((f.StandInSeated(seat, command.bot),))
    away = _absence(table, command.seat, around)
    if away is None:
        return _present(command.seat)
    done = f.PlayerReplaced(command.seat, command.bot, _by(table, seat), away)
    if table.in_a_row + 1 >= MOST_IN_A_ROW:
        return Decision((done, f.GameFinished("abandoned", around.server_seed.hex())))
    return Decision((done,))


def _skip(table: Table, seat: int | None, command: c.Skip, around: Around) -> Result:
    if table.phase != "playing":
        return refuse("not_begun", "The game has not begun.")
    if seat in table.asked:
        return refuse("own_turn", "It is your own turn.")
    late = [asked for asked in table.asked if not table.chairs[asked].decided_by]
    if not late:
        return refuse("nobody", "Nobody is awaited.")
    away = _absence(table, late[0], around)
    if away is None:
        return _present(late[0])
    done = f.TurnSkipped(late[0], _by(table, seat), away)
    if table.in_a_row + 1 >= MOST_IN_A_ROW:
        return Decision((done, f.GameFinished("abandoned", around.server_seed.hex())))
    result = end_turn(table, late[0], around.server_seed)
    if isinstance(result, Refusal):
        return result
    return msgspec.structs.replace(result, facts=(done, *result.facts))


def _by(table: Table, seat: int | None) -> int:
    """Who did something to another player; the owner of the server acts in the place of the table's owner."""
    return table.owner if seat is None else seat


def _present(seat: int) -> Refusal:
    return refuse(
        "present",
        "Seat {seat:seat} is there and has time; who is away can be skipped after {seconds} seconds.",
        seat=seat,
        seconds=AWAY_SECONDS,
    )


def _absence(table: Table, seat: int, around: Around) -> int | None:
    """For how many seconds a seat has been away, 0 where it is out of time; None where it is present."""
    away = around.away(seat) // 1000
    if away >= AWAY_SECONDS:
        return away
    return 0 if not table.paused and time_left(table, seat, around.now) == 0 else None


def _stop_clock(table: Table, seat: int | None, command: c.StopClock, around: Around) -> Result:
    if not table.opened.clock.turn or table.paused or table.phase != "playing":
        return refuse("no_clock", "No clock is running.")
    return Decision((f.ClockStopped(),))


def _start_clock(table: Table, seat: int | None, command: c.StartClock, around: Around) -> Result:
    if not table.paused:
        return refuse("no_change", "The clock is not paused.")
    return Decision((f.ClockStarted(),))


_OWNERS = {
    c.Begin, c.SeatBot, c.Remove, c.Order, c.Lock, c.HandOver, c.Replace, c.Skip, c.StopClock, c.StartClock
}  # fmt: skip
_ACTIONS: dict[type[c.TableCommand], Callable[[Table, int | None, Any, Around], Result]] = {
    c.Play: _play,
    c.SealSeed: _seal_seed,
    c.GiveSeed: _give_seed,
    c.Leave: _leave,
    c.Say: _say,
    c.React: _react,
    c.Wear: _wear,
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
