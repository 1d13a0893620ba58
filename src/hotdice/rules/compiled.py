"""A rule set as plain data for programs that have no referee: what each set of dice is worth, and the frame.

The page in the browser shows live points, and keeps score while the network is gone, from this alone.
"""

from itertools import chain

from hotdice.frozen import Frozen, alike
from hotdice.rules.combinations import Combination, unpack, with_jokers
from hotdice.rules.deck import Effect
from hotdice.rules.decks import deck_reference
from hotdice.rules.references import reference
from hotdice.rules.ruleset import FACES, FarklePenalty, Joker, Pattern, Ruleset, Scoring, Toxic
from hotdice.rules.said import Said
from hotdice.rules.scoring import sorted_rolls
from hotdice.rules.wording import sentences


class CardWords(Frozen):
    """What a player reads on a card, and what a program needs to say what it does.

    `when` is empty where it may be played at any time of the own turn; if it may now, the referee says.
    """

    id: str
    name: str
    text: str
    gold: int
    when: tuple[str, ...]
    target: str
    ongoing: bool
    effects: tuple[Effect, ...]
    turns: int
    ends_on_farkle: bool


class CompiledRules(Frozen, kw_only=True):
    """The score table and the frame fields of one rule set.

    `worth` has the points of every set of dice that may be set aside, by its ascending digits;
    `combinations` those of the sheet's own lines, of which it is made up. Which sets may be taken from a
    roll also depends on `take_all`, `toxic` and `nothing_bonus`.
    `deck_name` is empty for a deck of somebody's own.
    """

    reference: str
    name: str
    title: str
    summary: str
    hash: str
    base: str
    seats: tuple[int, ...]
    dice: int
    weights: tuple[tuple[int, ...], ...]
    worth: dict[str, int]
    combinations: dict[str, int]
    scoring: Scoring
    take_all: bool
    toxic: Toxic
    nothing_bonus: int
    opening: int
    opening_policy: str
    minimum: int
    minimum_binds_win: bool
    hot_dice: str
    penalty: FarklePenalty
    target: int
    reach: str
    last_chance: str
    rounds: int
    ties: str
    solo_goal: int
    first_player: str
    compensation: tuple[int, ...]
    joker: Joker
    instant_win: tuple[Pattern, ...]
    instant_loss: tuple[Pattern, ...]
    bank_step: int
    overshoot: str
    bump: str
    piggyback: bool
    cards: bool
    deck_name: str
    deck: tuple[CardWords, ...]
    sentences: tuple[Said, ...]


def compiled(rules: Ruleset) -> CompiledRules:
    """Everything that a program without a referee needs to know of a rule set.

    >>> from hotdice.rules import load
    >>> data = compiled(load("playmonster"))
    >>> data.worth["1444"], "44" in data.worth, data.opening
    (500, False, 500)
    """
    cards = rules.deck.cards if rules.deck is not None else ()
    return alike(
        CompiledRules,
        rules,
        reference=reference(rules),
        seats=tuple(rules.seats_allowed),
        weights=rules.cup,
        worth=_worth(rules),
        combinations={_digits(unpack(one.dice)): one.points for one in _combinations(rules)},
        cards=rules.deck is not None,
        deck_name=_deck_name(rules),
        deck=tuple(alike(CardWords, card) for card in cards),
        sentences=sentences(rules),
    )


def _combinations(rules: Ruleset) -> tuple[Combination, ...]:
    """The lines of the sheet written out, those that a joker completes included."""
    plain = rules.table.combinations
    return plain if rules.table.faces == FACES else plain + with_jokers(plain)


def _deck_name(rules: Ruleset) -> str:
    """The name of a deck that comes with Hotdice; empty for one that somebody made."""
    found = deck_reference(rules.deck)
    return found if isinstance(found, str) else ""


def _worth(rules: Ruleset) -> dict[str, int]:
    """The points of every set of dice that has any: at most 923 sets for six dice; a 7 is a joker."""
    every = chain.from_iterable(sorted_rolls(count, rules.table.faces) for count in range(1, rules.dice + 1))
    values = ((faces, rules.table.value(faces)) for faces in every)
    return {_digits(faces): points for faces, points in values if points is not None}


def _digits(faces: tuple[int, ...]) -> str:
    return "".join(map(str, faces))
