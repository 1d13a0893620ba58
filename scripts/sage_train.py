"""`python -m scripts.sage_train`: make the sage's value of positions from nothing, and write its file.

Positions are drawn at random, with the house deck and with decks drawn at random, three to five seats;
schemers play them to the end, and a net learns from who won. Each further round does the same with sages
that play by the net so far.
"""

import argparse
import random
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hotdice.arena.card_games import card_table
from hotdice.arena.numbers import game_key, seed_key
from hotdice.arena.training_kernel import record_game
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

PLACE = Path(__file__).resolve().parent.parent / "src" / "hotdice" / "sheets" / FILE
Inputs = np.ndarray[Any, np.dtype[np.float32]]
MOST_POSITIONS = 90
"""Room for the positions of one game of three; more are not written down."""
PASSES = 4
TRACE = 0.8
"""How far a position believes what happened rather than what the net said a turn later."""


class Games(NamedTuple):
    """Games of some seats: what all seats saw whenever a turn began, who won, and where each game begins."""

    inputs: Inputs
    shares: Floats
    starts: Ints
    """The row of each game's first position, and one more: the number of rows."""


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
    rules: Ruleset, players: list[Player], games: int, seed: str, net: Floats, *, drawn: bool
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
    inputs = np.zeros((games * MOST_POSITIONS, seats * INPUTS), np.float32)
    shares, starts = np.zeros((games, seats)), np.zeros(games + 1, np.int64)
    rng = np.random.default_rng(seed_key(seed))
    for number in range(games):
        begin(sheet, words, game, seats, number % seats)
        if drawn:
            draw_start(rng, sheet, words, game)
        key = np.uint64(game_key(seed_key(seed), number))
        starts[number + 1] = record_game(
            sheet, words, reals, memo, eye, own, table.bots, game, key, inputs, int(starts[number])
        )
        won = game[[d.SEATS + d.CONTENDS * MOST_SEATS + seat for seat in range(seats)]]
        shares[number] = won / won.sum()
    found = int(starts[-1])
    return Games(inputs[:found].reshape(found, seats, INPUTS).copy(), shares, starts)


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


def learn(
    net: Floats, data: list[Games], *, steps: int, seed: int, trace: float, rate: float, batch: int = 2048
) -> Floats:
    """The net after so many steps of Adam, which brings its chances nearer to what they should have been."""
    rng = np.random.default_rng(seed)
    net, mean, spread = net.astype(np.float32), np.zeros(NET, np.float32), np.zeros(NET, np.float32)
    biases, outer = INPUTS * HIDDEN, INPUTS * HIDDEN + HIDDEN
    weights = np.array([len(part.inputs) for part in data], float)
    weights /= weights.sum()
    aims = [aims_of(net, part, trace) for part in data]
    for step in range(1, steps + 1):
        part = int(rng.choice(len(data), p=weights))
        chosen = rng.integers(0, len(aims[part]), batch)
        x, y = data[part].inputs[chosen], aims[part][chosen]
        scores, hidden = scores_of(net, x)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        slope = (powers / powers.sum(axis=1, keepdims=True) - y) / len(y)
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
        played.inputs[rows], played.shares[low:high], played.starts[low : high + 1] - played.starts[low]
    )


def improve(net: Floats, data: list[Games], *, steps: int, seed: int, fresh: bool) -> Floats:
    """The best net, by games that it did not learn from, of several passes over the same games.

    The first pass of a net that knows nothing believes only what happened.
    """
    known, others = held_out(data)
    best, least = net, loss_of(net, others)
    print(f"  on games held out: {least:.4f}", flush=True)
    for turn in range(PASSES):
        trace, rate = (1.0, 0.004) if fresh and turn == 0 else (TRACE, 0.002 / (1 + turn))
        net = learn(net, known, steps=steps, seed=10 * seed + turn, trace=trace, rate=rate)
        loss = loss_of(net, others)
        print(f"  pass {turn}: {loss:.4f}, on games it learned from {loss_of(net, known):.4f}", flush=True)
        if loss < least:
            best, least = net, loss
    return best


def begin_net() -> Floats:
    """A net of small numbers."""
    rng = np.random.default_rng(1)
    net = rng.normal(0, 0.15, NET)
    net[INPUTS * HIDDEN + HIDDEN :] *= 2
    net[-1] = 0.0
    return net


def lessons(games: int, net: Floats, number: int, *, taught: bool) -> list[Games]:
    """Games to learn from: of schemers where it is taught, else of sages."""
    house = load("munchkin-farkle")
    found: list[Games] = []
    began = time.perf_counter()

    def play(rules: Ruleset, seats: int, share: float, *, drawn: bool) -> None:
        players: list[Player] = [make("schemer") if taught else SageBot(net=net)] * seats
        count = max(20, round(games * share))
        found.append(games_of(rules, players, count, f"sage.{number}.{len(found)}", net, drawn=drawn))
        took = time.perf_counter() - began
        print(
            f"  {count:>7,} games, {len(found[-1].inputs):>9,} positions of {seats}, {took:5.0f} s",
            flush=True,
        )

    for seats, share in ((3, 0.52), (4, 0.12), (5, 0.1)):
        play(house, seats, share, drawn=True)
    play(house, 3, 0.09, drawn=False)
    for deck in range(4):
        play(drawn_deck(deck + 4 * number), 3, 0.04, drawn=True)
    return found


def main() -> None:
    """Learn, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=35_000, help="games in which schemers play")
    parser.add_argument("--own", type=int, default=6_000, help="games of each round of self-play")
    parser.add_argument("--rounds", type=int, default=0, help="rounds of self-play after that")
    parser.add_argument("--steps", type=int, default=500, help="steps of a pass")
    parser.add_argument("--resume", type=int, default=0, help="begin with this round, from the file")
    parser.add_argument("--out", type=Path, default=PLACE)
    options = parser.parse_args()
    net = np.load(options.out).astype(float) if options.resume else begin_net()
    for number in range(options.resume, 1 + options.rounds):
        print(f"round {number}", flush=True)
        fresh = lessons(options.own if number else options.games, net, number, taught=number == 0)
        steps = options.steps // 4 if number else options.steps
        net = improve(net, fresh, steps=steps, seed=number, fresh=number == 0)
        np.save(options.out, net.astype(np.float32))


if __name__ == "__main__":
    main()
