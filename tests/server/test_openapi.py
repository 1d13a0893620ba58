"""S13: a program that knows nothing but the OpenAPI document tries everything on a real server."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import Bar
from hotdice.client import HttpClient
from server.processes import Process, serve

PROGRAM = Path(sys.executable).with_name("schemathesis")
CONFIG = Path(__file__).with_name("schemathesis.toml")


def fuzz(process: Process, key: str, document: str, paths: str, most: int) -> tuple[int, str]:
    """Try every operation whose path fits; how many requests that were, and what was wrong."""
    done = subprocess.run(
        [
            str(PROGRAM), "--config-file", str(CONFIG), "run", document, "--url", process.url,
            "--checks", "all", "--phases", "examples,coverage,fuzzing", "--max-examples", str(most),
            "--suppress-health-check", "all", "--seed", "13", "--include-path-regex", paths,
            "--header", f"Authorization: Bearer {key}", "--warnings", "off", "--no-color",
        ],
        capture_output=True, text=True, timeout=900, check=False, cwd=CONFIG.parent.parent.parent / "build",
    )  # fmt: skip
    found = re.search(r"([\d,]+) generated", done.stdout)
    assert found is not None, done.stdout + done.stderr
    failed = done.stdout.partition("FAILURES")[2] if done.returncode else ""
    failed = "\n".join(line[:200] for line in failed.splitlines())
    return int(found[1].replace(",", "")), failed


def try_everything(tmp_path: Path, most: int, bar: Bar) -> None:
    (CONFIG.parent.parent.parent / "build").mkdir(exist_ok=True)
    with serve(tmp_path) as process:
        client = HttpClient(process.url)
        client.arrive("Ann")
        table = client.new_table(seats=2)["match"]
        document = tmp_path / "openapi.json"
        known = client.get("/openapi.json")
        del known["paths"]["/api/me/erase"]  # who is forgotten is unknown from then on
        for path in known["paths"].values():  # a match that is there, so that not all answers are 404
            for operation in path.values():
                for parameter in operation.get("parameters", ()):
                    if parameter["name"] == "match":
                        parameter["schema"] = {"type": "string", "enum": [table, "none"]}
        document.write_text(json.dumps(known))
        people, faults = fuzz(process, client.key, str(document), "^/api/(?!admin)", most)
        owners, more = fuzz(process, process.admin.split("admin=")[1], str(document), "^/api/admin", most)
        assert process.metric("internal_errors_total") == 0
        assert '"level": "error"' not in process.log
        faults += more
        lied = json.loads(json.dumps(known))
        lied["paths"] = {"/api/sheets": lied["paths"]["/api/sheets"]}
        answer = lied["paths"]["/api/sheets"]["get"]["responses"]["200"]["content"]
        answer["application/json"]["schema"] = {"type": "object", "required": ["unicorns"]}
        document.write_text(json.dumps(lied))
        _, control = fuzz(process, client.key, str(document), "^/api/sheets", 1)
    text = f"{people + owners:,} requests, {len(faults.splitlines())} lines of faults"
    bar("S13 schemathesis", text + ("\n" + faults if faults else ""), "0 failures", not faults)
    bar("S13 control", "a document that promises something else is found out", "found", bool(control))


def test_s13_every_operation_keeps_what_the_document_says(tmp_path: Path, bar: Bar) -> None:
    try_everything(tmp_path, 2, bar)


@pytest.mark.nightly
def test_s13_at_length(tmp_path: Path, bar: Bar) -> None:
    try_everything(tmp_path, 100, bar)
