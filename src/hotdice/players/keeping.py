"""What the simple bots share: the total that wins a last turn, and whether to take over."""

from hotdice.game import Phase, State
from hotdice.game.turns import in_order
from hotdice.game.views import gold_in_hand
from hotdice.odds.rolls import weighted_odds
from hotdice.rules import FACES, Reach, Ties


def total_to_win(state: State) -> int | None:
    """The total that the mover must record on a last turn to be ahead, or None where it is not one.

    Last turns are all those after somebody has reached the target, and the very last turn of a game with
    rounds or of a play-off. Where the sheet shares ties, drawing level is enough. With cards the Gold
    Pieces that everybody still holds, as far as that can be known, count as they will at the end.

    >>> from hotdice.game import parse_position
    >>> total_to_win(parse_position("playmonster~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6"))
    10300
    >>> total_to_win(parse_position("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t0.6"))
    10250
    """
    rules = state.rules
    if not _last_turn(state):
        return None
    if rules.solo_goal:
        return rules.solo_goal + (rules.reach is Reach.MORE_THAN)
    rivals = state.contenders if state.phase is Phase.PLAY_OFF else state.active
    totals = {seat: state.seats[seat].total for seat in rivals}
    if state.cards is not None and state.phase is not Phase.PLAY_OFF:  # unplayed cards count at the end
        mine = gold_in_hand(state, state.mover)
        totals = {seat: total + gold_in_hand(state, seat) - mine for seat, total in totals.items()}
    best = max((total for seat, total in totals.items() if seat != state.mover), default=0)
    must_beat = rules.ties is Ties.PLAY_OFF or (
        rules.ties is Ties.TRIGGER_KEEPS and state.trigger in state.active and totals[state.trigger] == best
    )
    return best + rules.step if must_beat else best


def takes_over(state: State) -> bool:
    """Whether what the player before has left is worth taking over: more than a first roll brings on average.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> takes_over(new_game(load("classic", ["piggyback=true"]), 2))
    False
    """
    if not state.offer:
        return False
    rows = state.weights or ((1,) * FACES,) * state.rules.dice
    left = weighted_odds(state.rules, tuple(sorted(rows[die - 1] for die in state.offered)))
    fresh = weighted_odds(state.rules, tuple(sorted(rows)))
    return state.offer * (1 - left.farkles / left.rolls) > fresh.mean_best


def _last_turn(state: State) -> bool:
    if state.phase is Phase.LAST:
        return True
    if state.phase is Phase.PLAY_OFF:
        return in_order(state, state.contenders, state.starter)[-1] == state.mover
    final_round = bool(state.rules.rounds) and state.round == state.rules.rounds
    return final_round and in_order(state, state.active, state.starter)[-1] == state.mover
