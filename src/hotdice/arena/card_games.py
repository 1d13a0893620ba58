"""A stretch of games with cards by compiled code: any deck, for bots that it knows."""

from collections.abc import Sequence
from threading import local
from typing import NamedTuple

import numpy as np

from hotdice.arena.bots import players_of
from hotdice.arena.card_kernel import EAGER, PLANNED, SAGE, SCHEMER, Worker, play_card_games, play_on
from hotdice.arena.course import MOST_TURNS
from hotdice.arena.eager_kernel import BOT
from hotdice.arena.match import Match, Seating
from hotdice.arena.numbers import game_key, seed_key
from hotdice.arena.playing import EndlessGame, Stretch
from hotdice.arena.schemer_tables_kernel import QUESTION, SLOTS, Memo
from hotdice.arena.sheets import CannotCompile
from hotdice.arena.tally import Tally
from hotdice.players import Player, make
from hotdice.players.card_gains import lasting_turns
from hotdice.players.card_prices import price
from hotdice.players.card_traits import deck_traits
from hotdice.players.deck_kernel import begin
from hotdice.players.deck_state import NOTED, room_for
from hotdice.players.deck_trace_kernel import NOTE
from hotdice.players.deck_words import (
    MOST_SEATS,
    Builder,
    CardSheet,
    Floats,
    Ints,
    key_of,
    obstacle,
    sheet_with_cards,
)
from hotdice.players.eager_bot import EagerBot
from hotdice.players.outlook import FAR_TOP, NEAR_TOP, PACE, full_turn
from hotdice.players.plan import Plan, Planned, most_points
from hotdice.players.sage_bot import SageBot
from hotdice.players.sage_value_kernel import Mind, fresh_mind
from hotdice.players.schemer_bot import SchemerBot
from hotdice.players.turn_values import MOST_STEPS, longest_roll
from hotdice.rules import Ruleset, sorted_rolls
from hotdice.rules.deck import Act

DEEPEST = 20_000
"""How far below nothing the best total is thought to fall; beyond, turns left are counted from there."""


