"""The replay of a finished game, and its dice checked in the page; a server that lies is found."""

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from hotdice.client import HttpClient
from hotdice.game import evolve, new_game, parse_record, print_record
from hotdice.match.fair_record import derive_fair
from hotdice.rules import load
from match.test_fair import fair_game
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.modules import run_module
from web.playing import QUICK, play_to_the_end, wait_for_table, with_settings


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Process) -> Iterator[Page]:
    """The page of somebody who has just finished a game."""
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play Classic Farkle", exact=True).click()
        play_to_the_end(page)
        yield page


def _match(page: Page) -> str:
    found: str = re.findall(r"#/table/([\w-]+)", page.url)[0]
    return found


def test_the_seal_is_shown_and_opened_at_the_table(finished: Page, server: Process) -> None:
    record = parse_record(HttpClient(server.url).record(_match(finished)))
    throws = derive_fair(record).throws
    finished.get_by_role("button", name="Menu").click()
    finished.get_by_role("button", name="Fair dice").click()
    expect(finished.get_by_test_id("verdict")).to_have_text(
        re.compile(rf"{throws} rolls checked on this device\. All are right\.")
    )
    _, commitment, _, seed, *_ = record.dice.split(" ")
    expect(finished.get_by_test_id("commitment")).to_have_text(commitment)
    expect(finished.get_by_test_id("server-seed")).to_have_text(seed.removeprefix("server="))
    noted = finished.evaluate(f"() => JSON.parse(localStorage.getItem('hotdice.fair.{_match(finished)}'))")
    [mine] = [part["seed"] for part in noted["parts"].values()]
    expect(finished.get_by_test_id("my-seed")).to_have_text(mine)
    finished.get_by_text(f"Show all {throws} rolls").click()
    expect(finished.locator(".rolls li")).to_have_count(throws)
    assert accessibility_faults(finished) == []
    finished.get_by_role("button", name="Close").click()


def test_a_game_is_stepped_through_and_its_record_taken_home(
    finished: Page, visitor: Watched, server: Process, tmp_path: Path
) -> None:
    """By a link, by somebody who was not there."""
    match = _match(finished)
    text = HttpClient(server.url).record(match)
    record = parse_record(text)
    page = visitor.page(f"/#/replay/{match}")
    expect(page.get_by_test_id("said")).to_have_text("Before the first roll.")
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_test_id("said")).to_contain_text("rolled")
    page.keyboard.press("End")
    for seat, total in enumerate(record.state().totals):
        expect(page.get_by_test_id(f"total-{seat}")).to_have_text(f"{total:,}")
    expect(page.get_by_test_id("said")).to_contain_text(re.compile(r"\bwins?\b"))  # two may share it
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="To the turn before").click()
    expect(page.get_by_test_id("said")).to_contain_text(re.compile("banked|farkled"))
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()
    assert accessibility_faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    download.value.save_as(tmp_path / "game.farkle")
    assert (tmp_path / "game.farkle").read_text(encoding="utf-8") == text
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All are right.")


Change = Callable[[dict[str, Any]], None]


def _lying(page: Page, change: Change) -> None:
    """A server that tells the game otherwise than it was."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            data = json.loads(message)
            if data["type"] == "Welcome":
                change(data)
            socket.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket(re.compile("/ws$"), between)


def _flip_seed(data: dict[str, Any]) -> None:
    seed = data["view"]["server_seed"]
    data["view"]["server_seed"] = seed[:-1] + f"{int(seed[-1], 16) ^ 1:x}"


def _turn_a_die(data: dict[str, Any]) -> None:
    events = [event for news in data["news"] for event in news.get("events", [])]
    rolled = next(event for event in events if event["type"] == "DiceRolled")
    rolled["faces"][0] = rolled["faces"][0] % 6 + 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_flip_seed, "The seal does not fit what was inside."),
        (_turn_a_die, "1 roll does not follow from the seeds."),
    ],
)
def test_a_flipped_bit_is_found(finished: Page, visitor: Watched, change: Change, sentence: str) -> None:
    page = visitor.context.new_page()
    _lying(page, change)
    page.goto(f"/#/replay/{_match(finished)}")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text(sentence)


def test_a_seed_of_my_own_is_mixed_in(visitor: Watched) -> None:
    page = visitor.page("/#/friends")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Fair dice").click()
    page.get_by_label("Your own words or number").fill("my grandmother's kitchen")
    page.get_by_role("button", name="Mix in").click()
    expect(page.get_by_text("Mixed in.", exact=True)).to_be_visible()
    expect(page.get_by_test_id("my-seed")).to_have_text(sha256(b"my grandmother's kitchen").hexdigest())


def test_a_game_that_goes_on_is_not_replayed(visitor: Watched) -> None:
    page = visitor.page("/")
    page.get_by_role("button", name="Play now").click()
    wait_for_table(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_role("alert")).to_have_text("This game is not over yet. Watch it instead.")
    page.goto("/#/replay/nothing-like-it")
    expect(page.get_by_role("alert")).to_have_text("There is no such game here.")


_FILM = """
import { film } from "page/game/replay";
import { parseRecord } from "page/core/game/record";
export function answer(text) {
  const faces = (frame) => frame.loose.map((die) => die.face);
  return film(parseRecord(text)).frames.map((frame) => [frame.event, frame.totals, faces(frame)]);
}
"""


@pytest.mark.parametrize(
    ("sheet", "seats"), [("classic", 2), ("playmonster", 4), ("marina", 3), ("munchkin-farkle", 3)]
)
def test_every_picture_is_what_the_referee_says(sheet: str, seats: int, tmp_path: Path) -> None:
    record = fair_game(11, sheet, seats)
    frames = run_module(tmp_path, _FILM, print_record(record))
    state = new_game(load(sheet), seats)
    frame = iter(frames)
    event, totals, _ = next(frame)
    assert (event, tuple(totals)) == (None, state.totals)
    waiting = next(frame, None)
    for fact in record.events:
        state = evolve(state, fact)
        if waiting is not None and waiting[0] == msgspec.json.decode(msgspec.json.encode(fact)):
            assert tuple(waiting[1]) == state.totals, fact
            if waiting[0]["type"] == "DiceRolled" and state.faces:
                assert tuple(waiting[2]) == state.faces, fact
            waiting = next(frame, None)
    assert waiting is None
