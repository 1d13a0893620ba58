"""`python -m scripts.sage_train`: make the sage's value of positions from nothing, and write its file.

Positions are drawn at random, with the house deck and with decks drawn at random, three to five seats;
schemers play them to the end, and a net learns from who won. In the rounds after that turns are thought
through: what the net says when one begins moves to what follows from all its dice and cards, if its mover
plays for the best chance and the net is right about the positions after it. In the last rounds it plays
itself: sages that judge by the net of the round before play on from such positions, most of them among
themselves, some with other bots between, and what came of it counts beside what was thought.
"""

import argparse
import math
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hotdice.arena.card_games import card_table
from hotdice.arena.numbers import game_key, seed_key
from hotdice.players import Player, make
from hotdice.players import deck_state as d
from hotdice.players.deck_kernel import begin, start_turn
from hotdice.players.deck_words import (
    AT_ONCE,
    CARD,
    LASTS,
    MOST_SEATS,
    SELF,
    TARGET,
    TURNS,
    CardSheet,
    Floats,
    Ints,
    obstacle,
)
from hotdice.players.sage_bot import FILE, SageBot
from hotdice.players.sage_value_kernel import HIDDEN, INPUTS, NET, fresh_mind
from hotdice.rules import RulesError, Ruleset, from_raw, load
from hotdice.testing.drawing import draw_raw
from scripts.training_kernel import UNSEEN, record_game

PLACE = Path(__file__).resolve().parent.parent / "src" / "hotdice" / "sheets" / FILE
Inputs = np.ndarray[Any, np.dtype[np.float32]]
MOST_POSITIONS = 90
"""Room for the positions of one game of three; more are not written down."""
PASSES = 4
TRACE = 0.8
"""How far a position believes what happened rather than what the net said a turn later."""


EVERY = 4
"""Of so many positions the turn of one is thought through; its neighbours would teach much the same."""
LINE_UPS = (("sage",), ("sage",), ("sage", "schemer"), ("sage",), ("sage", "eager", "schemer"))
"""Who plays in the rounds of self-play, piece of work by piece of work, over and over around the table."""
AT_ONCE_GAMES, OWN_AT_ONCE = 1000, 250
"""Games of one piece of work, and of one of self-play, where every turn is thought through by its mover."""
CAME = 0.15
"""How much what came of a turn counts in self-play, beside what it was thought to be worth. Thinking looks at
one card of one turn; what the others bring later is only seen in what came."""
DECKS = 12
"""Decks drawn at random of each round, beside the house deck."""
SURE = 0.85
"""Where the mover has won nearly for sure, what came says little about the others."""


class Games(NamedTuple):
    """Games of some seats: what all seats saw whenever a turn began, who won, and where each game begins."""

    inputs: Inputs
    shares: Floats
    starts: Ints
    """The row of each game's first position, and one more: the number of rows."""
    movers: Ints
    ahead: Floats
    """The mover's chance by all of the turn, `UNSEEN` where it was not thought through."""


def drawn_deck(number: int) -> Ruleset:
    """Munchkin Farkle with a deck drawn at random."""
    rng = random.Random(f"sage.{number}")
    while True:
        raw = draw_raw(rng, cards=True)
        if isinstance(raw.get("deck"), dict):
            try:
                rules = from_raw({"base": "munchkin-farkle", "deck": raw["deck"]})
            except RulesError:
                continue
            if not obstacle(rules, 5) and len(rules.seats_allowed) == 3:
                return rules


