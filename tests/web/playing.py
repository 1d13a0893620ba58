"""People who play on the page: by mouse, by keys, and one who is quick enough for whole games."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from web.browsing import PATIENCE, Watched

BRIEFLY = 3_000
"""Milliseconds after which something that may have gone away is looked for anew."""
QUICK: dict[str, Any] = {"pace": 0, "still": True}
"""Settings under which nothing waits to be looked at."""

TAP = """
  // A tap hits what lies in the middle of its aim; what is covered is not reached, however often it is tried.
  const misses = new Map();
  const tap = (one) => {
    const aim = () => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      return { x, y, hit, ok: !!hit && (hit === one || one.contains(hit)) };
    };
    let found = aim();
    if (!found.ok) {
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      found = aim();
    }
    const name = one.getAttribute('aria-label') || one.textContent.trim().slice(0, 40);
    if (!found.ok) {
      misses.set(name, (misses.get(name) ?? 0) + 1);
      return false;
    }
    misses.delete(name);
    const { x, y, hit } = found;
    const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y };
    hit.dispatchEvent(new MouseEvent('click', how));
    return true;
  };
  // Something may lie over a button for a moment; for ever it is a fault.
  const missed = () => [...misses].filter(([, times]) => times > 200).map(([name]) => name);
"""


def clicker(wanted: str, bold: bool = False) -> str:
    """Clicks what a person would click until a script's expression holds; who is bold rolls where one may.

    Looking and clicking are one step in the page: a test that looks from outside and clicks a moment later
    can find that the game has gone on by itself.
    """
    return (
        "async (limit) => {"
        + TAP
        + "const wanted = () => "
        + wanted
        + f"; const bold = {json.dumps(bold)};"
        + """
  // Clicks what a person would click, as soon as it is there: the best dice, then bank, else roll.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
  const seen = { rolls: 0, banks: 0, taps: 0, passes: 0 };
  const end = performance.now() + limit;
  const on = (button) => button && button.getAttribute('aria-disabled') !== 'true' && !button.disabled;
  while (performance.now() < end) {
    if (wanted()) return seen;
    if (missed().length) return { missed: missed() };
    const take = document.querySelector('dialog [data-testid=take]');
    if (take) { tap(take); seen.passes++; await pause(); continue; }
    const dock = document.querySelector('[data-testid=dock]');
    const roll = dock?.querySelector('.roll'), bank = dock?.querySelector('.bank');
    const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
    const chosen = dice.some((die) => die.getAttribute('aria-pressed') === 'true');
    if (dice.length && !chosen) {
      for (const die of dice) {
        if (die.getAttribute('aria-pressed') !== 'true' && !die.classList.contains('dull')) tap(die);
        seen.taps++;
        await Promise.resolve();
      }
    } else if (on(bank) && !(bold && on(roll))) { tap(bank); seen.banks++; }
    else if (on(roll)) { tap(roll); seen.rolls++; }
    await pause();
  }
  return null;
}
"""
    )


ENDING = "document.querySelector('[data-testid=ending]')"
OTHERS_TURN = "document.querySelector('[data-testid=dock]')?.innerText.includes('is rolling')"
DICE_TO_CHOOSE = "document.querySelector('[data-testid=tray] .place[aria-disabled=false]')"
"""Dice lie there and the mover is asked which to keep: nothing goes on by itself until that is said."""


_MUNCHKIN = (
    """
async (limit) => {
"""
    + TAP
    + """
  // Plays a card where one may be played, pays for the die now and then, else goes on.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 3));
  const end = performance.now() + limit;
  const seen = { moves: 0, cards: 0, dice: 0, more: 0, fights: 0, wrong: 0, last: '' };
  const find = (query) => document.querySelector(query);
  let turn = 0;
  while (performance.now() < end) {
    if (find('[data-testid=ending]')) return seen;
    if (missed().length) return { missed: missed() };
    // What is shown of a fight adds up.
    for (const side of document.querySelectorAll('[data-testid=account] [data-side]')) {
      const sum = [...side.children].reduce((all, one) => all + Number(one.dataset.points), 0);
      if (sum !== Number(find(`[data-testid=sum-${side.dataset.side}]`).textContent)) seen.wrong++;
      seen.fights++;
    }
    turn++;
    const dialog = find('dialog[open]');
    if (dialog) {
      const all = [...dialog.querySelectorAll('[data-move]')];
      const move = all[turn % Math.max(1, all.length)];
      if (move) { tap(move); seen.moves++; } else dialog.close();
      await pause();
      continue;
    }
    const lead = find('[data-testid=moves] .lead');
    const pay = find('[data-testid=tray] .pay');
    const ready = find('.hand .ready');
    const more = find('[data-testid=more]');
    if (pay && turn % 5 === 3) { tap(pay); seen.dice++; seen.moves++; }
    else if (ready && turn % 2 === 0) { tap(ready); seen.cards++; }
    else if (more && turn % 11 === 5) { tap(more); seen.more++; }
    else if (lead) { tap(lead); seen.moves++; }
    await pause();
  }
  return null;
}
"""
)


_CARDS = (
    """
