"""Decks from shipped names and from files, and back to plain data."""

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from hotdice.rules.deck import Card, Deck, Lasts, Target
from hotdice.rules.deck_checking import VOCABULARY, deck_from
from hotdice.rules.faults import RulesError, did_you_mean
from hotdice.rules.files import located, parse_toml, read_file
from hotdice.rules.lines import key_lines

_SHIPPED_DECKS = ("house",)


def shipped_decks() -> tuple[str, ...]:
    """The names of the decks that come with Hotdice.

    >>> shipped_decks()
    ('house',)
    """
    return _SHIPPED_DECKS


def load_deck(reference: str | Path) -> Deck:
    """A deck by shipped name or file.

    >>> load_deck("house").title
    'The house deck'

    Raises:
        RulesError: the file is wrong; every fault is in it.
    """
    name = str(reference)
    if name in _SHIPPED_DECKS:
        return _load_shipped(name)
    known = f"neither a deck file nor a shipped deck ({', '.join(_SHIPPED_DECKS)})"
    known += did_you_mean(name, _SHIPPED_DECKS)
    return deck_from_text(read_file(Path(reference), known), origin=name)


@cache
def _load_shipped(name: str) -> Deck:
    folder = resources.files("hotdice.sheets").joinpath("decks")
    return deck_from_text(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"), origin=f"{name}.toml")


def deck_from_text(text: str | bytes, *, origin: str = "deck") -> Deck:
    r"""A deck from the text of a deck file.

    >>> deck_from_text("[[cards]]\nid = 'nap'\ngold = 'much'", origin="mine.toml")
    Traceback (most recent call last):
    hotdice.rules.faults.RulesError: mine.toml: line 1, cards[0].name: must be given
    mine.toml: line 1, cards[0].text: must be given
    mine.toml: line 1, cards[0].effects: must be given
    mine.toml: line 3, cards[0].gold: must be a whole number, not 'much'

    Raises:
        RulesError: the text is not a deck file, with every fault in it.
    """
    raw = parse_toml(text, origin)
    stem = re.sub(r"[^a-z0-9]+", "-", Path(origin).stem.lower())[:60].strip("-") or "deck"
    deck, faults = deck_from(raw, name=stem)
    if deck is None:
        lines = key_lines(text.decode("utf-8") if isinstance(text, bytes) else text)
        raise RulesError(origin, located(faults, lines))
    return deck


def deck_reference(deck: Deck | None) -> str | dict[str, Any]:
    """What a rule file says of its deck: nothing, a shipped name, or the whole deck as a table.

    >>> deck_reference(load_deck("house")), deck_reference(None)
    ('house', '')
    """
    if deck is None:
        return ""
    if deck.name in _SHIPPED_DECKS and deck_to_raw(load_deck(deck.name)) == deck_to_raw(deck):
        return deck.name
    return deck_to_raw(deck)


def deck_to_raw(deck: Deck) -> dict[str, Any]:
    """Plain data in the shape of a deck file that checks to the same deck.

    >>> deck = load_deck("house")
    >>> deck_from(deck_to_raw(deck), name="x")[0] == deck
    True
    """
    raw: dict[str, Any] = {"name": deck.name, "title": deck.title}
    raw |= {key: getattr(deck, key) for key in ("summary", "source") if getattr(deck, key)}
    raw["cards"] = [_card_to_raw(card) for card in deck.cards]
    ids = tuple(card.id for card in deck.cards)
    if all(colour.cards == ids for colour in deck.colours):
        raw["colours"] = [colour.name for colour in deck.colours]
    else:
        raw["colours"] = [{"name": colour.name, "cards": list(colour.cards)} for colour in deck.colours]
    raw["hands"] = deck.hands.value
    for key in ("unlabelled_on_farkle", "gold_needs_door", "ties_by_cards"):
        if getattr(deck, key):
            raw[key] = True
    return raw


def _card_to_raw(card: Card) -> dict[str, Any]:
    raw: dict[str, Any] = {"id": card.id, "name": card.name, "text": card.text, "gold": card.gold}
    if card.when:
        raw["when"] = [window.value for window in card.when]
    if card.target is not Target.SELF:
        raw["target"] = card.target.value
    if card.lasts is not Lasts.AT_ONCE:
        raw["lasts"] = card.lasts.value
    if card.turns:
        raw["turns"] = card.turns
    if card.ends_on_farkle:
        raw["ends_on_farkle"] = True
    needs = {key: value for key, value in msgspec.to_builtins(card.needs).items() if value not in (0, "any")}
    if needs:
        raw["needs"] = needs
    raw["effects"] = [
        {"do": effect.do.value} | {key: getattr(effect, key) for key in VOCABULARY[effect.do].numbers}
        for effect in card.effects
    ]
    return raw
