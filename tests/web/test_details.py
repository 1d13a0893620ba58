"""Small things that somebody would miss: every way of a menu, and files that can be read."""

import re
from pathlib import Path

from playwright.sync_api import expect

from web.browsing import PATIENCE, Watched
from web.playing import QUICK, with_settings


def test_every_way_of_the_menu_of_munchkin_dice_leads_somewhere(visitor: Watched) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page("/")
    page.get_by_role("button", name=re.compile("Play.*Munchkin Dice")).click()
    page.wait_for_function("() => document.querySelector('[data-testid=moves] .lead')", timeout=PATIENCE)
    menu = page.get_by_role("dialog", name="Menu")
    for way in ("What happened", "Your gear", "Rules", "Share", "Fair dice"):
        page.locator("header button").last.click()
        menu.get_by_role("button", name=way).click()
        expect(menu).to_have_count(0)
        expect(page.get_by_role("dialog")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("header button").last.click()
    menu.get_by_role("button", name="Leave").click()
    expect(menu.get_by_role("button", name="Leave")).to_be_visible()  # it asks once


def test_no_source_of_the_page_is_too_long() -> None:
    made = {Path("web/src/net/messages.ts")}  # by `make protocol`
    files = [path for path in Path("web/src").rglob("*") if path.suffix in (".ts", ".svelte")]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files if path not in made}
    assert len(lengths) > 200
    assert {path: length for path, length in lengths.items() if length > 500} == {}
