"""The player's tap is king: who goes on waits for no moment, and a tap ends whatever is being shown.

A tap counts only for what was on show when it was made, and never for the next player.
"""

from playwright.sync_api import Browser, Page, expect

from server.processes import Process
from web.browsing import Watched, watched
from web.playing import wait_for_table, with_settings

LATEST = 250
"""Milliseconds after which the next tap counts at the latest."""
CALM = {"pace": 1.6, "still": False}
"""The slowest of the speeds: everything is looked at for longest."""

# When the word of the server came, and how often somebody asked for dice.
_WORDS = """
  window.asked = 0; window.told = {};
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        for (const word of ['Banked', 'Farkled']) {
          if (data.includes(`"${word}"`)) window.told[word] = performance.now();
        }
        for (const end = performance.now() + (window.stalls ?? 0); performance.now() < end;);
      });
    }
    send(data) {
      if (/"type":"(Roll|Keep)"/.test(data)) window.asked++;
      super.send(data);
    }
  };
"""
_PLAY = """
async ({ wanted, seen, hurry, taps }) => {
  // Plays until a turn has ended in the wanted way; how long the next roll of this device waited for it.
  const pause = () => new Promise((done) => setTimeout(done, 4));
  const find = (query) => document.querySelector(query);
  const on = (one) => one && one.getAttribute('aria-disabled') !== 'true';
  const sign = { Banked: '.moment.bank', Farkled: '.moment.farkle' }[wanted];
  window.told = {};
  for (const end = performance.now() + 90000; performance.now() < end; await pause()) {
    if (find('[data-testid=ending]')) return null;
    const roll = find('[data-testid=dock] .roll'), bank = find('[data-testid=dock] .bank');
    if (window.told[wanted]) {
      let from = window.told[wanted];
      await pause();
      if (hurry === 'tap') roll?.click();
      else if (hurry) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: hurry, bubbles: true }));
      }
      while (!find(sign)) { if (performance.now() > from + 5000) return 'no sign'; await pause(); }
      // Whoever does not tap sees the dice land before they are lost: from there.
      if (seen) from = performance.now();
      const asked = window.asked;
      for (let tap = 0; tap < taps; tap++) { find('[data-testid=dock] .roll')?.click(); await pause(); }
      if (window.asked !== asked) return 'a tap was taken for the next player';
      const open = () => on(find('[data-testid=dock] .roll'));
      while (!open() && performance.now() < from + 5000) await pause();
      return Math.round(performance.now() - from);
    }
    window.told = {};
    const places = '[data-testid=tray] .place[aria-disabled=false]:not(.dull)';
    const able = [...document.querySelectorAll(places)];
    able.filter((die) => die.ariaPressed !== 'true').forEach((die) => die.click());
    await pause();
    if (wanted === 'Banked' && on(bank)) bank.click();
    else if (on(roll)) roll.click();
  }
  return 'nothing came';
}
"""


def _wait(page: Page, wanted: str, *, seen: bool = False, hurry: str = "", taps: int = 0) -> int:
    """Milliseconds from the word of the server, or from its sign, until the next roll was possible."""
    found = page.evaluate(_PLAY, {"wanted": wanted, "seen": seen, "hurry": hurry, "taps": taps})
    assert isinstance(found, int), found
    return found


def _soonest(page: Page, wanted: str, *, seen: bool = False, hurry: str = "", taps: int = 0) -> int:
    """The shortest of three waits: a busy machine stalls one of them, a page that holds a finger back all."""
    waits: list[int] = []
    while not waits or (min(waits) > LATEST and len(waits) < 3):
        waits.append(_wait(page, wanted, seen=seen, hurry=hurry, taps=taps))
    return min(waits)


def _visitor(visitor: Watched) -> None:
    visitor.context.add_init_script(_WORDS)
    with_settings(visitor, **CALM)


def _solitaire(visitor: Watched) -> Page:
    _visitor(visitor)
    page = visitor.page("/#/sheet/marina-solitaire")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_table(page)
    return page


def test_alone_one_goes_on_at_once(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        page = _solitaire(visitor)
        assert _soonest(page, "Banked") <= LATEST
        assert _soonest(page, "Farkled", seen=True) <= LATEST, "a Farkle has said what it has to say"
        for hurry in ("tap", "r", "b"):
            assert _soonest(page, "Farkled", hurry=hurry) <= LATEST, f"{hurry} ends the throw"
        page.keyboard.press("r")
        expect(page.locator("[data-testid=tray] .place")).to_have_count(6)


def test_what_waits_is_found(browser: Browser, server: Process) -> None:
    """Dice that nobody hurries fall in their own time; a page that is busy keeps everybody waiting."""
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        page = _solitaire(visitor)
        assert _soonest(page, "Farkled") > LATEST
        page.evaluate("() => { window.stalls = 400; }")
        assert _soonest(page, "Banked") > LATEST


def test_at_one_device_no_tap_is_taken_for_the_next_player(browser: Browser, server: Process) -> None:
    with watched(browser, server.url, reduced_motion="no-preference") as visitor:
        _visitor(visitor)
        page = visitor.page("/#/friends/classic")
        page.get_by_label("On this device").check()
        page.get_by_label("Your name").fill("Ann")
        page.get_by_label("Player 2").fill("Ben")
        page.get_by_role("button", name="Begin").click()
        wait_for_table(page)
        for wanted in ("Farkled", "Banked"):
            assert _soonest(page, wanted, seen=True, taps=4) <= LATEST, wanted
        expect(page.locator("[data-testid=moment]")).to_contain_text("Pass the device to")
