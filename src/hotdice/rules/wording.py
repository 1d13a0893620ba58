"""A rule set in plain words, written from its data, so that the words can never disagree with the game."""

from collections.abc import Iterator

from hotdice.rules import ruleset as r
from hotdice.rules.deck import Deck
from hotdice.rules.loading import load
from hotdice.rules.ruleset import FACES, Pattern, Ruleset
from hotdice.rules.said import Said, Value
from hotdice.rules.titles import house_phrases


def scoring_lines(rules: Ruleset) -> list[tuple[str, str]]:
    """The scoring table as pairs of what and for how much.

    >>> from hotdice.rules import load
    >>> scoring_lines(load("kcd"))[-1]
    ('run 2-6', '750')
    """
    scoring = rules.scoring
    lines: list[tuple[str, str]] = []

    def add(what: str, points: int) -> None:
        if points:
            lines.append((what, f"{points:,}"))

    for face in range(1, FACES + 1):
        add(f"single {face}", scoring.singles[face - 1])
    for face in range(1, FACES + 1):
        add(f"three {face}s", scoring.triples[face - 1])
    match scoring.alike.scheme:
        case r.AlikeScheme.TABLE:
            for count, points in enumerate(scoring.alike.values, 4):
                add(f"{count} of a kind", points)
        case r.AlikeScheme.MULTIPLY:
            for count, factor in enumerate(scoring.alike.values, 4):
                lines.append((f"{count} of a kind", f"{factor} x the three"))
        case r.AlikeScheme.ADD:
            lines.append(("each die beyond three alike", "the three again"))
        case r.AlikeScheme.DOUBLE:
            lines.append(("each die beyond three alike", "doubles the three"))
    add("straight 1-6", scoring.straight)
    repeat = " (pairs may be alike)" if scoring.pairs_may_repeat else ""
    add("three pairs" + repeat, scoring.three_pairs)
    add("four of a kind and a pair", scoring.four_and_pair)
    repeat = " (triplets may be alike)" if scoring.triplets_may_repeat else ""
    add("two triplets" + repeat, scoring.two_triplets)
    add("full house", scoring.full_house)
    if scoring.full_house_bonus:
        lines.append(("full house", f"the three and {scoring.full_house_bonus:,}"))
    for run in scoring.runs:
        add(f"run {run.low}-{run.high}", run.points)
    for exact in scoring.sets:
        add(" ".join(map(str, exact.faces)), exact.points)
    add(f"{rules.dice} dice with no score", rules.nothing_bonus)
    return lines


def describe(rules: Ruleset) -> list[str]:
    """The rules of play as sentences, the differences from the base first.

    >>> from hotdice.rules import load
    >>> describe(load("classic"))[2]
    'To get on the board you need 500 in one turn; below that you must roll on.'
    """
    told = [str(said) for said in sentences(rules)]
    if rules.base:
        base = load(rules.base)
        changes = house_phrases(rules, base)
        told.insert(0, f"House rules over {base.title}: {', '.join(changes) or 'no difference'}.")
    return told


def sentences(rules: Ruleset) -> tuple[Said, ...]:
    """The rules of play, each sentence with its gaps open, for whoever words it in another language.

    What a house plays differently is left out: that follows from the reference of the rules.

    >>> from hotdice.rules import load
    >>> sentences(load("classic"))[2].values
    {'points': 500}
    """
    return tuple(_sentences(rules))


