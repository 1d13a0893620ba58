"""Every moment of a game is seen, heard and felt; none keeps a finger waiting, and speed is honoured."""

import json
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import Watched, watched
from web.modules import run_module
from web.playing import DICE_TO_CHOOSE, ENDING, QUICK, TAP, play_until, start, wait_for_table, with_settings

LATEST = 250
"""Milliseconds after which the next tap counts at the latest."""
WILD = json.dumps(
    {"base": "classic", "target": 90000, "penalty": {"count": 3, "points": 500, "restarts": True}},
    separators=(",", ":"),
)
"""Long enough for everything that bold players meet."""

# Sounds are told by their pitches, as the browser is asked for them; a desk cannot buzz, so it is noted.
_SENSES = """
  window.heard = []; window.felt = []; window.seen = {};
  for (const kind of ['OscillatorNode', 'BiquadFilterNode']) {
    const Real = window[kind];
    window[kind] = class extends Real {
      constructor(context, options) {
        super(context, options);
        window.heard.push(Math.round(options.frequency));
      }
    };
  }
  Object.defineProperty(Navigator.prototype, 'vibrate', {
    value: (pattern) => { window.felt.push(JSON.stringify(pattern)); return true; },
  });
  const note = () => {
    const sign = document.querySelector('[data-testid=moment]');
    if (sign) window.seen[sign.className.split(' ')[1]] = sign.innerText;
    if (/off the sheet/.test(sign?.innerText ?? '')) window.seen.penalty = sign.innerText;
    if (document.querySelector('[data-testid=flag]')) window.seen.board = 'a flag';
    const fine = document.querySelector('[data-testid=fine] path');
    if (fine) window.seen.fine = 'written by hand';
    const beat = document.querySelector('[data-testid=to-beat]');
    const lying = document.querySelector('[data-testid=tray] .place');
    if (beat?.innerText && lying) window.seen.beat = beat.innerText;  // a larger sign hides it for a moment
    const shown = document.querySelector('[data-testid=card-shown]');
    if (shown) window.seen.card = shown.innerText;
    if (document.querySelector('.seats .crown')) window.seen.lead = 'a crown';
    if (document.querySelector('[data-testid=tray].last')) window.seen.rim = 'the rim';
    const end = document.querySelector('[data-testid=ending] h2');
    if (end) window.seen.end = end.innerText;
  };
  const options = { subtree: true, childList: true, attributes: true };
  const watch = () => new MutationObserver(note).observe(document.body, options);
  document.addEventListener('DOMContentLoaded', watch);
"""
_PITCHES = """
import { SOUNDS } from "page/table/tones";
export const answer = () => Object.fromEntries(Object.entries(SOUNDS).map(([sound, parts]) =>
  [sound, parts.map((one) => Math.round(one.pitch))]));
"""
FELT = {
    "hot": [60], "good": [15, 50, 15], "farkle": [120], "penalty": [120, 80, 120], "bank": [15],
}  # fmt: skip
"""The buzz of a moment; the sound has its name."""


@pytest.fixture(scope="module")
def pitches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[int]]:
    found: dict[str, list[int]] = run_module(tmp_path_factory.mktemp("tones"), _PITCHES, None)
    return found


def _with_senses(visitor: Watched, **wishes: Any) -> None:
    visitor.context.add_init_script(_SENSES)
    with_settings(visitor, **{**QUICK, "volume": 0.5, **wishes})


def _until(page: Page, *moments: str) -> dict[str, str]:
    """Play boldly until all of these were seen."""
    wanted = f"{json.dumps(moments)}.every((one) => one in window.seen)"
    play_until(page, f"({wanted}) || ({ENDING})", bold=True)
    found: dict[str, str] = page.evaluate("() => window.seen")
    return found


def test_what_bold_players_meet_is_seen_heard_and_felt(
    visitor: Watched, pitches: dict[str, list[int]]
) -> None:
    _with_senses(visitor)
    page = visitor.page(f"/#/friends/{WILD.replace(chr(34), '%22')}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seats").select_option("2")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Start with 2").click()
    seen = _until(page, "farkle", "penalty", "fine", "hot", "good")
    assert seen["farkle"].startswith("Farkle")
    assert seen["hot"].startswith("Hot dice")
    assert "+" in seen["good"]
    heard = set(page.evaluate("() => window.heard"))
    felt = page.evaluate("() => window.felt.map((one) => JSON.parse(one))")
    for moment in ("farkle", "penalty", "hot", "good"):
        assert set(pitches[moment]) <= heard, moment
        assert FELT[moment] in felt, moment
    for sound in ("shake", "land", "tick"):
        assert set(pitches[sound][:1]) <= heard, sound


