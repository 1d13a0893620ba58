"""What a finger and an eye find wrong with a screen as it lies there: the checker of every layout test.

A tap in the middle of a button or of a die must reach it; nothing leaves the window sideways; no text is cut
unless an ellipsis says so and the whole of it is a tap or a pointer away; no number is broken, nothing leaves
its cell or its picture; no word of a button is broken; dice lie on the felt, side by side.
"""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SIZES: dict[str, tuple[int, int]] = {
    "320x568": (320, 568), "360x640": (360, 640), "390x844": (390, 844),
    "844x390": (844, 390), "820x1180": (820, 1180), "1440x900": (1440, 900),
}  # fmt: skip
SMALL = "320x568"
LONGEST_NAME = "Wilhelmina Gwendolyn Mummenschanz-Wagner"
"""Forty characters, wide ones: as long as a name may be."""


def longest_language(words: Path = Path("web/src/words")) -> str:
    """The language whose words take the most room."""

    def room(path: Path) -> int:
        texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        return sum(map(len, texts.values()))

    return max(words.glob("??.json"), key=room).stem


CHECK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def resize(page: Page, size: str) -> None:
    """Give the window a size and wait until everything lies where it will."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>"
        " Promise.allSettled(document.getAnimations()"
        ".filter((one) => one.effect?.getTiming().iterations !== Infinity)"
        ".map((one) => one.finished)).then(done))))"
    )


def layout_faults(page: Page) -> list[str]:
    """What is wrong with the screen as it lies there now."""
    found: list[str] = page.evaluate(CHECK)
    return found


def faults_at(page: Page, name: str, sizes: list[str], looks: tuple[str, ...] = ("light",)) -> list[str]:
    """The faults of one screen at every size and in every look, each with its place."""
    found = []
    for look in looks:
        media: dict[str, Any] = {"color_scheme": look, "reduced_motion": "reduce"}
        page.emulate_media(**media)
        for size in sizes:
            resize(page, size)
            found += [f"{name}, {size}, {look}: {fault}" for fault in layout_faults(page)]
    return found
