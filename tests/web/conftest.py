"""One browser for a worker, one server for a module: both are slow to start; one site for the whole run."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from scripts.site import write_site

from hotdice.server.lan import EVERYWHERE, is_loopback, shown
from server.processes import Process
from web.browsing import Watched, launch, watched


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # Not for the whole session: while it lasts an event loop runs, and tests of other rooms run their own.
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One for a worker: what a test sees of it is a context of its own."""
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with quick bots, shared by the tests of a module."""
    with Process(str(tmp_path_factory.mktemp("games") / "games.db"), "--bot-pause", "0") as process:
        yield process


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that the whole network reaches, as `--party` has it."""
    address = shown(EVERYWHERE)
    if is_loopback(address):
        pytest.skip("this machine has no network")
    with Process(
        str(tmp_path_factory.mktemp("party") / "games.db"), "--party", "--bot-pause", "0", host=address
    ) as process:
        yield process


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make site` writes, built by the worker that needs it first. Who changes it takes a copy."""
    root = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder = root / "built-site"
    with (root / "built-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            write_site(root / "half-built-site")
            (root / "half-built-site").rename(folder)
    return folder


@pytest.fixture
def visitor(browser: Browser, server: Process) -> Iterator[Watched]:
    """Somebody who comes for the first time, on a phone."""
    with watched(browser, server.url) as one:
        yield one
