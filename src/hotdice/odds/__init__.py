"""Exact answers: what a roll can bring, and what every decision is worth.

>>> from hotdice.odds import roll_odds
>>> from hotdice.rules import load
>>> roll_odds(load("classic"), 3).farkles
60
"""

from typing import TYPE_CHECKING

from hotdice.fetching import fetched
from hotdice.odds.code_place import settle

if TYPE_CHECKING:
    from hotdice.odds.fairness import fairest_compensation
    from hotdice.odds.race import Race
    from hotdice.odds.refusals import Unsolvable, check_goal
    from hotdice.odds.rolls import RollOdds, roll_odds
    from hotdice.odds.rounds import Rounds
    from hotdice.odds.shelf import table_of
    from hotdice.odds.solitaire import Solitaire
    from hotdice.odds.solved import Solved, goal_of, save, solve, stored
    from hotdice.odds.tables import TableError
    from hotdice.odds.turn import TurnAnswer, chance_to_reach, solve_turn

__all__ = [
    "Race",
    "RollOdds",
    "Rounds",
    "Solitaire",
    "Solved",
    "TableError",
    "TurnAnswer",
    "Unsolvable",
    "chance_to_reach",
    "check_goal",
    "fairest_compensation",
    "goal_of",
    "roll_odds",
    "save",
    "solve",
    "solve_turn",
    "stored",
    "table_of",
]

# Much of this room stands on numpy, and the command line must answer before that is loaded.
_HOMES = {
    "Race": "hotdice.odds.race",
    "RollOdds": "hotdice.odds.rolls",
    "Rounds": "hotdice.odds.rounds",
    "Solitaire": "hotdice.odds.solitaire",
    "Solved": "hotdice.odds.solved",
    "TableError": "hotdice.odds.tables",
    "TurnAnswer": "hotdice.odds.turn",
    "Unsolvable": "hotdice.odds.refusals",
    "chance_to_reach": "hotdice.odds.turn",
    "check_goal": "hotdice.odds.refusals",
    "fairest_compensation": "hotdice.odds.fairness",
    "goal_of": "hotdice.odds.solved",
    "roll_odds": "hotdice.odds.rolls",
    "save": "hotdice.odds.solved",
    "solve": "hotdice.odds.solved",
    "solve_turn": "hotdice.odds.turn",
    "stored": "hotdice.odds.solved",
    "table_of": "hotdice.odds.shelf",
}
__getattr__ = fetched(__name__, _HOMES)

settle()