def test_a_game_to_its_end_is_seen_heard_and_felt(visitor: Watched, pitches: dict[str, list[int]]) -> None:
    _with_senses(visitor)
    visitor.context.add_init_script("document.hasFocus = () => false")
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    play_until(page, ENDING)
    expect(page.get_by_test_id("ending").get_by_role("heading", level=2)).to_be_visible()
    seen, heard = page.evaluate("() => [window.seen, window.heard]")
    felt = page.evaluate("() => window.felt.map((one) => JSON.parse(one))")
    assert {"bank", "board", "lead", "rim", "end"} <= set(seen)
    # A tap ends the sign in the middle, what must be beaten then stays; a game may be over before it does.
    signs = [seen[moment] for moment in ("last", "beat") if moment in seen]
    assert signs, "what must be beaten is said"
    assert all(sign.endswith("to beat") for sign in signs), signs
    assert [40, 80, 40, 80, 40] in felt, "somebody who looks elsewhere is called"
    for moment in ("bank", "board", "last"):
        assert set(pitches[moment]) <= set(heard), moment
    assert FELT["bank"] in felt
    sound = "win" if seen["end"] == "You win!" else "tie" if "share" in seen["end"] else "loss"
    assert set(pitches[sound]) <= set(heard)
    assert ([40, 60, 40, 60, 120] in felt) == (sound != "loss")


def test_a_card_that_is_played_is_seen_by_everybody(visitor: Watched, pitches: dict[str, list[int]]) -> None:
    _with_senses(visitor)
    page = visitor.page("/#/sheet/munchkin-farkle")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_test_id("hand").get_by_role("button", name="Three Good Breakfasts").click()
    page.get_by_test_id("play-card").click()
    page.wait_for_function("() => 'card' in window.seen")
    seen, heard = page.evaluate("() => [window.seen, window.heard]")
    assert "Three Good Breakfasts" in seen["card"]
    assert "You play" in seen["card"], "one line says what happens"
    assert set(pitches["card"]) <= set(heard)


def test_silence_and_no_buzz_are_kept(visitor: Watched) -> None:
    _with_senses(visitor, volume=0, buzz=False)
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    play_until(page, ENDING)
    assert page.evaluate("() => [window.heard.length, window.felt.length]") == [0, 0]


# From the server's word to a tap that counts, for a throw of one's own; tried as often as a finger can.
_WAITS = (
    """
async (times) => {
"""
    + TAP
    + """
  const waits = [];
  const frame = () => new Promise((done) => setTimeout(done, 4));
  const find = (query) => document.querySelector(query);
  const on = (one) => one && one.getAttribute('aria-disabled') !== 'true' && !one.disabled;
  const places = '[data-testid=tray] .place[aria-disabled=false]:not(.dull)';
  const able = () => [...document.querySelectorAll(places)];
  for (const end = performance.now() + 100000; waits.length < times && performance.now() < end;) {
    const roll = find('[data-testid=dock] .roll'), bank = find('[data-testid=dock] .bank');
    if (able().length) {
      able().filter((die) => die.ariaPressed !== 'true').forEach((die) => die.click());
      await frame();
    }
    if (on(bank)) { bank.click(); await frame(); continue; }
    if (!on(roll)) { await frame(); continue; }
    const before = window.told;
    roll.click();
    while (window.told === before && performance.now() < end) await frame();
    const told = performance.now();
    // A Farkle leaves nothing to tap.
    for (let done = false; !done && performance.now() < told + 2000;) {
      const die = able()[0];
      if (die && tap(die)) { waits.push(performance.now() - told); done = true; }
      else await frame();
    }
  }
  return waits;
}
"""
)
_TOLD = """
  window.told = 0;
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (news) => { if (/DiceRolled/.test(news.data)) window.told++; });
    }
  };
"""
_LID = """() => document.addEventListener('click', (event) => {
  if (!event.target.closest('.roll')) return;
  const lid = document.createElement('i');
  lid.style.cssText = 'position:fixed;inset:0;z-index:9';
  document.body.append(lid);
  setTimeout(() => lid.remove(), 900);
}, true)"""


def _waits(browser: Browser, server: Process, spoil: str = "") -> list[float]:
    """How long taps after throws waited, at the usual speed with everything that moves."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        visitor.context.add_init_script(_TOLD)
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        if spoil:
            page.evaluate(spoil)
        found: list[float] = page.evaluate(_WAITS, 5)
        return found


def test_no_moment_keeps_a_finger_waiting(browser: Browser, server: Process) -> None:
    waits = _waits(browser, server)
    assert len(waits) >= 3  # a slow machine has fewer throws in the time, and some are Farkles
    assert median(waits) <= LATEST, waits


def test_a_finger_that_waits_is_found(browser: Browser, server: Process) -> None:
    """Something that lies over the felt for as long as dice fall."""
    assert median(_waits(browser, server, _LID)) > LATEST


_FALLS = """
  window.falls = []; window.moves = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const falls = !timing.iterations && !timing.delay && timing.fill !== 'forwards';
    if (falls && this.matches('[data-testid=tray] .mover')) window.falls.push(timing.duration);
    window.moves++;
    return animate.call(this, frames, timing);
  };
