"""The two sides of a strategy card in words: three numbers and a sentence, twelve numbers and three."""

from hotdice.coach.strategy_forms import Side
from hotdice.players.paper_rule import PaperRule, card_rules
from hotdice.rules import LastChance, Ruleset, Ties


def sides_of(rules: Ruleset) -> tuple[Side, ...]:
    """The front and the back; nothing where no rule was looked for.

    >>> from hotdice.rules import load
    >>> front, back = sides_of(load("busche-neller"))
    >>> front.stops, front.ease, front.wins < back.wins
    ((250, 250, 400, None, None, None), 0, True)
    """
    card = card_rules(rules)
    if card is None:
        return ()
    return tuple(
        _side(rules, rule, wins)
        for rule, wins in ((card.front, card.front_wins), (card.back, card.back_wins))
    )


def _side(rules: Ruleset, rule: PaperRule, wins: float) -> Side:
    chased = rules.last_chance is not LastChance.NONE
    return Side(
        stops=rule.stops,
        worths=rule.worths,
        wins=wins,
        ease=None if rule.ease < 0 else rule.ease,
        near=max(rule.near, 0),
        lead=rule.lead if chased else None,
        opening=rules.opening,
        chased=chased,
        level=chased and rules.ties is Ties.SHARED,
    )


def sentences_of(side: Side, place: int) -> tuple[str, ...]:
    """What stands on a side beside its numbers; `place` is 0 for the front.

    >>> from hotdice.rules import load
    >>> front, back = sides_of(load("busche-neller"))
    >>> sentences_of(front, 0)[0][:60]
    'With one or two dice stop at 250, with three at 400, with mo'
    >>> len(sentences_of(back, 1))
    3
    """
    return _back(side) if place else (_front(side),)


def _front(side: Side) -> str:
    """The sentence on the front: its three numbers, for whatever numbers of dice they stand."""
    one, two, three, four, *_ = side.stops
    if one == two == three:
        stops = f"With up to three dice stop at {one:,}, with four at {four:,}"
    else:
        stops = f"With one or two dice stop at {one:,}, with three at {three:,}"
    text = f"{stops}, with more roll on; each die beyond three in hand is worth {side.worths[3]:,}"
    if side.ease is None:
        return text + "."
    return text + "; and totals to stop at count times what you miss over what the other misses."


def _back(side: Side) -> tuple[str, ...]:
    """The three sentences on the back, with the numbers that stand outside its table."""
    keep = (
        "Set aside what makes points and worth in hand greatest together; the worth of dice falls to nothing "
        "where you would stop with them, and what wins comes first."
    )
    stop = "Stop at the total for the dice left"
    if side.ease is not None:
        stop += " times what you miss over what the other misses"
        stop += f", {side.ease:,} added to both" if side.ease else ""
    if side.opening:
        stop += f", but not below {side.opening:,} before you are on the board"
    end = []
    if side.near:
        end.append(f"once the other misses {side.near:,} or less, roll until you meet the target")
    if not side.chased:
        end.append("stop when you have won")
    else:
        if side.lead is not None:
            end.append(f"past the target stop at once if you lead by {side.lead:,}")
        level = ", or level with one die" if side.level else ""
        end.append(f"on a last turn roll until you lead{level}")
    last = "; ".join(end)
    return keep, stop + ".", last[0].upper() + last[1:] + "."
