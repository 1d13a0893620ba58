"""Farkle at a table: one board for all, seat after seat, by any sheet."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from hotdice.game import (
    Command,
    Event,
    Phase,
    Record,
    Refusal,
    Resign,
    Roll,
    State,
    TimeOut,
    new_game,
    print_record,
)
from hotdice.game.events import DiceRolled, Farkled, WindowOpened
from hotdice.game.state import bags_of
from hotdice.match.authority import Match, Waiting
from hotdice.match.facts import Options
from hotdice.match.fair import FairDice, FairDraws
from hotdice.match.games.kind import PLAIN, By, Open, Outcome, Sheet, leaves, read_sheet
from hotdice.match.messages import Request, View
from hotdice.players import Player, make
from hotdice.players.erring_bot import ErringBot
from hotdice.players.ready_champion import ReadyChampion
from hotdice.rules import Ruleset, reference, resolve
from hotdice.rules.bags import bags_for

OFFERED_BOTS = (
    "random",
    "cautious",
    "threshold:500",
    "greedy",
    "thumb",
    "err:2",
    "champion",
    "eager",
    "schemer",
    "sage",
)
"""Those that a page offers: each can sit down as it stands here, from the weakest to the strongest, then
those who play cards."""
SAFE_BOTS = tuple(bot.partition(":")[0] for bot in OFFERED_BOTS)
"""Their kinds, which decide in a moment and start nothing, whatever they are told. `program:FILE` would run
what a stranger names; who wants that takes a seat with it from outside, by a token."""

_COMMANDS = msgspec.json.Decoder(leaves(Command))
_EVENTS = msgspec.json.Decoder(leaves(Event))
_ENCODER = msgspec.json.Encoder()


@lru_cache(maxsize=512)
def read_rules(text: str) -> Ruleset:
    """The rules that a stranger asks for: the name of a shipped sheet, or the data of house rules.

    A server reads the same few again and again, with every table that it sets up or takes up.

    >>> read_rules("classic").title
    'Classic Farkle'

    Raises:
        ValueError: there are none, with a sentence.
    """
    return read_sheet(text, resolve)


def first_state(rules: str, seats: int, options: Options) -> State:
    """The state before the first roll of a table, as whoever follows it needs it.

    >>> first_state("kcd", 2, Options(bags=("6*odd",))).bags
    ('6*odd', '6*standard')
    """
    found = resolve(rules)
    return new_game(found, seats, bags=bags_for(options.bags[:seats], seats, found.dice))


def safe_bot(name: str) -> Player:
    """A bot by name. Names come from strangers: only bots that are quick and start no program will do.

    Raises:
        ValueError: it is not one of those.
    """
    kind = name.partition(":")[0]
    if kind not in SAFE_BOTS:
        raise ValueError(f"bots at a table are {', '.join(SAFE_BOTS)}, not {name[:30]!r}")
    found = make(name)
    # At home these two solve a sheet that has no table yet, and compile; not for who asks from outside.
    if isinstance(found, ErringBot):
        return ReadyChampion(found.amount)
    if kind == "sage":
        from hotdice.players.sage_bot import SageBot  # it needs numpy, which is slow to import

        return SageBot(otherwise=ReadyChampion())
    return ReadyChampion() if kind == "champion" else found


def pack(events: Sequence[Event]) -> tuple[msgspec.Raw, ...]:
    """Events as they stand in the log."""
    return tuple(msgspec.Raw(_ENCODER.encode(event)) for event in events)


def unpack(events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
    """Events from the log."""
    return tuple(_EVENTS.decode(event) for event in events)


def read_command(raw: msgspec.Raw) -> Command:
    """A command that a client sent.

    Raises:
        msgspec.ValidationError: it is none.
    """
    command: Command = _COMMANDS.decode(raw)
    return command


def read_view(fields: dict[str, object]) -> View:
    """A view that was sent, from its plain data; the legal moves are commands again."""
    moves = fields.pop("legal")
    assert isinstance(moves, list)
    legal = tuple(msgspec.convert(move, _COMMANDS.type) for move in moves)
    return msgspec.structs.replace(msgspec.convert(fields | {"legal": ()}, View), legal=legal)


def play_on(match: Match, seat: int, command: Command, *, trusted: bool) -> Match | Refusal:
    """A copy of a match after a command, with the dice that it asks for."""
    copy = match.copy()
    answer = copy.answer(Request("", command, None if trusted else seat))
    if answer.refusal is not None:
        return answer.refusal
    while copy.waiting_for is Waiting.DICE:
        copy.advance()
    return copy.copy()  # without the answer that it remembers


def clock_command(match: Match) -> Command:
    """How the clock ends a turn; in a roll-off there is nothing to decide, so it rolls the die."""
    mover = match.state.mover
    return Roll(mover) if match.state.phase is Phase.ROLL_OFF else TimeOut(mover)


def named(shown: View, names: Sequence[str], players: Sequence[str]) -> View:
    """A view with the names of who sits there and decides there."""
    seats = tuple(
        msgspec.structs.replace(line, name=name, player=player)
        for line, name, player in zip(shown.seats, names, players, strict=True)
    )
    return msgspec.structs.replace(shown, seats=seats)


class FarkleBots:
    """Who may sit at a table of Farkle, however it is played."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit down, or be played against."""
        return OFFERED_BOTS

    def bot(self, name: str) -> Player:
        """A bot by name."""
        return safe_bot(name)


