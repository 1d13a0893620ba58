"""Many games: the compiled simulator, tournaments, ratings, the cluster."""

from hotdice.arena.dice import GameDice
from hotdice.arena.match import Match, Seating
from hotdice.arena.playing import EndlessGame
from hotdice.arena.sheets import CannotCompile
from hotdice.arena.simulator import Simulation, simulate
from hotdice.arena.statistics import Estimate, score_of, share_of, turns_of
from hotdice.arena.tally import Tally

__all__ = [
    "CannotCompile",
    "EndlessGame",
    "Estimate",
    "GameDice",
    "Match",
    "Seating",
    "Simulation",
    "Tally",
    "score_of",
    "share_of",
    "simulate",
    "turns_of",
]
