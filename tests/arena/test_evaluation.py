"""`hotdice evaluate`: policies are asked everywhere, losses sum to what is missing, sampling agrees."""

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from arena.exact_scorer import ExactScorer
from conftest import rest_by_night
from hotdice.arena import Match, Seating, share_of, simulate
from hotdice.arena.dice import GameDice
from hotdice.arena.evaluation import evaluate, exactly, sampled
from hotdice.arena.positions import sample_positions
from hotdice.arena.scored_player import ScoredPlayer
from hotdice.arena.tasks import TASKS, task
from hotdice.game import Command, Phase, Step, do, new_game
from hotdice.odds.evaluating import Tables, WrittenPlay, check_fixed, ends_of, thresholds
from hotdice.odds.losing import losses_of
from hotdice.odds.replying import against_champion, exploitability
from hotdice.odds.scored_play import COLUMNS, LAST, ONE, OTHER, OWN, STOP, TURN, BadScores, Matrix, ScoredPlay
from hotdice.players import make
from hotdice.players.fixed_play import play_of, turns_of
from hotdice.players.scorers import BadPolicy, Policy, load_policy
from hotdice.rules import LastChance, Ruleset, Ties, load
from hotdice.terminal.cli import hotdice
from odds.test_evaluating import RULES
from odds.test_reference import sheet


def careful(rules: Ruleset, stop_at: int):  # type: ignore[no-untyped-def]
    """A scorer that stops at a total, at the target, or where a last turn is won; keeps the most points."""
    beat = rules.step if rules.ties is Ties.TRIGGER_KEEPS else 0

    def score(rows: Matrix) -> np.ndarray:
        exact = rows.astype(float) * rules.target
        points = np.round(exact[:, TURN])
        need = np.where(rows[:, LAST] == 1, exact[:, OTHER] - exact[:, OWN] + beat, stop_at)
        if rules.last_chance is LastChance.NONE:
            need = np.minimum(need, rules.target - exact[:, OWN])
        enough = points >= need - 1
        stop = np.where(enough, points, -1e6)
        return np.where(rows[:, STOP] == 1, stop, np.where(enough, points - 0.25, points))

    return score


def known(rules: Ruleset, stop_at: int):  # type: ignore[no-untyped-def]
    at_once = rules.last_chance is LastChance.NONE
    return thresholds(rules, (stop_at,) * rules.dice, knows_target=at_once)


@pytest.mark.parametrize("changes", RULES[:9], ids=lambda changes: " ".join(map(str, changes.values())))
def test_a_scorer_plays_what_it_scores(changes: dict[str, object]) -> None:
    rules = sheet(**changes)
    written, asked = ends_of(known(rules, 200)), ends_of(ScoredPlay(rules, careful(rules, 200)))
    assert against_champion(asked).first == pytest.approx(against_champion(written).first, abs=1e-9)
    assert against_champion(asked).second == pytest.approx(against_champion(written).second, abs=1e-9)


@pytest.mark.parametrize("changes", RULES, ids=lambda changes: " ".join(map(str, changes.values())))
def test_losses_by_kind_sum_to_what_is_missing(changes: dict[str, object]) -> None:
    rules = sheet(**changes)
    play = thresholds(rules, (200, 300, 400), (0, 100, 300))
    turns = ends_of(play)
    lost = losses_of(play, turns)
    assert min(lost) >= -1e-12
    assert lost.total == pytest.approx(0.5 - against_champion(turns).chance, abs=1e-9)


@pytest.mark.parametrize(
    "changes",
    rest_by_night([["target=1000"], ["target=1000", "minimum=0", "opening=600"]], ["target=1000"]),
)
def test_who_would_stop_where_it_is_refused_rolls_on(changes: list[str]) -> None:
    """Its table ends below what the sheet asks for; such turns had been counted as lost."""
    rules = load("facebook", changes)
    found = evaluate("cautious", rules, reply=False)
    assert found.behind == pytest.approx(sum(found.loss.values()), abs=1e-9)
    match = Match.of(rules, ["cautious", "champion"], seed="refused", seating=Seating.ROTATE)
    share = share_of(simulate(match, 40_000).tally, 0)
    assert abs(share.mean - found.chance) < 1.5 * (share.high - share.low) / 2
    few = Tables(np.zeros((1, 2, 6)), np.ones((1, 2, 6), np.uint8))  # the same, told in two rows
    play = play_of(rules, "cautious")
    short = WrittenPlay(rules, np.zeros_like(play.which), np.zeros_like(play.last), few)
    assert against_champion(ends_of(short)).chance == pytest.approx(found.chance, abs=1e-12)


