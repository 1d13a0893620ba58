"""What the coach says as lines that only follow each other: for a terminal, a pipe, a screen reader."""

from collections.abc import Sequence

from hotdice.coach.advising import advise_on
from hotdice.coach.forms import Advice, Decision, Moment, Option, Other, Review, Roll
from hotdice.coach.verdicts import amount
from hotdice.game import State

CLASS_WORDS = {"fine": "fine", "doubtful": "doubtful", "mistake": "a mistake", "blunder": "a blunder"}


def say_option(option: Option, names: Sequence[str] = ()) -> str:
    """A choice in a few words.

    >>> say_option(Option("roll", "15", 0.5, 0.5, 300, 0.0, True, 150, 4))
    'keep 15, roll 4'
    """
    match option.action:
        case "card":
            on = ""
            if option.target is not None and option.target >= 0:
                on = f" on {names[option.target] if names else f'seat {option.target + 1}'}"
            dice = f" with {option.with_dice}" if option.with_dice else ""
            return f"card {option.card}{on}{dice}"
        case "pass":
            return "keep the cards"
        case "bank":
            then = f"bank {option.total:,}"
        case _:
            then = f"roll {option.dice}"
    return then if option.keep is None else f"keep {option.keep}, {then}"


def advice_lines(
    advice: Advice, most: int = 8, names: Sequence[str] = (), *, short: bool = False
) -> list[str]:
    """Advice as lines: the choices, the reason, where the numbers come from; `short` for narrow places.

    >>> from hotdice.coach.advising import advise_on
    >>> from hotdice.game import parse_position
    >>> lines = advice_lines(advise_on(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")))
    >>> lines[0]
    'keep 155, roll 6       wins  74.89 %   turn  1,068   farkle  3 %   best'
    """
    width = max((len(say_option(option, names)) for option in advice.options[:most]), default=0)
    rows: list[str] = []
    for option in advice.options[:most]:
        worth = f"wins {100 * option.value:6.2f} %" if advice.unit == "win" else f"worth {option.value:9,.1f}"
        if option.low is not None and option.high is not None:
            worth += f" ±{100 * (option.high - option.low) / 2:.1f}"
        danger = f"farkle {100 * option.farkle:2.0f} %" if option.farkle is not None else " " * 11
        if not rows:
            cost = "best"
        elif option.equal:
            cost = "equal"
        else:
            cost = f"costs {amount(option.loss, advice.unit)}"
        name = say_option(option, names)
        if short:
            rows.append(f"{name:<{width}}  {worth}  {cost}")
            continue
        turn = f"turn {option.expected:6,.0f}"
        rest = f"{cost:<12} {_others_share(option)}"
        rows.append(f"{name:<{max(width, 22)}} {worth}   {turn}   {danger}   {rest}".rstrip())
    if len(advice.options) > most:
        rows.append(f"and {len(advice.options) - most} more that are worse")
    return [*rows, advice.reason, *_shares(advice, names), f"({advice.source.text})"]


def _others_share(option: Option) -> str:
    """The chances of the others after a choice, where there are several of them."""
    if option.shares is None or len(option.shares) < 3:
        return ""
    return "others " + " ".join(f"{100 * share:.1f}" for share in option.shares[1:])


def _shares(advice: Advice, names: Sequence[str]) -> list[str]:
    """Everybody's chance after the best choice, where more than two play."""
    shares = advice.best.shares
    if shares is None or len(shares) < 3:
        return []
    told = [
        f"{names[seat] if names else f'seat {seat + 1}'} {amount(share, 'win')}"
        for seat, share in zip(advice.order, shares, strict=True)
    ]
    return [f"Chances then: {', '.join(told)}."]


def seat_values(moment: Moment) -> list[str]:
    """What a moment is worth to every seat, in words; empty where nothing is known, or it is not their turn.

    >>> from hotdice.coach.what_if import moment_of
    >>> from hotdice.game import parse_position
    >>> seat_values(moment_of(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")))
    ['wins 74.9 %', 'wins 25.1 %']
    """
    if not moment.values:
        return [""] * len(moment.totals)
    if moment.unit == "win":
        return [f"wins {amount(value, 'win')}" for value in moment.values]
    if moment.alone:
        turn = f"this turn is worth {amount(moment.values[moment.seat], 'points')}"
        return [turn if seat == moment.seat else "" for seat in range(len(moment.totals))]
    return [f"worth {amount(value, 'points')}" for value in moment.values]


