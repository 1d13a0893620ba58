"""Writes what is made from the table of rule keys: tables of docs/rule-sets.md and the form of the page."""

import json
import re
from pathlib import Path

from hotdice.rules.keys import INSIDE, KEYS, NUMBER_OF_DICE, TABLES, Key

DOCUMENT = Path("docs/rule-sets.md")
FORM = Path("web/src/rules/keys.ts")
_HEADINGS = {
    "sheet": "About the sheet",
    "dice": "Dice and players",
    "turn": "The turn",
    "end": "The end",
    "scores": "Scores",
}
_COLUMNS = "| key | type | allowed | default | meaning |\n| --- | --- | --- | --- | --- |\n"
_TYPES = {"number": "number", "yes": "yes or no", "word": "word", "text": "text"}
_HEAD = """// Made by `make protocol` from the table of rule keys. Do not change it by hand.

/** A key that the form asks for; `needs` are keys of which one must have a value for this one to count. */
export interface RuleKey {
  key: string;
  kind: "points" | "yes" | "word";
  group: "end" | "turn" | "sets";
  words: readonly string[];
  needs: readonly string[];
  end: "" | "target" | "rounds";
}

export const RULE_KEYS: readonly RuleKey[] = [
"""


def _cells(key: Key) -> tuple[str, str, str, str, str]:
    allowed = key.allowed
    default = f"`{key.default.value}`" if key.words else str(key.default)
    match key.kind:
        case "number":
            most = "the number of dice" if key.high == NUMBER_OF_DICE else f"{key.high:,}"
            allowed = allowed or f"{key.low:,} to {most}"
        case "yes":
            allowed, default = "`true`, `false`", f"`{str(key.default).lower()}`"
        case "word":
            assert key.words is not None
            allowed = ", ".join(f"`{word.value}`" for word in key.words)
        case "text":
            allowed = allowed or f"up to {key.high} characters"
    return key.name, key.type or _TYPES[key.kind], allowed, key.unsaid or default, key.meaning


def rows(group: str) -> list[tuple[str, ...]]:
    """The rows of one group: a table before its keys, what stands inside a key after it."""
    found: list[tuple[str, ...]] = []
    for key in KEYS:
        if key.group != group:
            continue
        if key.table and key.table not in {row[0] for row in found}:
            found.append(
                (key.table, "table", "", "" if key.table == "scoring" else "none", TABLES[key.table])
            )
        found.append(_cells(key))
        for name, inner in INSIDE.items():
            if name.removesuffix("[]") == key.name:
                found += [(f"{name}.{row[0]}", *row[1:]) for row in inner]
    return found


def document(text: str) -> str:
    """The document with its tables of keys made anew."""
    for group, heading in _HEADINGS.items():
        lines = "".join(_row(row) for row in rows(group))
        pattern = re.compile(rf"(### {heading}\n.*?)\| key \|.*?\n\n", flags=re.DOTALL)
        text, count = pattern.subn(lambda found: f"{found[1]}{_COLUMNS}{lines}\n", text, count=1)  # noqa: B023
        assert count == 1, heading
    return text


def _row(row: tuple[str, ...]) -> str:
    cells = " | ".join((f"`{row[0]}`", *row[1:]))
    return re.sub(r"  +", " ", f"| {cells} |") + "\n"


def form() -> str:
    """The keys that the page's form asks for."""
    lines = [_HEAD]
    for key in KEYS:
        if not key.form:
            continue
        kind = {"number": "points"}.get(key.kind, key.kind)
        words = [word.value for word in key.words] if key.words else []
        fields = {"key": key.name, "kind": kind, "group": key.form, "words": words, "needs": list(key.needs)}
        fields["end"] = key.end
        inside = ", ".join(f"{name}: {json.dumps(value)}" for name, value in fields.items())
        lines.append(f"  {{ {inside} }},\n")
    return "".join([*lines, "];\n"])


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    FORM.write_text(form(), encoding="utf-8")
