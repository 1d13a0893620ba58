"""What a real table may do beyond the sheet: late seats, cards of cardboard, a moved end, words.

Every ruling is a command and an event like any other, so a record with rulings replays like any other.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hotdice.game import commands as c
from hotdice.game import events as e
from hotdice.game.cards import deal_late
from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Datum, Refusal, refuse_seat
from hotdice.game.state import Phase, Remark, Seat, State, Step, rules_with
from hotdice.game.turns import Adds, next_turn, winners
from hotdice.rules import RulesError, Ruleset, from_raw, to_raw
from hotdice.rules.bags import STANDARD

MOST_TOTAL = 100_000_000
MOST_POINTS = 1_000_000
MOST_ROUNDS = 1000
MOST_REMARKS = 50
LONGEST_REMARK = 200
AFTER_THE_END = (c.PlayOn, c.CountBonus)


def one_turn_less(state: State) -> tuple[Remark, ...]:
    """The remarks that still lie on the table when the mover's turn has ended."""
    kept: list[Remark] = []
    for remark in state.remarks:
        if remark.turns < 0 or remark.seat != state.mover:
            kept.append(remark)
        elif remark.turns > 1:
            kept.append(replace(remark, turns=remark.turns - 1))
    return tuple(kept)


# Why a ruling is refused


def _take_seat(state: State, command: c.TakeSeat) -> Refusal | None:
    if state.phase is not Phase.NORMAL:
        return Refusal("too_late", "A seat can be taken only while the game is in full swing.")
    if len(state.seats) + 1 not in state.rules.seats_allowed:
        most = state.rules.seats_allowed[-1]
        return Refusal("table_full", "The table is full: this sheet is for {seats}.", {"seats": most})
    deck = state.rules.deck
    if deck is not None and not deck.same_for_all:
        return Refusal("table_full", "Every colour of this deck has cards of its own: nobody can join late.")
    if not 0 <= command.total <= MOST_TOTAL:
        return Refusal("cannot_score", "A late seat begins with 0 to {most} points.", {"most": MOST_TOTAL})
    return None


def _adjust(state: State, command: c.Adjust) -> Refusal | None:
    seats = [seat for seat, _ in command.changes]
    if not seats or len(set(seats)) != len(seats) or not all(points for _, points in command.changes):
        return Refusal("nothing_to_adjust", "Name each seat once, with the points it gains or loses.")
    for seat, points in command.changes:
        refusal = refuse_seat(state, seat)
        if refusal is not None:
            return refusal
        if abs(points) > MOST_POINTS or abs(state.seats[seat].total + points) > MOST_TOTAL:
            return Refusal("cannot_score", "No score sheet has room for that.")
    return None


def _set_dice(state: State, command: c.SetDice) -> Refusal | None:
    refusal = refuse_seat(state, command.seat)
    if refusal is None and state.phase is Phase.ROLL_OFF:
        refusal = Refusal("roll_off", "First roll off who begins.")
    if refusal is None and not 1 <= command.dice <= state.rules.dice:
        most = state.rules.dice
        refusal = Refusal("wrong_dice", "A turn has from 1 to {dice} dice.", {"dice": most})
    return refusal


def _play_on(state: State, command: c.PlayOn) -> Refusal | None:
    if state.phase is Phase.ROLL_OFF:
        return Refusal("roll_off", "First roll off who begins.")
    if state.over and state.cards is not None:
        return Refusal("cards_counted", "The Gold Pieces are counted, so the game is over.")
    if state.reason == "resigned" or len(state.active) < min(2, len(state.seats)):  # or knocked out
        return Refusal("nobody_left", "Nobody is left to play on with.")
    if not state.over and (state.step is not Step.ROLL or state.phase is Phase.PLAY_OFF):
        return Refusal("turn_started", "The end can be moved between two turns, outside a play-off.")
    rules = state.rules
    if rules.rounds:
        low, high = state.round + state.over, MOST_ROUNDS
    else:
        low, high = max(1, *state.totals) + 1, MOST_POINTS
    if not low <= command.goal <= high:
        data: dict[str, Datum] = {"low": low, "high": high}
        if rules.rounds:
            return Refusal("wrong_goal", "The new end lies between {low} and {high} rounds.", data)
        return Refusal("wrong_goal", "The new end lies between {low} and {high} points.", data)
    try:
        from_raw(to_raw(_with_goal(rules, command.goal)))
    except RulesError as error:  # such as an exact target that no turns add up to
        fault = error.faults[0]
        return Refusal("wrong_goal", "{key} {fault}.", {"key": fault.key.capitalize(), "fault": fault.said})
    return None


def _with_goal(rules: Ruleset, goal: int) -> Ruleset:
    return replace(rules, rounds=goal) if rules.rounds else replace(rules, target=goal)


def _count_bonus(state: State, command: c.CountBonus) -> Refusal | None:
    if state.cards is not None:
        return Refusal("cards_counted", "The Gold Pieces of this deck are counted by themselves.")
    if not state.over or state.reason in ("resigned", "bonus", "goal", "instant"):
        return Refusal("not_now", "A bonus is counted once, when the last turn is played.")
    if len(command.points) != len(state.seats):
        return Refusal(
            "wrong_seats", "Tell a bonus for each of the {seats} seats.", {"seats": len(state.seats)}
        )
    if not all(0 <= points <= MOST_POINTS for points in command.points):
        return Refusal("cannot_score", "A bonus is from 0 to {most}.", {"most": MOST_POINTS})
    return None