async (limit) => {
"""
    + TAP
    + """
  // Plays like a person who likes cards: the first that stands up, in every window; else the best dice.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
  const seen = { cards: 0, windows: 0, targets: 0, dice: 0, passes: 0 };
  const end = performance.now() + limit;
  const off = (button) => !button || button.disabled || button.getAttribute('aria-disabled') === 'true';
  const find = (query) => document.querySelector(query);
  let turn = 0;
  while (performance.now() < end) {
    if (find('[data-testid=ending]')) return seen;
    if (missed().length) return { missed: missed() };
    const dialog = find('dialog[open]');
    if (dialog) {
      const play = dialog.querySelector('[data-testid=play-card]');
      if (play) {
        tap(play);
        await pause();
        if (!find('[data-testid=aim]')) seen.cards++;
      } else dialog.close();
      await pause();
      continue;
    }
    const confirm = find('[data-testid=confirm-card]');
    if (confirm) {
      const whom = find('.seats .lit button');
      const die = find('[data-testid=tray] .place[aria-disabled=false][aria-pressed=false]');
      if (!off(confirm)) { tap(confirm); seen.cards++; }
      else if (whom && !find('.seats .lit [aria-pressed=true]')) { tap(whom); seen.targets++; }
      else if (die) { tap(die); seen.dice++; }
      await pause();
      continue;
    }
    const dock = find('[data-testid=dock]');
    const window = dock?.querySelector('.window');
    const ready = find('.hand .ready');
    if (ready && (window || turn++ % 3 === 0)) { tap(ready); await pause(); continue; }
    const roll = dock?.querySelector('.roll'), bank = dock?.querySelector('.bank');
    if (window && !off(bank)) { tap(bank); seen.windows++; await pause(); continue; }
    const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
    const chosen = dice.some((die) => die.getAttribute('aria-pressed') === 'true');
    if (dice.length && !chosen) {
      for (const die of dice) {
        if (die.getAttribute('aria-pressed') !== 'true' && !die.classList.contains('dull')) tap(die);
        await Promise.resolve();
      }
    } else if (!off(bank)) { tap(bank); seen.passes++; }
    else if (!off(roll)) tap(roll);
    await pause();
  }
  return null;
}
"""
)


def with_settings(visitor: Watched, **wishes: Any) -> None:
    """Give a device its settings before any page of it is opened."""
    text = json.dumps(json.dumps(wishes))
    visitor.context.add_init_script(
        "try { if (!localStorage.getItem('hotdice.settings')) "
        f"localStorage.setItem('hotdice.settings', {text}); }} catch {{ /* a blank page has no memory */ }}"
    )


def play_until(page: Page, wanted: str, seconds: float = 120, bold: bool = False) -> dict[str, int]:
    """Click through a game until a script's expression holds; how often what was clicked."""
    seen: dict[str, int] | None = page.evaluate(clicker(wanted, bold), seconds * 1000)
    assert "missed" not in (seen or {}), f"no tap reaches {seen}"
    assert seen is not None, f"not there after {seconds} s: {wanted}: {page.inner_text('body')[:600]}"
    return seen


def play_to_the_end(page: Page, seconds: float = 120) -> dict[str, int]:
    """Click through a game to its end; how often what was clicked."""
    return play_until(page, ENDING, seconds)


def play_cards(page: Page, seconds: float = 240) -> dict[str, int]:
    """Tap through a game of Munchkin Farkle to its end, playing cards; how often what was tapped."""
    seen: dict[str, int] | None = page.evaluate(_CARDS, seconds * 1000)
    assert "missed" not in (seen or {}), f"no tap reaches {seen}"
    assert seen, f"not over after {seconds} s: {page.inner_text('body')[:800]}"
    return seen


def play_munchkin(page: Page, seconds: float = 300) -> dict[str, int]:
    """Click through a game of Munchkin Dice to its end; how often what was clicked."""
    seen: dict[str, int] | None = page.evaluate(_MUNCHKIN, seconds * 1000)
    assert "missed" not in (seen or {}), f"no tap reaches {seen}"
    assert seen, f"not over after {seconds} s: {page.inner_text('body')[:800]}"
    assert not seen["wrong"], "the sums of a fight do not add up"
    return seen


def tapping_munchkin(wanted: str = "") -> str:
    """A script that goes on to click through a game of Munchkin Dice by itself, to its end or until `wanted`.

    What comes of it is `window.result`: several pages can play at once.
    """
    played = _MUNCHKIN
    if wanted:
        played = played.replace(
            "if (find('[data-testid=ending]')) return seen;", f"if ({wanted}) return seen;"
        )
    return "(limit) => { window.result = (" + played + ")(limit); }"


def dock(page: Page) -> Locator:
    """The buttons of the mover."""
    return page.get_by_test_id("dock")


def to_a_choice(page: Page) -> None:
    """Roll until there is something to choose, however often that is a Farkle; there the game waits."""
    play_until(page, DICE_TO_CHOOSE, bold=True)


def to_others(page: Page) -> None:
    """Roll on and on until somebody else has the turn: a Farkle comes."""
    play_until(page, OTHERS_TURN, bold=True)


def tried(locator: Locator, key: str = "") -> bool:
    """Click something, or press a key on it, that may go away by itself; whether it was still there."""
    try:
        if key:
            locator.press(key, timeout=BRIEFLY)
        else:
            locator.click(timeout=BRIEFLY)
    except TooLate:
        return False
    return True


def two_frames(page: Page) -> None:
    """What has changed is laid out and drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


_SAVED = """
() => new Promise((done) => {
  const asking = indexedDB.open("hotdice", 1);
  asking.onsuccess = () => {
    // Who reads waits for those who began to write before.
    const reading = asking.result.transaction("games").objectStore("games").getAll();
    reading.onsuccess = () => { asking.result.close(); done(reading.result.length); };
  };
})
"""


def games_saved(page: Page) -> int:
    """Wait until what is on the table is in the browser's memory as well; how many games are."""
    found: int = page.evaluate(_SAVED)
    return found


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
