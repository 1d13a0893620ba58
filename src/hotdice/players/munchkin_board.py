"""Munchkin Dice tables and commands as the numbers that kernels read, and back."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from hotdice.munchkin import Command, Harm, Kind, Phase, Pile, Sheet, Slot, State
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.players import munchkin_words as k
from hotdice.players.deck_words import Ints
from hotdice.players.munchkin_words import Board, TableRules
from hotdice.players.munchkin_worth import (
    GOLD,
    HARM_COSTS,
    base_worth,
    identity_worth,
    mean_worth,
    worth_of_doors,
)

KINDS, SLOTS, HARMS, PILES, PHASES = tuple(Kind), tuple(Slot), tuple(Harm), tuple(Pile), tuple(Phase)
TASKS: tuple[type, ...] = t.AnyTask.__args__
COMMANDS: tuple[type[Command], ...] = (
    c.Deal, c.Throw, c.Deadline, c.RollDie, c.Pass, c.TurnDie, c.Pick, c.Take, c.Choose, c.Swap, c.Decline,
    c.KickDoor, c.Trouble, c.LootRoom, c.EndTurn, c.PlayCard, c.Curse, c.Sell, c.Drop, c.Boost, c.Wander,
    c.AskHelp, c.Answer, c.Claim, c.Flee, c.Lose, c.Rob, c.Give, c.Shed,
)  # fmt: skip
"""In the order of the numbers that stand for them."""
WHYS = ("deal", "result", "harsh", "door", "loot", "prize", "solace")
LOSSES, SOURCES, SIDES = tuple(t.Loss), ("deck", "discard"), ("heroes", "monsters")
REASONS = ("", "level", "turn_limit")
UNKNOWN = -1
"""Stands for a card that the viewer may not see."""
_ROOM_FOR_TASKS = 200


class Numbered:
    """A sheet in numbers: what kernels know of it, and the number of every card.

    >>> from hotdice.munchkin import load
    >>> numbered(load()).number["cyborg"] == sorted(numbered(load()).ids).index("cyborg")
    True
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.ids = tuple(sorted(sheet.by_id))
        self.number = {card: place for place, card in enumerate(self.ids)}
        self.number["?"] = UNKNOWN
        self.total = len(sheet.whole(Pile.DOOR)) + len(sheet.whole(Pile.TREASURE))
        cards = [sheet.by_id[card] for card in self.ids]
        most = max((len(card.harm) for card in cards), default=0)
        harm = np.zeros((len(cards), 2 * max(most, 1)), np.int64)
        for place, card in enumerate(cards):
            for number, effect in enumerate(card.harm):
                harm[place, 2 * number : 2 * number + 2] = HARMS.index(effect.harm), effect.amount
        rows = [
            (
                KINDS.index(card.kind), PILES.index(card.pile), card.level, card.levels, card.treasures,
                card.bonus, card.value, SLOTS.index(card.slot),
                UNKNOWN if card.extra is None else KINDS.index(card.extra), card.combat, card.run,
                card.hand_limit, card.lowest_level, card.wins_ties, card.consoled, len(card.harm),
                card.copies,
            )
            for card in cards
        ]  # fmt: skip
        settings = (
            sheet.winning_level, sheet.hand_limit, sheet.sex_penalty, sheet.escape, sheet.gold_per_level,
            sheet.paying_is_losing, sheet.turn_limit, sheet.deal,
            *(sheet.rooms.get(kind, 0) for kind in KINDS[k.CLASS : k.POWER + 1]),
        )  # fmt: skip
        kept, _ = worth_of_doors(sheet)
        identities = range(k.CLASS, k.POWER + 1)
        worths = [
            (
                base_worth(card),
                identity_worth(card) if row[0] in identities else 0.0,
                GOLD * card.value / 1000,
            )
            for card, row in zip(cards, rows, strict=True)
        ]
        doors = mean_worth(sheet, Pile.DOOR), mean_worth(sheet, Pile.TREASURE)
        self.rules = TableRules(
            np.array(rows, np.int64),
            harm,
            np.array(settings, np.int64),
            np.array(worths, np.float64),
            np.array([*doors, kept, len(sheet.whole(Pile.DOOR))], np.float64),
            np.array([HARM_COSTS[harm] for harm in HARMS], np.float64),
        )

    def board(self, state: State) -> Board:
        """A state, or a view in which hidden cards are `UNKNOWN`."""
        room = self.total + 2
        fight = state.fight
        numbers = np.zeros(k.REASON + 1, np.int64)
        roll = state.roll
        numbers[[k.PHASE, k.MOVER, k.TURN, k.CHANCES]] = (
            PHASES.index(state.phase), state.mover, state.turn, state.chances,
        )  # fmt: skip
        numbers[k.TURNED_BY], numbers[k.HELPER] = -1, -1
        if roll is not None:
            numbers[[k.ROLLED, k.FACE, k.TURNED_BY]] = 1, roll.face, roll.turned_by
        numbers[k.ROLLING_OVER] = state.rolling_over
        if fight is not None:
            numbers[[k.FIGHTING, k.HELPER, k.SHARE, k.CLAIMED]] = 1, fight.helper, fight.share, fight.claimed
            numbers[k.ASKED] = _mask(fight.asked)
        numbers[[k.TASKS, k.WINNERS, k.REASON]] = (
            len(state.agenda), _mask(state.winners), REASONS.index(state.reason),
        )  # fmt: skip
        seats = np.array(
            [
                (seat.level, seat.penalty, seat.sex == "man", seat.dead, seat.fresh, given)
                for seat, given in zip(state.seats, state.given, strict=True)
            ],
            np.int64,
        )
        lists = ((), (), ()) if fight is None else (fight.monsters, fight.heroes_used, fight.monsters_used)
        agenda = np.zeros((_ROOM_FOR_TASKS, 4), np.int64)
        for place, task in enumerate(reversed(state.agenda)):
            agenda[place] = self._task(task)
        return Board(
            numbers,
            seats,
            self._rows((seat.hand for seat in state.seats), room),
            self._rows((seat.play for seat in state.seats), room),
            self._rows((state.doors, state.treasures), room),
            self._rows((state.door_discard, state.treasure_discard), room),
            self._rows((state.body,), room)[0],
            self._rows(lists, room),
            agenda,
        )

    def _rows(self, lists: Iterable[Sequence[str]], room: int) -> Ints:
        found = list(lists)
        rows = np.zeros((len(found), room), np.int64)
        for row, cards in zip(rows, found, strict=True):
            row[0] = len(cards)
            row[1 : len(cards) + 1] = [self.number[card] for card in cards]
        return rows

    def _task(self, task: t.AnyTask) -> tuple[int, int, int, int]:
        kind = TASKS.index(type(task))
        match task:
            case t.AnswerRoll() | t.AnswerFight():
                return kind, -1, _mask(task.asked), 0
            case t.DrawCard():
                return kind, task.seat, PILES.index(task.pile), WHYS.index(task.why)
            case t.TakeCard():
                return kind, task.seat, PILES.index(task.pile), 0
            case t.PickSeat() | t.Exchange():
                return kind, task.seat, task.face, 0
            case t.AnswerHelp():
                return kind, task.seat, task.treasures, 0
            case t.RunAway():
                return kind, task.seat, self.number[task.monster], 0
            case t.LoseCard():
                return kind, task.seat, LOSSES.index(task.what), 0
        return kind, task.seat, 0, 0

    def room_for_command(self) -> Ints:
        """An empty row that any command fits into."""
        return np.zeros(6 + self.total, np.int64)

    def row_of(self, command: Command) -> Ints:
        """A command in numbers."""
        row = self.room_for_command()
        row[0] = COMMANDS.index(type(command))
        row[1] = getattr(command, "seat", 0)
        match command:
            case c.Sell():
                row[5] = len(command.cards)
                row[6 : 6 + len(command.cards)] = [self.number[card] for card in command.cards]
            case c.Throw() | c.Pick():
                row[2] = command.face
            case c.Take():
                row[2] = SOURCES.index(command.source)
            case c.Choose():
                row[2] = command.other
            case c.Swap():
                row[2:5] = self.number[command.own], command.other, self.number[command.theirs]
            case c.AskHelp():
                row[2:4] = command.helper, command.treasures
            case c.Answer():
                row[2] = command.yes
            case c.Deal() | c.CardMove():
                row[2] = self.number[command.card]
                row[3] = self._second(command)
        return row

    def _second(self, command: Command) -> int:
        match command:
            case c.TurnDie():
                return command.face
            case c.Curse():
                return command.target
            case c.Boost():
                return SIDES.index(command.side)
            case c.Wander():
                return self.number[command.monster]
            case c.Give():
                return command.to
        return 0

    def command_of(self, row: Sequence[int] | Ints) -> Command:
        """The command behind numbers."""
        kind, seat, one, two, three = (int(number) for number in row[:5])
        made: Any = COMMANDS[kind]
        if made in (c.Throw, c.Deal):
            return made(one if made is c.Throw else self.ids[one])  # type: ignore[no-any-return]
        if made is c.Deadline:
            return c.Deadline()
        return made(seat, *self._rest(made, one, two, three, row))  # type: ignore[no-any-return]

    def _rest(self, made: type, one: int, two: int, three: int, row: Any) -> tuple[Any, ...]:
        if made is c.Sell:
            return (tuple(self.ids[int(card)] for card in row[6 : 6 + int(row[5])]),)
        if made in (c.Pick, c.Choose):
            return (one,)
        if made is c.Take:
            return (SOURCES[one],)
        if made is c.Swap:
            return self.ids[one], two, self.ids[three]
        if made is c.AskHelp:
            return one, two
        if made is c.Answer:
            return (bool(one),)
        if not issubclass(made, c.CardMove):
            return ()
        card = self.ids[one]
        if made is c.Boost:
            return card, SIDES[two]
        if made is c.Wander:
            return card, self.ids[two]
        return (card, two) if made in (c.TurnDie, c.Curse, c.Give) else (card,)


@lru_cache(maxsize=16)
def numbered(sheet: Sheet) -> Numbered:
    """A sheet in numbers, worked out once."""
    return Numbered(sheet)


Part = TypeVar("Part", Board, TableRules)


def as_lists(parts: Part) -> Part:
    """The same with lists for arrays: plain Python reads single numbers faster from those."""
    return type(parts)(*(part.tolist() for part in parts))


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)
