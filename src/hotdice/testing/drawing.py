"""Rule sets and decks drawn at random from the whole option space, the same ones for the same generator.

Keys that were added to rule sets since are drawn by their kind (yes or no, a choice, points), so a new rule
takes part in what is drawn as soon as it exists.
"""

import random
from enum import StrEnum
from typing import Any

import msgspec

from hotdice.rules import MAX_DICE, RulesError, Ruleset, from_raw, shipped
from hotdice.rules.bags import catalogue
from hotdice.rules.deck import ACT_WINDOWS, Act, Door, Hands, Lasts, Target, Window
from hotdice.rules.deck_checking import VOCABULARY

_FACES = "123456"
_RUNS = [f"{low}-{high}" for low in range(1, 7) for high in range(low + 1, 7) if (low, high) != (1, 6)]
_WORDS = ("name", "title", "summary", "source", "base")
_LATER = ("joker", "instant_win", "instant_loss", "bank_step", "overshoot", "bump", "piggyback")
_TRIES = 200


class Lots(random.Random):
    """A generator for drawing; `later` says whether keys take part that came after format 1."""

    def __init__(self, seed: str, *, later: bool = True) -> None:
        super().__init__(seed)
        self.later = later


def draw_rules(rng: random.Random, *, max_dice: int = MAX_DICE, cards: bool | None = None) -> Ruleset:
    """A valid rule set of somebody's own; `cards` says whether it has a deck (None: it may).

    >>> draw_rules(random.Random(1)) == draw_rules(random.Random(1))
    True
    """
    for _ in range(_TRIES):
        try:
            return from_raw(draw_raw(rng, max_dice=max_dice, cards=cards))
        except RulesError:
            continue
    raise AssertionError("no draw gave a rule set: the keys do not go together")


def draw_raw(rng: random.Random, *, max_dice: int = MAX_DICE, cards: bool | None = None) -> dict[str, Any]:
    """Plain data of a rule file; a few of them are not in order, in ways that a file may not be.

    >>> "scoring" in draw_raw(random.Random(2))
    True
    """
    if rng.random() < 0.25:
        return _over_a_base(rng, cards)
    dice = rng.randint(1, max_dice) if rng.random() < 0.5 else 6
    raw: dict[str, Any] = {"dice": dice, "scoring": _scoring(rng, dice)}
    for field in msgspec.structs.fields(Ruleset):
        if field.name in _WORDS or field.name in raw or field.name in ("target", "rounds"):
            continue
        if field.name in _DRAWN:
            value = _DRAWN[field.name](rng, dice)
        else:
            value = _by_kind(rng, field.type, field.default)
        if value is not None:
            raw[field.name] = value
    if rng.random() < 0.6:
        raw["target"] = 50 * rng.randint(10, 60)
        raw.pop("solo_goal", None)
    else:
        raw["rounds"] = rng.randint(1, 4)
        raw.pop("last_chance", None)
        if raw.get("ties") == "trigger_keeps":
            raw["ties"] = "play_off"
        if rng.random() < 0.3:
            raw |= {"solo_goal": 50 * rng.randint(10, 60), "min_players": 1, "max_players": 1}
        else:
            raw.pop("solo_goal", None)
    if cards or (cards is None and rng.random() < 0.3):
        raw["deck"] = draw_deck(rng) if rng.random() < 0.8 else "house"
    return _of_format(rng, raw)


def _of_format(rng: random.Random, raw: dict[str, Any]) -> dict[str, Any]:
    """The data without the keys that came after format 1, where those are not wanted."""
    if getattr(rng, "later", True):
        return raw
    if raw.get("last_chance") == "last_licks":
        raw["last_chance"] = "others_once"
    return {key: value for key, value in raw.items() if key not in _LATER}


