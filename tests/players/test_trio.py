"""The champion in games of three and more: it plays what the table says, in every form the same games."""

from pathlib import Path

import pytest

from conftest import rest_by_night
from hotdice.arena import Match, Seating
from hotdice.arena.crowd import NobodyThere, crowd_stretch
from hotdice.arena.dice import GameDice
from hotdice.arena.playing import referee_stretch, stretch_of
from hotdice.arena.statistics import share_of
from hotdice.game import Phase, Resign, State, Step, new_game, play
from hotdice.odds.three_advice import advise_three
from hotdice.odds.three_table import make_three, stored_three
from hotdice.players import make
from hotdice.players.exact_bots import Champion
from hotdice.players.solver_view import question_of
from hotdice.rules import Ruleset, load

SHEETS = {
    "classic": ["target=700"],
    "playmonster": ["target=600", "minimum=150"],
    "munchkin-farkle-plain": ["target=700"],
    "busche-neller": ["target=900"],
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(params=rest_by_night(SHEETS, "playmonster", "busche-neller"))
def rules(request: pytest.FixtureRequest, tables: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    monkeypatch.setenv("HOTDICE_TABLES", str(tables))
    found = load(request.param, SHEETS[request.param])
    if stored_three(found) is None:
        make_three(found)
    return found


def states(rules: Ruleset, games: int) -> list[State]:
    """Every decision of some games between middling players."""
    found = []
    bots = [make("greedy") for _ in range(3)]
    for game in range(games):
        state = new_game(rules, 3, first=game % 3)
        dice = GameDice("7", game)
        while not state.over:
            if state.step in (Step.KEEP, Step.DECIDE):
                found.append(state)
            command = dice.throw(state) if state.step is Step.WAIT else bots[state.mover].choose(state)
            result = play(state, command)
            assert isinstance(result, tuple)
            state = result[0]
    return found


def test_its_values_are_those_of_the_advice(rules: Ruleset) -> None:
    race = stored_three(rules)
    assert race is not None
    champion = Champion()
    for state in states(rules, 4):
        faces = state.faces if state.step is Step.KEEP else None
        advice = advise_three(race, question_of(state), faces)
        said = {(c.action, c.keep): c.value for c in advice.choices}
        found = {(v.then, v.option.keep if v.option else None): v.value for v in champion.values(state)}
        assert found.keys() == said.keys()
        for key, value in said.items():
            assert found[key] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    "bots",
    [
        ("champion",) * 3,
        ("champion", "turn-optimal", "champion:2"),
        ("greedy", "champion", "champion", "champion:2"),
        ("champion", "champion:3", "champion:2", "champion:3"),
        ("champion", "greedy", "champion", "threshold:300", "champion:3"),
        ("champion", "greedy", "champion", "turn-optimal", "cautious", "champion"),
    ],
)
@pytest.mark.parametrize("seating", rest_by_night([Seating.FIXED, Seating.DUPLICATE], Seating.DUPLICATE))
def test_many_games_at_once_are_the_referees_games(
    rules: Ruleset, bots: tuple[str, ...], seating: Seating
) -> None:
    if len(bots) not in rules.seats_allowed:
        bots = bots[: rules.seats_allowed[-1]]
    match = Match.of(rules, bots, seed="11", seating=seating)
    fast, compiled = stretch_of(match)
    assert compiled
    games = match.whole(12)
    assert fast(0, games).to_plain() == referee_stretch(match)(0, games).to_plain()


def test_self_play_wins_as_often_as_the_table_says(rules: Ruleset) -> None:
    race = stored_three(rules)
    assert race is not None
    target = rules.target
    for totals in ((0, 0, 0), (target - 300, target - 100, 0), (200, target - 200, target - 50)):
        boards = [total > 0 or not rules.opening for total in totals]
        first, second, third = (race.places.number(t, opened=o) for t, o in zip(totals, boards, strict=True))
        tally = crowd_stretch(Match.of(rules, ("champion",) * 3, seed="s"), totals)(0, 30_000)
        for seat, said in enumerate(race.shares(first, second, third)):
            wide = 4.5 * (said * (1 - said) / tally.games) ** 0.5
            assert share_of(tally, seat).mean == pytest.approx(said, abs=wide)


def test_with_one_seat_resigned_it_is_the_race_of_two(rules: Ruleset) -> None:
    if 2 not in rules.seats_allowed:
        return  # the sheet itself knows no game of two
    both, alone = Champion(), Champion(2)
    for state in states(rules, 1)[:6]:
        gone = (state.mover + 1) % 3
        result = play(state, Resign(gone))
        assert isinstance(result, tuple)
        left = result[0]
        assert [v.value for v in both.values(left)] == [v.value for v in alone.values(left)]


def test_without_a_table_it_makes_do_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("classic", ["target=9950"])
    champion = Champion()
    assert champion.trio_book(rules, 3) is None
    assert "solve RULES --players 3" in champion.falls_back(rules, 3)
    assert "penalty" in champion.falls_back(load("facebook"), 3)
    assert champion.falls_back(rules, 2) == ""
    with pytest.raises(NobodyThere):
        crowd_stretch(Match.of(rules, ("champion",) * 3))
    state = states(rules, 1)[0]
    assert champion.choose(state) == Champion(2).choose(state)


def test_in_last_turns_it_reckons_with_everybody_who_still_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two more to come than the one who counts to `champion:3`, being level with them is worth less."""
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    rules = load("classic", ["target=700", "opening=0"])
    make_three(rules)
    seen = 0
    bots = [make("greedy") for _ in range(5)]
    for game in range(30):
        state = new_game(rules, 5, first=0)
        dice = GameDice("last", game)
        while not state.over:
            if state.phase is Phase.LAST and state.step is Step.DECIDE:
                stops = [
                    {v.then: v.value for v in champion.values(state)}.get("bank", 0.0)
                    for champion in (Champion(), Champion(3))
                ]
                left = (state.trigger - state.mover) % 5 - 1
                assert stops[0] <= stops[1] + 1e-9
                assert (stops[0] < stops[1] - 1e-6) == (left > 1 and stops[1] > 1e-6)
                seen += left > 1 and stops[1] > 1e-6
            command = dice.throw(state) if state.step is Step.WAIT else bots[state.mover].choose(state)
            result = play(state, command)
            assert isinstance(result, tuple)
            state = result[0]
    assert seen > 3
