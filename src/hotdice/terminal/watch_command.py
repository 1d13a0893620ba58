"""`hotdice watch`: one game between bots, move by move."""

import sys
import time

import click

from hotdice.game import Event, Refusal, State, Step, events, new_game, play
from hotdice.players import IllegalMove, make
from hotdice.terminal import completing
from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.options import bots_option, fail, load_or_fail, set_option


@click.command()
@click.argument("rules", shell_complete=completing.sheets)
@bots_option
@click.option("--seed", default="0", show_default=True, metavar="S", help="The seed of the dice, any text.")
@click.option(
    "--game", type=int, default=0, show_default=True, metavar="K", help="Game number K of that seed."
)
@click.option(
    "--pause", type=float, metavar="SECONDS", help="Wait after each line  [default: 0.3 on a terminal]"
)
@set_option
def command(
    rules: str, names: str, seed: str, game: int, pause: float | None, settings: tuple[str, ...]
) -> None:
    """Show one game move by move: game K of `hotdice simulate` with the same seed and bots."""
    found = load_or_fail(rules, settings)
    if game < 0:
        fail("--game is 0 or more")
    if pause is not None and not 0 <= pause <= 60:
        fail("--pause is from 0 to 60 seconds")
    bots = [name.strip() for name in names.split(",")]
    wait = pause if pause is not None else 0.3 if sys.stdout.isatty() else 0.0
    from hotdice.arena.course import MOST_TURNS
    from hotdice.arena.dice import GameDice

    try:
        players = [make(bot) for bot in bots]
        state = new_game(found, len(bots), first=0)
        note_champions(found, bots)
        dice = GameDice(seed, game)
        click.echo(f"{found.title}: " + ", ".join(f"seat {n} {bot}" for n, bot in enumerate(bots, 1)))
        while not state.over and state.turn <= MOST_TURNS:
            move = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
            result = play(state, move)
            if isinstance(result, Refusal):
                raise IllegalMove(move, result)
            before, (state, happened) = state, result
            for event in happened:
                line = tell(before, event, bots)
                if line:
                    click.echo(line)
                    time.sleep(wait)
    except (ValueError, IllegalMove) as error:
        fail(str(error))
    totals = ", ".join(f"{bot} {total:,}" for bot, total in zip(bots, state.totals, strict=True))
    click.echo(f"\n{totals}. " + _winners(state, bots))


def tell(before: State, event: Event, bots: list[str]) -> str:
    """One event as a line, or nothing where it needs none.

    >>> from hotdice.rules import load
    >>> tell(new_game(load("classic"), 2), events.Banked(0, 550), ["greedy", "cautious"])
    '  banks 550'
    """
    match event:
        case events.TurnBegan(seat=seat, round=number):
            return f"\nRound {number}, {bots[seat]} (seat {seat + 1}) at {before.seats[seat].total:,}"
        case events.DiceRolled(faces=faces):
            first = f"\nRound 1, {bots[0]} (seat 1) at 0\n" if before.turn == 1 and before.roll == 1 else ""
            return f"{first}  rolls {' '.join(map(str, faces))}"
        case events.DiceKept(faces=faces, points=points):
            total = before.turn_total + points
            return f"  keeps {' '.join(map(str, sorted(faces)))} for {points:,}, turn {total:,}"
        case events.Banked(points=points):
            return f"  banks {points:,}"
        case events.Farkled(lost=lost, penalty=penalty):
            return f"  farkle, {lost:,} lost" + (f" and {penalty:,} more" if penalty else "")
        case events.TurnTimedOut():
            return "  loses the turn"
        case events.LastTurnsBegan(trigger=seat):
            return f"\n{bots[seat]} has reached the target: last turns"
        case events.PlayOffBegan():
            return "\nA tie: the tied play on"
    return ""


def _winners(state: State, bots: list[str]) -> str:
    if not state.over:
        return "Nobody has won by now; the game was broken off."
    names = [f"{bots[seat]} (seat {seat + 1})" for seat in state.winners]
    if not names:
        return "The goal is missed."
    return f"{names[0]} wins." if len(names) == 1 else " and ".join(names) + " share the win."
