"""A sheet with cards as numbers that compiled code can read: rules, dice, every card, every bot's constants.

All whole numbers stand in one array and all others in a second one; `CardSheet` says where. A card is a row
of `CARD` fields. Rolls are found by the sum of `radix ** (face - 1)` over their dice.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.odds.rule_numbers import numbers_of
from hotdice.odds.stopping import ONLY_STOPS, stop_words, stops_of, too_many_stops, without_a_stop
from hotdice.rules import FACES, MAX_DICE, Ruleset, sorted_rolls
from hotdice.rules.deck import Act, Card, Deck, Door, Hands, Lasts, Target, Window

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

SELF, FOE, AHEAD, LEADER = (list(Target).index(item) for item in Target)
AT_ONCE, OWN_TURNS, TARGETS_TURNS, UNTIL_TRIGGERED, WHOLE_GAME = (list(Lasts).index(item) for item in Lasts)
ANY_DOOR, DOOR_DOWN, DOOR_SHUT = (list(Door).index(item) for item in Door)
MOST_SEATS = 10
"""More seats than any sheet with cards is played with; others are left to the referee."""

(
    GOLD,
    TARGET,
    LASTS,
    TURNS,
    ENDS_ON_FARKLE,
    LEAST_DICE,
    MOST_DICE,
    LEAST_TURN,
    DOOR,
    WINDOWS,
    FEWEST,
    MOST,
    FLIP,
    SET_FACE,
    REROLL,
    SECOND_THROW,
    KEEP_ON_FARKLE,
    TURN_POINTS,
    TOTAL_POINTS,
    TAKE_POINTS,
    LOSE_POINTS,
    MUST_ROLL,
    FEWER_DICE,
    MORE_DICE,
    MORE_UP_TO,
    BONUS,
    DOUBLE,
    LOCK,
    CANCEL,
    ACTS,
) = range(30)
"""The fields of a card. FEWEST and MOST are the dice to choose; KEEP_ON_FARKLE is one more than it costs."""
MOST_ACTS = 6
CARD = ACTS + MOST_ACTS + 1
"""Numbers of a card: its fields, then its acts in the order of `Act` numbers, ended by NO_ACT."""
NO_ACT = -1
ACT = {act: number for number, act in enumerate(Act)}


class CardSheet(NamedTuple):
    """A rule set with cards for compiled code; `offers`, `deals`, `table`, `kinds` lie in the words.

    So do two tables of `odds.stopping`: `stops` for who stops, `saves` for turns that a card may have ended.
    """

    dice: int
    most_dice: int
    step: int
    unit: int
    radix: int
    opening: int
    stops: int
    saves: int
    furthest: int
    period: int
    hot_forced: bool
    penalty_count: int
    penalty_points: int
    penalty_restarts: bool
    penalty_floor: int
    target: int
    target_step: int
    reach: int
    last_chance: int
    rounds: int
    ties: int
    known_hands: bool
    gold_needs_door: bool
    ties_by_cards: bool
    cards: int
    offers: int
    deals: int
    table: int
    compensation: int
    kinds: int
    chances: int


class Builder:
    """Two arrays that grow: each part is read from the place on that `whole` or `real` returned.

    >>> builder = Builder()
    >>> builder.whole([1, 2]), builder.whole([3]), builder.words.tolist()
    (0, 2, [1, 2, 3])
    """

    def __init__(self) -> None:
        self._whole: list[Ints] = []
        self._real: list[Floats] = []
        self._sizes = [0, 0]

    def whole(self, numbers: Any) -> int:
        """Append whole numbers; the place of the first."""
        part = np.asarray(numbers, np.int64).ravel()
        self._whole.append(part)
        self._sizes[0] += part.size
        return self._sizes[0] - part.size

    def real(self, numbers: Any) -> int:
        """Append other numbers; the place of the first."""
        part = np.asarray(numbers, np.float64).ravel()
        self._real.append(part)
        self._sizes[1] += part.size
        return self._sizes[1] - part.size

    @property
    def words(self) -> Ints:
        """All whole numbers."""
        return np.concatenate([*self._whole, np.zeros(1, np.int64)][: max(1, len(self._whole))])

    @property
    def reals(self) -> Floats:
        """All other numbers."""
        return np.concatenate([*self._real, np.zeros(1)][: max(1, len(self._real))])


def most_dice(rules: Ruleset) -> int:
    """The most dice that a turn may have: those of the sheet, or as many as a card lifts them to.

    >>> from hotdice.rules import load
    >>> most_dice(load("munchkin-farkle"))
    6
    """
    cards = rules.deck.cards if rules.deck else ()
    more = [card.acts[Act.MORE_DICE].most for card in cards if Act.MORE_DICE in card.acts]
    return min(MAX_DICE, max([rules.dice, *more]))


def obstacle(rules: Ruleset, seats: int) -> str:
    """Why compiled code does not play a sheet with cards, in words; empty where it does.

    >>> from hotdice.rules import load
    >>> obstacle(load("munchkin-farkle"), 3), obstacle(load("classic"), 2)
    ('', 'Classic Farkle has no cards')
    """
    if rules.deck is None:
        return f"{rules.title} has no cards"
    if rules.weights:
        return f"{rules.title} has weighted dice; the compiled simulator plays fair ones"
    beyond = [key for key in rules.beyond if key not in ONLY_STOPS or too_many_stops(rules)]
    if beyond:
        return f"{rules.title} has a rule that the referee plays: {', '.join(beyond)}"
    if rules.solo_goal or seats > MOST_SEATS:
        return f"{rules.title} is compiled for 2 to {MOST_SEATS} seats"
    return ""


def card_row(card: Card, deck: Deck) -> list[int]:
    """The numbers of one card."""
    acts = card.acts
    row = [0] * ACTS
    windows = card.windows(unlabelled_on_farkle=deck.unlabelled_on_farkle)
    row[GOLD], row[TARGET] = card.gold, list(Target).index(card.target)
    row[LASTS], row[TURNS] = list(Lasts).index(card.lasts), card.turns
    row[ENDS_ON_FARKLE] = card.ends_on_farkle
    row[LEAST_DICE], row[MOST_DICE] = card.needs.least_dice, card.needs.most_dice
    row[LEAST_TURN], row[DOOR] = card.needs.least_turn, list(Door).index(card.needs.door)
    row[WINDOWS] = sum(1 << list(Window).index(window) for window in windows)
    row[FEWEST], row[MOST] = card.dice_to_choose
    for field, act in (
        (FLIP, Act.FLIP_DIE),
        (SECOND_THROW, Act.SECOND_THROW),
        (MUST_ROLL, Act.MUST_ROLL),
        (LOCK, Act.LOCK_HAND),
        (CANCEL, Act.CANCEL_NEXT),
    ):
        row[field] = act in acts
    for field, act, number in (
        (SET_FACE, Act.SET_DIE, "face"),
        (REROLL, Act.REROLL, "most"),
        (TURN_POINTS, Act.TURN_POINTS, "points"),
        (TOTAL_POINTS, Act.TOTAL_POINTS, "points"),
        (TAKE_POINTS, Act.TAKE_POINTS, "points"),
        (LOSE_POINTS, Act.LOSE_POINTS, "points"),
        (FEWER_DICE, Act.FEWER_DICE, "dice"),
        (MORE_DICE, Act.MORE_DICE, "dice"),
        (MORE_UP_TO, Act.MORE_DICE, "most"),
        (BONUS, Act.BONUS_ON_STOP, "points"),
        (DOUBLE, Act.DOUBLE, "most"),
    ):
        if act in acts:
            row[field] = getattr(acts[act], number)
    if Act.KEEP_ON_FARKLE in acts:
        row[KEEP_ON_FARKLE] = acts[Act.KEEP_ON_FARKLE].points + 1
    order = [ACT[act] for act in acts]
    return row + order + [NO_ACT] * (MOST_ACTS + 1 - len(order))


def sheet_with_cards(rules: Ruleset, builder: Builder) -> CardSheet:
    """The numbers of a rule set with cards; what is long is added to the builder.

    >>> from hotdice.rules import load
    >>> builder = Builder()
    >>> sheet = sheet_with_cards(load("munchkin-farkle"), builder)
    >>> sheet.dice, sheet.unit, int(builder.words[sheet.table]), sheet.cards
    (6, 50, 200, 10)
    """
    from hotdice.players.turn_values import kinds_of_rolls, unit_of

    deck = rules.deck
    if deck is None:
        raise ValueError(f"{rules.title} has no cards")
    most = most_dice(rules)
    radix = most + 1
    kinds: list[int] = []
    chances: list[float] = []
    heads: list[int] = []
    for count in range(1, most + 1):
        found = kinds_of_rolls(rules, count)
        widest = found.points.shape[1] if len(found.chances) else 1
        heads += [len(kinds), len(found.chances), widest, len(chances)]
        pairs = np.stack([found.points // unit_of(rules), found.left], axis=-1)
        kinds += pairs.ravel().tolist()
        chances += [found.farkle, *found.chances.tolist()]
    order = deck.order
    holding = [sum(1 << order[card] for card in colour.cards) for colour in deck.colours]
    stops, furthest, _ = stop_words(rules)
    return CardSheet(
        most_dice=most,
        unit=unit_of(rules),
        radix=radix,
        stops=builder.whole(stops),
        saves=builder.whole(stop_words(without_a_stop(rules), furthest)[0]),
        furthest=furthest,
        period=stops_of(rules).period,
        known_hands=deck.hands is Hands.OPEN or deck.same_for_all,
        gold_needs_door=deck.gold_needs_door,
        ties_by_cards=deck.ties_by_cards,
        cards=len(deck.cards),
        offers=builder.whole(_offers(rules, most)),
        deals=builder.whole(holding),
        table=builder.whole([card_row(card, deck) for card in deck.cards]),
        compensation=builder.whole((rules.compensation + (0,) * MOST_SEATS)[:MOST_SEATS]),
        kinds=builder.whole([*heads, *kinds]),
        chances=builder.real(chances),
        **numbers_of(rules),
    )


def key_of(faces: tuple[int, ...], radix: int) -> int:
    """Where a roll stands.

    >>> key_of((1, 1, 3), 7)
    51
    """
    return sum(radix ** (face - 1) for face in faces)


def _offers(rules: Ruleset, most: int) -> Ints:
    """For the key of every roll where its keeps begin; there how many, then points, dice left, key each."""
    radix = most + 1
    starts = np.zeros(radix**FACES, np.int64)
    lists: list[int] = [0]
    for count in range(1, most + 1):
        for roll in sorted_rolls(count):
            options = rules.table.options(roll).options
            if not options:
                starts[key_of(roll, radix)] = len(starts)
                continue
            starts[key_of(roll, radix)] = len(starts) + len(lists)
            lists.append(len(options))
            for option in options:
                faces = tuple(int(face) for face in option.keep)
                lists += [option.points, option.dice_left, key_of(faces, radix)]
    return np.concatenate([starts, np.array(lists)])
