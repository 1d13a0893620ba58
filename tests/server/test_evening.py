"""Evenings on a server: a host and phones, results confirmed, tables that report by themselves, kills."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from conftest import emptied
from hotdice.client import HttpClient, Seat, ServerRefused
from hotdice.door.game import Game
from hotdice.game import parse_record, print_record
from hotdice.match import wire
from hotdice.match.store import open_store
from hotdice.players import make
from hotdice.rules import load
from server.processes import Process, serve


def plan(url: str, **wish: Any) -> tuple[str, HttpClient]:
    """A new evening, and its host."""
    made = HttpClient(url).post("/api/evenings", plan={"title": "Friday", **wish})
    return made["evening"], HttpClient(url, made["token"])


def ask(client: HttpClient, evening: str, kind: str, **values: Any) -> dict[str, Any]:
    found: dict[str, Any] = client.post(f"/api/evenings/{evening}/ask", command={"type": kind, **values})
    return found


def phone(url: str, evening: str, name: str) -> HttpClient:
    client = HttpClient(url)
    client.arrive(name)
    ask(client, evening, "Enter", name=name)
    return client


def refused(client: HttpClient, evening: str, kind: str, **values: Any) -> str:
    with pytest.raises(ServerRefused) as error:
        ask(client, evening, kind, **values)
    return error.value.code


def test_a_host_and_phones(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        evening, host = plan(server.url, rounds=3)
        phones = {number: phone(server.url, evening, f"P{number}") for number in (1, 2, 3, 4)}
        assert refused(phones[1], evening, "Pair") == "not_host"
        assert refused(phones[1], evening, "Enter", name="Other") == "not_host"
        assert refused(HttpClient(server.url, "nonsense"), evening, "Enter", name="x") == "unknown_device"
        view = ask(host, evening, "Pair")
        table = view["rounds"][0]["tables"][0]
        first, second = table["players"]
        view = ask(phones[first], evening, "TypeResult", table=1, scores=[10000, 8000])
        assert view["you"] == first
        assert view["rounds"][0]["tables"][0]["scores"] is None
        assert refused(phones[first], evening, "Confirm", table=1) == "nothing_typed"
        view = ask(phones[second], evening, "Confirm", table=1)
        assert view["rounds"][0]["tables"][0]["how"] == "confirmed"
        view = ask(host, evening, "TypeResult", table=2, scores=[1, 2])
        assert view["host"]
        assert view["rounds"][0]["over"]
        view = ask(host, evening, "Correct", round=1, table=2, scores=[2, 1], reason="misread")
        assert view["rounds"][0]["tables"][1]["trace"][0]["reason"] == "misread"
        length = view["length"]
        assert HttpClient(server.url).get(f"/api/evenings/{evening}/after/{length - 1}")["length"] == length
        text = str(HttpClient(server.url).get(f"/api/evenings/{evening}"))
        for client in phones.values():
            assert client.key not in text
        assert host.key not in text
        for path in ("nothing", "nothing/after/1", f"{evening}/after/x"):
            with pytest.raises(ServerRefused):
                HttpClient(server.url).get(f"/api/evenings/{path}")
        with pytest.raises(ServerRefused):
            HttpClient(server.url).post("/api/evenings", plan={"rules": "nothing"})


def test_a_table_played_online_reports_by_itself_and_its_luck_is_taken_out(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        evening, host = plan(server.url, rounds=1, rules="kcd")
        phones = [phone(server.url, evening, name) for name in ("Ann", "Bob")]
        ask(host, evening, "Pair")
        made = [client.post(f"/api/evenings/{evening}/tables/1/play") for client in phones]
        assert made[0] == made[1]
        assert made[0]["invite"] not in str(host.get(f"/api/evenings/{evening}"))
        seats = [client.sit(made[0]["match"], made[0]["invite"]) for client in phones]
        asyncio.run(play(server.url, seats))
        view = host.get(f"/api/evenings/{evening}")
        table = view["rounds"][0]["tables"][0]
        assert table["how"] == "match"
        record = parse_record(HttpClient(server.url).record(made[0]["match"]))
        totals = dict(zip(record.names, record.state().totals, strict=True))
        names = {player["number"]: player["name"] for player in view["players"]}
        assert [totals[names[player]] for player in table["players"]] == table["scores"]
        ask(host, evening, "Finish")
        shown = host.post(f"/api/evenings/{evening}/luck")["luck"]
        assert {line["judged"] for line in shown} == {1}
        assert sum(line["points"] for line in shown) == pytest.approx(1.0)


def test_the_scorekeepers_record_is_confirmed_and_its_luck_taken_out(tmp_path: Path) -> None:
    game = Game(load("kcd"), ["Ann", "Bob"], seed="a slip")
    while not game.over:
        game.let("greedy")
    record = print_record(game.record)
    with serve(tmp_path) as server:
        evening, host = plan(server.url, rounds=1, rules="kcd")
        ann, bob = (phone(server.url, evening, name) for name in ("Ann", "Bob"))
        seated = ask(host, evening, "Pair")["rounds"][0]["tables"][0]["players"]
        scores = [game.totals[player - 1] for player in seated]
        for wrong in ("nonsense", record.replace("Ann", "Eve"), record[: len(record) // 2]):
            assert refused(ann, evening, "TypeResult", table=1, scores=scores, record=wrong) == "bad_record"
        other = [scores[0] + 50, scores[1]]
        assert refused(ann, evening, "TypeResult", table=1, scores=other, record=record) == "bad_record"
        view = ask(ann, evening, "TypeResult", table=1, scores=scores, record=record)
        table = view["rounds"][0]["tables"][0]
        assert (table["scores"], table["claims"][0]["recorded"]) == (None, True)
        assert record[:40] not in str(view), "who looks on is not sent the whole game"
        assert ask(bob, evening, "Confirm", table=1)["rounds"][0]["tables"][0]["how"] == "confirmed"
        ask(host, evening, "Finish")
        shown = host.post(f"/api/evenings/{evening}/luck")["luck"]
        assert {line["judged"] for line in shown} == {1}
        assert sum(line["points"] for line in shown) == pytest.approx(1.0)


async def play(url: str, seats: list[dict[str, Any]]) -> None:
    one, two = (Seat(url, seat["match"], seat["token"]) for seat in seats)
    async with one as ann, two as bob:
        assert isinstance(await ann.begin(), wire.Accepted)
        await asyncio.gather(ann.play_with(make("greedy")), bob.play_with(make("threshold:400")))


def killed_and_gone_on(server: Process, players: int, rounds: int, kills: int) -> None:
    """Play rounds of Swiss over HTTP while the server is killed again and again.

    Every second kill comes while the server is at work on something: that is then done or not, and what was
    told before is there.
    """
    dice = Random(4)
    evening, host = plan(server.url, rounds=rounds)
    for number in range(players):
        ask(host, evening, "Enter", name=f"P{number + 1}")
    asks = rounds * (players // 2 + 1)
    deaths = {count: place % 2 == 0 for place, count in enumerate(dice.sample(range(1, asks), kills))}
    count = 0
    told = host.get(f"/api/evenings/{evening}")

    def look() -> dict[str, Any]:
        server.start()
        found: dict[str, Any] = host.get(f"/api/evenings/{evening}")
        return found

    def in_the_middle(kind: str, **values: Any) -> dict[str, Any]:
        death = Timer(dice.uniform(0.0, 0.03), server.kill)
        death.start()
        answer = None
        with suppress(ServerRefused):
            answer = ask(host, evening, kind, **values)
        death.join()
        found = look()
        if answer is not None or found["length"] != told["length"]:
            assert answer is None or same(found, answer)
            assert found["length"] == told["length"] + 1
            return found
        assert same(found, told), "what is not done leaves no trace"
        return ask(host, evening, kind, **values)

    def once(kind: str, **values: Any) -> dict[str, Any]:
        nonlocal count, told
        count += 1
        if deaths.get(count):
            told = in_the_middle(kind, **values)
            return told
        told = ask(host, evening, kind, **values)
        if count in deaths:
            server.kill()
            assert same(look(), told)
        return told

    for _ in range(rounds):
        view = once("Pair")
        for table in view["rounds"][-1]["tables"]:
            once("TypeResult", table=table["number"], scores=[dice.randrange(9000), dice.randrange(9000)])
    met = [tuple(sorted(table["players"])) for one in told["rounds"] for table in one["tables"]]
    assert len(met) == len(set(met)) == rounds * players // 2
    assert count == asks
    points = dict.fromkeys(range(1, players + 1), 0.0)
    for one in told["rounds"]:
        for table in one["tables"]:
            (first, second), (left, right) = table["players"], table["scores"]
            points[first] += (left > right) + (left == right) / 2
            points[second] += (right > left) + (left == right) / 2
    assert {line["player"]: float(line["points"]) for line in told["standings"]} == points


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two looks show the same, but for the time of day."""
    return {**one, "now": 0, "estimate": 0} == {**other, "now": 0, "estimate": 0}


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind, with nothing in it."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return emptied(request.getfixturevalue("postgres"))