def games_of(
    rules: Ruleset, players: list[Player], games: int, seed: str, net: Floats, *, drawn: bool, every: int = 0
) -> Games:
    """Games between these players, from the beginning or, `drawn`, from positions drawn at random.

    There totals, hands and cards in play are independent of each other: in games from the beginning those who
    still hold a card differ in more than the card, and a net would learn that instead.
    """
    seats = len(players)
    table = card_table(rules, players)
    sheet, words, reals, memo, own = table.sheet, table.words, table.reals, table.memo(), table.mind()
    eye = fresh_mind(sheet, net, table.traits, table.room().size, table.longest)
    game = table.room()
    room = games * MOST_POSITIONS
    inputs = np.zeros((room, seats * INPUTS), np.float32)
    movers, ahead = np.zeros(room, np.int64), np.zeros(room)
    shares, starts = np.zeros((games, seats)), np.zeros(games + 1, np.int64)
    rng = np.random.default_rng(seed_key(seed))
    for number in range(games):
        begin(sheet, words, game, seats, number % seats)
        if drawn:
            draw_start(rng, sheet, words, game)
        key = np.uint64(game_key(seed_key(seed), number))
        rows = inputs, movers, ahead, every, int(starts[number])
        starts[number + 1] = record_game(sheet, words, reals, memo, eye, own, table.bots, game, key, *rows)
        won = game[[d.SEATS + d.CONTENDS * MOST_SEATS + seat for seat in range(seats)]]
        shares[number] = won / won.sum()
    found = int(starts[-1])
    seen = inputs[:found].reshape(found, seats, INPUTS).copy()
    return Games(seen, shares, starts, movers[:found].copy(), ahead[:found].copy())


def draw_start(rng: np.random.Generator, sheet: CardSheet, words: Ints, game: Ints) -> None:
    """Change a game that has just begun into any position in which a turn begins."""
    seats = int(game[d.COUNT])
    middle = rng.uniform(0, 9800)
    kept = rng.uniform(0.1, 1.0)
    line = [d.SEATS + field * MOST_SEATS for field in range(5)]
    lying: list[tuple[int, int, int, int]] = []
    for seat in range(seats):
        total = int(np.clip(middle + rng.normal(0, 1200), 0, 9950)) // 50 * 50
        game[line[d.TOTAL] + seat] = total
        game[line[d.OPENED] + seat] = total > 0
        hand = int(game[line[d.HOLDS] + seat])
        for card in range(sheet.cards):
            if not hand >> card & 1 or rng.random() < kept:
                continue
            hand &= ~(1 << card)
            row = sheet.table + card * CARD
            if words[row + LASTS] != AT_ONCE and rng.random() < 0.25:
                foe = int((seat + 1 + rng.integers(seats - 1)) % seats)
                target = seat if words[row + TARGET] == SELF else foe
                turns = int(rng.integers(words[row + TURNS])) + 1 if words[row + TURNS] else -1
                lying.append((seat, card, target, turns))
        game[line[d.HOLDS] + seat] = hand
    for number, entry in enumerate(lying):
        game[d.PLACED + number * d.ENTRY : d.PLACED + (number + 1) * d.ENTRY] = entry
    game[d.LYING] = len(lying)
    place = int(rng.integers(seats))
    if middle > 6000 and place > 0 and rng.random() < 0.4:  # somebody who moved before has reached the target
        trigger = int((game[d.STARTER] + rng.integers(place)) % seats)
        game[d.PHASE], game[d.TRIGGER] = d.LAST, trigger
        game[line[d.TOTAL] + trigger] = 10_000 + 50 * int(rng.integers(16))
        game[line[d.OPENED] + trigger] = 1
    start_turn(sheet, words, game, int((game[d.STARTER] + place) % seats), 8)


def scores_of(net: Floats | Inputs, inputs: Floats | Inputs) -> tuple[Floats, Floats]:
    """The scores of all seats, and the hidden values before they are cut off at 0."""
    biases, outer = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
    hidden = inputs @ net[:biases].reshape(INPUTS, HIDDEN) + net[biases:outer]
    return np.maximum(hidden, 0) @ net[outer : outer + HIDDEN] + net[outer + HIDDEN], hidden


