"""Checks the message files of the page: no key is left over, none is missing in a language.

The words of the page itself are compared with `en.json`; sheets, cards and the sentences of the server with
the English that stands in the data files and in the sources of the server.
Run it as `python -m scripts.page_words`; docs/translating.md says how a language is added.
"""

import json
import re
import sys
from pathlib import Path

from scripts import said_words

SOURCES = Path("web/src")
_USED = re.compile(r"""["'`]([a-z]\w*(?:\.\w+)*)["'`]""")
_COMPOSED = re.compile(r"`([a-z]\w*(?:\.\w+)*[._])\$\{")
_PLACEHOLDER = re.compile(r"\{(\w+)(?::\w+)?\}")
_NOTHING_TO_SAY = re.compile(r'(?:NothingToSay\(|Unsolvable\([^,()]+, )"([^"]+)"')
_HOW = re.compile(r"\{\w+:(\w+)\}")
_HOWS = frozenset(
    {"share", "tenth", "dice", "Dice", "with", "seat", "seats", "numbers", "list", "and", "kind"}
)
"""What a gap may say about how it is filled; web/src/words/said.svelte.ts fills them."""
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*")
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


def numbers(text: str) -> list[str]:
    """The numbers in a text, however thousands are written, in ascending order.

    >>> numbers("1.350 oder 2 500 statt 300"), numbers("300, then 1,350 or 2,500")
    (['1350', '2500', '300'], ['1350', '2500', '300'])
    """
    return sorted(re.sub(r"\D", "", found) for found in _NUMBER.findall(text))


def compared(english: dict[str, str], other: dict[str, str], name: str, *, data: bool) -> list[str]:
    """What is wrong with the texts of a language; in `data` the numbers of a rule must be the same, too.

    >>> compared({"a.text": "Take {n}, 300 at most."}, {"a.text": "Nimm {m}, höchstens 200."}, "x", data=True)
    ["x: 'a.text' fills in ['m'], not ['n']", "x: 'a.text' has the numbers ['200'], not ['300']"]
    """
    found = [f"{name}: {key!r} is missing" for key in english.keys() - other.keys()]
    found += [f"{name}: {key!r} is not said in English" for key in other.keys() - english.keys()]
    for key in sorted(english.keys() & other.keys()):
        gaps, theirs = set(_PLACEHOLDER.findall(english[key])), set(_PLACEHOLDER.findall(other[key]))
        if gaps != theirs:
            found.append(f"{name}: {key!r} fills in {sorted(theirs)}, not {sorted(gaps)}")
        if unknown := set(_HOW.findall(english[key] + other[key])) - _HOWS:
            found.append(f"{name}: {key!r} fills a gap with {sorted(unknown)}")
        if data and numbers(english[key]) != numbers(other[key]):
            found.append(
                f"{name}: {key!r} has the numbers {numbers(other[key])}, not {numbers(english[key])}"
            )
    return found


def text_faults(folder: Path = SOURCES, sources: Path = said_words.SOURCES) -> list[str]:
    """Everything that is wrong with the texts of sheets, cards and the server, a sentence each."""
    sentences, found = said_words.sentences(sources)
    # The coach of the page has a few of its own: what it cannot say without a server.
    for path in (folder / "core").rglob("*.ts"):
        own = _NOTHING_TO_SAY.findall(path.read_text(encoding="utf-8"))
        sentences |= dict.fromkeys((text for text in own if text != "{error}"), path.name)
    wanted = {"said/{}.json": ({text: text for text in sentences}, False)}
    wanted["sheets/{}.json"] = (said_words.sheet_texts(sources / "sheets"), True)
    for deck, texts in said_words.card_texts(sources / "sheets").items():
        wanted[f"cards/{deck}.{{}}.json"] = (texts, True)
    languages = [path.stem for path in (folder / "words").glob("*.json") if path.stem != "en"]
    here = {str(path.relative_to(folder / "words")) for path in (folder / "words").glob("*/*.json")}
    for language in sorted(languages):
        for pattern, (english, data) in wanted.items():
            name = pattern.format(language)
            path = folder / "words" / name
            found += (
                compared(english, read(path), name, data=data) if path.is_file() else [f"{name} is missing"]
            )
            here.discard(name)
    return sorted(found) + [f"{name} belongs to no language" for name in sorted(here)]


if __name__ == "__main__":
    problems = faults() + text_faults()
    print("\n".join(problems) or "every word is there")
    sys.exit(bool(problems))
