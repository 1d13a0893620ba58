"""What the solver says where two players have dice of their own, or rolls that end a game on the spot.

Nothing is solved here: `hotdice solve RULES --bag ... --bag ...` makes the table. Of dice that show the same
face it matters which are kept, so choices name them.
"""

from typing import TYPE_CHECKING, Literal, NamedTuple

from hotdice.game import Bank, Command, Keep, Phase, Roll, State, Step
from hotdice.game.choices import keeps
from hotdice.players.solver_view import question_of
from hotdice.rules import Ruleset
from hotdice.rules.bags import bag_rows

if TYPE_CHECKING:  # they stand on numpy, which nobody needs who has no dice of one's own
    from hotdice.odds.advice import TurnValues
    from hotdice.odds.bag_plan import Row
    from hotdice.odds.duels import Duel

ONLY_HERE = ("joker", "instant_win", "instant_loss")


class DuelChoice(NamedTuple):
    """A choice with its worth: the keep (None where nothing lies on the table), the total, dice left."""

    action: Literal["roll", "bank"]
    keep: Keep | None
    total: int
    left: int
    value: float
    points: float


class DuelTurn(NamedTuple):
    """A turn of such a game: its solved inside, and what the mover's dice are."""

    duel: "Duel"
    side: int
    inside: "TurnValues"

    def rolling(self, total: int, left: tuple[int, ...]) -> tuple[float, float]:
        """What rolling these dice (none: all of them) is worth, and the mean points of the turn."""
        return self.inside.rolling(total, self._number(total, left) + 1)

    def farkle(self, total: int, left: tuple[int, ...]) -> float:
        """The chance that a roll of these dice is a farkle."""
        return float(self.duel.plan(self.side).plan.farkle[self._number(total, left)])

    def _number(self, total: int, left: tuple[int, ...]) -> int:
        rows = self.duel.dice[self.side]
        dice = tuple(rows[die - 1] for die in left) or rows
        return self.duel.plan(self.side).number(dice, fresh=not total)

    def choices(self, state: State) -> list[DuelChoice]:
        """Every choice of the mover, best first; of keeps of the same faces the best one."""
        found: dict[tuple[str, str], DuelChoice] = {}

        def add(keep: Keep | None, faces: str, total: int, left: tuple[int, ...]) -> None:
            made = [DuelChoice("roll", keep, total, len(left), *self.rolling(total, left))]
            stop = self.inside.stopping(total, hot=False)
            if stop is not None:
                made.append(DuelChoice("bank", keep, total, len(left), *stop))
            for choice in made:
                known = found.get((choice.action, faces))
                if known is None or choice.value > known.value:
                    found[choice.action, faces] = choice

        if state.step is Step.KEEP:
            shown = dict(zip(state.hand, state.faces, strict=True))
            for keep in keeps(state):
                faces = sorted(shown[die] for die in keep.dice)
                points = state.rules.table.value(faces) or state.rules.nothing_bonus
                left = tuple(die for die in state.hand if die not in keep.dice)
                add(keep, "".join(map(str, faces)), state.turn_total + points, left)
        else:
            add(None, "", state.turn_total, state.hand)
        return sorted(found.values(), key=lambda c: (-c.value, c.action, -c.total))


def duel_dice(state: State) -> "tuple[tuple[Row, ...], tuple[Row, ...]] | None":
    """The dice of a game that only the duel's solver knows, the starter's first; None for other games.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> duel_dice(new_game(load("kcd"), 2)) is None
    True
    >>> len(duel_dice(new_game(load("kcd"), 2, bags=("6*odd", "6*standard"))))
    2
    """
    rules = state.rules
    own = bool(state.bags or rules.cup or rules.beyond)
    if not own or len(state.seats) != 2 or len(state.active) != 2 or rules.deck is not None:
        return None
    if state.phase not in (Phase.NORMAL, Phase.LAST) or any(key not in ONLY_HERE for key in rules.beyond):
        return None
    from hotdice.odds.bag_plan import dice_of

    plain = dice_of(rules)
    first, second = (bag_rows(bag) for bag in state.bags) if state.bags else (plain, plain)
    return (second, first) if state.starter == 1 else (first, second)


def duel_is_solved(state: State) -> bool:
    """Whether the table of such a game is on this computer.

    Raises:
        TableError: the table is damaged.
    """
    dice = duel_dice(state)
    return dice is not None and _table(state.rules, dice) is not None


def duel_turn_of(state: State) -> DuelTurn | None:
    """The turn at hand as the solver sees it, None where there is no table of this game.

    Raises:
        TableError: the table is damaged.
    """
    dice = duel_dice(state)
    if dice is None:
        return None
    duel = _table(state.rules, dice)
    if duel is None:
        return None
    from hotdice.odds.duel_advice import duel_turn

    asked = question_of(state)
    return DuelTurn(duel, 0 if asked.mover_began else 1, duel_turn(duel, asked))


def duel_command(state: State) -> Command | None:
    """What the solver plays, None where there is no table of this game."""
    if state.step not in (Step.KEEP, Step.DECIDE):
        return None
    turn = duel_turn_of(state)
    if turn is None:
        return None
    best = turn.choices(state)[0]
    if best.keep is None:
        return Bank(state.mover) if best.action == "bank" else Roll(state.mover)
    return Keep(state.mover, best.keep.dice, best.action)


_FOUND: dict[tuple[str, object], "Duel"] = {}


def _table(rules: Ruleset, dice: "tuple[tuple[Row, ...], tuple[Row, ...]]") -> "Duel | None":
    """The table, read once; one that is not there yet is looked for again."""
    from hotdice.odds.duels import stored_duel

    key = rules.hash, dice
    if key not in _FOUND:
        found = stored_duel(rules, dice)
        if found is None:
            return None
        if len(_FOUND) > 8:
            _FOUND.pop(next(iter(_FOUND)))
        _FOUND[key] = found
    return _FOUND[key]
