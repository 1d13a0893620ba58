"""Rule sets from shipped sheets, from files, and from the differences that a house plays with."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hotdice.rules.checking import check
from hotdice.rules.decks import deck_to_raw, load_deck
from hotdice.rules.faults import Fault, RulesError, did_you_mean, fault
from hotdice.rules.files import located, parse_toml, read_file
from hotdice.rules.keys import KEYS
from hotdice.rules.lines import key_lines
from hotdice.rules.reading import shown_key
from hotdice.rules.ruleset import Ruleset
from hotdice.rules.said import Value
from hotdice.rules.titles import house_title

_SHIPPED = (
    "playmonster",
    "classic",
    "marina",
    "marina-solitaire",
    "munchkin-farkle",
    "munchkin-farkle-plain",
    "facebook",
    "busche-neller",
    "cardgames",
    "zilch",
    "kcd",
    "ten-thousand",
)
_ONLY_WITH = {end: (*(key.name for key in KEYS if key.end == end), "reach") for end in ("target", "rounds")}
"""A house that plays to a target instead of rounds, or the other way, drops what the base said of its end."""
_WORDS = ("format", "name", "title", "summary", "source")


def shipped() -> tuple[str, ...]:
    """The names of the sheets that come with Hotdice, the five published ones first.

    >>> shipped()[:3]
    ('playmonster', 'classic', 'marina')
    """
    return _SHIPPED


def load(reference: str | Path, settings: Sequence[str] = ()) -> Ruleset:
    """A rule set by shipped name or file, with `key=value` differences of the house applied.

    >>> load("playmonster", ["target=5000", "opening=300"]).title
    'PlayMonster Farkle, to 5,000, opening 300'

    Raises:
        RulesError: the file or a setting is wrong; every fault is in it.
    """
    name = str(reference)
    if name in _SHIPPED:
        if not settings:
            return _load_shipped(name)
        return from_raw({"base": name} | _parse_settings(settings), origin="settings", name=name)
    text = _read(Path(reference))
    folder = Path(reference).parent
    rules = from_text(text, origin=name, folder=folder)
    if not settings:
        return rules
    raw, _ = _with_base(_with_deck_file(parse_toml(text, name), folder))
    titled = raw.pop("title", "")
    over = rules if titled or not rules.base else _load_shipped(rules.base)
    return _build(_merge(raw, _parse_settings(settings)), "settings", rules.name, over=over)


@cache
def _load_shipped(name: str) -> Ruleset:
    return _build(_shipped_raw(name), name, name)


def _shipped_raw(name: str) -> dict[str, Any]:
    """A fresh copy, since whoever asks for it lays changes over it."""
    return deepcopy(_parsed_sheet(name))


@cache
def _parsed_sheet(name: str) -> dict[str, Any]:
    text = resources.files("hotdice.sheets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def from_text(text: str | bytes, *, origin: str = "rules", folder: Path | None = None) -> Ruleset:
    r"""A rule set from the text of a rule file; a deck file that it names is looked for in `folder`.

    >>> from_text('base = "classic"\ntarget = 5000').title
    'Classic Farkle, to 5,000'

    Raises:
        RulesError: the text is not a rule file, with every fault in it.
    """
    raw = parse_toml(text, origin)
    if folder is not None:
        raw = _with_deck_file(raw, folder)
    stem = re.sub(r"[^a-z0-9]+", "-", Path(origin).stem.lower())[:60].strip("-") or "house"
    lines = key_lines(text.decode("utf-8") if isinstance(text, bytes) else text)
    return from_raw(raw, origin=origin, name=stem, lines=lines)


def from_raw(
    raw: dict[str, Any], *, origin: str = "rules", name: str = "house", lines: Mapping[str, int] | None = None
) -> Ruleset:
    """A rule set from plain data of the same shape as a rule file, a base included.

    `lines` says on which line of a file each key stands, for the faults.

    >>> from_raw({"base": "classic", "target": 5000}).target
    5000

    Raises:
        RulesError: the data is wrong.
    """
    merged, faults = _with_base(raw)
    if faults:
        known = [fault for fault in check(merged, name=name)[1] if re.split(r"[.\[]", fault.key)[0] in raw]
        raise RulesError(origin, located(faults + known, lines or {}))
    base = merged.get("base")
    return _build(merged, origin, name, over=_load_shipped(base) if base else None, lines=lines or {})


def _read(path: Path) -> bytes:
    known = f"neither a rule file nor a shipped sheet ({', '.join(_SHIPPED)})"
    return read_file(path, known + did_you_mean(str(path), _SHIPPED))


def _with_deck_file(raw: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The data with the deck itself where it names a deck file; only files on this disk may do so."""
    deck = raw.get("deck")
    if isinstance(deck, str) and deck.endswith(".toml"):
        return raw | {"deck": deck_to_raw(load_deck(folder / deck))}
    return raw