def test_who_stops_too_soon_loses_by_that_and_not_by_rolling() -> None:
    """The control: kinds are told apart."""
    rules = load("busche-neller", ["target=1000"])
    hasty, bold = (known(rules, stop) for stop in (50, 1000))
    soon, late = losses_of(hasty, ends_of(hasty)), losses_of(bold, ends_of(bold))
    assert soon.soon > 10 * soon.late
    assert late.late > 10 * late.soon


@pytest.mark.parametrize("name", ["busche-neller", "classic", "playmonster"])
def test_the_solvers_values_as_a_scorer_are_the_champion(name: str) -> None:
    rules = load(name, ["target=300", "opening=0"])
    turns = ends_of(ScoredPlay(rules, ExactScorer(rules), chances=True))
    assert against_champion(turns).chance == pytest.approx(0.5, abs=1e-9)
    assert exploitability(turns) == pytest.approx(0.0, abs=1e-9)


def test_the_champion_cannot_be_exploited_and_loses_nothing() -> None:
    found = evaluate("champion", load("kcd", ["target=800"]))
    assert found.exploited == pytest.approx(0.0, abs=1e-9)
    assert found.chance == pytest.approx(0.5, abs=1e-9)


def test_a_sample_without_luck_agrees_with_the_truth() -> None:
    rules = load("kcd", ["target=500"])
    truth = evaluate("greedy", rules, reply=False)
    found = sampled("greedy", make("greedy"), rules, games=20, seed="7")
    assert not found.exact
    assert found.low - 0.02 < truth.chance < found.high + 0.02
    assert found.high - found.low < 0.2  # the games themselves would leave 0.44


def network(path: Path, chances: bool = False) -> str:
    random = np.random.default_rng(1)
    arrays = {"w0": random.normal(size=(len(COLUMNS), 8)), "b0": np.zeros(8)}
    arrays |= {"w1": random.normal(size=(8, 1)), "b1": np.zeros(1), "chances": np.array(int(chances))}
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return str(path)


@pytest.mark.parametrize("chances", [False, True])
def test_a_network_from_a_file_is_evaluated(tmp_path: Path, chances: bool) -> None:
    rules = load("classic", ["target=500", "opening=0"])
    file = network(tmp_path / "net.npz", chances)
    found = evaluate(file, rules)
    assert found.exact
    assert 0.0 < found.chance < 0.5
    assert sum(found.loss.values()) == pytest.approx(found.behind, abs=1e-9)
    assert found.exploited is not None
    assert found.exploited >= 0.5 - found.chance - 1e-9


def test_a_table_from_a_file_is_the_play_it_says(tmp_path: Path) -> None:
    rules = load("busche-neller", ["target=1000"])
    totals = np.arange(40) * 50.0
    stop = np.where(totals >= 300, totals, -1.0)
    np.savez(tmp_path / "t.npz", roll=np.repeat(totals[:, None] - 0.25, 6, axis=1), stop=stop)
    found = evaluate(str(tmp_path / "t.npz"), rules, reply=False)
    truth = exactly("300", thresholds(rules, (300,) * 6), reply=False)
    # It does not see that less than 300 may win; the evaluator stops it at the target nevertheless.
    assert found.chance == pytest.approx(truth.chance, abs=0.02)


def test_an_onnx_model_is_asked(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    rules = load("classic", ["target=300", "opening=0"])
    file = network(tmp_path / "net.npz")
    arrays = dict(np.load(file))
    nodes = [
        onnx.helper.make_node("Gemm", ["x", "w0", "b0"], ["h"]),
        onnx.helper.make_node("Relu", ["h"], ["r"]),
        onnx.helper.make_node("Gemm", ["r", "w1", "b1"], ["y"]),
    ]
    kind = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        nodes, "net", [onnx.helper.make_tensor_value_info("x", kind, [None, len(COLUMNS)])],
        [onnx.helper.make_tensor_value_info("y", kind, [None, 1])],
        [onnx.numpy_helper.from_array(arrays[n].astype(np.float32), n) for n in ("w0", "b0", "w1", "b1")],
    )  # fmt: skip
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(tmp_path / "net.onnx"))
    one, two = (evaluate(str(tmp_path / f"net.{end}"), rules, reply=False).chance for end in ("onnx", "npz"))
    assert one == pytest.approx(two, abs=1e-9)


