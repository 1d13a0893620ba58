"""`hotdice advise`: every choice of a position, best first."""

from pathlib import Path
from typing import Any

import click
import msgspec

from hotdice.coach.advising import advise_on
from hotdice.coach.forms import Advice
from hotdice.coach.sources import GAMES, solved_for
from hotdice.coach.telling import advice_lines
from hotdice.game import Phase, PositionError, RecordError, Seat, State, Step, parse_position
from hotdice.odds.duels import SOLVED_HERE
from hotdice.odds.refusals import Unsolvable, check_goal
from hotdice.odds.tables import TableError
from hotdice.rules import LastChance, Ruleset, Ties
from hotdice.terminal import completing
from hotdice.terminal.options import fail, json_option, judging_options, load_or_fail, print_json, set_option
from hotdice.terminal.score_command import parse_dice
from hotdice.terminal.solving import solved_game
from hotdice.terminal.storage import read_record
from hotdice.terminal.telling import counted


@click.command()
@click.argument("rules", required=False, shell_complete=completing.sheets)
@click.option("--scores", metavar="A,B", help="Recorded totals, the mover's first.")
@click.option("--turn", "turn_total", type=int, default=0, metavar="T", help="Points set aside this turn.")
@click.option("--dice", type=int, metavar="N", help="Dice to roll, or dice just rolled.")
@click.option("--roll", metavar="DICE", help="What the dice show, such as 114556.")
@click.option("--farkles", metavar="F,F", help="Farkles in a row, the mover's first.")
@click.option("--opened", metavar="y,n", help="Who is on the board, the mover first.")
@click.option("--round", "round_number", type=int, metavar="R", help="The round that is played.")
@click.option("--first", type=int, metavar="SEAT", help="Who began: 1 is the mover, 2 the next in turn.")
@click.option(
    "--trigger", type=int, metavar="SEAT", help="Who has reached the target: 2 is the other player."
)
@click.option("--position", metavar="POS", help="A position instead of all these.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="The game of a record file instead.")
@click.option(
    "--at", type=int, metavar="STEP", help="After so many events of the record; its end unless said."
)
@judging_options(1_000_000, GAMES, "answer for this turn only")
@set_option
@json_option
def command(
    rules: str | None,
    scores: str | None,
    position: str | None,
    file: Path | None,
    at: int | None,
    at_once: bool,
    games: int,
    settings: tuple[str, ...],
    as_json: bool,
    **told: Any,
) -> None:
    """Every choice of a position, best first, with what it is worth and what it costs."""
    ways = sum(given is not None for given in (scores, position, file))
    fresh = ways == 0 and (told["roll"] is not None or told["dice"] is not None)
    if ways != 1 and not fresh:
        fail(
            "say what to advise on: --roll DICE in the first turn of a game, --scores A,B with --roll or "
            "--dice, --position POS, or --record FILE"
        )
    if at is not None and file is None:
        fail("--at belongs to --record FILE")
    if scores is not None or fresh:
        if rules is None:
            fail("name the rules, such as: hotdice advise classic --scores 3000,4000 --turn 400 --dice 3")
        found = load_or_fail(rules, settings)
        try:
            check_goal(found, "turn")
        except Unsolvable as error:
            own = "; ask by --position or --record, once `hotdice solve` has made the table"
            fail(f"{error}{own if error.key in ('weights', *SOLVED_HERE) else ''}")
        if scores is None:
            # Dice without a score are those of somebody who begins.
            seats = found.seats_allowed[0]
            scores = ",".join(["0"] * seats)
            told["farkles"] = told["farkles"] or scores
            told["round_number"] = told["round_number"] or (1 if found.rounds else None)
            told["first"] = told["first"] or 1
        state = _from_options(found, scores, **told)
    else:
        if told.pop("turn_total") or any(other is not None for other in told.values()):
            fail("a position or record says everything itself: leave the other options out")
        state = _state(position, file, at)
        found = state.rules
        named = load_or_fail(rules, settings) if rules is not None else found
        if named.hash != found.hash:
            fail(f"the position belongs to other rules than {rules}")
    try:
        if not at_once and solved_for(found, len(state.active)):
            solved_game(found, len(state.active))
        advice = advise_on(state, games=games)
    except (Unsolvable, TableError, ValueError) as error:
        fail(str(error))
    _tell(advice, as_json=as_json)
    if fresh and not as_json:
        click.echo("(the first turn of a game; say how it stands with --scores A,B)")


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
) -> State:
    totals = _numbers(scores, "--scores")
    count = len(totals)
    if roll is not None and dice is None:
        dice = len(parse_dice((roll,), rules))
    if count not in (1, 2) and count not in rules.seats_allowed:
        fail(f"--scores: {rules.title} is not for {counted(count, 'player')}")
    if min(totals) < 0 and not (rules.penalty.points or rules.compensation or rules.deck):
        fail("--scores: nobody falls below zero on this sheet")
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
    if trigger is not None:
        if not rules.target or rules.last_chance is LastChance.NONE:
            fail("--trigger: this sheet has no last turns")
        if not 2 <= trigger <= count or not rules.reached(totals[trigger - 1]):
            fail(
                "--trigger is the number of the seat that has reached the target; 1, the mover, it cannot be"
            )
    elif rules.target and any(rules.reached(total) for total in totals):
        fail("somebody has reached the target: say who with --trigger SEAT")
    if first is not None and not 1 <= first <= count:
        fail(f"--first is a seat from 1, the mover, to {count}")
    needs_first = count > 1 and (
        bool(rules.rounds)
        or rules.last_chance is LastChance.FINISH_ROUND
        or (rules.last_chance is LastChance.OTHERS_ONCE and rules.ties is Ties.PLAY_OFF)
    )
    if needs_first and first is None and (trigger is None or count > 2):
        fail("who began matters here: say --first 1 (the mover) or --first 2")
    if first is None and trigger is not None and rules.last_chance is LastChance.FINISH_ROUND:
        first = 2  # whoever still plays did not begin the round
    if rules.rounds:
        if round_number is None:
            fail("which round is it? --round R")
        if not 1 <= round_number <= rules.rounds:
            fail(f"--round is from 1 to {rules.rounds}")
    elif round_number is not None:
        fail("--round: this sheet has no fixed number of rounds")
    step = rules.step
    if turn_total % step:
        fail(f"a turn total on this sheet is a multiple of {step}, not {turn_total:,}")
    faces = () if roll is None else parse_dice((roll,), rules)
    rolled = Step.KEEP if faces else Step.DECIDE if turn_total else Step.ROLL
    hot = rolled is Step.DECIDE and dice == rules.dice
    return State(
        rules=rules,
        seats=tuple(
            Seat(total, board, number)
            for total, board, number in zip(totals, boards, in_a_row, strict=True)
        ),
        phase=Phase.NORMAL if trigger is None else Phase.LAST,
        step=rolled,
        mover=0,
        starter=(first or 1) - 1,
        round=round_number or 1,
        turn_total=turn_total,
        turn_dice=rules.dice,
        hand=() if hot else tuple(range(1, dice + 1)),
        faces=faces,
        trigger=-1 if trigger is None else trigger - 1,
    )  # fmt: skip


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
        states = list(read_record(file).states())
    except (PositionError, RecordError) as error:
        fail(str(error))
    step = len(states) - 1 if at is None else at
    if not 0 <= step < len(states):
        fail(f"--at is from 0 to {len(states) - 1} in this record")
    return states[step]


def _tell(advice: Advice, *, as_json: bool) -> None:
    if as_json:
        print_json(msgspec.to_builtins(advice))
        return
    for line in advice_lines(advice, most=40):
        click.echo(line)
