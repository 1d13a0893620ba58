"""A real browser on a real server, with gates: an error in the log or a breach of the policy fails."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect

CHROMIUM = os.environ.get("HOTDICE_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip
UNUSED = [
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",  # two pages of the address bar, for every window
    "SpareRendererForSitePerProcess",  # a process for a page that nobody asks for
]  # fmt: skip
"""What nobody sees here; it was half of the work for every page that is opened."""
UNUSED_BY_PLAYWRIGHT = [
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin",
    "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
    "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion",
]  # fmt: skip
"""Only the last list counts, so what Playwright turns off stands in ours too (`test_browser.py`)."""
PATIENCE = 60_000
"""Milliseconds that a condition may take on a slow, busy machine; a quick one never waits so long."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
AXE = Path("web/node_modules/axe-core/axe.min.js")

_WATCH = """
addEventListener('securitypolicyviolation', (event) => {
  console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""
expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright, *flags: str) -> Browser:
    """The system's Chromium."""
    unused = "--disable-features=" + ",".join([*UNUSED_BY_PLAYWRIGHT, *UNUSED])
    return playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, unused, *flags])


class Watched:
    """A browser context whose pages may not complain."""

    def __init__(self, browser: Browser, base_url: str, **options: Any) -> None:
        self.faults: list[str] = []
        self.server_may_vanish = False
        self.expected = ["Service Worker registration blocked by Playwright"]
        options.setdefault("viewport", PHONE)
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("locale", "en-GB")
        options.setdefault("service_workers", "block")
        self.context: BrowserContext = browser.new_context(base_url=base_url, **options)
        self.context.set_default_timeout(PATIENCE)
        self.context.set_default_navigation_timeout(PATIENCE)
        self.context.add_init_script(_WATCH)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        # What the browser itself writes when a server is away; a test that takes it away says so.
        if self.server_may_vanish and ("WebSocket" in message.text or "net::ERR_" in message.text):
            return
        if any(one in message.text for one in self.expected):
            return
        self.faults.append(f"{message.type}: {message.text}")

    def page(self, path: str = "/") -> Page:
        """A new page at a path."""
        page = self.context.new_page()
        page.goto(path)
        return page


@contextmanager
def watched(browser: Browser, base_url: str, **options: Any) -> Iterator[Watched]:
    """A context that is closed at the end, with no complaint of any of its pages."""
    one = Watched(browser, base_url, **options)
    try:
        yield one
    finally:
        # A request that is on its way through a test's own hands when the page closes is no fault.
        for page in one.context.pages:
            page.unroute_all(behavior="ignoreErrors")
        one.context.unroute_all(behavior="ignoreErrors")
        one.context.close()
    assert not one.faults, one.faults


def accessibility_faults(page: Page) -> list[str]:
    """What axe-core finds wrong with a page as it is now."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]