def _sentences(rules: Ruleset) -> Iterator[Said]:
    yield _players(rules)
    yield _turn(rules)
    if rules.opening:
        opening: dict[str, Value] = {"points": rules.opening}
        yield {
            r.OpeningPolicy.MUST_REACH: Said(
                "To get on the board you need {points} in one turn; below that you must roll on.", opening
            ),
            r.OpeningPolicy.MAY_STOP: Said(
                "To get on the board you need {points} in one turn; you may stop below that, for nothing.",
                opening,
            ),
        }[rules.opening_policy]
    if rules.minimum:
        yield Said("You may bank {points} or more, every turn.", {"points": rules.minimum})
        if not rules.minimum_binds_win:
            yield Said("A bank that reaches the target may be smaller.")
    if rules.bank_step:
        yield Said("Every bank must be a multiple of {points}.", {"points": rules.bank_step})
        if not rules.minimum and not rules.minimum_binds_win:
            yield Said("A bank that reaches the target may be any number of points.")
    yield Said("A roll without any score is a farkle: the turn ends and scores nothing.")
    yield from _penalty(rules)
    if rules.nothing_bonus:
        yield Said(
            "A roll of all {dice} dice without any score gives {points}; then stop or roll them all again.",
            {"dice": rules.dice, "points": rules.nothing_bonus},
        )
    if rules.toxic.face:
        yield Said(
            "{count} or more {face}s in one roll are a farkle, whatever else lies there.",
            {"count": rules.toxic.count, "face": rules.toxic.face},
        )
    yield from _later(rules)
    if rules.weights:
        rows = "; ".join(f"{i}: {' '.join(map(str, row))}" for i, row in enumerate(rules.weights, 1))
        yield Said("The dice are weighted, faces 1 to 6, die by die: {rows}.", {"rows": rows})
    if rules.compensation:
        yield Said("Points at the start, in order of play: {points:list}.", {"points": rules.compensation})
    yield _end(rules)
    if rules.deck:
        yield from _cards(rules.deck)


def _later(rules: Ruleset) -> Iterator[Said]:
    """What houses add to a turn: jokers, rolls that decide at once, dice taken over, a bump."""
    if rules.joker.face:
        yield Said(
            "{dice:Dice} with a joker in the place of the {face}: it completes a combination and never "
            "scores alone.",
            {"dice": rules.joker.dice, "face": rules.joker.face},
        )
    for pattern in rules.instant_win:
        yield Said("{roll} with {dice} wins the game at once.", _pattern(pattern))
    for pattern in rules.instant_loss:
        yield Said("{roll} with {dice} puts its player out of the game.", _pattern(pattern))
    if rules.piggyback:
        yield Said(
            "Once on the board you may begin with the dice that the player before you has left by stopping, "
            "and with those points at risk."
        )
    if rules.bump is r.Bump.TO_ZERO:
        yield Said("Who lands exactly on another's total sends that player back to zero.")
    if rules.bump is r.Bump.SWAP:
        yield Said("Who lands exactly on another's total sends that player back to where they came from.")


def _pattern(pattern: Pattern) -> dict[str, Value]:
    roll = Said("A first roll") if pattern.first else Said("A roll")
    return {"roll": roll, "dice": pattern.faces or Said("{count} alike", {"count": pattern.alike})}


def _cards(deck: Deck) -> Iterator[Said]:
    yield Said(
        "Everybody takes the cards of one colour of {deck} and may play one card a turn; "
        "ONGOING cards stay in play, the others are discarded, and every discard pile is open.",
        {"deck": deck.title},
    )
    if deck.gold_needs_door:
        yield Said(
            "When the last turn is played, the Gold Pieces of unplayed cards of those who are on the board "
            "are added to the totals; they never count towards the target."
        )
    else:
        yield Said(
            "When the last turn is played, the Gold Pieces of unplayed cards are added to the totals; "
            "they never count towards the target."
        )
    if deck.ties_by_cards:
        yield Said("Of equal totals the one with more unplayed cards wins.")


def _players(rules: Ruleset) -> Said:
    low, high = rules.min_players, rules.max_players
    if high == low:
        count = Said("One player") if low == 1 else Said("{low} players", {"low": low})
    elif high:
        count = Said("{low} to {high} players", {"low": low, "high": high})
    else:
        count = Said("{low} or more players", {"low": low})
    values: dict[str, Value] = {"players": count, "dice": rules.dice}
    if high == 1:
        return Said("{players}, {dice} dice.", values)
    return {
        r.FirstPlayer.CHOSEN: Said("{players}, {dice} dice; you choose who begins.", values),
        r.FirstPlayer.ROLLED: Said(
            "{players}, {dice} dice; the highest single die begins, ties roll again.", values
        ),
    }[rules.first_player]