def _with_base(raw: dict[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The data laid over its base, and the fault of the base, if it has one.

    Where the base is misspelt, what it may have meant stands in, so that the other faults still show.
    """
    base = raw.get("base")
    if base is None:
        return dict(raw), []
    faults: list[Fault] = []
    stand_in = base
    if base not in _SHIPPED:
        near = get_close_matches(base[:60], _SHIPPED, n=1) if isinstance(base, str) else []
        known: dict[str, Value] = {"known": ", ".join(_SHIPPED)}
        if near:
            known["near"] = near[0]
            faults.append(fault("base", "must be a shipped sheet ({known}); did you mean {near}?", known))
        else:
            faults.append(fault("base", "must be a shipped sheet ({known})", known))
        stand_in = near[0] if near else _SHIPPED[0]
    merged = _merge(_shipped_raw(stand_in), raw | {"base": stand_in})
    for key in _WORDS:  # a house sheet speaks for itself
        if key not in raw:
            merged.pop(key, None)
    return merged, faults


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    for key, other in (("target", "rounds"), ("rounds", "target")):
        if key in changes and other in base:
            for dropped in _ONLY_WITH[other]:
                base.pop(dropped, None)
            if base.get("ties") == "trigger_keeps":  # nobody triggers the end of a sheet with rounds
                del base["ties"]
    return _overlay(base, changes)


def _overlay(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    for key, value in changes.items():
        if key == "deck" or (key == "alike" and isinstance(value, dict) and "scheme" in value):
            base[key] = value  # another deck or scheme has nothing to do with the values of the old one
        elif isinstance(value, dict) and isinstance(base.get(key), dict):
            base[key] = _overlay(base[key], value)
        else:
            base[key] = value
    return base


_SCORING = frozenset(key.leaf for key in KEYS if key.table == "scoring")


def _parse_settings(settings: Iterable[str]) -> dict[str, Any]:
    """`key=value` words as the raw table that a rule file with the same changes would have."""
    changes: dict[str, Any] = {}
    faults: list[Fault] = []
    for setting in settings:
        key, equals, text = setting.partition("=")
        path = [part.strip() for part in key.split(".")]
        shown = shown_key(key.strip() or setting)
        if not equals or not path[0] or len(setting) > 1000:
            faults.append(Fault(shown, "must have the form key=value"))
        elif path[0] == "base":
            faults.append(Fault("base", "is not a setting: name that sheet itself instead"))
        elif len(path) > 4:
            faults.append(Fault(shown, "is nested too deeply"))
        elif not _put(changes, ["scoring", *path] if path[0] in _SCORING else path, _parse_value(text)):
            faults.append(Fault(shown, "is set twice, as a value and as a table"))
    if faults:
        raise RulesError("settings", faults)
    return _with_deck_file(changes, Path())


def _put(changes: dict[str, Any], path: list[str], value: Any) -> bool:
    """Put a value into nested tables; False where something on the way is not a table."""
    inner = changes
    for part in path[:-1]:
        inner = inner.setdefault(part, {})
        if not isinstance(inner, dict):
            return False
    inner[path[-1]] = value
    return True


def _parse_value(text: str) -> Any:
    """A TOML value, or the text itself where it is none, so that words need no quotes."""
    text = text.strip()
    try:
        parsed = tomllib.loads(f"value = {text}")
    except (RecursionError, ValueError):
        return text
    return parsed["value"] if len(parsed) == 1 else text


def _build(
    raw: dict[str, Any],
    origin: str,
    name: str,
    *,
    over: Ruleset | None = None,
    lines: Mapping[str, int] | None = None,
) -> Ruleset:
    """The checked rule set; one that stands over another is titled by the differences if it has no title."""
    rules, faults = check(raw, name=name)
    if rules is None:
        raise RulesError(origin, located(faults, lines or {}))
    if over is not None and "title" not in raw:
        rules = replace(rules, title=house_title(rules, over))
    return rules
