"""The next round of an evening by its system, or why there is none."""

from random import Random

from msgspec.structs import replace

from hotdice.club.evening import events as e
from hotdice.club.evening import knockout
from hotdice.club.evening.history import History, history_of, pair_of
from hotdice.club.evening.pairing import circle, groups, in_order_of_start, swiss, unmet
from hotdice.club.evening.plan import rounds_for
from hotdice.club.evening.standings import ranking
from hotdice.club.evening.state import Evening
from hotdice.game import Refusal

Next = tuple[e.AnyEvent, ...] | Refusal


def next_round(evening: Evening, *, at: int, lot: int, repeats: bool = False) -> Next:
    """The events of the next round; `lot` decides whatever is drawn."""
    if evening.play_off or evening.plan.system == "knockout":
        return _knockout(evening, at, lot)
    plan, done = evening.plan, len(evening.preliminary)
    if plan.rounds and done >= plan.rounds:
        return Refusal(
            "all_rounds",
            "All {rounds} rounds are played: begin a play-off, or finish.",
            {"rounds": plan.rounds},
        )
    if len(evening.here) < 2:
        return Refusal("too_few", "At least two players have to be checked in.")
    history = history_of(plan, evening.rounds)
    if plan.system == "everyone":
        return _everyone(evening, history, at, lot)
    fixed: tuple[e.AnyEvent, ...] = ()
    if not plan.rounds:  # late entries are not to make the evening longer
        fixed = (e.PlanChanged(plan=replace(plan, rounds=rounds_for(plan, len(evening.here))), at=at),)
    ranked, dice = _ranked(evening, history, lot), Random(lot)
    if plan.size > 2:
        tables = groups(ranked, plan.size, history, lot, by_points=True)
        return (*fixed, _round(tables, history, dice, at))
    found = swiss(ranked, history, repeats=repeats)
    if found is None:
        return Refusal(
            "no_pairing",
            "Everybody who is here would have to meet somebody again: finish, begin a play-off, or allow it.",
        )
    pairs, free = found
    made = _round([list(pair) for pair in pairs], history, dice, at)
    return (*fixed, replace(made, byes=(free,) if free else ()))


def _ranked(evening: Evening, history: History, lot: int) -> list[int]:
    """Those who are here, by points, then by seed, then by the tie-breaks; before the first round by lot."""
    order = ranking(evening)
    if not evening.rounds:
        Random(lot).shuffle(order)
    here = set(evening.here)
    seeds = {player.number: player.seed or 1_000_000 for player in evening.players}
    return sorted(
        (player for player in order if player in here),
        key=lambda player: (-history.points[player], seeds[player]),
    )


def _round(tables: list[list[int]], history: History, dice: Random, at: int) -> e.RoundPaired:
    seated = tuple(in_order_of_start(table, history, dice) for table in tables)
    return e.RoundPaired(stage="swiss", tables=seated, at=at)


def _everyone(evening: Evening, history: History, at: int, lot: int) -> Next:
    here, dice = list(evening.here), Random(lot)
    left = [
        (first, second)
        for place, first in enumerate(here)
        for second in here[place + 1 :]
        if not history.met[pair_of(first, second)]
    ]
    if not left:
        return Refusal("all_met", "Everybody has met everybody: begin a play-off, or finish.")
    if evening.plan.size > 2:
        tables = groups(here, evening.plan.size, history, lot, by_points=False)
        return (replace(_round(tables, history, dice, at), stage="everyone"),)
    order = _order(evening, here, dice)
    number = len(evening.preliminary)
    pairs = (
        [pair for pair in circle(order, number) if pair_of(*pair) in left] if number < len(order) - 1 else []
    )
    busy = {player for pair in pairs for player in pair}
    pairs += unmet([player for player in here if player not in busy], history)
    busy = {player for pair in pairs for player in pair}
    free = tuple(player for player in here if player not in busy)
    made = _round([list(pair) for pair in pairs], history, dice, at)
    return (replace(made, stage="everyone", byes=free, order=tuple(order)),)


def _order(evening: Evening, here: list[int], dice: Random) -> list[int]:
    """The circle: drawn once; who comes late takes a free place of it, if there is one."""
    if evening.preliminary:
        order = list(evening.preliminary[-1].order)
        late = [player for player in here if player not in order]
        if late and 0 in order:
            order[order.index(0)] = late[0]
        return order
    order = list(here)
    dice.shuffle(order)
    return order + [0] * (len(order) % 2)


def _knockout(evening: Evening, at: int, lot: int) -> Next:
    size, dice = evening.plan.size, Random(lot)
    gone = [player.number for player in evening.players if not player.here]
    third: tuple[int, ...] = ()
    if not evening.bracket:
        seeds = [player for player in evening.play_off if player not in gone] or _ranked(
            evening, history_of(evening.plan, ()), lot
        )
        if len(seeds) < 2:
            return Refusal("too_few", "At least two players have to be checked in.")
        slots = knockout.first_slots(seeds, size)
    else:
        last = evening.bracket[-1]
        if knockout.is_final(last):
            return Refusal("decided", "The final is played: give the prizes.")
        slots = knockout.next_slots(last, gone, size)
        if size == 2 and evening.plan.third:
            third = knockout.losers_of_the_half_finals(last, gone)
    if sum(map(len, slots)) < 2 and not third:
        return Refusal("decided", "Only one player is left: give the prizes.")
    history = history_of(evening.plan, evening.rounds)
    tables = [in_order_of_start(slot, history, dice) for slot in slots if len(slot) > 1]
    byes = tuple(player for slot in slots for player in slot if len(slot) == 1)
    if third:
        tables.append(in_order_of_start(third, history, dice))
    made = e.RoundPaired(
        stage="knockout",
        tables=tuple(tables),
        byes=byes,
        slots=tuple(slots),
        third=len(tables) if third else 0,
        at=at,
    )
    return (made,)
