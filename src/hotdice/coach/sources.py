"""The one place that picks where values come from: a table of this very sheet, a simulation, or the turn."""

from functools import lru_cache

from hotdice.coach.forms import Unit
from hotdice.coach.places import NothingToSay
from hotdice.coach.turns import Values
from hotdice.game import Phase, State
from hotdice.odds.compiling import compiled_available
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.solved import goal_of
from hotdice.players.keeping import total_to_win
from hotdice.players.solver_view import playing
from hotdice.rules import Ruleset

GAMES = 2000 if compiled_available() else 240
"""Simulated games for every end of a turn, where there is no table for so many players."""


def values_for(state: State, unit: Unit | None = None, *, games: int = GAMES) -> Values:
    """The best values there are for the turn at hand, in a unit or in that which the sheet is played for.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> [values_for(new_game(load("playmonster"), players, first=0)).source.kind for players in (2, 3)]
    ['exact', 'simulated']
    >>> values_for(new_game(load("classic", ["target=7650"]), 2)).source.kind
    'turn'

    Raises:
        NothingToSay: nothing is known about such a game.
        TableError: a table is damaged.
    """
    rules = state.rules
    if (rules.beyond or rules.cup or state.bags) and unit != "points":
        from hotdice.players.duelist import duel_turn_of

        duel = duel_turn_of(state)
        if duel is not None:
            from hotdice.coach.duel_values import DuelValues

            return DuelValues(duel)
    if rules.beyond:
        raise NothingToSay(
            "this sheet has a rule of which nothing is solved yet (key {key})", key=rules.beyond[0]
        )
    if state.bags:
        raise NothingToSay("the players have dice of their own, and only fair dice are solved")
    if rules.deck is not None:
        return _with_cards(state, unit)
    if rules.weights:
        raise NothingToSay("the dice of this sheet are weighted (key weights), and only fair dice are solved")
    if unit == "points" or (unit is None and rules.solo_goal):
        return _in_points(state)
    found = _in_wins(state, games)
    if found is not None:
        return found
    if unit == "win":
        raise NothingToSay("there is no table of these rules here: hotdice solve makes one")
    return _in_points(state)


def _with_cards(state: State, unit: Unit | None) -> Values:
    """Chances to win by the sage; points of the turn where they are asked for, or a deck is beyond it."""
    if unit != "points" and cards_in_wins(state):
        from hotdice.coach.card_wins import CardWins

        return CardWins()
    if unit == "win":
        raise NothingToSay("nothing is known about the chances to win with such a deck")
    from hotdice.coach.card_values import CardValues

    return CardValues()


def cards_in_wins(state: State) -> bool:
    """Whether the sage can say what positions with this deck are worth.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> cards_in_wins(new_game(load("munchkin-farkle"), 3)), cards_in_wins(new_game(load("classic"), 3))
    (True, False)
    """
    from hotdice.players.deck_words import obstacle

    return state.rules.deck is not None and not obstacle(state.rules, len(state.active))


def _in_wins(state: State, games: int) -> Values | None:
    """Chances to win, None where they are not known."""
    rules, count = state.rules, len(playing(state))
    if solved_for(rules, count):
        from hotdice.coach.solved_values import GoalValues, WinValues
        from hotdice.odds.shelf import table_of
        from hotdice.odds.solitaire import Solitaire

        solved = table_of(rules)
        if isinstance(solved, Solitaire):
            return GoalValues(solved)
        if solved is not None:
            return WinValues(solved)
    if count == 3 and state.phase is not Phase.PLAY_OFF:
        from hotdice.coach.three_values import ThreeValues, three_table

        race = three_table(rules)
        if race is not None:
            return ThreeValues(race)
    from hotdice.coach.rollouts import can_roll_out

    if not can_roll_out(rules):
        return None
    if count > 2 or total_to_win(state) is not None:
        # Of the very last turn everything is known, by whatever rules.
        from hotdice.coach.many_values import ManyValues

        return ManyValues(games)
    return None


def _in_points(state: State) -> Values:
    from hotdice.coach.solved_values import PointValues, points_are_exact
    from hotdice.coach.turn_values import TurnOnly

    rules = state.rules
    try:
        if points_are_exact(rules) and state.phase is not Phase.PLAY_OFF:
            return PointValues(rules)
        return TurnOnly(rules)
    except Unsolvable as error:
        raise NothingToSay("{error}", error=str(error)) from None


@lru_cache(maxsize=256)
def solved_for(rules: Ruleset, players: int) -> bool:
    """Whether the solver solves a sheet for so many players, with or without a table being there.

    >>> from hotdice.rules import load
    >>> solved_for(load("classic"), 2), solved_for(load("classic"), 5)
    (True, False)
    """
    try:
        check_goal(rules, goal_of(rules), players)
    except Unsolvable:
        return False
    return True


def review_unit(state: State) -> Unit:
    """The unit in which a game is reviewed: races in wins, rounds in points, a goal by the chance of it.

    A sheet that is played alone for a goal is judged by that goal: who plays for it makes no mistake.
    Where the chances of a race of two are not known the turns are reviewed one by one, in points. Games with
    cards are reviewed in wins, as the sage estimates them.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> [review_unit(new_game(load(name), 2)) for name in ("classic", "marina")]
    ['win', 'points']
    >>> review_unit(new_game(load("marina-solitaire"), 1))
    'win'
    """
    rules = state.rules
    if rules.deck is not None:
        return "win" if cards_in_wins(state) else "points"
    if rules.rounds and not rules.solo_goal:
        return "points"
    from hotdice.odds.shelf import table_of
    from hotdice.players.duelist import duel_is_solved

    if duel_is_solved(state):
        return "win"
    if len(state.seats) <= 2 and (not solved_for(rules, len(state.seats)) or table_of(rules) is None):
        return "points"
    return "win"