class Farkle(FarkleBots, Open):
    """Farkle by any sheet, shipped or sent as data.

    >>> Farkle().sheet("classic").title
    'Classic Farkle'
    """

    secretive = False
    withholds = False
    stand_in = ""

    def sheet(self, rules: str, options: Options = PLAIN) -> Sheet:
        """The rules by their reference."""
        if options.against:
            raise ValueError("a bot to play against is for duplicate matches")
        found = read_rules(rules)
        bags_of(found, len(options.bags), options.bags)
        return Sheet(reference(found), found.hash, found.title, tuple(found.seats_allowed))

    def title(self, rules: str) -> str:
        """What the rules are called."""
        return read_rules(rules).title

    def begin(self, rules: str, seats: int, draws: FairDraws | None, options: Options = PLAIN) -> Match:
        """A match before its first roll."""
        names = tuple(f"Seat {number}" for number in range(1, seats + 1))
        found = read_rules(rules)
        own = bags_for(options.bags[:seats], seats, found.dice)
        record = Record(found, names, ("human",) * seats, "fair", bags=bags_of(found, seats, own))
        return Match(record, dice=FairDice(draws) if draws is not None else None)

    def with_draws(self, game: Match, draws: FairDraws | None) -> Match:
        """The same match with another source of dice."""
        return game.with_dice(FairDice(draws) if draws is not None else None)

    def drawn(self, game: Match) -> int:
        """How many throws there were."""
        return sum(isinstance(event, DiceRolled) for event in game.record.events)

    def opening(self, game: Match) -> tuple[msgspec.Raw, ...]:
        """Nothing happens before the first roll."""
        return ()

    def command(self, raw: msgspec.Raw) -> Command:
        """A command that a client sent."""
        return read_command(raw)

    def carry_out(self, game: Match, seat: int, command: Command, by: By) -> Outcome | Refusal:
        """What a command leads to."""
        after = play_on(game, seat, command, trusted=by == "table")
        if isinstance(after, Refusal):
            return after
        return Outcome(pack(after.record.events[len(game.record.events) :]), after)

    def after(self, game: Match, events: Sequence[msgspec.Raw]) -> Match:
        """The match after events of its log."""
        return game.after(unpack(events))

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
        """Events from the log."""
        return unpack(events)

    def seen(self, events: Sequence[msgspec.Raw], seat: int | None) -> tuple[msgspec.Raw, ...]:
        """Everybody sees everything that happens; what is hidden are hands, and no event tells one."""
        return tuple(events)

    def resign(self, game: Match, seat: int) -> Command:
        """A seat gives up."""
        return Resign(seat)

    def time_out(self, game: Match, seat: int) -> Command:
        """The clock goes on."""
        return clock_command(game)

    def farkled(self, events: Sequence[msgspec.Raw]) -> bool | None:
        """Whether the throw scored nothing; a card may save its turn afterwards."""
        told = unpack(events)
        if not any(isinstance(event, DiceRolled) for event in told):
            return None
        return any(
            isinstance(event, Farkled) or (isinstance(event, WindowOpened) and event.window == "on_farkle")
            for event in told
        )

    def guessed_at(self, game: Match) -> int | None:
        """The mover, once it is clear who begins."""
        state = game.state
        return state.mover if state.phase not in (Phase.ROLL_OFF, Phase.OVER) else None

    def view(
        self,
        game: Match,
        seat: int | None,
        names: Sequence[str],
        players: Sequence[str],
        *,
        closed: bool = False,
    ) -> bytes:
        """What a seat may see of the game."""
        return _ENCODER.encode(named(game.view(seat, closed=closed), names, players))

    def read_view(self, data: bytes | msgspec.Raw) -> View:
        """A view that was sent."""
        return read_view(msgspec.json.decode(data))

    def record(self, game: Match, names: Sequence[str], players: Sequence[str], dice: str, date: str) -> str:
        """The game so far as a text that replays."""
        told = msgspec.structs.replace(
            game.record, names=tuple(names), players=tuple(players), dice=dice, date=date
        )
        return print_record(told)
