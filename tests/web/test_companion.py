"""The companion for real dice: taps, best keeps, undo, the family's sheet, other screens, no network."""

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from hotdice.game import Adjust, EnterTurn, Refusal, Resign, TakeSeat, new_game, parse_record, play
from hotdice.game.state import Phase, State
from hotdice.game.verifying import needed_to_bank
from hotdice.rules import load, reference, shipped
from hotdice.terminal.keeper import for_a_table
from server.processes import Process
from web.browsing import Watched, accessibility_faults, watched
from web.layout import SMALL, layout_faults, resize
from web.modules import run_module
from web.television import far_faults

_FOLD = """
import { keptBy } from "page/keep/ops";
import { neededToBank } from "page/core/game/verifying";
import { forATable, resolve } from "page/core/rules/loading";
export function answer(games) {
  return games.map(({ rules, names, starter, ops }) =>
    ops.map((_, index) => {
      const { sheet, state } = keptBy(forATable(resolve(rules)), names, starter, ops.slice(0, index + 1));
      return {
        totals: sheet.seats.map((seat) => seat.total), opened: sheet.seats.map((seat) => seat.opened),
        farkles: sheet.seats.map((seat) => seat.farkles), mover: sheet.mover, round: sheet.round,
        phase: sheet.phase, winners: sheet.winners, needed: sheet.phase === "over" ? 0 : neededToBank(state),
      };
    }));
}
"""


def _told(state: State) -> dict[str, Any]:
    over = state.phase is Phase.OVER
    return {
        "totals": list(state.totals),
        "opened": [seat.opened for seat in state.seats],
        "farkles": [seat.farkles for seat in state.seats],
        "mover": state.mover,
        "round": state.round,
        "phase": state.phase.value,
        "winners": list(state.winners),
        "needed": 0 if over else needed_to_bank(state),
    }


HOUSES = {
    "bump": ("busche-neller", ["bump=to_zero", "target=3000"]),
    "bump-swap": ("marina", ["bump=swap"]),
    "last-licks": ("classic", ["last_chance=last_licks", "target=3000"]),
    "welfare": ("cardgames", ["reach=exactly", "overshoot=welfare", "target=3000", "opening=0"]),
    "steps": ("zilch", ["bank_step=100", "minimum=350", "minimum_binds_win=false", "target=3000"]),
}