def _turn(rules: Ruleset) -> Said:
    keep = Said("every scoring die") if rules.take_all else Said("at least one scoring die")
    return {
        r.HotDice.OPTIONAL: Said(
            "After each roll set aside {keep}, then stop or roll the rest; "
            "with every die set aside you may roll them all again.",
            {"keep": keep},
        ),
        r.HotDice.FORCED: Said(
            "After each roll set aside {keep}, then stop or roll the rest; "
            "with every die set aside you must roll them all again.",
            {"keep": keep},
        ),
    }[rules.hot_dice]


def _penalty(rules: Ruleset) -> Iterator[Said]:
    penalty = rules.penalty
    if not penalty.points:
        return
    values: dict[str, Value] = {"count": penalty.count, "points": penalty.points}
    if penalty.restarts:
        yield Said("For every {count} farkles in a row you lose {points} points.", values)
    else:
        yield Said("For each farkle from {count} in a row on you lose {points} points.", values)
    if penalty.floor is not None:
        yield Said("No total falls below {floor} by it.", {"floor": penalty.floor})


_TIES = {
    r.Ties.SHARED: Said("equal totals share the win"),
    r.Ties.TRIGGER_KEEPS: Said("a tie with the player who was first there leaves that player the winner"),
    r.Ties.PLAY_OFF: Said("tied leaders play one more turn each until one is ahead"),
}


def _end(rules: Ruleset) -> Said:
    goal: dict[str, Value] = {"points": rules.solo_goal, "rounds": rules.rounds}
    if rules.solo_goal:
        return {
            r.Reach.AT_LEAST: Said("You win with at least {points} after {rounds} rounds.", goal),
            r.Reach.MORE_THAN: Said("You win with more than {points} after {rounds} rounds.", goal),
            r.Reach.EXACTLY: Said("You win with exactly {points} after {rounds} rounds.", goal),
        }[rules.reach]
    tie = _TIES[rules.ties]
    if rules.rounds:
        return Said(
            "The highest total after {rounds} rounds wins; {tie}.", {"rounds": rules.rounds, "tie": tie}
        )
    target: dict[str, Value] = {"target": rules.target}
    reach = {
        r.Reach.AT_LEAST: Said("{target} or more", target),
        r.Reach.MORE_THAN: Said("more than {target}", target),
        r.Reach.EXACTLY: Said("exactly {target} (a turn that would go beyond scores nothing)", target),
    }[rules.reach]
    if rules.overshoot is r.Overshoot.WELFARE:
        reach = Said("exactly {target} (a turn that would go beyond goes to the lowest total)", target)
    values: dict[str, Value] = {"reach": reach, "tie": tie}
    if rules.last_chance is r.LastChance.NONE and rules.deck is None:
        return Said("The first to record {reach} wins at once.", {"reach": reach})
    return {
        r.LastChance.NONE: Said(
            "Who records {reach} ends the game at once; the highest total wins, and {tie}.", values
        ),
        r.LastChance.FINISH_ROUND: Said(
            "When somebody has recorded {reach}, the round is finished; "
            "then the highest total wins, and {tie}.",
            values,
        ),
        r.LastChance.OTHERS_ONCE: Said(
            "When somebody has recorded {reach}, every other player has one last turn; "
            "then the highest total wins, and {tie}.",
            values,
        ),
        r.LastChance.LAST_LICKS: Said(
            "When somebody has recorded {reach}, everybody else has a last turn, and again whenever somebody "
            "passes the leader; then the highest total wins, and {tie}.",
            values,
        ),
    }[rules.last_chance]
