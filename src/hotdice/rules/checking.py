"""From raw values to a rule set: each key by the table of keys, then what does not go together."""

import re
from collections.abc import Callable
from math import gcd
from typing import Any

from hotdice.rules.combinations import Combination, expand, unpack
from hotdice.rules.deck import Deck
from hotdice.rules.deck_checking import check_deck
from hotdice.rules.decks import load_deck, shipped_decks
from hotdice.rules.faults import Fault, fault
from hotdice.rules.keys import KEYS, MOST_POINTS, MOST_TARGET, NUMBER_OF_DICE, TABLES, Key
from hotdice.rules.reading import DECK_FILE, Reader
from hotdice.rules.ruleset import (
    FACES,
    MAX_DICE,
    MAX_SEATS,
    Alike,
    AlikeScheme,
    ExactSet,
    FarklePenalty,
    HotDice,
    Joker,
    LastChance,
    Overshoot,
    Pattern,
    Reach,
    Ruleset,
    Run,
    Scoring,
    Ties,
    Toxic,
)

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RUN = re.compile(r"([1-6])-([1-6])")
_FACES = range(1, FACES + 1)
_STRUCTS: dict[str, Callable[..., Any]] = {
    "joker": Joker,
    "toxic": Toxic,
    "penalty": FarklePenalty,
    "scoring": Scoring,
}
_MOST_PATTERNS = 10


def check(raw: dict[str, Any], *, name: str) -> tuple[Ruleset | None, list[Fault]]:
    """The rule set that raw values describe, or None with every fault.

    >>> rules, faults = check({"scoring": {"singles": {"1": 100}}, "target": 500}, name="tiny")
    >>> rules.target, faults
    (500, [])
    >>> print(check({"target": "far", "dice": 0}, name="bad")[1][0])
    dice: must be from 1 to 10, not 0
    """
    faults: list[Fault] = []
    reader = Reader(raw, faults)
    values = _read(reader)
    values["name"] = values["name"] or name
    values["title"] = values["title"] or values["name"]
    if not _NAME.fullmatch(values["name"]):
        reader.fault("name", "must be lower-case words of letters and digits with hyphens between them")
    _crosswise(reader, values)
    rules = _made(values)
    if not faults:
        faults += _together(rules)
    return (None if faults else rules), faults


def _read(reader: Reader) -> dict[str, Any]:
    """The value of every key, faults remembered; what a key needs and does not have makes it its default."""
    inner = {"": reader} | {name: table for name in TABLES if (table := reader.table(name)) is not None}
    values: dict[str, Any] = {}
    for key in sorted(KEYS, key=lambda key: key.name != "dice"):  # the bounds of others follow from the dice
        there = inner.get(key.table)
        values[key.name] = key.default if there is None else _value(there, key, values.get("dice", 0))
    for key in KEYS:
        there = inner.get(key.table)
        if there is not None and key.leaf in there and key.since > values["format"]:
            there.fault(key.leaf, "is a key of format {format}: the file must say so", format=key.since)
    for table in reversed(inner.values()):
        table.finish()
    for key in KEYS:
        if key.needs and not any(values[needed] for needed in key.needs):
            values[key.name] = key.default
    return values


def _value(reader: Reader, key: Key, dice: int) -> Any:
    """What a table says of a key; `dice` is the number of dice of the sheet."""
    match key.kind:
        case "yes":
            return reader.boolean(key.leaf, default=key.default)
        case "word":
            assert key.words is not None
            return reader.choice(key.leaf, key.words, key.default)
        case "text":
            return reader.text(key.leaf, longest=key.high)
        case "own":
            return _OWN[key.name](reader, dice)
    high = dice if key.high == NUMBER_OF_DICE else key.high
    return reader.integer(key.leaf, low=key.low, high=high, default=min(key.default, high))


def _made(values: dict[str, Any]) -> Ruleset:
    """The rule set of checked values."""
    values["penalty.restarts"] |= values["penalty.count"] == 1
    inner: dict[str, dict[str, Any]] = {name: {} for name in ("", *_STRUCTS)}
    for key in KEYS:
        if key.name != "format" and values[key.name] is not None:
            inner[key.table][key.leaf] = values[key.name]
    tables = {name: make(**inner[name]) for name, make in _STRUCTS.items()}
    return Ruleset(**inner[""], **tables)


