"""Munchkin Dice on the page: a whole game at the table, and the levels of a game with real cards."""

import re

from playwright.sync_api import expect

from hotdice.client import HttpClient
from hotdice.munchkin import parse_record
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults
from web.playing import QUICK, with_settings

_PLAYER = """
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
    const wanted = all.find((one) => /^(Play|Say that|Kick|Loot)/.test(one.textContent))
      ?? all.find((one) => /^(End|Let|Run|Do not)/.test(one.textContent)) ?? all[0];
    if (wanted) { wanted.click(); moves++; }
    await pause();
  }
  return null;
}
"""


def test_a_whole_game_at_the_table(visitor: Watched, server: Process) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name="Play Munchkin Dice").click()
    expect(page.get_by_test_id("hand").get_by_role("button")).to_have_count(8)
    page.wait_for_function("() => document.querySelector('[data-testid=moves] button')", timeout=PATIENCE)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Shrewd")
    expect(page.get_by_role("list", name="Players")).to_contain_text("Steady")
    assert accessibility_faults(page) == []
    page.get_by_test_id("hand").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    moves = page.evaluate(_PLAYER, 300_000)
    assert moves, page.inner_text("body")[:800]
    assert moves > 0, "the sums of a fight do not add up"
    assert page.evaluate("() => window.fights") > 0
    match = re.findall(r"#/munchkin/([\w-]+)", page.url)[0]
    record = parse_record(HttpClient(server.url).record(match))
    state = record.state()
    assert state.over
    for seat, level in enumerate(state.levels):
        expect(page.get_by_test_id(f"level-{seat}")).to_have_text(str(level))
    page.reload()
    expect(page.get_by_test_id("goal")).to_contain_text(re.compile("win"))


def test_friends_are_invited_from_its_card(visitor: Watched) -> None:
    page = visitor.page("/")
    page.get_by_role("link", name="Invite friends to Munchkin Dice").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seats").select_option("3")
    expect(page.get_by_label("On this device")).to_be_disabled()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Set up the table").click()
    link = page.get_by_label("Link for friends").input_value()
    guest = HttpClient(link.split("/#")[0])
    guest.arrive("Bob")
    match, invite = link.split("#join=")[1].split(".")
    guest.sit(match, invite)
    expect(page.get_by_text("Bob", exact=True)).to_be_visible()
    expect(page.get_by_label("Bots play")).to_have_value("shrewd")
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_role("button", name="Start with 3").click()
    expect(page.get_by_test_id("hand").get_by_role("button")).to_have_count(8)


def test_the_levels_of_real_cards(visitor: Watched) -> None:
    page = visitor.page("/#/levels")
    for index, name in enumerate(("Ann", "Bob", "Cy")):
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    now = page.get_by_test_id("now")
    expect(now).to_contain_text("Ann has no roll")
    expect(page.get_by_role("button", name="Roll the die for a level")).to_be_disabled()
    for _ in range(2):
        page.get_by_role("button", name="Ann: level up").click()
    page.get_by_role("button", name="Bob: level up").click()
    page.get_by_role("button", name="Roll the die for a level").click()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="5", exact=True).click()
    expect(page.get_by_test_id("level-0")).to_have_text("4")
    expect(page.get_by_role("button", name="Ann has fought: no penalty")).to_have_text("Penalty 5")
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Roll the die for a level").click()
    page.get_by_role("button", name="the picture").click()
    page.get_by_role("button", name="9", exact=True).click()
    now.get_by_role("button", name="Bob").click()
    expect(page.get_by_test_id("level-0")).to_have_text("4")
    expect(page.get_by_test_id("level-1")).to_have_text("1")
    expect(page.get_by_role("button", name="Roll the die for a level")).to_be_disabled()
    page.reload()
    expect(page.get_by_test_id("level-0")).to_have_text("4")
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_test_id("level-1")).to_have_text("2")
    page.get_by_role("button", name="Throw it for us").click()
    expect(page.get_by_role("button", name="Throw it for us")).to_have_count(0)
