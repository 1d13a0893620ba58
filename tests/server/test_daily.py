"""The sealed day of a server: one result a day and key, lists, forks; kills and cheats."""

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from bench.bench_club import RESULTS, fill, lists_of

from conftest import Bar
from hotdice.client import HttpClient, ServerRefused
from hotdice.club.daily import first_state, fox_game
from hotdice.club.days import seal_of
from hotdice.club.sealed import own_forks
from hotdice.coach.asking import Ask, Fault
from hotdice.coach.worker import answer
from hotdice.game import Refusal, State, Step, fold, keep_faces, parse_record, print_record, verify
from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.match.games.farkle import unpack
from hotdice.match.store import open_store
from hotdice.match.store.club import DayGame
from hotdice.match.store.opening import new_epoch
from hotdice.rules import load
from hotdice.server.coaching import BUSY, CoachFault
from hotdice.server.daily import Days
from server.processes import Process, serve

DAY = date(2026, 11, 16)


def choose(state: State) -> c.Command:
    """A plain player: keep the most, stop as soon as that is legal."""
    if state.step is Step.KEEP:
        return keep_faces(state, state.rules.table.options(state.faces).options[0].keep)
    bank = c.Bank(0)
    return bank if state.step is Step.DECIDE and verify(state, bank) is None else c.Roll(0)


class Coach:
    """The coach's own worker, in this process."""

    busy = False

    async def ask(self, question: Ask) -> bytes:
        if self.busy:
            raise CoachFault(BUSY)
        line = answer(msgspec.json.encode(question))
        if line[:1] == b"-":
            raise CoachFault(msgspec.json.decode(line[1:], type=Fault))
        return line[1:]


class Club:
    """The days of a server whose clock a test moves."""

    def __init__(self, where: str) -> None:
        self.store = open_store(where)
        self.coach = Coach()
        self.time = datetime(2026, 11, 15, 12, tzinfo=UTC)
        self.days = Days(self.store, self.coach, lambda: int(self.time.timestamp() * 1000))  # type: ignore[arg-type]

    async def play(self, person: str, rounds: int = 10, day: date = DAY) -> DayGame:
        game = await self.days.begin(day, person)
        assert isinstance(game, DayGame), game
        while not game.ended:
            state = state_of(game)
            if state.round > rounds:
                break
            command = msgspec.Raw(msgspec.json.encode(choose(state)))
            game = await self.days.move(day, person, game.length, command)
            assert isinstance(game, DayGame), game
        return game


def state_of(game: DayGame) -> State:
    return parse_record(game.record).state()


