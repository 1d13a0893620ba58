"""The core of the page against the referee in Python: the vectors, in Node; and that it would notice."""

import base64
import gzip
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from scripts import page_sheets
from scripts.page_build import WEB, node_path
from scripts.vectors import FULL_SIZE, ROOT, SAMPLE, draw

from conftest import Bar, rest_by_night
from game.cards.tables import card, rules_with
from hotdice.coach.scales import class_of
from hotdice.game import commands as c
from hotdice.game import do, new_game
from hotdice.odds.solved import goal_of
from hotdice.odds.tables import file_name
from hotdice.rules import load, shipped
from hotdice.testing.vectors import plain, played, write_vectors
from web.modules import run_module

_COMPARE = """
import { rememberTable } from "page/core/odds/shelf";
import { tableName } from "page/core/odds/tables";
import { load } from "page/core/rules/loading";
import { shipped } from "page/core/rules/sheets";
import { differencesFrom } from "page/core/testing/vectors";
import { existsSync, readFileSync } from "node:fs";
export function answer({ file, tables }) {
  for (const rules of shipped().map(load)) {
    const path = `${tables}/${tableName(rules)}`;
    if (existsSync(path)) rememberTable(rules, new Uint8Array(readFileSync(path)));
  }
  return differencesFrom(readFileSync(file, "utf8"));
}
"""
TABLES = ROOT / "src" / "hotdice" / "odds" / "tables"


def compared(folder: Path, file: Path, page: Path = WEB / "src") -> Any:
    """What was checked, and in what the core differs."""
    return run_module(folder, _COMPARE, {"file": str(file), "tables": str(TABLES)}, page=page)


def test_the_sheets_of_the_core_are_the_shipped_ones() -> None:
    assert page_sheets.TARGET.read_text(encoding="utf-8") == page_sheets.text(), "run `make protocol`"
    assert page_sheets.CARDS.read_text(encoding="utf-8") == page_sheets.cards(), "run `make protocol`"


def test_the_core_agrees_with_the_referee_on_the_sample(tmp_path: Path) -> None:
    found = compared(tmp_path, SAMPLE)
    assert found["differences"] == []
    assert found["checked"]["play"] >= 1000
    assert {"counts", "rules", "play", "record", "values"} <= set(found["checked"])


def test_what_a_card_saves_bumps_on_the_page_too(tmp_path: Path) -> None:
    """A turn that a card saves is written down like any other: it lands on totals and sends players back."""
    escape = card("escape", {"do": "keep_on_farkle", "points": 50}, when="on_farkle")
    rules = rules_with(escape, bump="to_zero")
    state, ones = new_game(rules, 3, first=0), rules.table.value((1, 1, 1))
    assert ones is not None
    told: list[Any] = []
    for command in (
        c.EnterTurn(0, ones - 50), c.Roll(1), c.Throw((1, 1, 1, 3, 4, 6)), c.Keep(1, (1, 2, 3), "roll"),
        c.Throw((3, 4, 6)), c.PlayCard(1, "escape"),
    ):  # fmt: skip
        state, events = do(state, command)
        told.append([plain(command), plain(events)])
    assert "Bumped" in {event["type"] for event in told[-1][1]}
    file = tmp_path / "bumped.jsonl"
    write_vectors(file, "bumped", [played(rules, (), 0, told, state)])
    found = compared(tmp_path, file)
    assert found["checked"]["play"]
    assert found["differences"] == []


_CLASSES = """
import { classOf } from "page/core/coach/scales";
export const answer = (losses) => losses.map((loss) => [classOf(loss, 1), classOf(5459 * loss, 5459)]);
"""


def test_a_loss_has_one_class_with_a_server_and_without(tmp_path: Path) -> None:
    """What is shown as 1.5 % was a mistake to the server and doubtful to the page alone."""
    losses = [place / 10_000 for place in range(1000)]
    ours = [[class_of(loss, 1.0), class_of(5459 * loss, 5459.0)] for loss in losses]
    assert run_module(tmp_path, _CLASSES, losses) == ours
    assert ours[146][0] == "mistake"


@pytest.mark.nightly
def test_the_core_agrees_with_the_referee_on_the_full_volume(tmp_path: Path) -> None:
    file = tmp_path / "full.jsonl"
    write_vectors(file, "nightly", draw("nightly", later=True, **FULL_SIZE))
    found = compared(tmp_path, file)
    assert found["differences"] == []
    assert found["checked"]["play"] >= 200_000
    assert found["checked"]["values"] >= 20_000


