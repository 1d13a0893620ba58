"""One sentence that says why a choice is best: it names the fact that decides."""

from msgspec.structs import replace

from hotdice.coach.forms import Unit
from hotdice.coach.turns import Candidate
from hotdice.game import Phase, State, needed_to_bank
from hotdice.odds.rolls import roll_odds
from hotdice.odds.turn import chance_to_reach
from hotdice.players.keeping import total_to_win
from hotdice.players.solver_view import playing
from hotdice.rules import LastChance, Ruleset
from hotdice.rules.said import Said, Value


def danger(rules: Ruleset, dice: int) -> float | None:
    """The chance that a roll is a farkle; None where the dice are weighted.

    >>> from hotdice.rules import load
    >>> round(danger(load("classic"), 1), 3)
    0.667
    """
    if rules.cup or dice < 1:
        return None
    odds = roll_odds(rules, dice)
    return odds.farkles / odds.rolls


def risk_of(rules: Ruleset, choice: Candidate) -> float | None:
    """The chance that the roll of a choice is a farkle.

    >>> from hotdice.coach.turns import Worth
    >>> from hotdice.rules import load
    >>> risk_of(load("classic"), Candidate("roll", "5", Worth(0.5, 300, ()), 150, 4, risk=0.25))
    0.25
    """
    return choice.risk if choice.risk is not None else danger(rules, choice.dice or 0)


def what(choice: Candidate) -> Said:
    """A choice in a few words.

    >>> from hotdice.coach.turns import Worth
    >>> str(what(Candidate("roll", "15", Worth(0.5, 300, ()), 150, 4)))
    'keep 15 and roll four dice'
    """
    values: dict[str, Value] = {"keep": choice.keep or "", "total": choice.total, "dice": choice.dice or 1}
    match choice.action:
        case "card":
            return Said("play {name}", {"card": choice.card or "", "name": choice.card or ""})
        case "pass":
            return Said("keep the cards")
        case "bank":
            if choice.keep is None:
                return Said("stop at {total}", values)
            return Said("keep {keep} and stop at {total}", values)
    if choice.keep is None:
        return Said("roll {dice:dice}", values)
    return Said("keep {keep} and roll {dice:dice}", values)


def reason(state: State, best: Candidate, rival: Candidate | None, unit: Unit) -> Said:
    """Why `best` is better than `rival`, which is the next best, or what was played (None: no other).

    >>> from hotdice.coach.sources import values_for
    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t800.3")
    >>> values = values_for(state)
    >>> first, second = values.turn(state).choices(state)
    >>> str(reason(state, first, second, values.unit))
    'The last turn: 1,250 draws level, more wins, and stopping at 800 loses for sure.'
    """
    if rival is None:
        return _only(state, best)
    if "card" in (best.action, rival.action) or "pass" in (best.action, rival.action):
        from hotdice.coach.card_reasons import about_cards

        return about_cards(state, best, rival, unit)
    # Gold Pieces count when a game with cards ends, so totals alone do not say what wins it.
    found = _about_the_end(state, best, rival) if unit == "win" and state.rules.deck is None else None
    if found:
        return found
    if best.action == rival.action:
        return _about_keeps(state, best, rival)
    return _about_stopping(state, best, rival, unit)


def _only(state: State, best: Candidate) -> Said:
    needed = needed_to_bank(state)
    if best.action == "roll" and 0 < best.total < needed:
        if not state.seats[state.mover].opened:
            return Said("Nothing to choose: it takes {points} to get on the board.", {"points": needed})
        return Said("Nothing to choose: it takes {points} to stop.", {"points": needed})
    if best.action == "roll" and not best.total:
        return Said("Nothing to choose: a turn begins with a roll.")
    return Said("Nothing to choose: {choice}.", {"choice": what(best)})


