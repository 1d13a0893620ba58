"""Every kind of game on a real server: over the network with the client library, and in the terminal."""

import asyncio
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from hotdice.client import HttpClient, Seat, ServerRefused
from hotdice.game import parse_record
from hotdice.match import wire
from hotdice.match.fair_record import derive_fair
from hotdice.match.games.duplicate_record import derive_duplicate, parse_duplicate
from hotdice.match.games.fair_chance import derive_table
from hotdice.munchkin import parse_record as parse_table
from hotdice.players import make
from hotdice.players.munchkin_registry import make_munchkin
from server.processes import Process, serve
from server.test_play import hotdice, run, wait_for

WISHES: dict[str, dict[str, Any]] = {
    "munchkin": {"kind": "munchkin", "rules": '{"winning_level":5}'},
    "two-tables": {
        "kind": "two-tables",
        "rules": '{"base":"classic","target":1500}',
        "options": {"against": "cautious"},
    },
    "parallel": {"kind": "parallel", "rules": '{"base":"marina","rounds":3}'},
    "cards": {"kind": "farkle", "rules": '{"base":"munchkin-farkle","target":2000}'},
}
MINDS: dict[str, Any] = {"munchkin": lambda: make_munchkin("shrewd"), "cards": lambda: make("schemer")}


def verified(kind: str, text: str) -> int:
    """How much of a record was derived again."""
    if kind == "munchkin":
        return derive_table(parse_table(text))
    if kind == "cards":
        proof = derive_fair(parse_record(text))
        assert proof.holds
        return proof.throws
    proofs = derive_duplicate(parse_duplicate(text))
    assert all(proof.holds for proof in proofs)
    return sum(proof.throws for proof in proofs)


@pytest.mark.parametrize("kind", WISHES)
def test_three_play_a_whole_game_over_the_network(kind: str, tmp_path: Path) -> None:
    async def body(url: str, match: str, tokens: list[str]) -> None:
        seats = [Seat(url, match, token, patience=60) for token in tokens]
        watcher = Seat(url, match)
        async with seats[0], seats[1], seats[2], watcher:
            assert isinstance(await seats[0].begin(), wire.Accepted)
            minds = [MINDS.get(kind, lambda: make("greedy"))() for _ in seats]
            await asyncio.gather(*(seat.play_with(mind) for seat, mind in zip(seats, minds, strict=True)))
            while watcher.view is None or watcher.view.phase != "over":
                await watcher.changed()
        assert [seat.gaps for seat in (*seats, watcher)] == [0, 0, 0, 0]

    with serve(tmp_path) as process:
        clients = [HttpClient(process.url) for _ in range(3)]
        for client, name in zip(clients, ("Ann", "Bob", "Cid"), strict=True):
            client.arrive(name)
        made = clients[0].new_table(seats=3, **WISHES[kind])
        tokens = [made["token"]]
        tokens += [client.sit(made["match"], made["invite"])["token"] for client in clients[1:]]
        if kind != "cards":
            with pytest.raises(ServerRefused) as early:
                clients[0].record(made["match"])
            assert early.value.code in ("not_begun", "not_over")
        run(body(process.url, made["match"], tokens), 240)
        least = 3  # everybody throws once: who goes first may win with one throw
        assert verified(kind, clients[0].record(made["match"])) >= least
        pictures = f"/api/matches/{made['match']}/film"
        if kind == "munchkin":
            told = HttpClient(process.url).get(pictures)["pictures"]
            assert told[-1]["event"]["type"] == "GameEnded", "anybody may look when it is over"
        else:
            with pytest.raises(ServerRefused) as other:
                clients[0].get(pictures)
            assert other.value.code == "no_film"
        kinds = {line["name"]: line for line in clients[0].get("/api/kinds")["kinds"]}
        assert set(kinds) == {"farkle", "two-tables", "parallel", "munchkin"}
        assert "shrewd" in kinds["munchkin"]["bots"]


def say(terminal: Any, *words: str) -> None:
    terminal.stdin.write("".join(f"{word}\n" for word in words))
    terminal.stdin.flush()


def test_a_munchkin_table_in_the_terminal(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        new = ("join", f"{process.url}/", "--name", "Ann", "--new", "munchkin-dice", "--bot", "steady")
        ann = hotdice(tmp_path, "ann", "", *new)
        wait_for(ann, "Everybody is here")
        say(ann, "start")
        told = wait_for(ann, "Your move")
        assert "Your hand:" in told
        say(ann, "no-such-word", "hand", "door")
        wait_for(ann, "I do not know that word")
        wait_for(ann, "You kick down the door")
        say(ann, f"record {tmp_path / 'early'}")
        wait_for(ann, "The record tells what is hidden now")
        say(ann, "table", "quit")
        wait_for(ann, "in the deck")
        ann.communicate(timeout=60)
        assert ann.returncode == 0


@pytest.mark.parametrize("form", ["two-tables", "parallel"])
def test_a_duplicate_match_in_two_terminals(form: str, tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        ann = hotdice(tmp_path, "ann", "", "join", f"{process.url}/", "--name", "Ann", "--duplicate", form)
        link = wait_for(ann, "Friends join with").split("hotdice join '")[1].split("'")[0]
        bob = hotdice(tmp_path, "bob", "Bob\nyes\n", "join", link)
        wait_for(ann, "Everybody is here")
        say(ann, "start", "roll")
        wait_for(ann, "You roll")
        say(bob, "score", "roll")
        heard = wait_for(bob, "You roll")
        assert "Ann rolls" not in heard, "that is what Bob is to roll himself"
        say(ann, "leave")
        say(bob, "leave")
        wait_for(ann, "The server's seed was")
        file = tmp_path / "match.farkle"
        say(ann, f"record {file}", "quit")
        wait_for(ann, "Written to")
        say(bob, "quit")
        for terminal in (ann, bob):
            terminal.communicate(timeout=60)
            assert terminal.returncode == 0
        verified = hotdice(tmp_path, "ann", "", "verify", str(file))
        assert "throws of 2 boards are those of the seed" in verified.communicate(timeout=60)[0]


def test_against_is_for_two_tables_only(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        wrong = hotdice(tmp_path, "ann", "", "join", f"{process.url}/", "--name", "A", "--against", "greedy")
        assert "--against goes with --duplicate" in wrong.communicate(timeout=60)[0]
        assert wrong.returncode == 2


def test_a_path_that_is_not_there_is_a_page_for_people_and_data_for_programs(tmp_path: Path) -> None:
    with Process(str(tmp_path / "games.db")) as process:
        client = HttpClient(process.url)
        for path in ("/nosuch", "/api/nosuch", "/assets/nosuch.js"):
            with pytest.raises(ServerRefused) as refused:
                client.get(path)
            assert (refused.value.status, refused.value.code) == (404, "not_found")
        asked = urllib.request.Request(f"{process.url}/nosuch", headers={"Accept": "text/html"})
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(asked)
        assert answer.value.code == 404
        assert answer.value.headers["content-type"].startswith("text/html")
        assert b"<html" in answer.value.read()
