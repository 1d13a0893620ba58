"""The sheet of a Munchkin Dice table: its settings and its cards, one frozen value with a hash."""

import hashlib
import json
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from hotdice.frozen import Frozen
from hotdice.munchkin.cards import Card, Kind, Pile

FACES = 10
PICTURE = 10
"""The face with the picture, in place of a 10."""
RUN_FACES = 6
EPIC = 20


class Window(StrEnum):
    """Who may answer a roll, and when."""

    IN_ORDER = "in_order"  # one after the other, the roller first
    FIRST_COME = "first_come"  # whoever speaks first


class Sheet(Frozen, dict=True):
    """Everything the referee needs to know about a table.

    `capacity` says how many Classes, Styles, Races and Powers a player has room for; `cards` are by id.
    """

    name: str
    title: str
    cards: tuple[Card, ...]
    summary: str = ""
    source: str = ""
    winning_level: int = 10
    min_players: int = 2
    max_players: int = 6
    deal: int = 4
    hand_limit: int = 5
    sex_penalty: int = 5
    escape: int = 5
    gold_per_level: int = 1000
    window: Window = Window.IN_ORDER
    paying_is_losing: bool = False
    turn_limit: int = 400
    capacity: tuple[tuple[Kind, int], ...] = ()

    def __hash__(self) -> int:
        """By what changes play, worked out once: what is kept by sheet is looked up in every turn."""
        return hash(self.hash)

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """The cards by their id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def rooms(self) -> dict[Kind, int]:
        """How many cards of each identity a player has room for."""
        return dict(self.capacity)

    def whole(self, pile: Pile) -> tuple[str, ...]:
        """Every card of one deck, copies one by one, in the order of their ids."""
        return self._decks[pile]

    @cached_property
    def _decks(self) -> dict[Pile, tuple[str, ...]]:
        return {
            pile: tuple(
                sorted(card.id for card in self.cards if card.pile is pile for _ in range(card.copies))
            )
            for pile in Pile
        }

    @cached_property
    def hash(self) -> str:
        """Stands for everything that changes play; titles, texts and sources do not."""
        plain = msgspec.to_builtins(self)
        for key in ("name", "title", "summary", "source"):
            del plain[key]
        for card in plain["cards"]:
            del card["name"], card["text"]
        plain["cards"] = sorted(plain["cards"], key=_by_id)
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _by_id(card: dict[str, Any]) -> str:
    return str(card["id"])
