"""Conformance vectors: what every Farkle must agree on with the referee, as lines of JSON.

The first line names the format; every other line is one vector of some `kind`. `docs/conformance.md` says
what stands in each. `counts`, `rules`, `play` and `record` are about the referee, `values` about the coach.
"""

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from hotdice.game import (
    Command,
    Event,
    PositionError,
    Record,
    Refusal,
    SeededDice,
    State,
    card_plays,
    legal,
    new_game,
    parse_position,
    parse_record,
    play,
    print_position,
    print_record,
    turn_choices,
)
from hotdice.game import commands as c
from hotdice.rules import FACES, RulesError, Ruleset, from_raw, load, reference, shipped, sorted_rolls
from hotdice.testing.drawing import draw_bags, draw_house, draw_raw, draw_rules

FORMAT = "hotdice vectors 1"
Vector = dict[str, Any]
_LATER = ("offer", "offered", "bags")
"""Parts of a state that only later rules use; they are told where they are not empty."""


def read_vectors(path: Path) -> Iterator[Vector]:
    """The vectors of a file, one after the other.

    Raises:
        ValueError: the file is not one of vectors, or of another format.
    """
    with path.open(encoding="utf-8") as lines:
        head = json.loads(next(lines, "{}"))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise ValueError(f"{path.name} is not a file of vectors: its first line must name {FORMAT!r}")
        for line in lines:
            yield json.loads(line)


def write_vectors(path: Path, seed: str, vectors: Iterable[Vector]) -> dict[str, int]:
    """Write a file of vectors; how many there are of each kind, single steps of play counted."""
    counted: dict[str, int] = {}
    with path.open("w", encoding="utf-8") as out:
        out.write(json.dumps({"format": FORMAT, "seed": seed}) + "\n")
        for vector in vectors:
            many = len(vector["steps"]) if vector["kind"] == "play" else 1
            counted[vector["kind"]] = counted.get(vector["kind"], 0) + many
            out.write(json.dumps(vector, separators=(",", ":")) + "\n")
    return counted


def plain(value: Any) -> Any:
    """Commands, events and states as data; a rule set is not repeated in its states."""
    return msgspec.to_builtins(value)


def counts_vectors() -> Iterator[Vector]:
    """For every shipped sheet the number of rolls, farkles and keeps by number of dice, and its hash."""
    for name in shipped():
        rules = load(name)
        yield {"kind": "counts", "rules": name, "hash": rules.hash, "dice": counts_of(rules)}


def counts_of(rules: Ruleset) -> list[list[int]]:
    """For each number of dice: sorted rolls, farkles, rolls with hot dice, keeps, points of all keeps.

    >>> counts_of(load("classic"))[0]
    [6, 4, 2, 2, 150]
    """
    found: list[list[int]] = []
    for dice in range(1, rules.dice + 1):
        row = [0, 0, 0, 0, 0]
        for roll in sorted_rolls(dice):
            options = rules.table.options(roll).options
            points = sum(option.points for option in options)
            changes = (1, not options, any(option.hot for option in options), len(options), points)
            row = [count + int(change) for count, change in zip(row, changes, strict=True)]
        found.append(row)
    return found


def rules_vectors(rng: random.Random, count: int) -> Iterator[Vector]:
    """Raw rule files: the hash, title and reference of what they describe, or the keys that are at fault."""
    for _ in range(count):
        raw = draw_raw(rng)
        if rng.random() < 0.2:
            _spoil(rng, raw)
        vector: Vector = {"kind": "rules", "raw": raw}
        try:
            rules = from_raw(raw)
        except RulesError as error:
            yield vector | {"faults": sorted({fault.key for fault in error.faults})}
            continue
        yield vector | {"hash": rules.hash, "title": rules.title, "reference": reference(rules)}


def _spoil(rng: random.Random, raw: dict[str, Any]) -> None:
    """Put something into a rule file that does not belong there."""
    key = rng.choice(sorted(raw))
    raw[key] = rng.choice([-1, "much", 2.5, True, [], [1, "x"], {"sides": 7}, 10**9, None, "classic"])
    if rng.random() < 0.3:
        raw["wobble"] = 3


def game_rules(rng: random.Random) -> Ruleset:
    """A rule set to play with: a shipped sheet, one with rules of houses, or a drawn one, also with cards."""
    chance = rng.random()
    if chance < 0.25 and getattr(rng, "later", True):
        return draw_house(rng)
    if chance < 0.45:
        return load(rng.choice(shipped()))
    return draw_rules(rng, max_dice=8, cards=rng.random() < 0.4)


def play_vectors(rng: random.Random, steps: int) -> Iterator[Vector]:
    """Pieces of games: commands with the events that they led to, or the code of the refusal."""
    done = 0
    while done < steps:
        vector = play_vector(rng, min(rng.randint(20, 120), steps - done))
        done += len(vector["steps"])
        yield vector


