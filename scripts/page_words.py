"""Checks the message files of the page: no key is left over, none is missing in a language.

Run it as `python -m scripts.page_words`; docs/page.md says how a language is added.
"""

import json
import re
import sys
from pathlib import Path

SOURCES = Path("web/src")
_USED = re.compile(r"""["'`]([a-z]\w*(?:\.\w+)*)["'`]""")
_COMPOSED = re.compile(r"`([a-z]\w*(?:\.\w+)*[._])\$\{")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_FORMS = re.compile(r"_(zero|one|two|few|many|other)$")


def read(path: Path) -> dict[str, str]:
    """A message file; a key that stands there twice is a fault of its own."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            raise ValueError(f"{path.name}: twice: {sorted({one for one in names if names.count(one) > 1})}")
        return found

    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)
    return words


def stems(words: dict[str, str]) -> dict[str, set[str]]:
    """The keys without the forms of number, each with the placeholders of its words.

    >>> stems({"a_one": "{n} die", "a_other": "{n} dice"})
    {'a': {'n'}}
    """
    found: dict[str, set[str]] = {}
    for key, text in words.items():
        stem = _FORMS.sub("", key) if _FORMS.search(key) and f"{_FORMS.sub('', key)}_other" in words else key
        found.setdefault(stem, set()).update(_PLACEHOLDER.findall(text))
    return found


def faults(folder: Path = SOURCES) -> list[str]:
    """Everything that is wrong, a sentence each."""
    english = stems(read(folder / "words" / "en.json"))
    sources = [path for path in folder.rglob("*") if path.suffix in (".ts", ".svelte")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    used = set(_USED.findall(text))
    composed = tuple(_COMPOSED.findall(text))
    found = [
        f"en.json: {key} is used nowhere"
        for key in english
        if key not in used and not key.startswith(composed or ("\0",))
    ]
    for path in sorted((folder / "words").glob("*.json")):
        if path.name == "en.json":
            continue
        other = stems(read(path))
        found += [f"{path.name}: {key} is missing" for key in english.keys() - other.keys()]
        found += [f"{path.name}: {key} is not in en.json" for key in other.keys() - english.keys()]
        found += [
            f"{path.name}: {key} fills in {sorted(other[key])}, not {sorted(english[key])}"
            for key in english.keys() & other.keys()
            if other[key] != english[key]
        ]
    return sorted(found)


if __name__ == "__main__":
    problems = faults()
    print("\n".join(problems) or "every word is there")
    sys.exit(bool(problems))