def _crosswise(reader: Reader, values: dict[str, Any]) -> None:
    """What does not go together, one key against another."""
    rounds = values["rounds"]
    if ("target" in reader) == ("rounds" in reader):
        reader.fault("target", "a sheet has either a target or a number of rounds, exactly one of them")
    if rounds and values["last_chance"] is not LastChance.NONE:
        reader.fault("last_chance", "needs a target; a sheet with rounds ends when they are played")
    if values["last_chance"] is LastChance.LAST_LICKS and values["format"] < 2:
        reader.fault("last_chance", "last_licks is a word of format {format}: the file must say so", format=2)
    if values["overshoot"] is Overshoot.WELFARE and values["reach"] is not Reach.EXACTLY:
        reader.fault("overshoot", "welfare needs reach = exactly: nothing else goes beyond a target")
    for key in ("piggyback", "joker.face"):
        if values[key] and values["deck"] is not None:
            reader.fault(key, "does not go with cards")
    if rounds and values["ties"] is Ties.TRIGGER_KEEPS:
        reader.fault("ties", "trigger_keeps needs a target; with rounds nobody triggers the end")
    low, high = values["min_players"], values["max_players"]
    if high and high < low:
        reader.fault("max_players", "must be at least min_players ({low}), or 0 for no limit", low=low)
    if values["solo_goal"] and not rounds:
        reader.fault("solo_goal", "needs a number of rounds to reach it in")
    if values["solo_goal"] and high != 1:
        reader.fault("solo_goal", "is for one player: it needs max_players = 1")
    if values["hot_dice"] is HotDice.FORCED and values["dice"] == 1:
        reader.fault("hot_dice", "forced needs at least two dice: with one no turn could ever stop")


def _together(rules: Ruleset) -> list[Fault]:
    """Faults that only show when every single value is in order."""
    faults: list[Fault] = []
    if not rules.nothing_bonus and not any(_can_fall(rules, combination) for combination in expand(rules)):
        faults.append(Fault("scoring", "must name at least one score that these dice can roll"))
    elif rules.reach is Reach.EXACTLY and (rules.target or rules.solo_goal) % rules.step:
        key = "target" if rules.target else "solo_goal"
        faults.append(
            fault(key, "can never be hit exactly: every score is a multiple of {step}", {"step": rules.step})
        )
    if rules.deck is not None and len(rules.deck.colours) < rules.min_players:
        count = len(rules.deck.colours)
        faults.append(
            fault("min_players", "must be at most {count}: the deck has no more colours", {"count": count})
        )
    return faults


def _can_fall(rules: Ruleset, combination: Combination) -> bool:
    """Whether a roll with this combination exists: enough dice, none of its faces missing, no toxic roll."""
    faces = unpack(combination.dice)
    if len(faces) > rules.dice or (rules.toxic.face and faces.count(rules.toxic.face) >= rules.toxic.count):
        return False
    return not rules.weights or all(any(row[face - 1] for row in rules.weights) for face in faces)


def _per_face(reader: Reader, key: str) -> tuple[int, ...]:
    found = reader.numbered(key, _FACES, low=0, high=MOST_POINTS)
    return tuple(found.get(face, 0) for face in _FACES)


def _alike(reader: Reader, dice: int) -> Alike:
    table = reader.table("alike")
    if table is None:
        return Alike()
    scheme = table.choice("scheme", AlikeScheme, AlikeScheme.NONE)
    counts = [count for count in range(4, MAX_DICE + 1) if str(count) in table]
    values = tuple(table.integer(str(count), low=1, high=MOST_POINTS, default=1) for count in counts)
    table.finish("is not scheme or a number of dice from 4 to {most}", most=MAX_DICE)
    if scheme in (AlikeScheme.TABLE, AlikeScheme.MULTIPLY):
        if counts != list(range(4, 4 + len(counts))) or not counts:
            table.fault(
                "scheme",
                "{scheme} needs a value for 4 dice and then for each number without a gap",
                scheme=str(scheme),
            )
            return Alike()
        return Alike(scheme, values[: dice - 3]) if dice > 3 else Alike()
    if counts:
        table.fault("scheme", "{scheme} takes no values of its own", scheme=str(scheme))
    return Alike(scheme) if dice > 3 else Alike()


def _runs(reader: Reader, dice: int) -> tuple[Run, ...]:
    table = reader.table("runs")
    if table is None:
        return ()
    runs: list[Run] = []
    for key in sorted(table.keys()):
        match = _RUN.fullmatch(key)
        if match is None or int(match[1]) >= int(match[2]):
            continue
        points = table.integer(key, low=0, high=MOST_POINTS, default=1)
        if key == "1-6":
            table.fault(key, "is the straight: write it as straight = ...")
        elif points:
            runs.append(Run(int(match[1]), int(match[2]), points))
    table.finish("is not a run such as 1-5")
    return tuple(runs)


