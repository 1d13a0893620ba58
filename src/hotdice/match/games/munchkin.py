"""The Munchkin Dice table online: hands stay hidden, and the first valid word closes a window."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match.facts import Options
from hotdice.match.fair import FairDraws
from hotdice.match.games.fair_chance import FairChance
from hotdice.match.games.kind import NO_BAGS, PLAIN, BotTurn, By, Open, Outcome, Unguessed, leaves, read_sheet
from hotdice.match.games.kind import Sheet as ShownSheet
from hotdice.munchkin import (
    ChanceSource,
    Command,
    Event,
    Record,
    Sheet,
    State,
    Window,
    fold,
    legal,
    new_game,
    play,
    print_record,
    reference,
    resolve,
    seen,
    view,
)
from hotdice.munchkin.account import account
from hotdice.munchkin.commands import Deadline, Deal, Move, Throw
from hotdice.munchkin.loading import NAME
from hotdice.munchkin.tasks import AnswerFight, AnswerRoll
from hotdice.players import UnknownBot
from hotdice.players.munchkin_player import MunchkinPlayer
from hotdice.players.munchkin_registry import make_munchkin, munchkin_bots

STAND_IN = "steady"
"""The bot that plays for who leaves, and decides where a clock runs out."""

_COMMAND = msgspec.json.Decoder(leaves(Command))
_EVENT = msgspec.json.Decoder(leaves(Event))
_ENCODER = msgspec.json.Encoder()
_STATE_FIELDS = tuple(field for field in msgspec.structs.fields(State) if field.name != "sheet")


class Step(Frozen):
    """One command of the table, chance included, with the events that it led to; so it stands in the log."""

    command: msgspec.Raw
    events: tuple[msgspec.Raw, ...]


_STEP = msgspec.json.Decoder(Step)


class TableView(Frozen):
    """What a seat may know: a state in which hidden cards read `?`, and the moves that it has."""

    seat: int | None
    state: State
    legal: tuple[Command, ...]


class TableGame(Frozen):
    """A table as it stands, with its bots and the source of its dice and cards."""

    state: State
    commands: tuple[Command, ...] = ()
    chance: ChanceSource | None = None
    bots: Mapping[int, MunchkinPlayer] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may decide now."""
        return self.state.asked

    @property
    def bot_turns(self) -> tuple[BotTurn, ...]:
        """Every bot among those that are asked."""
        moment = len(self.commands)
        return tuple(
            BotTurn(seat, moment, _choice(self.bots[seat], view(self.state, seat), seat))
            for seat in self.state.asked
            if seat in self.bots
        )

    def with_bots(self, bots: Mapping[int, Any]) -> "TableGame":
        """The same table with other bots on its seats."""
        return replace(self, bots=dict(bots))

    def clock_of(self, seat: int) -> object:
        """A clock begins anew with every decision; one window has one clock for all who are asked."""
        state = self.state
        if isinstance(state.task, AnswerRoll | AnswerFight):
            return "window", state.turn, state.chances
        return len(self.commands)


def _choice(bot: MunchkinPlayer, shown: State, seat: int) -> Any:
    return lambda: bot.choose(shown, seat)


@lru_cache(maxsize=256)
def _read_rules(text: str) -> Sheet:
    """The sheet that a text names; it is asked for at every view, so it is worked out once."""
    return read_sheet(text, resolve)


_REFERENCES: dict[str, str] = {}


def _reference(sheet: Sheet) -> str:
    """The text that names a sheet, worked out once."""
    if sheet.hash not in _REFERENCES:
        if len(_REFERENCES) > 1_000:
            _REFERENCES.clear()
        _REFERENCES[sheet.hash] = reference(sheet)
    return _REFERENCES[sheet.hash]


