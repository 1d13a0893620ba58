"""The ladder: off until the host switches it on, rated games and others, bots, being forgotten."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scripts.club_bots import numbers

from hotdice.client import HttpClient, ServerRefused
from hotdice.club.ladder import bots_of, standing_of
from hotdice.club.skill import Account, skill_of
from hotdice.match import wire
from hotdice.match.store import Person, open_store
from hotdice.match.store.club import StoredAccount
from hotdice.players import make
from hotdice.terminal.cli import hotdice
from server.processes import Pair, Process, serve

RULES = "kcd"


async def play(pair: Pair) -> None:
    async with pair.seat(0) as ann, pair.seat(1) as bob:
        assert isinstance(await ann.begin(), wire.Accepted)
        await asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("threshold:400")))


async def play_with_advice(pair: Pair) -> None:
    """Whoever moves first asks the coach once."""
    async with pair.seat(0) as ann, pair.seat(1) as bob:
        assert isinstance(await ann.begin(), wire.Accepted)
        mover = (await asyncio.to_thread(pair.clients[0].get, f"/api/matches/{pair.match}"))["game"]["mover"]
        await asyncio.to_thread(pair.clients[mover].post, f"/api/matches/{pair.match}/advice")
        await asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("threshold:400")))


def rating(client: HttpClient, match: str, *, wait: bool = True) -> dict[str, Any]:
    end = time.monotonic() + 60
    while True:
        found: dict[str, Any] = client.get(f"/api/matches/{match}/rating")
        if not wait or found["rated"] or found["why"] or time.monotonic() > end:
            return found
        time.sleep(0.2)


def switch(server: Process, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_ADMIN", server.admin)
    assert CliRunner().invoke(hotdice, ["admin", "ladder", state]).output == f"The ladder is {state}.\n"


def test_games_are_rated_once_the_host_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(tmp_path, "--bot-pause", "0") as server:
        plain = Pair(server.url, rules=RULES)
        asyncio.run(play(plain))
        helped = Pair(server.url, rules=RULES, options={"advice": True})
        asyncio.run(play_with_advice(helped))
        ann = plain.clients[0]
        assert ann.get("/api/ladder") == {"on": False, "standings": []}
        assert rating(ann, plain.match, wait=False) == {"on": False, "rated": False, "why": "", "seats": []}
        with pytest.raises(ServerRefused):
            ann.post("/api/admin/ladder", on=True)
        switch(server, "on", monkeypatch)
        found = rating(ann, plain.match)
        assert found["rated"]
        assert len(found["seats"]) == 2
        # Dice may leave a bot nothing to do wrong in a whole game, so not each of them gave something away.
        assert all(seat["given_away"] >= 0 and seat["decisions"] > 0 for seat in found["seats"])
        assert rating(ann, helped.match)["why"] == "somebody asked for a hint"
        lines = ann.get("/api/ladder")["standings"]
        mine = [line for line in lines if line["you"]]
        assert [(line["name"], line["games"], line["sure"]) for line in mine] == [("Ann", 1, False)]
        assert [line["name"] for line in lines if line["bot"]][:2] == ["champion", "turn-optimal"]
        assert "Bob" not in [line["name"] for line in lines]  # one game says nothing yet
        switch(server, "off", monkeypatch)
        assert ann.get("/api/ladder")["standings"] == []


def test_who_is_sure_is_shown_and_who_is_erased_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = tmp_path / "games.db"
    with serve(tmp_path) as server:
        bob = HttpClient(server.url)
        person = bob.arrive("Bob")["id"]
        server.stop()
        store = open_store(str(where))
        store.add_person(Person(id="sure", name="Sue", created=0), []).result(30)
        for number in range(12):
            rows = [
                StoredAccount(
                    f"m{number}", seat, who, "classic", 2, 1.0, 0.5, 0.02 + number % 2 / 100, 30, ""
                )
                for seat, who in enumerate(("sure", person))
            ]
            store.club.add_accounts(rows).result(30)
            store.club.add_accounts(rows).result(30)  # once more: each counts once
        store.close()
        server.start()
        switch(server, "on", monkeypatch)
        stranger = HttpClient(server.url).get("/api/ladder")["standings"]
        people = [(line["name"], line["games"], line["wins"]) for line in stranger if not line["bot"]]
        assert sorted(people, reverse=True) == [
            ("Sue", 12, pytest.approx(47.5)),
            ("Bob", 12, pytest.approx(47.5)),
        ]
        assert next(line["name"] for line in stranger) == "champion"
        day = bob.get("/api/daily")["today"]["day"]
        bob.post(f"/api/daily/{day}")
        made = bob.new_table(seats=2)
        bob.post("/api/me/erase")
        with pytest.raises(ServerRefused) as gone:
            bob.get("/api/me")
        assert gone.value.status == 401
        left = HttpClient(server.url).get("/api/ladder")["standings"]
        assert [line["name"] for line in left if not line["bot"]] == ["Sue"]
        table = HttpClient(server.url).get(f"/api/matches/{made['match']}")
        assert table["chairs"][0]["name"] == "Seat 1", "the name is gone"


def test_the_ladder_counts_as_the_page_about_skill_says() -> None:
    gave = [0.02] * 10 + [0.06]
    sums = sum(gave), sum(one * one for one in gave)
    line = standing_of("classic", 2, 11, *sums, 330, name="Ann", you=False)
    skill = skill_of([Account("classic", 2, 0.0, 0.0, one, 30) for one in gave])["classic", 2]
    assert (line.wins, line.high - line.wins) == pytest.approx((skill.wins, skill.half))
    assert line.sure == skill.sure
    assert not standing_of("classic", 2, 1, 0.02, 0.0004, 30, name="Ann", you=False).sure


def test_bots_have_the_numbers_of_the_table_of_strength() -> None:
    shipped = {bot.name: bot.wins for bot in bots_of("classic", 2)}
    assert shipped == {"champion": 50.0} | {
        name: pytest.approx(values["wins"]) for name, values in numbers()["classic"].items()
    }
    assert [bot.name for bot in bots_of("classic", 3)] == ["champion"]
