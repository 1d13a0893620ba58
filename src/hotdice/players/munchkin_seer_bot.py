"""Seer: makes up what it cannot see, plays every choice on from there, and does what brings the most wins.

Hands and decks that its seat may not see are dealt anew from the cards that nobody has shown, again and
again; in each of these worlds all play on as `shrewd` does, for some turns, and a small table of worths says
what the seat may then expect. Nothing but the view of its own seat goes in.
"""

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from math import log, sqrt
from typing import Any
from zlib import crc32

import numpy as np
from msgspec.structs import replace

from hotdice.munchkin import HIDDEN, Command, Kind, Phase, Pile, State, legal
from hotdice.munchkin import commands as c
from hotdice.munchkin import tasks as t
from hotdice.odds.compiling import compiled_available
from hotdice.players.munchkin_board import KINDS, Numbered, as_lists, numbered
from hotdice.players.munchkin_seer_values import VALUES
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.munchkin_words import Board
from hotdice.players.uncompiled import plain

ROUNDS = (16, 32, 64)
"""Worlds of each round; after a round only choices go on that may still be the best."""
DOUBT = 2.0
"""By how many standard errors a choice may lag behind and still go on."""
SURE, SURER = 0.7, 0.6
"""By how many standard errors a choice has to be better than what `shrewd` would do, and by how many more for
each choice that there is, as a logarithm: of many the best looks better than it is."""
AHEAD = 1
"""How many rounds of turns it looks ahead."""
MOST_OFFERED = 2
"""Offers of more Treasures than this for help are not considered."""
STILL_HELD = {Kind.ITEM: 5, Kind.LEVEL: 5, Kind.CURSE: 20, Kind.EXTRA: 60}
"""With how many chances in a hundred a kind of card that people play at once is still in a hand."""
_FREE = c.RollDie | c.KickDoor | c.Trouble | c.LootRoom | c.EndTurn | c.Give | c.Shed | c.Curse


class SeerBot:
    """Looks ahead by playing on; `fast` is for many games: compiled code, where there is a compiler.

    >>> from hotdice.munchkin import load, new_game, play, view
    >>> from hotdice.players.munchkin_player import play_out
    >>> from hotdice.munchkin import SeededChance
    >>> bots = [SeerBot(rounds=(1,)), ShrewdBot()]
    >>> play_out(new_game(load(["turn_limit=4"]), 2), bots, SeededChance("3"))[0].over
    True
    """

    def __init__(self, *, rounds: Sequence[int] = ROUNDS, fast: bool = False) -> None:
        self.rounds = tuple(rounds)
        self.fast = fast and compiled_available()
        self._shrewd = ShrewdBot()

    def choose(self, view: State, seat: int) -> Command:
        """The choice that wins most often where it goes on."""
        usual = self._usual(view, seat)
        options = self._options(view, seat, usual)
        return usual if len(options) == 1 else self._best(view, seat, options)

    def _usual(self, view: State, seat: int) -> Command:
        """What `shrewd` would do; with Curses left for later, since when to play them is a question."""
        if view.task is None and view.phase is not Phase.FIGHT:
            player = view.seats[seat]
            rest = tuple(card for card in player.hand if view.sheet.by_id[card].kind is not Kind.CURSE)
            if len(rest) < len(player.hand):
                seats = list(view.seats)
                seats[seat] = replace(player, hand=rest)
                usual = self._shrewd.choose(replace(view, seats=tuple(seats)), seat)
                if not isinstance(usual, c.EndTurn | c.Give | c.Shed):
                    return usual
        return self._shrewd.choose(view, seat)

    def _options(self, view: State, seat: int, usual: Command) -> list[Command]:
        """What is worth a look, the usual choice first."""
        if isinstance(usual, c.PlayCard | c.Drop | c.Sell):
            return [usual]
        if isinstance(view.task, t.AnswerRoll) and isinstance(usual, c.Pass) and not _die_cards(view, seat):
            return [usual]
        free = view.task is None and view.phase is not Phase.FIGHT
        found = legal(view, seat, _FREE) if free else legal(view, seat)
        rest = [
            move
            for move in found
            if move != usual and not (isinstance(move, c.AskHelp) and move.treasures > MOST_OFFERED)
        ]
        return [usual, *rest]

    def _best(self, view: State, seat: int, options: list[Command]) -> Command:
        table = numbered(view.sheet)
        looking = _Lookahead(table, view, seat, fast=self.fast)
        rows = [table.row_of(option) for option in options]
        sums = np.zeros((len(options), 3))
        running = list(range(len(options)))
        done = 0
        for count in self.rounds:
            looking.weigh([rows[number] for number in running], (done, done + count), sums, running)
            done += count
            gains = sums[:, 1] / done
            best = max(running, key=lambda number: gains[number])
            behind = {number: (gains[best] - gains[number]) / DOUBT for number in running}
            running = [
                number
                for number in running
                if number in (0, best) or behind[number] < _error(sums, number, best, done)
            ]
            if len(running) == 1:
                break
        gains = sums[:, 1] / done
        best = max(running, key=lambda number: gains[number])
        sure = SURE + SURER * log(len(options))
        return options[best if gains[best] > sure * _error(sums, best, 0, done) else 0]


