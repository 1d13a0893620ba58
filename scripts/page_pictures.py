"""Takes pictures of every screen of the page at three sizes, light and dark, into docs/page/.

They are made by playing on a real server in a real browser: `python -m scripts.page_pictures [SCREEN ...]`.
"""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, "tests")

from server.processes import Process
from web.browsing import Watched, launch
from web.playing import QUICK, play_munchkin, play_to_the_end, wait_for_my_turn, wait_for_table, with_settings

TARGET = Path("docs/page")
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
LOOKS = ("light", "dark")
COLOURS = 128


def shoot(page: Page, name: str) -> None:
    """Take one picture at each size and look, with few colours: it is for a document."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for look in LOOKS:
            page.emulate_media(color_scheme="dark" if look == "dark" else "light", reduced_motion="reduce")
            page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS)
            picture.save(TARGET / f"{name}-{size}-{look}.png", optimize=True)


def home(page: Page) -> None:
    """The first screen of somebody who has played before."""
    page.get_by_role("button", name="Play now").click()
    wait_for_table(page)
    page.goto("/#/")
    expect(page.get_by_role("heading", name="Your move")).to_be_visible()


def _choosing(page: Page) -> None:
    """A table in the middle of a turn: something set aside, something chosen."""
    while True:
        wait_for_my_turn(page)
        if not page.locator("[data-testid=tray] .place[aria-disabled=false]").count():
            page.keyboard.press("r")
            continue
        rows = page.locator("[data-testid=tray] .row-line").count()
        page.keyboard.press("a")
        if rows >= 1 and page.locator(".place").count() >= 3:
            return
        page.locator("[data-testid=dock] .roll").click()


def table(page: Page) -> None:
    """The middle of a turn, some turns into a game."""
    page.get_by_role("button", name="Play now").click()
    for _ in range(2):  # it is a short game
        _choosing(page)
        bank = page.locator("[data-testid=dock] .bank")
        if bank.get_attribute("aria-disabled") == "false":
            bank.click()
        else:
            page.keyboard.press("r")
    _choosing(page)


def ending(page: Page) -> None:
    """The end of a game."""
    page.get_by_role("button", name="Play now").click()
    play_to_the_end(page)


def rules(page: Page) -> None:
    """The scoring table over a game."""
    table(page)
    page.get_by_role("button", name="Classic Farkle").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def scores(page: Page) -> None:
    """The score sheet over a game."""
    table(page)
    page.get_by_role("list", name="Players").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def room(page: Page) -> None:
    """A table that waits for friends."""
    page.goto("/#/friends/classic")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Seats").select_option("3")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.get_by_text("Otto", exact=True)).to_be_visible()


def join(page: Page) -> None:
    """An invitation, as a friend sees it."""
    room(page)
    link = page.get_by_label("Link for friends").input_value()
    page.evaluate("() => localStorage.clear()")
    page.goto(link)
    page.reload()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


def shared(page: Page) -> None:
    """Several people at one device."""
    page.goto("/#/friends/classic")
    page.get_by_label("On this device").check()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Begin").click()
    _choosing(page)


def passing(page: Page) -> None:
    """The device goes to the next player; cards are hidden until then."""
    page.goto("/#/friends/munchkin-farkle")
    page.get_by_label("On this device").check()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Player 2", exact=True).fill("Ben")
    page.get_by_role("button", name="One more").click()
    page.get_by_label("Player 3", exact=True).fill("Cid")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("dialog", name="Pass the device to Ana")).to_be_visible()


def replay(page: Page) -> None:
    """A finished game, some steps on."""
    ending(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    expect(page.get_by_test_id("said")).to_be_visible()
    for _ in range(5):
        page.keyboard.press("ArrowRight")


def review(page: Page) -> None:
    """What the coach says about a finished game."""
    ending(page)
    page.goto(page.url.replace("/table/", "/review/"))
    expect(page.get_by_test_id("curve")).to_be_visible()


def what_if(page: Page) -> None:
    """A moment of a game, one step into what could have been."""
    page.goto("/#/what-if/kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    page.get_by_test_id("choices").get_by_role("button", name="keep 1, roll 2", exact=True).click()
    expect(page.get_by_test_id("trail")).to_be_visible()
    for face in ("two", "five"):
        page.get_by_test_id("entry").get_by_role("button", name=face, exact=True).click()
    expect(page.get_by_test_id("trail").get_by_role("listitem")).to_have_count(2)


def train(page: Page) -> None:
    """An exercise of the trainer."""
    page.goto("/#/train/kcd")
    expect(page.get_by_test_id("exercise")).to_be_visible()


def fair(page: Page) -> None:
    """The opened seal of a finished game."""
    replay(page)
    page.get_by_role("button", name="Open the seal").click()
    expect(page.get_by_test_id("verdict")).to_be_visible()


def change(page: Page) -> None:
    """A rule that is changed, with a fault in its place."""
    page.goto("/#/rules/classic")
    expect(page.get_by_test_id("house")).to_be_visible()
    page.get_by_label("Target", exact=True).fill("ten")
    expect(page.get_by_role("alert")).to_be_visible()


def score(page: Page) -> None:
    """The companion for real dice, with a roll that was tapped."""
    page.goto("/#/keep/marina")
    for index, name in enumerate(("Grandma", "Ben")):
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    pad = page.get_by_role("group", name="Faces").get_by_role("button")
    for face in (1, 4, 4, 4, 6, 2):
        pad.nth(face - 1).click()
    page.get_by_role("group", name="Best keeps").get_by_role("button").first.click()


def board(page: Page) -> None:
    """What the companion shows on other screens."""
    score(page)
    page.get_by_role("button", name="Keep, roll").click()
    page.get_by_role("group", name="Faces").get_by_role("button").first.click()
    page.get_by_role("button", name="Show on other screens").click()
    page.goto(page.get_by_role("dialog").locator("input").input_value())
    expect(page.get_by_test_id("now")).to_contain_text("500")


def companion(page: Page) -> None:
    """The companion for real cards of Munchkin Dice, with a result of the die."""
    page.goto("/#/levels")
    for index, name in enumerate(("Ana", "Ben", "Cid")):
        page.get_by_label(f"Player {index + 1}", exact=True).fill(name)
    page.get_by_role("button", name="Begin").click()
    for name in ("Ana", "Ana", "Cid"):
        page.get_by_role("button", name=f"{name}: level up").click()
    page.get_by_role("button", name="Roll the die for a level").click()
    page.get_by_role("button", name="5", exact=True).click()


def cards(page: Page) -> None:
    """Munchkin Farkle with a card in play."""
    page.goto("/#/sheet/munchkin-farkle")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_test_id("hand").get_by_role("button", name="Jam in the Dice Cup").click()
    page.get_by_test_id("play-card").click()
    page.get_by_role("list", name="On whom?").get_by_role("button").nth(1).click()
    page.get_by_test_id("confirm-card").click()
    expect(page.get_by_test_id("in-play")).to_be_visible()


def card(page: Page) -> None:
    """A card close up."""
    page.goto("/#/sheet/munchkin-farkle")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_test_id("hand").get_by_role("button", name="Jam in the Dice Cup").click()
    expect(page.get_by_test_id("preview")).to_be_visible()


def target(page: Page) -> None:
    """A card that is aimed at one of the others."""
    card(page)
    page.get_by_test_id("play-card").click()
    page.get_by_role("list", name="On whom?").get_by_role("button").nth(1).click()
    expect(page.get_by_test_id("confirm-card")).to_have_attribute("aria-disabled", "false")


def munchkin(page: Page) -> None:
    """Munchkin Dice at the table."""
    page.get_by_role("button", name="Play Munchkin Dice").click()
    expect(page.get_by_test_id("moves").get_by_role("button").first).to_be_visible()


def devices(page: Page) -> None:
    """Your games on another device: a code, and the phrase for one that is lost."""
    page.goto("/#/friends/classic")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.goto("/#/settings")
    page.get_by_role("button", name="Show a code").click()
    expect(page.get_by_test_id("device-code")).to_be_visible()
    page.get_by_role("button", name="Show my recovery phrase").click()
    page.get_by_test_id("device-code").scroll_into_view_if_needed()
    page.evaluate("() => document.querySelector('[aria-labelledby=devices]').scrollIntoView()")


def film(page: Page) -> None:
    """The replay of a game of Munchkin Dice, in a fight."""
    page.get_by_role("button", name="Play Munchkin Dice").click()
    play_munchkin(page)
    page.goto(page.url.replace("/munchkin/", "/replay/"))
    expect(page.get_by_test_id("said")).to_be_visible()
    while not page.get_by_test_id("account").count():
        page.keyboard.press("ArrowRight")


def daily(page: Page) -> None:
    """The game of the day, played."""
    page.goto("/#/daily")
    page.get_by_test_id("day-play").click()
    play_to_the_end(page)
    page.goto("/#/daily")
    expect(page.get_by_test_id("day-lists")).to_be_visible()


def you(page: Page) -> None:
    """The page about whoever has played the day."""
    daily(page)
    page.goto("/#/you")
    expect(page.get_by_test_id("house-record")).to_be_visible()


def alone(page: Page) -> None:
    """The end of a game alone: the goal, and how near it was."""
    page.goto("/#/sheet/marina-solitaire")
    page.get_by_role("button", name="Play", exact=True).click()
    play_to_the_end(page)
    expect(page.get_by_test_id("goal-reached")).to_be_visible()


def run(page: Page) -> None:
    """The first position of a run."""
    page.goto("/#/run/classic")
    expect(page.get_by_test_id("exercise")).to_be_visible()


def plain(path: str, heading: str) -> Callable[[Page], None]:
    """A screen that needs nothing before it."""

    def show(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()

    return show


SCREENS: dict[str, Callable[[Page], None]] = {
    "home": home,
    "table": table,
    "rules": rules,
    "scores": scores,
    "ending": ending,
    "alone": alone,
    "daily": daily,
    "you": you,
    "run": run,
    "room": room,
    "join": join,
    "shared": shared,
    "passing": passing,
    "missing": plain("/#/nowhere", "Nothing is here."),
    "friends": plain("/#/friends/classic", "Play with friends"),
    "sheet": plain("/#/sheet/playmonster", "PlayMonster"),
    "replay": replay,
    "review": review,
    "what-if": what_if,
    "train": train,
    "fair": fair,
    "which-rules": plain("/#/rules", "Which rules do we have?"),
    "change": change,
    "score": score,
    "board": board,
    "companion": companion,
    "cards": cards,
    "card": card,
    "target": target,
    "munchkin": munchkin,
    "film": film,
    "levels": plain("/#/levels", "Munchkin Dice"),
    "strategy": plain("/#/strategy/playmonster", "When to stop"),
    "learn": plain("/#/learn", "Your first game"),
    "settings": plain("/#/settings", "Settings"),
    "devices": devices,
}


def take(browser: Browser, server: Process, names: list[str]) -> None:
    """Take the pictures of some screens."""
    for name in names:
        visitor = Watched(browser, server.url)
        with_settings(visitor, **QUICK)
        page = visitor.page("/")
        SCREENS[name](page)
        shoot(page, name)
        visitor.context.close()
        print(name, visitor.faults or "")


if __name__ == "__main__":
    TARGET.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Process(f"{folder}/games.db", "--bot-pause", "0") as process,
        sync_playwright() as playwright,
    ):
        chromium = launch(playwright)
        take(chromium, process, sys.argv[1:] or list(SCREENS))
        chromium.close()