@pytest.mark.parametrize(
    ("arrays", "sentence"),
    [
        ({"w0": np.zeros((3, 1)), "b0": np.zeros(1)}, "a row for each of 16 inputs"),
        ({"w0": np.zeros((16, 2)), "b0": np.zeros(2)}, "to one number"),
        ({"roll": np.zeros((4, 5)), "stop": np.zeros(4)}, "roll has 6 columns"),
        ({"x": np.zeros(1)}, "layers w0, b0"),
    ],
)
def test_a_bad_file_gets_a_sentence(tmp_path: Path, arrays: dict[str, np.ndarray], sentence: str) -> None:
    np.savez(tmp_path / "bad.npz", **arrays)  # type: ignore[arg-type]
    with pytest.raises(BadPolicy, match=sentence):
        load_policy(str(tmp_path / "bad.npz"), load("classic"))


def test_what_cannot_be_asked_gets_a_sentence(tmp_path: Path) -> None:
    rules = load("kcd", ["target=200"])
    (tmp_path / "broken.npz").write_bytes(b"no zip")
    for text in (
        str(tmp_path / "broken.npz"),
        str(tmp_path / "none.npz"),
        "no.such:thing",
        "json:nothing",
        ".:x",
    ):
        with pytest.raises(BadPolicy):
            load_policy(text, rules)
    with pytest.raises(BadScores, match="rows were asked for"):
        ends_of(ScoredPlay(rules, lambda rows: rows[:3, 0]))
    with pytest.raises(BadScores, match="the policy failed"):
        ends_of(ScoredPlay(rules, lambda rows: rows[:, 99]))
    with pytest.raises(BadScores, match="finite"):
        ends_of(ScoredPlay(rules, lambda rows: np.full(len(rows), np.nan)))


def test_the_command_tells_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "losses.svg"
    words = ["evaluate", "threshold:300", "kcd", "--set", "target=600", "--no-reply", "--svg", str(picture)]
    told = CliRunner().invoke(hotdice, words)
    assert told.exit_code == 0, told.output
    assert "against the champion" in told.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    found = json.loads(CliRunner().invoke(hotdice, [*words[:6], "--json"]).output)
    assert found["exact"]
    assert found["exploited"] is None
    assert found["behind"] == pytest.approx(sum(found["loss"].values()), abs=1e-9)
    refused = CliRunner().invoke(hotdice, ["evaluate", "nobody", "kcd"])
    assert refused.exit_code == 2


def test_turns_in_hand_are_told_by_dice() -> None:
    """One row for each number of dice: the columns are what the documentation says they are."""
    seen: list[Matrix] = []

    def score(rows: Matrix) -> np.ndarray:
        seen.append(rows.copy())
        return rows[:, TURN]

    ends_of(ScoredPlay(load("busche-neller", ["target=200"]), score))
    rows = np.concatenate(seen)
    assert ((rows[:, ONE : ONE + 6].sum(axis=1) + rows[:, STOP]) == 1).all()
    assert rows[:, [OWN, OTHER]].max() < 1


@pytest.mark.nightly
@pytest.mark.parametrize("bot", ["greedy", "thumb:75-350-3000", "turn-optimal"])
def test_a_million_games_agree_with_the_exact_chance(bot: str) -> None:
    for rules in (load("kcd"), load("classic", ["target=3000"])):
        exact = against_champion(turns_of(rules, bot)).chance
        match = Match.of(rules, [bot, "champion"], seed="million", seating=Seating.ROTATE)
        share = share_of(simulate(match, 1_000_000).tally, 0)
        reach = (share.high - share.low) / 2
        assert abs(share.mean - exact) < 1.75 * reach  # 3.4 standard deviations


def test_tasks_have_the_rules_they_were_made_with() -> None:
    for each in TASKS:
        assert each.rules.hash.startswith(each.hash)
        if each.exact:
            check_fixed(each.rules)
    with pytest.raises(ValueError, match="there is no task"):
        task("farkle-2k")
    with pytest.raises(ValueError, match="other rules"):
        _ = msgspec.structs.replace(TASKS[0], settings=()).rules


