"""The game of the day on the page: sealed on a server, open without one; the page about you, the run."""

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hotdice.client import HttpClient
from hotdice.club.daily import fox_game
from hotdice.club.days import number_of, open_seed, parse_day, today
from hotdice.club.sealed import own_forks
from hotdice.match.store.club import DayGame
from server.processes import Process, serve
from server.test_daily import Club
from web.browsing import Watched, accessibility_faults, watched
from web.playing import QUICK, play_to_the_end, with_settings
from web.test_site import folder, site

__all__ = ["folder", "site"]
SHARE = re.compile(
    r"Hotdice \d+( open)?: [\d,]+ \(Fox [\d,]+\)\n[🟢🔶🟥🍀🌧]{10}\n"
    r"(Gave away [\d,]+|Gave nothing away)\.( Got away with \w+\.)?"
)


def _end(page: Page, day: str) -> str:
    """Play today's game and turn the fox's over; the text to share."""
    page.get_by_test_id("day-play").click()
    play_to_the_end(page)
    result = page.get_by_test_id("day-result")
    expect(result.get_by_test_id("day-round")).to_have_count(10)
    result.get_by_test_id("turn-over").click()
    expect(result.locator("li.open")).to_have_count(1)
    expect(result.get_by_test_id("day-fox")).to_have_count(0)
    result.get_by_test_id("turn-all").click()
    expect(result.locator("li.open")).to_have_count(10)
    text = result.get_by_test_id("share-text").inner_text()
    assert SHARE.fullmatch(text), text
    assert text.startswith(f"Hotdice {number_of(parse_day(day))}")
    return text


def test_the_sealed_day_at_the_real_table(visitor: Watched, server: Process) -> None:
    with_settings(visitor, **QUICK)
    page = visitor.page()
    day = HttpClient(server.url).get("/api/daily")["today"]["day"]
    page.get_by_test_id("home-daily").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert accessibility_faults(page) == []
    text = _end(page, day)
    assert " open" not in text
    lists = HttpClient(server.url).get(f"/api/daily/{day}/lists")
    assert lists["people"] == 1
    assert f": {lists['points'][0]['points']:,} (" in text
    assert re.search(rf"Gave away {lists['points'][0]['given_away']:,}\.|Gave nothing", text)
    expect(page.get_by_test_id("day-lists").locator("tbody tr")).to_have_count(1)
    assert accessibility_faults(page) == []
    # A second time there is nothing to play: the result is there, also after a reload.
    page.goto(f"{server.url}/#/daily")
    page.reload()
    expect(page.get_by_test_id("share-text")).to_have_text(text)
    expect(page.get_by_test_id("day-play")).to_have_count(0)
    page.goto(f"{server.url}/#/you")
    expect(page.get_by_test_id("you-figures")).to_contain_text("Days played")
    expect(page.get_by_test_id("you-figures").locator("dd").nth(2)).to_have_text("1")
    page.get_by_test_id("erase").click()
    page.get_by_test_id("erase-yes").click()
    expect(page.get_by_test_id("home-daily")).to_be_visible()
    left = HttpClient(server.url).get(f"/api/daily/{day}/lists")
    assert (left["people"], left["points"][0]["name"]) == (1, "")


@pytest.fixture
def alone(browser: Browser, site: str) -> Iterator[Watched]:
    with watched(browser, site, service_workers="allow", viewport={"width": 320, "height": 568}) as one:
        one.server_may_vanish = True
        yield one


def test_the_open_day_offline_on_a_site_and_the_page_about_you(alone: Watched, site: str) -> None:
    with_settings(alone, **QUICK)
    page = alone.page(site)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    alone.context.set_offline(True)
    page.goto(f"{site}#/daily")
    day = today().isoformat()
    page.get_by_test_id("day-play").click()
    page.wait_for_selector("[data-testid=dock]")
    page.reload()  # in the middle: it goes on
    page.wait_for_selector("[data-testid=dock]")
    other = alone.page(page.url)  # a second tab has to wait: a day has one result
    expect(other.get_by_text("open in another tab")).to_be_visible()
    other.close()
    page.goto(f"{site}#/daily")
    text = _end(page, day)
    assert " open:" in text
    assert f"(Fox {fox_game(open_seed(parse_day(day))).state().totals[0]:,})" in text
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    page.goto(f"{site}#/daily")
    expect(page.get_by_test_id("share-text")).to_have_text(text)
    expect(page.get_by_test_id("day-play")).to_have_count(0)
    assert accessibility_faults(page) == []
    page.goto(f"{site}#/daily/2026-11-01")  # an older day, for practice
    page.get_by_test_id("day-play").click()
    page.wait_for_selector("[data-testid=dock]")
    page.goto(f"{site}#/you")
    figures = page.get_by_test_id("you-figures")
    expect(figures.locator("dd").nth(0)).to_have_text("1")
    expect(figures.locator("dd").nth(2)).to_have_text("1")
    expect(page.get_by_test_id("unrated")).to_have_count(0)  # a game alone is no contest
    expect(page.get_by_test_id("house-record")).to_contain_text("Biggest turn here")
    assert accessibility_faults(page) == []
    with page.expect_download() as download:
        page.get_by_test_id("take-json").click()
    kept = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert kept["notes"][0]["sheet"] == "marina-solitaire"
    with page.expect_download() as download:
        page.get_by_test_id("take-csv").click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert '"marina-solitaire"' in lines[1]


