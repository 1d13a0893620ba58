"""The state of a game: an immutable value, made by `new_game` and changed only by events."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from hotdice.frozen import Frozen
from hotdice.game.cards import Cards, deal
from hotdice.rules import FACES, FirstPlayer, Ruleset
from hotdice.rules.bags import bag_rows, check_bag, has_joker


class Phase(StrEnum):
    """Where the game stands."""

    ROLL_OFF, NORMAL, LAST, PLAY_OFF, OVER = "roll_off", "normal", "last", "play_off", "over"


class Step(StrEnum):
    """What the game waits for."""

    ROLL = "roll"  # the mover must roll
    WAIT = "wait"  # the dice are in the air
    KEEP = "keep"  # the mover must set something aside
    DECIDE = "decide"  # the mover may roll on or stop
    FARKLE = "farkle"  # nothing scores, but the mover holds a card for such a moment
    STOP = "stop"  # the mover has stopped and holds a card for such a moment
    BETWEEN = "between"  # a turn is over; the events that follow say what comes next
    OVER = "over"


class Seat(Frozen):
    """One player's line on the score sheet."""

    total: int = 0
    opened: bool = False
    farkles: int = 0
    gone: bool = False
    dice: int = 0  # a table ruling for the next turn; 0: as many as the sheet says


class Remark(Frozen):
    """Words that lie on the table for `turns` more turns of a seat, or until they are lifted (-1)."""

    text: str
    seat: int
    turns: int


class Outcome(NamedTuple):
    """How a game ended: why, for whom, and the totals."""

    reason: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]


class State(Frozen):
    """Everything the referee knows.

    `hand` are the numbers of the dice not set aside, `faces` what they show while something must be kept.
    `contenders` are those of a roll-off or play-off, `thrown_off` the dice of the roll-off so far. `offer`
    and `offered` are points and dice that the mover may take over (piggyback); `bags` are the dice of the
    seats, where they have their own.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    phase: Phase
    step: Step
    mover: int
    starter: int
    round: int = 1
    turn: int = 1
    roll: int = 0
    throw: int = 0
    turn_total: int = 0
    turn_dice: int = 6
    hand: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    trigger: int = -1
    contenders: tuple[int, ...] = ()
    thrown_off: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    reason: str = ""
    remarks: tuple[Remark, ...] = ()
    cards: Cards | None = None
    offer: int = 0
    offered: tuple[int, ...] = ()
    bags: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple(index for index, seat in enumerate(self.seats) if not seat.gone)

    @property
    def dice_to_roll(self) -> tuple[int, ...]:
        """The dice that the next roll would throw: those in hand, or all of them after hot dice."""
        if self.phase is Phase.ROLL_OFF:
            return (1,)
        if self.cards is not None and self.cards.owed and self.hand:
            if self.cards.owed < 0:  # a card that weighed on this turn is gone, and its dice are back
                back = range(self.turn_dice + self.cards.owed + 1, self.turn_dice + 1)
                return self.hand + tuple(back)
            return self.hand[: max(1, len(self.hand) - self.cards.owed)]
        return self.hand or tuple(range(1, self.turn_dice + 1))

    @property
    def weights(self) -> tuple[tuple[int, ...], ...]:
        """The weights of the mover's dice, a joker behind the faces 1 to 6; empty where all are fair.

        A roll-off is thrown with the dice of the sheet.
        """
        if self.bags and self.phase is not Phase.ROLL_OFF:
            return bag_rows(self.bags[self.mover])
        return self.rules.cup

    def may_show(self, die: int, face: int) -> bool:
        """Whether a die of the mover can show a face; JOKER is one where the die has a joker."""
        if not self.weights:
            return 1 <= face <= FACES
        row = self.weights[die - 1]
        return 1 <= face <= len(row) and row[face - 1] > 0

    @property
    def in_the_air(self) -> tuple[int, ...]:
        """The dice that were asked for: those in hand, or those of the table that a card throws again."""
        return self.hand if self.cards is None else self.cards.again or self.hand

    @property
    def hot(self) -> bool:
        """Whether every die has just been set aside."""
        return self.step is Step.DECIDE and not self.hand

    @property
    def totals(self) -> tuple[int, ...]:
        """The recorded totals, seat by seat."""
        return tuple(seat.total for seat in self.seats)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return Outcome(self.reason, self.winners, self.totals) if self.over else None


def new_game(
    rules: Ruleset,
    players: int,
    *,
    first: int | None = None,
    colours: Sequence[str] = (),
    bags: Sequence[str] = (),
) -> State:
    """The state before the first roll; without `first` the sheet says how the first player is found.

    Where the sheet has cards, `colours` names the colour of each seat; without it they go round. `bags` are
    the own dice of each seat, such as `5*standard,1*odd`.

    >>> from hotdice.rules import load
    >>> new_game(load("playmonster"), 2).phase, new_game(load("classic"), 2).phase
    (<Phase.ROLL_OFF: 'roll_off'>, <Phase.NORMAL: 'normal'>)

    Raises:
        ValueError: the sheet does not allow that many players, or there is no such seat, colour or bag.
    """
    if players not in rules.seats_allowed:
        low, high = rules.min_players, rules.seats_allowed[-1]
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise ValueError(f"{rules.title} is for {allowed} players, not {players}")
    if first is not None and not 0 <= first < players:
        raise ValueError(f"there is no seat {first + 1} among {players} players")
    if colours and rules.deck is None:
        raise ValueError(f"{rules.title} has no cards, so there are no colours")
    seats = tuple(Seat(opened=rules.opening == 0) for _ in range(players))
    own = bags_of(rules, players, bags)
    state = State(
        rules=rules_with(rules, own),
        seats=seats,
        phase=Phase.ROLL_OFF,
        step=Step.ROLL,
        mover=0,
        starter=0,
        turn=0,
        turn_dice=rules.dice,
        contenders=tuple(range(players)),
        cards=None if rules.deck is None else deal(rules.deck, players, colours),
        bags=own,
    )
    if first is None and rules.first_player is FirstPlayer.ROLLED and players > 1:
        return state
    return started(state, first or 0)


def bags_of(rules: Ruleset, players: int, bags: Sequence[str]) -> tuple[str, ...]:
    """The bags as they are kept, one for each seat."""
    if not bags:
        return ()
    if rules.deck is not None or rules.cup or rules.piggyback:
        raise ValueError(
            "own dice do not go with cards, with the weighted dice of a sheet, or with piggyback"
        )
    if len(bags) != players:
        raise ValueError(f"{players} players need {players} bags, not {len(bags)}")
    return tuple(check_bag(bag, rules.dice) for bag in bags)


def rules_with(rules: Ruleset, bags: Sequence[str]) -> Ruleset:
    """The rules for these own dice: their table reads jokers where a bag has one."""
    return rules.among_jokers if any(has_joker(bag) for bag in bags) else rules


def started(state: State, first: int) -> State:
    """The state with the first player known: compensation is paid and the first turn has begun."""
    count = len(state.seats)
    seats = list(state.seats)
    for place, points in enumerate(state.rules.compensation[:count]):
        index = (first + place) % count
        seats[index] = msgspec.structs.replace(seats[index], total=seats[index].total + points)
    return msgspec.structs.replace(
        state,
        seats=tuple(seats),
        phase=Phase.NORMAL,
        step=Step.ROLL,
        mover=first,
        starter=first,
        turn=1,
        roll=0,
        throw=0,
        hand=tuple(range(1, state.turn_dice + 1)),
        contenders=(),
        thrown_off=(),
    )
