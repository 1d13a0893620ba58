"""The referee, the simulator and the rollouts agree on the course of games, over random rule sets."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from hotdice.arena import Match
from hotdice.arena.compiled_games import compiled_stretch
from hotdice.arena.course import (
    CONTENDING,
    NOW_FIELDS,
    OPENED,
    OVER,
    PHASE,
    PLACE,
    PLAYING_OFF,
    SEAT_FIELDS,
    TOTAL,
    begin_game,
    end_turn,
    write_turn,
)
from hotdice.arena.lane_course import FARKLE, LaneCourse
from hotdice.arena.playing import referee_stretch
from hotdice.arena.sheets import Tables, sheet_of
from hotdice.arena.turns import may_stop, stops_of
from hotdice.game import EnterTurn, State, can, new_game, play
from hotdice.rules import LastChance, OpeningPolicy, Reach, Ruleset, Ties, load
from hotdice.rules.ruleset import Bump, FarklePenalty, Overshoot

LONGEST = 400
Script = list[int]
"""What each turn of a game brought: FARKLE, or its total."""


def random_rules(seed: int) -> Ruleset:
    """A rule set with any of the rules that the end of a turn and the course of a game depend on."""
    pick = random.Random(seed).choice
    penalty = FarklePenalty(pick((1, 2, 3)), pick((0, 100, 250)), pick((True, False)), pick((None, 0, -200)))
    rounds = pick((0, 0, 3))
    return replace(
        load("busche-neller"),
        name=f"random-{seed}",
        max_players=0,
        opening=pick((0, 150, 350)),
        opening_policy=pick(list(OpeningPolicy)),
        minimum=pick((0, 100, 200)),
        minimum_binds_win=pick((True, False)),
        penalty=penalty,
        target=0 if rounds else pick((600, 1000)),
        reach=pick(list(Reach)),
        last_chance=LastChance.NONE if rounds else pick(list(LastChance)[:3]),
        rounds=rounds,
        ties=pick([Ties.SHARED, Ties.PLAY_OFF] if rounds else list(Ties)),
        compensation=pick(((), (0, 100), (50, 0, 150))),
    )


def refereed(rules: Ruleset, players: int, luck: random.Random) -> tuple[Script, State]:
    """A game of the referee with turns drawn at random, and the simulator beside it."""
    tables = Tables()
    sheet = sheet_of(rules, tables)
    words = tables.array
    now, seats = np.zeros(NOW_FIELDS, np.int64), np.zeros((SEAT_FIELDS, players), np.int64)
    begin_game(sheet, words, now, seats)
    state, script = new_game(rules, players, first=0), Script()
    while not state.over and len(script) < LONGEST:
        place = int(now[PLACE])
        assert (state.mover, state.totals) == (place, tuple(seats[TOTAL]))
        play_off = bool(now[PHASE] == PLAYING_OFF)
        row = stops_of(sheet, words, seats[TOTAL, place], seats[OPENED, place] != 0, play_off)
        total = FARKLE if luck.random() < 0.3 else 50 * luck.randint(1, 9)
        if total != FARKLE:
            legal = can(state, EnterTurn(place, total))
            assert may_stop(sheet, words, row, total, 1) == legal
            total = total if legal else FARKLE
        state, _ = play(state, EnterTurn(place, None if total == FARKLE else total))  # type: ignore[misc]
        write_turn(sheet, words, now, seats, total)
        end_turn(sheet, now, seats)
        script.append(total)
        assert bool(now[OVER]) == state.over
    if state.over:
        assert state.winners == tuple(np.flatnonzero(seats[CONTENDING]))
    assert state.totals == tuple(seats[TOTAL])
    return script, state


def in_lanes(rules: Ruleset, players: int, scripts: list[Script]) -> list[tuple[float, ...]]:
    """Who wins those games by the course that rollouts use, all played at once; nobody where one goes on."""
    course = LaneCourse(new_game(rules, players, first=0), range(players), len(scripts))
    for turn in range(LONGEST):
        on = [turn < len(scripts[game]) for game in course.lane]
        if not any(on):
            break
        course.write(
            np.array(
                [scripts[game][turn] if go else FARKLE for game, go in zip(course.lane, on, strict=True)]
            )
        )
        course.end_turn()
    return [tuple(float(share) for share in shares) for shares in course.shares.T]


def shares_of(state: State) -> tuple[float, ...]:
    return tuple((seat in state.winners) / max(len(state.winners), 1) for seat in range(len(state.seats)))


def games(rules: Ruleset, players: int, seed: int, count: int) -> tuple[list[Script], list[State]]:
    found = [refereed(rules, players, random.Random(f"{seed} {game}")) for game in range(count)]
    return [script for script, _ in found], [state for _, state in found]


@pytest.mark.parametrize("seed", range(40))
def test_referee_simulator_and_rollouts_play_the_same_course(seed: int) -> None:
    rules, players = random_rules(seed), 2 + seed % 3
    scripts, states = games(rules, players, seed, 6)
    over = [state.over for state in states]
    found = [shares for shares, done in zip(in_lanes(rules, players, scripts), over, strict=True) if done]
    assert found == [shares_of(state) for state in states if state.over]


@pytest.mark.parametrize("seed", range(40))
def test_referee_and_simulator_play_the_same_course_by_later_rules(seed: int) -> None:
    """Last licks, bumps and welfare: what the course knows and nothing is solved of."""
    pick = random.Random(f"later {seed}").choice
    rules = random_rules(seed)
    last = rules.last_chance if rules.rounds else pick([rules.last_chance, LastChance.LAST_LICKS])
    overshoot = pick(list(Overshoot)) if rules.target else Overshoot.NOTHING
    reach = Reach.EXACTLY if overshoot is Overshoot.WELFARE else rules.reach
    games(
        replace(rules, bump=pick(list(Bump)), last_chance=last, overshoot=overshoot, reach=reach),
        2 + seed % 3,
        seed,
        6,
    )


@pytest.mark.parametrize("seed", range(24))
def test_the_same_dice_bring_the_same_games(seed: int) -> None:
    rules, players = random_rules(seed), 2 + seed % 3
    bots = ("cautious", "threshold:100", "random", "threshold:300")[:players]
    match = Match.of(replace(rules, reach=Reach.AT_LEAST), bots, seed=str(seed))
    assert compiled_stretch(match)(0, 6).to_plain() == referee_stretch(match)(0, 6).to_plain()


PLANTED: list[dict[str, object]] = [
    {"ties": Ties.SHARED},
    {"last_chance": LastChance.NONE},
    {"opening": 300},
    {"reach": Reach.MORE_THAN},
    {"penalty": FarklePenalty(2, 300)},
]


@pytest.mark.parametrize("change", PLANTED, ids=[next(iter(change)) for change in PLANTED])
def test_a_planted_difference_is_found(change: dict[str, object]) -> None:
    """Rollouts with another rule than the referee's end differently in some game."""
    rules = replace(
        random_rules(0), target=600, rounds=0, reach=Reach.AT_LEAST, last_chance=LastChance.OTHERS_ONCE,
        ties=Ties.TRIGGER_KEEPS, opening=150, opening_policy=OpeningPolicy.MAY_STOP, minimum=0,
        penalty=FarklePenalty(2, 100), compensation=(),
    )  # fmt: skip
    scripts, states = games(rules, 3, 1, 60)
    said = [shares_of(state) for state in states]
    assert in_lanes(rules, 3, scripts) == said
    assert in_lanes(replace(rules, **change), 3, scripts) != said
