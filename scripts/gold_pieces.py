"""`python -m scripts.gold_pieces`: what each card of the house deck is worth in hand, by seats and moment.

The sage says what a position is worth with the card and without it, everything else being equal, and what 200
points more are worth there; the quotient is the card's worth in points, its Gold Pieces included. Gold Pieces
are judged by all of these columns; where they are far off, a number is looked for that would be fair, in a
deck that has it. The tables stand in docs/cards-played-well.md; `--write` writes them anew.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import State, new_game
from hotdice.game.cards import on, without
from hotdice.players.sage_bot import SageBot
from hotdice.rules import Ruleset, load
from scripts.documents import write_part

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "cards-played-well.md"
MOMENTS = {"early": 1500, "middle": 5000, "late": 8500}
SEATS = (3, 4, 5)
COLUMNS = [(seats, moment) for seats in SEATS for moment in MOMENTS]
STEP = 200
LEAST, MOST = 0.2, 0.9
"""Gold Pieces are fair between these shares of what a card is worth: below, nobody would think before playing
it; above, nobody would play it."""
COIN = 5
"""Printed numbers are multiples of this."""


def position(rules: Ruleset, seats: int, total: int) -> State:
    """Everybody has so many points and all cards; seat 1 begins a turn."""
    state = new_game(rules, seats, first=0)
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


def worths(rules: Ruleset, card: str, sage: SageBot) -> list[float]:
    """What a card is worth in every column."""
    return [worth(position(rules, seats, MOMENTS[moment]), card, sage) for seats, moment in COLUMNS]


def with_gold(rules: Ruleset, card: str, gold: int) -> Ruleset:
    """The same sheet with another number on a card.

    >>> with_gold(load("munchkin-farkle"), "jam", 300).deck.by_id["jam"].gold
    300
    """
    assert rules.deck is not None
    cards = tuple(replace(each, gold=gold) if each.id == card else each for each in rules.deck.cards)
    return replace(rules, deck=replace(rules.deck, cards=cards))


def share(gold: int, found: list[float]) -> float:
    """Gold Pieces as a share of what a card is worth in the mean of all columns."""
    return gold / (sum(found) / len(found))


def fair_gold(rules: Ruleset, card: str, printed: int, sage: SageBot) -> int | None:
    """The number nearest to the printed one that is fair in a deck that has it.

    A card that is worth less with fewer Gold Pieces may need much fewer; None where no number is fair, since
    the card is worth nothing beside its Gold Pieces.
    """
    gold = printed
    way = COIN if share(printed, worths(rules, card, sage)) < LEAST else -COIN
    while gold > 0:
        if LEAST <= share(gold, worths(with_gold(rules, card, gold), card, sage)) <= MOST:
            return gold
        gold += way
    return None


def lines() -> Iterator[str]:
    """Both tables as lines of Markdown."""
    rules, sage = load("munchkin-farkle"), SageBot()
    assert rules.deck is not None
    heads = [f"{seats} seats, {moment}" for seats, moment in COLUMNS]
    yield "| card | Gold Pieces | " + " | ".join(heads) + " |"
    yield "| --- | --- |" + " --- |" * len(heads)
    found = {card.id: worths(rules, card.id, sage) for card in rules.deck.cards}
    for card in rules.deck.cards:
        yield f"| {card.name} | {card.gold} | " + " | ".join(f"{each:.0f}" for each in found[card.id]) + " |"
    yield ""
    yield (
        "Gold Pieces are fair from a fifth to nine tenths of what a card is worth in the mean of these nine "
        "columns: below, nobody would think before playing it; above, hardly anybody would play it."
    )
    yield ""
    yield "| card | Gold Pieces | of its worth in the mean | from | to | columns beyond nine tenths | fair |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for card in rules.deck.cards:
        each = found[card.id]
        shares = [card.gold / one for one in each]
        mean = share(card.gold, each)
        beyond = sum(one > MOST for one in shares)
        fair = card.gold if LEAST <= mean <= MOST else fair_gold(rules, card.id, card.gold, sage)
        told = "no number is" if fair is None else "as printed" if fair == card.gold else f"{fair}"
        yield (
            f"| {card.name} | {card.gold} | {mean:.0%} | {min(shares):.0%} | {max(shares):.0%} | {beyond} | "
            f"{told} |"
        )


def main() -> None:
    """Print the tables, or write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the tables into the document")
    options = parser.parse_args()
    found = list(lines())
    print("\n".join(found))
    if options.write:
        write_part(DOCUMENT, "gold", found)


if __name__ == "__main__":
    main()
