"""A rule set in plain words, written from its data, so that the words can never disagree with the game."""

from collections.abc import Iterator

from hotdice.rules.deck import Deck
from hotdice.rules.loading import load
from hotdice.rules.ruleset import (
    FACES,
    AlikeScheme,
    FirstPlayer,
    HotDice,
    LastChance,
    OpeningPolicy,
    Reach,
    Ruleset,
    Ties,
)
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
        case AlikeScheme.TABLE:
            for count, points in enumerate(scoring.alike.values, 4):
                add(f"{count} of a kind", points)
        case AlikeScheme.MULTIPLY:
            for count, factor in enumerate(scoring.alike.values, 4):
                lines.append((f"{count} of a kind", f"{factor} x the three"))
        case AlikeScheme.ADD:
            lines.append(("each die beyond three alike", "the three again"))
        case AlikeScheme.DOUBLE:
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
    return list(_sentences(rules))


def _sentences(rules: Ruleset) -> Iterator[str]:
    if rules.base:
        base = load(rules.base)
        changes = house_phrases(rules, base)
        yield f"House rules over {base.title}: {', '.join(changes) or 'no difference'}."
    yield _players(rules)
    yield _turn(rules)
    if rules.opening:
        stop = {
            OpeningPolicy.MUST_REACH: "below that you must roll on",
            OpeningPolicy.MAY_STOP: "you may stop below that, for nothing",
        }[rules.opening_policy]
        yield f"To get on the board you need {rules.opening:,} in one turn; {stop}."
    if rules.minimum:
        win = "" if rules.minimum_binds_win else " A bank that reaches the target may be smaller."
        yield f"You may bank {rules.minimum:,} or more, every turn.{win}"
    yield _farkle(rules)
    if rules.nothing_bonus:
        yield (
            f"A roll of all {rules.dice} dice without any score gives {rules.nothing_bonus:,}; "
            "then stop or roll them all again."
        )
    if rules.toxic.face:
        toxic = f"{rules.toxic.count} or more {rules.toxic.face}s"
        yield f"{toxic} in one roll are a farkle, whatever else lies there."
    if rules.weights:
        rows = (f"die {i} {' '.join(map(str, row))}" for i, row in enumerate(rules.weights, 1))
        yield f"The dice are weighted, faces 1 to 6: {'; '.join(rows)}."
    if rules.compensation:
        points = ", ".join(f"{value:,}" for value in rules.compensation)
        yield f"Points at the start, in order of play: {points}."
    yield _end(rules)
    if rules.deck:
        yield from _cards(rules.deck)


def _cards(deck: Deck) -> Iterator[str]:
    yield (
        f"Everybody takes the cards of one colour of {deck.title} and may play one card a turn; "
        "ONGOING cards stay in play, the others are discarded, and every discard pile is open."
    )
    door = " of those who are on the board" if deck.gold_needs_door else ""
    tie = " Of equal totals the one with more unplayed cards wins." if deck.ties_by_cards else ""
    yield (
        f"When the last turn is played, the Gold Pieces of unplayed cards{door} are added to the totals; "
        f"they never count towards the target.{tie}"
    )


def _players(rules: Ruleset) -> str:
    low, high = rules.min_players, rules.max_players
    if high == low:
        count = "One player" if low == 1 else f"{low} players"
    else:
        count = f"{low} to {high} players" if high else f"{low} or more players"
    if high == 1:
        return f"{count}, {rules.dice} dice."
    first = {
        FirstPlayer.CHOSEN: "you choose who begins",
        FirstPlayer.ROLLED: "the highest single die begins, ties roll again",
    }[rules.first_player]
    return f"{count}, {rules.dice} dice; {first}."


def _turn(rules: Ruleset) -> str:
    keep = "every scoring die" if rules.take_all else "at least one scoring die"
    hot = {
        HotDice.OPTIONAL: "you may roll them all again",
        HotDice.FORCED: "you must roll them all again",
    }[rules.hot_dice]
    return f"After each roll set aside {keep}, then stop or roll the rest; with every die set aside {hot}."


def _farkle(rules: Ruleset) -> str:
    text = "A roll without any score is a farkle: the turn ends and scores nothing."
    penalty = rules.penalty
    if penalty.points:
        when = (
            f"every {penalty.count} farkles in a row"
            if penalty.restarts
            else f"each farkle from {penalty.count} in a row on"
        )
        floor = "" if penalty.floor is None else f", but no total falls below {penalty.floor:,} by it"
        text += f" For {when} you lose {penalty.points:,} points{floor}."
    return text


def _end(rules: Ruleset) -> str:
    if rules.solo_goal:
        word = {Reach.AT_LEAST: "at least", Reach.MORE_THAN: "more than", Reach.EXACTLY: "exactly"}[
            rules.reach
        ]
        return f"You win with {word} {rules.solo_goal:,} after {rules.rounds} rounds."
    tie = {
        Ties.SHARED: "equal totals share the win",
        Ties.TRIGGER_KEEPS: "a tie with the player who was first there leaves that player the winner",
        Ties.PLAY_OFF: "tied leaders play one more turn each until one is ahead",
    }[rules.ties]
    if rules.rounds:
        return f"The highest total after {rules.rounds} rounds wins; {tie}."
    reach = {
        Reach.AT_LEAST: f"{rules.target:,} or more",
        Reach.MORE_THAN: f"more than {rules.target:,}",
        Reach.EXACTLY: f"exactly {rules.target:,} (a turn that would go beyond scores nothing)",
    }[rules.reach]
    if rules.last_chance is LastChance.NONE:
        if rules.deck is not None:
            return f"Who records {reach} ends the game at once; the highest total wins, and {tie}."
        return f"The first to record {reach} wins at once."
    rest = {
        LastChance.FINISH_ROUND: "the round is finished",
        LastChance.OTHERS_ONCE: "every other player has one last turn",
    }[rules.last_chance]
    return f"When somebody has recorded {reach}, {rest}; then the highest total wins, and {tie}."
