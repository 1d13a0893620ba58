"""Skill without luck, medals, the run, and the page about somebody."""

import pytest
from msgspec.structs import replace
from scripts import skill_figures

from hotdice.arena.dice import GameDice
from hotdice.arena.match import Match
from hotdice.club.medals import MEDALS, earned
from hotdice.club.run import Run, answered, difficulty, positions
from hotdice.club.skill import Account, accounts_of, skill_of, why_unrated
from hotdice.club.you import note_of, you
from hotdice.coach.reviewing import review
from hotdice.door import Game
from hotdice.game import Record, Resign, UseAdvice, do, new_game
from hotdice.players import make, play_out
from hotdice.rules import load
from hotdice.terminal.me_command import lines_of


def bots(first: str, second: str, seed: int) -> Record:
    game = Game("kcd", ["Ann", "Bob"], seed=seed)
    while not game.over:
        game.let(first if game.mover == 0 else second)
    return game.record


def test_a_champion_loses_nothing_and_a_weaker_bot_does() -> None:
    accounts = [
        accounts_of(record, review(record)) for record in (bots("champion", "greedy", n) for n in range(12))
    ]
    strong = skill_of(pair[0] for pair in accounts)["kcd", 2]
    weak = skill_of(pair[1] for pair in accounts)["kcd", 2]
    assert strong.wins == pytest.approx(50, abs=1e-6)
    assert weak.high < strong.low + 1e-6
    assert weak.games == 12


def test_results_without_luck_of_both_seats_add_up_to_one() -> None:
    record = bots("greedy", "threshold:400", 5)
    first, second = accounts_of(record, review(record))
    assert first.adjusted + second.adjusted == pytest.approx(1.0)
    assert first.adjusted == pytest.approx(
        review(record).players[0].start - first.given_away + second.given_away, abs=1e-9
    )


def test_hints_leaving_and_unfinished_games_are_not_rated_and_say_so() -> None:
    game = Game("kcd", ["Ann", "Bob"], seed=1)
    assert why_unrated(game.record) == "the game is not over"
    state, hint = do(game.state, UseAdvice(0))
    _, left = do(state, Resign(0))
    record = replace(game.record, events=hint + left)
    assert why_unrated(record) == "somebody asked for a hint"
    assert why_unrated(replace(record, events=left)) == "somebody left"


def test_few_games_are_not_sure() -> None:
    account = Account("kcd", 2, 1.0, 0.5, 0.02, 20)
    assert not skill_of([account] * 5)["kcd", 2].sure
    assert skill_of([account] * 20)["kcd", 2].sure


def test_every_medal_can_be_earned() -> None:
    """A medal that nobody can earn is no medal: each has a game here that earns it."""
    found: set[str] = set()
    script = [
        (["Ann", "Bob"], "classic", [("111111", "keep 111111 roll"), ("123456", "keep 123456 roll"),
                                     ("222333", "keep 222333 roll"), ("115544", "keep 115544 bank")]),
    ]  # fmt: skip
    for names, sheet, moves in script:
        game = Game(sheet, names)
        for faces, words in moves:
            game.roll(faces)
            keep, _, then = words.rpartition(" ")
            game.move(keep)
            if then == "bank":
                game.bank()
        while not game.over:
            game.let("greedy")
        found |= set(earned(game.record, 0, review(game.record)))
    assert {"six-alike", "straight", "two-triplets", "three-hot", "great-turn"} <= found
    assert len(MEDALS) == 12


def test_medals_of_winning() -> None:
    """Ann is far behind, farkles three times, and wins with the last turn."""
    game = Game("playmonster", ["Bob", "Ann"])
    for _ in range(3):
        game.roll("111111")
        game.move("keep 111111")
        game.bank()
        game.roll("223446")
        assert game.farkled
    game.roll("111115")
    game.move("keep 11111")
    game.bank()  # Bob has 11,000: Ann's last turn
    for _ in range(4):
        game.roll("111111")
        game.move("keep 111111")
    game.bank()
    assert game.winners == ("Ann",)
    assert {"last-word", "comeback", "stood-up", "great-turn", "three-hot"} <= set(earned(game.record, 1))
    assert "clean" not in earned(game.record, 1)
    assert "last-word" not in earned(game.record, 0)


def test_a_run_rises_and_ends_with_the_third_mistake() -> None:
    rules = load("kcd")
    tasks = [task for task, _ in zip(positions(rules, "7"), range(24), strict=False)]
    early = sum(map(difficulty, tasks[:6])) / 6
    late = sum(map(difficulty, tasks[-6:])) / 6
    assert late > early
    run = Run("kcd", "7", "2026-11-16")
    for task in tasks:
        if run.over:
            break
        after = answered(run, task, task.tempting.action, task.tempting.keep)
        assert after is not None
        run = after
    assert run.mistakes == 3
    assert answered(run, tasks[0], "dance", None) is None


def test_the_page_about_somebody_counts_what_was_played() -> None:
    notes = []
    for seed in range(4):
        record = bots("greedy", "champion", seed)
        notes.append(note_of(f"game {seed}", record, 0, review(record)))
    page = you(notes, days=3)
    assert (page.games, page.days) == (4, 3)
    assert page.wins == sum(note.won for note in notes)
    assert page.against[0].name == "Bob"
    assert page.against[0].games == 4
    assert page.best_turn == max(note.best_turn for note in notes)
    assert len(page.given_away) == 4
    assert page.try_this.startswith("with ")
    assert page.try_position.startswith("kcd~")
    assert f"  hotdice train --like {page.try_position}" in list(lines_of(page, notes))


@pytest.mark.parametrize("pair", skill_figures.PAIRS, ids="-".join)
def test_the_compiled_account_of_the_figures_is_the_coachs_own(pair: tuple[str, str]) -> None:
    match = skill_figures.match_of(*pair)
    found = skill_figures.accounts(match, 4)
    for game in range(4):
        opening = new_game(match.rules, 2, first=match.starter(game))
        players = [make(name) for name in match.bots]
        _, events = play_out(opening, players, GameDice(match.seed, match.dice_of(game)))
        record = Record(
            match.rules, match.bots, match.bots, "seeded simulated", first=opening.starter, events=events
        )
        player = review(record).players[0]
        assert found.results[game] == player.result
        assert found.adjusted[game] == pytest.approx(player.adjusted, abs=1e-9)


def test_accounts_are_written_only_where_the_values_say_everything() -> None:
    with pytest.raises(ValueError, match="without a play-off"):
        skill_figures.accounts(Match("marina", ("greedy", "random")), 2)
