"""The trainer on the page: exercises of the server, answers, and what comes again."""

import random
from pathlib import Path

from playwright.sync_api import expect

from hotdice.coach.exercises import exercise
from hotdice.coach.progress import Progress, learnt
from hotdice.game import Phase, parse_position
from hotdice.rules import load
from web.browsing import Watched, accessibility_faults
from web.modules import run_module

_LEARNT = """
import { learnt, newProgress } from "page/train/progress";
export function answer(given) {
  let progress = newProgress("s");
  return given.map(([seed, right]) => {
    progress = learnt(progress, { rules: "classic", seed }, right);
    return [progress.answered, progress.right, progress.streak, progress.again.map((one) => [one.seed, one.due, one.times])];
  });
}
"""  # noqa: E501
_PLACES = """
import { placeOf } from "page/train/place";
export function answer(given) {
  return given.map(placeOf);
}
"""


def test_what_went_wrong_comes_again_as_in_the_terminal(tmp_path: Path) -> None:
    chance = random.Random(7)
    answers = [(chance.choice("abcd"), chance.random() < 0.7) for _ in range(80)]
    progress = Progress()
    told = []
    for seed, right in answers:
        progress = learnt(progress, seed, "which dice", right=right, cost=0.0)
        again = [[one.position, one.due, one.times] for one in progress.again]
        told.append([progress.answered, progress.right, progress.streak, again])
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
    choices.get_by_text(f"keep {' '.join(wrong.keep or '')}, {then}", exact=True).click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict.get_by_role("heading")).to_have_text(f"That costs {100 * wrong.loss:.1f}%.")
    expect(verdict).to_contain_text(first.advice.reason)
    expect(page.get_by_test_id("progress")).to_have_text("0 of 1 right, 0 in a row")
    assert accessibility_faults(page) == []

    page.get_by_role("button", name="Next").click()
    best = second.advice.best
    then = f"bank {best.total:,}" if best.action == "bank" else f"roll {best.dice}"
    choices.get_by_text(f"keep {' '.join(best.keep or '')}, {then}", exact=True).click()
    expect(verdict.get_by_role("heading")).to_have_text("Right.")
    page.reload()
    expect(page.get_by_test_id("progress")).to_have_text("1 of 2 right, 1 in a row")
