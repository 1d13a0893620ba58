"""Policies that are asked roll by roll, as they learn: what they win, exactly where that is not too much.

Such a policy gets what the vector gives with `observation="features"`: a row of features and a row of the
mask for each roll, and says an action for each. It is asked with the dice sorted, those set aside last, and
as the one who began where it does not matter who did; in last turns the other is shown at the target, since
only the difference counts. What is measured is its play when it is shown that.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hotdice.arena.evaluation import KINDS, Evaluation, Tell, sampled
from hotdice.envs.features import PHASES, feature_count, features_of, scales_of
from hotdice.envs.layout import action_count, action_mask, observe, to_command
from hotdice.envs.nodes import fair_rolls
from hotdice.envs.rolled_walk import Choices, Scene, Walked, compiled_policy, walk
from hotdice.game import Command, Roll, State, Step
from hotdice.odds.evaluating import Turns, check_fixed, game_of, meet, offers_of
from hotdice.odds.fixed_kernel import Ends
from hotdice.odds.lanes import threads
from hotdice.odds.losing import visits_of
from hotdice.odds.replying import best_reply, champion_turns
from hotdice.odds.scored_play import MARGIN
from hotdice.odds.standings import Standings, standings
from hotdice.odds.stopping import stops_of
from hotdice.odds.visiting_kernel import fill_bank, turn_values
from hotdice.rules import FACES, HotDice, LastChance, Ruleset, Ties

Rows = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]
RollPolicy = Callable[[Rows, Masks], Any]
MOST_STATES = 2000
"""Starts of turns up to which any policy is asked everywhere: 441 of `farkle-1k`, 40,401 of `farkle-10k`."""
_BLOCK = 1024
"""How many turns are followed at once."""


def evaluate_rolled(
    name: str,
    policy: RollPolicy,
    rules: Ruleset,
    *,
    everywhere: bool = False,
    reply: bool = True,
    games: int = 200,
    seed: str = "0",
    progress: Tell | None = None,
) -> Evaluation:
    """Evaluate a policy that is asked roll by roll: exactly on short races, else by games without the luck.

    Races of any length are exact `everywhere`, and for a policy that numba has compiled: that of `farkle-10k`
    has thousands of millions of rolls.

    >>> from hotdice.rules import load
    >>> def hasty(features, masks):  # the highest legal action: most dice, and bank where that is allowed
    ...     return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    >>> found = evaluate_rolled("hasty", hasty, load("busche-neller", ["target=300"]), reply=False)
    >>> found.exact, round(found.chance + sum(found.loss.values()), 9)
    (True, 0.5)

    Raises:
        ValueError: the policy does not answer with legal actions, or the sheet is not solved.
    """
    tell = progress or (lambda _: None)
    short = not rules.rounds and standings(rules).states <= MOST_STATES
    if rules.rounds or not (short or everywhere or compiled_policy(policy)):
        return sampled(name, RolledPlayer(rules, policy), rules, games=games, seed=seed, progress=tell)
    asked = Asked(rules, policy, lambda share: tell(0.95 * share))
    turns, champion = asked.turns, champion_turns(rules)
    match, own = meet(turns, champion), meet(turns, turns)
    visits, chased = visits_of(match)
    kinds = visits.reshape(-1) @ asked.lost
    length = min(chased.shape[1], champion.found.chase.shape[1])
    behind = champion.found.chase[:, :length] - turns.found.chase[:, :length]
    lost = [*kinds.tolist(), float((chased[:, :length] * behind).sum())]
    answer = best_reply(turns).chance - 0.5 if reply else None
    return Evaluation(
        player=name, rules=rules.name, exact=True, chance=match.chance, low=match.chance, high=match.chance,
        best=0.5, loss=dict(zip(KINDS, lost, strict=True)), begins=match.first, follows=match.second,
        itself=own.first, turns=own.turns, exploited=answer,
    )  # fmt: skip


class RolledPlayer:
    """A player who asks such a policy in a game."""

    def __init__(self, rules: Ruleset, policy: RollPolicy) -> None:
        self.rules, self._policy = rules, policy

    def choose(self, state: State) -> Command:
        """What the policy says of the roll on the table."""
        if state.step is not Step.KEEP:
            return Roll(state.mover)
        mask = action_mask(state)
        row = features_of(self.rules, len(state.seats), observe(state, state.mover))
        action = int(np.asarray(self._policy(row[None], mask[None])).reshape(-1)[0])
        if not 0 <= action < mask.size or not mask[action]:
            raise ValueError(f"the policy said {action}, which is not legal")
        return to_command(state, action)


@lru_cache(maxsize=8)
def choices_of(rules: Ruleset) -> tuple[Choices, ...]:
    """For each number of dice the rolls that score, sorted, with all that may be set aside."""
    found = []
    width = action_count(rules, 2)
    for dice in range(1, rules.dice + 1):
        rolls, weights = fair_rolls(dice)
        faces: list[Any] = []
        action: list[int] = []
        chances, starts, points, left = [], [0], [], []
        at = np.full((len(rolls), width // 2), -1)
        for (_, chance), roll in zip(weights, rolls, strict=True):
            options = rules.table.options(roll).options
            if not options:
                continue
            shown = np.zeros((rules.dice, FACES), np.float32)
            shown[np.arange(dice), np.array(roll) - 1] = 1
            for option in options:
                mask, rest = 0, list(option.keep)
                for die, face in enumerate(roll):
                    if str(face) in rest:
                        rest.remove(str(face))
                        mask |= 1 << die
                at[len(faces), mask - 1] = len(action)
                action.append(2 * (mask - 1))
                points.append(option.points // rules.step)
                left.append((option.dice_left or rules.dice) - 1)
            starts.append(len(action))
            faces.append(shown.reshape(-1))
            chances.append(chance)
        found.append(
            Choices(
                np.array(faces), np.array(chances), np.array(starts), np.array(action), np.array(points),
                np.array(left), at[: len(faces)],
            )
        )  # fmt: skip
    return tuple(found)


class _Ends(NamedTuple):
    starts: Walked
    last: Walked


@dataclass(frozen=True, eq=False)
class Asked:
    """A policy, asked at every roll that it can meet."""

    rules: Ruleset
    policy: RollPolicy
    tell: Tell = lambda _: None

    def __post_init__(self) -> None:
        check_fixed(self.rules)
        object.__setattr__(self, "_found", self._ask())

    @property
    def places(self) -> Standings:
        """The standings of the sheet."""
        return standings(self.rules)

    @property
    def lost(self) -> npt.NDArray[np.float64]:
        """What a turn from each start of a turn gives away: the wrong dice, too soon, too late."""
        found: _Ends = self.__dict__["_found"]
        return found.starts.losses

    @property
    def turns(self) -> Turns:
        """Where its turns end."""
        found: _Ends = self.__dict__["_found"]
        places, walked = self.places, found.starts
        count, size = walked.out.shape
        ends = Ends(
            np.arange(places.states).reshape(places.sides, places.count, places.count),
            (np.arange(count + 1) * size).astype(np.int64),
            np.ascontiguousarray(walked.out).reshape(-1),
            walked.lost,
            walked.nothing,
            self._chase(found.last),
        )
        return Turns(self.rules, places, ends)

    def _ask(self) -> _Ends:
        rules, places = self.rules, self.places
        side, mover, other = (x.ravel() for x in np.indices((places.sides, places.count, places.count)))
        stops = stops_of(rules)
        missing = places.target_row - places.rows[mover]
        table = stops.numbers[places.opened[mover], np.minimum(missing, stops.numbers.shape[1] - 1)]
        ends = missing + self._margin
        starts = Walked.room(len(ends), self._size(ends))
        order = np.argsort(ends, kind="stable")  # so that a block has no more turn totals than it needs
        for low in range(0, len(order), _BLOCK):
            at = order[low : low + _BLOCK]
            scene = self._scene(self._common(side[at], mover[at], other[at]), ends[at], table[at])
            bank, roll = self._values(side[at], mover[at], other[at], scene, table[at])
            starts.take(at, walk(scene._replace(bank=bank, roll=roll), self.policy))
            self.tell((low + len(at)) / len(order))
        if rules.last_chance is LastChance.NONE:
            return _Ends(starts, starts)
        needs = places.target_row + self._margin + offers_of(rules).most + 1
        opened, behind = np.divmod(np.arange(2 * needs), needs)
        ends = np.maximum(behind, rules.opening // rules.step) + 2
        return _Ends(
            starts,
            walk(self._scene(self._behind(opened, behind), ends, stops.numbers[opened, 0]), self.policy),
        )

    @property
    def _margin(self) -> int:
        """How many steps beyond the target somebody may roll on."""
        return 0 if self.rules.last_chance is LastChance.NONE else MARGIN // self.rules.step

    def _top(self, ends: Any) -> int:
        """The turn total, in steps, at which the last of some turns may stop."""
        least = -(-max(self.rules.minimum, self.rules.opening) // self.rules.step)
        return max(int(ends.max()), least)

    def _size(self, ends: Any) -> int:
        """How many turn totals there are room for."""
        return self._top(ends) + 2 * offers_of(self.rules).most + 2

    def _scene(self, common: Rows, ends: Any, table: Any) -> Scene:
        rules, size = self.rules, self._size(ends)
        kinds = stops_of(rules).kinds[table]
        kinds = kinds[:, np.minimum(np.arange(size), kinds.shape[1] - 1)]
        none, scale = np.zeros((0, 0)), rules.step / scales_of(rules).goal
        return Scene(
            common, ends, kinds, choices_of(rules), offers_of(rules).farkle, scale,
            rules.hot_dice is HotDice.FORCED, none, none[..., None],
        )  # fmt: skip

    def _values(
        self, side: Any, mover: Any, other: Any, scene: Scene, table: Any
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """What stops and rolls of all turns are worth against best play."""
        rules = self.rules
        best, game, chase = self._best
        offers, kinds = offers_of(rules), stops_of(rules).kinds
        shape, top = scene.kinds.shape, self._top(scene.ends) + offers_of(rules).most
        bank, roll = np.zeros(shape), np.zeros((*shape, rules.dice))

        def fill(at: int) -> None:
            lost = fill_bank(game, best, chase, kinds[table[at]], side[at], mover[at], other[at], bank[at])
            turn_values(offers, bank[at], lost, top, roll[at])

        with ThreadPoolExecutor(threads()) as pool:
            list(pool.map(fill, range(shape[0])))
        return bank, roll

    @cached_property
    def _best(self) -> tuple[npt.NDArray[np.float64], Any, npt.NDArray[np.float64]]:
        """What starts of turns are worth against best play, the game, and what last turns leave."""
        champion = champion_turns(self.rules)
        game = game_of(self.rules, self.places, 1.0, -1.0)
        return meet(champion, champion).mine, game, 1.0 - champion.found.chase

    def _common(self, side: Any, mover: Any, other: Any) -> Rows:
        places = self.places
        found = self._rows(places.rows[mover], places.rows[other], last=False)
        at, by = self.rules.dice * FACES, scales_of(self.rules)
        found[:, at + 3], found[:, at + 4] = places.opened[mover], places.opened[other]
        found[:, at + 5] = places.farkles[mover] / by.farkles
        found[:, at + 6] = places.farkles[other] / by.farkles
        found[:, at + 7] = np.where(side == 0, 0.0, 0.5)
        return found

    def _behind(self, opened: Any, behind: Any) -> Rows:
        other = np.maximum(self.places.target_row, behind)
        found = self._rows(other - behind, other, last=True)
        at = self.rules.dice * FACES
        found[:, at + 3], found[:, at + 4] = opened, 1
        return found

    def _rows(self, own: Any, other: Any, *, last: bool) -> Rows:
        """Features of two players: their totals, the phase, who reached the target."""
        rules, places, by = self.rules, self.places, scales_of(self.rules)
        found = np.zeros((len(own), feature_count(rules, 2)), np.float32)
        at = rules.dice * FACES
        found[:, at + 1] = (places.lowest + own * places.step) / by.goal
        found[:, at + 2] = (places.lowest + other * places.step) / by.goal
        found[:, at + 8 + int(last)] = 1
        found[:, at + 8 + PHASES + (1 if last else 2)] = 1
        return found

    def _chase(self, last: Walked) -> npt.NDArray[np.float64]:
        """What last turns are worth, by who is on the board and the steps behind."""
        if self.rules.last_chance is LastChance.NONE:
            return np.zeros((2, 1))
        tie = 0.5 if self.rules.ties is Ties.SHARED else 0.0
        needs = len(last.out) // 2
        found = np.zeros(2 * needs)
        for at in range(2 * needs):
            row, need = last.out[at], at % needs
            found[at] = row[need + 1 :].sum() + tie * row[need]
        return found.reshape(2, needs)
