"""Dice: addressed by label, fair, weighted where a rule set says so, and each with a number of its own."""

from collections import Counter

import pytest

from game.helpers import after, refusal
from hotdice.game import (
    DiceSource,
    Keep,
    Roll,
    ScriptedDice,
    SeededDice,
    State,
    Step,
    Throw,
    can,
    legal,
    new_game,
    outcomes,
    play,
    weight_of_all,
)
from hotdice.game import events as e
from hotdice.rules import from_raw, load

LOADED = from_raw(
    {
        "base": "classic",
        "weights": [[10, 1, 1, 1, 1, 1], *([[1] * 6] * 4), [0, 0, 0, 0, 0, 1]],
    }
)


def waiting(rules_name: str = "classic", turn: int = 1) -> State:
    state = after(new_game(load(rules_name), 2, first=0), *(["hand=x"] * (turn - 1)))
    result = play(state, Roll(state.mover))
    assert isinstance(result, tuple)
    return result[0]


def test_a_label_gives_the_same_faces_whatever_came_before() -> None:
    dice = SeededDice("seed")
    later = dice.throw(waiting(turn=5))
    for turn in range(1, 5):
        dice.throw(waiting(turn=turn))
    assert dice.throw(waiting(turn=5)) == later == SeededDice("seed").throw(waiting(turn=5))


def test_seeds_and_labels_differ() -> None:
    throws = {SeededDice(str(seed)).throw(waiting(turn=turn)).faces for seed in range(20) for turn in (1, 2)}
    assert len(throws) > 35


def chi_square(counts: Counter[int], total: int) -> float:
    return sum((counts[face] - total / 6) ** 2 / (total / 6) for face in range(1, 7))


class ModuloDice(SeededDice):
    """The fault that is often made: a byte modulo six favours the low faces."""

    def _fair(self, label: str, count: int) -> tuple[int, ...]:
        return tuple(byte % 6 + 1 for byte in self._block(label, 0))[:count]


def counted(source: type[SeededDice], throws: int) -> Counter[int]:
    state = waiting()
    counts: Counter[int] = Counter()
    for seed in range(throws):
        counts.update(source(str(seed)).throw(state).faces)
    return counts


def test_every_face_is_equally_likely() -> None:
    assert chi_square(counted(SeededDice, 60_000), 360_000) < 20.5  # 99.9 % of fair dice stay below


def test_the_check_finds_a_byte_modulo_six() -> None:
    assert chi_square(counted(ModuloDice, 60_000), 360_000) > 20.5


def test_weighted_dice_follow_their_weights_and_keep_their_numbers() -> None:
    start = new_game(LOADED, 2, first=0)
    result = play(start, Roll(0))
    assert isinstance(result, tuple)
    state = result[0]
    ones = sum(SeededDice(str(seed)).throw(state).faces[0] == 1 for seed in range(3000))
    assert 0.62 < ones / 3000 < 0.71  # ten of fifteen
    assert all(SeededDice(str(seed)).throw(state).faces[5] == 6 for seed in range(50))
    assert sum(weight for _, weight in outcomes(state)) == weight_of_all(state) == 15 * 6**4


def test_a_face_that_a_die_never_shows_is_refused() -> None:
    result = play(new_game(LOADED, 2, first=0), Roll(0))
    assert isinstance(result, tuple)
    assert refusal(result[0], Throw((1, 2, 3, 4, 5, 5))).code == "wrong_dice"


def test_of_equal_faces_weighted_dice_are_different_choices() -> None:
    state = after(new_game(LOADED, 2, first=0), "112346")
    singles = {move.dice for move in legal(state) if isinstance(move, Keep) and len(move.dice) == 1}
    assert singles == {(1,), (2,)}
    fair = after("classic", "112346")
    assert {m.dice for m in legal(fair) if isinstance(m, Keep) and len(m.dice) == 1} == {(1,)}


def test_dice_keep_their_numbers_through_the_turn() -> None:
    state = after("classic", "521346:@13")
    assert state.hand == (2, 4, 5, 6)
    events = play(state, Roll(0))
    assert isinstance(events, tuple)
    asked = events[1][0]
    assert isinstance(asked, e.RollAsked)
    assert (asked.dice, asked.turn, asked.roll, asked.throw) == ((2, 4, 5, 6), 1, 2, 1)


def test_keep_and_bank_are_accepted_or_refused_as_one() -> None:
    state = after("playmonster", "123466")
    both = Keep(0, (1,), "bank")
    assert refusal(state, both).code == "below_opening"
    assert can(state, Keep(0, (1,), "roll"))
    result = play(state, Keep(0, (1,), "roll"))
    assert isinstance(result, tuple)
    assert result[0].step is Step.WAIT
    assert [type(event).__name__ for event in result[1]] == ["DiceKept", "RollAsked"]
    opened = after("playmonster", "555234")
    banked = play(opened, Keep(0, (1, 2, 3), "bank"))
    assert isinstance(banked, tuple)
    assert banked[0].seats[0].total == 500


@pytest.mark.parametrize("faces", [(), (1, 2, 3), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7)])
def test_wrong_dice_are_refused(faces: tuple[int, ...]) -> None:
    assert refusal(waiting(), Throw(faces)).code == "wrong_dice"


def test_scripted_dice_are_a_source_like_any_other() -> None:
    source: DiceSource = ScriptedDice(["123456"])
    assert source.throw(waiting()).faces == (1, 2, 3, 4, 5, 6)
