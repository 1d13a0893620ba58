"""How a game with cards looks to the mover: turns left, who is dangerous, what this turn is worth.

Everything here comes from public facts and the mover's own hand.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import exp

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game import Phase, State, Step
from hotdice.game.lasting import working_on
from hotdice.game.playing_cards import holds_card_for
from hotdice.game.views import gold_in_hand
from hotdice.players.card_prices import price as price_of
from hotdice.players.keeping import total_to_win
from hotdice.players.turn_values import TurnValues
from hotdice.rules import Ruleset
from hotdice.rules.deck import Act, Card, Window

PACE = 560
"""Points that a good turn brings on average; it only says how many turns are left."""
DOOR = 250
"""What it is worth to have the door down, beyond the points that broke it."""
SWING = 3000
"""Points that weigh as much as winning against losing, on a last turn."""
TEMPER = 1500
"""How sharply a lead makes a foe more dangerous than the others."""
FAR_TOP, NEAR_TOP = 9000, 5000
"""The largest totals that a table looks at: on a last turn that must get there, and else."""


class Rescue(Frozen):
    """A card in hand for a Farkle: what it saves, from which total on, and what it costs to spend it."""

    price: int
    gold: int
    least_turn: int = 0
    minus: int = -1  # of the turn's points, where it saves them; -1: it throws the dice again


class _Question(Frozen):
    """What a table of turn values is about; `needed` (0: none) makes it a last turn that must get there."""

    dice: int
    opened: bool
    bonus: int = 0
    doubled: int = 0
    needed: int = 0
    rescues: tuple[Rescue, ...] = ()

    def worth(self, total: int, opening: int) -> float:
        """What a stop with this turn total is worth."""
        stopped = total + self.bonus + min(total, self.doubled) if total else 0
        recorded = stopped if self.opened or stopped >= opening else 0
        if self.needed:
            return SWING * (recorded >= self.needed) + recorded / 100
        return recorded + (DOOR if recorded and not self.opened else 0)


@lru_cache(maxsize=3000)
def _table(rules: Ruleset, question: _Question) -> TurnValues:
    bare = replace(question, rescues=())
    saved = [(card, _table(rules, _spent(bare, card.gold))) for card in question.rescues]

    def rescue(total: int, dice: int) -> float:
        best = 0.0
        for card, spent in saved:
            if total >= card.least_turn:
                again = card.minus < 0
                value = spent.roll(total, dice) if again else spent.worth(max(0, total - card.minus))
                best = max(best, value - card.price)
        return best

    return TurnValues(
        rules,
        question.dice,
        lambda total: question.worth(total, rules.opening),
        top=min(question.needed, FAR_TOP) or NEAR_TOP,
        rescue=rescue if saved else None,
    )


def _spent(question: _Question, gold: int) -> _Question:
    """The same question when a card's Gold Pieces are gone: a last turn needs that much more."""
    return replace(question, needed=question.needed + gold) if question.needed else question


def full_turn(rules: Ruleset, dice: int, *, bonus: int = 0) -> float:
    """The mean of a whole turn with so many dice, for somebody whose door is down.

    >>> from hotdice.rules import load
    >>> round(full_turn(load("munchkin-farkle"), 6)), round(full_turn(load("munchkin-farkle"), 5))
    (584, 296)
    """
    table = _table(rules, _Question(max(1, dice), opened=True, bonus=bonus))
    return table.roll(0, max(1, dice))


