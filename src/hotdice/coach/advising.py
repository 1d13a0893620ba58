"""Advice on any moment of a game: every choice ranked, one sentence of reason, where the numbers are from."""

from hotdice.coach.forms import Advice, Option, Unit
from hotdice.coach.places import check_moment
from hotdice.coach.reasons import reason, risk_of, what
from hotdice.coach.scales import EQUAL, whole
from hotdice.coach.sources import GAMES, values_for
from hotdice.coach.turns import Candidate
from hotdice.game import PositionError, State, print_position
from hotdice.players.solver_view import playing
from hotdice.rules.said import Said


def advise_on(state: State, unit: Unit | None = None, *, games: int = GAMES) -> Advice:
    """Every choice of the mover, best first.

    >>> from hotdice.game import parse_position
    >>> advice = advise_on(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155"))
    >>> advice.best.action, advice.best.keep, advice.source.kind
    ('roll', '155', 'exact')
    >>> advice.reason
    'Hot dice: a farkle only 2.3 % with six dice, and 600 becomes 1,053 on average.'

    Raises:
        NothingToSay: there is nothing to decide, or nothing is known about such a game.
        TableError: a table is damaged.
    """
    check_moment(state)
    values = values_for(state, unit, games=games)
    view = values.turn(state)
    choices = view.choices(state)
    scale = whole(state.rules, values.unit)
    why = reason_for(state, choices, values.unit, scale)
    return Advice(
        rules=state.rules.name,
        title=state.rules.title,
        hash=state.rules.hash,
        position=position_text(state),
        seat=state.mover,
        unit=values.unit,
        exact=view.source.exact,
        source=view.source,
        forced=len(choices) == 1,
        reason=str(why),
        why=why,
        options=tuple(option_of(state, choice, choices[0], values.unit, scale) for choice in choices),
        order=playing(state),
    )


def reason_for(state: State, choices: list[Candidate], unit: Unit, scale: float) -> Said:
    """Why the first of these choices is best, or which ones are equal."""
    rival = rival_of(choices, scale)
    if rival is not None and choices[0].value - rival.value <= EQUAL * scale:
        return Said(
            "Equal to within 0.1 %: {best}, or {rival}.", {"best": what(choices[0]), "rival": what(rival)}
        )
    return reason(state, choices[0], rival, unit)


def why_not(
    state: State, action: str, keep: str | None, unit: Unit | None = None, *, games: int = GAMES
) -> str:
    """Why the best choice is better than one that somebody thinks of.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r3~s1~m2~n~600.0.y_750.0.y~t0.6.452641")
    >>> why_not(state, "roll", "15")
    'Five dice instead of four dice: a farkle 7.7 % instead of 16 %, which is worth more than 50 points.'
    """
    values = values_for(state, unit, games=games)
    choices = values.turn(state).choices(state)
    scale = whole(state.rules, values.unit)
    for choice in choices:
        if (choice.action, choice.keep) == (action, keep) and choices[0].value - choice.value > EQUAL * scale:
            return str(reason(state, choices[0], choice, values.unit))
    return str(reason_for(state, choices, values.unit, scale))


def position_text(state: State) -> str:
    """The position as one line, empty where there is none."""
    try:
        return print_position(state)
    except PositionError:
        return ""


def rival_of(choices: list[Candidate], scale: float) -> Candidate | None:
    """What the best choice is compared with: the best that does something else and is not equal to it.

    A stop and a roll with the same dice set aside belong together: a keep is only worth comparing where its
    better half is.
    """
    best = choices[0]
    others = [choice for choice in choices[1:] if best.value - choice.value > EQUAL * scale]
    if not others:
        return choices[1] if len(choices) > 1 else None
    # Fewer points with the same dice are nobody's question, unless there is no other.
    others = [c for c in others if (c.action, c.dice) != (best.action, best.dice) or c.card] or others
    across = [choice for choice in others if choice.action != best.action]
    # The other half of the question, stop or roll, matters more than a slightly different keep.
    if across and across[0].value >= others[0].value - 0.02 * scale:
        return across[0]
    return others[0]


def option_of(state: State, choice: Candidate, best: Candidate, unit: Unit, scale: float) -> Option:
    """A choice as it is told."""
    loss = max(0.0, best.value - choice.value)
    half = choice.worth.half
    win = unit == "win"
    shown = dict(zip(state.hand, state.faces, strict=False))
    return Option(
        action=choice.action,  # type: ignore[arg-type]
        keep=choice.keep,
        value=choice.value,
        win=choice.value if win else None,
        expected=choice.worth.points,
        loss=loss,
        equal=loss <= EQUAL * scale,
        total=choice.total,
        dice=choice.dice if choice.action == "roll" else None,
        farkle=risk_of(state.rules, choice) if choice.action == "roll" and choice.dice else None,
        low=max(0.0, choice.value - half) if half else None,
        high=min(1.0, choice.value + half) if half else None,
        card=choice.card,
        target=choice.target if choice.card is not None else None,
        shares=tuple(choice.worth.seats[seat] for seat in playing(state)) if win else None,
        with_dice="".join(str(shown[die]) for die in choice.with_dice) if choice.with_dice else None,
    )
