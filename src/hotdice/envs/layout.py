"""How actions and observations are laid out: fixed for version 0, see `docs/environments.md`.

An action sets dice aside and then rolls or banks: `2 * (mask - 1) + bank`, where bit d of the mask stands for
die number d + 1 and bank is 0 or 1. Of keeps with the same faces only the one with the lowest dice is legal.
What a sheet with cards has beside that stands in `card_layout`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from hotdice.envs.card_layout import dice_of, layout_of, mask_of
from hotdice.game import Command, Keep, Phase, State, Step, turn_choices
from hotdice.players.deck_words import most_dice
from hotdice.rules import Ruleset

VERSION = 0
MOST_DICE = 6
Observation = dict[str, npt.NDArray[Any]]
_PHASES = (Phase.NORMAL, Phase.LAST, Phase.PLAY_OFF)
HIGHEST = 10_000_000


def action_count(rules: Ruleset, seats: int) -> int:
    """The number of actions: 126 with six dice, and more with cards.

    >>> from hotdice.rules import load
    >>> action_count(load("classic"), 2), action_count(load("munchkin-farkle"), 3)
    (126, 330)

    Raises:
        ValueError: a turn may have more than six dice, or a rule asks for other actions or faces.
    """
    for key in ("piggyback", "joker"):
        if key in rules.beyond:
            raise ValueError(f"the environments of version {VERSION} do not know the rule {key}")
    dice = most_dice(rules)
    if dice > MOST_DICE:
        has = "has" if rules.dice == dice else "has a card for"
        raise ValueError(f"the environments play up to {MOST_DICE} dice, and {rules.title} {has} {dice}")
    return layout_of(rules, seats).count if rules.deck else int(2 * (2**rules.dice - 1))


def to_action(state: State, choice: Command) -> int:
    """The action of a choice.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> to_action(new_game(load("classic"), 2), Keep(0, (1, 3), "bank"))
    9

    Raises:
        ValueError: it is no choice of a turn.
    """
    if state.rules.deck:
        return layout_of(state.rules, len(state.seats)).to_action(choice)
    if not isinstance(choice, Keep):
        raise ValueError(f"{choice} is no choice of a turn")
    return 2 * (mask_of(choice.dice) - 1) + (choice.then == "bank")


def to_command(state: State, action: int) -> Command:
    """The command of an action.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> to_command(new_game(load("classic"), 2), 9)
    Keep(seat=0, dice=(1, 3), then='bank')
    """
    if state.rules.deck:
        return layout_of(state.rules, len(state.seats)).to_command(state, action)
    dice = dice_of(action // 2 + 1, state.turn_dice)
    return Keep(state.mover, dice, "bank" if action % 2 else "roll")


def check_turns(max_turns: int, seats: int) -> None:
    """Refuse a game that is cut short before every seat has had a turn: somebody would never decide anything.

    >>> check_turns(3, 3)

    Raises:
        ValueError: there are fewer turns than seats.
    """
    if max_turns < seats:
        raise ValueError(f"max_turns is {seats} or more with {seats} seats, not {max_turns}")


def must_decide(state: State) -> bool:
    """Whether the mover is asked: a roll lies there that scores, or there is a choice because of cards."""
    return state.step is Step.KEEP or (state.rules.deck is not None and len(turn_choices(state)) > 1)


def go_on(state: State) -> Command:
    """What the mover does where there is nothing to decide.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> go_on(new_game(load("classic"), 2))
    Roll(seat=0)
    """
    return turn_choices(state)[0]


def action_mask(state: State) -> npt.NDArray[np.int8]:
    """A 1 for every legal action; all 0 where the mover has nothing to decide."""
    mask = np.zeros(action_count(state.rules, len(state.seats)), np.int8)
    if must_decide(state):
        for command in turn_choices(state):
            mask[to_action(state, command)] = 1
    return mask


def observation_space(rules: Ruleset, seats: int) -> spaces.Dict:
    """Every field with its shape and range; `docs/environments.md` has the meanings."""
    cards = layout_of(rules, seats).fields() if rules.deck else {}
    return spaces.Dict(
        {
            "roll": spaces.Box(0, 6, (most_dice(rules),), np.int8),
            "turn_total": spaces.Box(0, HIGHEST, (1,), np.int32),
            "scores": spaces.Box(-HIGHEST, HIGHEST, (seats,), np.int32),
            "opened": spaces.Box(0, 1, (seats,), np.int8),
            "farkles": spaces.Box(0, 100, (seats,), np.int8),
            "place": spaces.Box(0, seats, (1,), np.int8),
            "phase": spaces.Box(0, 2, (1,), np.int8),
            "trigger": spaces.Box(0, seats, (1,), np.int8),
            "round": spaces.Box(0, HIGHEST, (1,), np.int32),
            "action_mask": spaces.Box(0, 1, (action_count(rules, seats),), np.int8),
            **cards,
        }
    )


def observe(state: State, seat: int, *, goes_on: bool = True) -> Observation:
    """What a seat sees; seats are told in turn order from itself on. A game that is cut short has no mask."""
    seats = len(state.seats)
    around = [state.seats[(seat + step) % seats] for step in range(seats)]
    roll = np.zeros(most_dice(state.rules), np.int8)
    asked = goes_on and state.mover == seat and not state.over
    if state.step is Step.KEEP or (state.rules.deck and state.step in (Step.FARKLE, Step.STOP)):
        for die, face in zip(state.hand, state.faces, strict=False):  # on a stop nothing lies there
            roll[die - 1] = face
    cards = layout_of(state.rules, seats).observe(state, seat) if state.rules.deck else {}
    trigger = (state.trigger - seat) % seats if state.trigger >= 0 else seats
    return {
        "roll": roll,
        "turn_total": np.array([state.turn_total], np.int32),
        "scores": np.array([line.total for line in around], np.int32),
        "opened": np.array([line.opened for line in around], np.int8),
        "farkles": np.array([min(line.farkles, 100) for line in around], np.int8),
        "place": np.array([(seat - state.starter) % seats], np.int8),
        "phase": np.array([_PHASES.index(state.phase) if state.phase in _PHASES else 0], np.int8),
        "trigger": np.array([trigger], np.int8),
        "round": np.array([state.round], np.int32),
        "action_mask": action_mask(state) if asked else np.zeros(action_count(state.rules, seats), np.int8),
        **cards,
    }


def flat_space(fields: spaces.Dict) -> spaces.Box:
    """The fields of an observation, without the mask, one after the other."""
    found = [space for name, space in fields.spaces.items() if name != "action_mask"]
    boxes = [space for space in found if isinstance(space, spaces.Box)]
    low = np.concatenate([box.low for box in boxes]).astype(np.int32)
    high = np.concatenate([box.high for box in boxes]).astype(np.int32)
    return spaces.Box(low, high, dtype=np.int32)


def flat(seen: Observation) -> npt.NDArray[np.int32]:
    """An observation, without the mask, as one row of numbers."""
    return np.concatenate([seen[name] for name in sorted(seen) if name != "action_mask"]).astype(np.int32)


class LegalActions(spaces.Discrete):
    """The actions, where `sample()` without a mask draws among those that are legal now.

    >>> space = LegalActions(4)
    >>> space.legal[:] = [0, 0, 1, 0]
    >>> int(space.sample())
    2
    """

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.legal: npt.NDArray[np.int8] = np.ones(count, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """An action; among the legal ones, unless a mask or probabilities are given."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


def worth_of_end(state: State, seat: int) -> float:
    """What a game that is over is worth to a seat: 1 for a win, -1 for a loss, less for a shared win.

    >>> from hotdice.game import Resign, do, new_game
    >>> from hotdice.rules import load
    >>> over, _ = do(new_game(load("classic"), 2, first=0), Resign(0))
    >>> worth_of_end(over, 0), worth_of_end(over, 1)
    (-1.0, 1.0)
    """
    return 2.0 / len(state.winners) - 1.0 if seat in state.winners else -1.0