_FAULTS = [
    ("counts", "rules/combinations.ts", "made([...many(face, 4), few, few]", "made([...many(face, 5), few]"),
    (
        "rules",
        "rules/checking.ts",
        "opening_policy: opening ? openingPolicy",
        "opening_policy: minimum ? openingPolicy",
    ),
    ("play", "game/turns.ts", "state.round === rules.rounds", "state.round > rules.rounds"),
    ("play", "game/endings.ts", 'rules.bump === "to_zero" ? 0', 'rules.bump === "swap" ? 0'),
    ("play", "rules/stops.ts", "turnTotal % rules.bank_step === 0", "turnTotal % 50 === 0"),
    ("play", "rules/combinations.ts", "if (!out || out === dice) continue;", "if (!out) continue;"),
    ("record", "game/notation.ts", "=${event.points}", "=${event.points + 50}"),
    ("values", "odds/lanes.ts", "offered > value", "offered >= value - 1e-4"),
]
"""A fault for each kind of vectors: where it is planted, what stood there, what stands there now."""


@pytest.mark.parametrize(
    "fault",
    rest_by_night(_FAULTS, _FAULTS[0], _FAULTS[2], _FAULTS[-1]),
    ids=[f"{fault[0]} {fault[1]}" for fault in _FAULTS],
)
def test_a_planted_fault_is_found(fault: tuple[str, str, str, str], tmp_path: Path) -> None:
    kind, file, right, wrong = fault
    page = tmp_path / "page"
    shutil.copytree(WEB / "src" / "core", page / "core")
    source = page / "core" / file
    text = source.read_text(encoding="utf-8")
    assert right in text
    source.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    found = compared(tmp_path, SAMPLE, page)
    assert kind in {one["kind"] for one in found["differences"]}


@pytest.mark.parametrize(
    ("what", "modules", "most"),
    [
        ("referee", ["core/game/referee", "core/game/choices", "core/rules/loading"], 40),
        ("core", ["local/worker", "core/game/record", "core/game/offers", "core/rules/compiled"], 80),
    ],
)
def test_the_core_is_small(what: str, modules: list[str], most: int, tmp_path: Path, bar: Bar) -> None:
    entry, bundle = tmp_path / "entry.ts", tmp_path / "bundle.js"
    entry.write_text("".join(f'export * from "page/{name}";\n' for name in modules), encoding="utf-8")
    _bundle(entry, bundle, "--format=esm")
    size = len(gzip.compress(bundle.read_bytes())) / 1000
    bar(f"{what} of the page", f"{size:.0f} kB compressed", f"{most} kB", size < most)


def test_the_core_agrees_in_a_browser_too(browser: Browser, tmp_path: Path) -> None:
    entry, bundle = tmp_path / "entry.ts", tmp_path / "bundle.js"
    modules = ("testing/vectors", "odds/shelf", "odds/tables", "rules/loading")
    entry.write_text("".join(f'export * from "page/core/{name}";\n' for name in modules), encoding="utf-8")
    _bundle(entry, bundle, "--format=iife", "--global-name=core")
    page = browser.new_page()
    page.add_script_tag(path=bundle)
    for name in shipped():
        path = TABLES / file_name(load(name), goal_of(load(name)))
        if path.is_file() and goal_of(load(name)) != "solitaire":
            page.evaluate(_REMEMBER, [name, base64.b64encode(path.read_bytes()).decode()])
    found = page.evaluate("(text) => core.differencesFrom(text)", SAMPLE.read_text(encoding="utf-8"))
    page.close()
    assert found["differences"] == []
    assert {"counts", "rules", "play", "record", "values"} <= set(found["checked"])


_REMEMBER = """
([name, packed]) => core.rememberTable(
  core.load(name), Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)))
"""


def _bundle(entry: Path, bundle: Path, *options: str) -> None:
    """Modules of the page as one file, as a browser would get them."""
    command = [
        str(WEB / "node_modules/.bin/esbuild"), str(entry), "--bundle", "--minify", f"--outfile={bundle}",
        f"--alias:page={WEB / 'src'}", "--log-level=error", *options,
    ]  # fmt: skip
    environment = {"PATH": node_path(), "NODE_PATH": str(WEB / "node_modules")}
    subprocess.run(command, check=True, cwd=WEB, env=environment)