class Outlook:
    """One moment of a game, as the mover judges it.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> outlook = Outlook(new_game(load("munchkin-farkle"), 3))
    >>> outlook.turns_left, outlook.threat(1)
    (17, 0.5)
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.mover
        self.rules = state.rules

    @cached_property
    def turns_left(self) -> int:
        """How many more turns the mover may expect behind this one."""
        state = self.state
        if state.phase is not Phase.NORMAL:
            return 0
        if self.rules.rounds:
            return self.rules.rounds - state.round
        ahead = max(state.seats[seat].total for seat in state.active)
        return max(0, (self.rules.target - ahead) // PACE)

    @cached_property
    def needed(self) -> int:
        """What this turn must record to win, on a last turn that must gain something; else 0."""
        goal = total_to_win(self.state)
        return 0 if goal is None else max(0, goal - self.state.seats[self.seat].total)

    @cached_property
    def _threats(self) -> dict[int, float]:
        state = self.state
        foes = [seat for seat in state.active if seat != self.seat]
        totals = {seat: state.seats[seat].total + gold_in_hand(state, seat) for seat in foes}
        best = max(totals.values(), default=0)
        weights = {seat: exp((total - best) / TEMPER) for seat, total in totals.items()}
        return {seat: weight / sum(weights.values()) for seat, weight in weights.items()}

    def threat(self, seat: int) -> float:
        """The share of all danger that comes from one foe; the shares of all foes sum to 1."""
        return self._threats.get(seat, 0.0)

    @cached_property
    def _in_play(self) -> tuple[int, int]:
        """What cards in play add to a stop of the mover: a bonus, and a limit of doubling."""
        cards = [card for _, card in working_on(self.state, self.seat)]
        bonus = sum(card.acts[Act.BONUS_ON_STOP].points for card in cards if Act.BONUS_ON_STOP in card.acts)
        return bonus, sum(card.acts[Act.DOUBLE].most for card in cards if Act.DOUBLE in card.acts)

    def spent(self, card: Card, *, bonus: int = 0, doubled: int = 0) -> TurnValues:
        """The values of this turn, if a card had been played and did so much on stopping."""
        now = self._question
        question = replace(now, rescues=(), bonus=now.bonus + bonus, doubled=now.doubled + doubled)
        return _table(self.rules, _spent(question, card.gold))

    @cached_property
    def table(self) -> TurnValues:
        """The values of this turn as things are, cards for a Farkle in hand included."""
        return _table(self.rules, self._question)

    @cached_property
    def _question(self) -> _Question:
        bonus, doubled = self._in_play
        opened = self.state.seats[self.seat].opened
        rescues = tuple(self._rescues())
        return _Question(self.state.turn_dice, opened, bonus, doubled, self.needed, rescues)

    def _rescues(self) -> Iterator[Rescue]:
        cards, deck = self.state.cards, self.rules.deck
        if cards is None or deck is None or not holds_card_for(self.state, Window.ON_FARKLE):
            return
        for name in cards.hands[self.seat]:
            card = deck.by_id[name]
            if name not in deck.in_window[Window.ON_FARKLE]:
                continue
            price = 0 if self.needed else round(price_of(card, self.turns_left), -1)
            if Act.KEEP_ON_FARKLE in card.acts:
                minus = card.acts[Act.KEEP_ON_FARKLE].points
                yield Rescue(int(price), card.gold, card.needs.least_turn, minus)
            elif Act.SECOND_THROW in card.acts:
                yield Rescue(int(price), card.gold, card.needs.least_turn)

    def full_turn(self, dice: int, *, bonus: int = 0) -> float:
        """The mean of a whole turn with so many dice, for somebody whose door is down."""
        return full_turn(self.rules, dice, bonus=bonus)

    def value(self, table: TurnValues) -> float:
        """What the moment is worth by a table."""
        state = self.state
        match state.step:
            case Step.ROLL:
                return table.roll(0, table.dice)
            case Step.KEEP:
                return table.offer(state.turn_total, state.faces)
            case Step.DECIDE if state.cards is not None and state.cards.must_roll:
                return table.roll(state.turn_total, len(state.hand))
            case Step.DECIDE:
                return table.stop_or_roll(state.turn_total, len(state.hand))
            case Step.STOP:
                return table.worth(state.turn_total)
        return table.worth(0)

    @cached_property
    def now(self) -> float:
        """What the moment is worth without a card."""
        return self.value(self.table)
