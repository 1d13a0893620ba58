"""One sentence that says why a choice is best: it names the fact that decides."""

from hotdice.coach.forms import Unit
from hotdice.coach.places import playing
from hotdice.coach.turns import Choice
from hotdice.game import Phase, State, needed_to_bank
from hotdice.odds.rolls import roll_odds
from hotdice.odds.turn import chance_to_reach
from hotdice.players.keeping import total_to_win
from hotdice.rules import LastChance, Ruleset


def danger(rules: Ruleset, dice: int) -> float | None:
    """The chance that a roll is a farkle; None where the dice are weighted.

    >>> from hotdice.rules import load
    >>> round(danger(load("classic"), 1), 3)
    0.667
    """
    if rules.weights or dice < 1:
        return None
    odds = roll_odds(rules, dice)
    return odds.farkles / odds.rolls


def say_dice(count: int) -> str:
    """A number of dice in words.

    >>> say_dice(1), say_dice(4)
    ('one die', 'four dice')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return f"{words[count]} {'die' if count == 1 else 'dice'}"


def per_cent(share: float) -> str:
    """A share as people say it.

    >>> per_cent(0.2777), per_cent(0.0309), per_cent(0.0002)
    ('28 %', '3.1 %', '0.02 %')
    """
    if share >= 0.0995:
        return f"{100 * share:.0f} %"
    return f"{100 * share:.1f} %" if share >= 0.00095 else f"{100 * share:.2g} %"


def what(choice: Choice) -> str:
    """A choice in a few words.

    >>> from hotdice.coach.turns import Worth
    >>> what(Choice("roll", "15", Worth(0.5, 300, ()), 150, 4))
    'keep 15 and roll four dice'
    """
    match choice.action:
        case "card":
            return f"play {choice.card}"
        case "pass":
            return "keep the cards"
        case "bank":
            then = f"stop at {choice.total:,}"
        case _:
            then = f"roll {say_dice(choice.dice or 1)}"
    return then if choice.keep is None else f"keep {choice.keep} and {then}"


def reason(state: State, best: Choice, rival: Choice | None, unit: Unit) -> str:
    """Why `best` is better than `rival`, which is the next best, or what was played (None: no other).

    >>> from hotdice.coach.sources import values_for
    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t800.3")
    >>> values = values_for(state)
    >>> first, second = values.turn(state).choices(state)
    >>> reason(state, first, second, values.unit)
    'The last turn: 1,250 draws level, more wins, and stopping at 800 loses for sure.'
    """
    if rival is None:
        return _only(state, best)
    if "card" in (best.action, rival.action) or "pass" in (best.action, rival.action):
        return _about_cards(state, best, rival)
    found = _about_the_end(state, best, rival) if unit == "win" else None
    if found:
        return found
    if best.action == rival.action:
        return _about_keeps(state, best, rival)
    return _about_stopping(state, best, rival, unit)


def _only(state: State, best: Choice) -> str:
    needed = needed_to_bank(state)
    if best.action == "roll" and 0 < best.total < needed:
        board = "to get on the board" if not state.seats[state.mover].opened else "to stop"
        return f"Nothing to choose: it takes {needed:,} {board}."
    if best.action == "roll" and not best.total:
        return "Nothing to choose: a turn begins with a roll."
    return f"Nothing to choose: {what(best)}."


def _about_cards(state: State, best: Choice, rival: Choice) -> str:
    deck = state.rules.deck
    gain = f"about {best.value - rival.value:,.0f} points"

    def name(choice: Choice) -> str:
        card = deck.by_id[choice.card] if deck is not None and choice.card else None
        return card.name if card is not None else what(choice)

    if best.action == "card":
        return f"{name(best)} gains {gain} now, its Gold Pieces and a better moment already taken off."
    if rival.action == "card":
        return f"{name(rival)} is worth {gain} more in hand: Gold Pieces count, a better moment may come."
    return f"To {what(best)} is worth {gain} more."


def _about_the_end(state: State, best: Choice, rival: Choice) -> str | None:
    """Facts about the end of the game: a last turn, a stop that wins or that calls the last turns."""
    rules, own = state.rules, state.seats[state.mover].total
    goal = total_to_win(state)
    stop = best if best.action == "bank" else rival if rival.action == "bank" else None
    if goal is not None and not rules.solo_goal:
        need = goal - own
        if best.action == "bank" and best.value >= 1 - 1e-9:
            return f"The last turn: {best.total:,} wins the game."
        if best.action == "roll" and stop is not None and stop.total + own < goal:
            level = f"{need:,} wins" if rules.ties != "shared" else f"{need:,} draws level, more wins"
            return f"The last turn: {level}, and stopping at {stop.total:,} loses for sure."
        if best.action == "roll" and stop is not None:
            return f"The last turn: stopping at {stop.total:,} only draws level, one more score wins."
        if best.action == rival.action == "roll":
            return (
                f"The last turn needs {need:,}: to {what(best)} gets there {per_cent(best.value)} "
                f"of the time, to {what(rival)} {per_cent(rival.value)}."
            )
        return None
    if stop is None or state.phase is not Phase.NORMAL or not rules.reached(own + stop.total):
        return None
    if rules.last_chance is LastChance.NONE:
        return f"Stopping makes {own + stop.total:,} and wins the game at once."
    others = [seat for seat in playing(state) if seat != state.mover]
    behind = own + stop.total - max(state.seats[seat].total for seat in others)
    reply = 1.0 - stop.value
    if stop is best:
        return (
            f"Stopping at {own + stop.total:,} calls the last turn: {behind:,} are missing then, "
            f"and that comes off only {per_cent(reply)} of the time."
        )
    return (
        f"Stopping at {own + stop.total:,} leaves a last turn in which {behind:,} are enough, "
        f"{per_cent(reply)} of the time; more points first make that harder."
    )


def _about_keeps(state: State, best: Choice, rival: Choice) -> str:
    """Two keeps after which the same is done."""
    rules = state.rules
    if best.action == "bank":
        return f"The same stop with {best.total - rival.total:,} points more."
    ours, theirs = best.dice or 1, rival.dice or 1
    more = best.total - rival.total
    risk, other = danger(rules, ours) or 0.0, danger(rules, theirs) or 0.0
    if ours == theirs:
        return f"{more:,} points more with the same {say_dice(ours)} to roll."
    if ours == rules.dice and best.keep is not None and len(best.keep) == len(state.faces):
        again = f"Hot dice: all {say_dice(ours)} again"
        return f"{again}, a farkle only {per_cent(risk)} instead of {per_cent(other)}."
    if more < 0:
        return (
            f"{say_dice(ours).capitalize()} instead of {say_dice(theirs)}: a farkle {per_cent(risk)} "
            f"instead of {per_cent(other)}, which is worth more than {-more:,} points."
        )
    if risk > other:
        return (
            f"{more:,} points more are worth the greater danger: a farkle {per_cent(risk)} with "
            f"{say_dice(ours)}, {per_cent(other)} with {say_dice(theirs)}."
        )
    return (
        f"{more:,} points more, and {say_dice(ours)} farkle less: {per_cent(risk)} against {per_cent(other)}."
    )


def _about_stopping(state: State, best: Choice, rival: Choice, unit: Unit) -> str:
    """A stop against a roll."""
    rules = state.rules
    roll, stop = (best, rival) if best.action == "roll" else (rival, best)
    dice = roll.dice or rules.dice
    risk = danger(rules, dice) or 0.0
    rolled = roll.worth.points
    seat = state.seats[state.mover]
    penalty = rules.penalty
    third = penalty.points and seat.farkles + 1 >= penalty.count
    costs = (
        f" and would cost {penalty.points:,} more, the farkle being one too many in a row" if third else ""
    )
    for_points = rolled > stop.worth.points
    if best.action == "roll" and stop.worth.points == 0 < stop.total:
        return f"Stopping at {stop.total:,} records nothing, so rolling on risks nothing."
    if best.action == "roll":
        if for_points:
            if dice == rules.dice and risk < 0.1:
                return (
                    f"Hot dice: {say_dice(dice)} farkle only {per_cent(risk)}, and {stop.total:,} becomes "
                    f"{rolled:,.0f} on average."
                )
            if roll.total != stop.total:
                return (
                    f"{say_dice(dice).capitalize()} farkle {per_cent(risk)}, and from {roll.total:,} the "
                    f"turn comes to {rolled:,.0f} on average: more than {stop.total:,}."
                )
            return (
                f"{say_dice(dice).capitalize()} farkle {per_cent(risk)}, but on average "
                f"{stop.total:,} becomes {rolled:,.0f}."
            )
        return _pressed(state, stop) if unit == "win" else (
            f"Rolling on brings {roll.value - stop.value:,.0f} points more in the long run."
        )  # fmt: skip
    if for_points and unit == "win":
        return (
            f"Rolling would bring more points on average ({rolled:,.0f}), but {per_cent(risk)} farkles and "
            f"{stop.total:,} {_standing(state, stop)}."
        )
    return (
        f"{say_dice(dice).capitalize()} farkle {per_cent(risk)}{costs}: on average {stop.total:,} "
        f"{'shrinks to' if rolled < stop.total else 'becomes only'} {max(rolled, 0):,.0f}."
    )


def _standing(state: State, stop: Choice) -> str:
    """Where a stop would leave the mover, in words that finish a sentence."""
    others = [state.seats[seat].total for seat in playing(state) if seat != state.mover]
    if not others:
        return "in hand keep the goal within reach"
    lead = state.seats[state.mover].total + stop.total - max(others, default=0)
    if lead > 0:
        return f"in hand make a lead of {lead:,}"
    return "in hand are enough for now" if lead == 0 else f"in hand close the gap to {-lead:,}"


def _pressed(state: State, stop: Choice) -> str:
    """Why somebody rolls on although the points say stop: the others are too near, or too far ahead."""
    rules = state.rules
    others = [seat for seat in playing(state) if seat != state.mover]
    if not others:
        missing, left = rules.solo_goal - state.seats[state.mover].total, rules.rounds - state.round + 1
        turns = "this last turn" if left == 1 else f"{left} turns"
        return f"On points alone stopping is right, but the goal still asks for {missing:,} in {turns}."
    front = max(others, key=lambda seat: state.seats[seat].total)
    total = state.seats[front].total
    if rules.target and state.phase is Phase.NORMAL:
        missing = rules.target - total
        chance = chance_to_reach(rules, missing)
        if chance > 0.1:
            return (
                f"On points alone stopping is right, but the other side needs only {missing:,} and makes it "
                f"{per_cent(chance)} of the time: {stop.total:,} is not enough."
            )
    behind = total - state.seats[state.mover].total - stop.total
    if behind > 0:
        when = f", with {rules.rounds - state.round} rounds to come" if rules.rounds else ""
        return (
            f"On points alone stopping is right, but it leaves {behind:,} behind{when}: that calls for more."
        )
    return "On points alone stopping is right, but a little more here is worth the risk."
