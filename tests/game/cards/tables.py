"""Tables with cards for tests: positions in few words, and small decks made for one question."""

from typing import Any

from hotdice.game import State, new_game, parse_position
from hotdice.rules import Ruleset, from_raw

BASE = "munchkin-farkle"


def table(
    *totals: int,
    turn: str = "t0.6",
    mover: int = 1,
    phase: str = "n",
    discards: tuple[str, ...] = (),
    in_play: str = "-",
    cards: str = "f.d6",
    opened: str = "",
) -> State:
    """A position of the sheet with its house deck: totals of the seats, whose doors are down."""
    doors = opened or "y" * len(totals)
    seats = "_".join(f"{total}.0.{door}" for total, door in zip(totals, doors, strict=True))
    piles = discards or ("",) * len(totals)
    held = "_".join(f"{seat}-{pile}" for seat, pile in enumerate(piles))
    return parse_position(f"{BASE}~r5~s1~m{mover}~{phase}~{seats}~{turn}~{held}~{in_play}~{cards}")


def card(name: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A card as a deck file has it."""
    return {
        "id": name,
        "name": name.title(),
        "text": "For a test.",
        "gold": 100,
        "effects": list(effects),
    } | more


def colours(**cards: list[str]) -> list[dict[str, Any]]:
    """Colours with cards of their own, as a deck file has them."""
    return [{"name": name, "cards": ids} for name, ids in cards.items()]


def rules_with(*cards: dict[str, Any], deck: dict[str, Any] | None = None, **rules: Any) -> Ruleset:
    """The sheet with a deck of these cards."""
    return from_raw({"base": BASE, "deck": {"cards": list(cards)} | (deck or {})} | rules)


def game_of(
    *cards: dict[str, Any], players: int = 3, deck: dict[str, Any] | None = None, **rules: Any
) -> State:
    """A new game with a deck of these cards."""
    return new_game(rules_with(*cards, deck=deck, **rules), players, first=0)


ROLL_OF_NOTHING = "223446"
"""A roll of six dice that is a farkle: neither pairs, nor three alike, nor a 1 or a 5."""
