"""Exercises: positions where people go wrong, from solved play and from games that were really played."""

import random
import re
from collections.abc import Iterator, Sequence

import msgspec

from hotdice.coach.advising import advise_on, why_not
from hotdice.coach.card_says import card_says
from hotdice.coach.choosing import place_of, whole_choice
from hotdice.coach.forms import Decision, Exercise, Option, Review, Theme
from hotdice.coach.places import NothingToSay
from hotdice.coach.scales import DOUBTFUL, whole
from hotdice.coach.sources import values_for
from hotdice.frozen import Frozen
from hotdice.game import (
    Command,
    Phase,
    PositionError,
    SeededDice,
    State,
    Step,
    new_game,
    parse_position,
    play,
)
from hotdice.players import make
from hotdice.players.keeping import total_to_win
from hotdice.rules import Ruleset

THEMES: tuple[Theme, ...] = (
    "which dice",
    "stop or roll",
    "hot dice",
    "last turn",
    "on the board",
    "near the end",
)
_LIKE_PEOPLE = ("greedy", "threshold:300", "cautious", "thumb", "threshold:500", "threshold:1000")
"""Bots that go wrong as people do: they take all that scores, or have a number in mind."""
_MOST_TRIES = 60
_TURN = re.compile(r"~t\d+\.\d+(\.[1-6]+)?(?=~|$)")
"""The turn of a position."""


class Answer(Frozen):
    """What the coach says to a choice: what it cost, and whether it counts as right."""

    option: Option
    right: bool
    cost: float
    reason: str


def theme_of(state: State, best: Option, tempting: Option) -> Theme:
    """What an exercise is about.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("classic~r9~s1~m2~l1~10250.0.y_9000.0.y~t800.3")
    >>> advice = advise_on(state)
    >>> theme_of(state, advice.options[0], advice.options[1])
    'last turn'
    """
    rules = state.rules
    if total_to_win(state) is not None:
        return "last turn"
    if not state.seats[state.mover].opened:
        return "on the board"
    hot = best.action == "roll" and best.dice == rules.dice and bool(best.total)
    if hot and tempting.action == "bank":
        return "hot dice"
    near = rules.target and any(seat.total > rules.target - 1000 for seat in state.seats)
    late = rules.rounds and state.round >= rules.rounds - 1
    if near or late:
        return "near the end"
    return "stop or roll" if best.action != tempting.action else "which dice"


def exercise(rules: Ruleset, seed: str, *, theme: Theme | None = None) -> Exercise:
    """An exercise of a sheet for two (or one), the same for the same seed.

    >>> from hotdice.rules import load
    >>> found = exercise(load("kcd"), "1")
    >>> found.tempting.loss > 0.005, found.advice.best.loss
    (True, 0.0)

    Raises:
        NothingToSay: nothing is known about such a game, or nobody goes wrong in it.
    """
    chance = random.Random(f"exercise {seed}")
    players = 1 if rules.solo_goal else max(2, rules.min_players)
    scale = 0.0
    fallback: Exercise | None = None
    for number in range(_MOST_TRIES):
        for state, command in _decisions(rules, players, chance, f"{seed} {number}"):
            values = values_for(state, games=400)
            scale = scale or whole(rules, values.unit)
            choices = values.turn(state).choices(state)
            played = place_of(state, command, [(c.action, c.keep) for c in choices])
            if played is None or choices[0].value - choices[played].value < DOUBTFUL * scale:
                continue
            advice = advise_on(state, games=400)
            tempting = next(
                option
                for option in advice.options
                if (option.action, option.keep) == (choices[played].action, choices[played].keep)
            )
            about = theme_of(state, advice.best, tempting)
            card = card_says(state, advice)
            found = Exercise(rules.name, advice.position, about, seed, "", tempting, advice, scale, card)
            if theme is None or about == theme:
                return found
            fallback = fallback or found
    if fallback is not None:
        return fallback
    raise NothingToSay("there are no exercises for such a game")