def test_kills_of_the_server_lose_nothing(where: str) -> None:
    with Process(where) as server:
        killed_and_gone_on(server, players=8, rounds=3, kills=2)


@pytest.mark.nightly
def test_twenty_kills_of_the_server_in_five_rounds_of_64(where: str) -> None:
    with Process(where) as server:
        killed_and_gone_on(server, players=64, rounds=5, kills=20)


def test_two_servers_on_one_database_have_one_evening(postgres: str) -> None:
    where = emptied(postgres)
    with Process(where) as one, Process(where) as two:
        evening, host = plan(one.url, rounds=1)
        elsewhere = HttpClient(two.url, host.key)
        with ThreadPoolExecutor(8) as pool:  # both at once: each server is behind the other again and again
            names = [(client, f"P{number}") for number in range(8) for client in (host, elsewhere)]
            answers = list(pool.map(lambda asked: outcome(asked[0], evening, asked[1]), names))
        assert sorted(answers) == ["name_taken"] * 8 + ["ok"] * 8
        ask(host, evening, "Pair")
        ask(elsewhere, evening, "TypeResult", table=1, scores=[1, 2])
        assert same(host.get(f"/api/evenings/{evening}"), elsewhere.get(f"/api/evenings/{evening}"))
        assert host.get(f"/api/evenings/{evening}")["rounds"][0]["tables"][0]["scores"] == [1, 2]


def outcome(client: HttpClient, evening: str, name: str) -> str:
    try:
        ask(client, evening, "Enter", name=name)
    except ServerRefused as refusal:
        return refusal.code
    return "ok"


def test_the_store_appends_only_to_the_length_that_was_known(where: str) -> None:
    store = open_store(where)
    try:
        store.evenings.create("e", b"h" * 32, ["1"], 5).result(30)
        assert store.evenings.append("e", 1, ["2", "3"], 6).result(30) is True
        assert store.evenings.append("e", 1, ["x"], 7).result(30) is False
        assert store.evenings.read("e") == ("1", "2", "3")
        assert store.evenings.read("e", 2) == ("3",)
        head = store.evenings.head("e")
        assert head is not None
        assert (head.length, head.updated) == (3, 6)
        assert store.evenings.old(100) == ("e",)
        store.evenings.delete("e").result(30)
        assert store.evenings.head("e") is None
        assert store.evenings.read("e") == ()
    finally:
        store.close()
