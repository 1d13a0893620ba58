"""People who play on the page: by mouse, by keys, and one who is quick enough for whole games."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect

from web.browsing import PATIENCE, Watched

QUICK: dict[str, Any] = {"pace": 0, "still": True}
"""Settings under which nothing waits to be looked at."""

CLICKER = """
async (limit) => {
  // Clicks what a person would click, as soon as it is there: the best dice, then bank, else roll.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
  const seen = { rolls: 0, banks: 0, taps: 0, passes: 0 };
  const end = performance.now() + limit;
  const on = (button) => button && button.getAttribute('aria-disabled') !== 'true' && !button.disabled;
  while (performance.now() < end) {
    if (document.querySelector('[data-testid=ending]')) return seen;
    const take = document.querySelector('dialog [data-testid=take]');
    if (take) { take.click(); seen.passes++; await pause(); continue; }
    const dock = document.querySelector('[data-testid=dock]');
    const roll = dock?.querySelector('.roll'), bank = dock?.querySelector('.bank');
    const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
    const chosen = dice.some((die) => die.getAttribute('aria-pressed') === 'true');
    if (dice.length && !chosen) {
      for (const die of dice) {
        if (die.getAttribute('aria-pressed') !== 'true' && !die.classList.contains('dull')) die.click();
        seen.taps++;
        await Promise.resolve();
      }
    } else if (on(bank)) { bank.click(); seen.banks++; }
    else if (on(roll)) { roll.click(); seen.rolls++; }
    await pause();
  }
  return null;
}
"""

_MUNCHKIN = """
async (limit) => {
  // Plays cards while there are any to play, else goes on; never the same kind of move for ever.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 3));
  const end = performance.now() + limit;
  let moves = 0;
  while (performance.now() < end) {
    const box = document.querySelector('[data-testid=moves]');
    for (const side of document.querySelectorAll('[data-testid=account] table')) {
      // What is shown of a fight adds up.
      const cells = [...side.querySelectorAll('td')].map((one) => one.textContent.replace('−', '-'));
      const numbers = cells.map(Number);
      const total = numbers.pop();
      if (total !== numbers.reduce((sum, one) => sum + one, 0)) return -1;
      window.fights = (window.fights ?? 0) + 1;
    }
    if (box?.querySelector('a')) return moves;
    const all = [...(box?.querySelectorAll('button') ?? [])];
    const wanted = (moves % 7 === 3 ? all.find((one) => /^Roll the die/.test(one.textContent)) : null)
      ?? all.find((one) => /^(Play|Say that|Kick|Loot)/.test(one.textContent))
      ?? all.find((one) => /^(End|Let|Run|Do not)/.test(one.textContent)) ?? all[0];
    if (wanted) { wanted.click(); moves++; }
    await pause();
  }
  return null;
}
"""


def with_settings(visitor: Watched, **wishes: Any) -> None:
    """Give a device its settings before any page of it is opened."""
    text = json.dumps(json.dumps(wishes))
    visitor.context.add_init_script(
        "try { if (!localStorage.getItem('hotdice.settings')) "
        f"localStorage.setItem('hotdice.settings', {text}); }} catch {{ /* a blank page has no memory */ }}"
    )


def play_to_the_end(page: Page, seconds: float = 120) -> dict[str, int]:
    """Click through a game to its end; how often what was clicked."""
    seen: dict[str, int] | None = page.evaluate(CLICKER, seconds * 1000)
    assert seen is not None, f"not over after {seconds} s: {page.inner_text('body')[:600]}"
    return seen


def play_munchkin(page: Page, seconds: float = 300) -> None:
    """Click through a game of Munchkin Dice to its end."""
    moves: int | None = page.evaluate(_MUNCHKIN, seconds * 1000)
    assert moves, f"not over after {seconds} s: {page.inner_text('body')[:800]}"
    assert moves > 0, "the sums of a fight do not add up"


def dock(page: Page) -> Locator:
    """The buttons of the mover."""
    return page.get_by_test_id("dock")


AT_THE_SERVER = ".table[data-match]:not([data-match=''])"
"""A table that the server has; the page shows it before."""


def wait_for_my_turn(page: Page) -> None:
    """Wait until a roll can be made or dice can be kept."""
    page.wait_for_function(
        """() => document.querySelector('[data-testid=dock] .roll')
            && (document.querySelector('[data-testid=dock] .roll[aria-disabled=false]')
                || document.querySelector('[data-testid=tray] .place[aria-disabled=false]'))""",
        timeout=PATIENCE,
    )


def wait_for_table(page: Page) -> None:
    """Wait until the game is the server's: the page lets people roll while it is still being set up."""
    expect(page.locator(AT_THE_SERVER)).to_be_visible()


def start(page: Page) -> None:
    """From the first screen to the table."""
    page.get_by_role("button", name="Play now").click()
    expect(dock(page)).to_be_visible()
