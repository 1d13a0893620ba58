"""Munchkin Farkle on the page: hands, windows, targets, cards in view, discard piles, gold at the end."""

import re

from playwright.sync_api import Page, expect

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.game.events import CardPlayed, GoldCounted
from hotdice.match.fair_record import derive_fair
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults
from web.playing import QUICK, with_settings

_PLAYER = """
async (limit) => {
  // Plays like a person who likes cards: the first that stands up, in every window; else the best dice.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
  const seen = { cards: 0, windows: 0, targets: 0, dice: 0, passes: 0 };
  const end = performance.now() + limit;
  const off = (button) => !button || button.disabled || button.getAttribute('aria-disabled') === 'true';
  const find = (query) => document.querySelector(query);
  let turn = 0;
  while (performance.now() < end) {
    if (find('[data-testid=ending]')) return seen;
    const dialog = find('dialog[open]');
    if (dialog) {
      const play = dialog.querySelector('[data-testid=play-card]');
      if (play) {
        play.click();
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
      if (!off(confirm)) { confirm.click(); seen.cards++; }
      else if (whom && !find('.seats .lit [aria-pressed=true]')) { whom.click(); seen.targets++; }
      else if (die) { die.click(); seen.dice++; }
      await pause();
      continue;
    }
    const dock = find('[data-testid=dock]');
    const window = dock?.querySelector('.window');
    const ready = find('.hand .ready');
    if (ready && (window || turn++ % 3 === 0)) { ready.click(); await pause(); continue; }
    const roll = dock?.querySelector('.roll'), bank = dock?.querySelector('.bank');
    if (window && !off(bank)) { bank.click(); seen.windows++; await pause(); continue; }
    const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
    const chosen = dice.some((die) => die.getAttribute('aria-pressed') === 'true');
    if (dice.length && !chosen) {
      for (const die of dice) {
        if (die.getAttribute('aria-pressed') !== 'true' && !die.classList.contains('dull')) die.click();
        await Promise.resolve();
      }
    } else if (!off(bank)) { bank.click(); seen.passes++; }
    else if (!off(roll)) roll.click();
    await pause();
  }
  return null;
}
"""


def _begin(visitor: Watched) -> Page:
    with_settings(visitor, **QUICK)
    page = visitor.page("/#/sheet/munchkin-farkle")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.hand .ready')", timeout=PATIENCE)
    return page


def test_a_card_is_aimed_and_lies_in_view(visitor: Watched) -> None:
    page = _begin(visitor)
    hand = page.get_by_test_id("hand")
    expect(hand.locator(".tab")).to_have_count(10)
    # One that is not for now says when.
    hand.get_by_role("button", name=re.compile("Out Through the Pantry")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Played on a Farkle.")
    expect(page.get_by_test_id("play-card")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    hand.get_by_role("button", name=re.compile("Jam in the Dice Cup")).click()
    assert accessibility_faults(page) == []
    expect(page.get_by_test_id("preview")).to_have_text("5 dice, until a Farkle, 3 turns at most.")
    page.get_by_test_id("play-card").click()
    # The players themselves are chosen; who cannot be says why, to the eye and to a screen reader.
    whom = page.get_by_role("list", name="On whom?").get_by_role("button")
    expect(whom.first).to_have_attribute("aria-disabled", "true")
    expect(whom.first).to_contain_text("aimed at others")
    whom.first.dispatch_event("click")
    expect(page.get_by_test_id("why")).to_have_text("You: aimed at others.")
    confirm = page.get_by_test_id("confirm-card")
    expect(confirm).to_have_attribute("aria-disabled", "true")
    confirm.dispatch_event("click")
    expect(page.get_by_test_id("in-play")).to_have_count(0)
    assert accessibility_faults(page) == []
    # Escape goes back to the hand; by keys alone the first who can be chosen has the focus.
    page.keyboard.press("Escape")
    hand.get_by_role("button", name=re.compile("Jam in the Dice Cup")).click()
    page.get_by_test_id("play-card").click()
    expect(whom.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(whom.nth(1)).to_have_attribute("aria-pressed", "true")
    line = re.compile(r"^Jam in the Dice Cup on \w+: 5 dice, until a Farkle, 3 turns at most\.$")
    expect(page.get_by_test_id("aim").get_by_role("status")).to_have_text(line)
    confirm.click()
    expect(page.get_by_test_id("in-play")).to_contain_text("Jam in the Dice Cup")
    # It lies below the seat that it works on, and opens; a tap on that seat shows its cards.
    under = page.get_by_test_id("in-play").get_by_role("listitem")
    assert under.evaluate("(one) => one.style.gridColumn").startswith("2")
    under.get_by_role("button").click()
    expect(page.get_by_role("dialog", name="Jam in the Dice Cup")).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Close").click()
    page.get_by_role("list", name="Players").get_by_role("button").first.click()
    expect(page.get_by_role("dialog").locator("section")).to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="Score sheet").click()
    expect(page.get_by_role("dialog", name="Score sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(hand.locator(".tab")).to_have_count(9)
    expect(hand.locator(".ready")).to_have_count(0)  # one card a turn
    hand.get_by_role("button", name="Card used").click()
    mine = page.get_by_role("dialog").locator("section").first
    expect(mine).to_contain_text("Jam in the Dice Cup")
    assert accessibility_faults(page) == []


def test_a_whole_game_with_cards(visitor: Watched, server: Process) -> None:
    page = _begin(visitor)
    seen = page.evaluate(_PLAYER, 240_000)
    assert seen is not None, page.inner_text("body")[:600]
    match = re.findall(r"#/table/([\w-]+)", page.url)[0]
    record = parse_record(HttpClient(server.url).record(match))
    assert record.state().over
    assert derive_fair(record).holds
    mine = [event for event in record.events if isinstance(event, CardPlayed) and event.seat == 0]
    assert len(mine) == seen["cards"] > 0
    # What nobody played is turned over, and the totals are those of the record.
    ending = page.get_by_test_id("ending")
    gold = next(event.gold for event in record.events if isinstance(event, GoldCounted))
    shown = [int(text.replace(",", "")) for text in re.findall(r"\+([\d,]+)", ending.inner_text())]
    assert sum(shown) == sum(gold)
    for total in record.state().totals:
        expect(ending).to_contain_text(f"{total:,}")
    assert accessibility_faults(page) == []
    page.goto(f"/#/replay/{match}")
    expect(page.get_by_test_id("said")).to_be_visible()
    page.keyboard.press("End")
    for seat, total in enumerate(record.state().totals):
        expect(page.get_by_test_id(f"total-{seat}")).to_have_text(f"{total:,}")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All are right.")
