"""From raw values to a sheet: what each key means, what it may be, and what does not go together."""

import re
from typing import Any

from hotdice.munchkin.cards import IDENTITIES, Card, Effect, Harm, Kind, Pile, Slot
from hotdice.munchkin.sheet import Sheet, Window
from hotdice.rules import Fault
from hotdice.rules.reading import Reader

MOST_CARDS = 180
"""So many cards, with texts, still fit the one line that a record has for them."""
MOST_COPIES = 30
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_IDENTITY_ORDER = (Kind.CLASS, Kind.STYLE, Kind.RACE, Kind.POWER)


def check(raw: dict[str, Any]) -> tuple[Sheet | None, list[Fault]]:
    """The sheet that raw values describe, or None with every fault.

    >>> check({"winning_level": "far", "cards": {}})[1][0].message
    "must be a whole number, not 'far'"
    """
    faults: list[Fault] = []
    reader = Reader(raw, faults)
    reader.integer("format", low=1, high=1, default=1)
    least = reader.integer("min_players", low=2, high=6, default=2)
    most = reader.integer("max_players", low=2, high=6, default=6)
    if most < least:
        reader.fault("max_players", f"must be at least min_players ({least})")
    capacity = reader.table("capacity")
    rooms = tuple(
        (kind, capacity.integer(kind, low=1, high=5, default=1) if capacity else 1)
        for kind in _IDENTITY_ORDER
    )
    if capacity is not None:
        capacity.finish("is not one of class, style, race, power")
    sheet = Sheet(
        name=reader.text("name", longest=60, default="munchkin-dice"),
        title=reader.text("title", longest=120) or "Munchkin Dice",
        summary=reader.text("summary", longest=600),
        source=reader.text("source", longest=300),
        cards=_cards(reader),
        winning_level=reader.integer("winning_level", low=5, high=20, default=10),
        min_players=least,
        max_players=most,
        deal=reader.integer("deal", low=1, high=8, default=4),
        hand_limit=reader.integer("hand_limit", low=1, high=20, default=5),
        sex_penalty=reader.integer("sex_penalty", low=0, high=20, default=5),
        escape=reader.integer("escape", low=2, high=6, default=5),
        gold_per_level=reader.integer("gold_per_level", low=100, high=100_000, default=1000),
        window=reader.choice("window", Window, Window.IN_ORDER),
        paying_is_losing=reader.boolean("paying_is_losing", default=False),
        turn_limit=reader.integer("turn_limit", low=1, high=10_000, default=400),
        capacity=rooms,
    )
    reader.finish()
    if not faults:
        faults += _together(sheet)
    return (None if faults else sheet), faults


def _together(sheet: Sheet) -> list[Fault]:
    faults: list[Fault] = []
    if not any(card.kind is Kind.MONSTER for card in sheet.cards):
        faults.append(Fault("cards", "must hold at least one monster: only a monster gives the last level"))
    for pile in Pile:
        if not sheet.whole(pile):
            faults.append(Fault("cards", f"must hold at least one {pile} card"))
    return faults


def _cards(reader: Reader) -> tuple[Card, ...]:
    table = reader.table("cards")
    if table is None:
        reader.fault("cards", "must be given: a table for each card")
        return ()
    names = table.keys()
    if len(names) > MOST_CARDS:
        reader.fault("cards", f"must have at most {MOST_CARDS} cards, not {len(names):,}")
        return ()
    cards: list[Card] = []
    for name in names:
        if not _ID.fullmatch(name) or len(name) > 40:
            continue  # `finish` names it
        inner = table.table(name)
        if inner is not None:
            cards.append(_card(name, inner))
    table.finish("is not the id of a card: lower-case words with hyphens between them")
    return tuple(cards)


