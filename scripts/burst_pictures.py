"""Bursts of twelve pictures during a throw, hot dice, a Farkle, a bank and a win, into build/bursts/.

They are to be looked at, not kept: `python -m scripts.burst_pictures [--size 390x844] [--dark]`. A game is
played at a real server in a real browser, every frame that the browser draws is noted with its time, and what
was drawn around each moment is put together as one sheet.
"""

import argparse
import base64
import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, "tests")

from server.processes import Process
from web.browsing import Watched, launch
from web.playing import start, wait_for_table, with_settings

TARGET = Path("build/bursts")
PICTURES = 12
MOMENTS = {
    "throw": (0, 900),
    "hot": (-350, 900),
    "farkle": (-250, 1000),
    "bank": (-100, 700),
    "win": (-100, 2600),
}
"""Milliseconds around a moment that belong to it."""
LONGEST = 240
"""Seconds after which whoever still waits for a moment gives up."""

_NOTES = """
() => {
  window.noted = {};
  const look = () => {
    const note = (name, when) => { if (when && !(name in window.noted)) window.noted[name] = Date.now(); };
    note('hot', document.querySelector('[data-testid=moment].hot'));
    note('bank', document.querySelector('[data-testid=moment].bank'));
    note('farkle', document.querySelector('[data-testid=moment].farkle'));
    note('win', document.querySelector('[data-testid=ending] .won'));
  };
  const options = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.body, options);
  document.addEventListener('click', (event) => {
    if (event.target.closest('.roll')) window.noted.throw ??= Date.now();
  }, true);
}
"""
_MOVE = """
(daring) => {
  const dock = document.querySelector('[data-testid=dock]');
  const on = (button) => button && button.getAttribute('aria-disabled') !== 'true';
  const roll = dock?.querySelector('.roll'), bank = dock?.querySelector('.bank');
  const dice = [...document.querySelectorAll('[data-testid=tray] .place[aria-disabled=false]')];
  const taken = (die) => die.getAttribute('aria-pressed') === 'true';
  const idle = dice.filter((die) => !taken(die) && !die.classList.contains('dull'));
  if (idle.length) idle.forEach((die) => die.click());
  else if (!daring && on(bank)) bank.click();
  else if (on(roll)) roll.click();
}
"""


def play(page: Page) -> dict[str, int]:
    """Play until every moment was seen: daring until there were hot dice, then for the win."""
    page.evaluate(_NOTES)
    end = time.monotonic() + LONGEST
    noted: dict[str, int] = {}
    while time.monotonic() < end and len(noted) < len(MOMENTS):
        page.evaluate(_MOVE, "hot" not in noted or "farkle" not in noted)
        page.wait_for_timeout(350)
        noted = page.evaluate("() => window.noted")
        if "win" in noted or page.get_by_test_id("ending").count():
            break
    page.wait_for_timeout(3000)
    return noted


def sheet(frames: list[tuple[float, bytes]], begin: float, end: float) -> Image.Image | None:
    """Twelve of the frames between two moments, in rows."""
    within = [data for at, data in sorted(frames) if begin <= at <= end]
    if not within:
        return None
    chosen = [within[min(len(within) - 1, place * len(within) // PICTURES)] for place in range(PICTURES)]
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in chosen]
    width, height = pictures[0].size
    columns = 6 if width < height else 4
    whole = Image.new("RGB", (columns * (width + 6), -(-PICTURES // columns) * (height + 6)), "#777777")
    for place, picture in enumerate(pictures):
        whole.paste(picture, (place % columns * (width + 6), place // columns * (height + 6)))
    return whole


def main() -> None:
    """Play games until every moment was there, and write a sheet for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="390x844")
    parser.add_argument("--dark", action="store_true")
    wish = parser.parse_args()
    width, height = map(int, wish.size.split("x"))
    TARGET.mkdir(parents=True, exist_ok=True)
    missing = set(MOMENTS)
    with (
        tempfile.TemporaryDirectory() as folder,
        Process(f"{folder}/games.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        while missing:
            visitor = Watched(
                browser, server.url, viewport={"width": width, "height": height},
                reduced_motion="no-preference", color_scheme="dark" if wish.dark else "light",
            )  # fmt: skip
            with_settings(visitor, lastBot="random")
            page = visitor.page("/")
            start(page)
            wait_for_table(page)
            frames: list[tuple[float, bytes]] = []
            session = visitor.context.new_cdp_session(page)

            def drawn(event: Any, frames: Any = frames, session: Any = session) -> None:
                frames.append((event["metadata"]["timestamp"] * 1000, base64.b64decode(event["data"])))
                session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

            session.on("Page.screencastFrame", drawn)
            session.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "everyNthFrame": 1})
            noted = play(page)
            for name in sorted(missing & set(noted)):
                before, after = MOMENTS[name]
                whole = sheet(frames, noted[name] + before, noted[name] + after)
                if whole is not None:
                    whole.save(TARGET / f"{name}-{wish.size}{'-dark' if wish.dark else ''}.png")
                    missing.discard(name)
            print(f"{len(frames)} frames; still to come: {', '.join(sorted(missing)) or 'nothing'}")
            visitor.context.close()
        browser.close()


if __name__ == "__main__":
    main()
