"""The page without a server: what `make site` writes, on a plain static host, and with the network off."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from hotdice.game import parse_record
from hotdice.game.proving import derive_again
from hotdice.rules import load, shipped
from server.processes import free_port
from web.browsing import Watched, accessibility_faults, watched
from web.playing import QUICK, games_saved, play_cards, play_to_the_end, to_a_choice, with_settings

RACES = [name for name in shipped() if load(name).target and load(name).deck is None]
CARDS = [name for name in shipped() if load(name).deck is not None]

_SAME_CHANCE = """
  let drawn = 0;
  crypto.getRandomValues = (into) => { for (const at of into.keys()) into[at] = 37 * ++drawn; return into; };
"""
"""A browser whose chance is always the same: so are seed, deck and dice of the first game of this device."""


@pytest.fixture(scope="module")
def folder(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make site` writes, for a module to do with it what it likes."""
    folder = tmp_path_factory.mktemp("host") / "games" / "dice"
    shutil.copytree(built_site, folder)
    return folder


@contextmanager
def hosted(root: Path) -> Iterator[str]:
    """The address of a plain static host, which is gone afterwards."""
    port = free_port()
    words = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(root)]
    host = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _answers(port)
        yield f"http://127.0.0.1:{port}/"
    finally:
        host.terminate()
        host.wait()


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of a site that lies under a path of its host."""
    with hosted(folder.parent.parent) as address:
        yield f"{address}games/dice/"


def _answers(port: int) -> None:
    """Wait until somebody listens there."""
    for _ in range(1200):
        with socket.socket() as probe:
            probe.settimeout(0.1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the static host did not start")


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Watched]:
    with watched(browser, site, service_workers="allow") as one:
        one.server_may_vanish = True
        yield one


def _offline(visitor: Watched, page: Page) -> None:
    """Wait until the page is on the device, then take the network away."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    visitor.context.set_offline(True)
    page.reload()


def against_the_champion(page: Page, name: str) -> None:
    """Begin a game: on the first screen somebody new meets the gentlest bot, whoever they wish for."""
    page.goto(f"{page.url.split('#')[0]}#/sheet/{name}")
    page.get_by_role("button", name="Play", exact=True).click()


def _record(page: Page) -> str:
    """The record of the only game of this device, as the export gives it."""
    page.goto(page.url.split("#")[0] + "#/settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy of 1").click()
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_a_game_without_a_network_survives_a_reload_and_is_reviewed(visitor: Watched, site: str) -> None:
    with_settings(visitor, **QUICK, lastBot="champion", lastSheet="kcd")
    page = visitor.page(site)
    _offline(visitor, page)
    against_the_champion(page, "kcd")
    to_a_choice(page)
    dice = page.locator("[data-testid=tray] .place")
    labels = [dice.nth(at).get_attribute("aria-label") or "" for at in range(dice.count())]
    assert labels
    assert games_saved(page) == 1
    page.reload()  # in the middle of a roll
    expect(page.locator("[data-testid=tray] .place[aria-disabled=false]").first).to_be_visible()
    for at, label in enumerate(labels):
        expect(dice.nth(at)).to_have_attribute("aria-label", label)
    page.keyboard.press("h")
    expect(page.locator("body")).to_contain_text(re.compile("on average|of the time"))
    play_to_the_end(page)
    page.get_by_role("link", name="Review").first.click()
    expect(page.get_by_test_id("player-0")).to_be_visible()
    record = parse_record(_record(page))
    assert record.players == ("human", "champion")
    assert record.state().over
    assert derive_again(record).holds, "the dice are those of the seed, as the referee in Python throws them"


def test_what_needs_a_server_says_so_and_lets_one_be_named(visitor: Watched, site: str) -> None:
    page = visitor.page(site + "#/friends/classic")
    page.get_by_label("By link").check()
    expect(page.get_by_test_id("needs-server")).to_be_visible()
    assert accessibility_faults(page) == []
    for link in ("table/abc", "munchkin/abc", "replay/abc"):  # of somebody who plays on a server
        page.goto(f"{site}#/{link}")
        expect(page.get_by_role("heading", name="There is no such game here.")).to_be_visible()
        expect(page.get_by_test_id("needs-server")).to_be_visible()


def test_pass_and_play_and_the_trainer_and_the_card_without_a_network(visitor: Watched, site: str) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page(site)
    _offline(visitor, page)
    page.goto(site + "#/train/classic")
    expect(page.get_by_test_id("exercise")).to_be_visible()
    page.goto(site + "#/strategy/classic")
    expect(page.locator("main")).to_contain_text("Stop")
    page.goto(site + "#/friends/kcd")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Player 2").fill("Bob")
    page.get_by_role("button", name="Begin").click()
    play_to_the_end(page)


def test_games_come_back_from_a_file_and_nonsense_is_told(
    visitor: Watched, site: str, tmp_path: Path
) -> None:
    page = visitor.page(site + "#/settings")
    here = page.get_by_test_id("games-here")
    good = Path("docs/munchkin-farkle-game.farkle").read_text(encoding="utf-8")
    bad = good.replace("=3000", "=3050")
    file = tmp_path / "games.farkle"
    for text, told in (
        (good + "\n" + bad, "1 game is here now; 1 could not be read."),
        ("hotdice record 3\n", "A newer Hotdice wrote this file"),
        ("nothing of the kind", "There are no games in this file."),
    ):
        file.write_text(text, encoding="utf-8")
        here.locator("input[type=file]").set_input_files(file)
        expect(here).to_contain_text(told)
    page.goto(site)
    expect(page.locator("body")).to_contain_text("Munchkin Farkle")


