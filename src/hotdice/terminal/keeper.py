"""The scorekeeper of a real table: what people tell it goes through the match, and anything can be undone."""

from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import (
    Adjust,
    Bank,
    Command,
    CountBonus,
    EnterTurn,
    Event,
    MakeRemark,
    Phase,
    Record,
    Refusal,
    Resign,
    Roll,
    SetDice,
    State,
    Step,
    TakeOver,
    TakeSeat,
    Throw,
    keep_faces,
    new_game,
    numbered_commands,
    play,
)
from hotdice.game.record import check_name
from hotdice.match import Corrected, Match, Misfit, correct_turn
from hotdice.rules import Ruleset, differences, from_raw, load, shipped, to_raw
from hotdice.terminal.session import AtMatch

RULED = frozenset({"cannot_score", "below_opening", "below_minimum"})
"""Refusals that a table may overrule."""

Told = tuple[Event, ...] | Refusal


def for_a_table(rules: Ruleset) -> Ruleset:
    """The sheet for real dice: a deck of cards lies on the table, so the program plays none.

    >>> rules = for_a_table(load("munchkin-farkle", ["target=5000"]))
    >>> bool(rules.deck), rules.target, has_cards(rules)
    (False, 5000, True)
    """
    if not rules.deck:
        return rules
    base = rules.base or rules.name
    raw = {"base": base} | differences(rules, load(base)) if base in shipped() else to_raw(rules)
    return from_raw(raw | {"deck": "", "title": rules.title})


def has_cards(rules: Ruleset) -> bool:
    """Whether the sheet is one with cards, which then lie on the table.

    >>> has_cards(for_a_table(load("munchkin-farkle"))), has_cards(load("classic"))
    (True, False)
    """
    base = rules.base or rules.name
    return base in shipped() and bool(load(base).deck)


def names_fault(rules: Ruleset, names: tuple[str, ...]) -> str:
    """What is wrong with the names of a table, or nothing.

    >>> names_fault(load("classic"), ("Ann", "ann"))
    'two seats have the same name'
    """
    for name in names:
        if fault := check_name(name):
            return fault
    if len({name.lower() for name in names}) != len(names):
        return "two seats have the same name"
    try:
        new_game(rules, len(names), first=0)
    except ValueError as error:
        return str(error)
    return ""


def real_record(rules: Ruleset, names: tuple[str, ...], first: int | None = None) -> Record:
    """The record of a game with real dice that is about to begin."""
    return Record(
        rules=rules,
        names=names,
        players=("human",) * len(names),
        dice="real",
        first=first,
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
    )


def still_open(record: Record) -> bool:
    """Whether there is something left to do: a turn to play, or Gold Pieces to count."""
    state = record.state()
    return not state.over or (record.dice == "real" and gold_missing(state))


def gold_missing(state: State) -> bool:
    """Whether the last turn is played and the Gold Pieces of unplayed cards are still to be counted."""
    return state.over and state.reason == "target" and has_cards(state.rules)


