"""The coach of a real server: answers, refusals at tables without advice, time limits, quotas."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hotdice.client import HttpClient, ServerRefused
from hotdice.coach.asking import AskAdvice
from hotdice.coach.background import Background
from hotdice.game import new_game, parse_record, print_position
from hotdice.match.wire import Accepted
from hotdice.rules import load
from hotdice.server.coaching import CoachFault, CoachPool
from server.processes import Pair, Process, serve

POSITION = "playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155"
CARDS = "munchkin-farkle~r20~s1~m3~l1~10300.0.y_9000.0.y_9000.0.y~t1400.2~0-_1-_2-~-~f.d6"
RECORD = """hotdice record 1
rules kcd
seat Ann
seat Bob
start kcd~r9~s1~m1~n~3500.0.y_3800.0.y~t0.6

122346:1 12246:1 =200
223446 x
111234:111 =1000
"""


def refused(client: HttpClient, path: str, **body: Any) -> tuple[int, str]:
    with pytest.raises(ServerRefused) as caught:
        client.post(path, **body) if body or path.endswith("advice") else client.get(path)
    return caught.value.status, caught.value.code


def test_questions_to_the_coach(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        client = HttpClient(server.url, timeout=180)
        advice = client.post("/api/coach/advice", position=POSITION)
        assert advice["options"][0]["keep"] == "155"
        assert advice["source"]["kind"] == "exact"
        assert advice["reason"].startswith("Hot dice")
        cards = client.post("/api/coach/advice", position=CARDS)
        assert (cards["unit"], cards["source"]["kind"]) == ("win", "estimated")
        assert (cards["options"][0]["action"], cards["options"][0]["win"]) == ("bank", 1)
        review = client.post("/api/coach/review", record=RECORD)
        assert [decision["class"] for decision in review["decisions"]] == ["fine", "blunder", "fine"]
        assert abs(review["identity"]) < 1e-9
        task = client.post("/api/coach/exercise", rules="kcd", seed="4")
        assert task == client.post("/api/coach/exercise", rules="kcd", seed="4")
        assert task["tempting"]["loss"] > 0
        assert refused(client, "/api/coach/advice", position="nonsense") == (400, "bad_position")
        assert refused(client, "/api/coach/advice", position=POSITION, unit="games") == (400, "bad_request")
        waiting = "classic~r3~s1~m1~n~1500.0.y_2000.0.y~t300.3.w"
        assert refused(client, "/api/coach/advice", position=waiting) == (409, "nothing_to_say")
        assert refused(client, "/api/coach/review", record="x") == (400, "bad_record")
        assert refused(client, "/api/coach/exercise", rules="nothing") == (400, "bad_rules")
        card = client.post("/api/coach/card", rules="kcd")
        assert [row["dice"] for row in card["rows"]] == [6, 5, 4, 3, 2, 1]
        assert card["sides"][0]["wins"] < card["sides"][1]["wins"] < 0.5
        measured = client.post("/api/coach/card", rules="marina")["measured"]
        assert measured["unit"] == "win"
        own = client.post("/api/coach/card", rules='{"base":"kcd","target":2000}')
        assert (own["rows"][2:], own["measured"], own["sides"]) == (card["rows"][2:], None, [])
        assert (own["rows"][1]["stop_at"], card["rows"][1]["stop_at"]) == (None, 3400)  # beyond its target
        assert refused(client, "/api/coach/card", rules="munchkin-farkle") == (409, "nothing_to_say")
        assert refused(client, "/api/coach/card", rules="nothing") == (400, "bad_rules")
        document = client.get("/openapi.json")
        assert "/api/matches/{match}/advice" in document["paths"]
        assert "Advice" in document["components"]["schemas"]


@pytest.mark.nightly
def test_rules_are_compared_beside_the_other_questions(tmp_path: Path) -> None:
    """Five sentences with gaps, figures of both, refusals with a reason, and a quota of its own."""
    path = "/api/coach/compare"
    with serve(tmp_path, trust=False) as server:
        client = HttpClient(server.url, timeout=180)
        told = client.post(path, before="kcd", after='{"base":"kcd","target":1500,"minimum":350}')
        assert len(told["sentences"]) == 5
        assert told["sentences"][0]["says"].startswith("A game is shorter")
        assert told["sentences"][0]["values"]["turns"] == round(told["after"]["turns"])
        assert told["before"]["stops"] == [300, 250, 450, 1050, 3400, None]
        assert 0 < told["habit"] < told["decisions"] < 1
        assert refused(client, path, before="kcd", after="kcd") == (409, "nothing_to_say")
        assert refused(client, path, before="kcd", after="marina") == (409, "nothing_to_say")
        assert refused(client, path, before="kcd", after="facebook") == (409, "nothing_to_say")
        assert refused(client, path, before="kcd", after="nothing") == (400, "bad_rules")
        assert refused(client, path, before="kcd", after='{"base":"kcd","target":-1}') == (400, "bad_rules")
        answers = [refused(client, path, before="kcd", after="kcd")[0] for _ in range(16)]
        assert answers == [409] * 14 + [429] * 2
        assert client.post("/api/coach/card", rules="kcd")["rows"]  # the other questions have their own


def test_steps_that_are_tried_out(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        client = HttpClient(server.url, timeout=180)
        path = "/api/coach/what-if"
        here = client.post(path, position=POSITION)
        assert here["advice"] == client.post("/api/coach/advice", position=POSITION)
        kept = client.post(path, position=POSITION, choice={"action": "roll", "keep": "1"})
        assert (kept["waits"], kept["dice"], kept["advice"]) == ("dice", 2, None)
        fell = client.post(path, position=kept["position"], dice="25")
        assert fell["advice"]["options"][0]["keep"] == "5"
        lost = client.post(path, position=fell["position"], dice="34")
        assert (lost["farkle"], lost["seat"]) == (True, 1)
        assert sum(lost["values"]) == pytest.approx(1)
        assert refused(client, path, position=POSITION, dice="1") == (409, "no_such_step")
        assert refused(client, path, position=POSITION, choice={"action": "pass"}) == (409, "no_such_step")
        assert refused(client, path, position=POSITION, choice={"action": "fly"}) == (400, "bad_request")
        assert refused(client, path, position="nonsense") == (400, "bad_position")
        task = client.post("/api/coach/exercise", position=POSITION)
        assert (task["position"], task["origin"]) == (POSITION, "again")
        assert task["advice"] == here["advice"]


def begun(server: Process, **options: Any) -> tuple[Pair, str]:
    """A table of two whose game has begun, and its position."""
    pair = Pair(server.url, rules="classic", options=options)

    async def begin() -> None:
        async with pair.seat(0) as seat:
            assert isinstance(await seat.begin(), Accepted)

    asyncio.run(begin())
    record = parse_record(pair.clients[0].record(pair.match))
    return pair, print_position(record.state())


def test_a_table_without_advice_gets_none(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        pair, position = begun(server)
        for client in pair.clients:
            assert refused(client, "/api/coach/advice", position=position) == (403, "advice_off")
            assert refused(client, f"/api/matches/{pair.match}/advice") == (403, "advice_off")
            assert refused(client, "/api/coach/what-if", position=position) == (403, "advice_off")
            assert refused(client, "/api/coach/exercise", position=position) == (403, "advice_off")
            # Nor from a moment before, by a step that leads to the scores of the game.
            before = "classic~r1~s1~m1~n~-500.0.n_0.0.n~t500.3"
            step = {"position": before, "choice": {"action": "bank"}}
            assert refused(client, "/api/coach/what-if", **step) == (403, "advice_off")
        # Other scores are another game, and strangers are not at the table.
        other = position.replace("~0.0.n_0.0.n~", "~1000.0.y_0.0.n~")
        assert other != position
        assert pair.clients[0].post("/api/coach/advice", position=other)["options"]
        assert HttpClient(server.url, timeout=180).post("/api/coach/advice", position=position)["options"]
        assert refused(pair.clients[0], f"/api/matches/{pair.match}/review") == (409, "not_over")


def test_a_table_with_advice_gives_it_to_the_mover_and_writes_it_down(tmp_path: Path) -> None:
    with serve(tmp_path) as server:
        pair, position = begun(server, advice=True)
        advice = pair.clients[0].post(f"/api/matches/{pair.match}/advice")
        assert advice["position"] == position
        assert "advice@1" in pair.clients[0].record(pair.match)
        assert refused(pair.clients[1], f"/api/matches/{pair.match}/advice") == (409, "not_your_turn")
        stranger = HttpClient(server.url, timeout=180)
        stranger.arrive("Cid")
        assert refused(stranger, f"/api/matches/{pair.match}/advice") == (403, "not_seated")
        assert pair.clients[1].post("/api/coach/advice", position=position)["options"]


def test_an_address_asks_only_so_often(tmp_path: Path) -> None:
    with serve(tmp_path, trust=False) as server:
        client = HttpClient(server.url, timeout=180)
        codes = set()
        for _ in range(90):
            try:
                client.post("/api/coach/advice", position="nonsense")
            except ServerRefused as error:
                codes.add(error.code)
            if "too_many" in codes:
                break
        assert codes == {"bad_position", "too_many"}


@pytest.mark.second_try("a process beside the server solves with what time it is given")
def test_house_rules_are_solved_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path / "tables"))
    position = print_position(new_game(load("kcd", ["target=350"]), 2))
    with serve(tmp_path) as server:
        client = HttpClient(server.url, timeout=180)
        assert client.post("/api/coach/advice", position=position)["source"]["kind"] == "turn"
        until = time.monotonic() + 400
        while time.monotonic() < until:
            if client.post("/api/coach/advice", position=position)["source"]["kind"] == "exact":
                break
            time.sleep(0.5)
        else:
            raise AssertionError("the sheet was not solved")


def children(pid: int) -> dict[int, str]:
    """The processes that another one has started, with their command lines."""
    found = {}
    for name in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            if int((name / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found[int(name.name)] = (name / "cmdline").read_text()
    return found


def alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


@pytest.mark.second_try("looks at processes in the moment in which they start and end")
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_no_process_of_the_coach_outlives_a_killed_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path / "tables"))
    position = print_position(new_game(load("classic", ["target=5650"]), 2))
    with serve(tmp_path) as server:
        client = HttpClient(server.url, timeout=180)
        assert client.post("/api/coach/advice", position=position)["source"]["kind"] == "turn"
        until = time.monotonic() + 60  # a process that has just begun steps back once it has loaded
        wanted, started = ["hotdice.coach.background", "hotdice.coach.worker"], children(server.pid)
        while sorted(line.split("\0")[2] for line in started.values() if line.count("\0") > 2) != wanted:
            assert time.monotonic() < until, started
            time.sleep(0.05)
            started = children(server.pid)
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        while any(os.getpriority(os.PRIO_PROCESS, pid) <= ours for pid in started):
            assert time.monotonic() < until, "a process of the coach has not stepped back"
            time.sleep(0.05)
        time.sleep(1)  # and is at work by now
        assert all(map(alive, started))
        server.kill()
        until = time.monotonic() + 60
        while any(map(alive, started)) and time.monotonic() < until:
            time.sleep(0.05)
        left = [pid for pid in started if alive(pid)]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert not left


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel")
def test_a_solver_that_takes_too_long_is_ended_by_the_kernel() -> None:
    endless = (
        "import sys\nfrom hotdice.coach.beside import stay_beside\nstay_beside(sys.argv[1:])\nwhile 1: 0"
    )
    ended = subprocess.run(
        [sys.executable, "-c", endless, "0", "1", str(os.getpid())], timeout=60, check=False
    )
    assert ended.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    gone = subprocess.run([sys.executable, "-c", endless, "0", "9", "1"], timeout=60, check=False)
    assert gone.returncode == 1  # its parent is not the one that it was told


@pytest.mark.second_try("processes beside the server solve with what time they are given")
def test_an_address_has_only_so_many_sheets_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path / "tables"))
    with serve(tmp_path, trust=False) as server:
        client = HttpClient(server.url, timeout=180)
        for target in (300, 350, 400, 450, 500):
            position = print_position(new_game(load("kcd", [f"target={target}"]), 2))
            assert client.post("/api/coach/advice", position=position)["source"]["kind"] == "turn"
        until = time.monotonic() + 400

        def solved() -> int:
            return len(list((tmp_path / "tables").glob("race-*.table")))

        # Between two sheets there may be nobody at work.
        while solved() < 3 or any("background" in line for line in children(server.pid).values()):
            assert time.monotonic() < until, f"{solved()} of 3"
            time.sleep(0.2)
        assert solved() == 3


def test_sheets_wait_for_the_solver_and_not_any_number_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    solving = Background(waiting=1)
    sheets = [load("kcd", [f"target={target}"]) for target in (850, 750, 650)]
    assert [solving.start(sheet, 2) for sheet in sheets] == [True, True, False]
    assert solving.start(sheets[1], 2)  # it waits
    assert solving.wait(300)
    assert len(list(tmp_path.glob("race-*.table"))) == 2
    assert solving.start(sheets[2], 2)
    pid = solving.solver
    solving.close()
    assert pid is None or not alive(pid)
    assert not solving.start(load("kcd", ["target=500"]), 2)


def test_a_question_that_takes_too_long_costs_only_itself() -> None:
    async def script() -> None:
        pool = CoachPool(1, 2, 120.0)
        long = "playmonster~r1~s1~m1~n~" + "_".join(["0.0.n"] * 9) + "~t0.6"
        assert json.loads(await pool.ask(AskAdvice(POSITION)))["unit"] == "win"
        pool._seconds = 0.01
        with pytest.raises(CoachFault) as caught:
            await pool.ask(AskAdvice(long))
        assert caught.value.fault.code == "coach_slow"
        pool._seconds = 120.0
        assert json.loads(await pool.ask(AskAdvice(POSITION)))["unit"] == "win"
        assert (pool.answered, pool.killed) == (2, 1)
        asked = [asyncio.create_task(pool.ask(AskAdvice(POSITION))) for _ in range(4)]
        done = await asyncio.gather(*asked, return_exceptions=True)
        busy = [result for result in done if isinstance(result, CoachFault)]
        assert [result.fault.code for result in busy] == ["coach_busy"]
        await pool.close()
        with pytest.raises(CoachFault):
            await pool.ask(AskAdvice(POSITION))

    asyncio.run(script())


def test_the_background_solves_one_sheet_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOTDICE_TABLES", str(tmp_path))
    solving = Background(most=1)
    rules = load("kcd", ["target=450"])
    assert solving.start(rules, 2)
    assert solving.start(rules, 2)  # it is being solved
    assert solving.wait(300)
    assert len(list(tmp_path.glob("race-*.table"))) == 1
    assert not solving.start(rules, 2)  # it is there
    assert not solving.start(load("kcd", ["target=500"]), 2)  # no more than one was allowed
    solving.close()