def _sets(reader: Reader, dice: int) -> tuple[ExactSet, ...]:
    best: dict[tuple[int, ...], int] = {}
    for index, item in enumerate(reader.lists("sets", longest=50)):
        key = f"sets[{index}]"
        if not isinstance(item, dict):
            reader.fault(key, "must be a table with dice and points")
            continue
        faults: list[Fault] = []
        inner = Reader(item, faults)
        text = inner.text("dice", longest=3 * MAX_DICE)
        points = inner.integer("points", low=1, high=MOST_POINTS, default=0)
        inner.finish()
        faces = text.replace(" ", "")
        if not faults and (not faces or not set(faces) <= set("123456") or len(faces) > dice):
            inner.fault("dice", "must be 1 to {dice} faces such as 135", dice=dice)
        if not faults and not points:
            inner.fault("points", "must be given")
        for found in faults:
            reader.remember(f"{key}.{found.key}", found)
        if not faults:
            chosen = tuple(sorted(int(face) for face in faces))
            best[chosen] = max(points, best.get(chosen, 0))
    return tuple(ExactSet(chosen, points) for chosen, points in sorted(best.items()))


def _patterns(reader: Reader, key: str, dice: int) -> tuple[Pattern, ...]:
    """Rolls that decide a game: faces that must lie there, or so many alike."""
    found: set[Pattern] = set()
    for index, item in enumerate(reader.lists(key, longest=_MOST_PATTERNS)):
        inner = reader.entry(f"{key}[{index}]", item)
        if inner is None:
            continue
        text = inner.text("dice", longest=3 * MAX_DICE).replace(" ", "")
        alike = inner.integer("alike", low=2, high=max(2, dice), default=0)
        first = inner.boolean("first", default=False)
        inner.finish()
        if ("dice" in inner) == ("alike" in inner):
            inner.fault("dice", "must be given, or alike, and not both")
        elif not set(text) <= set("123456") or max(len(text), alike) > dice:
            inner.fault("dice" if text else "alike", "must be 1 to {dice} faces such as 135", dice=dice)
        elif text or alike:
            found.add(Pattern(tuple(sorted(int(face) for face in text)), alike, first))
    return tuple(sorted(found, key=lambda one: (one.faces, one.alike, one.first)))


def _weights(reader: Reader, dice: int) -> tuple[tuple[int, ...], ...]:
    """One list of six weights for every die, or one such list for each; fair dice have none."""
    rows = reader.lists("weights", longest=MAX_DICE)
    if not rows:
        return ()
    if all(not isinstance(row, list) for row in rows):
        rows = [rows] * dice
    if len(rows) != dice:
        reader.fault("weights", "must be six numbers, or six numbers for each of the {dice} dice", dice=dice)
        return ()
    weights: list[tuple[int, ...]] = []
    for index, row in enumerate(rows):
        faults: list[Fault] = []
        inner = Reader({f"weights[{index}]": row}, faults)
        numbers = inner.integers(f"weights[{index}]", low=0, high=1000, longest=FACES)
        if not faults and (len(numbers) != FACES or not any(numbers)):
            inner.fault(f"weights[{index}]", "must be six numbers, not all of them zero")
        for found in faults:
            reader.remember(found.key, found)
        if faults:
            return ()
        weights.append(tuple(number // gcd(*numbers) for number in numbers))
    if all(len(set(row)) == 1 for row in weights):
        return ()
    return tuple(weights)


def _floor(reader: Reader, dice: int) -> int | None:
    return reader.integer("floor", low=-MOST_TARGET, high=0, default=0) if "floor" in reader else None


def _compensation(reader: Reader, dice: int) -> tuple[int, ...]:
    points = list(reader.integers("compensation", low=0, high=MOST_POINTS, longest=MAX_SEATS))
    while points and points[-1] == 0:
        points.pop()
    return tuple(points)


def _deck(reader: Reader, dice: int) -> Deck | None:
    raw = reader.anything("deck")
    if raw is None or raw == "":
        return None
    if isinstance(raw, dict):
        table = reader.table("deck", what=DECK_FILE)
        return check_deck(table, name="house-cards") if table is not None else None
    if not isinstance(raw, str) or raw not in shipped_decks():
        reader.fault(
            "deck",
            "must be the name of a deck ({known}), a deck file such as mine.toml, or a table",
            known=", ".join(shipped_decks()),
        )
        return None
    return load_deck(raw)


_OWN: dict[str, Callable[[Reader, int], Any]] = {
    "instant_win": lambda reader, dice: _patterns(reader, "instant_win", dice),
    "instant_loss": lambda reader, dice: _patterns(reader, "instant_loss", dice),
    "deck": _deck,
    "weights": _weights,
    "compensation": _compensation,
    "penalty.floor": _floor,
    "scoring.singles": lambda reader, dice: _per_face(reader, "singles"),
    "scoring.triples": lambda reader, dice: _per_face(reader, "triples"),
    "scoring.alike": _alike,
    "scoring.runs": _runs,
    "scoring.sets": _sets,
}
"""How the keys are read whose value is a list or a table of their own."""
