"""The rule set: one frozen value that says everything the referee needs to know about a game.

A rule set is data. There is no subclass per variant and no test for a name anywhere: what a sheet
plays differently is a field here. Files become rule sets in `hotdice.rules.loading`.
"""

import hashlib
import json
from enum import StrEnum
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any

import msgspec

from hotdice.frozen import Frozen
from hotdice.rules.deck import Act, Deck

if TYPE_CHECKING:
    from hotdice.rules.scoring import ScoringTable

FACES = 6
JOKER = 7
"""What a die shows whose joker lies on top, beside the faces 1 to 6."""
MAX_DICE = 10
MAX_SEATS = 20
LONGEST_TITLE = 120


class AlikeScheme(StrEnum):
    """How four and more of one face score."""

    NONE, TABLE, ADD, DOUBLE, MULTIPLY = "none", "table", "add", "double", "multiply"


class OpeningPolicy(StrEnum):
    """What a player without a recorded score may do below the opening minimum."""

    MUST_REACH, MAY_STOP = "must_reach", "may_stop"


class HotDice(StrEnum):
    """What happens when every die has been set aside."""

    OPTIONAL, FORCED = "optional", "forced"


class Reach(StrEnum):
    """How a total meets the target."""

    AT_LEAST, MORE_THAN, EXACTLY = "at_least", "more_than", "exactly"


class LastChance(StrEnum):
    """Who still plays once somebody has reached the target."""

    NONE, FINISH_ROUND, OTHERS_ONCE, LAST_LICKS = "none", "finish_round", "others_once", "last_licks"


class Overshoot(StrEnum):
    """What becomes of a turn that would go beyond an exact target."""

    NOTHING, WELFARE = "nothing", "welfare"


class Bump(StrEnum):
    """What landing exactly on another's total does to that player."""

    NONE, TO_ZERO, SWAP = "none", "to_zero", "swap"


class Ties(StrEnum):
    """What equal totals at the end mean."""

    SHARED, TRIGGER_KEEPS, PLAY_OFF = "shared", "trigger_keeps", "play_off"


class FirstPlayer(StrEnum):
    """How the first player is found."""

    CHOSEN, ROLLED = "chosen", "rolled"


class Joker(Frozen):
    """A face that is a joker on the first `dice` dice: it completes combinations and never scores alone."""

    face: int = 0
    dice: int = 1


class Pattern(Frozen):
    """Dice that decide a game by lying in one roll: these faces, or so many alike; `first`: of a turn."""

    faces: tuple[int, ...] = ()
    alike: int = 0
    first: bool = False

    def lies_in(self, roll: tuple[int, ...], *, first: bool) -> bool:
        """Whether a roll shows it; jokers stand for nothing here.

        >>> Pattern(alike=5).lies_in((1, 5, 5, 5, 5, 5), first=False)
        True
        """
        if self.first and not first:
            return False
        if self.alike:
            return any(roll.count(face) >= self.alike for face in range(1, FACES + 1))
        return all(roll.count(face) >= self.faces.count(face) for face in self.faces)


class Alike(Frozen):
    """The scheme for four and more alike; `values[i]` belongs to `i + 4` dice (points or multiplier)."""

    scheme: AlikeScheme = AlikeScheme.NONE
    values: tuple[int, ...] = ()

    def points(self, triple: int, count: int) -> int:
        """Points of `count` dice of a face whose triple is worth `triple`; 0 where there is no such score.

        >>> Alike(AlikeScheme.DOUBLE).points(200, 5)
        800
        >>> Alike(AlikeScheme.TABLE, (1000, 2000)).points(200, 6)
        0
        """
        index = count - 4
        match self.scheme:
            case AlikeScheme.ADD:
                return triple * (count - 2)
            case AlikeScheme.DOUBLE:
                return triple << (count - 3)
            case AlikeScheme.TABLE:
                return self.values[index] if index < len(self.values) else 0
            case AlikeScheme.MULTIPLY:
                return triple * self.values[index] if index < len(self.values) else 0
        return 0


class Run(Frozen):
    """A run of faces, for example 1-5, and what it is worth."""

    low: int
    high: int
    points: int