def play_vector(rng: random.Random, steps: int) -> Vector:
    """One piece of a game: moves that mostly are legal, and the state in which they end."""
    rules = game_rules(rng)
    allowed = rules.seats_allowed
    players = rng.randint(allowed[0], min(allowed[-1], allowed[0] + 2))
    first = rng.choice([None, None, rng.randrange(players)])
    bags = draw_bags(rng, rules, players)
    state = new_game(rules, players, first=first, bags=bags)
    told: list[Any] = []
    legal_only = rng.random() < 0.3
    while len(told) < steps:
        command = any_command(rng, state, legal_only=legal_only)
        result = play(state, command)
        if isinstance(result, Refusal):
            told.append([plain(command), result.code])
        else:
            state, events = result
            told.append([plain(command), plain(events)])
        if state.over and rng.random() < 0.3:
            break
    return played(rules, bags, first, told, state)


def played(rules: Ruleset, bags: tuple[str, ...], first: int | None, told: list[Any], state: State) -> Vector:
    """What commands led to, from the start of a game up to a state, as a vector."""
    return {
        "kind": "play",
        "rules": reference(rules),
        "players": len(state.seats),
        "first": first,
        **({"bags": list(bags)} if bags else {}),
        "steps": told,
        "legal": [plain(move) for move in legal(state)],
        "choices": len(turn_choices(state)),
        **_position(state),
        "end": state_data(state),
    }


def state_data(state: State) -> dict[str, Any]:
    """A state as data, its rule set named by its hash; what only rules of houses bring is left out if empty.

    >>> state_data(new_game(load("classic"), 2))["hand"]
    [1, 2, 3, 4, 5, 6]
    """
    data: dict[str, Any] = {
        name: plain(getattr(state, name)) for name in state.__struct_fields__ if name != "rules"
    }
    for name in _LATER:
        if not data.get(name):
            data.pop(name, None)
    return {"rules": state.rules.hash, **json.loads(json.dumps(data))}


def _position(state: State) -> dict[str, Any]:
    """The position of a state (None: it has none), and whether it can be read; rulings can forbid both."""
    try:
        text = print_position(state)
    except PositionError:
        return {"position": None, "reads": False}
    try:
        return {"position": text, "reads": print_position(parse_position(text)) == text}
    except PositionError:
        return {"position": text, "reads": False}


def any_command(rng: random.Random, state: State, *, legal_only: bool = False) -> Command:
    """Something to ask of the referee now: a legal move, a ruling of the table, or nonsense."""
    waits = state.step == "wait"
    if state.rules.beyond and state.step == "roll" and not state.over and rng.random() < 0.15:
        return _pointed(rng, state)
    chance = rng.random()
    if legal_only or chance < 0.72:
        if waits:
            return _throw(rng, state)
        moves = turn_choices(state) if rng.random() < 0.5 else legal(state)
        if moves:
            stops = [
                move for move in moves if getattr(move, "then", "") == "bank" or isinstance(move, c.Bank)
            ]
            return rng.choice(stops) if stops and rng.random() < 0.4 else rng.choice(moves)
    if chance < 0.86:
        return _ruling(rng, state)
    return _nonsense(rng, state)


def _pointed(rng: random.Random, state: State) -> Command:
    """A move that rules of houses are about: dice taken over, a landing on a total, a step too far."""
    if state.offer and rng.random() < 0.7:
        return c.TakeOver(state.mover)
    total = state.totals[state.mover]
    ahead = [other - total for other in state.totals if other > total]
    beyond = state.rules.target - total + 50 * rng.randint(0, 4)
    return c.EnterTurn(state.mover, max(0, rng.choice([*ahead, *ahead, beyond])), rng.random() < 0.2)


def _throw(rng: random.Random, state: State) -> c.Throw:
    dice, weights = state.in_the_air, state.weights
    if not weights:
        faces = tuple(rng.randint(1, FACES) for _ in dice)
        if rng.random() < 0.25:  # hot dice and rare combinations come up often enough to be compared
            face = rng.randint(1, FACES)
            faces = tuple(face if rng.random() < 0.7 else other for other in faces)
        return c.Throw(faces)
    return c.Throw(
        tuple(rng.choices(range(1, len(weights[die - 1]) + 1), weights[die - 1])[0] for die in dice)
    )