def _over_a_base(rng: random.Random, cards: bool | None) -> dict[str, Any]:
    raw: dict[str, Any] = {"base": rng.choice(shipped())}
    for key in rng.sample(sorted(_DRAWN), rng.randint(0, 4)):
        value = _DRAWN[key](rng, 6)
        if value is not None:
            raw[key] = value
    if rng.random() < 0.4:
        raw["target"] = 50 * rng.randint(10, 100)
    if rng.random() < 0.4:
        raw["scoring"] = {key: value for key, value in _scoring(rng, 6).items() if rng.random() < 0.3}
    if cards:
        raw["deck"] = draw_deck(rng)
    elif cards is False:
        raw["deck"] = ""
    return _of_format(rng, raw)


_HOUSES: tuple[dict[str, Any], ...] = (
    {"piggyback": True},
    {"bump": "to_zero"},
    {"bump": "swap"},
    {"bank_step": 100},
    {"bank_step": 100, "minimum_binds_win": False},
    {"reach": "exactly", "overshoot": "welfare"},
    {"last_chance": "last_licks"},
    {"joker": {"face": 1, "dice": 2}},
    {"joker": {"face": 4, "dice": 6}},
    {"instant_win": [{"alike": 4}, {"dice": "123456", "first": True}]},
    {"instant_loss": [{"dice": "26"}, {"alike": 4, "first": True}]},
)
_PLAIN_RACES = ("playmonster", "classic", "busche-neller", "cardgames", "zilch", "kcd", "ten-thousand")


def draw_house(rng: random.Random) -> Ruleset:
    """A shipped race, made short, with one to three rules of format 2: those meet rarely where all is drawn.

    >>> bool(draw_house(random.Random(3)).beyond)
    True
    """
    raw: dict[str, Any] = {"base": rng.choice(_PLAIN_RACES), "target": 100 * rng.randint(5, 30)}
    for rules in rng.sample(_HOUSES, rng.randint(1, 3)):
        raw |= rules
    return from_raw(raw | {"opening": rng.choice([0, 0, 100, 300])})


def draw_bags(rng: random.Random, rules: Ruleset, players: int) -> tuple[str, ...]:
    """Own dice for every seat, now and then, where a rule set goes with them.

    >>> from hotdice.rules import load
    >>> draw_bags(random.Random(8), load("munchkin-farkle"), 3)
    ()
    """
    plain = rules.deck is None and not rules.cup and not rules.piggyback
    if not plain or not getattr(rng, "later", True) or rng.random() < 0.7:
        return ()
    names = sorted(catalogue())
    return tuple(",".join(f"1*{_die(rng, names)}" for _ in range(rules.dice)) for _ in range(players))


def _die(rng: random.Random, names: list[str]) -> str:
    if rng.random() < 0.8:
        return rng.choice(names)
    return ":".join(str(rng.randint(1, 6)) for _ in range(rng.choice([6, 7])))