def chances_of(net: Floats | Inputs, inputs: Floats | Inputs) -> Floats:
    """The chances of all seats."""
    scores = scores_of(net, inputs)[0]
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def aims_of(net: Floats | Inputs, played: Games, trace: float) -> Inputs:
    """What every position should have said: part of what the next one says, part of what happened.

    With `trace` 1 it is who won, with 0 the chances of the position a turn later. In between, the luck of the
    rest of the game weighs less, and what the net does not know yet weighs more.
    """
    aims = np.empty((len(played.inputs), played.shares.shape[1]), np.float32)
    said = chances_of(net, played.inputs)
    lengths = np.diff(played.starts)
    coming = played.shares[lengths > 0].copy()
    ends = played.starts[1:][lengths > 0] - 1
    lengths = lengths[lengths > 0]
    for back in range(int(lengths.max())):  # all games at once, from their last positions backwards
        alive = lengths > back
        rows = ends[alive] - back
        aims[rows] = coming[alive]
        coming[alive] = trace * coming[alive] + (1 - trace) * said[rows]
    return aims


class Lesson(NamedTuple):
    """Positions with what they should have said."""

    inputs: Inputs
    aims: Inputs
    movers: Ints
    ahead: Floats


def lesson_of(net: Floats | Inputs, played: Games, trace: float, *, thinking: bool) -> Lesson:
    """Positions with what came of them: all or, `thinking`, those whose turns were thought through."""
    aims = aims_of(net, played, trace)
    rows = played.ahead != UNSEEN if thinking else np.ones(len(aims), bool)
    return Lesson(played.inputs[rows], aims[rows], played.movers[rows], played.ahead[rows])


def thought_through(said: Inputs, aims: Inputs, movers: Ints, ahead: Floats, came_too: float = 0.0) -> Inputs:
    """What positions should say: to the mover what its turn is worth, to the others the rest.

    They share it half as the net has it now and half as it came. With `came_too` that share of the mover's
    worth is what came, too.
    """
    rows = np.arange(len(said))
    ahead = ahead + came_too * (aims[rows, movers] - ahead)
    rest = (1 - ahead)[:, None]
    known = rest * said / np.maximum(1 - said[rows, movers], 1e-6)[:, None]
    came = rest * aims / np.maximum(1 - aims[rows, movers], 1e-6)[:, None]
    open_still = (aims[rows, movers] < SURE)[:, None]
    aim = np.where(open_still, (known + came) / 2, known)
    aim[rows, movers] = ahead
    return np.asarray(aim, np.float32)


def learn(
    net: Floats,
    lessons: list[Lesson],
    *,
    steps: int,
    seed: int,
    rate: float,
    thinking: bool,
    came_too: float = 0.0,
    batch: int = 2048,
) -> Floats:
    """The net after so many steps of Adam, which brings its chances nearer to what they should have been."""
    rng = np.random.default_rng(seed)
    net, mean, spread = net.astype(np.float32), np.zeros(NET, np.float32), np.zeros(NET, np.float32)
    biases, outer = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
    weights = np.array([len(lesson.inputs) for lesson in lessons], float)
    weights /= weights.sum()
    for step in range(1, steps + 1):
        lesson = lessons[int(rng.choice(len(lessons), p=weights))]
        chosen = rng.integers(0, len(lesson.aims), batch)
        x, aims = lesson.inputs[chosen], lesson.aims[chosen]
        scores, hidden = scores_of(net, x)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        said = powers / powers.sum(axis=1, keepdims=True)
        if thinking:
            aims = thought_through(said, aims, lesson.movers[chosen], lesson.ahead[chosen], came_too)
        slope = (said - aims) / len(aims)
        gradient = np.zeros(NET, np.float32)
        alive = (hidden > 0) * slope[..., None] * net[outer : outer + HIDDEN]
        flat = alive.reshape(-1, HIDDEN)
        gradient[:biases] = (x.reshape(-1, INPUTS).T @ flat).ravel()
        gradient[biases:outer] = flat.sum(axis=0)
        gradient[outer : outer + HIDDEN] = (np.maximum(hidden, 0) * slope[..., None]).sum(axis=(0, 1))
        mean = 0.9 * mean + 0.1 * gradient
        spread = 0.999 * spread + 0.001 * gradient**2
        pace = rate * (1 - step / steps) + rate / 30
        net -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-9)
    return net.astype(float)


