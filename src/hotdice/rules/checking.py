"""From raw values to a rule set: what each key means, what it may be, and what does not go together."""

import re
from math import gcd
from typing import Any

from hotdice.rules.combinations import Combination, expand, unpack
from hotdice.rules.deck import Deck
from hotdice.rules.deck_checking import check_deck
from hotdice.rules.decks import load_deck, shipped_decks
from hotdice.rules.faults import Fault, fault
from hotdice.rules.reading import DECK_FILE, Reader
from hotdice.rules.ruleset import (
    FACES,
    LONGEST_TITLE,
    MAX_DICE,
    MAX_SEATS,
    Alike,
    AlikeScheme,
    ExactSet,
    FarklePenalty,
    FirstPlayer,
    HotDice,
    LastChance,
    OpeningPolicy,
    Reach,
    Ruleset,
    Run,
    Scoring,
    Ties,
    Toxic,
)

FORMAT = 1
MOST_POINTS = 1_000_000
MOST_TARGET = 10_000_000
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RUN = re.compile(r"([1-6])-([1-6])")
_FACES = range(1, FACES + 1)


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
    reader.integer("format", low=FORMAT, high=FORMAT, default=FORMAT)
    name = reader.text("name", longest=60, default=name)
    if not _NAME.fullmatch(name):
        reader.fault("name", "must be lower-case words of letters and digits with hyphens between them")
    dice = reader.integer("dice", low=1, high=MAX_DICE, default=6)
    target = reader.integer("target", low=1, high=MOST_TARGET, default=0)
    rounds = reader.integer("rounds", low=1, high=1000, default=0)
    if ("target" in reader) == ("rounds" in reader):
        reader.fault("target", "a sheet has either a target or a number of rounds, exactly one of them")
    opening = reader.integer("opening", low=0, high=MOST_POINTS, default=0)
    opening_policy = reader.choice("opening_policy", OpeningPolicy, OpeningPolicy.MUST_REACH)
    minimum = reader.integer("minimum", low=0, high=MOST_POINTS, default=0)
    minimum_binds_win = reader.boolean("minimum_binds_win", default=True)
    reach = reader.choice("reach", Reach, Reach.AT_LEAST)
    last_chance = reader.choice("last_chance", LastChance, LastChance.NONE)
    if rounds and last_chance is not LastChance.NONE:
        reader.fault("last_chance", "needs a target; a sheet with rounds ends when they are played")
    ties = reader.choice("ties", Ties, Ties.SHARED)
    if rounds and ties is Ties.TRIGGER_KEEPS:
        reader.fault("ties", "trigger_keeps needs a target; with rounds nobody triggers the end")
    min_players = reader.integer("min_players", low=1, high=MAX_SEATS, default=2)
    max_players = reader.integer("max_players", low=0, high=MAX_SEATS, default=0)
    if max_players and max_players < min_players:
        reader.fault(
            "max_players", "must be at least min_players ({low}), or 0 for no limit", low=min_players
        )
    solo_goal = reader.integer("solo_goal", low=0, high=MOST_TARGET, default=0)
    if solo_goal and not rounds:
        reader.fault("solo_goal", "needs a number of rounds to reach it in")
    if solo_goal and max_players != 1:
        reader.fault("solo_goal", "is for one player: it needs max_players = 1")
    hot_dice = reader.choice("hot_dice", HotDice, HotDice.OPTIONAL)
    if hot_dice is HotDice.FORCED and dice == 1:
        reader.fault("hot_dice", "forced needs at least two dice: with one no turn could ever stop")
    rules = Ruleset(
        name=name,
        title=reader.text("title", longest=LONGEST_TITLE) or name,
        summary=reader.text("summary", longest=600),
        source=reader.text("source", longest=300),
        base=reader.text("base", longest=60),
        scoring=_scoring(reader.table("scoring"), dice),
        dice=dice,
        weights=_weights(reader, dice),
        min_players=min_players,
        max_players=max_players,
        first_player=reader.choice("first_player", FirstPlayer, FirstPlayer.CHOSEN),
        opening=opening,
        opening_policy=opening_policy if opening else OpeningPolicy.MUST_REACH,
        minimum=minimum,
        minimum_binds_win=minimum_binds_win if minimum else True,
        take_all=reader.boolean("take_all", default=False),
        hot_dice=hot_dice,
        nothing_bonus=reader.integer("nothing_bonus", low=0, high=MOST_POINTS, default=0),
        toxic=_toxic(reader, dice),
        penalty=_penalty(reader),
        target=target,
        reach=reach if target or solo_goal else Reach.AT_LEAST,
        last_chance=last_chance,
        rounds=rounds,
        ties=ties,
        solo_goal=solo_goal,
        compensation=_compensation(reader),
        deck=_deck(reader),
    )
    reader.finish()
    if not faults:
        faults += _together(rules)
    return (None if faults else rules), faults


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


def _scoring(reader: Reader | None, dice: int) -> Scoring:
    if reader is None:
        return Scoring()

    def points(key: str) -> int:
        return reader.integer(key, low=0, high=MOST_POINTS, default=0)

    three_pairs = points("three_pairs")
    pairs_may_repeat = reader.boolean("pairs_may_repeat", default=False)
    two_triplets = points("two_triplets")
    triplets_may_repeat = reader.boolean("triplets_may_repeat", default=False)
    scoring = Scoring(
        singles=_per_face(reader, "singles"),
        triples=_per_face(reader, "triples"),
        alike=_alike(reader, dice),
        straight=points("straight"),
        runs=_runs(reader),
        three_pairs=three_pairs,
        pairs_may_repeat=pairs_may_repeat and three_pairs > 0,
        two_triplets=two_triplets,
        triplets_may_repeat=triplets_may_repeat and two_triplets > 0,
        four_and_pair=points("four_and_pair"),
        full_house=points("full_house"),
        full_house_bonus=points("full_house_bonus"),
        sets=_sets(reader, dice),
    )
    reader.finish()
    return scoring


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


def _runs(reader: Reader) -> tuple[Run, ...]:
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


def _toxic(reader: Reader, dice: int) -> Toxic:
    table = reader.table("toxic")
    if table is None:
        return Toxic()
    face = table.integer("face", low=0, high=FACES, default=0)
    count = table.integer("count", low=1, high=dice, default=min(4, dice))
    table.finish()
    return Toxic(face, count) if face else Toxic()


def _penalty(reader: Reader) -> FarklePenalty:
    table = reader.table("penalty")
    if table is None:
        return FarklePenalty()
    count = table.integer("count", low=1, high=20, default=3)
    points = table.integer("points", low=0, high=MOST_POINTS, default=0)
    restarts = table.boolean("restarts", default=True)
    floor = table.integer("floor", low=-MOST_TARGET, high=0, default=0) if "floor" in table else None
    table.finish()
    return FarklePenalty(count, points, restarts or count == 1, floor) if points else FarklePenalty()


def _compensation(reader: Reader) -> tuple[int, ...]:
    points = list(reader.integers("compensation", low=0, high=MOST_POINTS, longest=MAX_SEATS))
    while points and points[-1] == 0:
        points.pop()
    return tuple(points)


def _deck(reader: Reader) -> Deck | None:
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