def _ruling(rng: random.Random, state: State) -> Command:
    seat = rng.randrange(len(state.seats))
    rules, goal = state.rules, state.rules.target or 1000
    near = goal - 50 * rng.randint(0, 20)
    if state.over:
        end = rng.choice([goal + 500, max(state.totals) + 50 * rng.randint(0, 9), state.round + 1, 1])
        bonus = c.CountBonus(tuple(rng.choice([0, 50, 300]) for _ in state.seats))
        return rng.choice([c.PlayOn(end), c.PlayOn(end), bonus])
    if rng.random() < 0.1:  # ties and play-offs
        return c.Correct(seat, state.totals[rng.randrange(len(state.seats))], True, 0)
    told = rng.choice([None, 50 * rng.randint(0, 60), 175])
    words = rng.choice(["Jam: 5 dice", "", "Grüße & co."])
    moves: list[Command] = [
        c.Correct(seat, near, rng.random() < 0.8, rng.randint(0, 3)),
        c.EnterTurn(state.mover, told, rng.random() < 0.2),
        c.Adjust(((seat, rng.choice([-300, 50, 0])), (rng.randrange(4), 100))),
        c.Adjust(((seat, rng.choice([-300, 50, 700])),)),
        c.SetDice(seat, rng.randint(0, rules.dice + 1)),
        c.TakeSeat(rng.choice([0, 500, -5]), rng.random() < 0.5),
        c.PlayOn(rng.choice([goal + 500, rules.rounds + 1, 1, 333])),
        c.CountBonus(tuple(rng.choice([0, 50, 300]) for _ in state.seats)),
        c.MakeRemark(words, rng.choice([-1, seat]), rng.choice([-1, -1, 0, 2, 99, 100])),
        c.LiftRemark(rng.randint(1, 2)),
        c.UseAdvice(seat),
        c.TimeOut(state.mover),
        c.Resign(seat) if rng.random() < 0.2 else c.Roll(state.mover),
    ]
    return rng.choice(moves)


def _nonsense(rng: random.Random, state: State) -> Command:
    seat = rng.choice([state.mover, state.mover, rng.randint(-1, len(state.seats))])
    if state.step == "decide" and rng.random() < 0.5:
        return c.Bank(seat)
    dice = tuple(rng.sample(range(1, 8), rng.randint(0, 4)))
    cards = state.rules.deck.cards if state.rules.deck is not None else ()
    card = rng.choice(cards).id if cards and rng.random() < 0.9 else "no-such-card"
    plays = card_plays(state)
    if plays and rng.random() < 0.5:
        chosen = rng.choice(plays)
        return c.PlayCard(seat, chosen.card, rng.randint(-1, 3), dice[:2])
    return rng.choice(
        [
            c.Roll(seat),
            c.TakeOver(seat),
            c.Bank(seat),
            c.PassWindow(seat),
            c.TimeOut(seat),
            c.Keep(seat, dice, rng.choice(("", "roll", "bank"))),
            c.Keep(
                seat, tuple(state.hand[: rng.randint(0, len(state.hand))]), rng.choice(("", "roll", "bank"))
            ),
            c.Throw(tuple(rng.randint(0, 7) for _ in range(len(state.in_the_air) + rng.choice([0, 0, 1])))),
            c.PlayCard(seat, card, rng.randint(-1, 3), dice[: rng.choice([0, 1, 2])]),
            c.EnterTurn(seat, 50 * rng.randint(0, 100)),
        ]
    )


def record_vectors(rng: random.Random, count: int) -> Iterator[Vector]:
    """Whole games with seeded dice as records: the text, its events, and how it ends."""
    for _ in range(count):
        yield record_vector(rng)


def record_vector(rng: random.Random) -> Vector:
    """One game of random legal moves, a few rulings in it, written down and read again."""
    rules = game_rules(rng)
    allowed = rules.seats_allowed
    players = rng.randint(allowed[0], min(allowed[-1], allowed[0] + 1))
    dice = SeededDice(str(rng.randrange(10**6)))
    names = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gül", "Hal")
    bags = draw_bags(rng, rules, players)
    state = new_game(rules, players, bags=bags)
    events: list[Event] = []
    for _ in range(rng.randint(60, 400)):
        if state.over:
            break
        command = dice.throw(state) if state.step == "wait" else _move(rng, state)
        result = play(state, command)
        if not isinstance(result, Refusal):
            state = result[0]
            events += result[1]
    late = len(state.seats) - players
    record = Record(
        rules,
        names[: len(state.seats)],
        tuple(rng.choice(["human", "greedy"]) for _ in state.seats),
        f"seeded {dice.seed}",
        events=tuple(events),
        late=late,
        bags=bags,
    )
    text = print_record(record)
    parse_record(text)
    return {"kind": "record", "text": text, "events": len(events), "end": state_data(state)}


def _move(rng: random.Random, state: State) -> Command:
    if rng.random() < 0.04:
        ruling = _ruling(rng, state)
        if not isinstance(ruling, c.PlayOn | c.Correct | c.Throw):
            return ruling
    moves = turn_choices(state)
    stops = [move for move in moves if getattr(move, "then", "") == "bank" or isinstance(move, c.Bank)]
    return rng.choice(stops) if stops and rng.random() < 0.5 else rng.choice(moves)
