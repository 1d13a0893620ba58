"""The client in another language that was written from the protocol page plays whole games."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hotdice.client import HttpClient
from hotdice.game import parse_record
from hotdice.match.fair_record import FairHeader, derive_fair
from server.processes import Process, serve

CLIENT = Path(__file__).parents[2] / "examples" / "client.mjs"
NODE = shutil.which("node")
RULES = '{"base":"classic","target":1500}'


def player(process: Process, *words: str, bot: str = "greedy") -> "subprocess.Popen[str]":
    assert NODE is not None
    return subprocess.Popen(
        [NODE, "--experimental-websocket", "--no-warnings", str(CLIENT), process.url, *words],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "RULES": RULES, "BOT": bot},
    )  # fmt: skip


def verified(process: Process, match: str) -> FairHeader:
    record = parse_record(HttpClient(process.url).record(match))
    assert derive_fair(record).holds
    header = FairHeader.parse(record.dice)
    assert header.order is not None
    assert header.order_faults() == ()
    return header


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_the_client_in_node_plays_against_a_bot_and_against_another(tmp_path: Path) -> None:
    with serve(tmp_path, "--bot-pause", "0") as process:
        alone = player(process, "Ann")
        said = alone.communicate(timeout=120)[0]
        assert alone.returncode == 0, said
        assert "won by" in said
        header = verified(process, said.split(" of ")[1].split(",")[0])
        assert header.order is not None
        assert [pair is None for pair in header.order.seats] == [False, True], "only the bot has none"

        ann = player(process, "Ann", bot="")
        assert ann.stdout is not None
        match, _, invite = ann.stdout.readline().split()[-1].partition(".")
        bob = player(process, "Bob", f"{match}.{invite}")
        for one in (ann, bob):
            said = one.communicate(timeout=120)[0]
            assert one.returncode == 0, said
        header = verified(process, match)
        assert header.order is not None
        assert None not in header.order.seats


def test_the_client_is_short_and_needs_nothing_else() -> None:
    text = CLIENT.read_text("utf-8")
    assert len(text.splitlines()) <= 150
    assert [line for line in text.splitlines() if line.startswith("import ")] == [
        'import { createHash, randomBytes } from "node:crypto";'
    ]
