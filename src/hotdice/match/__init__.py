"""The authority over one match: seats, commands with exactly one answer, views, and where games are kept."""

from hotdice.match.authority import Match, Waiting
from hotdice.match.corrections import Corrected, Misfit, correct_turn
from hotdice.match.messages import Answer, CardsView, Request, SeatView, View
from hotdice.match.saving import FileSaver, MemorySaver, NotSaved, Saver, write_atomically

__all__ = [
    "Answer",
    "CardsView",
    "Corrected",
    "FileSaver",
    "Match",
    "MemorySaver",
    "Misfit",
    "NotSaved",
    "Request",
    "Saver",
    "SeatView",
    "View",
    "Waiting",
    "correct_turn",
    "write_atomically",
]
