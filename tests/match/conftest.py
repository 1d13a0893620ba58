"""The same deal in every run: tables draw from a known source in place of the system's generator."""

import random

import pytest
from hypothesis import settings

from conftest import EXPLORE
from hotdice.match import lobby


@pytest.fixture(autouse=True)
def known_deal(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and names of tables that follow from the name of the test alone, and so all its dice and cards.

    No test fails by an unlucky throw that nobody sees again. `make nightly` leaves the system's generator in
    its place, and finds what an unlucky throw would find.
    """
    if settings.get_current_profile_name() == EXPLORE:
        return
    source = random.Random(request.node.nodeid)
    monkeypatch.setattr(lobby, "new_server_seed", lambda: source.randbytes(32))
    monkeypatch.setattr(lobby, "new_id", lambda: source.randbytes(12).hex())
