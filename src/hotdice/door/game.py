"""A game to play with: moves change it and can be taken back, and an illegal one raises with the reason."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import token_hex

from msgspec.structs import replace

from hotdice.door.moves import words_of
from hotdice.door.pictures import draw_game, page_of, tell_game
from hotdice.game import (
    Bank,
    Command,
    Event,
    IllegalMove,
    Keep,
    PassWindow,
    PlayCard,
    Record,
    Refusal,
    Resign,
    Roll,
    SeededDice,
    State,
    Step,
    Throw,
    commands_of,
    do,
    keep_faces,
    new_game,
    parse_position,
    parse_record,
    print_position,
    print_record,
    verify,
)
from hotdice.game.events import Farkled
from hotdice.rules import Ruleset, load

Faces = str | Sequence[int]


class Game:
    """One game, from the first roll to the last.

    Dice come from a seed (a new one unless you give one), or from your own hand: `roll("144466")`.

    >>> game = Game("playmonster", ["Ann", "Bob"])
    >>> game.roll("144466")
    (1, 4, 4, 4, 6, 6)
    >>> game.legal
    ('keep 1444', 'keep 444', 'keep 1')
    >>> game.keep("1444")
    500
    >>> game.bank()
    500
    >>> print(game)
    PlayMonster Farkle, round 1
      Ann   500
    > Bob     0  not on the board
    Bob to roll six dice.

    What the rules forbid raises `IllegalMove` with the referee's sentence, and changes nothing:

    >>> game.bank()
    Traceback (most recent call last):
    hotdice.game.refusals.IllegalMove: Roll first: there is nothing to bank.
    >>> game.undo()
    'bank'
    >>> game.turn_total
    500

    Raises:
        RulesError: there is no such sheet, or a setting is wrong.
        ValueError: the sheet does not allow that many players.
    """

    def __init__(
        self,
        rules: str | Path | Ruleset = "classic",
        players: int | Sequence[str] = 2,
        *,
        settings: Sequence[str] = (),
        seed: str | int | None = None,
        first: int | None = 0,
        colours: Sequence[str] = (),
    ) -> None:
        """Begin a game; `first` is the seat that begins, None for the way of the sheet (a roll-off, say)."""
        if isinstance(rules, Ruleset) and settings:
            raise ValueError("settings go with the name or the file of a rule set: load(name, settings)")
        found = rules if isinstance(rules, Ruleset) else load(rules, settings)
        count = players if isinstance(players, int) else len(players)
        names = [f"Player {n}" for n in range(1, count + 1)] if isinstance(players, int) else list(players)
        opening = new_game(found, count, first=first, colours=colours)
        self._begin(
            Record(found, tuple(names), ("human",) * count, first=first, colours=tuple(colours)), opening
        )
        self._seed = token_hex(8) if seed is None else str(seed)

    def _begin(self, header: Record, opening: State) -> None:
        self._header = header
        self._state = opening
        self._events: list[Event] = []
        self._past: list[tuple[str, State, int, bool]] = []
        self._seed = token_hex(8)
        self._own_dice = bool(header.start)  # dice of a game that began elsewhere follow from no seed
        self._minds = list(header.players)

    @classmethod
    def from_position(cls, position: str, players: Sequence[str] = ()) -> "Game":
        """A game that begins at a position.

        >>> Game.from_position("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t1300.2").legal
        ('roll', 'bank')

        Raises:
            PositionError: the text is not a position.
        """
        state = parse_position(position)
        names = tuple(players) or tuple(f"Player {n}" for n in range(1, len(state.seats) + 1))
        if len(names) != len(state.seats):
            raise ValueError(f"the position has {len(state.seats)} seats, not {len(names)}")
        game = cls.__new__(cls)
        game._begin(Record(state.rules, names, ("human",) * len(names), start=position), state)
        return game

    @classmethod
    def from_record(cls, record: str | bytes | Record) -> "Game":
        """The game of a record, after its last move; it can go on, and be taken back to its beginning.

        Raises:
            RecordError: the text is not a record of a legal game.
        """
        found = record if isinstance(record, Record) else parse_record(record)
        game = cls.__new__(cls)
        game._begin(found, found.opening_state())
        kind, _, seed = found.dice.partition(" ")
        game._own_dice = kind != "seeded"
        game._seed = seed if kind == "seeded" else game._seed
        for command in commands_of(found.events):
            if not isinstance(command, Throw):
                game._past.append((_name(command), game._state, len(game._events), game._own_dice))
            game._state, events = do(game._state, command)
            game._events += events
        return game

    # What is seen

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return self._state.rules

    @property
    def state(self) -> State:
        """The referee's state: an immutable value, for the functions of `hotdice.game`."""
        return self._state

    @property
    def names(self) -> tuple[str, ...]:
        """The players, seat by seat."""
        return self._header.names

    @property
    def mover(self) -> int:
        """The seat to move, from 0."""
        return self._state.mover

    @property
    def totals(self) -> tuple[int, ...]:
        """The recorded totals, seat by seat."""
        return self._state.totals

    @property
    def turn_total(self) -> int:
        """The points of this turn that are at risk."""
        return self._state.turn_total

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces on the table, of which something must be kept; empty where nothing lies there."""
        return self._state.faces

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who have won."""
        return tuple(self.names[seat] for seat in self._state.winners)

    @property
    def farkled(self) -> bool:
        """Whether the last move was a roll that lost its turn."""
        return any(isinstance(event, Farkled) for event in self.happened)

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the last move."""
        return tuple(self._events[self._past[-1][2] :]) if self._past else ()

    @property
    def legal(self) -> tuple[str, ...]:
        """Every legal move in words, as `move` takes them."""
        return tuple(words_of(self._state))

    @property
    def position(self) -> str:
        """The moment as one line of text.

        Raises:
            PositionError: this moment has no notation (a table ruling weighs on it, say).
        """
        return print_position(self._state)

    @property
    def record(self) -> Record:
        """The game so far as a record; `print_record` or `save` write it."""
        dice = "real" if self._own_dice else f"seeded {self._seed}"
        if self._own_dice and self._header.dice.startswith("fair"):
            dice = self._header.dice
        return replace(self._header, players=tuple(self._minds), dice=dice, events=tuple(self._events))

    def save(self, path: str | Path) -> None:
        """Write the record into a file, which `hotdice replay` and `hotdice review` read."""
        Path(path).write_text(print_record(self.record), encoding="utf-8")

    # Moves

    def roll(self, faces: Faces | None = None) -> tuple[int, ...]:
        """Roll, by the seed or with the faces that you name; what fell comes back.

        After a farkle the next player is to move, and `farkled` says so.

        Raises:
            IllegalMove: there is nothing to roll now, or these cannot be the dice.
        """
        before = self._state
        if before.step is not Step.WAIT:
            waiting, asked = do(before, Roll(before.mover))
        else:
            waiting, asked = before, ()
        throw = SeededDice(self._seed).throw(waiting) if faces is None else Throw(_digits(faces))
        after, fallen = do(waiting, throw)
        self._remember("roll", own=faces is not None)
        self._state = after
        self._events += asked + fallen
        return throw.faces

    def keep(self, faces: Faces = "", *, dice: Sequence[int] = ()) -> int:
        """Set dice aside, by their faces (`"1444"`) or by their numbers; the points come back.

        Raises:
            IllegalMove: they are not on the table, or score nothing.
        """
        before = self._state
        if dice:
            command = Keep(before.mover, tuple(dice))
        else:
            try:
                command = keep_faces(before, "".join(map(str, _digits(faces))))
            except ValueError as error:
                if before.step is not Step.KEEP:  # the referee says what the game waits for
                    do(before, Keep(before.mover, (1,)))
                said = f"{str(error)[:1].upper()}{str(error)[1:]}."
                raise IllegalMove(Keep(before.mover, ()), Refusal("not_in_roll", said)) from None
        self._do("keep", command)
        return self._state.turn_total - before.turn_total

    def bank(self) -> int:
        """Stop and record the turn; what was recorded comes back.

        Raises:
            IllegalMove: the sheet forbids it now.
        """
        seat, before = self._state.mover, self._state.totals
        self._do("bank", Bank(seat))
        return self.totals[seat] - before[seat]

    def resign(self) -> None:
        """The mover leaves the game."""
        self._do("resign", Resign(self._state.mover))

    def pass_window(self) -> None:
        """Let a moment go by in which a card could be played."""
        self._do("pass", PassWindow(self._state.mover))

    def play_card(self, card: str, *, on: int = -1, dice: Sequence[int] = ()) -> None:
        """Play a card, on a seat where it needs one, with dice of the roll where it asks for them.

        Raises:
            IllegalMove: it cannot be played now, or not so.
        """
        self._do("card", PlayCard(self._state.mover, card, on, tuple(dice)))
        if self._state.step is Step.WAIT:  # the card throws dice
            thrown = SeededDice(self._seed).throw(self._state)
            self._state, events = do(self._state, thrown)
            self._events += events

    def move(self, words: str) -> None:
        """Play a move by its words: one of `legal`, or `keep 145 roll` and `keep 145 bank` in one breath.

        >>> game = Game("classic", seed=7)
        >>> for words in ("roll", "keep 111"):
        ...     game.move(words)
        >>> game.turn_total
        300

        Raises:
            IllegalMove: it is no legal move now.
        """
        head, _, then = words.strip().rpartition(" ")
        if head.startswith("keep ") and then in ("roll", "bank"):
            before = self._state, list(self._events), list(self._past), self._own_dice
            try:
                self.move(head)
                self.move(then)
            except IllegalMove:
                self._state, self._events, self._past, self._own_dice = before
                raise
            return
        command = words_of(self._state).get(words.strip())
        if words.strip() == "roll":
            self.roll()
        elif isinstance(command, PlayCard):
            self.play_card(command.card, on=command.target, dice=command.dice)
        elif command is not None:
            self._do(_name(command), command)
        elif words.strip() == "bank":
            self.bank()
        elif words.strip().startswith("keep "):
            self.keep(words.strip()[5:])
        else:
            may = ", ".join(self.legal) or "nothing: the game is over"
            said = f"{words.strip()[:40] or 'Nothing'} is no move here. Legal: {may}."
            raise IllegalMove(Roll(self.mover), Refusal("no_such_move", said))

    def why_not(self, words: str) -> str | None:
        """The referee's reason why a move is refused now, None where it is legal.

        >>> Game().why_not("bank")
        'Roll first: there is nothing to bank.'
        """
        if words in words_of(self._state):
            return None
        if words == "bank":
            refusal = verify(self._state, Bank(self.mover))
            return refusal.sentence if refusal else None
        return self._why_not(words)

    def _why_not(self, words: str) -> str | None:
        """Try it on a copy."""
        copy = self.copy()
        try:
            copy.move(words)
        except IllegalMove as error:
            return str(error)
        return None

    def let(self, bot: str) -> int:
        """A bot such as `"greedy"` plays the mover's turn to its end; what was recorded comes back.

        The record says from then on that this bot decided for the seat.

        Raises:
            UnknownBot: there is none of this name.
        """
        from hotdice.players import make

        player, seat, turn, before = make(bot), self.mover, self._state.turn, self.totals
        while not self.over and (self.mover, self._state.turn) == (seat, turn):
            command = player.choose(self._state)
            if isinstance(command, Roll):
                self.roll()
            elif isinstance(command, PlayCard):
                self.play_card(command.card, on=command.target, dice=command.dice)
            elif isinstance(command, Keep) and command.then:
                self.keep(dice=command.dice)
                self.roll() if command.then == "roll" else self.bank()
            else:
                self._do(_name(command), command)
        self._minds[seat] = bot
        return self.totals[seat] - before[seat]

    def undo(self) -> str:
        """Take the last move back; its name comes back.

        With a seed the same dice fall again: they belong to their moment, not to the order of asking.

        Raises:
            IndexError: there is no move to take back.
        """
        if not self._past:
            raise IndexError("there is no move to take back")
        name, self._state, count, self._own_dice = self._past.pop()
        del self._events[count:]
        return name

    def copy(self) -> "Game":
        """Another game at the same moment, which changes by itself."""
        other = Game.__new__(Game)
        other.__dict__ |= self.__dict__
        other._events, other._past = list(self._events), list(self._past)
        other._minds = list(self._minds)
        return other

    def _do(self, name: str, command: Command) -> None:
        after, events = do(self._state, command)
        self._remember(name)
        self._state = after
        self._events += events

    def _remember(self, name: str, *, own: bool = False) -> None:
        self._past.append((name, self._state, len(self._events), self._own_dice))
        self._own_dice = self._own_dice or own

    # For people and notebooks

    def __str__(self) -> str:
        return tell_game(self._state, self.names)

    def __repr__(self) -> str:
        return f"<Game of {self.rules.title}: {', '.join(map(str, self.totals))}>"

    def _repr_html_(self) -> str:
        return page_of(self._state, self.names)

    def svg(self) -> str:
        """A picture of the table as SVG text."""
        return draw_game(self._state, self.names)


def _digits(faces: Iterable[int] | str) -> tuple[int, ...]:
    """Faces from a text or a list; what is no die is left for the referee to refuse."""
    if isinstance(faces, str):
        return tuple(int(face) if face.isascii() and face.isdigit() else 0 for face in faces if face != " ")
    return tuple(faces)


def _name(command: Command) -> str:
    names = {Roll: "roll", Bank: "bank", Keep: "keep", PassWindow: "pass", PlayCard: "card", Resign: "resign"}
    return names.get(type(command), type(command).__name__.lower())