def _make_remark(state: State, command: c.MakeRemark) -> Refusal | None:
    text = command.text
    if not text.strip() or text != text.strip() or len(text) > LONGEST_REMARK or not text.isprintable():
        return Refusal(
            "no_text", "A remark has from 1 to {most} characters in one line.", {"most": LONGEST_REMARK}
        )
    if not -1 <= command.turns <= 99:
        return Refusal("wrong_turns", "A remark lasts up to 99 turns.")
    if command.turns > 0 and command.seat == -1:
        return Refusal("no_such_seat", "Say whose turns the remark counts.")
    if command.turns and len(state.remarks) >= MOST_REMARKS:
        return Refusal("too_many", "The table is full of remarks; lift one first.")
    return None if command.seat == -1 else refuse_seat(state, command.seat)


def _lift_remark(state: State, command: c.LiftRemark) -> Refusal | None:
    if not 1 <= command.number <= len(state.remarks):
        return Refusal("no_such_remark", "There is no lasting remark {number}.", {"number": command.number})
    return None


# What a ruling leads to


def _counted(log: Adds, command: c.CountBonus) -> None:
    log.add(e.BonusCounted(command.points))
    state = log.state
    best = max(state.seats[seat].total for seat in state.active)
    leaders = tuple(seat for seat in state.active if state.seats[seat].total == best)
    log.add(e.GameEnded(winners(state, leaders), "bonus"))


def _played_on(log: Adds, command: c.PlayOn) -> None:
    was_over = log.state.over
    log.add(e.GoalMoved(command.goal))
    if was_over:
        next_turn(log)


# What it does to the state


def _seat_taken(state: State, event: e.SeatTaken) -> State:
    seat = Seat(event.total, event.opened or state.rules.opening == 0)
    cards, deck = state.cards, state.rules.deck
    if cards is not None and deck is not None:
        cards = deal_late(deck, cards)
    bags = (*state.bags, f"{state.rules.dice}*{STANDARD}") if state.bags else ()
    return replace(state, seats=(*state.seats, seat), cards=cards, bags=bags)


def _adjusted(state: State, event: e.Adjusted) -> State:
    seats = list(state.seats)
    for seat, points in event.changes:
        seats[seat] = replace(seats[seat], total=seats[seat].total + points)
    return replace(state, seats=tuple(seats))


def _dice_set(state: State, event: e.DiceSet) -> State:
    at_the_start = state.step is Step.ROLL and state.roll == 0
    if event.seat == state.mover and at_the_start:
        return replace(state, turn_dice=event.dice, hand=tuple(range(1, event.dice + 1)))
    seats = list(state.seats)
    seats[event.seat] = replace(seats[event.seat], dice=event.dice)
    return replace(state, seats=tuple(seats))


def _goal_moved(state: State, event: e.GoalMoved) -> State:
    rules = rules_with(_with_goal(state.rules, event.goal), state.bags)
    return replace(
        state,
        rules=rules,
        phase=Phase.NORMAL,
        step=Step.BETWEEN if state.over else state.step,
        trigger=-1,
        contenders=(),
        winners=(),
        reason="",
    )


def _bonus_counted(state: State, event: e.BonusCounted) -> State:
    pairs = zip(state.seats, event.points, strict=True)
    return replace(state, seats=tuple(replace(seat, total=seat.total + points) for seat, points in pairs))


def _remarked(state: State, event: e.Remarked) -> State:
    if not event.turns:
        return state
    return replace(state, remarks=(*state.remarks, Remark(event.text, event.seat, event.turns)))


def _remark_lifted(state: State, event: e.RemarkLifted) -> State:
    place = event.number - 1
    return replace(state, remarks=state.remarks[:place] + state.remarks[place + 1 :])


CHECKS: dict[type[c.Command], Callable[[State, Any], Refusal | None]] = {
    c.TakeSeat: _take_seat,
    c.Adjust: _adjust,
    c.SetDice: _set_dice,
    c.PlayOn: _play_on,
    c.CountBonus: _count_bonus,
    c.MakeRemark: _make_remark,
    c.LiftRemark: _lift_remark,
}

ACTIONS: dict[type[c.Command], Callable[[Any, Any], None]] = {
    c.TakeSeat: lambda log, command: log.add(e.SeatTaken(command.total, command.opened)),
    c.Adjust: lambda log, command: log.add(e.Adjusted(command.changes)),
    c.SetDice: lambda log, command: log.add(e.DiceSet(command.seat, command.dice)),
    c.PlayOn: _played_on,
    c.CountBonus: _counted,
    c.MakeRemark: lambda log, command: log.add(e.Remarked(command.text, command.seat, command.turns)),
    c.LiftRemark: lambda log, command: log.add(e.RemarkLifted(command.number)),
}

CHANGES = by_type(globals(), e.Event)