def hint_lines(state: State, most: int = 8, names: Sequence[str] = (), *, short: bool = False) -> list[str]:
    """Advice on a moment as lines, or one line that says why there is none.

    >>> from hotdice.game import parse_position
    >>> hint_lines(parse_position("classic~r3~s1~m1~n~1500.0.y_2000.0.y~t300.3.w"))
    ['No advice: there is nothing to decide at this point of the game.']
    """
    try:
        return advice_lines(advise_on(state), most, names, short=short)
    except ValueError as error:
        return [f"No advice: {error}."]


def board_line(decision: Decision, names: Sequence[str]) -> str:
    """The moment of a decision in one line: the score, the turn, the roll."""
    score = ", ".join(f"{name} {total:,}" for name, total in zip(names, decision.totals, strict=False))
    turn = f"; {decision.turn_total:,} this turn" if decision.turn_total else ""
    roll = f"; the dice show {' '.join(decision.roll)}" if decision.roll else ""
    return f"{score}{turn}{roll}"


def counted(decisions: int) -> str:
    """How many decisions.

    >>> counted(1), counted(1200)
    ('1 decision', '1,200 decisions')
    """
    return "1 decision" if decisions == 1 else f"{decisions:,} decisions"


def review_lines(review: Review, *, everything: bool = False) -> list[str]:
    """A review as lines."""
    lines = [f"Review: {review.title}", f"Judged by {aim(review)}; {review.source.text}."]
    lines += ["", review.summary, "", *_table(review), *completed(review)]
    if review.worst:
        lines += ["", "The costliest moments:"]
        for place, index in enumerate(review.worst, 1):
            lines += moment_lines(review, review.decisions[index], f"{place}. ")
    else:
        lines += ["", "Nobody gave anything away."]
    if review.luckiest:
        lines += ["", "The throws that moved most:"]
        lines += [roll_line(review, review.rolls[index]) for index in review.luckiest]
    if review.others:
        lines += ["", "Neither dice nor decisions:"]
        lines += other_lines(review)
    if everything:
        lines += ["", "Every decision:"]
        for decision in review.decisions:
            if not decision.forced:
                lines += moment_lines(review, decision, "")
    return lines


def aim(review: Review) -> str:
    """What the decisions of a game are judged by, in words."""
    if review.unit == "points":
        return "points"
    return "the chance to reach the goal" if len(review.players) == 1 else "the chance to win"


def completed(review: Review) -> list[str]:
    """What completes the rows of the table: each misses what the other side's dice and decisions did."""
    if review.unit == "points" or len(review.players) < 2:
        return []
    first, second = review.players[:2]
    if len(review.players) > 2:
        return ["A row adds up with what the dice and decisions of the others changed in it."]
    theirs = amount(second.loss - second.luck, review.unit, sign=True)
    return [
        f"A row adds up with the other side's luck and loss: for {first.name} {theirs}, "
        f"for {second.name} {amount(first.loss - first.luck, review.unit, sign=True)}."
    ]


def other_lines(review: Review) -> list[str]:
    """What was neither a throw nor a decision; what came often is added up."""
    names = [player.name for player in review.players]
    found: dict[tuple[str, int], list[Other]] = {}
    for other in review.others:
        found.setdefault((other.what, other.seat), []).append(other)
    lines = []
    for (what, seat), events in found.items():
        change = amount(sum(other.change[seat] for other in events), review.unit, sign=True)
        where = f"step {events[0].step}" if len(events) == 1 else f"{len(events)} times"
        lines.append(f"  {where}: {what}, {names[seat]} {change}")
    return lines


