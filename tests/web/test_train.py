"""The trainer on the page: exercises of the server, answers, and what comes again."""

import random
import re
from pathlib import Path

from playwright.sync_api import expect

from hotdice.coach.exercises import THEMES, exercise
from hotdice.coach.progress import Progress, learnt, weakest
from hotdice.game import Phase, parse_position
from hotdice.rules import load
from web.browsing import Watched, accessibility_faults
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, with_settings

_LEARNT = """
import { learnt, newProgress, weakest } from "page/train/progress";
export function answer(given) {
  let progress = newProgress("s");
  return given.map(([seed, theme, right, cost]) => {
    progress = learnt(progress, { rules: "classic", seed }, theme, right, cost);
    const again = progress.again.map((one) => [one.seed, one.due, one.times]);
    return [progress.answered, progress.right, progress.streak, again, weakest(progress) ?? null];
  });
}
"""
_PLACES = """
import { placeOf } from "page/train/place";
export function answer(given) {
  return given.map(placeOf);
}
"""


def test_what_went_wrong_comes_again_as_in_the_terminal(tmp_path: Path) -> None:
    chance = random.Random(7)
    answers = [
        (chance.choice("abcd"), chance.choice(THEMES), chance.random() < 0.7, chance.random())
        for _ in range(80)
    ]
    progress = Progress()
    told = []
    for seed, theme, right, cost in answers:
        progress = learnt(progress, seed, theme, right=right, cost=cost)
        again = [[one.position, one.due, one.times] for one in progress.again]
        told.append([progress.answered, progress.right, progress.streak, again, weakest(progress)])
    assert {one[-1] for one in told} > {None}  # some theme was the weakest
    assert run_module(tmp_path, _LEARNT, answers) == told


def test_a_position_is_read_as_the_referee_reads_it(tmp_path: Path) -> None:
    positions = [
        exercise(load(sheet), f"places {n}").position for sheet in ("kcd", "marina") for n in range(6)
    ]
    positions += [
        "classic~r2~s1~m2~l1~10250.0.y_9000.0.y~t550.3",
        "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155",
    ]
    for position, place in zip(positions, run_module(tmp_path, _PLACES, positions), strict=True):
        state = parse_position(position)
        assert place == {
            "mover": state.mover,
            "totals": list(state.totals),
            "last": state.phase is Phase.LAST,
            "turnTotal": state.turn_total,
            "dice": len(state.hand),
            "roll": list(state.faces),
        }


def test_an_exercise_is_answered_wrongly_and_the_next_one_rightly(visitor: Watched) -> None:
    visitor.context.add_init_script(
        "try { if (!localStorage.getItem('hotdice.training')) localStorage.setItem('hotdice.training', "
        "JSON.stringify({seed: 'web', given: 0, answered: 0, right: 0, streak: 0, again: []})) } catch {}"
    )
    page = visitor.page("/")
    page.get_by_role("link", name="Train", exact=True).click()
    expect(page.get_by_test_id("exercise")).to_be_visible()
    page.get_by_role("combobox").select_option("kcd")
    first, second = (exercise(load("kcd"), f"web {n}") for n in (1, 2))
    choices = page.get_by_role("group", name="What do you do?").get_by_role("button")
    expect(choices).to_have_count(len(first.advice.options))
    expect(page.get_by_test_id("exercise")).to_contain_text("2,250")
    assert accessibility_faults(page) == []

    wrong = first.tempting
    then = f"bank {wrong.total:,}" if wrong.action == "bank" else f"roll {wrong.dice}"
    page.get_by_role("button", name=f"keep {' '.join(wrong.keep or '')}, {then}", exact=True).click()
    verdict = page.get_by_test_id("verdict")
    # What is said is the difference of the chances in the list below it, as they are shown.
    lost = round(1000 * first.advice.best.value) - round(1000 * wrong.value)
    expect(verdict.get_by_role("heading")).to_have_text(f"That gives away {lost / 10:.1f}%.")
    expect(page.locator("tr.mine td").last).to_have_text(f"{lost / 10:.1f}%")
    expect(verdict).to_contain_text(first.advice.reason.replace(" %", "%"))
    expect(page.get_by_test_id("progress")).to_have_text("0 of 1 right, 0 in a row")
    assert accessibility_faults(page) == []

    page.get_by_role("button", name="Next").click()
    best = second.advice.best
    then = f"bank {best.total:,}" if best.action == "bank" else f"roll {best.dice}"
    page.get_by_role("button", name=f"keep {' '.join(best.keep or '')}, {then}", exact=True).click()
    expect(verdict.get_by_role("heading")).to_have_text("Right.")
    page.reload()
    expect(page.get_by_test_id("progress")).to_have_text("1 of 2 right, 1 in a row")


_TASKS = """
import { learnt, newProgress, nextTask } from "page/train/progress";
export function answer(own) {
  let progress = newProgress("s");
  const given = [];
  for (let n = 0; n < 40; n++) {
    const task = nextTask(progress, "kcd", own.filter((one) => !given.some((other) => other.position === one.position)));
    // The second new one goes wrong, once.
    const right = task.seed !== "s 2" || given.some((other) => other.seed === task.seed);
    given.push(task);
    progress = learnt(progress, task, "hot dice", right, right ? 0 : 0.1);
  }
  return given;
}
"""  # noqa: E501


def test_own_mistakes_come_first_and_every_third_new_one_is_of_the_weakest_kind(tmp_path: Path) -> None:
    own = [{"rules": "kcd", "seed": "", "position": position} for position in ("p1", "p2")]
    given = run_module(tmp_path, _TASKS, own)
    assert given[:2] == own
    fresh = [task for n, task in enumerate(given) if task not in given[:n] and n >= 2]
    assert [task["seed"] for task in fresh] == [f"s {n + 1}" for n in range(len(fresh))]
    for n, task in enumerate(fresh, 1):
        # Five answers say which kind costs most.
        weak = "hot dice" if n % 3 == 0 and given.index(task) >= 5 else None
        assert task.get("theme") == weak
    assert any(task.get("theme") for task in fresh)
    assert any(given.count(task) > 1 for task in given)  # what went wrong comes again


def test_exercises_from_a_game_of_ones_own(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Classic Farkle", exact=True).click()
    play_to_the_end(page)
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    said = page.request.get(f"/api/matches/{match}/review").json()
    wrong = [
        one for one in said["decisions"]
        if one["seat"] == 0 and one["class"] != "fine" and not one["forced"]
    ]  # fmt: skip
    assert wrong, "who banks at every chance gives something away"
    worst = max(wrong, key=lambda one: one["loss"])
    page.goto("/#/train/classic")
    expect(page.get_by_test_id("exercise")).to_be_visible()
    page.get_by_label("From my own games").check()
    expect(page.get_by_test_id("about")).to_contain_text("From a game of yours.")
    if worst["roll"]:
        expect(page.get_by_test_id("exercise").locator(".hidden-text")).to_have_text(", ".join(worst["roll"]))
    choices = page.get_by_role("group", name="What do you do?").get_by_role("button")
    expect(choices.first).to_be_visible()
    assert accessibility_faults(page) == []
    choices.first.click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.get_by_test_id("source")).to_have_text("Solved for the whole game.")
    page.reload()
    expect(page.get_by_label("From my own games")).to_be_checked()
    expect(page.get_by_test_id("progress")).to_contain_text("of 1 right")
