"""`hotdice solve`: the exact solver."""

import shlex
from pathlib import Path
from typing import Any

import click

from hotdice.odds.certifying import certify, check_certifiable, write_certificate
from hotdice.odds.duels import SOLVED_HERE
from hotdice.odds.estimate import MAX_STATES, check_size
from hotdice.odds.fairness import fairest_compensation
from hotdice.odds.many import ManyRace, check_many, solve_many
from hotdice.odds.race import Race
from hotdice.odds.refusals import GOALS, Goal, Unsolvable, check_goal
from hotdice.odds.rounds import Rounds
from hotdice.odds.solitaire import Solitaire
from hotdice.odds.solved import Solved, goal_of, stored
from hotdice.odds.tables import TableError
from hotdice.odds.three_table import stored_three
from hotdice.odds.turn import TurnAnswer, solve_turn
from hotdice.rules import MAX_SEATS, Ruleset
from hotdice.terminal import completing
from hotdice.terminal.breaking_off import broken_off, stoppable
from hotdice.terminal.options import Number, fail, json_option, load_or_fail, print_json, set_option
from hotdice.terminal.progress import share_bar
from hotdice.terminal.solving import fresh_game, fresh_three
from hotdice.terminal.solving_bags import tell_best_bag, tell_duel
from hotdice.terminal.solving_piggyback import tell_piggyback


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@click.option("--goal", type=click.Choice(GOALS), help="What to solve; the sheet's own goal unless said.")
@click.option("--players", type=Number(1, MAX_SEATS), metavar="N", help="The number of players.")
@click.option("--fresh", is_flag=True, help="Solve again even if a table is there.")
@click.option("--fair", is_flag=True, help="Also the head start that makes a race fairest.")
@click.option("--lowest", type=Number(), metavar="POINTS", help="Bound of totals from below, with a penalty.")
@click.option("--gpu", is_flag=True, help="Three players on a graphics processor (CUDA, through CuPy).")
@click.option(
    "--bag",
    "bags",
    multiple=True,
    metavar="DICE",
    help="Own dice of seat 1 in a race of two; again for seat 2.",
)
@click.option(
    "--collection", metavar="DICE", help="Find the best bag of these dice against --bag, or the sheet's dice."
)
@click.option(
    "--certify",
    "certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    is_flag=False,
    flag_value="certificate.npz",
    metavar="[FILE]",
    help="Write bounds of every state of a race of two, for `hotdice certify`; certificate.npz unless said.",
)
@click.option(
    "--max-states",
    type=Number(1),
    metavar="N",
    default=MAX_STATES,
    show_default=True,
    help="Refuse to solve more states.",
)
@set_option
@json_option
def command(
    rules: str,
    goal: Goal | None,
    players: int | None,
    fresh: bool,
    fair: bool,
    lowest: int | None,
    gpu: bool,
    bags: tuple[str, ...],
    collection: str | None,
    certificate: Path | None,
    max_states: int,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """The exact value of every decision: a turn, a race, rounds, or solitaire."""
    found = load_or_fail(rules, settings)
    goal = goal or goal_of(found)
    if gpu and not (players == 3 and goal == "race"):
        fail("--gpu belongs to the goal race with --players 3")
    if goal == "race" and players == 3 and (fair or lowest is not None):
        fail("--fair and --lowest belong to a race of two")
    if certificate is not None and (goal != "race" or players not in (None, 2) or fair or lowest is not None):
        fail("--certify belongs to the goal race of two, without --fair and --lowest")
    ridden = found.piggyback and goal == "race"
    own = bool(bags or collection or found.cup or set(found.beyond) & set(SOLVED_HERE))
    others = certificate is not None or fair or lowest is not None or gpu or players not in (None, 2)
    if (bags or collection) and (goal != "race" or others):
        fail("--bag and --collection belong to the goal race of two, without other options of it")
    try:
        with stoppable():
            if ridden and not bags and collection is None and not others:
                check_size(found, goal, max_states=max_states, own=True)
                tell_piggyback(found, as_json=as_json)
            elif own and goal == "race" and not others:
                check_size(found, goal, max_states=max_states, own=True)
                if collection is not None:
                    tell_best_bag(found, collection, bags, as_json=as_json)
                else:
                    tell_duel(found, bags, fresh=fresh, as_json=as_json)
            elif certificate is not None:
                check_size(found, goal, max_states=max_states)
                _certify(found, certificate, as_json=as_json)
            elif goal == "race" and players == 3:
                check_size(found, goal, max_states=max_states, players=3)
                again = shlex.join([rules, *(word for each in settings for word in ("--set", each))])
                _solve_three(found, f"hotdice solve {again} --goal race --players 3", fresh, gpu, as_json)
            elif goal == "race" and players is not None and players > 3:
                _solve_many(found, players, max_states, as_json=as_json)
            else:
                check_size(found, goal, max_states=max_states, lowest=lowest)
                check_goal(found, goal, players)
                _solve_two(found, goal, fresh, fair, lowest, as_json)
    except (Unsolvable, TableError) as reason:
        fail(str(reason))
    except KeyboardInterrupt:
        broken_off("stopped")


def _solve_two(
    rules: Ruleset, goal: Goal, fresh: bool, fair: bool, lowest: int | None, as_json: bool
) -> None:
    """A turn, a race of two, rounds, or solitaire."""
    if fair and goal != "race":
        fail("--fair belongs to the goal race")
    if lowest is not None and (goal != "race" or not rules.penalty.points or lowest > 0):
        fail("--lowest is a number of points, 0 or below, for a race with a penalty")
    if goal == "turn":
        _tell(rules, goal, solve_turn(rules), from_table=False, as_json=as_json)
        return
    known = None if fresh or lowest is not None else stored(rules)
    solved = known or fresh_game(rules, lowest=lowest)
    extra: dict[str, Any] = {}
    if fair and isinstance(solved, Race):
        with share_bar("head starts") as progress:
            best = fairest_compensation(rules, race=solved, progress=progress)
        extra["fair"] = {"compensation": best.compensation, "first_player_wins": best.first_player_wins}
    _tell(rules, goal, solved, from_table=known is not None, as_json=as_json, extra=extra)


def _certify(rules: Ruleset, file: Path, *, as_json: bool) -> None:
    """Solve a race of two in full precision and write its bounds."""
    check_certifiable(rules)
    with share_bar("solving") as progress:
        bounds = certify(rules, progress=progress)
    try:
        write_certificate(file, bounds)
    except OSError as error:
        fail(f"the certificate could not be written ({error})")
    extra = {"certificate": str(file), "width": bounds.width}
    _tell(rules, "race", bounds.race, from_table=False, as_json=as_json, extra=extra)
    if not as_json:
        click.echo(f"Bounds of every state, {bounds.width:.1e} apart at most, are in {file}.")
        click.echo(f"Check them without the solver: hotdice certify {shlex.quote(str(file))}")


def _solve_three(rules: Ruleset, again: str, fresh: bool, gpu: bool, as_json: bool) -> None:
    """A race of three; `again` is the command that goes on when it is broken off."""
    check_many(rules, 3)
    known = None if fresh else stored_three(rules, exact=True)
    solved = known or fresh_three(rules, again, fresh=fresh, gpu=gpu)
    _tell(rules, "race", solved, from_table=known is not None, as_json=as_json)


def _solve_many(rules: Ruleset, players: int, max_states: int, *, as_json: bool) -> None:
    """A race of four and more, on a target small enough; no table is kept."""
    check_many(rules, players)
    check_size(rules, "race", max_states=max_states, players=players)
    with share_bar("solving") as progress:
        solved = solve_many(rules, players, progress=progress)
    _tell(rules, "race", solved, from_table=False, as_json=as_json)


def _tell(
    rules: Ruleset,
    goal: Goal,
    solved: Solved | TurnAnswer | ManyRace,
    *,
    from_table: bool,
    as_json: bool,
    extra: dict[str, Any] | None = None,
) -> None:
    answer: dict[str, Any] = {
        "goal": goal,
        "value": 0.0,
        "states": solved.states,
        "positions": solved.positions,
        "seconds": solved.seconds,
        "hash": rules.hash,
        "from_table": from_table,
    }
    lines: list[str] = []
    match solved:
        case TurnAnswer():
            answer |= {
                "value": solved.expected,
                "expected": solved.expected,
                "bank_at": _texts(solved.bank_at()),
            }
            lines.append(f"A turn is worth {solved.expected:.2f} points in the long run.")
            lines += _thresholds(
                solved.bank_at(), "Stop at" if solved.states == 1 else "Stop, with no farkle, at"
            )
            if rules.penalty.points:
                rows = [solved.bank_at(farkles) for farkles in range(solved.states)]
                answer["bank_at_by_farkles"] = [_texts(row) for row in rows]
                for farkles, row in enumerate(rows[1:], 1):
                    lines += _thresholds(
                        row, f"Stop, after {farkles} farkle{'s' * (farkles > 1)} in a row, at"
                    )
        case Race():
            first = solved.first_player_wins
            answer |= {"value": first, "first_player_wins": first, "seats": [first, 1.0 - first]}
            answer |= {"sweeps": solved.sweeps, "residual": solved.residual, "lowest": solved.places.lowest}
            lines.append(f"The first of two players wins {first:.4%} of the games.")
            if 2 not in rules.seats_allowed:
                answer["note"] = "solved for two players; the sheet itself is for more"
                lines.append("(The sheet is for more players; this is its dice game between two.)")
        case ManyRace():
            seats, report = list(solved.seats), solved.report
            answer |= {"value": seats[0], "first_player_wins": seats[0], "seats": seats}
            answer |= {"residual": report.residual, "mixed": report.circling, "regret": report.regret}
            if solved.players == 3:
                lines.append(
                    f"Of three players the first wins {seats[0]:.4%}, the second {seats[1]:.4%}, "
                    f"the third {seats[2]:.4%}."
                )
            else:
                answer["unsettled"] = report.circling
                lines.append("The seats win " + ", ".join(f"{share:.4%}" for share in seats) + ".")
            if report.circling:
                lines.append(
                    f"In {report.circling:,} states no fixed play is best against the others; there they mix "
                    f"(a mover could gain {report.regret:.1g} at most)."
                )
        case Rounds():
            first = solved.first_player_wins
            answer |= {"value": first, "first_player_wins": first, "tie": solved.tie}
            lines.append(
                f"The first of two players wins {first:.4%}; {solved.tie:.4%} of the games end in a tie."
            )
        case Solitaire():
            answer |= {"value": solved.chance, "chance": solved.chance, "expected": solved.expected}
            answer["distribution"] = {
                "chance": list(solved.chance_distribution.items()),
                "expected": list(solved.expected_distribution.items()),
            }
            lines.append(f"The goal is reached with a chance of {solved.chance:.4%} at best.")
            lines.append(f"Play for points brings {solved.expected:,.1f} at best.")
    answer |= extra or {}
    if as_json:
        print_json(answer)
        return
    if "fair" in answer:
        points, chance = answer["fair"]["compensation"], answer["fair"]["first_player_wins"]
        lines.append(
            f"Fairest head start for the second: {points:,} points (then {chance:.4%} for the first)."
        )
    click.echo(f"{rules.title}: {goal}")
    for line in lines:
        click.echo(line)
    source = "from a table" if from_table else f"solved in {solved.seconds:.1f} s"
    click.echo(f"{solved.states:,} states, {solved.positions:,} positions, {source}.")


def _texts(thresholds: dict[int, int | None]) -> dict[str, int | None]:
    return {str(dice): total for dice, total in thresholds.items()}


def _thresholds(thresholds: dict[int, int | None], title: str) -> list[str]:
    shown = {total: f"{total:,}" for total in thresholds.values() if total} | {None: "never", 0: "always"}
    parts = [f"{dice} dice {shown[total]}" for dice, total in thresholds.items()]
    return [f"{title}: {', '.join(parts)}.".replace("1 dice", "1 die")]
