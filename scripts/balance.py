"""`python -m scripts.balance`: measure the house deck with the best card bot and write docs/cards.md anew.

For 3, 4 and 5 seats of schemers: how often each card is played, what it gains then, what it is worth
unplayed, and how often it is passed up though it could be played. Then schemer against every other bot.
`--check` measures with fewer games, compares with the budget and writes nothing.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import msgspec

from hotdice.game import SeededDice, new_game
from hotdice.players import Player, make, play_out
from hotdice.players.card_gains import gain
from hotdice.players.outlook import Outlook
from hotdice.players.schemer_bot import Judged, SchemerBot
from hotdice.rules import Ruleset, load
from scripts.documents import write_part

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "cards.md"
SEATS = (3, 4, 5)
RIVALS = ("eager", "greedy", "thumb", "threshold:300", "cautious", "random")
PLAYED = (0.35, 0.90)
WORTH = (200, 600)
GOLD_SHARE = (0.2, 0.9)


class Line(msgspec.Struct, frozen=True):
    """One card at one number of seats."""

    card: str
    gold: int
    played: float
    gain: float
    taken: float

    @property
    def worth(self) -> float:
        """What the card is worth at the start: its gain if it is played, its Gold Pieces if not."""
        return self.played * self.gain + (1 - self.played) * self.gold


class Tally:
    """What schemers did with their cards."""

    def __init__(self) -> None:
        self.plays: Counter[str] = Counter()
        self.gains: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()


class Swing(Outlook):
    """An outlook in which a point that a foe loses counts like one that the mover gains."""

    def threat(self, seat: int) -> float:
        """Every foe counts in full."""
        return 1.0


class Watched(SchemerBot):
    """A schemer that keeps a tally of its chances and plays."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def judge(self, outlook: Outlook) -> list[Judged]:
        """The judgement, counted."""
        judged = super().judge(outlook)
        self.tally.chances.update({found.play.card for found in judged})
        best = max(judged, key=lambda found: found.surplus, default=None)
        if best is not None and best.surplus > 0:
            card = best.play.card
            self.tally.plays[card] += 1
            self.tally.gains[card] += round(self._swing(outlook, best))
        return judged

    def _swing(self, outlook: Outlook, best: Judged) -> float:
        deck = outlook.state.rules.deck
        if deck is None or best.play.target < 0:
            return best.gain
        return gain(Swing(outlook.state), deck.by_id[best.play.card], best.play)


def measure(rules: Ruleset, seats: int, games: int) -> list[Line]:
    """Schemers among themselves: one line for each card of the deck."""
    deck = rules.deck
    if deck is None:
        raise ValueError(f"{rules.name} has no cards to measure")
    tally = Tally()
    for game in range(games):
        play_out(new_game(rules, seats), [Watched(tally)] * seats, SeededDice(f"balance.{seats}.{game}"))
    return [
        Line(
            card.id,
            card.gold,
            tally.plays[card.id] / (games * seats),
            tally.gains[card.id] / max(1, tally.plays[card.id]),
            tally.plays[card.id] / max(1, tally.chances[card.id]),
        )
        for card in deck.cards
    ]


def duel(rules: Ruleset, seats: int, rival: str, games: int) -> tuple[float, float, float]:
    """How often one schemer among equal rivals wins, with its 95 % interval; a shared win counts in part."""
    share = squares = 0.0
    for game in range(games):
        schemer = game % seats
        line_up: list[Player] = [SchemerBot() if seat == schemer else make(rival) for seat in range(seats)]
        state, _ = play_out(new_game(rules, seats), line_up, SeededDice(f"duel.{seats}.{rival}.{game}"))
        won = 1 / len(state.winners) if schemer in state.winners else 0.0
        share += won
        squares += won * won
    mean = share / games
    spread = 1.96 * sqrt(max(0.0, squares / games - mean * mean) / games)
    return mean, max(0.0, mean - spread), min(1.0, mean + spread)


def faults(seats: int, lines: Sequence[Line]) -> list[str]:
    """What lies outside the budget, in words."""
    found: list[str] = []
    for line in lines:
        name = f"{line.card} at {seats} seats"
        if not PLAYED[0] <= line.played <= PLAYED[1]:
            found.append(f"{name} is played in {line.played:.0%} of games")
        if not WORTH[0] <= line.worth <= WORTH[1]:
            found.append(f"{name} is worth {line.worth:.0f} at the start")
        if not GOLD_SHARE[0] <= line.gold / line.worth <= GOLD_SHARE[1]:
            found.append(f"{name} has Gold Pieces of {line.gold / line.worth:.0%} of its worth")
    return found


def tables(rules: Ruleset, games: int, duels: int) -> tuple[list[str], list[str]]:
    """The measured tables as lines of Markdown, and what lies outside the budget."""
    deck = rules.deck
    if deck is None:
        raise ValueError(f"{rules.name} has no cards to measure")
    outside: list[str] = []
    text = [f"Deck `{deck.name}`, hash `{deck.hash[:12]}`; {games} games for each number of seats.", ""]
    text.append(
        "| card | unplayed | " + " | ".join(f"{n} seats: played, gain, worth, taken" for n in SEATS) + " |"
    )
    text.append("| --- | --- |" + " --- |" * len(SEATS))
    measured = {seats: measure(rules, seats, games) for seats in SEATS}
    for place, card in enumerate(deck.cards):
        cells = []
        for seats in SEATS:
            line = measured[seats][place]
            cells.append(f"{line.played:.0%}, {line.gain:.0f}, {line.worth:.0f}, {line.taken:.0%}")
        text.append(f"| {card.name} | {card.gold} | {' | '.join(cells)} |")
    for seats in SEATS:
        outside += faults(seats, measured[seats])
    if duels:
        text += ["", f"One schemer among rivals of one kind, {duels} games each, 95 % intervals:", ""]
        text.append("| rivals | " + " | ".join(f"{n} seats (equal: {1 / n:.0%})" for n in SEATS) + " |")
        text.append("| --- |" + " --- |" * len(SEATS))
        for rival in RIVALS:
            cells = []
            for seats in SEATS:
                mean, low, high = duel(rules, seats, rival, duels)
                cells.append(f"{mean:.1%} ({low:.1%} to {high:.1%})")
                if low <= 1 / seats:
                    outside.append(f"schemer is not ahead of {rival} at {seats} seats")
            text.append(f"| {rival} | {' | '.join(cells)} |")
    return text, outside


def main() -> None:
    """Measure, compare with the budget, and write the document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=250, help="games for each number of seats")
    parser.add_argument("--duels", type=int, default=250, help="games for each rival and number of seats")
    parser.add_argument("--check", action="store_true", help="print and write nothing")
    asked = parser.parse_args()
    text, outside = tables(load("munchkin-farkle"), asked.games, asked.duels)
    if asked.check:
        print("\n".join(text))
    else:
        write_part(DOCUMENT, "measured", text)
        print(f"{DOCUMENT.name} written")
    for fault in outside:
        print(f"outside the budget: {fault}", file=sys.stderr)
    raise SystemExit(1 if outside else 0)


if __name__ == "__main__":
    main()
