"""What somebody who sits three metres away finds wrong with the television; `layout` is for phones and desks.

No text is smaller than 28 pixels of 1,080 lines, none leaves the screen, none lies on another, and none is
cut without an ellipsis. Words that come for a moment may lie over what they are about.
"""

from pathlib import Path

from playwright.sync_api import Page

from web.browsing import accessibility_faults
from web.layout import layout_faults
from web.playing import two_frames

SIZES: dict[str, tuple[int, int]] = {"1920x1080": (1920, 1080), "1280x720": (1280, 720)}

CHECK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def far_faults(screen: Page) -> list[str]:
    """What cannot be read from three metres, or lies where something else lies."""
    found: list[str] = screen.evaluate(CHECK)
    return found


def television_faults(screen: Page, name: str, sizes: list[str]) -> list[str]:
    """The faults of a television at some sizes, each with its place, and what axe-core minds."""
    found = []
    for size in sizes:
        width, height = SIZES[size]
        screen.set_viewport_size({"width": width, "height": height})
        two_frames(screen)
        # The stage is drawn at one size and scaled; what the page measures beside it is cut off.
        near = [fault for fault in layout_faults(screen) if not fault.startswith("the page is")]
        found += [f"{name}, {size}: {fault}" for fault in far_faults(screen) + near]
    found += [f"{name}: {fault}" for fault in accessibility_faults(screen)]
    return found