def _points(rng: random.Random, most: int) -> int:
    return 50 * rng.randint(0, most // 50)


def _scoring(rng: random.Random, dice: int) -> dict[str, Any]:
    scheme = rng.choice(["none", "table", "add", "double", "multiply"])
    alike: dict[str, Any] = {"scheme": scheme}
    if scheme in ("table", "multiply"):
        for count in range(4, 4 + rng.randint(1, 7)):
            alike[str(count)] = 50 * rng.randint(1, 60) if scheme == "table" else rng.randint(1, 8)
    singles = {face: _points(rng, 100) for face in "2346" if rng.random() < 0.1}
    sets = [
        {
            "dice": "".join(rng.choices(_FACES, k=rng.randint(1, min(dice, 4)))),
            "points": 50 * rng.randint(1, 20),
        }
        for _ in range(rng.choice([0, 0, 1, 2]))
    ]
    return {
        "singles": singles | {"1": rng.choice([100, 150, 200]), "5": 50},
        "triples": {face: _points(rng, 1000) for face in _FACES},
        "alike": alike,
        "straight": _points(rng, 3000),
        "runs": {run: _points(rng, 1000) for run in rng.sample(_RUNS, rng.randint(0, 3))},
        "three_pairs": _points(rng, 1500),
        "pairs_may_repeat": rng.random() < 0.5,
        "two_triplets": _points(rng, 2500),
        "triplets_may_repeat": rng.random() < 0.5,
        "four_and_pair": _points(rng, 1500),
        "full_house": _points(rng, 1500),
        "full_house_bonus": _points(rng, 500),
        "sets": sets,
    }


def _weights(rng: random.Random, dice: int) -> list[Any] | None:
    if rng.random() < 0.8:
        return None
    rows = [[rng.randint(0, 6) for _ in _FACES] for _ in range(dice)]
    return rows if rng.random() < 0.5 else rows[0]


def _penalty(rng: random.Random, dice: int) -> dict[str, Any]:
    penalty: dict[str, Any] = {"count": rng.randint(1, 4), "points": _points(rng, 500)}
    penalty["restarts"] = rng.random() < 0.5
    if rng.random() < 0.5:
        penalty["floor"] = rng.choice([0, -500, -1000])
    return penalty


def _toxic(rng: random.Random, dice: int) -> dict[str, int] | None:
    return {"face": rng.randint(1, 6), "count": rng.randint(1, dice)} if rng.random() < 0.25 else None


def _joker(rng: random.Random, dice: int) -> dict[str, int] | None:
    return {"face": rng.randint(1, 6), "dice": rng.randint(1, dice)} if rng.random() < 0.2 else None


def _patterns(rng: random.Random, dice: int) -> list[dict[str, Any]]:
    if rng.random() < 0.8 or dice < 3:
        return []
    pattern: dict[str, Any] = {"alike": rng.randint(3, dice)}
    if rng.random() < 0.5:
        pattern = {"dice": "".join(rng.choices(_FACES, k=dice))}
    return [pattern | {"first": rng.random() < 0.5}]


_DRAWN: dict[str, Any] = {
    "joker": _joker,
    "instant_win": _patterns,
    "instant_loss": _patterns,
    "piggyback": lambda rng, dice: rng.random() < 0.2,
    "bump": lambda rng, dice: rng.choice(["none", "none", "to_zero", "swap"]),
    "bank_step": lambda rng, dice: 100 if rng.random() < 0.2 else 0,
    "overshoot": lambda rng, dice: "welfare" if rng.random() < 0.1 else "nothing",
    "weights": _weights,
    "min_players": lambda rng, dice: rng.randint(1, 3),
    "max_players": lambda rng, dice: rng.choice([0, 0, 3, 5]),
    "first_player": lambda rng, dice: rng.choice(["chosen", "rolled"]),
    "opening": lambda rng, dice: _points(rng, 600) if rng.random() < 0.6 else 0,
    "opening_policy": lambda rng, dice: rng.choice(["must_reach", "may_stop"]),
    "minimum": lambda rng, dice: _points(rng, 400) if rng.random() < 0.5 else 0,
    "minimum_binds_win": lambda rng, dice: rng.random() < 0.5,
    "take_all": lambda rng, dice: rng.random() < 0.3,
    "hot_dice": lambda rng, dice: "forced" if rng.random() < 0.3 else "optional",
    "nothing_bonus": lambda rng, dice: _points(rng, 500) if rng.random() < 0.3 else 0,
    "toxic": _toxic,
    "penalty": _penalty,
    "reach": lambda rng, dice: rng.choice(["at_least", "more_than", "exactly"]),
    "last_chance": lambda rng, dice: rng.choice(["none", "finish_round", "others_once", "last_licks"]),
    "ties": lambda rng, dice: rng.choice(["shared", "trigger_keeps", "play_off"]),
    "solo_goal": lambda rng, dice: None,
    "compensation": lambda rng, dice: [_points(rng, 300) for _ in range(rng.choice([0, 0, 2, 3]))],
    "deck": lambda rng, dice: None,
}


def _by_kind(rng: random.Random, kind: Any, default: Any) -> Any:
    """A value of a key that came later than this module, by what kind of key it is."""
    if kind is bool:
        return rng.random() < 0.4
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return rng.choice([str(member.value) for member in kind])
    if kind is int:
        return default if rng.random() < 0.6 else rng.choice([1, 2, 3, 50, 100, 500])
    return None


def drawn_by_kind() -> tuple[str, ...]:
    """The keys of rule sets that are drawn by their kind alone, because nobody has said more of them.

    >>> all(isinstance(key, str) for key in drawn_by_kind())
    True
    """
    known = {*_WORDS, *_DRAWN, "dice", "scoring", "target", "rounds"}
    return tuple(field.name for field in msgspec.structs.fields(Ruleset) if field.name not in known)


def draw_deck(rng: random.Random) -> dict[str, Any]:
    """Plain data of a deck of somebody's own, every word of the vocabulary in it sooner or later.

    >>> len(draw_deck(random.Random(5))["cards"]) >= 3
    True
    """
    cards = [_card(rng, number) for number in range(rng.randint(3, 8))]
    deck: dict[str, Any] = {
        "name": "drawn",
        "cards": cards,
        "hands": rng.choice([str(h.value) for h in Hands]),
    }
    for key in ("unlabelled_on_farkle", "gold_needs_door", "ties_by_cards"):
        deck[key] = rng.random() < 0.5
    if rng.random() < 0.4:
        ids = [card["id"] for card in cards]
        deck["colours"] = [
            {"name": name, "cards": rng.sample(ids, rng.randint(1, len(ids)))}
            for name in ("red", "blue", "green", "white")
        ]
    return deck


_NUMBERS = {
    "points": lambda rng: 50 * rng.randint(1, 10),
    "dice": lambda rng: rng.randint(1, 3),
    "most": lambda rng: rng.randint(1, 8),
    "face": lambda rng: rng.randint(1, 6),
}
_LASTING = ("fewer_dice", "more_dice", "bonus_on_stop", "double", "lock_hand", "cancel_next")


def _card(rng: random.Random, number: int) -> dict[str, Any]:
    act = rng.choice(list(Act))
    card: dict[str, Any] = {
        "id": f"card-{number}",
        "name": f"Card {number}",
        "text": "Drawn.",
        "gold": 5 * number,
    }
    effect = {key: _NUMBERS[key](rng) for key in VOCABULARY[act].numbers}
    card["effects"] = [{"do": str(act.value), **effect}]
    if act is not Act.TOTAL_POINTS and rng.random() < 0.3:
        card["effects"].append({"do": "total_points", "points": 50})
    if act.value in _LASTING:
        kinds = [Lasts.OWN_TURNS, Lasts.TARGETS_TURNS, Lasts.WHOLE_GAME]
        if act in (Act.BONUS_ON_STOP, Act.DOUBLE, Act.CANCEL_NEXT):
            kinds.append(Lasts.UNTIL_TRIGGERED)
        lasts = rng.choice(kinds)
        card["lasts"] = str(lasts.value)
        if lasts in (Lasts.OWN_TURNS, Lasts.TARGETS_TURNS):
            card["turns"] = rng.randint(1, 3)
        card["ends_on_farkle"] = rng.random() < 0.3
    if act in (Act.TAKE_POINTS, Act.LOSE_POINTS):
        card["target"] = rng.choice([str(t.value) for t in Target if t is not Target.SELF])
    elif act is not Act.CANCEL_NEXT and rng.random() < 0.3:
        card["target"] = rng.choice([str(t.value) for t in Target])
    windows = ACT_WINDOWS[act]
    if len(windows) < len(Window) or rng.random() < 0.5:
        allowed = sorted(str(window.value) for window in windows)
        card["when"] = rng.sample(allowed, rng.randint(1, len(allowed)))
    if rng.random() < 0.3:
        card["needs"] = {rng.choice(["least_dice", "most_dice"]): rng.randint(1, 6)}
    if rng.random() < 0.2:
        card["needs"] = card.get("needs", {}) | {"door": str(rng.choice(list(Door)).value), "least_turn": 100}
    return card