class Keeper(AtMatch):
    """Keeps the score of one game with real dice.

    >>> keeper = Keeper(Record(load("classic"), ("Ann", "Bob"), ("human", "human"), first=0))
    >>> keeper.points(175).sentence
    'No turn on this sheet scores exactly 175.'
    >>> events = keeper.points(175, insist=True)
    >>> keeper.state.totals
    (175, 0)
    >>> keeper.undo()
    True
    >>> keeper.state.totals
    (0, 0)
    """

    def __init__(self, record: Record, file: Path | None = None) -> None:
        super().__init__(Match(record), file)
        self._mended: list[tuple[Record, Record]] = []

    def _do(self, *commands: Command) -> Told:
        """Carry out commands, all or none."""
        self._number += 1
        answer = self.match.answer_all(str(self._number), commands)
        return answer.refusal or answer.events

    def _mend(self, record: Record) -> None:
        """Go on with another telling of the game; it is no event of it, so undo must know both."""
        self._mended.append((self.record, record))
        self.match.retell(record)

    # A turn

    def points(self, points: int, *, insist: bool = False) -> Told:
        """The mover's turn ended with these points; `insist` is a ruling of the table."""
        return self._do(EnterTurn(self.state.mover, points, insist))

    def farkle(self) -> Told:
        """The mover's turn ended with a farkle."""
        return self._do(EnterTurn(self.state.mover, None))

    def roll(self, faces: str) -> Told:
        """The dice that the mover has rolled, as digits; in a roll-off one die."""
        asked = self.state.step is Step.WAIT
        dice = self.state.in_the_air if asked else self.state.dice_to_roll
        throw = Throw(_laid_out(self.state, dice, [int(face) for face in faces]))
        return self._do(throw) if asked else self._do(Roll(self.state.mover), throw)

    def keep(self, faces: str) -> Told:
        """The dice that the mover has set aside, as digits."""
        try:
            return self._do(keep_faces(self.state, faces))
        except ValueError as error:
            return Refusal("no_such_die", f"{error}.")

    def bank(self) -> Told:
        """The mover stops."""
        return self._do(Bank(self.state.mover))

    def take(self) -> Told:
        """The mover goes on with the dice and points that the bank before has left (piggyback)."""
        return self._do(TakeOver(self.state.mover))

    # The table

    def join(self, name: str, total: int = 0) -> Told:
        """Somebody sits down behind the last seat; with points they are on the board."""
        fault = self._name_fault(name)
        if fault:
            return Refusal("bad_name", fault)
        result = play(self.state, TakeSeat(total, total > 0))
        if isinstance(result, Refusal):
            return result
        record = self.record
        self.match.retell(  # name and seat in one step, so that no crash can part them
            replace(
                record,
                events=record.events + result[1],
                names=(*record.names, name),
                players=(*record.players, "human"),
                late=record.late + 1,
            )
        )
        return result[1]

    def leave(self, seat: int) -> Told:
        """A player goes home; the others play on."""
        return self._do(Resign(seat))

    def rename(self, seat: int, name: str) -> Refusal | None:
        """Somebody else takes over a line, or a name was misspelt."""
        fault = self._name_fault(name)
        if fault:
            return Refusal("bad_name", fault)
        names = list(self.names)
        names[seat] = name
        self._mend(replace(self.record, names=tuple(names)))
        return None

    def swap(self, one: int, other: int) -> None:
        """Two players change places: each takes over the other's line with everything on it."""
        names = list(self.names)
        names[one], names[other] = names[other], names[one]
        self._mend(replace(self.record, names=tuple(names)))

    def _name_fault(self, name: str) -> str:
        fault = check_name(name)
        if fault is None and name.lower() in (known.lower() for known in self.names):
            fault = f"{name} is already at the table"
        return f"{fault[0].upper()}{fault[1:]}." if fault else ""

    # Cards and rulings

    def adjust(self, changes: tuple[tuple[int, int], ...]) -> Told:
        """Points to or from seats, outside any turn."""
        return self._do(Adjust(changes))

    def card(self, seat: int, text: str, changes: tuple[tuple[int, int], ...] = ()) -> Told:
        """A seat plays a real card: a note in the record, and points to or from seats, in one entry."""
        note = MakeRemark(text, seat)
        return self._do(note, Adjust(changes)) if changes else self._do(note)

    def dice(self, seat: int, count: int) -> Told:
        """A seat's next turn has this many dice."""
        return self._do(SetDice(seat, count))

    def rule(self, command: Command) -> Told:
        """Any other ruling."""
        return self._do(command)

    @property
    def wants_gold(self) -> bool:
        """Whether Gold Pieces are still to be counted."""
        return gold_missing(self.state)

    def gold(self, points: tuple[int, ...]) -> Told:
        """The Gold Pieces of each seat's unplayed cards."""
        return self._do(CountBonus(points))

    # Undo and correction

    def undo(self) -> bool:
        """Take back the last entry, or what was mended since; False where there is none."""
        if self._mended and self._mended[-1][1] == self.record:
            self.match.retell(self._mended.pop()[0])
            return True
        starts: list[int] = []
        played = -1  # the place of a card that was just played: what it does belongs to it
        for place, command in numbered_commands(self.record.events):
            if isinstance(command, Throw) or (isinstance(command, Adjust) and played == place - 1 >= 0):
                continue  # dice belong to the roll before them
            starts.append(place)
            played = place if isinstance(command, MakeRemark) and command.seat >= 0 else -1
        if not starts:
            return False
        self.match.take_back(starts[-1])
        return True

    def correct(
        self, turn: int, points: int | None, *, ruling: bool = False, insist: bool = False
    ) -> Corrected | Misfit | Refusal:
        """Tell an earlier turn otherwise; what followed is played again, and kept if it all fits."""
        result = correct_turn(self.record, turn, points, ruling=ruling, insist=insist)
        if isinstance(result, Corrected):
            self._mend(result.record)
        return result

    @property
    def rolling_off(self) -> bool:
        """Whether the first player is still being found."""
        return self.state.phase is Phase.ROLL_OFF

    def choose_first(self, seat: int) -> bool:
        """Name the first player instead of rolling off; False once the first turn is told."""
        if self.record.start or not (self.rolling_off or not self.record.events):
            return False
        self._mend(replace(self.record, first=seat, events=()))
        return True


def _laid_out(state: State, dice: tuple[int, ...], faces: list[int]) -> tuple[int, ...]:
    """Faces in the order of own dice that can show them, for people tell them as they see them."""

    def lay(place: int, left: list[int]) -> tuple[int, ...] | None:
        if place == len(dice):
            return ()
        for face in dict.fromkeys(left):
            if state.may_show(dice[place], face):
                rest = [*left]
                rest.remove(face)
                if (behind := lay(place + 1, rest)) is not None:
                    return (face, *behind)
        return None

    fitting = lay(0, faces) if state.weights and len(faces) == len(dice) else None
    return tuple(faces) if fitting is None else fitting