"""


def _falls(browser: Browser, server: Process, **wishes: Any) -> tuple[list[float], int]:
    """How long dice fell, and how much moved, until somebody could choose."""
    with watched(browser, server.url, reduced_motion=wishes.pop("system", "no-preference")) as visitor:
        visitor.context.add_init_script(_FALLS)
        with_settings(visitor, **wishes)
        page = visitor.page("/")
        start(page)
        wait_for_table(page)
        play_until(page, DICE_TO_CHOOSE, bold=True)
        page.wait_for_timeout(300)
        return page.evaluate("() => window.falls"), page.evaluate("() => window.moves")


def test_speed_and_stillness_are_honoured(browser: Browser, server: Process) -> None:
    normal, moved = _falls(browser, server, pace=1)
    assert normal, "dice were seen to fall"
    assert moved
    assert max(normal) <= 800
    quick, _ = _falls(browser, server, pace=0.5)
    assert max(quick) < max(normal)
    for wishes in ({"still": True}, {"system": "reduce"}):
        still, moved = _falls(browser, server, **wishes)
        assert (still, moved) == ([], 0), wishes


# Pictures of what leaves its place hang in the page itself, where no felt cuts them.
_FLIGHTS = """
  window.flew = {};
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  new MutationObserver((changes) => {
    for (const picture of changes.flatMap((change) => [...change.addedNodes])) {
      const kind = ['sum', 'crown', 'die'].find((one) => picture.classList?.contains(one));
      if (!kind || picture.parentElement !== document.body) continue;
      const [flight] = picture.getAnimations();
      flight.finish();
      const [x, y] = middle(picture);
      const felt = document.querySelector('[data-testid=tray]').getBoundingClientRect();
      const goals = {
        sum: () => [...document.querySelectorAll('[data-seat] .total')].map(middle),
        crown: () => [...document.querySelectorAll('[data-seat] .crown')].map(middle),
        die: () => [[felt.right - 54, felt.bottom - 66]],
      };
      const away = Math.min(...goals[kind]().map(([a, b]) => Math.hypot(a - x, b - y)));
      (window.flew[kind] ??= []).push(Math.round(away));
    }
  }).observe(document, { subtree: true, childList: true });
"""


# A hand that was taken up is one row with its name; while rows lie there that name does not go again.
_TORN = """
  window.torn = 0;
  let named = 0;
  new MutationObserver(() => {
    const rows = document.querySelectorAll('[data-testid=tray] .row-line').length;
    const chips = document.querySelectorAll('[data-testid=tray] .row-line .chip').length;
    if (rows && named && !chips) window.torn++;
    named = chips;
  }).observe(document, { subtree: true, childList: true });
"""


def test_what_leaves_its_place_arrives(browser: Browser, server: Process) -> None:
    """Points at their seat, the crown at the next one, hot dice in the cup: past every edge between."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        visitor.context.add_init_script(_FLIGHTS)
        visitor.context.add_init_script(_TORN)
        with_settings(visitor, still=False, pace=0.2)
        few = json.dumps({"base": "classic", "dice": 3, "opening": 0, "target": 90000}, separators=(",", ":"))
        page = visitor.page(f"/#/friends/{few.replace(chr(34), '%22')}")
        page.get_by_label("On this device").check()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("Player 2").fill("Ben")
        page.get_by_role("button", name="Begin").click()
        # Careful play first: a small lead changes hands, one of bold turns may stay for good.
        play_until(page, "window.flew.sum && window.flew.crown")
        play_until(page, "window.flew.die?.length >= 3", bold=True)
        flew: dict[str, list[int]] = page.evaluate("() => window.flew")
        assert max(flew["sum"]) <= 12, flew
        assert max(flew["crown"]) <= 20, flew
        assert max(flew["die"]) <= 6, flew
        assert page.evaluate("() => window.torn") == 0, "a hand that was taken up fell apart again"
        play_until(
            page, "document.querySelector('[data-testid=tray] .chip')?.innerText === 'Hot dice'", bold=True
        )


def test_whoever_wins_at_this_device_is_celebrated(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    house = json.dumps({"base": "classic", "target": 1000}, separators=(",", ":")).replace(chr(34), "%22")
    page = visitor.page(f"/#/friends/{house}")
    page.get_by_label("On this device").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    play_until(page, ENDING)
    heading = page.get_by_test_id("ending").get_by_role("heading", level=2)
    if "share" not in heading.inner_text():
        seat = 0 if "Ann" in heading.inner_text() else 1
        expect(page.locator(".fountain .tinted").first).to_be_visible()
        colours = page.evaluate(
            "() => [document.querySelector('.fountain'), document.querySelector('.result')].map((one) =>"
            " getComputedStyle(one)).map((style, place) => place ? ['--seat-0', '--seat-1'].map((name) =>"
            " style.getPropertyValue(name)) : style.getPropertyValue('--colour'))"
        )
        assert colours[0] == colours[1][seat], "in the winner's colour"
