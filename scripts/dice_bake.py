"""Draws the pictures of the dice anew: six faces at rest and one tumble for each set, from `dice_bake.js`.

`python -m scripts.dice_bake` writes `web/src/art/dice/`; it needs a Chromium, as the tests of the page do.
"""

import base64
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "art" / "dice"
SETS = ("bone", "night", "cherry")
SIDE = 168
TUMBLE_SIDE = 84
TUMBLE_FRAMES = 14


def main(chromium: str = "/usr/bin/chromium") -> None:
    """Draw everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).with_name("dice_bake.js").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(0)
        page.add_script_tag(content=script)
        for name in SETS:
            pictures = {
                f"{name}.webp": f"faces('{name}', {SIDE})",
                f"{name}-tumble.webp": f"tumble('{name}', {TUMBLE_SIDE}, {TUMBLE_FRAMES})",
            }
            for file, call in pictures.items():
                address: str = page.evaluate(call)
                (FOLDER / file).write_bytes(base64.b64decode(address.partition(",")[2]))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