def _random_game(name: str, number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A game told turn by turn, with what the referee says after each of them."""
    chance = random.Random(f"{name} {number}")
    rules = for_a_table(load(*HOUSES.get(name, (name, []))))
    seats = chance.choice([count for count in rules.seats_allowed if count <= 5])
    starter = chance.randrange(seats)
    state = msgspec.structs.replace(new_game(rules, seats, first=starter))
    ops: list[dict[str, Any]] = []
    states: list[dict[str, Any]] = []
    values = [points for points in range(0, 4000, 50) if rules.table.can_score(points)]
    while not state.over and len(ops) < 200:
        seat = state.mover
        kind = chance.random()
        if kind < 0.35:
            command: Any = EnterTurn(seat, None)
            op: dict[str, Any] = {"type": "farkle"}
        elif kind < 0.37:
            leaver = chance.choice(state.active)
            command, op = Resign(leaver), {"type": "leave", "seat": leaver}
        elif kind < 0.39:
            command, op = TakeSeat(), {"type": "join", "name": "Late", "total": 0}
        elif kind < 0.42:
            other = chance.choice(state.active)
            command, op = Adjust(((other, -150),)), {"type": "adjust", "seat": other, "points": -150}
        else:
            points = chance.choice(values)
            command, op = EnterTurn(seat, points), {"type": "points", "points": points}
        played = play(state, command)
        if isinstance(played, Refusal):
            continue
        state, _ = played
        ops.append(op)
        states.append(_told(state))
    names = [f"P{index}" for index in range(seats)]
    return {
        "rules": reference(rules), "names": names, "starter": starter, "ops": ops,
    }, states  # fmt: skip


@pytest.mark.parametrize("count", [4, pytest.param(25, marks=pytest.mark.nightly)])
def test_the_page_keeps_the_score_as_the_referee_does(count: int, tmp_path: Path) -> None:
    names = (*shipped(), *HOUSES)
    games = [_random_game(name, number) for name in names for number in range(count)]
    page = run_module(tmp_path, _FOLD, [given for given, _ in games])
    assert any(states[-1]["phase"] == "over" for _, states in games if states)
    for (given, states), answers in zip(games, page, strict=True):
        for step, (wanted, found) in enumerate(zip(states, answers, strict=True)):
            assert found == wanted, (given["rules"], step, given["ops"][: step + 1])


def _begin(visitor: Watched, *names: str, sheet: str = "classic") -> Page:
    page = visitor.page(f"/#/keep/{sheet}")
    for index, name in enumerate(names):
        if index > 1:
            page.get_by_role("button", name="One more").click()
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_test_id("goal")).to_contain_text(names[0])
    return page


def _tap(page: Page, faces: str) -> None:
    words = ("one", "two", "three", "four", "five", "six", "joker")
    for face in faces:
        page.get_by_role("group", name="Faces").get_by_role("button", name=words[int(face) - 1]).click()


def _total(page: Page, seat: int, points: str) -> None:
    expect(page.get_by_test_id(f"total-{seat}")).to_have_text(points)


def test_a_turn_is_tapped_and_anything_is_undone(visitor: Watched) -> None:
    page = _begin(visitor, "Ann", "Bob")
    _tap(page, "144462")
    expect(page.get_by_role("button", name="die 1, one, 100 alone, not kept")).to_be_visible()
    expect(page.get_by_role("button", name="die 2, four, scores in a group, not kept")).to_be_visible()
    best = page.get_by_role("group", name="Best keeps").get_by_role("button")
    expect(best.first).to_contain_text("500")
    best.first.click()
    expect(page.get_by_test_id("selection")).to_have_text("+500")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Keep, roll 2").click()
    expect(page.get_by_test_id("turn-total")).to_have_text("500")
    _tap(page, "5")
    page.get_by_role("button", name=re.compile("^die 1, five")).click()
    page.get_by_role("button", name="Bank 550").click()
    _total(page, 0, "550")
    expect(page.get_by_test_id("goal")).to_contain_text("Bob")
    _tap(page, "223346")
    expect(page.get_by_text("Nothing scores. Farkle.")).to_be_visible()
    page.get_by_role("button", name="Farkle", exact=True).click()
    # One tap at a time, back to the clean sheet; the last one brings nothing down any more.
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(page.get_by_text("Nothing scores. Farkle.")).to_be_visible()
    for _ in range(6):
        undo.click()
    _total(page, 0, "550")
    undo.click()
    _total(page, 0, "0")
    expect(page.get_by_test_id("turn-total")).to_have_text("500")
    for _ in range(8):
        undo.click()
    expect(undo).to_be_disabled()
    expect(page.get_by_test_id("turn-total")).to_have_text("0")
    page.get_by_role("button", name="Score sheet").click()
    for _ in range(9):
        page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Close").click()
    _total(page, 0, "550")


def test_points_by_hand_are_doubted_and_put_right_later(visitor: Watched, tmp_path: Path) -> None:
    page = _begin(visitor, "Ann", "Bob", "Cid")

    def tell(points: str, *, all_the_same: bool = False) -> None:
        page.get_by_role("button", name="Only points").click()
        page.get_by_label("Points", exact=True).fill(points)
        page.get_by_role("button", name="Write", exact=True).click()
        if all_the_same:
            expect(page.get_by_role("alert")).to_be_visible()
            page.get_by_role("button", name="Write it all the same").click()
        expect(page.get_by_role("dialog")).to_have_count(0)

    tell("650")
    page.get_by_role("button", name="Only points").click()
    page.get_by_label("Points", exact=True).fill("300")
    page.get_by_role("button", name="Write", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("A turn counts from 500 here.")
    page.get_by_role("button", name="Farkle", exact=True).last.click()
    tell("333", all_the_same=True)
    _total(page, 2, "333")
    tell("1,000")
    _total(page, 0, "1,650")
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Turn 1 of Bob").click()
    page.get_by_label("Points", exact=True).fill("700")
    page.get_by_role("button", name="Write", exact=True).click()
    _total(page, 1, "700")
    assert accessibility_faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    download.value.save_as(tmp_path / "kept.farkle")
    record = parse_record((tmp_path / "kept.farkle").read_text(encoding="utf-8"))
    assert record.state().totals == (1650, 700, 333)


def test_own_dice_are_kept_and_show_their_jokers(visitor: Watched, tmp_path: Path) -> None:
    page = visitor.page("/#/keep/kcd")
    for index, name in enumerate(("Ann", "Bob")):
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_text("Own dice").click()
    bag = page.get_by_label("Dice of seat 1")
    for wrong in ("2*odd", "6*nonsense"):
        bag.fill(wrong)
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("alert")).to_contain_text("Dice of seat 1: 6 of them")
    bag.fill("5*standard, 0:1:1:1:1:1:1")
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Begin").click()
    _tap(page, "117246")
    best = page.get_by_role("group", name="Best keeps").get_by_role("button")
    expect(best.first).to_contain_text("1,000")
    best.first.click()
    assert accessibility_faults(page) == []
    page.get_by_role("button", name="Bank 1,000").click()
    _total(page, 0, "1,000")
    expect(page.get_by_role("group", name="Faces").get_by_role("button")).to_have_count(6)
    page.reload()
    _total(page, 0, "1,000")
    page.get_by_role("button", name="Score sheet").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    download.value.save_as(tmp_path / "kept.farkle")
    record = parse_record((tmp_path / "kept.farkle").read_text(encoding="utf-8"))
    assert record.bags == ("5*standard,1*0:1:1:1:1:1:1", "6*standard")
    assert record.state().totals == (1000, 0)


def test_everything_that_is_pressed_is_on_the_smallest_screen(browser: Browser, server: Process) -> None:
    """After two rolls, with dice chosen: the last button ends above the lower edge of the window."""
    with watched(browser, server.url, viewport={"width": 320, "height": 568}) as visitor:
        page = _begin(visitor, "Ann", "Bob")
        best = page.get_by_role("group", name="Best keeps").get_by_role("button")
        for face, left in (("1", 5), ("5", 4)):
            _tap(page, face)
            best.first.click()
            page.get_by_role("button", name=f"Keep, roll {left}").click()
        _tap(page, "1446")
        best.first.click()
        expect(page.get_by_test_id("selection")).to_have_text("+100")
        expect(page.get_by_role("list", name="Set aside")).to_contain_text("2 rolls")
        below = "() => document.querySelector('.dock .bank').getBoundingClientRect().bottom - innerHeight"
        assert page.evaluate(below) <= 0


def test_a_reload_loses_nothing_and_the_game_ends(visitor: Watched) -> None:
    page = _begin(visitor, "Ann", "Bob", sheet="facebook")
    _tap(page, "11")
    page.reload()
    expect(page.get_by_role("group", name="Dice on the table").get_by_role("button")).to_have_count(2)
    page.get_by_role("button", name="Only points").click()
    page.get_by_label("Points", exact=True).fill("20000")
    page.get_by_role("button", name="Write", exact=True).click()
    for _ in range(25):
        if page.get_by_role("button", name="Farkle", exact=True).is_disabled():
            break
        page.get_by_role("button", name="Farkle", exact=True).click()
    expect(page.get_by_test_id("goal")).to_have_text("Ann wins.")
    page.goto("/#/keep")
    expect(page.get_by_role("link", name=re.compile("Ann, Bob"))).to_contain_text("Finished")


def _link(page: Page) -> str:
    page.get_by_role("button", name="Show on other screens").click()
    link = page.get_by_label("Link for friends").input_value()
    page.get_by_role("button", name="Close").click()
    return link


def test_other_screens_follow_and_a_cut_network_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with (
        Process(str(tmp_path / "games.db")) as server,
        watched(browser, server.url) as phone,
        watched(browser, server.url, viewport={"width": 1440, "height": 900}) as television,
    ):
        phone.server_may_vanish = television.server_may_vanish = True
        page = _begin(phone, "Ann", "Bob")
        screen = television.page(_link(page))
        expect(screen.get_by_test_id("now")).to_contain_text("Ann")
        _tap(page, "11155")
        page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
        page.get_by_role("button", name="Keep, roll 1").click()
        expect(screen.get_by_test_id("now")).to_contain_text("400")
        # The server is gone: the sheet goes on, and says so.
        server.kill()
        _tap(page, "1")
        page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
        page.get_by_role("button", name="Keep, roll 6").click()
        _tap(page, "555")
        page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
        page.get_by_role("button", name="Bank 1,000").click()
        expect(page.get_by_text("No network. Everything is kept here and sent later.")).to_be_visible()
        _total(page, 0, "1,000")
        expect(screen.get_by_text("Reconnecting.")).to_be_visible()
        server.start()
        _total(screen, 0, "1,000")
        expect(screen.get_by_test_id("now")).to_contain_text("Bob")
        expect(page.get_by_text("No network.")).to_have_count(0)
        assert accessibility_faults(screen) == []
        # The browser itself without a network, begun and shown on another screen before it returns.
        phone.context.set_offline(True)
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Farkle", exact=True).click()
        expect(page.get_by_text("No network.")).to_be_visible()
        phone.context.set_offline(False)
        _total(screen, 0, "0")


_SMALL = """
() => {
  const found = [];
  const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const one = all.currentNode.parentElement;
    const box = one.getBoundingClientRect();
    // What is only for screen readers is no larger than a dot.
    if (!all.currentNode.data.trim() || box.width < 2 || box.height < 2) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 28) found.push(`${all.currentNode.data.trim()}: ${size}px`);
    if (box.right > innerWidth || box.bottom > innerHeight) found.push(`${all.currentNode.data}: outside`);
  }
  return found;
}
"""


def test_the_board_is_read_from_three_metres(visitor: Watched, browser: Browser, server: Process) -> None:
    """On a television nothing is smaller than 28 pixels or outside: six players, a long name, a long turn."""
    page = _begin(visitor, "Bartholomew Montgomery", "Bob", "Cyd", "Dee", "Eve", "Flo")
    with watched(browser, server.url, viewport={"width": 1920, "height": 1080}) as television:
        screen = television.page(_link(page))
        expect(screen.get_by_test_id("now")).to_contain_text("Bartholomew")
        for faces, left in (("1", 5), ("5", 4), ("1", 3)):
            _tap(page, faces)
            page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
            page.get_by_role("button", name=f"Keep, roll {left}").click()
        _tap(page, "123")
        expect(screen.get_by_test_id("now")).to_contain_text("250")
        expect(screen.locator(".loose .die")).to_have_count(3)
        assert screen.evaluate(_SMALL) == []
        page.get_by_role("button", name="Farkle", exact=True).click()
        expect(screen.get_by_test_id("now")).to_contain_text("Bob")
        assert screen.evaluate(_SMALL) == []
        page.get_by_role("button", name="Only points").click()
        page.get_by_label("Points", exact=True).fill("9950")
        page.get_by_role("button", name="Write", exact=True).click()
        expect(screen.get_by_test_id("total-1")).to_have_text("9,950")
        assert screen.evaluate(_SMALL) == []
        assert far_faults(screen) == []
        screen.evaluate("() => { document.querySelector('main h1').style.fontSize = '27px'; }")
        assert len(screen.evaluate(_SMALL)) == 1, "what is too small is found"


def test_names_are_only_names(visitor: Watched, browser: Browser, server: Process) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    page = _begin(visitor, hostile, "\u202egnol\u202c")
    link = _link(page)
    with watched(browser, server.url) as other:
        screen = other.page(link)
        expect(screen.get_by_test_id("now")).to_contain_text("<img")
        assert screen.locator("img:not(.disc img)").count() == 0, "beside the faces of the seats"
    assert page.locator("img").count() == 0


def test_house_rules_are_kept_on_the_device(visitor: Watched) -> None:
    page = visitor.page("/#/rules/classic")
    page.get_by_label("To get on the board").fill("0")
    house = page.get_by_test_id("house")
    expect(house.get_by_role("heading")).to_contain_text("no opening minimum")
    house.get_by_role("link", name="Keep score").click()
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Begin").click()
    _tap(page, "5")
    page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
    page.get_by_role("button", name="Bank 50").click()
    _total(page, 0, "50")


_LIVE = """
import { keptBy } from "page/keep/ops";
import { printRecord } from "page/core/game/record";
import { forATable, resolve } from "page/core/rules/loading";
export function answer(games) {
  return games.map(({ rules, names, ops, bags }) => {
    const { sheet, turn, state, events } = keptBy(forATable(resolve(rules)), names, 0, ops, bags ?? []);
    const record = printRecord({
      rules: forATable(resolve(rules)), names, players: names.map(() => "human"), dice: "real", first: 0,
      start: "", date: "", events, late: 0, colours: [], bags: state.bags,
    });
    return {
      totals: sheet.seats.map((seat) => seat.total), gone: sheet.seats.map((seat) => seat.gone),
      mover: sheet.mover, phase: sheet.phase, winners: sheet.winners,
      points: turn.points, hand: turn.hand, offer: state.offer, record,
    };
  });
}
"""


def _roll(faces: str, kept: str = "", *, stop: bool = False) -> list[dict[str, Any]]:
    ops: list[dict[str, Any]] = [{"type": "face", "face": int(face)} for face in faces]
    if kept:
        ops.append({"type": "bank" if stop else "keep", "faces": [int(face) for face in kept]})
    return ops


def _house(*settings: str) -> str:
    return reference(load("classic", ["opening=0", *settings]))


def test_take_overs_and_rolls_that_decide_are_the_referees(tmp_path: Path) -> None:
    """Each told by taps; the record of each, read by the referee in Python, comes to the same totals."""
    pair = ["Ann", "Bob"]
    first = _roll("111234", "111", stop=True)
    began = [*_roll("1", "1"), {"type": "farkle"}, *_roll("5", "5", stop=True)]  # both are on the board then
    take = {"type": "take"}
    taken = _roll("522", "5", stop=True)
    games = [
        {"rules": _house("piggyback=true"), "names": pair, "ops": [*began, *first, take]},
        {"rules": _house("piggyback=true"), "names": pair, "ops": [*began, *first, take, *taken]},
        {
            "rules": _house("piggyback=true"),
            "names": pair,
            "ops": [*began, *_roll("111", "111", stop=True), take, *taken],
        },
        {"rules": _house('instant_win=[{ dice = "111111" }]'), "names": pair, "ops": _roll("111111")},
        {"rules": _house('instant_loss=[{ dice = "666" }]'), "names": [*pair, "Cid"], "ops": _roll("166623")},
        {"rules": _house('instant_loss=[{ dice = "666" }]'), "names": [*pair, "Cid"], "ops": _roll("16662")},
        {"rules": _house(), "names": pair, "ops": [take, *_roll("223346"), {"type": "farkle"}]},
    ]
    found = run_module(tmp_path, _LIVE, games)
    taking, banked, in_part, won, lost, untold, refused = found
    assert (taking["points"], taking["hand"]) == (300, 3)
    assert banked["totals"] == in_part["totals"]
    assert banked["offer"] == in_part["offer"] == 350
    assert (won["phase"], won["winners"]) == ("over", [0])
    assert (lost["gone"], lost["mover"]) == ([True, False, False], 1)
    assert (untold["gone"], untold["mover"]) == ([False] * 3, 0)
    assert refused["mover"] == 1
    assert "take" in banked["record"], "dice that are told to the last one are recorded as dice"
    assert "hand=" in in_part["record"], "what was told in part is recorded as told"
    for one in (banked, in_part, won, lost, refused):
        state = parse_record(one["record"]).state()
        assert (list(state.totals), list(state.winners)) == (one["totals"], one["winners"])


def test_a_take_over_and_a_winning_roll_by_taps(visitor: Watched) -> None:
    page = visitor.page("/#/rules/classic")
    page.evaluate(
        "(rules) => location.assign(`/#/keep/${rules}`)",
        _house("piggyback=true", 'instant_win=[{ dice = "666666" }]'),
    )
    for index, name in enumerate(("Ann", "Bob")):
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    _tap(page, "1")
    expect(page.get_by_text("Some rolls decide this game at once: tap every die.")).to_be_visible()
    _tap(page, "11234")
    page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()
    page.get_by_role("button", name=re.compile("^Bank")).click()
    take = page.get_by_role("button", name="Take over")
    expect(take).to_contain_text("3 dice")
    assert accessibility_faults(page) == []
    resize(page, SMALL)
    assert layout_faults(page) == []
    take.click()
    expect(page.get_by_test_id("tray").get_by_text("Bob takes over")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(take).to_be_visible()
    _tap(page, "666666")
    expect(page.get_by_test_id("goal")).to_have_text("Bob wins.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("group", name="Dice on the table").get_by_role("button")).to_have_count(5)
