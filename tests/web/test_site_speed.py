"""How quickly the coach of the page answers, in its worker, and that the page is not held up by it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import Bar
from web.browsing import watched
from web.modules import run_module
from web.test_site import folder, site
from web.tracing import BEGIN, END, traced

__all__ = ["folder", "site"]

SLOWER = 4
"""A phone: the page is slowed down by it; a worker cannot be, so what it takes is multiplied."""
SHEETS = ["playmonster", "classic", "facebook", "cardgames", "zilch", "kcd", "ten-thousand"]

_GAMES = """
import { SeededDice } from "page/core/game/dice";
import { play } from "page/core/game/referee";
import { printRecord } from "page/core/game/record";
import { newGame } from "page/core/game/state";
import { makeBot } from "page/core/players/registry";
import { load } from "page/core/rules/loading";
export const answer = (names) => Object.fromEntries(names.map((name) => {
  const rules = load(name);
  let state = newGame(rules, 2, { first: 0 });
  const dice = new SeededDice(name);
  const bot = makeBot("threshold:350");
  const [events, asked] = [[], []];
  // Ten rounds, or the whole game where it is shorter.
  while (state.phase !== "over" && state.round <= 10) {
    if (state.step === "keep" || state.step === "decide") asked.push({ ...state, rules: null });
    const command = state.step === "wait" ? dice.throw(state) : bot.choose(state);
    const done = play(state, command);
    state = done.state;
    events.push(...done.events);
  }
  const base = { names: ["A", "B"], players: ["human", "human"], dice: `seeded ${name}`, date: "", late: 0 };
  const record = printRecord({ ...base, rules, first: 0, start: "", events, colours: [] });
  return [name, { record, asked: asked.slice(0, 40) }];
}));
"""

_ASK = """
async () => {
  const [worker, name, game, begin, end] = window.given;
  const coach = new Worker(worker, { type: "module" });
  performance.mark(begin);
  let id = 0;
  const ask = (question) => new Promise((resolve, reject) => {
    const at = performance.now();
    const mine = ++id;
    const hear = ({ data }) => {
      if (data.id !== mine) return;
      coach.removeEventListener("message", hear);
      if (data.fault) reject(new Error(JSON.stringify(data.fault)));
      else resolve(performance.now() - at);
    };
    coach.addEventListener("message", hear);
    coach.postMessage({ id: mine, question, tables: new URL("tables/", document.baseURI).href });
  });
  await ask({ type: "prepare", rules: name }); // as the page does when a game begins
  const advice = [];
  for (const state of game.asked) {
    const tries = [];
    for (let one = 0; one < 5; one++) tries.push(await ask({ type: "advise", rules: name, state }));
    advice.push(Math.min(...tries));
  }
  const reviews = [];
  for (let one = 0; one < 3; one++) reviews.push(await ask({ type: "review", record: game.record }));
  coach.terminate();
  performance.mark(end);
  return { advice: Math.max(...advice), review: Math.min(...reviews) };
}
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    found: dict[str, Any] = run_module(tmp_path_factory.mktemp("games"), _GAMES, SHEETS)
    return found


@pytest.mark.nightly
@pytest.mark.alone
@pytest.mark.parametrize("name", SHEETS)
def test_advice_and_review_come_at_once(
    name: str, games: dict[str, Any], browser: Browser, site: str, *, bar: Bar, tmp_path: Path
) -> None:
    """The slowest advice of a game, and the review of ten rounds; of a few tries the best.

    The page is held up by neither, nor by showing the review: the longest task of its main thread.
    """
    with watched(browser, site) as visitor:
        page = visitor.page(site)
        page.wait_for_load_state("networkidle")
        files = page.evaluate("() => fetch('worker.js').then((one) => one.text())")
        [worker] = set(re.findall(r"assets/worker-[\w-]+\.js", files))
        match = _brought(page, site, tmp_path / "game.farkle", games[name]["record"])
        # What the test hands over is not what the page does.
        page.evaluate("(given) => void (window.given = given)", [worker, name, games[name], BEGIN, END])
        visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        with traced(browser, page) as traces:
            found = page.evaluate(_ASK)
            page.evaluate(
                "([mark, hash]) => { performance.mark(mark); location.hash = hash; }", [BEGIN, match]
            )
            decisions = page.get_by_test_id("decision")
            expect(decisions).to_have_count(page.evaluate(_UNFORCED))
            page.evaluate("(mark) => void performance.mark(mark)", END)
    advice, review = SLOWER * found["advice"], SLOWER * found["review"]
    asking, showing = traces[0].longest_tasks()
    bar(f"advice on {name}", f"{advice:.0f} ms at {SLOWER}x", "100 ms", advice <= 100)
    bar(f"review of {name}", f"{review:.0f} ms at {SLOWER}x", "1000 ms", review <= 1000)
    bar(f"page held up by the coach, {name}", f"{asking:.0f} ms at {SLOWER}x", "50 ms", asking <= 50)
    bar(f"page held up by a review, {name}", f"{showing:.0f} ms at {SLOWER}x", "50 ms", showing <= 50)


_UNFORCED = """
async () => {
  // The list is whole when it has as many decisions as its first filter says.
  const find = () => document.querySelector('[data-testid=decisions] select option');
  while (!find()) await new Promise(requestAnimationFrame);
  return Number(/\\d+/.exec(find().textContent)[0]);
}
"""


def _brought(page: Page, site: str, file: Path, record: str) -> str:
    """The game on this device, as a file brings it; the address of its review."""
    file.write_text(record, encoding="utf-8")
    page.goto(f"{site}#/settings")
    page.get_by_test_id("games-here").locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("games-here")).to_contain_text("1 game is here now")
    page.goto(site)
    game = page.locator("a[href*='#/table/']").first
    return str(game.get_attribute("href")).replace("/table/", "/review/")