def _error(sums: Any, one: int, other: int, count: int) -> float:
    """The standard error of the difference of two choices, both compared with the first, at most."""
    total = 0.0
    for number in {one, other} - {0}:
        mean = sums[number, 1] / count
        total += max(sums[number, 2] / count - mean * mean, 1e-6)
    return sqrt(total / count)


def _die_cards(view: State, seat: int) -> bool:
    kind = Kind.LOADED if seat == view.mover else Kind.RELOADED
    return any(view.sheet.by_id[card].kind is kind for card in view.seats[seat].hand)


class _Lookahead:
    """One decision: the view in numbers, the cards that nobody has shown, and room to play on."""

    def __init__(self, table: Numbered, view: State, seat: int, *, fast: bool) -> None:
        name = "hotdice.players.munchkin_rollout_kernel"
        self.kernel: Any = import_module(name) if fast else plain(name)
        self.fast = fast
        self.seat = seat
        board = table.board(view)
        pools = unseen(table, view, seat)
        shaped = _as_it_is if fast else _as_list
        self.rules = table.rules if fast else as_lists(table.rules)
        copies = [Board(*(part.copy() for part in board)) for _ in range(3)]
        self.boards = tuple(copies if fast else map(as_lists, copies))
        self.pools = shaped(pools), shaped(pools.copy())
        kept = np.array([STILL_HELD.get(kind, 100) for kind in KINDS], np.int64)
        self.kept, self.values = shaped(kept), shaped(np.array(VALUES))
        self.prices = shaped(np.ones(len(view.seats)))
        self.room = (
            shaped(np.zeros(1, np.int64)),
            shaped(table.room_for_command()),
            shaped(np.zeros(16)),
            shaped(np.zeros(len(VALUES))),
        )
        self.last = view.turn + AHEAD * len(view.seats) - 1
        # Other worlds for every decision, and the same ones for the same decision.
        moment = f"{view.turn}.{view.chances}.{seat}.{view.task}.{view.seats[seat].hand}"
        self.first = crc32(moment.encode())
        self.shaped = shaped

    def weigh(self, rows: list[Any], samples: tuple[int, int], sums: Any, running: list[int]) -> None:
        """Add what the running choices bring in these worlds."""
        part = self.shaped(np.zeros((len(rows), 3)))
        self.kernel.weigh(
            self.rules, self.boards, self.seat, self.pools, self.kept, self.shaped(np.array(rows)),
            (self.first + samples[0], self.first + samples[1]),
            self.prices, self.last, self.values, self.room, part,
        )  # fmt: skip
        sums[running] += np.array(part)


def _as_it_is(value: Any) -> Any:
    return value


def _as_list(value: Any) -> Any:
    return value.tolist()


def unseen(table: Numbered, view: State, seat: int) -> Any:
    """The cards that the seat cannot see anywhere, by pile, as sorted lists."""
    shown: Counter[str] = Counter(view.body)
    for player in view.seats:
        shown.update(player.play)
        shown.update(player.hand)
    for pile in Pile:
        shown.update(view.discard(pile))
    if view.fight is not None:
        shown.update(view.fight.monsters + view.fight.heroes_used + view.fight.monsters_used)
    del shown[HIDDEN]
    rows = np.zeros((2, table.total + 2), np.int64)
    for row, pile in zip(rows, Pile, strict=True):
        left = Counter(view.sheet.whole(pile))
        left.subtract({card: count for card, count in shown.items() if card in left})
        cards = sorted(table.number[card] for card in left.elements())
        row[0] = len(cards)
        row[1 : len(cards) + 1] = cards
    return rows
