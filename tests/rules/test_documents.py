"""The documents of the rules say what the rule sets say, and the format's document every key."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from scripts import rule_keys

from hotdice.rules import load, scoring_lines, shipped
from hotdice.rules.checking import check
from hotdice.rules.reading import Reader

DOCS = Path(__file__).parents[2] / "docs"
LINKED = ("rule-sets", "decks", "cards")
FORMAT = (DOCS / "rule-sets.md").read_text(encoding="utf-8")


def document(name: str) -> str:
    return (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE)
    assert found, f"no section {heading}"
    return found[1]


def table_rows(text: str) -> list[list[str]]:
    """The cells of every row of the Markdown tables in a text, without headings and rules."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    rules = [index for index, row in enumerate(rows) if set("".join(row)) <= set("- ")]
    return [row for index, row in enumerate(rows) if index not in rules and index + 1 not in rules]


# ---- one document a sheet ------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_the_scores_in_a_sheets_document_are_those_of_the_rule_set(name: str) -> None:
    assert table_rows(section(document(name), "Scores")) == [list(line) for line in scoring_lines(load(name))]


@pytest.mark.parametrize("name", shipped())
def test_a_sheets_document_has_all_its_parts(name: str) -> None:
    text = document(name)
    assert text.startswith(f"# {load(name).title}\n")
    headings = re.findall(r"^##+ (.+)$", text, flags=re.MULTILINE)
    parts = ["Source", "Rules", "Start", "A turn", "End", "Scores", "What the sheet leaves open", "Change it"]
    assert headings == parts
    assert "not affiliated" in text
    assert "](../../README.md)" in text
    for row in table_rows(section(text, "What the sheet leaves open")):
        assert re.fullmatch(r"[GMPQR]\d+", row[0]), row
        assert row[1].endswith("?"), row
        assert row[2].endswith("."), row


def numbers(text: str) -> set[int]:
    return {int(word.replace(",", "")) for word in re.findall(r"\b\d{1,3}(?:,\d{3})+\b|\b\d{3,}\b", text)}


@pytest.mark.parametrize("name", shipped())
def test_the_thresholds_in_a_sheets_words_are_those_of_the_rule_set(name: str) -> None:
    rules = load(name)
    named = {rules.opening, rules.minimum, rules.penalty.points, rules.target, rules.solo_goal}
    named |= {rules.nothing_bonus}
    assert numbers(section(document(name), "Rules")) == named - {0}


def test_munchkin_farkle_says_whose_cards_it_is_played_with() -> None:
    text = " ".join(document("munchkin-farkle").split())
    assert "which is our own: the ten cards of the published game are not known to us" in text
    found = [row[0] for row in table_rows(section(document("munchkin-farkle"), "What the sheet leaves open"))]
    assert [row for row in found if row.startswith("M")] == [f"M{number}" for number in range(1, 28)]


def test_the_list_of_sheets_is_complete() -> None:
    listed = re.findall(r"^\| \[.*\]\((.*)\.md\) \| `(.*)` \|", document("README"), flags=re.MULTILINE)
    assert sorted(listed) == sorted((name, name) for name in shipped())
    assert all(f"| [{load(name).title}](" in document("README") for name in shipped())


def test_a_link_to_a_file_leads_somewhere() -> None:
    for path in [*(DOCS / "rules").glob("*.md"), *(DOCS / f"{name}.md" for name in LINKED)]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


# ---- the format ----------------------------------------------------------------------------------

EVERYTHING: dict[str, Any] = {
    "weights": [1, 1, 1, 1, 1, 2],
    "toxic": {"face": 2},
    "joker": {"face": 6},
    "instant_win": [{"dice": "111111"}],
    "instant_loss": [{"alike": 5}],
    "penalty": {"points": 500, "floor": 0},
    "target": 1000,
    "scoring": {
        "singles": {str(face): 100 for face in range(1, 7)},
        "triples": {str(face): 100 for face in range(1, 7)},
        "alike": {"scheme": "table"} | {str(count): 1000 for count in range(4, 11)},
        "runs": {"1-5": 500},
        "sets": [{"dice": "135", "points": 500}],
    },
}
"""A file in which every table is there, so that the checker asks for every key."""

PLACEHOLDERS = {
    r"(instant_(?:win|loss))\[\d+\]\.(\w+)": r"\1[].\2",
    r"(scoring\.(?:singles|triples))\.\d+": r"\1.FACE",
    r"scoring\.alike\.\d+": "scoring.alike.COUNT",
    r"scoring\.runs\.\d-\d": "scoring.runs.LOW-HIGH",
}