class ExactSet(Frozen):
    """A set of faces written out, for example 1 3 5, and what it is worth."""

    faces: tuple[int, ...]
    points: int


class Scoring(Frozen):
    """The scoring table; zero means that the sheet does not know the combination."""

    singles: tuple[int, ...] = (0,) * FACES
    triples: tuple[int, ...] = (0,) * FACES
    alike: Alike = Alike()
    straight: int = 0
    runs: tuple[Run, ...] = ()
    three_pairs: int = 0
    pairs_may_repeat: bool = False
    two_triplets: int = 0
    triplets_may_repeat: bool = False
    four_and_pair: int = 0
    full_house: int = 0
    full_house_bonus: int = 0
    sets: tuple[ExactSet, ...] = ()


class FarklePenalty(Frozen):
    """Points lost for farkles in a row: every `count`-th one, or each from the `count`-th on."""

    count: int = 3
    points: int = 0
    restarts: bool = True
    floor: int | None = None


class Toxic(Frozen):
    """A face that ends the turn with nothing when `count` or more of it lie in one roll; face 0 is none."""

    face: int = 0
    count: int = 4


class Ruleset(Frozen, dict=True, eq=False):
    """Everything the referee needs to know about a game. Build one with `load` or `from_text`.

    Two rule sets are equal where they play the same, whatever they are called.

    >>> from hotdice.rules import load
    >>> rules = load("marina")
    >>> rules.rounds, rules.minimum, rules.penalty.points
    (10, 300, 500)
    """

    name: str
    title: str
    scoring: Scoring
    summary: str = ""
    source: str = ""
    base: str = ""
    dice: int = 6
    weights: tuple[tuple[int, ...], ...] = ()
    min_players: int = 2
    max_players: int = 0
    first_player: FirstPlayer = FirstPlayer.CHOSEN
    opening: int = 0
    opening_policy: OpeningPolicy = OpeningPolicy.MUST_REACH
    minimum: int = 0
    minimum_binds_win: bool = True
    take_all: bool = False
    hot_dice: HotDice = HotDice.OPTIONAL
    nothing_bonus: int = 0
    toxic: Toxic = Toxic()
    penalty: FarklePenalty = FarklePenalty()
    target: int = 0
    reach: Reach = Reach.AT_LEAST
    last_chance: LastChance = LastChance.NONE
    rounds: int = 0
    ties: Ties = Ties.SHARED
    solo_goal: int = 0
    compensation: tuple[int, ...] = ()
    deck: Deck | None = None
    joker: Joker = Joker()
    instant_win: tuple[Pattern, ...] = ()
    instant_loss: tuple[Pattern, ...] = ()
    bank_step: int = 0
    overshoot: Overshoot = Overshoot.NOTHING
    bump: Bump = Bump.NONE
    piggyback: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and (self is other or self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def seats_allowed(self) -> range:
        """The numbers of players that this sheet allows, within the program's own limit and the deck's.

        >>> from hotdice.rules import load
        >>> load("munchkin-farkle-plain").seats_allowed
        range(3, 6)
        """
        most = self.max_players or MAX_SEATS
        if self.deck is not None:  # everybody needs a colour
            most = min(most, len(self.deck.colours))
        return range(self.min_players, most + 1)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of what changes play: titles, sources and wording do not count.

        >>> from hotdice.rules import load
        >>> from msgspec.structs import replace
        >>> rules = load("classic")
        >>> replace(rules, title="Ours").hash == rules.hash, replace(rules, target=9000).hash == rules.hash
        (True, False)
        """
        text = json.dumps(canonical(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def cup(self) -> tuple[tuple[int, ...], ...]:
        """The weights of each die where they are not all fair; a joker is behind the faces 1 to 6.

        >>> from hotdice.rules import load
        >>> load("kcd").cup, load("kcd", ["joker.face=1", "dice=2"]).cup
        ((), ((0, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 0)))
        """
        if not self.joker.face:
            return self.weights
        rows = self.weights or ((1,) * FACES,) * self.dice
        return tuple(
            with_joker(row, self.joker.face if die < self.joker.dice else 0) for die, row in enumerate(rows)
        )

    @cached_property
    def beyond(self) -> tuple[str, ...]:
        """The keys in use that the exact solver does not know; most of them only the referee plays.

        >>> from hotdice.rules import load
        >>> load("kcd").beyond, load("kcd", ["joker.face=1"]).beyond
        ((), ('joker',))
        """
        plain = {field.name: field.default for field in msgspec.structs.fields(Ruleset)}
        used = tuple(key for key in _LATER if getattr(self, key) != plain[key])
        return (*used, "last_chance") if self.last_chance is LastChance.LAST_LICKS else used

    @cached_property
    def table(self) -> "ScoringTable":
        """The compiled scoring table, built when it is first asked for."""
        from hotdice.rules.scoring import ScoringTable

        return ScoringTable(self)

    @cached_property
    def among_jokers(self) -> "Ruleset":
        """The same rules where own dice show jokers: equal to these, with a table that reads them.

        >>> from hotdice.rules import load
        >>> rules = load("kcd")
        >>> rules.among_jokers == rules, rules.among_jokers.table.value([3, 3, 7]), rules.table.faces
        (True, 300, 6)
        """
        from hotdice.rules.scoring import ScoringTable

        if self.table.faces == JOKER:
            return self
        same = msgspec.structs.replace(self)
        same.__dict__["table"] = ScoringTable(same, jokers=True)
        return same

    @cached_property
    def step(self) -> int:
        """Greatest common divisor of everything that can change a total.

        >>> from hotdice.rules import load
        >>> load("playmonster").step
        50
        """
        return gcd(
            self.nothing_bonus,
            self.penalty.points,
            self.penalty.floor or 0,
            *self.compensation,
            *_points_of_cards(self.deck),
            *(combination.points for combination in self.table.combinations),
        )

    def reached(self, total: int) -> bool:
        """Whether a recorded total meets the target (a rounds sheet has none, so never).

        >>> from hotdice.rules import load
        >>> load("classic").reached(10_000), load("classic").reached(9_950)
        (True, False)
        """
        if not self.target:
            return False
        return self.meets(total, self.target)

    def meets(self, total: int, goal: int) -> bool:
        """Whether a total meets a goal in this sheet's sense of the word.

        >>> from hotdice.rules import load
        >>> load("marina-solitaire").meets(10_000, 10_000)
        False
        """
        match self.reach:
            case Reach.AT_LEAST:
                return total >= goal
            case Reach.MORE_THAN:
                return total > goal
            case Reach.EXACTLY:
                return total == goal


def _points_of_cards(deck: Deck | None) -> list[int]:
    """Everything that a deck adds to totals or takes from them."""
    if deck is None:
        return []
    points = [card.gold for card in deck.cards]
    for card in deck.cards:
        points += [effect.points for effect in card.effects]
        points += [effect.most for effect in card.effects if effect.do is Act.DOUBLE]
    return points


def with_joker(row: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The weights of a die with a joker in the place of a face (0: nowhere).

    >>> with_joker((2, 1, 1, 1, 1, 1), 1)
    (0, 1, 1, 1, 1, 1, 2)
    """
    faces = tuple(0 if place == face else weight for place, weight in enumerate(row, 1))
    return (*faces, row[face - 1] if face else 0)


_LATER = ("joker", "instant_win", "instant_loss", "bank_step", "overshoot", "bump", "piggyback")
"""Keys of format 2. Where a sheet does not use them it has the hash that it had before."""
TEXT_FIELDS = frozenset({"name", "title", "summary", "source", "base"})


def canonical(rules: Ruleset) -> dict[str, Any]:
    """Plain data of everything that changes play, in one form for every way of writing it.

    >>> from hotdice.rules import load
    >>> canonical(load("classic"))["opening"]
    500
    """
    plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(rules, deck=None))
    plain["deck"] = rules.deck.hash if rules.deck is not None else ""
    unused = {key for key in _LATER if key not in rules.beyond}
    return {key: value for key, value in plain.items() if key not in TEXT_FIELDS | unused}