def loss_of(net: Floats, data: list[Games]) -> float:
    """The mean of minus the logarithm of the winner's chance, over all positions."""
    total = []
    for part in data:
        won = np.repeat(part.shares, np.diff(part.starts), axis=0)
        total.append(-(won * np.log(chances_of(net, part.inputs))).sum(axis=1).mean())
    return float(np.mean(total))


def held_out(data: list[Games]) -> tuple[list[Games], list[Games]]:
    """Nine tenths of the games to learn from, and the last tenth to see what was learned."""
    return [some_of(part, 0, 0.9) for part in data], [some_of(part, 0.9, 1) for part in data]


def some_of(played: Games, first: float, last: float) -> Games:
    """The games between two shares of all."""
    low, high = (round(share * len(played.shares)) for share in (first, last))
    rows = slice(int(played.starts[low]), int(played.starts[high]))
    return Games(
        played.inputs[rows],
        played.shares[low:high],
        played.starts[low : high + 1] - played.starts[low],
        played.movers[rows],
        played.ahead[rows],
    )


def taught(net: Floats, data: list[Games], *, steps: int) -> Floats:
    """The best net, by games that it did not learn from, of several passes over the same games.

    The first pass believes only what happened: the net knows nothing yet.
    """
    known, others = held_out(data)
    best, least = net, loss_of(net, others)
    print(f"  on games held out: {least:.4f}", flush=True)
    for number in range(PASSES):
        trace, rate = (TRACE, 0.002 / (1 + number)) if number else (1.0, 0.004)
        lessons = [lesson_of(net, part, trace, thinking=False) for part in known]
        net = learn(net, lessons, steps=steps, seed=number, rate=rate, thinking=False)
        loss = loss_of(net, others)
        print(f"  pass {number}: {loss:.4f}, on games it learned from {loss_of(net, known):.4f}", flush=True)
        if loss < least:
            best, least = net, loss
    return best


def apart(net: Floats, data: list[Games]) -> tuple[float, float]:
    """How far what the net says of movers is from what their turns are worth: the mean, and the spread."""
    gaps = []
    for part in data:
        rows = part.ahead != UNSEEN
        said = chances_of(net, part.inputs[rows])
        gaps.append(part.ahead[rows] - said[np.arange(rows.sum()), part.movers[rows]])
    every = np.concatenate(gaps)
    return float(every.mean()), float(np.sqrt((every**2).mean()))


def begin_net() -> Floats:
    """A net of small numbers."""
    rng = np.random.default_rng(1)
    net = rng.normal(0, 0.15, NET)
    net[INPUTS * HIDDEN + HIDDEN :] *= 2
    net[-1] = 0.0
    return net


class Part(NamedTuple):
    """Some of the games of a round."""

    rules: Ruleset
    bots: tuple[str, ...]
    games: int
    drawn: bool

    def players(self, net: Floats) -> list[Player]:
        """Who plays; the sages judge by this net."""
        return [SageBot(net=net) if bot == "sage" else make(bot) for bot in self.bots]


