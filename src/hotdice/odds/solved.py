"""Solved games, from a table where there is one: reading, writing and solving behind one door."""

from pathlib import Path
from typing import Any

import numpy.typing as npt

from hotdice.odds.marks import counters_of
from hotdice.odds.plan import Progress, roll_plan
from hotdice.odds.race import Race, solve_race
from hotdice.odds.refusals import Goal, check_goal
from hotdice.odds.rounds import Differences, Rounds, solve_rounds
from hotdice.odds.solitaire import Solitaire, SoloTurns, solve_solitaire
from hotdice.odds.standings import standings
from hotdice.odds.tables import (
    TableError,
    TableFile,
    chances,
    file_name,
    find_table,
    fractions,
    own_folder,
    read_table,
    write_table,
)
from hotdice.rules import Ruleset

Solved = Race | Rounds | Solitaire


def goal_of(rules: Ruleset) -> Goal:
    """The goal that a sheet is played for.

    >>> from hotdice.rules import load
    >>> [goal_of(load(name)) for name in ("classic", "marina", "marina-solitaire")]
    ['race', 'rounds', 'solitaire']
    """
    if rules.solo_goal:
        return "solitaire"
    return "race" if rules.target else "rounds"


def save(solved: Solved, folder: Path | None = None) -> Path:
    """Write a solved game into a folder, the user's own one unless said otherwise; the file comes back."""
    rules = solved.rules
    facts: dict[str, Any] = {"seconds": solved.seconds}
    arrays: dict[str, npt.NDArray[Any]]
    match solved:
        case Race():
            facts |= {
                "lowest": solved.places.lowest,
                "top": solved.top,
                "overshoot": solved.overshoot,
                "play_off": solved.play_off,
                "sweeps": solved.sweeps,
                "residual": solved.residual,
            }
            arrays = {"values": fractions(solved.values), "stop": solved.stop}
        case Rounds():
            facts["widest"] = solved.places.widest
            facts["tie"] = solved.tie
            arrays = {"values": fractions(solved.values)}
        case Solitaire():
            facts["chance_distribution"] = list(solved.chance_distribution.items())
            facts["expected_distribution"] = list(solved.expected_distribution.items())
            arrays = {"chances": fractions(solved.chances), "gains": solved.gains}
    goal = goal_of(rules)
    path = (own_folder() if folder is None else folder) / file_name(rules, goal)
    write_table(path, rules, goal, facts, arrays)
    return path


def stored(rules: Ruleset) -> Solved | None:
    """A solved game from its table, or None where there is none.

    >>> from hotdice.rules import load
    >>> round(stored(load("playmonster")).first_player_wins, 4)
    0.5289

    Raises:
        TableError: the file is damaged, or belongs to something else.
    """
    goal = goal_of(rules)
    path = find_table(rules, goal)
    return None if path is None else _from_table(rules, read_table(path, rules, goal))


def _from_table(rules: Ruleset, table: TableFile) -> Solved:
    facts, arrays = table.facts, table.arrays
    try:
        match table.goal:
            case "race":
                places = standings(rules, facts["lowest"])
                return Race(
                    rules, places, arrays["values"], facts["top"], facts["overshoot"], arrays["stop"],
                    facts["play_off"], facts["sweeps"], facts["residual"], facts["seconds"],
                )  # fmt: skip
            case "rounds":
                spread = Differences(rules, roll_plan(rules).step, counters_of(rules), facts["widest"])
                return Rounds(rules, spread, arrays["values"], facts["tie"], facts["seconds"])
            case _:
                for_chance = dict(facts["chance_distribution"])
                for_points = dict(facts["expected_distribution"])
                places_alone = SoloTurns(rules, compiled=False).places
                return Solitaire(
                    rules, places_alone, arrays["chances"], None, arrays["gains"], for_chance, for_points,
                    facts["seconds"],
                )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise TableError(f"{table.path}: its header lacks {error}") from None


def solve(rules: Ruleset, *, progress: Progress | None = None, lowest: int | None = None) -> Solved:
    """Solve the game of a sheet: a race, rounds, or solitaire.

    >>> from hotdice.rules import load
    >>> round(solve(load("kcd", ["target=200"])).first_player_wins, 4)
    0.9421

    Raises:
        Unsolvable: with the key that is the reason.
    """
    goal = goal_of(rules)
    check_goal(rules, goal)
    if goal == "race":
        return solve_race(rules, progress=progress, lowest=lowest)
    if goal == "rounds":
        return solve_rounds(rules, progress=progress)
    return solve_solitaire(rules, progress=progress)


__all__ = ["Solved", "chances", "goal_of", "save", "solve", "stored"]
