"""The strategy card of a sheet: what the solver knows, boiled down to what fits on one page."""

import msgspec

from hotdice.coach.rollouts import pace_of
from hotdice.coach.rule_words import sides_of
from hotdice.coach.sources import solved_for
from hotdice.coach.strategy_forms import Break, Measured, Row, Situation, StrategyCard
from hotdice.coach.turn_values import turn_answer
from hotdice.odds.race import Race
from hotdice.odds.race_stops import stop_totals
from hotdice.odds.rolls import roll_odds
from hotdice.odds.shelf import table_of
from hotdice.odds.turn import told_stop
from hotdice.players.paper_bot import card_plan, card_worths, mean_points
from hotdice.rules import LastChance, Ruleset

NEEDS = (300, 500, 750, 1000, 1500, 2000, 3000)
"""What may be missing on a last turn."""


def strategy_card(rules: Ruleset, measured: Measured | None = None) -> StrategyCard:
    """The card of a sheet.

    >>> from hotdice.rules import load
    >>> card = strategy_card(load("busche-neller"))
    >>> [(row.dice, row.stop_at, row.worth) for row in card.rows][:3]
    [(6, None, 400), (5, 2900, 250), (4, 1000, 100)]

    Raises:
        Unsolvable: cards, weighted dice, or a turn that can go on for ever without risk.
    """
    answer = turn_answer(rules)
    plan, worths = card_plan(rules), card_worths(rules)
    rows = []
    for dice in range(rules.dice, 0, -1):
        odds = roll_odds(rules, dice)
        stop = plan.stop_at[dice - 1]
        by_farkles = tuple(answer.told_stops(count)[dice] for count in range(1, answer.states))
        rows.append(
            Row(dice, odds.farkles / odds.rolls, told_stop(rules, stop), worths[dice - 1], by_farkles)
        )
    pace = pace_of(rules)
    needs = tuple((need, float(pace.chase[-(-need // pace.step)])) for need in NEEDS)
    situations = _situations(rules)
    card = StrategyCard(
        rules=rules.name,
        title=rules.title,
        mean=mean_points(rules, plan),
        best_mean=answer.expected,
        rows=tuple(rows),
        breaks=_breaks(rules),
        situations=situations,
        needs=needs,
        advice=(),
        measured=measured,
        sides=sides_of(rules),
    )
    return msgspec.structs.replace(card, advice=_advice(rules, card))


def _breaks(rules: Ruleset) -> tuple[Break, ...]:
    """The first rolls that people get wrong: what to leave of a one, a five and a triple."""
    answer = turn_answer(rules)
    found = []
    for faces in ("15", "11", "55", "115", "155", "1155", *(f"1{3 * str(face)}" for face in (2, 3, 4, 6))):
        filling = _dead_dice(rules, faces)
        if filling is None:
            continue
        roll = tuple(int(face) for face in faces + filling)
        choices = []
        for option in rules.table.options(roll).options:
            left = option.dice_left or rules.dice
            stop = float(option.points) if option.points >= max(rules.minimum, 1) else 0.0
            choices.append((max(stop, answer.value(option.points, left)), option.keep))
        choices.sort(reverse=True)
        everything = next(value for value, keep in choices if keep == "".join(sorted(faces)))
        found.append(Break("".join(sorted(faces)), choices[0][1], choices[0][0] - everything))
    return tuple(found)


def _dead_dice(rules: Ruleset, faces: str) -> str | None:
    """Dice that fill a roll up and score nothing with these; None where there are none."""
    from itertools import combinations_with_replacement

    wanted = {"".join(sorted(faces))}
    for more in combinations_with_replacement("2346", rules.dice - len(faces)):
        options = rules.table.options(tuple(int(face) for face in faces + "".join(more))).options
        keeps = {option.keep for option in options}
        if wanted <= keeps and all(set(keep) <= set(faces) and len(keep) <= len(faces) for keep in keeps):
            return "".join(more)
    return None


def _situations(rules: Ruleset) -> tuple[Situation, ...]:
    """When to stop where the score counts, from the table of two."""
    race = table_of(rules) if rules.target and solved_for(rules, 2) else None
    if not isinstance(race, Race):
        return ()
    part = rules.target // (20 * rules.step) * rules.step
    places = (
        ("level", "level, half-way", 10, 10),
        ("behind", "well behind, the other near the end", 12, 18),
        ("ahead", "well ahead, near the end", 18, 12),
        ("near", "both near the end", 19, 19),
    )
    found = [
        Situation(kind, name, stop_totals(race, mine * part, theirs * part))
        for kind, name, mine, theirs in places
    ]
    if rules.opening:
        found.insert(0, Situation("board", "to get on the board", stop_totals(race, 0, 0, opened=False)))
    return tuple(found)


def _advice(rules: Ruleset, card: StrategyCard) -> tuple[str, ...]:
    """The card in sentences."""
    lines = ["Set aside what brings the most points together with the worth of the dice left in hand."]
    few = [row for row in card.breaks if row.keep != row.roll]
    if few:
        shown = ", ".join(f"{' '.join(row.roll)}: only {' '.join(row.keep)}" for row in few[:4])
        lines.append(f"Spare dice on the first roll. {shown}.")
    triples = [
        row.roll[1] for row in card.breaks if len(set(row.roll)) == 2 and row.roll.count(row.roll[1]) == 3
    ]
    broken = [row.roll[1] for row in few if row.roll[1:] == 3 * row.roll[1]]
    if broken:
        lines.append(f"Break a triple for the 1 beside it: {', '.join(f'three {face}s' for face in broken)}.")
    elif triples:
        lines.append("Never break a triple for the 1 beside it.")
    if rules.opening:
        lines.append(f"Until {rules.opening:,} are on the table nothing counts: roll, and spare dice.")
    if rules.penalty.points:
        lines.append(
            f"{rules.penalty.count} farkles in a row cost {rules.penalty.points:,}: stop earlier with each."
        )
    if rules.last_chance is not LastChance.NONE and rules.target:
        lines.append(
            "Whoever calls the last turns is chased: a few hundred past the target are worth a roll."
        )
    lines.append("On the last turn only the total that wins counts.")
    return tuple(lines)