def test_positions_of_a_task_are_the_same_every_time() -> None:
    rules = task("farkle-1k").rules
    both = [list(sample_positions(rules, 3, "1", first=first)) for first in (0, 1)]
    assert both[0][1:] == both[1][:2]
    assert both[0][0]["choices"][0]["value"] == both[0][0]["value"]


def test_the_command_lists_tasks_and_describes_one() -> None:
    listed = CliRunner().invoke(hotdice, ["task"]).output.splitlines()
    assert [line.split()[0] for line in listed] == [each.name for each in TASKS]
    for each in TASKS:
        told = CliRunner().invoke(hotdice, ["task", each.name])
        assert told.exit_code == 0
        assert each.hash in told.output
        assert each.command in told.output
    data = json.loads(CliRunner().invoke(hotdice, ["task", "farkle-1k", "--json"]).output)
    assert data["settings"] == ["target=1000"]
    refused = CliRunner().invoke(hotdice, ["task", "chess"])
    assert refused.exit_code == 2
    assert "farkle-10k" in refused.output


def _stops_at_300(rows: Matrix) -> Any:
    """Keeps the most points, and stops at 300."""
    points = np.rint(rows[:, TURN] * 10_000)
    return np.where(rows[:, STOP] == 1, np.where(points >= 300, points + 0.5, -1.0), points)


@pytest.mark.parametrize(("sheet", "players"), [("classic", 2), ("marina", 2), ("classic", 3)])
def test_a_scoring_policy_sits_down_at_a_table(sheet: str, players: int) -> None:
    """It does at every roll what the bot does that plays the same way."""
    rules, bot = load(sheet), make("threshold:300")
    player = ScoredPlayer(rules, Policy(_stops_at_300, chances=False), players)
    asked = 0
    for game in range(6):
        state, dice = new_game(rules, players, first=0), GameDice("seated", game)
        while not state.over:
            command: Command = dice.throw(state) if state.step is Step.WAIT else player.choose(state)
            if state.step is Step.KEEP and state.phase is Phase.NORMAL:
                known = bot.choose(state)
                last_turn = rules.rounds and state.round == rules.rounds
                if not last_turn:
                    same, _ = do(state, command)
                    other, _ = do(state, known)
                    if other.step is Step.DECIDE:
                        other, _ = do(other, bot.choose(other))
                    ours, theirs = ((one.totals, one.turn_total, one.step) for one in (same, other))
                    assert ours == theirs, (state, command, known)
                    asked += 1
            state, _ = do(state, command)
    assert asked > 50


def test_policies_are_measured_by_games_where_they_cannot_be_asked_everywhere(tmp_path: Path) -> None:
    """In a game of rounds, and among three; a policy of chances, among two only."""
    rng = np.random.default_rng(1)
    file = tmp_path / "net.npz"
    np.savez(file, w0=rng.normal(size=(16, 1)), b0=np.zeros(1))
    rounds = evaluate(str(file), load("marina"), games=2)
    assert (rounds.exact, rounds.games, rounds.best) == (False, 2, 0.5)
    assert rounds.behind > 0.1
    among = evaluate(str(file), load("classic"), games=2, players=3)
    assert among.best == pytest.approx(1 / 3)
    assert among.behind > 0.05
    assert evaluate("champion", load("classic"), games=2, players=3).behind == pytest.approx(0.0, abs=1e-4)
    np.savez(file, w0=rng.normal(size=(16, 1)), b0=np.zeros(1), chances=1)
    assert evaluate(str(file), load("marina"), games=2).behind > 0
    with pytest.raises(BadPolicy, match="stops, too"):
        evaluate(str(file), load("classic"), games=2, players=3)
    with pytest.raises(ValueError, match="needs their table"):
        evaluate("greedy", load("classic"), games=2, players=4)
    with pytest.raises(ValueError, match="needs their table"):
        evaluate("greedy", load("classic", ["target=2000"]), games=2, players=3)


@pytest.mark.nightly
def test_chances_at_a_table_are_chances_on_paper() -> None:
    """A policy of exact chances gives nothing away, in a short race that is played and not written down."""
    rules = load("classic", ["target=1000"])
    player = ScoredPlayer(rules, Policy(ExactScorer(rules), chances=True))
    assert sampled("exact", player, rules, games=6).behind == pytest.approx(0.0, abs=1e-6)