def _card(name: str, reader: Reader) -> Card:
    if "kind" not in reader:
        reader.fault("kind", f"must be given: one of {', '.join(kind.value for kind in Kind)}")
    kind = reader.choice("kind", Kind, Kind.LEVEL)
    title = reader.text("name", longest=40, default=name.replace("-", " ").title())
    text = reader.text("text", longest=160)
    copies = reader.integer("copies", low=1, high=MOST_COPIES, default=1)
    common: dict[str, Any] = {"id": name, "name": title, "kind": kind, "text": text, "copies": copies}
    own = _OWN.get(kind, _nothing)(reader)
    reader.finish(f"is not a key of a card of the kind {kind}")
    return Card(**common, **own)


def _nothing(reader: Reader) -> dict[str, Any]:
    return {}


def _monster(reader: Reader) -> dict[str, Any]:
    return {
        "level": reader.integer("level", low=1, high=40, default=1),
        "levels": reader.integer("levels", low=1, high=3, default=1),
        "treasures": reader.integer("treasures", low=0, high=6, default=1),
        "harm": _harm(reader, deadly=True),
    }


def _curse(reader: Reader) -> dict[str, Any]:
    harm = _harm(reader, deadly=False)
    if not harm:
        reader.fault("harm", "must be given: a curse does something")
    return {"harm": harm}


def _identity(reader: Reader) -> dict[str, Any]:
    return {
        "combat": reader.integer("combat", low=-10, high=10, default=0),
        "run": reader.integer("run", low=-5, high=5, default=0),
        "hand_limit": reader.integer("hand_limit", low=0, high=20, default=0),
        "lowest_level": reader.integer("lowest_level", low=1, high=4, default=1),
        "wins_ties": reader.boolean("wins_ties", default=False),
        "consoled": reader.boolean("consoled", default=False),
    }


def _item(reader: Reader) -> dict[str, Any]:
    return {
        "bonus": reader.integer("bonus", low=0, high=20, default=0),
        "value": _value(reader),
        "slot": reader.choice("slot", Slot, Slot.NONE),
        "run": reader.integer("run", low=-5, high=5, default=0),
    }


def _boost(reader: Reader) -> dict[str, Any]:
    return {"bonus": reader.integer("bonus", low=1, high=20, default=1), "value": _value(reader)}


def _valued(reader: Reader) -> dict[str, Any]:
    return {"value": _value(reader)}


def _enhancer(reader: Reader) -> dict[str, Any]:
    return {
        "bonus": reader.integer("bonus", low=1, high=20, default=5),
        "treasures": reader.integer("treasures", low=0, high=3, default=1),
    }


def _extra(reader: Reader) -> dict[str, Any]:
    extra = reader.choice("extra", Kind, Kind.CLASS)
    if extra not in IDENTITIES:
        reader.fault("extra", "must be one of class, style, race, power")
    return {"extra": extra}


def _value(reader: Reader) -> int:
    return reader.integer("value", low=0, high=10_000, default=0)


def _harm(reader: Reader, *, deadly: bool) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    words = [word.value for word in Harm]
    for index, item in enumerate(reader.lists("harm", longest=4)):
        key = f"harm[{index}]"
        name, _, amount = item.partition(" ") if isinstance(item, str) else ("", "", "")
        if name not in words:
            reader.fault(key, f"must be one of {', '.join(words)}, with a number behind it if more than 1")
        elif amount and not (amount.isascii() and amount.isdigit() and 1 <= int(amount[:3]) <= 20):
            reader.fault(key, "must end with a number from 1 to 20")
        elif name == Harm.DEATH and not deadly:
            reader.fault(key, "must not be death: only monsters kill")
        else:
            effects.append(Effect(Harm(name), int(amount[:3] or 1)))
    return tuple(effects)


_OWN = {
    Kind.MONSTER: _monster,
    Kind.CURSE: _curse,
    Kind.CLASS: _identity,
    Kind.STYLE: _identity,
    Kind.RACE: _identity,
    Kind.POWER: _identity,
    Kind.EXTRA: _extra,
    Kind.ENHANCER: _enhancer,
    Kind.ITEM: _item,
    Kind.BOOST: _boost,
    Kind.LOADED: _valued,
    Kind.RELOADED: _valued,
}
