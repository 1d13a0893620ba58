"""Munchkin Dice on the page: a whole game, its replay and its seal, and the levels of a real table."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from hotdice.client import HttpClient, ServerRefused
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import parse_record
from server.processes import Process
from web.browsing import PATIENCE, Watched, accessibility_faults, watched
from web.playing import QUICK, play_munchkin, with_settings


@pytest.fixture(scope="module")
def finished(browser: Browser, server: Process) -> Iterator[Page]:
    """The page of somebody who has played a whole game."""
    with watched(browser, server.url) as visitor:
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        page.get_by_role("button", name="Play Munchkin Dice").click()
        expect(page.get_by_test_id("hand").get_by_role("button")).to_have_count(8)
        page.wait_for_function("() => document.querySelector('[data-testid=moves] button')", timeout=PATIENCE)
        expect(page.get_by_role("list", name="Players")).to_contain_text("Cleo")
        expect(page.get_by_role("list", name="Players")).to_contain_text("Otto")
        assert accessibility_faults(page) == []
        page.get_by_test_id("hand").get_by_role("button").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Fair dice").click()
        expect(page.get_by_text("We sealed the dice before you sat down.")).to_be_visible()
        expect(page.get_by_test_id("my-seed")).to_have_text(_my_seed(page))
        page.get_by_role("button", name="Close").click()
        with pytest.raises(ServerRefused) as early:
            HttpClient(server.url).get(f"/api/matches/{_match(page)}/film")
        assert early.value.code == "not_over", "the hands are nobody's business yet"
        seen = play_munchkin(page)
        assert seen["fights"] > 0
        assert seen["cards"] > 0
        yield page


def _match(page: Page) -> str:
    found: str = re.findall(r"#/(?:munchkin|replay)/([\w-]+)", page.url)[0]
    return found


def _my_seed(page: Page) -> str:
    key = f"hotdice.fair.{_match(page)}"
    seed: str = page.evaluate(
        "(key) => Object.values(JSON.parse(localStorage.getItem(key)).parts)[0].seed", key
    )
    return seed


def test_a_whole_game_at_the_table(finished: Page, server: Process) -> None:
    state = parse_record(HttpClient(server.url).record(_match(finished))).state()
    assert state.over
    for seat, level in enumerate(state.levels):
        expect(finished.get_by_test_id(f"level-{seat}")).to_have_text(str(level))
    finished.reload()
    expect(finished.get_by_test_id("goal")).to_contain_text(re.compile("win"))
    expect(finished.get_by_role("button", name="Rematch")).to_be_visible()
    assert accessibility_faults(finished) == []


def test_its_seal_is_opened_at_the_table(finished: Page, server: Process) -> None:
    record = parse_record(HttpClient(server.url).record(_match(finished)))
    count = derive_table(record)
    finished.get_by_role("button", name="Open the seal").click()
    expect(finished.get_by_test_id("verdict")).to_contain_text(
        f"{count} dice and cards checked on this device. All are right."
    )
    _, commitment, _, seed, *_ = record.dice.split(" ")
    expect(finished.get_by_test_id("commitment")).to_have_text(commitment)
    expect(finished.get_by_test_id("server-seed")).to_have_text(seed.removeprefix("server="))
    expect(finished.get_by_test_id("my-seed")).to_have_text(_my_seed(finished))
    finished.get_by_text(f"Show all {count} dice and cards").click()
    expect(finished.locator(".rolls li")).to_have_count(count)
    assert accessibility_faults(finished) == []
    finished.get_by_role("button", name="Close").click()


def _film(server: Process, match: str) -> dict[str, Any]:
    film: dict[str, Any] = HttpClient(server.url).get(f"/api/matches/{match}/film")
    return film


def test_it_is_stepped_through_by_a_stranger(
    finished: Page, visitor: Watched, server: Process, tmp_path: Path
) -> None:
    match = _match(finished)
    link = finished.get_by_role("link", name="Replay").get_attribute("href")
    assert link == f"#/replay/{match}"
    text = HttpClient(server.url).record(match)
    state = parse_record(text).state()
    page = visitor.page(f"/{link}")
    said, a_turn = page.get_by_test_id("said"), re.compile(r"'s turn\.$")
    expect(said).to_have_text("Before the first card.")
    expect(page.get_by_test_id("level-0")).to_have_text("1")
    page.get_by_role("button", name="One step on").click()
    expect(said).to_have_text(a_turn)
    hands = page.get_by_test_id("hands").locator("dd")
    assert all(len(hand.split(", ")) >= 8 for hand in hands.all_inner_texts()), "every hand lies open"
    page.keyboard.press("End")
    expect(said).to_contain_text("win")
    for seat, level in enumerate(state.levels):
        expect(page.get_by_test_id(f"level-{seat}")).to_have_text(str(level))
    page.get_by_role("button", name="To the turn before").click()
    expect(said).to_have_text(a_turn)
    page.keyboard.press("ArrowRight")
    expect(said).not_to_have_text(a_turn)
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()
    assert accessibility_faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "game.munchkin")
    assert (tmp_path / "game.munchkin").read_text(encoding="utf-8") == text
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("All are right.")


def test_a_link_leads_to_one_moment(finished: Page, visitor: Watched, server: Process) -> None:
    """A fight and a die as the referee has them at that step."""
    match = _match(finished)
    pictures = _film(server, match)["pictures"]
    fight = next(index for index, one in enumerate(pictures) if one["event"]["type"] == "FightBegan")
    page = visitor.page(f"/#/replay/{match}/{fight + 1}")
    expect(page.get_by_test_id("said")).to_contain_text("meets")
    sums = pictures[fight]["fight"]["account"]
    for side in ("heroes", "monsters"):
        total = str(sum(line["points"] for line in sums[side]))
        expect(page.get_by_test_id(f"sum-{side}")).to_have_text(total)
    assert accessibility_faults(page) == []
    die = next((index for index, one in enumerate(pictures) if one["event"]["type"] == "DieThrown"), None)
    if die is not None:
        page.goto(f"/#/replay/{match}/{die + 1}")
        face = pictures[die]["event"]["face"]
        expect(page.get_by_test_id("die")).to_have_text("the picture" if face == 10 else str(face))


def _a_die(film: dict[str, Any]) -> None:
    events = [one["event"] for one in film["pictures"]]
    thrown = next((one for one in events if one["type"] in ("DieThrown", "EscapeThrown")), None)
    if thrown is None:  # in a game without a die a card is changed
        drawn = next(one for one in events if one["type"] == "CardDrawn")
        drawn["card"] = next(card for card in film["doors"] if card != drawn["card"])
    else:
        thrown["face"] = thrown["face"] % 6 + 1


def test_a_changed_die_is_found(finished: Page, visitor: Watched) -> None:
    page = visitor.context.new_page()

    def lie(route: Route) -> None:
        film = route.fetch().json()
        _a_die(film)
        route.fulfill(json=film)

    page.route(re.compile("/film$"), lie)
    page.goto(f"/#/replay/{_match(finished)}")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text(re.compile("do(es)? not follow from the seeds"))


def test_a_changed_seed_is_found(finished: Page, visitor: Watched) -> None:
    page = visitor.context.new_page()

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            data = json.loads(message)
            if data["type"] == "Welcome":
                seed = data["view"]["server_seed"]
                data["view"]["server_seed"] = seed[:-1] + f"{int(seed[-1], 16) ^ 1:x}"
            socket.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket(re.compile("/ws$"), between)
    page.goto(f"/#/replay/{_match(finished)}")
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("The seal does not fit what was inside.")


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
    expect(page.get_by_label("Bots play")).to_have_value("seer")
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
    # Short names stand on the stairs, too.
    expect(page.locator(".ladder .label")).to_have_text(["Ann", "Bob", "Cy"])
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
