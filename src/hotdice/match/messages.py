"""What is said to a match and what it says back. Plain values, so that any transport can carry them."""

from hotdice.frozen import Frozen
from hotdice.game import Command, Event, Refusal
from hotdice.game.cards import InPlay
from hotdice.game.offers import BankOffer, KeepOffer

VIEW_VERSION = 2
"""2 says what the referee says of the turn."""


class Request(Frozen):
    """A command with an id of the sender's choosing; the same id gets the same answer again.

    `seat` is who speaks; None is the table itself: the scorekeeper, the host, the clock.
    """

    id: str
    command: Command
    seat: int | None = None


class Answer(Frozen):
    """The one answer to a request: the events it led to, or the reason why it changed nothing.

    `sequence` is the number of events in the log after it. `fault` is a sentence where the match went on
    although it could not be saved.
    """

    id: str
    sequence: int
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    fault: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the command was carried out."""
        return self.refusal is None


class SeatView(Frozen):
    """A seat as everybody sees it."""

    name: str
    player: str
    total: int
    opened: bool
    farkles: int
    gone: bool


class CardsView(Frozen):
    """The cards as one seat sees them: its own hand, what lies open, and what follows for the others.

    `still_holds` has None for a seat whose hand nobody can work out, or is not told at a party; `counts` is
    public in any case.
    """

    hand: tuple[str, ...]
    counts: tuple[int, ...]
    still_holds: tuple[tuple[str, ...] | None, ...]
    discards: tuple[tuple[str, ...], ...]
    in_play: tuple[InPlay, ...]
    played: bool


class View(Frozen):
    """What one seat (or a watcher, None) may know. Never the seed: it would give away dice to come.

    `cards` are there where the sheet has a deck; foreign hands are not among them. What the referee says of
    the turn: `turn_dice` is the number of dice that it is played with, `to_roll` which of them a roll would
    throw now, `bank` what a bank would record now, and `keeps`, for the mover alone, what follows each keep;
    `offer` and `offered` are points and dice that the mover may take over (piggyback).
    A view from before these were said has `version` 1 and leaves them empty.
    """

    sequence: int
    seat: int | None
    rules: str
    phase: str
    step: str
    mover: int
    round: int
    turn: int
    turn_total: int
    hand: tuple[int, ...]
    faces: tuple[int, ...]
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]
    legal: tuple[Command, ...]
    needed: int
    cards: CardsView | None = None
    version: int = 1
    turn_dice: int = 0
    to_roll: tuple[int, ...] = ()
    bank: BankOffer | None = None
    keeps: tuple[KeepOffer, ...] = ()
    offer: int = 0
    offered: tuple[int, ...] = ()
