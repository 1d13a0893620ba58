"""`hotdice advise`: every choice of a position, best first."""

from pathlib import Path

import click

from hotdice.game import (
    PositionError,
    RecordError,
    State,
    parse_position,
    parse_record,
)
from hotdice.odds.advice import Advice, Position, advise
from hotdice.odds.refusals import Unsolvable
from hotdice.odds.tables import TableError
from hotdice.odds.three import check_three
from hotdice.odds.three_advice import advise_three
from hotdice.odds.three_table import stored_three
from hotdice.rules import LastChance, Ruleset, Ties
from hotdice.terminal.advising import position_of
from hotdice.terminal.options import fail, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.score_command import parse_dice
from hotdice.terminal.solving import solved_game


@click.command()
@click.argument("rules", required=False)
@click.option("--scores", metavar="A,B", help="Recorded totals, the mover's first.")
@click.option("--turn", "turn_total", type=int, default=0, metavar="T", help="Points set aside this turn.")
@click.option("--dice", type=int, metavar="N", help="Dice to roll, or dice just rolled.")
@click.option("--roll", metavar="DICE", help="What the dice show, such as 114556.")
@click.option("--farkles", metavar="F,F", help="Farkles in a row, the mover's first.")
@click.option("--opened", metavar="y,n", help="Who is on the board, the mover first.")
@click.option("--round", "round_number", type=int, metavar="R", help="The round that is played.")
@click.option("--first", type=int, metavar="SEAT", help="Who began: 1 is the mover, 2 the next in turn.")
@click.option("--trigger", type=int, metavar="SEAT", help="Who has reached the target: 2 is the next player.")
@click.option("--position", metavar="POS", help="A position instead of all these.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="The game of a record file instead.")
@click.option(
    "--at", type=int, metavar="STEP", help="After so many events of the record; its end unless said."
)
@set_option
@json_option
def command(
    rules: str | None,
    scores: str | None,
    turn_total: int,
    dice: int | None,
    roll: str | None,
    farkles: str | None,
    opened: str | None,
    round_number: int | None,
    first: int | None,
    trigger: int | None,
    position: str | None,
    file: Path | None,
    at: int | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Every choice of a position, best first, with what it is worth and what it costs."""
    ways = sum(given is not None for given in (scores, position, file))
    if ways != 1:
        fail("say what to advise on: --scores A,B, or --position POS, or --record FILE")
    if at is not None and file is None:
        fail("--at belongs to --record FILE")
    if scores is not None:
        if rules is None:
            fail("name the rules, such as: hotdice advise classic --scores 3000,4000 --turn 400 --dice 3")
        found = load_or_fail(rules, settings)
        place = _from_options(
            found, scores, turn_total, dice, roll, farkles, opened, round_number, first, trigger
        )
        faces = None if roll is None else parse_dice((roll,), found)
    else:
        others = (dice, roll, farkles, opened, round_number, first, trigger)
        if turn_total or any(other is not None for other in others):
            fail("a position or record says everything itself: leave the other options out")
        state = _state(position, file, at)
        found = state.rules
        named = load_or_fail(rules, settings) if rules is not None else found
        if named.hash != found.hash:
            fail(f"the position belongs to other rules than {rules}")
        try:
            place, faces = position_of(state)
        except ValueError as error:
            fail(str(error))
    try:
        if len(place.totals) == 3:
            advice = _of_three(found, place, faces)
        else:
            advice = advise(solved_game(found, len(place.totals)), place, faces)
    except (Unsolvable, TableError, ValueError) as error:
        fail(str(error))
    _tell(advice, as_json=as_json)


def _of_three(rules: Ruleset, place: Position, faces: tuple[int, ...] | None) -> Advice:
    """Advice from the table of three, which is not made on the way: that takes its time."""
    check_three(rules)
    race = stored_three(rules)
    if race is None:
        name = rules.name or "RULES"
        raise Unsolvable("players", f"no table for three is here; make it: hotdice solve {name} --players 3")
    return advise_three(race, place, faces)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        fail(f"{option} takes whole numbers with commas between them, not {text[:40]!r}")


def _from_options(
    rules: Ruleset,
    scores: str,
    turn_total: int,
    dice: int | None,
    roll: str | None,
    farkles: str | None,
    opened: str | None,
    round_number: int | None,
    first: int | None,
    trigger: int | None,
) -> Position:
    totals = _numbers(scores, "--scores")
    count = len(totals)
    if roll is not None and dice is None:
        dice = len(parse_dice((roll,), rules))
    if dice is None:
        fail("how many dice? --dice N (those to roll, or those just rolled with --roll)")
    if not 1 <= dice <= rules.dice:
        fail(f"--dice must be from 1 to {rules.dice}")
    if roll is not None and len(parse_dice((roll,), rules)) != dice:
        fail("--roll shows another number of dice than --dice")
    if turn_total < 0 or (turn_total == 0 and dice != rules.dice):
        fail("a turn without points rolls all its dice: say --turn T")
    if farkles is None and rules.penalty.points:
        fail("this sheet counts farkles in a row: say --farkles F,F, the mover's first")
    in_a_row = (0,) * count if farkles is None else _numbers(farkles, "--farkles")
    if len(in_a_row) != count or not all(0 <= number <= rules.penalty.count for number in in_a_row):
        fail(f"--farkles needs {count} numbers from 0 to {rules.penalty.count}, one for each score")
    boards = _boards(rules, totals, opened)
    phase, began, left = "normal", True, 0
    if trigger is not None:
        if not rules.target or rules.last_chance is LastChance.NONE:
            fail("--trigger: this sheet has no last turns")
        if not 2 <= trigger <= min(count, 3):
            fail("--trigger is 2, the next player, or 3: the one who reached the target does not play again")
        phase = "last"
    elif rules.target and any(rules.reached(total) for total in totals):
        fail("somebody has reached the target: say who with --trigger SEAT")
    if first is not None and not 1 <= first <= count:
        fail(f"--first is a seat from 1, the mover, to {count}")
    needs_first = count in (2, 3) and (
        bool(rules.rounds)
        or rules.last_chance is LastChance.FINISH_ROUND
        or (rules.last_chance is LastChance.OTHERS_ONCE and rules.ties is Ties.PLAY_OFF)
    )
    if needs_first and first is None and (trigger is None or count == 3):
        fail("who began matters here: say --first 1 (the mover) or --first 2 (the next), and so on")
    began = (first or 1) == 1
    if phase == "last" and rules.last_chance is LastChance.FINISH_ROUND:
        began = False
    if rules.rounds:
        if round_number is None:
            fail("which round is it? --round R")
        if not 1 <= round_number <= rules.rounds:
            fail(f"--round is from 1 to {rules.rounds}")
        after = rules.rounds - round_number
        left = after + 1 if count == 1 else 2 * after + (2 if began else 1)
    elif round_number is not None:
        fail("--round: this sheet has no fixed number of rounds")
    of_three = {"place": (1 - (first or 1)) % count, "trigger": (trigger or 1) - 1} if count == 3 else {}
    return Position(totals, turn_total, dice, in_a_row, boards, began, phase, left, **of_three)  # type: ignore[arg-type]


def _boards(rules: Ruleset, totals: tuple[int, ...], opened: str | None) -> tuple[bool, ...]:
    """Who is on the board: as said, or as the totals tell."""
    if opened is not None:
        words = opened.split(",")
        if len(words) != len(totals) or not set(words) <= {"y", "n"}:
            fail(f"--opened takes y or n for each of the {len(totals)} scores, such as y,n")
        boards = tuple(word == "y" for word in words)
        if not rules.opening and not all(boards):
            fail("--opened: this sheet has no opening minimum, so everybody is on the board")
        return boards
    if not rules.opening:
        return (True,) * len(totals)
    if rules.penalty.points or rules.compensation:
        fail("the totals do not tell who is on the board here: say --opened y,n")
    return tuple(total > 0 for total in totals)


def _state(position: str | None, file: Path | None, at: int | None) -> State:
    try:
        if position is not None:
            return parse_position(position)
        assert file is not None
        states = list(parse_record(file.read_bytes()).states())
    except (PositionError, RecordError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{file}: {(error.strerror or 'cannot be read').lower()}")
    step = len(states) - 1 if at is None else at
    if not 0 <= step < len(states):
        fail(f"--at is from 0 to {len(states) - 1} in this record")
    return states[step]


def _tell(advice: Advice, *, as_json: bool) -> None:
    win = advice.unit == "win"
    if as_json:
        options = [
            {
                "action": choice.action,
                "keep": choice.keep,
                "win": choice.value if win else None,
                "expected": choice.expected,
                "loss": choice.loss,
                **({"shares": list(choice.shares)} if choice.shares else {}),
            }
            for choice in advice.choices
        ]
        print_json({"options": options, "unit": advice.unit, "exact": True})
        return
    for choice in advice.choices:
        what = choice.action if choice.keep is None else f"keep {choice.keep}, {choice.action}"
        worth = f"wins {choice.value:7.3%}" if win else f"total worth {choice.value:9.2f}"
        cost = f"{choice.loss:.3%}" if win else f"{choice.loss:.2f}"
        others = "".join(f" {share:7.3%}" for share in choice.shares[1:])
        others = f"   the others {others.strip()}" if others else ""
        click.echo(f"{what:<20} {worth}   turn {choice.expected:8.1f}   costs {cost}{others}")