def test_what_everybody_did_is_told_from_five_people_on(browser: Browser, tmp_path: Path) -> None:
    """A past day on a second device: the own game, and what others did where at least five stood."""
    with serve(tmp_path) as server:
        ann = HttpClient(server.url)
        me = ann.arrive("Ann")
        server.stop()
        club = Club(str(tmp_path / "games.db"))
        club.time = datetime.now(UTC) - timedelta(days=2)
        day = club.time.date()

        async def played() -> DayGame:
            await club.days.start()
            return await club.play(me["id"], day=day)

        with ThreadPoolExecutor(1) as apart:  # the browser's loop runs in this thread
            game = apart.submit(lambda: asyncio.run(played())).result()
        assert game.points is not None
        forks = own_forks(game.record)
        (here, mine), (there, same) = forks[0], forks[-1]
        other = mine.replace("roll", "bank") if "roll" in mine else mine.replace("bank", "roll")
        for number in range(4):  # five stand at the first fork, and only four at the last
            name = f"other {number}"
            one = DayGame(day.isoformat(), name, "", 0, ended=False, points=None, gave=None)
            done = [(here, mine if number < 2 else other)]
            done += [(there, same.replace("roll", "bank"))] if number < 3 and there != here else []
            club.store.club.begin(day.isoformat(), name, "", 0)
            club.store.club.move(one, "", 1, ended=True, now=0)
            assert club.store.club.count(one, 5000, 100, done).result(30)
        club.store.close()
        server.start()
        with watched(browser, server.url, viewport={"width": 320, "height": 568}) as visitor:
            key = json.dumps(json.dumps({"id": me["id"], "name": "Ann", "key": me["key"]}))
            memory = f"localStorage.setItem('hotdice.person', {key})"
            visitor.context.add_init_script(f"try {{ {memory} }} catch {{}}")
            page = visitor.page()
            page.goto(f"{server.url}/#/daily/{day}")
            told = page.get_by_test_id("day-forks").locator("li")
            expect(told).to_have_count(1)
            expect(told).to_contain_text("5 people stood here.")
            expect(told.locator(".yours")).to_contain_text(re.compile(r"^60 ?% "))
            expect(told).to_contain_text(re.compile(r"40 ?% "))
            assert accessibility_faults(page) == []
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0
            expect(page.get_by_test_id("day-round")).to_have_count(10)  # the own game, on another device


def test_the_thing_to_try_leads_to_such_positions(visitor: Watched, server: Process) -> None:
    page = visitor.page()
    position = "kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"
    page.goto(f"{server.url}/#/train/kcd/{position}")
    about = page.get_by_test_id("about")
    expect(about).to_contain_text("From a game of yours.")
    expect(page.get_by_test_id("exercise")).to_contain_text("400")
    seen = []
    for _ in range(3):
        page.locator(".choices button").first.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        page.get_by_role("button", name="Next").click()
        page.locator(".choices button").first.wait_for()
        seen.append(about.inner_text())
        assert page.get_by_test_id("exercise").locator(".seats strong").all_inner_texts() == [
            "2,500",
            "2,600",
        ]
    assert all("Like one from a game of yours." in text for text in seen)
    assert accessibility_faults(page) == []


def test_a_run_ends_with_the_third_mistake_and_is_kept(visitor: Watched, server: Process) -> None:
    page = visitor.page()
    page.goto(f"{server.url}/#/run/kcd")
    for _ in range(60):
        page.locator(".choices button").first.wait_for()
        page.keyboard.press("Tab")
        page.locator(".choices button").last.click()
        expect(page.get_by_test_id("verdict")).to_be_visible()
        if page.get_by_test_id("run-over").count():
            break
        page.get_by_role("button", name="Next").click()
    over = page.get_by_test_id("run-over")
    expect(over.locator("li a")).to_have_count(3)
    assert accessibility_faults(page) == []
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('hotdice.runs'))")
    assert len(kept) == 1
    assert sum(not step["right"] for step in kept[0]["steps"]) == 3
    over.locator("li a").first.click()
    expect(page).to_have_url(re.compile("#/what-if/"))
