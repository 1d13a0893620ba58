"""Rule sets from shipped sheets, from files, and from the differences that a house plays with."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hotdice.rules.checking import check
from hotdice.rules.faults import Fault, RulesError
from hotdice.rules.ruleset import Ruleset
from hotdice.rules.titles import house_title

MAX_FILE = 64 * 1024
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
_EXCLUDES = {"target": ("rounds", "solo_goal"), "rounds": ("target", "last_chance", "reach")}
"""A house that plays to a target instead of rounds, or the other way, drops what the base said of it."""


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
        rules = _load_shipped(name)
        return with_settings(rules, settings) if settings else rules
    rules = from_text(_read(Path(reference)), origin=name)
    if not settings:
        return rules
    raw = _parse(_read(Path(reference)), name)
    return _build(_merge(_with_base(raw, name), _parse_settings(settings)), name, rules.name, base=rules.base)


@cache
def _load_shipped(name: str) -> Ruleset:
    return _build(deepcopy(_shipped_raw(name)), name, name)


@cache
def _shipped_raw(name: str) -> dict[str, Any]:
    text = resources.files("hotdice.sheets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def with_settings(rules: Ruleset, settings: Sequence[str]) -> Ruleset:
    """A shipped rule set with `key=value` differences; a key inside a table may stand alone.

    >>> with_settings(load("classic"), ["three_pairs=750"]).scoring.three_pairs
    750

    Raises:
        RulesError: a setting is wrong.
    """
    merged = _merge(deepcopy(_shipped_raw(rules.name)), _parse_settings(settings))
    return _build(merged, "--set", rules.name, base=rules.name)


def from_text(text: str | bytes, *, origin: str = "rules") -> Ruleset:
    r"""A rule set from the text of a rule file.

    >>> from_text('base = "classic"\ntarget = 5000').title
    'Classic Farkle, to 5,000'

    Raises:
        RulesError: the text is not a rule file, with every fault in it.
    """
    raw = _parse(text, origin)
    base = raw.get("base", "")
    stem = re.sub(r"[^a-z0-9]+", "-", Path(origin).stem.lower()).strip("-")[:60] or "house"
    lines = text.decode() if isinstance(text, bytes) else text
    return _build(_with_base(raw, origin), origin, stem, base=base, text=lines)


def from_raw(raw: dict[str, Any], *, origin: str = "rules", name: str = "house") -> Ruleset:
    """A rule set from plain data of the same shape as a rule file, a base included.

    >>> from_raw({"base": "classic", "target": 5000}).target
    5000

    Raises:
        RulesError: the data is wrong.
    """
    base = raw.get("base", "")
    return _build(_with_base(raw, origin), origin, name, base=base if isinstance(base, str) else "")


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_FILE:
            raise RulesError(
                str(path), [Fault("", f"is larger than a rule file may be ({MAX_FILE:,} bytes)")]
            )
        return path.read_bytes()
    except OSError as error:
        known = ", ".join(_SHIPPED)
        reason = (error.strerror or "cannot be read").lower()
        raise RulesError(
            str(path), [Fault("", f"{reason}; it is neither a rule file nor a shipped sheet ({known})")]
        ) from None
    except ValueError:  # a name with a null character in it
        raise RulesError(repr(str(path)), [Fault("", "is not the name of a file")]) from None


def _parse(text: str | bytes, origin: str) -> dict[str, Any]:
    if len(text) > MAX_FILE:
        raise RulesError(origin, [Fault("", f"is larger than a rule file may be ({MAX_FILE:,} bytes)")])
    try:
        return tomllib.loads(text.decode("utf-8") if isinstance(text, bytes) else text)
    except UnicodeDecodeError:
        raise RulesError(origin, [Fault("", "is not a text in UTF-8")]) from None
    except RecursionError:
        raise RulesError(origin, [Fault("", "is nested too deeply")]) from None
    except ValueError as error:
        raise RulesError(origin, [_syntax_fault(str(error))]) from None


def _syntax_fault(message: str) -> Fault:
    where = re.search(r"\(at line (\d+), column \d+\)", message)
    said = re.sub(r"\s*\(at .*\)$", "", message)[:200]
    return Fault("", f"is not TOML: {said}", int(where[1]) if where else 0)


def _with_base(raw: dict[str, Any], origin: str) -> dict[str, Any]:
    base = raw.get("base")
    if base is None:
        return raw
    if base not in _SHIPPED:
        known = ", ".join(_SHIPPED)
        raise RulesError(origin, [Fault("base", f"must be a shipped sheet: {known}")])
    merged = _merge(deepcopy(_shipped_raw(base)), raw)
    for key in ("title", "summary", "source", "name"):  # a house sheet speaks for itself
        if key not in raw:
            merged.pop(key, None)
    return merged


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    for key, excluded in _EXCLUDES.items():
        if key in changes:
            for other in excluded:
                if other not in changes:
                    base.pop(other, None)
    for key, value in changes.items():
        if key == "alike" and isinstance(value, dict) and "scheme" in value:
            base[key] = value
        elif isinstance(value, dict) and isinstance(base.get(key), dict):
            base[key] = _merge(base[key], value)
        else:
            base[key] = value
    return base


_TABLES = {
    "scoring": (
        "singles", "triples", "alike", "straight", "runs", "three_pairs", "pairs_may_repeat",
        "two_triplets", "triplets_may_repeat", "four_and_pair", "full_house", "full_house_bonus", "sets",
    ),
}  # fmt: skip


def _parse_settings(settings: Iterable[str]) -> dict[str, Any]:
    """`key=value` words as the raw table that a rule file with the same changes would have."""
    changes: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals or not key or len(setting) > 1000:
            raise RulesError("--set", [Fault(setting[:40], "must have the form key=value")])
        path = [part.strip() for part in key.split(".")]
        for table, keys in _TABLES.items():
            if path[0] in keys:
                path.insert(0, table)
        if len(path) > 4:
            raise RulesError("--set", [Fault(key[:40], "is nested too deeply")])
        inner = changes
        for part in path[:-1]:
            below = inner.setdefault(part, {})
            if not isinstance(below, dict):
                raise RulesError("--set", [Fault(key, "is set twice, as a value and as a table")])
            inner = below
        inner[path[-1]] = _parse_value(text.strip())
    return changes


def _parse_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return text


def _build(raw: dict[str, Any], origin: str, name: str, *, base: str = "", text: str = "") -> Ruleset:
    if base and "title" in raw and origin == "--set":
        raw = {key: value for key, value in raw.items() if key not in ("title", "summary", "source")}
    titled = "title" in raw
    rules, faults = check(raw, name=name)
    if rules is None:
        raise RulesError(origin, [_located(fault, text) for fault in faults])
    if base:
        rules = replace(rules, base=base)
        if not titled:
            rules = replace(rules, title=house_title(rules, _load_shipped(base)))
    return rules


def _located(fault: Fault, text: str) -> Fault:
    """The fault with the line of the file that its key stands on, as far as that can be told."""
    if fault.line or not fault.key or not text:
        return fault
    words = [re.sub(r"\[\d+\]$", "", word) for word in fault.key.split(".")]
    lines = text.splitlines()
    section = ""
    best = 0
    for number, line in enumerate(lines, 1):
        header = re.fullmatch(r"\s*\[+\s*([^\]]+?)\s*\]+\s*(#.*)?", line)
        if header:
            section = header[1].replace('"', "")
            if section == fault.key:
                return replace(fault, line=number)
            continue
        inside = ".".join([section, *words[len(section.split(".")) :]]) if section else fault.key
        if section and not fault.key.startswith(section + "."):
            continue
        rest = words[len(section.split(".")) :] if section and inside else words
        if rest and re.match(rf'\s*"?{re.escape(rest[0])}"?\s*[.=]', line):
            best = number
            if len(rest) == 1 or re.search(rf'(?<![\w-])"?{re.escape(rest[-1])}"?\s*=', line):
                return replace(fault, line=number)
    return replace(fault, line=best)