class CardTable(NamedTuple):
    """A match with cards as numbers that compiled code plays from; `scheming`: where schemers look."""

    sheet: CardSheet
    words: Ints
    reals: Floats
    bots: int
    seats: int
    scheming: tuple[int, int, int, int, int] | None
    longest: int
    traits: int
    net: Floats

    def memo(self) -> Memo:
        """Room for one thread's tables, of which there are none where nobody schemes."""
        sheet = self.sheet
        turns, prices, rescue_prices, lasting, changes = self.scheming or (0, 0, 0, 0, 0)
        slots = SLOTS if self.scheming else 0
        width = max(min(top // sheet.unit, MOST_STEPS) for top in (FAR_TOP, NEAR_TOP)) + 2
        stride = (sheet.most_dice + 1) * width
        return Memo(
            keys=np.zeros(slots * QUESTION, np.int64),
            rolls=np.zeros(slots * stride),
            best=np.zeros(slots * stride),
            stops=np.zeros(width + self.longest),
            dead=np.zeros(stride),
            ask=np.zeros(QUESTION, np.int64),
            threats=np.zeros(MOST_SEATS),
            stride=stride,
            width=width,
            turns=turns,
            prices=prices,
            rescue_prices=rescue_prices,
            lasting=lasting,
            changes=changes,
        )

    def mind(self) -> Mind | None:
        """A mind for one thread's sages; None where there is none."""
        if not self.net.size:
            return None
        return fresh_mind(self.sheet, self.net, self.traits, self.room().size, self.longest)

    def worker(self) -> Worker:
        """All of it for one thread, which keeps its tables from game to game."""
        return Worker(self.sheet, self.words, self.reals, self.memo(), self.mind(), self.bots)

    def room(self) -> Ints:
        """Room for one game."""
        return np.zeros(room_for(self.sheet.cards, self.seats), np.int64)


def card_table(rules: Ruleset, players: Sequence[Player]) -> CardTable:
    """The numbers of a match between these players.

    >>> from hotdice.rules import load
    >>> table = card_table(load("munchkin-farkle"), [make("eager"), make("greedy"), make("schemer")])
    >>> table.seats, table.memo().keys.size > 0
    (3, True)

    Raises:
        CannotCompile: the sheet or one of the bots cannot be compiled.
    """
    why = obstacle(rules, len(players))
    if why:
        raise CannotCompile(why)
    deck, builder = rules.deck, Builder()
    assert deck is not None
    sheet = sheet_with_cards(rules, builder)
    rows: list[int] = []
    scheming, net = None, np.zeros(0)
    for player in players:
        if type(player) is SchemerBot:
            scheming = scheming or _schemer_numbers(rules, builder)
            rows += [SCHEMER, 0, 0, 0]
        elif isinstance(player, SageBot):
            net = player.net
            rows += [SAGE, player.style, 0, 0]
        elif type(player) is EagerBot:
            rows += _planned(rules, builder, sheet, EAGER, player.dice.plan(rules))
        elif isinstance(player, Planned):
            rows += _planned(rules, builder, sheet, PLANNED, player.plan(rules))
        else:
            raise CannotCompile(f"{type(player).__name__} with cards cannot be compiled")
    bots = builder.whole(rows)
    longest = max(longest_roll(rules, count) for count in range(1, sheet.most_dice + 1))
    traits = builder.real(deck_traits(deck))
    words, reals = builder.words, builder.reals
    return CardTable(sheet, words, reals, bots, len(players), scheming, longest, traits, net)


def _planned(rules: Ruleset, builder: Builder, sheet: CardSheet, kind: int, plan: Plan) -> list[int]:
    """The row of a bot with a plan."""
    keeps = -1
    if plan.keep is not most_points:
        chosen = np.zeros(sheet.radix**6, np.int64)
        for count in range(1, sheet.most_dice + 1):
            for roll in sorted_rolls(count):
                options = rules.table.options(roll).options
                if options:
                    chosen[key_of(roll, sheet.radix)] = options.index(plan.keep(options))
        keeps = builder.whole(chosen)
    row = [kind, builder.whole(plan.stop_at), len(plan.stop_at), keeps]
    assert len(row) == BOT
    return row


def _schemer_numbers(rules: Ruleset, builder: Builder) -> tuple[int, int, int, int, int]:
    """What schemers know of each card beside its numbers, by the same functions that the bot asks."""
    deck = rules.deck
    assert deck is not None
    turns = rules.rounds + 1 if rules.rounds else (rules.target + DEEPEST) // PACE + 1
    each = [(card, left) for card in deck.cards for left in range(turns)]
    changes: list[float] = []
    for card in deck.cards:
        acts, usual = card.acts, rules.dice
        fewer = acts[Act.FEWER_DICE].dice if Act.FEWER_DICE in acts else 0
        more = acts[Act.MORE_DICE].dice if Act.MORE_DICE in acts else 0
        bonus = acts[Act.BONUS_ON_STOP].points if Act.BONUS_ON_STOP in acts else 0
        usually = full_turn(rules, usual)
        changes.append(full_turn(rules, usual + more - fewer) - usually if more or fewer else 0.0)
        changes.append(full_turn(rules, usual, bonus=bonus) - usually if bonus else 0.0)
    return (
        turns,
        builder.real([price(card, left) for card, left in each]),
        builder.real([int(round(price(card, left), -1)) for card, left in each]),
        builder.real([lasting_turns(card, left) for card, left in each]),
        builder.real(changes),
    )


def card_stretch(match: Match) -> Stretch:
    """Plays stretches of a match with cards in compiled code; any number of threads may call it at once.

    >>> play_stretch = card_stretch(Match("munchkin-farkle", ("eager", "greedy", "eager"), seed="1"))
    >>> play_stretch(0, 50) + play_stretch(50, 100) == play_stretch(0, 100)
    True

    Raises:
        CannotCompile: the sheet or one of the bots cannot be compiled.
    """
    table = card_table(match.rules, players_of(match))
    key = np.uint64(seed_key(match.seed))
    own = local()  # a thread keeps its tables from stretch to stretch

    def play_stretch(first: int, last: int) -> Tally:
        tally = Tally(len(match.bots))
        if not hasattr(own, "worker"):
            own.worker = table.worker()
        endless = play_card_games(
            own.worker,
            table.room(),
            key,
            first,
            last,
            match.block,
            match.seating is Seating.DUPLICATE,
            tally.counts(),
        )
        if endless >= 0:
            raise EndlessGame(endless)
        tally.games = last - first
        tally.blocks = tally.games // match.block
        return tally

    return play_stretch


def trace_of(match: Match, game: int, room: int = 20_000) -> Ints:
    """Every event of one game as compiled code plays it, a row each: see `players.deck_trace_kernel`.

    The first one here is a card that seat 0 plays before it rolls.

    >>> trace_of(Match("munchkin-farkle", ("eager", "greedy", "eager"), seed="1"), 0)[0].tolist()
    [11, 0, 4, 1, 0, -1]
    """
    table = card_table(match.rules, [make(bot) for bot in match.bots])
    state, trace, move = table.room(), np.zeros(room * NOTE, np.int64), np.zeros(4, np.int64)
    begin(table.sheet, table.words, state, table.seats, match.starter(game))
    key = np.uint64(game_key(seed_key(match.seed), match.dice_of(game)))
    play_on(table.worker(), 0, MOST_TURNS, state, trace, key, move)
    return trace[: state[NOTED] * NOTE].reshape(-1, NOTE)
