"""The page decides no rule outside its core: who reads what of a rule set, and that another would be found.

A decision needs a fact of the rules: a key of the rule set, or one of the words that a key may have. Whoever
reads neither decides nothing. So every place outside `core/` that reads one is listed here, with what for;
what stands there is only shown, written into the form of house rules, or handed to the core as it is.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from scripts.page_build import WEB

from hotdice.rules.compiled import CompiledRules
from hotdice.rules.ruleset import Scoring

SOURCES = WEB / "src"
_NO_RULE = {
    "reference",
    "name",
    "title",
    "summary",
    "hash",
    "base",
    "cards",
    "deck_name",
    "deck",
    "sentences",
}
_NO_RULE |= {
    "seats"
}  # how many may sit down is an answer already: the core, or the server, has worked it out
_ALSO_ELSEWHERE = {"opening", "target", "rounds", "penalty", "dice", "sets", "runs", "minimum"}
"""Keys whose name other things have too: looked for where something called rules or sheet has them."""
KEYS = ({field.name for field in msgspec.structs.fields(CompiledRules)} - _NO_RULE) | {
    field.name for field in msgspec.structs.fields(Scoring)
}
_WORDS = ["at_least", "more_than", "exactly", "must_reach", "may_stop", "finish_round", "others_once"]
_WORDS += ["last_licks", "welfare", "to_zero", "trigger_keeps", "forced", "multiply"]

SHOWN = {
    "game/naming.ts": "the scoring table of a sheet, and the facts that tell sheets apart",
    "rules/form.ts": "the form in which a house writes its rules",
    "rules/keys.ts": "the keys of that form, written by the server's sources",
    "rules/names.ts": "their names",
    "rules/questions.ts": "which sheet is yours: what the sheets say",
    "rules/titles.ts": "the title of a house's sheet, word by word from its differences",
    "tv/felt.ts": "target and rounds, written on the television",
    "tv/games.ts": "about how many minutes a game takes",
    "ending/Solitaire.svelte": "the goal, written under the bar",
    "keep/KeptSeats.svelte": "farkles in a row, where the sheet counts them",
    "table/SeatStrip.svelte": "farkles in a row, where the sheet counts them",
    "table/Tray.svelte": "places for as many dice as there are",
    "screens/Home.svelte": "the target, written on the button",
    "starting.svelte.ts": "whether a first game is offered to a lower target",
    "table/table.svelte.ts": "weights, handed to the core",
    "screens/Friends.svelte": "weights, handed to the core",
    "screens/Keep.svelte": "weights and the number of dice, handed to the core",
    "screens/Learn.svelte": "weights, handed to the core",
    "ending/untaken.ts": "weights, handed to the derivation of the dice",
    "fair/FairDice.svelte": "weights, handed to the derivation of the dice",
}


def _code(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file without comments, words of the page, texts and styles."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(
        r"<style>.*?</style>|/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL
    )
    for number, line in enumerate(text.splitlines(), 1):
        code = re.sub(r"(?<!:)//.*", "", line)
        yield number, re.sub(r"\bt\([^()]*\)|\b(?:class|data-testid)=\"[^\"]*\"", "", code)


def readings(sources: Path) -> dict[str, list[str]]:
    """By file: where something outside the core reads a key of the rules, or knows a word of theirs."""
    alone = "|".join(sorted(KEYS - _ALSO_ELSEWHERE))
    shared = "|".join(sorted(KEYS & _ALSO_ELSEWHERE))
    owner = r"[\w.?!()]*(?:[rR]ules|[sS]heet|scoring)\)?[?!]?"
    patterns = [
        rf"\b{owner}(?:\.|\[\")(?:{alone}|{shared})\b",
        rf"\.(?:{alone})\b(?!\s*\()",
        rf"\{{[^{{}}]*\b(?:{alone}|{shared})\b[^{{}}]*\}}\s*(?::[^=]*)?=\s*{owner}\s*;",
        rf"[\"'](?:{'|'.join(_WORDS)})[\"']",
    ]
    found: dict[str, list[str]] = {}
    for path in sorted([*sources.rglob("*.ts"), *sources.rglob("*.svelte")]):
        name = path.relative_to(sources).as_posix()
        if name.startswith("core/") or name == "net/messages.ts":
            continue
        for number, line in _code(path):
            if any(re.search(pattern, line) for pattern in patterns):
                found.setdefault(name, []).append(f"{name}:{number}: {line.strip()}")
    return found


def _not_ours(found: dict[str, list[str]]) -> list[str]:
    """Keys of other things by the same name: what a throw was worth, rows of a strategy card, tie-breaks."""
    own = re.compile(
        r"\b(?:missed|one|a|b|row)\.worth\b|\bmedal(?:_how)?\.straight\b|\b(?:view|line)\.ties as\b"
    )
    return [
        line
        for name, lines in found.items()
        for line in lines
        if name not in SHOWN and not (own.search(line) and not re.search("[rR]ules", line))
    ]


def test_no_rule_is_decided_outside_the_core() -> None:
    found = readings(SOURCES)
    assert _not_ours(found) == []
    assert set(SHOWN) <= set(found), "a place that reads no rule any more need not be listed"


@pytest.mark.parametrize(
    "fault",
    [
        "export const wins = (rules: CompiledRules, total: number) => total >= rules.target;",
        'export const over = (sheet: Sheet) => sheet.reach === "x" || sheet.rounds === 3;',
        "const { penalty, opening } = table.rules;",
        "const points = table.rules?.worth[faces] ?? 0;",
        "if (game.scoring.triples[face]) count++;",
        'const hot = how === "forced";',
    ],
)
def test_a_second_opinion_is_found(fault: str, tmp_path: Path) -> None:
    shutil.copytree(SOURCES / "table", tmp_path / "table")
    before = len(_not_ours(readings(tmp_path)))
    dock = tmp_path / "table" / "Dock.svelte"
    dock.write_text(
        dock.read_text(encoding="utf-8").replace('<script lang="ts">', f'<script lang="ts">\n{fault}'),
        encoding="utf-8",
    )
    assert len(_not_ours(readings(tmp_path))) == before + 1


_ABOVE = {
    "rules": {"rules"},
    "game": {"rules", "game"},
    "odds": {"rules", "odds"},
    "players": {"rules", "game", "odds", "players"},
    "coach": {"rules", "game", "odds", "players", "coach"},
    "club": {"rules", "game", "odds", "players", "coach", "club"},
}
"""What each room of the core may know: as in Python."""


def strangers(core: Path) -> list[str]:
    """Imports of the core from rooms that a room must not know, or from outside the core."""
    found = []
    for room, known in _ABOVE.items():
        for path in sorted((core / room).glob("*.ts")):
            for other in re.findall(r'from "(\.\.?/[^"]*)"', path.read_text(encoding="utf-8")):
                target = (path.parent / other).resolve()
                inside = target.is_relative_to(core) and target.relative_to(core).parts[0] in known
                if not inside:
                    found.append(f"{room}/{path.name}: {other}")
    return found


def test_a_room_of_the_core_knows_only_the_rooms_above_it(tmp_path: Path) -> None:
    assert strangers(SOURCES / "core") == []
    shutil.copytree(SOURCES / "core", tmp_path / "core")
    bot = tmp_path / "core" / "players" / "exact_bots.ts"
    bot.write_text(
        'import { review } from "../coach/reviewing";\n' + bot.read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert strangers(tmp_path / "core") == ["players/exact_bots.ts: ../coach/reviewing"]


def test_nothing_but_the_core_reads_what_sets_of_dice_are_worth() -> None:
    """The compiled sheet carries it for others; in the page the core works it out."""
    for path in [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.svelte")]:
        if "core" not in path.parts and path.name != "messages.ts":
            code = "\n".join(line for _, line in _code(path))
            assert not re.search(r"[rR]ules[?!]?\.(?:worth|combinations)\b", code), path