class Asked:
    """What the checker asked its readers for: each key, with the bounds and default of numbers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.keys: set[str] = set()
        self.bounds: dict[str, tuple[int, int, int]] = {}
        self.words: dict[str, list[str]] = {}
        take, integer, choice = Reader._take, Reader.integer, Reader.choice

        def full(reader: Reader, key: str) -> str:
            inside_set = reader._raw is EVERYTHING["scoring"]["sets"][0]
            name = f"{'scoring.sets[].' if inside_set else reader._path}{key}"
            for pattern, placeholder in PLACEHOLDERS.items():
                name = re.sub(rf"^{pattern}$", placeholder, name)
            return name

        def spy_take(reader: Reader, key: str) -> Any:
            if not key.startswith("weights["):  # one row of a list, read under a name of its own
                self.keys.add(full(reader, key))
            return take(reader, key)

        def spy_integer(reader: Reader, key: str, *, low: int, high: int, default: int) -> int:
            self.bounds[full(reader, key)] = (low, high, default)
            return integer(reader, key, low=low, high=high, default=default)

        def spy_choice(reader: Reader, key: str, kind: type[StrEnum], default: StrEnum) -> StrEnum:
            self.words[full(reader, key)] = [str(member.value) for member in kind]
            return choice(reader, key, kind, default)

        monkeypatch.setattr(Reader, "_take", spy_take)
        monkeypatch.setattr(Reader, "integer", spy_integer)
        monkeypatch.setattr(Reader, "choice", spy_choice)
        _, faults = check(EVERYTHING, name="everything")
        assert faults == []


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


KEY_ROWS = {row[0].strip("`"): row[1:] for row in table_rows(section(FORMAT, "Keys"))}


def test_every_key_that_the_checker_knows_is_documented_and_no_other(asked: Asked) -> None:
    assert set(KEY_ROWS) == asked.keys


def test_the_documented_bounds_and_defaults_of_numbers_are_those_of_the_checker(asked: Asked) -> None:
    said_in_words = {"scoring.alike.COUNT", "scoring.runs.LOW-HIGH", "scoring.sets[].points", "penalty.floor"}
    alike = {"instant_win[].alike", "instant_loss[].alike"}
    said_in_words |= alike
    for key, (low, high, default) in asked.bounds.items():
        kind, allowed, documented = KEY_ROWS[key][:3]
        assert kind == "number", key
        most = "the number of dice" if key in {"toxic.count", "joker.dice"} | alike else f"{high:,}"
        assert allowed == f"{low:,} to {most}", key
        if key not in said_in_words:
            assert documented == ("none" if key in ("target", "rounds") else str(default)), key


def test_the_documented_words_are_those_of_the_checker(asked: Asked) -> None:
    for key, words in asked.words.items():
        assert KEY_ROWS[key][1] == ", ".join(f"`{word}`" for word in words), key


def test_the_documented_keys_stand_in_groups_with_the_same_columns() -> None:
    assert {len(row) for row in KEY_ROWS.values()} == {4}
    headings = re.findall(r"^### (.+)$", section(FORMAT, "Keys"), flags=re.MULTILINE)
    assert headings == ["About the sheet", "Dice and players", "The turn", "The end", "Scores"]
    assert len(table_rows(section(FORMAT, "Keys"))) == len(KEY_ROWS), "a key is documented twice"


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", FORMAT, flags=re.DOTALL))
def test_the_examples_of_files_are_good_files(block: str, tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(block)
    assert load(path).scoring.singles[0] == 100


PAGES = ["rule-sets.md", *(f"rules/{name}.md" for name in shipped())]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_commands_name_sheets_and_settings_that_exist(page: str) -> None:
    commands = re.findall(
        r"^hotdice play ([a-z-]+) (--set .*)$", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    assert commands
    for sheet, words in commands:
        settings = [a or b for a, b in re.findall(r"--set (?:'([^']*)'|(\S+))", words)]
        assert load(sheet, settings).hash != load(sheet).hash


def test_what_is_made_from_the_table_of_keys_is_up_to_date() -> None:
    assert rule_keys.document(FORMAT) == FORMAT, "run make protocol"
    assert rule_keys.FORM.read_text(encoding="utf-8") == rule_keys.form(), "run make protocol"
    assert rule_keys.document(FORMAT.replace("| `opening` | number |", "| `opening` | word |")) == FORMAT


# ---- the way of a change ---------------------------------------------------------------------------

HOUSE = DOCS.parent
MADE = {"web/src/net/messages.ts", "web/src/rules/keys.ts"}
CHANGES = {
    "full_house_bonus": (5, r"full_house_bonus", ("rules", "game")),
    "bank_step": (8, r"bank_step|\bUNEVEN\b|\buneven\b", ("rules", "game")),
    "lock_hand": (3, r"lock_hand|LOCK_HAND", ("rules", "game")),
}
"""A change by what it added: in how many files it may stand, its words, the rooms where it is defined."""


def _files_with(pattern: str, rooms: tuple[str, ...]) -> set[str]:
    """The files of some rooms and of the page that have a word; its own referee and what is made aside."""
    found = [path for room in rooms for path in (HOUSE / "src" / "hotdice" / room).rglob("*.py")]
    page = HOUSE / "web" / "src"
    found += [path for end in ("*.ts", "*.svelte") for path in page.rglob(end)]
    names = {path: path.relative_to(HOUSE).as_posix().removeprefix("src/hotdice/") for path in found}
    aside = ("web/src/core/", "web/src/words/", "web/src/cards/")
    return {
        name
        for path, name in names.items()
        if not name.startswith(aside)
        and name not in MADE
        and re.search(pattern, path.read_text(encoding="utf-8"))
    }


def _promised(row: list[str]) -> set[str]:
    return set(re.findall(r"`((?:rules|game|web)/[\w./]+)`", row[2].partition("(or")[0]))


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_stands_in_the_files_that_the_checklist_names(key: str) -> None:
    most, pattern, rooms = CHANGES[key]
    text = (HOUSE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]
    row = next(row for row in rows if len(row) == 3 and f"(`{key}`)" in row[0])
    promised = _promised(row)
    assert int(row[1]) == len(promised) <= most
    assert _files_with(pattern, rooms) == promised
    assert _files_with(f"{pattern}|opening_policy", rooms) > promised, "one file more is noticed"


def test_no_module_is_too_long() -> None:
    found = [path for room in ("src", "scripts", "bench") for path in (HOUSE / room).rglob("*.py")]
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in found}
    assert max(lengths.values()) > 400, "they are looked at"
    assert {name: length for name, length in lengths.items() if length > 500} == {}