def _decisions(
    rules: Ruleset, players: int, chance: random.Random, seed: str
) -> Iterator[tuple[State, Command]]:
    """A few decisions of a game between bots that play as people do, from somewhere in it on."""
    bots = [make(chance.choice(_LIKE_PEOPLE)) for _ in range(players)]
    dice = SeededDice(seed)
    state = new_game(rules, players, first=0)
    length = rules.rounds * players or 24
    begin = chance.randrange(length)
    asked = 0
    while not state.over and asked < 12:
        command = dice.throw(state) if state.step is Step.WAIT else bots[state.mover].choose(state)
        if (
            state.turn > begin
            and state.step in (Step.KEEP, Step.DECIDE)
            and state.phase is not Phase.PLAY_OFF
        ):
            asked += 1
            yield state, whole_choice(state, command, bots[state.mover])
        result = play(state, command)
        if not isinstance(result, tuple):
            return
        state = result[0]


def from_decision(rules: Ruleset, decision: Decision, origin: str) -> Exercise | None:
    """An exercise from a decision of a game that was played; None where there is none to make."""
    if not decision.position or decision.forced or decision.played.equal or decision.for_the_win:
        return None
    state = parse_position(decision.position)
    advice = advise_on(state, games=400)
    what = decision.played.action, decision.played.keep
    played = [option for option in advice.options if (option.action, option.keep) == what]
    if not played or played[0].equal:
        return None
    theme = theme_of(state, advice.best, played[0])
    scale = whole(rules, advice.unit)
    card = card_says(state, advice)
    return Exercise(rules.name, decision.position, theme, "", origin, played[0], advice, scale, card)


def exercise_of(position: str) -> Exercise:
    """The exercise of one position, such as one that went wrong before; what tempts is the best wrong choice.

    >>> found = exercise_of("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155")
    >>> found.origin, found.advice.best.keep, found.tempting.equal
    ('again', '155', False)

    Raises:
        PositionError: that is no position.
        NothingToSay: there is nothing to decide, or nothing is known about such a game.
    """
    state = parse_position(position)
    advice = advise_on(state, games=400)
    wrong = [option for option in advice.options if not option.equal]
    tempting = wrong[0] if wrong else advice.best
    theme = theme_of(state, advice.best, tempting)
    scale = whole(state.rules, advice.unit)
    card = card_says(state, advice)
    return Exercise(state.rules.name, position, theme, "", "again", tempting, advice, scale, card)


def similar(position: str, seed: str) -> Iterator[Exercise]:
    """The exercise of a position, then others like it: the same standing and dice, other faces and risks.

    >>> found = similar("kcd~r9~s1~m1~n~2500.0.y_2600.0.y~t400.3.155", "1")
    >>> [next(found).position.rpartition("~")[2] for _ in range(2)]
    ['t400.3.155', 't...']

    Raises:
        PositionError: that is no position.
        NothingToSay: there is nothing to decide, or nothing is known about such a game.
    """
    state = parse_position(position)
    yield msgspec.structs.replace(exercise_of(position), origin="")
    chance, seen, step = random.Random(f"similar {seed}"), {position}, state.rules.step
    for _ in range(_MOST_TRIES):
        total = max(step, state.turn_total + step * chance.randint(-2, 2)) if state.turn_total else 0
        faces = "".join(sorted(chance.choice("123456") for _ in state.faces))
        turn = f"~t{total}.{len(state.hand)}{'.' if faces else ''}{faces}"
        other = _TURN.sub(turn, position)
        if other in seen:
            continue
        seen.add(other)
        try:
            found = exercise_of(other)
        except (PositionError, NothingToSay):
            continue  # a farkle
        if not found.tempting.equal:
            yield msgspec.structs.replace(found, origin="")


def own_mistakes(rules: Ruleset, report: Review, seats: Sequence[int], origin: str) -> list[Exercise]:
    """Exercises from what some seats got wrong in a game, the costliest first."""
    wrong = [decision for decision in report.decisions if decision.seat in seats and decision.cls != "fine"]
    wrong.sort(key=lambda decision: -decision.loss)
    found = [from_decision(rules, decision, f"{origin} step {decision.step}") for decision in wrong]
    return [exercise for exercise in found if exercise is not None]


def judge(task: Exercise, action: str, keep: str | None) -> Answer | None:
    """What the coach says to a choice, None where it is not one of the choices.

    >>> from hotdice.rules import load
    >>> task = exercise(load("kcd"), "1")
    >>> judge(task, task.advice.best.action, task.advice.best.keep).right
    True
    """
    for option in task.advice.options:
        if (option.action, option.keep) == (action, keep):
            cost = 0.0 if option.equal else option.loss
            other = task.tempting if option.equal else option
            why = why_not(parse_position(task.position), other.action, other.keep, games=400)
            return Answer(option, option.equal, cost, why)
    return None
