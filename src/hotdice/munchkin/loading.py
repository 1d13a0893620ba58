"""Sheets from the shipped files, with other settings or other cards; every fault at once, with its line."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hotdice.munchkin.cards import Card
from hotdice.munchkin.checking import check
from hotdice.munchkin.sheet import Sheet
from hotdice.rules import Fault, RulesError
from hotdice.rules.files import parse_toml
from hotdice.rules.lines import key_lines, line_of
from hotdice.rules.reading import shown_key

NAME = "munchkin-dice"
CARDS = "munchkin-cards"
MAX_FILE = 256 * 1024
"""The TOML reader needs quadratic time for a key of very many parts; no line here has so many."""


def load(settings: Sequence[str] = (), *, cards: str | Path | None = None) -> Sheet:
    """The sheet of Munchkin Dice, with `key=value` settings and the cards of another file.

    >>> load().winning_level, load(["winning_level=20"]).title
    (10, 'Munchkin Dice, winning level 20')

    Raises:
        RulesError: a setting or the card file is wrong; every fault is in it.
    """
    if cards is None:
        return from_raw(_parse_settings(settings), origin="settings") if settings else _shipped()
    text = _read(Path(cards))
    raw = parse_toml(text, str(cards), "card file", MAX_FILE)
    lines = key_lines(text.decode("utf-8", errors="replace"))
    found, faults = check(_shipped_raw() | {"cards": raw.get("cards", {})})
    unknown = [Fault(shown_key(key), "is not a key of a card file") for key in raw if key != "cards"]
    if found is None or unknown:
        located = [replace(fault, line=line_of(fault.key, lines)) for fault in [*unknown, *faults]]
        raise RulesError(str(cards), located)
    return from_raw(_parse_settings(settings) | {"cards": raw["cards"]}, origin=str(cards))


def from_raw(changes: Mapping[str, Any], *, origin: str = "sheet") -> Sheet:
    """The shipped sheet with some of its raw values replaced.

    >>> from_raw({"hand_limit": 6}).hand_limit
    6

    Raises:
        RulesError: the values are wrong.
    """
    sheet, faults = check(_shipped_raw() | dict(changes))
    if sheet is None:
        raise RulesError(origin, faults)
    return replace(sheet, title=_title(sheet, changes))


def reference(sheet: Sheet) -> str:
    """A text from which `resolve` makes the same sheet: its name, or compact data of what differs.

    >>> reference(load()), reference(load(["hand_limit=6"]))
    ('munchkin-dice', '{"hand_limit":6}')
    """
    shipped = _shipped()
    if sheet.hash == shipped.hash:
        return NAME
    mine, theirs = _to_raw(sheet), _to_raw(shipped)
    changed = {key: value for key, value in mine.items() if value != theirs[key]}
    return json.dumps(changed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def resolve(text: str) -> Sheet:
    """The sheet that a `reference` names.

    >>> resolve('{"hand_limit":6}').hand_limit
    6

    Raises:
        RulesError: the text names no sheet.
    """
    if text == NAME:
        return _shipped()
    try:
        raw = json.loads(text) if text.startswith("{") and len(text) <= MAX_FILE else None
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        raise RulesError("rules", [Fault("", f"is neither {NAME} nor the data of such a sheet")])
    return from_raw(raw, origin="rules")


@cache
def _shipped() -> Sheet:
    sheet, faults = check(_shipped_raw())
    if sheet is None:
        raise RulesError(NAME, faults)
    return sheet


def _shipped_raw() -> dict[str, Any]:
    return _parsed(NAME) | {"cards": _parsed(CARDS)["cards"]}


@cache
def _parsed(name: str) -> dict[str, Any]:
    text = resources.files("hotdice.sheets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _title(sheet: Sheet, changes: Mapping[str, Any]) -> str:
    """The title with what is played differently behind it."""
    shipped = _to_raw(_shipped())
    said = [
        f"{key.replace('_', ' ')} {value}" if not isinstance(value, dict) else f"other {key}"
        for key, value in _to_raw(sheet).items()
        if key in changes and value != shipped[key]
    ]
    return ", ".join([sheet.title, *said])


def _to_raw(sheet: Sheet) -> dict[str, Any]:
    """Plain data in the shape of the file, without titles."""
    plain = msgspec.to_builtins(sheet)
    for key in ("name", "title", "summary", "source"):
        del plain[key]
    plain["capacity"] = {str(kind): count for kind, count in sheet.capacity}
    plain["cards"] = {card.id: _card_raw(card) for card in sheet.cards}
    return dict(plain)


def _card_raw(card: Card) -> dict[str, Any]:
    blank = msgspec.to_builtins(Card(card.id, card.name, card.kind))
    raw = msgspec.to_builtins(card)
    kept = {
        key: value for key, value in raw.items() if key in ("name", "kind") or value != blank.get(key, None)
    }
    if card.harm:
        kept["harm"] = [str(effect) for effect in card.harm]
    kept.pop("id", None)
    return kept


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise RulesError(str(path), [Fault("", (error.strerror or "cannot be read").lower())]) from None
    except ValueError:  # a name with a null character in it
        raise RulesError(repr(str(path)), [Fault("", "is not the name of a file")]) from None


def _parse_settings(settings: Sequence[str]) -> dict[str, Any]:
    """`key=value` words as raw values; words need no quotes."""
    changes: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals or not key or "." in key or len(setting) > 200:
            raise RulesError("settings", [Fault(shown_key(key or setting), "must have the form key=value")])
        try:
            parsed = tomllib.loads(f"value = {text}")
            changes[key] = parsed["value"] if len(parsed) == 1 else text
        except (ValueError, RecursionError):
            changes[key] = text.strip()
    return changes