@pytest.fixture(params=["sqlite", "postgres"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Club]:
    where = str(tmp_path / "club.db") if request.param == "sqlite" else request.getfixturevalue("postgres")
    found = Club(where)
    if request.param == "postgres":  # one database serves all tests
        wipe(where)
    yield found
    found.store.close()


def wipe(where: str) -> None:
    with psycopg.connect(where) as link:
        for table in ("daily", "forks"):
            link.execute(f"DELETE FROM {table}".encode())
        link.execute("DELETE FROM settings WHERE name LIKE 'daily%' OR name = 'epoch'")


def code(result: DayGame | Refusal) -> str:
    return result.code if isinstance(result, Refusal) else ""


def test_a_day_is_sealed_played_closed_and_revealed(club: Club) -> None:
    async def body() -> None:
        days = club.days
        await days.start()
        seal = days.seal(DAY)  # public the day before
        assert code(await days.begin(DAY, "ann")) == "not_today"
        assert await days.revealed(DAY) == ""
        club.time = datetime(2026, 11, 16, 23, 50, tzinfo=UTC)
        game = await club.play("ann", rounds=9)
        late = await club.play("cy", rounds=3)
        assert not game.ended
        club.time += timedelta(minutes=30)  # after midnight: who has begun may end, nobody begins
        assert code(await days.begin(DAY, "bob")) == "not_today"
        game = await club.play("ann")
        assert game.ended
        assert game.points == state_of(game).totals[0]
        assert await days.revealed(DAY) == ""
        club.time += timedelta(hours=2)
        roll = msgspec.Raw(b'{"type":"Roll","seat":0}')
        assert code(await days.move(DAY, "cy", late.length, roll)) == "too_late"
        assert seal_of(await days.revealed(DAY)) == seal
        club.time -= timedelta(hours=12)  # the clock of the server is set back: the seed is known by now
        assert seal_of(await days.revealed(DAY)) == seal
        assert code(await days.begin(DAY, "bob")) == "not_today"
        assert code(await days.move(DAY, "cy", late.length, roll)) == "too_late"
        # Another server, or the same after a restart, has the same seed; another secret has another.
        again = Days(club.store, club.coach, club.days._now)  # type: ignore[arg-type]
        await again.start()
        assert again.seal(DAY) == seal
        assert days.seal(DAY + timedelta(days=1)) != seal

    asyncio.run(body())


def thrown(game: DayGame) -> list[tuple[int, ...]]:
    """The faces of every throw of a game."""
    return [event.faces for event in parse_record(game.record).events if isinstance(event, e.DiceRolled)]


def test_after_a_restore_no_dice_fall_that_were_seen(club: Club) -> None:
    async def body() -> None:
        days = club.days
        await days.start()
        seal = days.seal(DAY)
        club.time = datetime(2026, 11, 16, 9, tzinfo=UTC)
        done = await club.play("ann")  # what stands in the backup: a result, and a game that is going on
        early = await club.play("bob", rounds=3)
        tomorrow = days.seal(DAY + timedelta(days=1))
        new_epoch(club.store)  # as `hotdice restore` does
        again = Days(club.store, club.coach, club.days._now)  # type: ignore[arg-type]
        await again.start()
        club.days = again
        assert again.seal(DAY) != seal
        assert again.seal(DAY + timedelta(days=1)) == tomorrow  # nobody has seen anything of it
        # What was counted stays; what was going on begins anew, on whatever device, with other dice.
        assert await again.begin(DAY, "ann") == done
        roll = msgspec.Raw(b'{"type":"Roll","seat":0}')
        assert code(await again.move(DAY, "bob", early.length, roll)) == "stale"
        late = await club.play("bob")
        assert late.points == state_of(late).totals[0]
        assert thrown(late)[:9] != thrown(early)[:9]
        assert (await again.begin(DAY, "bob")) == late
        # A game that nobody could count before is counted by the dice that it was played with.
        assert (await again.count(done)).points == done.points
        lines = club.store.club.best(DAY.isoformat(), "gave", 10)
        assert {line.person for line in lines} == {"ann", "bob"}
        # The next start, of this process or another, changes nothing any more.
        third = Days(club.store, club.coach, club.days._now)  # type: ignore[arg-type]
        await third.start()
        assert third.seeds(DAY) == again.seeds(DAY)
        assert [seal_of(seed) for seed in third.seeds(DAY)] == [seal, again.seal(DAY)]
        club.time += timedelta(days=1)
        await third.start()
        assert len(third.seeds(DAY + timedelta(days=1))) == 1

    asyncio.run(body())


def test_a_game_that_was_over_before_a_restore_counts_after_it(club: Club) -> None:
    async def body() -> None:
        await club.days.start()
        club.time = datetime(2026, 11, 16, 9, tzinfo=UTC)
        club.coach.busy = True
        over = await club.play("ann")
        assert over.points is None
        new_epoch(club.store)
        club.coach.busy = False
        await club.days.start()
        assert await club.days.count_due() == 1
        found = await club.days.game(DAY, "ann")
        assert found is not None
        assert found.points == state_of(over).totals[0]

    asyncio.run(body())


def test_a_restored_server_tells_both_seals(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        player = Player(server.url, "Ann")
        before = player.client.get("/api/daily")["today"]
        player.begin(before["day"])
        player.step(before["day"])
        length = player.length
        assert length
        server.stop()
        store = open_store(str(tmp_path / "games.db"))
        new_epoch(store)
        store.close()
        server.start()
        after = player.client.get("/api/daily")["today"]
        if after["day"] != before["day"]:
            pytest.skip("it is midnight")
        assert before["restored"] == []
        assert after["restored"] == [{"seal": before["seal"], "seed": ""}]
        with pytest.raises(ServerRefused) as stale:
            player.step(before["day"])
        assert stale.value.code == "stale"
        told = player.play(before["day"])
        assert told["counted"]
        assert told["seal"] == after["seal"]
        assert told["points"] == player.state.totals[0]


def test_one_result_a_day_and_key(club: Club) -> None:
    async def body() -> None:
        days = club.days
        await days.start()
        club.time = datetime(2026, 11, 16, 9, tzinfo=UTC)
        game = await club.play("ann", rounds=2)
        second = await days.begin(DAY, "ann")  # another device with the same key goes on where the first is
        assert second == game
        command = msgspec.Raw(msgspec.json.encode(choose(state_of(game))))
        both = await asyncio.gather(*(days.move(DAY, "ann", game.length, command) for _ in range(2)))
        assert sorted(map(code, both)) == ["", "stale"]  # two tabs: one move counts
        assert code(await days.move(DAY, "ann", game.length, command)) == "stale"  # the same sent again
        game = await club.play("ann")
        assert game.points is not None
        roll = msgspec.Raw(b'{"type":"Roll","seat":0}')
        assert code(await days.move(DAY, "ann", game.length, roll)) == "game_over"
        counted = await asyncio.gather(
            *(days.count(msgspec.structs.replace(game, points=None)) for _ in "12")
        )
        assert counted == [game, game]
        lines = club.store.club.best(DAY.isoformat(), "points", 10)
        assert [line.points for line in lines] == [game.points]
        forks = [club.store.club.fork(DAY.isoformat(), p) for p in positions(game)]
        assert all(sum(fork.values()) == 1 for fork in forks)

    asyncio.run(body())


def positions(game: DayGame) -> list[str]:
    return [position for position, _ in own_forks(game.record)]


@pytest.mark.parametrize("fault", ["dice", "points", "another sheet", "no record"])
def test_a_changed_record_does_not_count(tmp_path: Path, fault: str) -> None:
    club = Club(str(tmp_path / "club.db"))

    async def body() -> DayGame | None:
        await club.days.start()
        club.time = datetime(2026, 11, 16, 9, tzinfo=UTC)
        club.coach.busy = True  # nobody has judged it yet
        game = await club.play("ann")
        assert game.ended
        assert game.points is None
        with sqlite3.connect(tmp_path / "club.db") as forger:
            forger.execute("UPDATE daily SET record = ?", (changed(game.record, fault),))
        forger.close()
        club.coach.busy = False
        assert await club.days.count_due() == 1
        assert await club.days.count_due() == 0
        return await club.days.game(DAY, "ann")

    found = asyncio.run(body())
    assert found is not None
    assert found.refused
    assert found.points is None
    assert club.store.club.best(DAY.isoformat(), "points", 10) == []
    club.store.close()


def changed(text: str, fault: str) -> str:
    if fault == "dice":  # the best game of another seed
        return print_record(fox_game("another"))
    if fault == "another sheet":
        other = fox_game("another")
        rules = load("marina-solitaire", ["minimum=350"])
        return print_record(msgspec.structs.replace(other, rules=rules, events=()))
    if fault == "points":
        record = parse_record(text)
        return print_record(msgspec.structs.replace(record, events=record.events[:-4]))
    return "hotdice record 1\nnonsense"


def test_a_busy_coach_delays_a_result_and_loses_none(club: Club) -> None:
    async def body() -> None:
        await club.days.start()
        club.time = datetime(2026, 11, 16, 9, tzinfo=UTC)
        club.coach.busy = True
        game = await club.play("ann")
        assert (game.ended, game.points) == (True, None)
        club.coach.busy = False
        assert await club.days.count_due() == 1
        found = await club.days.game(DAY, "ann")
        assert found is not None
        assert found.points == state_of(game).totals[0]

    asyncio.run(body())


def test_forks_of_a_past_day_are_told_to_who_played_it(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        ann = HttpClient(server.url)
        person = ann.arrive("Ann")["id"]
        server.stop()
        club = Club(str(tmp_path / "games.db"))
        past = datetime.now(UTC) - timedelta(days=2)

        async def body() -> None:
            await club.days.start()
            club.time = past
            for name in (person, *"abcd"):
                assert (await club.play(name, day=past.date())).points is not None

        asyncio.run(body())
        club.store.close()
        server.start()
        told = ann.get(f"/api/daily/{past.date()}/forks")["forks"]
        assert told
        assert all(fork["people"] == 5 and fork["shares"] == {fork["yours"]: 1.0} for fork in told)
        with pytest.raises(ServerRefused) as never:
            ann.get(f"/api/daily/{past.date() - timedelta(days=1)}/forks")
        assert never.value.code == "not_played"
        # Its seed is open now: a day for practice.
        day = ann.get(f"/api/daily/{past.date()}")
        assert seal_of(day["seed"]) == day["seal"]


# On a real server


class Player:
    """Somebody who plays today's game over HTTP, and goes on when the server was away."""

    def __init__(self, url: str, name: str, key: str = "") -> None:
        self.client = HttpClient(url)
        if key:
            self.client.key = key
        else:
            self.client.arrive(name)
        self.state = first_state()
        self.length = 0
        self.told: dict[str, Any] = {}

    def begin(self, day: str) -> None:
        self._take(self.client.post(f"/api/daily/{day}"), anew=True)

    def _take(self, told: dict[str, Any], *, anew: bool = False) -> None:
        if anew:
            self.state = first_state()
        raw = [msgspec.Raw(msgspec.json.encode(event)) for event in told["events"]]
        self.state = fold(self.state, unpack(raw))
        self.length, self.told = told["length"], told

    def step(self, day: str) -> None:
        command = msgspec.to_builtins(choose(self.state))
        self._take(self.client.post(f"/api/daily/{day}/move", after=self.length, command=command))

    def play(self, day: str, *, patience: float = 60) -> dict[str, Any]:
        end, fresh = time.monotonic() + patience, False
        while not (fresh and self.told.get("over")):
            assert time.monotonic() < end, "the game did not end"
            try:
                if not fresh:
                    self.begin(day)
                    fresh = True
                    continue
                self.step(day)
            except ServerRefused as refusal:  # status 0: nobody is there
                if refusal.status and refusal.code not in ("stale", "unavailable"):
                    raise
                fresh = False
                time.sleep(0.1)
        return self.told


def test_a_day_on_a_real_server(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        ann, bob = Player(server.url, "Ann"), Player(server.url, "Bob")
        now = ann.client.get("/api/daily")
        day = now["today"]["day"]
        assert now["today"]["seed"] == "" == now["next"]["seed"]
        assert seal_of(now["last"]["seed"]) == now["last"]["seal"]
        assert ann.client.get(f"/api/daily/{day}")["seed"] == ""
        with pytest.raises(ServerRefused) as early:
            ann.client.get(f"/api/daily/{now['next']['day']}")
        assert early.value.code == "not_yet"
        with pytest.raises(ServerRefused) as nonsense:
            ann.client.get("/api/daily/tomorrow")
        assert nonsense.value.status == 400
        with pytest.raises(ServerRefused) as stranger:
            HttpClient(server.url).post(f"/api/daily/{day}")
        assert stranger.value.status == 401
        first = ann.play(day)
        assert first["counted"]
        assert first["points"] == ann.state.totals[0]
        fox = fold(first_state(), unpack([msgspec.Raw(msgspec.json.encode(e)) for e in first["fox"]]))
        assert fox.over
        assert first["fox_points"] == fox.totals[0]
        text = str(first)
        assert "seeded" not in text
        assert first["seed"] == ""
        # The same decisions meet the same dice.
        assert bob.play(day)["points"] == first["points"]
        tablet = Player(server.url, "", key=ann.client.key)
        tablet.begin(day)
        assert tablet.told["events"] == Player(server.url, "", key=ann.client.key).play(day)["events"]
        with pytest.raises(ServerRefused) as forks:
            ann.client.get(f"/api/daily/{day}/forks")
        assert forks.value.code == "not_over"
        made = ann.client.new_table(seats=2)  # who has sat at a table with you is a friend
        bob.client.sit(made["match"], made["invite"])
        Player(server.url, "Cy").play(day)
        lists = ann.client.get(f"/api/daily/{day}/lists")
        assert lists["people"] == 3
        lines = [(row["place"], row["name"], row["you"], row["friend"]) for row in lists["points"]]
        assert lines == [(1, "Ann", True, False), (1, "Bob", False, True), (1, "Cy", False, False)]
        assert ann.client.get("/api/daily")["played"] == 1
        with pytest.raises(ServerRefused) as bad:
            ann.client.post(f"/api/daily/{day}/move", after=0, command={"type": "Resign", "seat": 0})
        assert bad.value.status in (400, 409)


def test_results_survive_kills_in_the_middle(tmp_path: Path, bar: Bar) -> None:
    """Eight people play while the server is killed: whoever was told `over` stands in the list, once."""
    with serve(tmp_path) as server:
        day = HttpClient(server.url).get("/api/daily")["today"]["day"]
        players = [Player(server.url, f"P{n}") for n in range(8)]
        threads = [
            threading.Thread(target=player.play, args=(day,), kwargs={"patience": 240}) for player in players
        ]
        for thread in threads:
            thread.start()
        chance = random.Random(19)
        for _ in range(3):
            time.sleep(0.3 + chance.random())
            server.kill()
            server.start()
        for thread in threads:
            thread.join(240)
        assert all(player.told["over"] for player in players)
        server.kill()  # perhaps before the last of them was counted
        server.start()
        people = settled(server, day, len(players))
    bar("daily, kills", f"{people} of {len(players)} results, 4 kills", "none lost", people == len(players))


def settled(server: Process, day: str, expected: int) -> int:
    """How many results a day has, once there are so many: a busy coach counts a little later."""
    end = time.monotonic() + 60
    while True:
        people = int(HttpClient(server.url).get(f"/api/daily/{day}/lists")["people"])
        if people >= expected or time.monotonic() > end:
            return people
        time.sleep(0.2)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)])
def test_the_list_of_ten_thousand_results(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, bar: Bar
) -> None:
    where = str(tmp_path / "games.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    if kind == "postgres":
        open_store(where).close()
        wipe(where)
    fill(where, DAY.isoformat(), RESULTS)
    with Process(where) as server:
        found, best = lists_of(server.url, 15)
    lists: dict[str, Any] = found
    points = [row["points"] for row in lists["points"]]
    assert points == sorted(points, reverse=True)
    places = {row["points"]: row["place"] for row in lists["points"]}
    assert list(places.values()) == [1 + points.index(value) for value in places]
    bar(f"daily, list of 10,000, {kind}", f"{best:.1f} ms", "< 50 ms", best < 50)
