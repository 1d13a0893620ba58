"""Every choice of a moment as the sage weighs it, with the chances of all seats, for whoever advises.

The mover's chance is the one by which the sage decides. What the others may expect follows from two ends of
the turn, a farkle and a stop: they are mixed so that the mover's chance comes out.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from hotdice.game import Keep, State, Step, can
from hotdice.game.choices import lowest_dice
from hotdice.players.deck_words import MOST, SECOND_THROW
from hotdice.players.sage_bot import SageBot
from hotdice.players.uncompiled import plain

Chances = tuple[float, ...]
_AHEAD = 350
"""What a turn that goes on may bring beside what it has, when its two ends are looked at."""


class Weighed(NamedTuple):
    """One choice, the chance to win with it, and what it means to every seat."""

    action: str
    keep: str | None
    value: float
    seats: Chances
    total: int
    dice: int | None = None
    card: str | None = None
    target: int = -1
    with_dice: tuple[int, ...] = ()


class SageView:
    """One moment of a game, seen by the sage.

    >>> from hotdice.game import parse_position
    >>> end = "munchkin-farkle~r20~s1~m3~l1~10300.0.y_9000.0.y_9000.0.y~t1400.2~0-_1-_2-~-~f.d6"
    >>> state = parse_position(end)
    >>> [choice.action for choice in SageView(SageBot(), state).choices() if choice.value == 1]
    ['bank']
    """

    def __init__(self, bot: SageBot, state: State) -> None:
        self.state = state
        self._sheet, self._words, self._reals, self._mind, self._game, self._who = bot.mind_of(state)
        self._d = plain("hotdice.players.deck_state")
        self._turns = plain("hotdice.players.sage_turn_kernel")
        self._tables = plain("hotdice.players.sage_value_kernel")
        self._moves = plain("hotdice.players.sage_kernel")
        self._mover = self._game[self._d.MOVER]
        self._free = self._turns.might_play(self._sheet, self._words, self._mind, self._game)
        self._lost = self._turns.prepare(*self._all, self._free)
        self._table = self._tables.OPEN if self._free else self._tables.BARE
        self._ends: dict[int, list[float] | None] = {}

    @property
    def _all(self) -> tuple[Any, Any, Any, Any, Any]:
        return self._sheet, self._words, self._reals, self._mind, self._game

    # What ends of the turn mean to everybody

    def _shares(self) -> list[float]:
        """Everybody's chances in the position that was tried last."""
        trial, mind, d = self._mind.trial, self._mind, self._d
        count = range(trial[d.COUNT])
        if trial[d.PHASE] == d.OVER:
            return [trial[d.seat_at(d.CONTENDS, seat)] / trial[d.WINNERS] for seat in count]
        best = max(mind.scores[seat] for seat in count)
        powers = [self._tables.power(mind.scores[seat] - best) for seat in count]
        if trial[d.PHASE] == d.PLAYING_OFF:
            powers = [each * trial[d.seat_at(d.CONTENDS, seat)] for seat, each in enumerate(powers)]
        return [each / sum(powers) for each in powers]

    def _end(self, game: Any, points: int) -> list[float] | None:
        """Everybody's chances after a stop with points, below 0 after a farkle; None: no stop is allowed."""
        rest = self._sheet, self._words, self._reals, self._mind, game
        if points < 0:
            self._turns.after_farkle(*rest)
        elif self._turns.after_stop(*rest, points) < 0:
            return None
        return self._shares()

    def _ended(self, points: int) -> list[float] | None:
        if points not in self._ends:
            self._ends[points] = self._end(self._game, points)
        return self._ends[points]

    def _everybody(self, value: float, low: list[float] | None, high: list[float] | None) -> Chances:
        """The chances of all seats, the mover's given, between two ends of the turn."""
        mover = self._mover
        low = low or high or [1.0] * len(self._who)
        high = high or low
        wide = high[mover] - low[mover]
        part = min(1.0, max(0.0, (value - low[mover]) / wide)) if abs(wide) > 1e-9 else 0.5
        mixed = [a + part * (b - a) for a, b in zip(low, high, strict=True)]
        others = sum(mixed) - mixed[mover]
        found = [0.0] * len(self.state.seats)
        for place, seat in enumerate(self._who):
            rest = 1 / (len(self._who) - 1)
            share = mixed[place] / others if others > 1e-12 else rest
            found[seat] = value if place == mover else share * (1 - value)
        return tuple(found)

    def _going_on(self, value: float, total: int) -> Chances:
        return self._everybody(
            value, self._ended(-1), self._ended(total + _AHEAD) or self._ended(total + 600)
        )

    # Moments

    def waiting(self) -> tuple[float, Chances]:
        """The chance while dice are in the air, or must be rolled."""
        state = self.state
        dice, left = state.turn_dice, len(state.hand) or state.turn_dice
        value = float(
            self._turns.roll_value(self._sheet, self._mind, self._table, dice, state.turn_total, left)
        )
        return value, self._going_on(value, state.turn_total)

    def lost(self) -> tuple[float, Chances]:
        """The chance after a farkle, a card that saves the turn included."""
        d, kept = self._d, self._game[self._d.STEP]
        self._game[d.STEP] = d.ON_FARKLE
        cards = self._cards()
        self._game[d.STEP] = kept
        ends = [(self._lost, self._everybody(self._lost, self._ended(-1), None))]
        return max([*ends, *((card.value, card.seats) for card in cards)], key=lambda end: end[0])

    def choices(self) -> list[Weighed]:
        """Every choice of the mover, dice and cards, in no order."""
        state = self.state
        total, dice = state.turn_total, state.turn_dice
        found: list[Weighed] = []
        at = self._sheet, self._mind, self._table, dice

        def roll(keep: str | None, points: int, left: int) -> None:
            value = float(self._turns.roll_value(*at, points, left))
            seats = self._going_on(value, points)
            found.append(Weighed("roll", keep, value, seats, points, left or dice))

        def bank(keep: str | None, points: int) -> None:
            self._stop(found, keep, points)

        match state.step:
            case Step.KEEP:
                for option in state.rules.table.options(state.faces).options:
                    points = total + option.points
                    roll(option.keep, points, option.dice_left)
                    if can(state, Keep(state.mover, lowest_dice(state, option.keep), "bank")):
                        bank(option.keep, points)
            case Step.DECIDE:
                roll(None, total, len(state.dice_to_roll))
                if self._d.may_bank(self._sheet, self._words, self._game):
                    bank(None, total)
            case Step.ROLL:
                roll(None, total, len(state.dice_to_roll))
            case _:
                points = total if state.step is Step.STOP else -1
                ended = self._ended(points) or self._ended(-1)
                assert ended is not None
                found.append(
                    Weighed(
                        "pass",
                        None,
                        ended[self._mover],
                        self._everybody(ended[self._mover], ended, None),
                        total,
                    )
                )
        return found + self._cards()

    def _stop(self, found: list[Weighed], keep: str | None, points: int) -> None:
        """A stop, with the best card that may be played on it."""
        ended = self._ended(points)
        if ended is None:
            return
        value = ended[self._mover]
        seats = self._everybody(value, ended, None)
        if self._free:
            d, game = self._d, self._game
            kept = game[d.STEP], game[d.POINTS]
            game[d.STEP], game[d.POINTS] = d.ON_STOP, points
            for card in self._cards():
                if card.value > value:
                    value, seats = card.value, card.seats
            game[d.STEP], game[d.POINTS] = kept
        found.append(Weighed("bank", keep, value, seats, points))

    def _cards(self) -> list[Weighed]:
        """Every card that may be played at the step of the game, on everybody, with all choices of dice."""
        if not self._free:
            return []
        d, game, words, state = self._d, self._game, self._words, self.state
        deck = state.rules.deck
        assert deck is not None
        allowed = d.playable(self._sheet, words, game)
        usually = self._moves.over_the_turn(*self._all) if allowed else 0.0
        found: list[Weighed] = []
        for card in range(self._sheet.cards):
            if not allowed >> card & 1:
                continue
            row = d.card_at(self._sheet, card)
            for seat in range(-1, game[d.COUNT]):
                if not self._moves.aims(self._sheet, words, game, card, seat):
                    continue
                for places in self._dice_for(card):
                    value = float(
                        self._moves.value_of_card(*self._all, card, seat, places, self._lost, usually)
                    )
                    dice = tuple(die for place, die in enumerate(state.hand) if places >> place & 1)
                    target = self._who[seat] if seat >= 0 else -1
                    changes = bool(words[row + MOST] or words[row + SECOND_THROW])
                    seats = self._after_card(value, card, seat, places, changes=changes)
                    name = deck.cards[card].id
                    found.append(
                        Weighed("card", None, value, seats, state.turn_total, None, name, target, dice)
                    )
        return found

    def _dice_for(self, card: int) -> Iterator[int]:
        """The choices of dice for a card, as sets of places of the hand."""
        question = self._sheet, self._words, self._game, card
        places, at = self._moves.next_choice(*question, 0)
        while places >= 0:
            yield places
            places, at = self._moves.next_choice(*question, at)

    def _after_card(self, value: float, card: int, seat: int, places: int, *, changes: bool) -> Chances:
        """What a card that is played means to everybody."""
        d, game = self._d, self._game
        if changes:
            return self._going_on(value, self.state.turn_total)
        tried = list(game)
        plain("hotdice.players.card_play_kernel").play_card(
            self._sheet, self._words, tried, self._mind.silent, card, seat, places
        )
        if tried[d.TURN] != game[d.TURN] or tried[d.STEP] > d.ON_STOP:
            mind = self._mind
            mind.trial[: len(tried)] = tried
            self._tables.chance(self._sheet, self._words, self._reals, mind, tried, self._mover, self._mover)
            return self._everybody(value, self._shares(), None)
        points = game[d.POINTS]
        high = self._end(tried, points if game[d.STEP] == d.ON_STOP else points + _AHEAD)
        return self._everybody(value, self._end(tried, -1), high)