def line_up(seats: int, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """These bots around a table, over and over.

    >>> line_up(4, ("sage", "schemer"))
    ('sage', 'schemer', 'sage', 'schemer')
    """
    return tuple(kinds[seat % len(kinds)] for seat in range(seats))


def parts_of(games: int, number: int, *, own: bool = False) -> list[Part]:
    """The games of a round: most from positions drawn at random, with the house deck and with drawn ones.

    With `own` it is self-play, else schemers play.
    """
    size = OWN_AT_ONCE if own else AT_ONCE_GAMES
    house = load("munchkin-farkle")
    shares = [(house, 3, 0.38, True), (house, 4, 0.12, True), (house, 5, 0.1, True), (house, 3, 0.1, False)]
    for deck in range(DECKS):
        shares.append((drawn_deck(deck + DECKS * number), 3 + deck % 3 // 2, 0.3 / DECKS, True))
    parts: list[Part] = []
    for rules, seats, share, drawn in shares:
        left = max(20, round(games * share))
        while left > 0:
            kinds = LINE_UPS[(len(parts) + number) % len(LINE_UPS)] if own else ("schemer",)
            parts.append(Part(rules, line_up(seats, kinds), min(left, size), drawn))
            left -= size
    return parts


def games_to_learn_from(
    games: int, net: Floats, number: int, *, thinking: bool, own: bool = False
) -> list[Games]:
    """The games of a round, as many parts at once as there are cores: the same games on every machine."""
    parts = parts_of(games, number, own=own)

    def play(place: int) -> Games:
        part = parts[place]
        every = EVERY if thinking else 0
        seed = f"sage.{number}.{place}"
        return games_of(part.rules, part.players(net), part.games, seed, net, drawn=part.drawn, every=every)

    began = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = list(pool.map(play, range(len(parts))))
    count, positions = sum(part.games for part in parts), sum(len(part.inputs) for part in found)
    took = time.perf_counter() - began
    print(f"  {count:>7,} games, {positions:>9,} positions, {took:5.0f} s", flush=True)
    return found


class Plan(NamedTuple):
    """How many rounds of one kind, of how many games each, and how many steps of learning."""

    rounds: int
    games: int
    steps: int
    own: bool


def played_on(net: Floats, plan: Plan, done: int, seconds: float = math.inf) -> Iterator[Floats]:
    """The nets after each round in which turns are thought through; `done` rounds came before these.

    No round begins after so many seconds.
    """
    before: list[Games] = []
    ends = time.monotonic() + seconds
    for number in range(done + 1, done + plan.rounds + 1):
        if time.monotonic() > ends:
            return
        print(f"round {number}{', self-play' * plan.own}", flush=True)
        fresh = games_to_learn_from(plan.games, net, number, thinking=True, own=plan.own)
        wrong = apart(net, fresh)
        print("  new turns, mean and spread of what was wrong: {:.4f} {:.4f}".format(*wrong), flush=True)
        lessons = [lesson_of(net, part, TRACE, thinking=True) for part in before + fresh]
        net = learn(
            net,
            lessons,
            steps=plan.steps,
            seed=number,
            rate=0.002 / math.sqrt(number),  # later nets change less, so that their aims stand still
            thinking=True,
            came_too=CAME * plan.own,
        )
        before = fresh
        yield net


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=35_000, help="games that the net learns from at first")
    parser.add_argument("--steps", type=int, default=500, help="steps of each pass over them")
    parser.add_argument("--rounds", type=int, default=8, help="rounds in which turns are thought through")
    parser.add_argument("--thought", type=int, default=12_000, help="games of each of these rounds")
    parser.add_argument("--thought-steps", type=int, default=2500, help="steps of each of these rounds")
    parser.add_argument("--self-play", type=int, default=0, help="rounds of self-play after them")
    parser.add_argument("--own", type=int, default=15_000, help="games of each of these rounds")
    parser.add_argument("--own-steps", type=int, default=2500, help="steps of each of these rounds")
    parser.add_argument("--begin", type=Path, help="a file of a net to go on from with self-play alone")
    parser.add_argument("--out", type=Path, default=PLACE)
    options = parser.parse_args()
    if options.begin:
        net = np.asarray(np.load(options.begin), np.float64)
    else:
        print("who won", flush=True)
        net = begin_net()
        first = games_to_learn_from(options.games, net, 0, thinking=False)
        net = taught(net, first, steps=options.steps)
        thought = Plan(options.rounds, options.thought, options.thought_steps, own=False)
        net = kept(played_on(net, thought, 0), options.out)
    own = Plan(options.self_play, options.own, options.own_steps, own=True)
    kept(played_on(net, own, options.rounds), options.out)


def kept(nets: Iterator[Floats], place: Path) -> Floats:
    """The last of these nets; each is written as it comes."""
    for net in nets:
        np.save(place, net.astype(np.float32))
        last = net
    return last


if __name__ == "__main__":
    main()