def test_a_game_travels_in_its_link_and_is_nobody_elses_own(
    browser: Browser, visitor: Watched, site: str, tmp_path: Path
) -> None:
    page = visitor.page(site + "#/settings")
    file = Path("docs/munchkin-farkle-game.farkle")
    page.get_by_test_id("games-here").locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("games-here")).to_contain_text("1 game is here now")
    page.goto(site)
    page.goto(site + str(page.locator("a.game").first.get_attribute("href")).replace("/table/", "/replay/"))
    page.get_by_role("button", name="Share this game").click()
    link = page.get_by_label("Link for friends").input_value()
    assert link.startswith(site + "#/game/z"), "under the path of the site"
    with watched(browser, site, service_workers="allow") as friend:
        friend.server_may_vanish = True
        shown = friend.page(site)
        _offline(friend, shown)
        shown.goto(link)
        expect(shown.get_by_test_id("said")).to_have_text("Before the first roll.")
        shown.reload()  # it is here now
        shown.get_by_role("link", name="Review").click()
        expect(shown.get_by_test_id("player-0")).to_be_visible()
        shown.goto(site + "#/settings")
        expect(shown.get_by_role("button", name="Save a copy of 0")).to_be_visible()
        damaged = link[:-40]
        for bad in (damaged, site + "#/game/zAAAA", site + "#/game/pbm90aGluZw"):
            shown.goto("about:blank")
            shown.goto(bad)
            expect(shown.get_by_text("This link is damaged, or was cut.")).to_be_visible()


def test_house_rules_are_handed_on_under_the_path_of_the_site(visitor: Watched, site: str) -> None:
    page = visitor.page(site + "#/rules/kcd")
    page.get_by_text("Hand these rules on").click()
    assert page.get_by_label("Link for friends").input_value() == site + "#/sheet/kcd"


def test_a_table_with_a_wrong_hash_is_not_believed(browser: Browser, site: str) -> None:
    asked: list[str] = []

    def damaged(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=b"HOTDICE1" + bytes(64))

    with watched(browser, site) as visitor:  # without a service worker, past which no test would see
        with_settings(visitor, **QUICK, lastBot="champion", lastSheet="kcd")
        visitor.context.route("**/tables/*", damaged)
        page = visitor.page(site)
        against_the_champion(page, "kcd")
        to_a_choice(page)
        page.keyboard.press("h")
        expect(page.locator("body")).to_contain_text("on average")  # the turn alone is judged
        play_to_the_end(page)
        assert asked, "the table was asked for"
        kept = "() => caches.open('hotdice-tables').then((one) => one.keys()).then((all) => all.length)"
        assert page.evaluate(kept) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("name", RACES)
def test_every_race_against_the_champion_without_a_network(name: str, visitor: Watched, site: str) -> None:
    with_settings(visitor, **QUICK, lastBot="champion", lastSheet=name)
    page = visitor.page(site)
    _offline(visitor, page)
    against_the_champion(page, name)
    play_to_the_end(page, 240)
    page.get_by_role("link", name="Review").first.click()
    expect(page.get_by_test_id("player-0")).to_be_visible()
    assert set(parse_record(_record(page)).players[1:]) == {"champion"}


BOTS = ("greedy", "threshold:350", "thumb", "paper", "turn-optimal", "champion")


def test_who_has_played_here_chooses_whom_to_play_without_a_network(visitor: Watched, site: str) -> None:
    with_settings(visitor, **QUICK, lastSheet="kcd")
    page = visitor.page(site)
    _offline(visitor, page)
    page.get_by_role("button", name="Play now").click()
    to_a_choice(page)
    page.goto(site)
    page.locator(".hero .bot").click()
    offered = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    expect(offered.first).to_be_visible()
    assert offered.count() >= len(BOTS)
    offered.last.click()  # the strongest, a fox
    page.get_by_role("button", name="Play now").click()
    to_a_choice(page)
    expect(page.get_by_role("list", name="Players")).to_contain_text("Vesper")


@pytest.mark.parametrize("name", CARDS)
def test_a_game_with_cards_without_a_network_to_its_end_and_review(
    name: str, visitor: Watched, site: str
) -> None:
    with_settings(visitor, **QUICK)
    visitor.context.add_init_script(_SAME_CHANCE)
    page = visitor.page(site)
    _offline(visitor, page)
    page.goto(f"{site}#/sheet/{name}")
    page.get_by_role("button", name="Play", exact=True).click()
    assert play_cards(page)["cards"] > 0
    page.get_by_role("link", name="Review").first.click()
    for seat in range(3):
        expect(page.get_by_test_id(f"player-{seat}")).to_be_visible()
    expect(page.get_by_test_id("decision").first).to_be_visible()
    record = parse_record(_record(page))
    assert record.state().over
    assert record.rules == load(name)
    assert derive_again(record).holds, "dice and deck are those of the seed, as the referee has them"
