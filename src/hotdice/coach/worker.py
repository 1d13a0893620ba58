"""The coach as a process of its own: one question a line in, one answer a line out, all JSON.

Somebody else watches the time and ends a worker that takes too long; nothing is kept here.
"""

import sys
from typing import BinaryIO

import msgspec

from hotdice.coach.advising import advise_on
from hotdice.coach.asking import (
    READY,
    Ask,
    AskAdvice,
    AskCard,
    AskCompare,
    AskExercise,
    AskReview,
    AskWhatIf,
    Fault,
)
from hotdice.coach.beside import stay_beside
from hotdice.coach.exercises import THEMES, exercise, exercise_of
from hotdice.coach.measured import measured_of
from hotdice.coach.places import NothingToSay
from hotdice.coach.reviewing import review
from hotdice.coach.strategy import strategy_card
from hotdice.coach.what_if import NoSuchStep, what_if
from hotdice.game import PositionError, RecordError, parse_position, parse_record
from hotdice.rules import RulesError, resolve
from hotdice.rules.said import Value

GAMES = 400
REVIEW_GAMES = 160
"""Simulated games for strangers: fewer than at home, so that everybody gets an answer soon."""


_ENCODER = msgspec.json.Encoder()


def answer(line: bytes) -> bytes:
    """The answer to one line: `+` and what was asked for, or `-` and why not.

    >>> answer(b'{"type": "advice", "position": "nonsense"}')[:40]
    b'-{"status":400,"code":"bad_position","sa'
    """
    try:
        return b"+" + _ENCODER.encode(_answer(msgspec.json.decode(line, type=Ask)))
    except PositionError as error:
        fault = Fault(400, "bad_position", "That is no position: {error}.", _told(error))
    except RecordError as error:
        fault = Fault(400, "bad_record", "That is no record: {error}.", _told(error))
    except RulesError as error:
        fault = Fault(400, "bad_rules", "Those are no rules: {error}", _told(error))
    except NothingToSay as error:
        fault = Fault(409, "nothing_to_say", "The coach has nothing to say: {error}.", {"error": error.said})
    except NoSuchStep as error:
        fault = Fault(409, "no_such_step", "{error}", _told(error))
    except msgspec.DecodeError as error:
        fault = Fault(400, "bad_request", "That could not be read: {error}", _told(error))
    except ValueError as error:
        fault = Fault(409, "nothing_to_say", "The coach has nothing to say: {error}.", _told(error))
    return b"-" + _ENCODER.encode(fault)


def _told(error: Exception) -> dict[str, Value]:
    return {"error": str(error)[:280]}


def _answer(ask: Ask) -> object:
    match ask:
        case AskAdvice():
            return advise_on(parse_position(ask.position), ask.unit, games=GAMES)
        case AskReview():
            return review(parse_record(ask.record), ask.unit, games=REVIEW_GAMES)
        case AskWhatIf():
            state = parse_position(ask.position)
            return what_if(state, choice=ask.choice, dice=ask.dice, unit=ask.unit, games=GAMES)
        case AskCard():
            rules = resolve(ask.rules)
            return strategy_card(rules, measured_of(rules))
        case AskCompare():
            from hotdice.coach.comparing_rules import compare_rules  # asked seldom, of a worker of its own

            return compare_rules(resolve(ask.before), resolve(ask.after))
        case AskExercise() if ask.position:
            return exercise_of(ask.position)
        case AskExercise():
            themes = [theme for theme in THEMES if theme == ask.theme]
            return exercise(resolve(ask.rules), ask.seed, theme=themes[0] if themes else None)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Say that everything is there, then answer until there are no more questions."""
    sink.write(READY + b"\n")
    sink.flush()
    for line in iter(source.readline, b""):
        sink.write(answer(line) + b"\n")
        sink.flush()


if __name__ == "__main__":
    stay_beside(sys.argv[1:])
    serve(sys.stdin.buffer, sys.stdout.buffer)
