"""Random house rules for Hypothesis: valid by construction, and such that a game of random moves ends."""

from typing import Any

from hypothesis import strategies as st

from hotdice.rules import Ruleset, from_raw

_FACES = "123456"
_RUNS = [f"{low}-{high}" for low in range(1, 7) for high in range(low + 1, 7) if (low, high) != (1, 6)]


def _points(most: int) -> st.SearchStrategy[int]:
    """Multiples of 50, as on every sheet: with a single 5 for 50 every total can then be hit exactly."""
    return st.integers(0, most // 50).map(lambda steps: 50 * steps)


@st.composite
def random_scoring(draw: st.DrawFn, dice: int) -> dict[str, Any]:
    """The raw scoring table of a house; single 1s and 5s always score, so that any number of dice can."""
    scheme = draw(st.sampled_from(["none", "table", "add", "double", "multiply"]))
    alike: dict[str, Any] = {"scheme": scheme}
    if scheme in ("table", "multiply"):
        known = draw(st.integers(1, 7))
        value = st.integers(1, 60).map(lambda steps: 50 * steps) if scheme == "table" else st.integers(1, 8)
        alike |= {str(count): draw(value) for count in range(4, 4 + known)}
    singles = {face: draw(_points(100)) for face in "2346" if draw(st.integers(0, 9)) == 0}
    exact = st.fixed_dictionaries(
        {
            "dice": st.text(_FACES, min_size=1, max_size=min(dice, 4)),
            "points": st.integers(1, 20).map(lambda steps: 50 * steps),
        }
    )
    return {
        "singles": singles | {"1": draw(st.sampled_from([100, 150, 200])), "5": 50},
        "triples": {face: draw(_points(1000)) for face in _FACES},
        "alike": alike,
        "straight": draw(_points(3000)),
        "runs": draw(st.dictionaries(st.sampled_from(_RUNS), _points(1000), max_size=3)),
        "three_pairs": draw(_points(1500)),
        "pairs_may_repeat": draw(st.booleans()),
        "two_triplets": draw(_points(2500)),
        "triplets_may_repeat": draw(st.booleans()),
        "four_and_pair": draw(_points(1500)),
        "full_house": draw(_points(1500)),
        "full_house_bonus": draw(_points(500)),
        "sets": draw(st.lists(exact, max_size=2)),
    }


@st.composite
def random_raws(draw: st.DrawFn, max_dice: int = 10) -> dict[str, Any]:
    """Plain data of a complete rule file without a base.

    Whatever would keep a game of random moves from ending is left out: thresholds are low where dice are
    few, and an exact target stands without a minimum that could forbid the last step to it.
    """
    dice = draw(st.integers(1, max_dice))
    many = dice >= 4
    raw: dict[str, Any] = {
        "dice": dice,
        "scoring": draw(random_scoring(dice)),
        "first_player": draw(st.sampled_from(["chosen", "rolled"])),
        "opening": draw(_points(500)) if many else 0,
        "opening_policy": draw(st.sampled_from(["must_reach", "may_stop"])),
        "minimum": draw(_points(300)) if many else 0,
        "minimum_binds_win": draw(st.booleans()),
        "take_all": draw(st.booleans()),
        "hot_dice": draw(st.sampled_from(["optional", "forced"])) if many else "optional",
        "nothing_bonus": draw(_points(500)),
        "penalty": {
            "count": draw(st.integers(1, 4)),
            "points": draw(_points(500)) if many else 0,
            "restarts": draw(st.booleans()),
        },
        "compensation": draw(st.lists(_points(300), max_size=4)),
        "bump": draw(st.sampled_from(["none", "none", "to_zero", "swap"])),
        "piggyback": draw(st.integers(0, 3)) == 0,
        "bank_step": 100 if many and draw(st.integers(0, 5)) == 0 else 0,
    }
    if draw(st.integers(0, 4)) == 0:
        raw["joker"] = {"face": draw(st.integers(1, 6)), "dice": draw(st.integers(1, dice))}
    for key in ("instant_win", "instant_loss"):
        if many and draw(st.integers(0, 4)) == 0:
            raw[key] = [{"alike": draw(st.integers(4, dice)), "first": draw(st.booleans())}]
    if draw(st.booleans()):
        raw["penalty"]["floor"] = draw(st.sampled_from([0, -500, -1000]))
    if dice >= 2 and draw(st.integers(0, 3)) == 0:
        raw["toxic"] = {"face": draw(st.sampled_from([2, 3, 4, 6])), "count": draw(st.integers(2, dice))}
    if draw(st.integers(0, 3)) == 0:
        row = st.lists(st.integers(1, 6), min_size=6, max_size=6)
        raw["weights"] = draw(st.one_of(row, st.lists(row, min_size=dice, max_size=dice)))
    low = draw(st.integers(1, 3))
    raw |= {"min_players": low, "max_players": draw(st.sampled_from([0, low, low + 2]))}
    if draw(st.booleans()):
        raw["target"] = 1000 + draw(_points(2000))
        raw["last_chance"] = draw(st.sampled_from(["none", "finish_round", "others_once", "last_licks"]))
        raw["ties"] = draw(st.sampled_from(["shared", "trigger_keeps", "play_off"]))
        raw["reach"] = draw(st.sampled_from(["at_least", "more_than", "exactly"]))
        if raw["reach"] == "exactly":
            raw |= {"minimum": 0, "opening": 0, "hot_dice": "optional", "take_all": False, "bank_step": 0}
            raw["overshoot"] = draw(st.sampled_from(["nothing", "welfare"]))
    else:
        raw["rounds"] = draw(st.integers(1, 4))
        raw["ties"] = draw(st.sampled_from(["shared", "play_off"]))
        if draw(st.booleans()):
            raw |= {"min_players": 1, "max_players": 1, "solo_goal": 1000 + draw(_points(2000))}
            raw["reach"] = draw(st.sampled_from(["at_least", "more_than", "exactly"]))
    return raw


def random_rulesets(max_dice: int = 10) -> st.SearchStrategy[Ruleset]:
    """Random valid house rules."""
    return random_raws(max_dice=max_dice).map(from_raw)
