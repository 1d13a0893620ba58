"""`python -m scripts.gold_pieces`: what each card of the house deck is worth in hand, by seats and moment.

The sage says what a position is worth with the card and without it, everything else being equal, and what 200
points more are worth there; the quotient is the card's worth in points, its Gold Pieces included. The table
stands in docs/cards-played-well.md; `--write` writes it anew.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import State, new_game
from hotdice.game.cards import on, without
from hotdice.players.sage_bot import SageBot
from hotdice.rules import load
from scripts.documents import write_part

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "cards-played-well.md"
MOMENTS = {"early": 1500, "middle": 5000, "late": 8500}
SEATS = (3, 4, 5)
STEP = 200
LEAST, MOST = 0.2, 0.9
"""Gold Pieces are fair between these shares of what a card is worth early in a game of three: below, nobody
would think before playing it; above, nobody would play it."""


def position(seats: int, total: int) -> State:
    """Everybody has so many points and all cards; seat 1 begins a turn."""
    state = new_game(load("munchkin-farkle"), seats, first=0)
    return replace(state, seats=tuple(replace(seat, total=total, opened=True) for seat in state.seats))


def spent(state: State, card: str) -> State:
    """The same position, a card of the mover among its discards."""
    cards = state.cards
    assert cards is not None
    seat = state.mover
    return replace(
        state,
        cards=replace(
            cards,
            hands=on(cards.hands, seat, without(cards.hands[seat], card)),
            discards=on(cards.discards, seat, (*cards.discards[seat], card)),
        ),
    )


def worth(state: State, card: str, sage: SageBot) -> float:
    """What a card in the mover's hand is worth, in points."""
    chance = sage.chances(state)[state.mover]
    line = state.seats[state.mover]
    higher, lower = (
        sage.chances(replace(state, seats=on_seat(state, replace(line, total=line.total + change))))
        for change in (STEP, -STEP)
    )
    point = (higher[state.mover] - lower[state.mover]) / (2 * STEP)
    return (chance - sage.chances(spent(state, card))[state.mover]) / point


def on_seat(state: State, line: object) -> tuple[object, ...]:
    """The seats with the mover's line replaced."""
    return (*state.seats[: state.mover], line, *state.seats[state.mover + 1 :])


def table() -> Iterator[str]:
    """The table as lines of Markdown."""
    deck = load("munchkin-farkle").deck
    assert deck is not None
    sage = SageBot()
    heads = [f"{seats} seats, {moment}" for seats in SEATS for moment in MOMENTS]
    yield "| card | Gold Pieces | " + " | ".join(heads) + " |"
    yield "| --- | --- |" + " --- |" * len(heads)
    far: list[str] = []
    for card in deck.cards:
        found = [
            worth(position(seats, MOMENTS[moment]), card.id, sage) for seats in SEATS for moment in MOMENTS
        ]
        yield f"| {card.name} | {card.gold} | " + " | ".join(f"{each:.0f}" for each in found) + " |"
        fair = 5 * round(min(max(card.gold, LEAST * found[0]), MOST * found[0]) / 5)
        if fair != card.gold:
            far.append(f"{card.name} {fair} instead of {card.gold}")
    yield ""
    measured = f"these would be fair: {'; '.join(far)}" if far else "all that are printed are fair"
    yield (
        "Gold Pieces are fair from a fifth to nine tenths of what a card is worth early in a game of three. "
        f"By that measure {measured}."
    )


def main() -> None:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into the document")
    options = parser.parse_args()
    lines = list(table())
    print("\n".join(lines))
    if options.write:
        write_part(DOCUMENT, "gold", lines)


if __name__ == "__main__":
    main()