def _about_the_end(state: State, best: Candidate, rival: Candidate) -> Said | None:
    """Facts about the end of the game: a last turn, a stop that wins or that calls the last turns."""
    rules, own = state.rules, state.seats[state.mover].total
    goal = total_to_win(state)
    stop = best if best.action == "bank" else rival if rival.action == "bank" else None
    if goal is not None and not rules.solo_goal:
        return _about_the_last_turn(state, best, rival, goal)
    if stop is None or state.phase is not Phase.NORMAL or not rules.reached(own + stop.total):
        return None
    if rules.last_chance is LastChance.NONE:
        return Said("Stopping makes {total} and wins the game at once.", {"total": own + stop.total})
    others = [seat for seat in playing(state) if seat != state.mover]
    behind = own + stop.total - max(state.seats[seat].total for seat in others)
    values: dict[str, Value] = {"total": own + stop.total, "behind": behind, "reply": 1.0 - stop.value}
    if stop is best:
        return Said(
            "Stopping at {total} calls the last turn: {behind} are missing then, "
            "and that comes off only {reply:share} of the time.",
            values,
        )
    return Said(
        "Stopping at {total} leaves a last turn in which {behind} are enough, {reply:share} of the time; "
        "more points first make that harder.",
        values,
    )


def _about_the_last_turn(state: State, best: Candidate, rival: Candidate, goal: int) -> Said | None:
    own = state.seats[state.mover].total
    stop = best if best.action == "bank" else rival if rival.action == "bank" else None
    need = goal - own
    if best.action == "bank" and best.value >= 1 - 1e-9:
        return Said("The last turn: {total} wins the game.", {"total": best.total})
    if best.action == "roll" and stop is not None and stop.total + own < goal:
        values: dict[str, Value] = {"need": need, "total": stop.total}
        if state.rules.ties != "shared":
            return Said("The last turn: {need} wins, and stopping at {total} loses for sure.", values)
        return Said(
            "The last turn: {need} draws level, more wins, and stopping at {total} loses for sure.", values
        )
    if best.action == "roll" and stop is not None:
        return Said(
            "The last turn: stopping at {total} only draws level, one more score wins.", {"total": stop.total}
        )
    if best.action == rival.action == "roll":
        return Said(
            "The last turn needs {need}: to {best} gets there {chance:share} of the time, "
            "to {rival} {other:share}.",
            {
                "need": need,
                "best": what(best),
                "chance": best.value,
                "rival": what(rival),
                "other": rival.value,
            },
        )
    return None


def _about_keeps(state: State, best: Candidate, rival: Candidate) -> Said:
    """Two keeps after which the same is done."""
    rules = state.rules
    more = best.total - rival.total
    if best.action == "bank":
        return Said("The same stop with {more} points more.", {"more": more})
    ours, theirs = best.dice or 1, rival.dice or 1
    risk, other = risk_of(rules, best) or 0.0, risk_of(rules, rival) or 0.0
    values: dict[str, Value] = {
        "more": abs(more),
        "ours": ours,
        "theirs": theirs,
        "risk": risk,
        "other": other,
    }
    if ours == theirs:
        return Said("{more} points more with the same {ours:dice} to roll.", {"more": more, "ours": ours})
    if ours == rules.dice and best.keep is not None and len(best.keep) == len(state.faces):
        return Said(
            "Hot dice: all {ours:dice} again, a farkle only {risk:share} instead of {other:share}.", values
        )
    if more < 0:
        return Said(
            "{ours:Dice} instead of {theirs:dice}: a farkle {risk:share} instead of {other:share}, "
            "which is worth more than {more} points.",
            values,
        )
    if risk > other:
        return Said(
            "{more} points more are worth the greater danger: a farkle {risk:share} with {ours:dice}, "
            "{other:share} with {theirs:dice}.",
            values,
        )
    return Said(
        "{more} points more, and {ours:dice} farkle less: {risk:share} against {other:share}.", values
    )


