"""What if: another choice or other dice at any moment, and what the game is worth then."""

from msgspec.structs import replace

from hotdice.coach.advising import advise_on, option_of, position_text
from hotdice.coach.asking import Pick
from hotdice.coach.forms import Decision, Moment, Review, Unit
from hotdice.coach.forms import Roll as Thrown
from hotdice.coach.places import NothingToSay, check_moment
from hotdice.coach.scales import whole
from hotdice.coach.sources import GAMES, values_for
from hotdice.game import (
    Bank,
    Command,
    PassWindow,
    Phase,
    PlayCard,
    Refusal,
    Roll,
    State,
    Step,
    Throw,
    keep_faces,
    play,
)
from hotdice.game.events import Farkled


class NoSuchStep(ValueError):  # noqa: N818 - the sentence is what matters
    """That cannot be done at this moment, with the reason."""


def moment_of(state: State, unit: Unit | None = None, *, farkle: bool = False, games: int = GAMES) -> Moment:
    """A moment with what it is worth and, where somebody decides, every choice.

    >>> from hotdice.game import parse_position
    >>> moment = moment_of(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"))
    >>> moment.waits, moment.advice.best.keep, round(moment.values[0], 4)
    ('choice', '155', 0.7489)

    Raises:
        TableError: a table is damaged.
    """
    rules, mover = state.rules, state.mover
    waits = "nothing" if state.over else "dice" if state.step is Step.WAIT else "choice"
    moment = Moment(
        position=position_text(state),
        rules=rules.name,
        title=rules.title,
        hash=rules.hash,
        waits=waits,  # type: ignore[arg-type]
        seat=mover,
        round=state.round,
        phase=state.phase.value,  # type: ignore[arg-type]
        totals=state.totals,
        turn_total=state.turn_total,
        dice=0 if state.over else len(state.faces or state.dice_to_roll),
        roll="" if state.step is Step.WAIT else "".join(map(str, state.faces)),
        unit=unit or "win",
        source=None,
        alone=False,
        values=(),
        note="",
        farkle=farkle,
        winners=state.winners,
        advice=None,
    )
    try:
        if state.over:
            return _ended(moment, state)
        if unit == "points" and state.phase is Phase.PLAY_OFF:
            raise NothingToSay("a play-off is for the win, and brings no points")
        values = values_for(state, unit, games=games)
        moment = replace(moment, unit=values.unit, alone=values.alone)
        if waits == "dice":
            if state.cards is None and state.turn_dice != rules.dice:
                raise NothingToSay("the table has changed the number of dice of this turn")
            view = values.turn(state)
            return replace(moment, source=view.source, values=view.waiting(state).seats)
        check_moment(state)
        view = values.turn(state)
        seats = view.choices(state)[0].worth.seats
        return replace(moment, source=view.source, values=seats, advice=advise_on(state, unit, games=games))
    except NothingToSay as error:
        return replace(moment, note=str(error), noted=error.said)


def _ended(moment: Moment, state: State) -> Moment:
    share = 1.0 / len(state.winners) if state.winners else 0.0
    wins = tuple(share if seat in state.winners else 0.0 for seat in range(len(state.seats)))
    return replace(moment, values=wins if moment.unit == "win" else tuple(map(float, state.totals)))


def with_choice(state: State, pick: Pick) -> State:
    """The moment after a choice; where it rolls, the dice are in the air then.

    >>> from hotdice.game import parse_position
    >>> after = with_choice(
    ...     parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155"), Pick("bank", "155")
    ... )
    >>> after.totals, after.mover
    ((3100, 2600), 1)

    Raises:
        NoSuchStep: it is none of the choices.
    """
    return _played(state, _command(state, pick))


def _command(state: State, pick: Pick) -> Command:
    mover = state.mover
    match pick.action:
        case "card":
            return _card(state, pick)
        case "pass":
            return PassWindow(mover)
        case action if pick.keep:
            try:
                return keep_faces(state, pick.keep, action)
            except ValueError as error:
                raise NoSuchStep(f"{error}.") from None
        case "bank":
            return Bank(mover)
        case _:
            return Roll(mover)


def _card(state: State, pick: Pick) -> PlayCard:
    """The play of a card, found among the choices as they are told."""
    values = values_for(state)
    choices = values.turn(state).choices(state)
    scale = whole(state.rules, values.unit)
    for choice in choices:
        told = option_of(state, choice, choices[0], values.unit, scale)
        meant = (told.card, told.target, told.with_dice) == (pick.card, pick.target, pick.with_dice)
        if meant and choice.card is not None:
            return PlayCard(state.mover, choice.card, choice.target, choice.with_dice)
    raise NoSuchStep("That card cannot be played here.")


def with_dice(state: State, faces: str) -> tuple[State, bool]:
    """The moment after these dice fell, and whether they were a farkle.

    They fall where dice are in the air or are to be rolled; where a roll lies on the table they lie there in
    its place.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    >>> after, farkle = with_dice(state, "346")
    >>> after.mover, after.totals, farkle
    (1, (2500, 2600), True)

    Raises:
        NoSuchStep: no dice can fall here, or not these.
    """
    if not faces or set(faces) - set("123456"):
        raise NoSuchStep("Dice show faces from 1 to 6.")
    if state.step in (Step.KEEP, Step.FARKLE):
        state = replace(state, step=Step.WAIT, faces=())
    elif state.step in (Step.ROLL, Step.DECIDE):
        state = _played(state, Roll(state.mover))
    if state.step is not Step.WAIT:
        raise NoSuchStep("No dice can fall at this moment.")
    if len(faces) != len(state.in_the_air):
        raise NoSuchStep(f"{len(state.in_the_air)} dice fall here, not {len(faces)}.")
    result = play(state, Throw(tuple(map(int, faces))))
    if isinstance(result, Refusal):
        raise NoSuchStep(result.sentence)
    # A dead roll that a card may still save is no farkle yet.
    return result[0], any(isinstance(event, Farkled) for event in result[1])


def _played(state: State, command: Command) -> State:
    result = play(state, command)
    if isinstance(result, Refusal):
        raise NoSuchStep(result.sentence)
    return result[0]


def what_if(
    state: State,
    *,
    choice: Pick | None = None,
    dice: str = "",
    unit: Unit | None = None,
    games: int = GAMES,
) -> Moment:
    """The moment that a choice, then dice, lead to; the moment itself where neither is said.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    >>> what_if(state, choice=Pick("roll", "1")).waits
    'dice'
    >>> what_if(state, choice=Pick("roll", "1"), dice="25").advice.best.keep
    '5'

    Raises:
        NoSuchStep: that cannot be done here.
        TableError: a table is damaged.
    """
    farkle = False
    if choice is not None:
        state = with_choice(state, choice)
    if dice:
        state, farkle = with_dice(state, dice)
    return moment_of(state, unit, farkle=farkle, games=games)


def must_roll(moment: Moment) -> bool:
    """Whether dice come next: they are in the air, or nothing but a roll can be done.

    >>> from hotdice.game import parse_position
    >>> must_roll(moment_of(parse_position("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t0.6")))
    True
    """
    options = moment.advice.options if moment.advice is not None else ()
    forced = not moment.roll and len(options) == 1 and options[0].action == "roll"
    return moment.waits == "dice" or forced


def moments_of(report: Review) -> list[Decision | Thrown]:
    """Every moment of a reviewed game that has a position, in order: decisions, and dice in the air."""
    found: list[Decision | Thrown] = [*report.decisions, *report.rolls]
    return sorted((one for one in found if one.position), key=lambda one: one.step)
