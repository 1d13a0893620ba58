"""The referee and the course of the simulator, which rollouts play along, agree over random rule sets."""

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
from hotdice.arena.moments import moment_of
from hotdice.arena.playing import referee_stretch
from hotdice.arena.rollout_kernel import Stretch
from hotdice.arena.sheets import Tables, sheet_of
from hotdice.arena.turns import FARKLE, may_stop, stops_of
from hotdice.coach import rollouts
from hotdice.coach.rollouts import Rollout, can_roll_out
from hotdice.game import EnterTurn, Phase, State, can, new_game, play
from hotdice.players.keeping import total_to_win
from hotdice.players.solver_view import playing
from hotdice.rules import LastChance, OpeningPolicy, Reach, Ruleset, Ties, least_stop, load
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


def refereed(rules: Ruleset, players: int, luck: random.Random) -> tuple[Script, list[State]]:
    """A game of the referee with turns drawn at random, the simulator beside it: its turns, its states."""
    tables = Tables()
    sheet = sheet_of(rules, tables)
    words = tables.array
    now, seats = np.zeros(NOW_FIELDS, np.int64), np.zeros((SEAT_FIELDS, players), np.int64)
    begin_game(sheet, words, now, seats)
    state, script = new_game(rules, players, first=0), Script()
    states = [state]
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
        states.append(state)
        assert bool(now[OVER]) == state.over
    if state.over:
        assert state.winners == tuple(np.flatnonzero(seats[CONTENDING]))
    assert state.totals == tuple(seats[TOTAL])
    return script, states


def played_on(rules: Ruleset, state: State, script: Script) -> tuple[int, ...] | None:
    """Who wins by the course that begins at a state and has those turns; None where the game goes on."""
    tables = Tables()
    sheet = sheet_of(rules, tables)
    words = tables.array
    places, now, seats = moment_of(state, playing(state))
    for total in script:
        if now[OVER]:
            return ()  # sooner than the referee's
        write_turn(sheet, words, now, seats, total)
        end_turn(sheet, now, seats)
    won = tuple(sorted(places[place] for place in np.flatnonzero(seats[CONTENDING])))
    return won if now[OVER] else None


def differences(rules: Ruleset, players: int, seed: int, count: int, *, course: Ruleset | None = None) -> int:
    """How often the course of a rule set, begun with the game or later, ends otherwise than the referee's."""
    found = 0
    for game in range(count):
        luck = random.Random(f"{seed} {game}")
        script, states = refereed(rules, players, luck)
        if states[-1].over:
            for turn in (0, luck.randrange(len(script))):
                won = played_on(course or rules, states[turn], script[turn:])
                found += won != tuple(sorted(states[-1].winners))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_referee_and_simulator_play_the_same_course_from_any_turn(seed: int) -> None:
    assert differences(random_rules(seed), 2 + seed % 3, seed, 6) == 0


@pytest.mark.parametrize("seed", range(40))
def test_referee_and_simulator_play_the_same_course_by_later_rules(seed: int) -> None:
    """Last licks, bumps and welfare: what the course knows and nothing is solved of."""
    pick = random.Random(f"later {seed}").choice
    rules = random_rules(seed)
    last = rules.last_chance if rules.rounds else pick([rules.last_chance, LastChance.LAST_LICKS])
    overshoot = pick(list(Overshoot)) if rules.target else Overshoot.NOTHING
    reach = Reach.EXACTLY if overshoot is Overshoot.WELFARE else rules.reach
    later = replace(rules, bump=pick(list(Bump)), last_chance=last, overshoot=overshoot, reach=reach)
    assert differences(later, 2 + seed % 3, seed, 6) == 0


def rolled_out_by_the_referee(state: State, first: int, stretch: Stretch, game: int) -> State | None:
    """A game of a rollout played by the referee: the same luck, read anew; None where it cannot be told.

    A player who leads already ends the last turn with nothing, which the referee takes for a farkle.
    """
    turn, points = -1, first
    while not state.over:
        total = None if points == FARKLE or not points else points
        if not points and state.rules.penalty.points:
            return None
        state, _ = play(state, EnterTurn(state.mover, total))  # type: ignore[misc]
        turn += 1
        if state.over:
            break
        if turn >= len(stretch.luck):
            return None
        seat, goal = state.seats[state.mover], total_to_win(state)
        if goal is None:
            mark = min(seat.farkles, stretch.counters - 1)
            mark += 0 if seat.opened else len(stretch.points) - stretch.counters
            points = int(stretch.points[mark, turn, game])
        elif goal <= seat.total:
            points = 0
        else:
            step = state.rules.step
            least = least_stop(
                state.rules, seat.total, opened=seat.opened, play_off=state.phase is Phase.PLAY_OFF
            )
            least = max(least, 0 if seat.opened else state.rules.opening)
            need = max(-(-(goal - seat.total) // step), -(-least // step))
            points = need * step if stretch.luck[turn, game] < stretch.chase[need] else FARKLE
    return state


def rollouts_that_differ(rules: Ruleset, players: int, seed: int) -> tuple[int, int]:
    """Of so many games of rollouts, begun in the middle of a game, how many end otherwise by the referee."""
    script, states = refereed(rules, players, random.Random(seed))
    state = states[len(script) // 2]
    gains = np.array([-1, 8, 14])
    shares = Rollout(state, gains, 16, seed).run()
    luck = Rollout(state, gains, 16, seed).stretch()
    seen = wrong = 0
    for end, gain in enumerate(gains.tolist()):
        first = gain if gain == FARKLE else gain * rules.step
        if first != FARKLE and not can(state, EnterTurn(state.mover, first)):
            continue
        for game in range(16):
            last = rolled_out_by_the_referee(state, first, luck, game)
            if last is not None:
                seen += 1
                expected = [(seat in last.winners) / max(len(last.winners), 1) for seat in playing(state)]
                wrong += shares[:, end, game].tolist() != expected
    return seen, wrong


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_a_rollout_plays_the_games_of_the_referee(seed: int) -> None:
    rules = replace(random_rules(seed), reach=Reach.AT_LEAST, minimum_binds_win=True)
    assert can_roll_out(rules)
    seen, wrong = rollouts_that_differ(rules, 3 + seed % 3, seed)
    assert seen > 0
    assert wrong == 0


def test_a_rollout_by_another_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control."""
    rules = replace(random_rules(0), target=1000, rounds=0, reach=Reach.AT_LEAST, ties=Ties.SHARED)
    for last in (LastChance.OTHERS_ONCE, LastChance.NONE):
        less = replace(rules, last_chance=last)
        monkeypatch.setattr(rollouts, "sheet_of", lambda _, tables, less=less: sheet_of(less, tables))
        wrong = rollouts_that_differ(replace(rules, last_chance=LastChance.OTHERS_ONCE), 3, 1)[1]
        assert (wrong > 0) == (last is LastChance.NONE)


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
    """A course with another rule than the referee's ends differently in some game."""
    rules = replace(
        random_rules(0), target=600, rounds=0, reach=Reach.AT_LEAST, last_chance=LastChance.OTHERS_ONCE,
        ties=Ties.TRIGGER_KEEPS, opening=150, opening_policy=OpeningPolicy.MAY_STOP, minimum=0,
        penalty=FarklePenalty(2, 100), compensation=(),
    )  # fmt: skip
    assert differences(rules, 3, 1, 60) == 0
    assert differences(rules, 3, 1, 60, course=replace(rules, **change)) > 0