def _about_stopping(state: State, best: Candidate, rival: Candidate, unit: Unit) -> Said:
    """A stop against a roll."""
    rules = state.rules
    roll, stop = (best, rival) if best.action == "roll" else (rival, best)
    dice = roll.dice or rules.dice
    risk = (danger(rules, dice) if roll.dice is None else risk_of(rules, roll)) or 0.0
    rolled = roll.worth.points
    for_points = rolled > stop.worth.points
    values: dict[str, Value] = {
        "dice": dice,
        "risk": risk,
        "from": roll.total,
        "total": stop.total,
        "average": round(rolled),
    }
    if best.action == "roll" and stop.worth.points == 0 < stop.total:
        return Said("Stopping at {total} records nothing, so rolling on risks nothing.", values)
    if best.action == "roll":
        if not for_points:
            more = round(roll.value - stop.value)
            return (
                _pressed(state, stop)
                if unit == "win"
                else Said("Rolling on brings {more} points more in the long run.", {"more": more})
            )
        if dice == rules.dice and risk < 0.1:
            return Said(
                "Hot dice: a farkle only {risk:share} with {dice:dice}, and {total} becomes {average} "
                "on average.",
                values,
            )
        if roll.total != stop.total:
            return Said(
                "A farkle {risk:share} with {dice:dice}, and from {from} the turn comes to {average} on "
                "average: more than {total}.",
                values,
            )
        return Said(
            "A farkle {risk:share} with {dice:dice}, but on average {total} becomes {average}.", values
        )
    if for_points and unit == "win":
        return Said(
            "Rolling would bring more points on average ({average}), but {risk:share} farkles and {total} "
            "{standing}.",
            values | {"standing": _standing(state, stop)},
        )
    return _too_dangerous(state, stop, rolled, values)


def _too_dangerous(state: State, stop: Candidate, rolled: float, values: dict[str, Value]) -> Said:
    """The danger of a roll that costs more than it brings, and the penalty where one is near."""
    penalty = state.rules.penalty
    values = values | {"average": round(max(rolled, 0)), "penalty": penalty.points}
    if penalty.points and state.seats[state.mover].farkles + 1 >= penalty.count:
        if rolled < stop.total:
            return Said(
                "A farkle {risk:share} with {dice:dice}, which would cost {penalty} more, being one too "
                "many in a row: on average {total} shrinks to {average}.",
                values,
            )
        return Said(
            "A farkle {risk:share} with {dice:dice}, which would cost {penalty} more, being one too many "
            "in a row: on average {total} becomes only {average}.",
            values,
        )
    if rolled < stop.total:
        return Said(
            "A farkle {risk:share} with {dice:dice}: on average {total} shrinks to {average}.", values
        )
    return Said("A farkle {risk:share} with {dice:dice}: on average {total} becomes only {average}.", values)


def _standing(state: State, stop: Candidate) -> Said:
    """Where a stop would leave the mover, in words that finish a sentence."""
    others = [state.seats[seat].total for seat in playing(state) if seat != state.mover]
    if not others:
        return Said("in hand keep the goal within reach")
    lead = state.seats[state.mover].total + stop.total - max(others, default=0)
    if lead > 0:
        return Said("in hand make a lead of {lead}", {"lead": lead})
    if lead == 0:
        return Said("in hand are enough for now")
    return Said("in hand close the gap to {gap}", {"gap": -lead})


def _pressed(state: State, stop: Candidate) -> Said:
    """Why somebody rolls on although the points say stop: the others are too near, or too far ahead."""
    rules = state.rules
    others = [seat for seat in playing(state) if seat != state.mover]
    if not others:
        missing, left = rules.solo_goal - state.seats[state.mover].total, rules.rounds - state.round + 1
        if left == 1:
            return Said(
                "On points alone stopping is right, but the goal still asks for {missing} in this last turn.",
                {"missing": missing},
            )
        return Said(
            "On points alone stopping is right, but the goal still asks for {missing} in {turns} turns.",
            {"missing": missing, "turns": left},
        )
    front = max(others, key=lambda seat: state.seats[seat].total)
    total = state.seats[front].total
    if rules.target and state.phase is Phase.NORMAL:
        missing = rules.target - total
        chance = chance_to_reach(replace(rules, deck=None) if rules.deck else rules, missing)
        if chance > 0.1:
            return Said(
                "On points alone stopping is right, but the other side needs only {missing} and makes it "
                "{chance:share} of the time: {total} is not enough.",
                {"missing": missing, "chance": chance, "total": stop.total},
            )
    behind = total - state.seats[state.mover].total - stop.total
    if behind > 0 and rules.rounds:
        return Said(
            "On points alone stopping is right, but it leaves {behind} behind, with {rounds} rounds to come: "
            "that calls for more.",
            {"behind": behind, "rounds": rules.rounds - state.round},
        )
    if behind > 0:
        return Said(
            "On points alone stopping is right, but it leaves {behind} behind: that calls for more.",
            {"behind": behind},
        )
    return Said("On points alone stopping is right, but a little more here is worth the risk.")
