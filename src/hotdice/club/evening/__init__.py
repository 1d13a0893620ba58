"""An evening's tournament: commands become events, events are its log, all else is read from it."""

from hotdice.club.evening.deciding import HOST, SERVER, decide
from hotdice.club.evening.evolving import evolve, fold
from hotdice.club.evening.plan import Plan
from hotdice.club.evening.standings import standings
from hotdice.club.evening.state import Evening

__all__ = ["HOST", "SERVER", "Evening", "Plan", "decide", "evolve", "fold", "standings"]
