"""One browser and one server for a module: both are slow to start."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from server.processes import Process
from web.browsing import Watched, launch, watched


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for the whole session: while it lasts an event loop runs, and tests of other rooms run their own.
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with quick bots, shared by the tests of a module."""
    with Process(str(tmp_path_factory.mktemp("games") / "games.db"), "--bot-pause", "0") as process:
        yield process


@pytest.fixture
def visitor(browser: Browser, server: Process) -> Iterator[Watched]:
    """Somebody who comes for the first time, on a phone."""
    with watched(browser, server.url) as one:
        yield one