class MunchkinDice(Open, Unguessed):
    """The Munchkin Dice table.

    >>> MunchkinDice().sheet("munchkin-dice").title
    'Munchkin Dice'
    """

    secretive = True
    withholds = False
    stand_in = STAND_IN

    def sheet(self, rules: str, options: Options = PLAIN) -> ShownSheet:
        """The rules by their reference; online the first valid word closes a window, unless they say else."""
        if options.bags:
            raise ValueError(NO_BAGS)
        if options.against:
            raise ValueError("a bot to play against is for duplicate matches")
        found = _read_rules(rules)
        if rules == NAME or (found.window is Window.IN_ORDER and '"window"' not in rules):
            found = replace(found, window=Window.FIRST_COME)
        seats = tuple(range(found.min_players, found.max_players + 1))
        return ShownSheet(reference(found), found.hash, self.title(reference(found)), seats)

    def title(self, rules: str) -> str:
        """What the rules are called; the window that every table online has goes without saying."""
        return _read_rules(rules).title.replace(f", window {Window.FIRST_COME}", "")

    def begin(self, rules: str, seats: int, draws: FairDraws | None, options: Options = PLAIN) -> TableGame:
        """A table before the first card is dealt."""
        state = new_game(_read_rules(rules), seats)
        return TableGame(state, chance=None if draws is None else FairChance(draws))

    def with_draws(self, game: TableGame, draws: FairDraws | None) -> TableGame:
        """The same table with another source of dice and cards."""
        return replace(game, chance=None if draws is None else FairChance(draws))

    def drawn(self, game: TableGame) -> int:
        """How many dice and cards chance has brought."""
        return sum(isinstance(command, Deal | Throw) for command in game.commands)

    def opening(self, game: TableGame) -> tuple[msgspec.Raw, ...]:
        """The cards that are dealt before anybody decides."""
        return tuple(_by_chance(game)[1])

    def command(self, raw: msgspec.Raw) -> Command:
        """A command that a client sent."""
        command: Command = _COMMAND.decode(raw)
        return command

    def carry_out(self, game: TableGame, seat: int, command: Command, by: By) -> Outcome | Refusal:
        """What a command leads to, with the dice and cards that it asks for."""
        if by != "table" and (not isinstance(command, Move) or command.seat != seat):
            return Refusal("not_yours", "That is not for your seat to ask.", {"seat": seat})
        result = play(game.state, command)
        if isinstance(result, Refusal):
            return result
        state, events = result
        after = replace(game, state=state, commands=(*game.commands, command))
        after, steps = _by_chance(after)
        return Outcome((_step(command, events), *steps), after)

    def after(self, game: TableGame, events: Sequence[msgspec.Raw]) -> TableGame:
        """The table after steps of its log."""
        steps = [_STEP.decode(event) for event in events]
        commands = tuple(_COMMAND.decode(step.command) for step in steps)
        happened = tuple(_EVENT.decode(event) for step in steps for event in step.events)
        return replace(game, state=fold(game.state, happened), commands=game.commands + commands)

    def unpack(self, events: Sequence[msgspec.Raw]) -> tuple[Event, ...]:
        """Events as they were told."""
        return tuple(_EVENT.decode(event) for event in events)

    def seen(self, events: Sequence[msgspec.Raw], seat: int | None) -> tuple[msgspec.Raw, ...]:
        """The events of steps, with the cards blank that a seat may not see."""
        steps = [_STEP.decode(event) for event in events]
        happened = [_EVENT.decode(event) for step in steps for event in step.events]
        return tuple(msgspec.Raw(_ENCODER.encode(seen(event, seat))) for event in happened)

    def resign(self, game: TableGame, seat: int) -> Command | None:
        """Nobody can take cards and levels away from the table: a bot plays on for who leaves."""
        return None

    def time_out(self, game: TableGame, seat: int) -> Command:
        """The clock closes a window; elsewhere it decides as a steady player would."""
        if isinstance(game.state.task, AnswerRoll | AnswerFight):
            return Deadline()
        return make_munchkin(STAND_IN).choose(view(game.state, seat), seat)

    def view(
        self,
        game: TableGame,
        seat: int | None,
        names: Sequence[str],
        players: Sequence[str],
        *,
        closed: bool = False,
    ) -> bytes:
        """What a seat may see of the table."""
        shown = view(game.state, seat)
        moves = legal(shown, seat) if seat is not None and seat in game.asked else ()
        state = {field.name: getattr(shown, field.name) for field in _STATE_FIELDS}
        rules = _reference(game.state.sheet)
        told = {"seat": seat, "rules": rules, "state": state, "legal": moves, "account": account(shown)}
        return _ENCODER.encode(told)

    def read_view(self, data: bytes | msgspec.Raw) -> TableView:
        """A view that was sent; its state can be asked like any other, as far as it is seen."""
        fields = msgspec.json.decode(data)
        told = fields["state"]
        parts = {field.name: msgspec.convert(told[field.name], field.type) for field in _STATE_FIELDS}
        state = State(sheet=_read_rules(fields["rules"]), **parts)
        moves = tuple(msgspec.convert(move, _COMMAND.type) for move in fields["legal"])
        return TableView(fields["seat"], state, moves)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that may sit at a table."""
        return tuple(bot.name for bot in munchkin_bots())

    def bot(self, name: str) -> MunchkinPlayer:
        """A bot by name."""
        try:
            return make_munchkin(name)
        except UnknownBot as error:
            raise ValueError(str(error)) from None

    def record(
        self, game: TableGame, names: Sequence[str], players: Sequence[str], dice: str, date: str
    ) -> str:
        """The game so far as a text that replays."""
        told = Record(game.state.sheet, tuple(names), tuple(players), dice, date, game.commands)
        return print_record(told)


def _step(command: Command, events: Sequence[Event]) -> msgspec.Raw:
    packed = tuple(msgspec.Raw(_ENCODER.encode(event)) for event in events)
    return msgspec.Raw(_ENCODER.encode(Step(msgspec.Raw(_ENCODER.encode(command)), packed)))


def _by_chance(game: TableGame) -> tuple[TableGame, list[msgspec.Raw]]:
    """The table after what chance brings until somebody is to decide, and the steps to there."""
    steps: list[msgspec.Raw] = []
    while game.state.waits_for_chance and game.chance is not None:
        command = game.chance.bring(game.state)
        result = play(game.state, command)
        assert not isinstance(result, Refusal), "chance brings what was asked for"
        game = replace(game, state=result[0], commands=(*game.commands, command))
        steps.append(_step(command, result[1]))
    return game, steps