def gained(decision: Decision, names: Sequence[str]) -> str:
    """Who gained what a decision gave away, where more than one could: empty with two, and in points.

    >>> option = Option("bank", None, 0.3, 0.3, 500, 0.05, False, 500, shares=(0.3, 0.4, 0.3))
    >>> decision = Decision(
    ...     step=9, turn=3, round=1, seat=0, position="", totals=(0, 0, 0), turn_total=500, roll="",
    ...     played=option, best=option, loss=0.05, cls="blunder", forced=False, for_the_win=False,
    ...     reason="", change=(-0.05, 0.04, 0.01),
    ... )
    >>> gained(decision, ("Ann", "Bob", "Cleo"))
    'Bob +4.0 %, Cleo +1.0 %'
    """
    if decision.played.shares is None or len(decision.played.shares) < 3 or decision.played.equal:
        return ""
    return ", ".join(
        f"{names[seat]} {amount(change, 'win', sign=True)}"
        for seat, change in enumerate(decision.change)
        if seat != decision.seat and abs(change) >= 5e-4
    )


def count_classes(classes: dict[str, int], between: str = ", ") -> str:
    """How many decisions there were of each class.

    >>> count_classes({"fine": 3, "doubtful": 0, "mistake": 2, "blunder": 1})
    '3 fine, 2 mistakes, 1 blunder'
    """
    plural = {"mistake": "mistakes", "blunder": "blunders"}
    return between.join(
        f"{count} {plural.get(name, name) if count > 1 else name}" for name, count in classes.items() if count
    )


def _table(review: Review) -> list[str]:
    unit = review.unit
    width = max(len(player.name) for player in review.players)
    drifting = any(abs(player.drift) > 1e-6 for player in review.players)
    others = any(player.other for player in review.players)
    between = [name for name, shown in (("other", others), ("drift", drifting)) if shown]
    heads = ["start", "luck", "loss", *between, "result", "no luck", "grade"]
    lines = [" " * width + "".join(f"{head:>8}" for head in heads)]
    for player in review.players:
        cells = [
            amount(player.start, unit),
            amount(player.luck, unit, sign=True),
            amount(-player.loss, unit, sign=True) if player.loss > 5e-5 else amount(0, unit),
            *([amount(player.other, unit, sign=True)] if others else []),
            *([amount(player.drift, unit, sign=True)] if drifting else []),
            amount(player.result, unit),
            amount(player.adjusted, unit),
            player.grade,
        ]
        lines.append(f"{player.name:<{width}}" + "".join(f"{cell:>8}" for cell in cells))
    for player in review.players:
        counts = count_classes(player.classes)
        lost = amount(player.per_decision, unit) if unit == "points" else f"{100 * player.per_decision:.2f} %"
        lines.append(
            f"{player.name}: {player.grade_words}; {counted(player.unforced)} ({counts or 'none'}), "
            f"{lost} lost with each on average."
        )
    return lines


def moment_lines(review: Review, decision: Decision, mark: str) -> list[str]:
    """One decision with its board and reason."""
    names = [player.name for player in review.players]
    cost = amount(decision.loss, review.unit)
    verdict = CLASS_WORDS[decision.cls]
    head = f"{mark}Round {decision.round}, {names[decision.seat]}: {say_option(decision.played, names)}"
    if decision.loss and not decision.played.equal:
        head += f" is {verdict}, {cost}; better: {say_option(decision.best, names)}."
    else:
        head += " is right." if not decision.forced else "."
    lines = [head, f"   {board_line(decision, names)}", f"   {decision.reason}"]
    takers = gained(decision, names)
    if takers:
        lines.append(f"   It went to: {takers}.")
    if decision.position:
        lines.append(f"   {decision.position}")
    return lines


def roll_line(review: Review, roll: Roll) -> str:
    """One throw and its luck."""
    name = review.players[roll.seat].name
    what = "a farkle" if roll.farkle else "thrown"
    moved = f"{amount(roll.before, review.unit)} to {amount(roll.after, review.unit)}"
    luck = amount(roll.luck, review.unit, sign=True)
    where = f"round {roll.round}" if roll.round else "who begins"
    return f"  {where}, {name}: {' '.join(roll.faces)}, {what}: {luck} ({moved})"
