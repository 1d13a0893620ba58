"""What may be done and what it is worth comes from the referee: the page shows what the view says."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from web.browsing import Watched
from web.playing import QUICK, to_a_choice, with_settings

EXTRA = 150


def _with_a_bonus(page: Page) -> None:
    """As where a card adds to every stop: each bank records more than the turn has."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            data = json.loads(message)
            game = (data.get("view") or {}).get("game") or {}
            for offer in [game.get("bank"), *(keep["bank"] for keep in game.get("keeps") or [])]:
                if offer:
                    offer |= {"records": offer["turn_total"] + EXTRA, "code": "", "why": None}
            socket.send(json.dumps(data))

        server.on_message(told)

    page.route_web_socket(re.compile("/ws$"), between)


def test_a_bank_is_worth_what_the_referee_says(visitor: Watched) -> None:
    """Below the opening the page's own reckoning would warn; the referee says that it counts."""
    with_settings(visitor, **QUICK)
    page = visitor.context.new_page()
    _with_a_bonus(page)
    page.goto("/#/sheet/playmonster")
    page.get_by_role("button", name="Play", exact=True).click()
    to_a_choice(page)
    page.keyboard.press("a")
    chosen = page.get_by_test_id("selection").inner_text().lstrip("+").replace(",", "")
    so_far = page.get_by_test_id("turn-total").inner_text().replace(",", "")
    worth = int(chosen) + int(so_far) + EXTRA
    bank = page.get_by_test_id("dock").locator(".bank")
    expect(bank).to_contain_text(f"{worth:,}")
    expect(bank).to_have_attribute("aria-disabled", "false")
    bank.click()
    expect(page.get_by_test_id("why")).not_to_contain_text("banks nothing")
