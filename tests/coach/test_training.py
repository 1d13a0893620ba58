"""Training: exercises have a wrong answer that tempts, come again when they went wrong, and are judged."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coach.games import played
from hotdice.coach.advising import advise_on
from hotdice.coach.exercises import THEMES, exercise, judge, own_mistakes, similar
from hotdice.coach.places import NothingToSay
from hotdice.coach.progress import AGAIN_AFTER, Progress, learnt, next_again, weakest
from hotdice.coach.reviewing import review
from hotdice.coach.scales import DOUBTFUL, whole
from hotdice.coach.trainer import Trainer, question_lines, shown_options
from hotdice.game import PositionError, parse_position
from hotdice.rules import load


@pytest.mark.parametrize("sheet", ["playmonster", "facebook", "kcd", "marina", "marina-solitaire"])
def test_exercises_tempt_and_are_the_same_again(sheet: str) -> None:
    rules = load(sheet)
    for seed in "12":
        task = exercise(rules, seed)
        assert task == exercise(rules, seed)
        scale = whole(rules, task.advice.unit)
        assert task.tempting.loss >= DOUBTFUL * scale
        assert task.advice == advise_on(parse_position(task.position), games=400)
        wrong = judge(task, task.tempting.action, task.tempting.keep)
        right = judge(task, task.advice.best.action, task.advice.best.keep)
        assert wrong is not None
        assert right is not None
        assert (wrong.right, right.right) == (False, True)
        assert (wrong.cost, right.cost) == (task.tempting.loss, 0.0)
        assert judge(task, "roll", "nothing") is None


def test_exercises_of_one_kind() -> None:
    found = {exercise(load("classic"), "3", theme=theme).theme for theme in ("on the board", "hot dice")}
    assert found == {"on the board", "hot dice"}
    assert set(THEMES) >= found


def test_own_mistakes_become_exercises() -> None:
    record = played("kcd", ("cautious", "champion"), "5")
    report = review(record)
    tasks = own_mistakes(record.rules, report, [0], "a game")
    assert tasks
    losses = [task.tempting.loss for task in tasks]
    assert losses == sorted(losses, reverse=True)
    assert own_mistakes(record.rules, report, [1], "a game") == []  # the champion made none
    trainer = Trainer(record.rules, seed="1", own=tasks)
    assert trainer.next() == tasks[0]


def test_what_went_wrong_comes_again_until_it_is_learnt() -> None:
    trainer = Trainer(load("kcd"), seed="7")
    first = trainer.next()
    assert trainer.answer(first, first.tempting.action, first.tempting.keep) is not None
    assert trainer.answer(first, "roll", "nothing") is None
    assert trainer.progress.answered == 1
    seen = 0
    for _ in range(60):
        task = trainer.next()
        if task.position == first.position:
            seen += 1
            assert task.origin == "again"
        best = task.advice.best
        trainer.answer(task, best.action, best.keep)
        if not trainer.progress.again:
            break
    assert seen == len(AGAIN_AFTER)
    assert next_again(trainer.progress) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(THEMES), st.booleans()), max_size=40))
def test_progress_adds_up(answers: list[tuple[str, str, bool]]) -> None:
    progress = Progress()
    for position, theme, right in answers:
        progress = learnt(progress, position, theme, right=right, cost=0.0 if right else 0.01)
    assert progress.answered == len(answers) == sum(tally.answered for tally in progress.themes.values())
    assert progress.right == sum(tally.right for tally in progress.themes.values())
    assert progress.cost == pytest.approx(0.01 * (progress.answered - progress.right))
    assert len({again.position for again in progress.again}) == len(progress.again)
    assert progress.best_streak >= progress.streak
    last = {position: right for position, _, right in answers}
    for position, right in last.items():
        if not right:
            assert any(again.position == position for again in progress.again)
    assert weakest(Progress()) is None


def test_the_order_of_choices_gives_nothing_away() -> None:
    task = exercise(load("playmonster"), "5")
    shown = shown_options(task)
    assert sorted(option.total for option in shown) == sorted(option.total for option in task.advice.options)
    assert shown == sorted(shown, key=lambda option: -option.total)
    assert question_lines(task, parse_position(task.position))[0].startswith("PlayMonster Farkle")


def test_there_are_no_exercises_without_values() -> None:
    with pytest.raises(NothingToSay):
        exercise(load("classic", ["weights=[1,1,1,1,1,2]"]), "1")


def test_exercises_like_one_have_its_standing_and_its_dice() -> None:
    position = "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"
    found = list(islice(similar(position, "1"), 8))
    assert found[0].position == position
    assert len({task.position for task in found}) == 8
    for task in found[1:]:
        state = parse_position(task.position)
        assert (state.totals, len(state.hand)) == ((2500, 2600), 3)
        assert abs(state.turn_total - 400) <= 100
        assert not task.tempting.equal
    assert [task.position for task in islice(similar(position, "1"), 8)] == [task.position for task in found]
    with pytest.raises(PositionError):
        next(similar("nonsense", "1"))


def test_those_like_a_position_come_first() -> None:
    tasks = list(islice(similar("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155", "1"), 3))
    trainer = Trainer(load("kcd"), seed="1", like=tasks, theme=tasks[0].theme)
    assert [trainer.next() for _ in range(3)] == tasks
    assert trainer.next().seed == "1 4"
