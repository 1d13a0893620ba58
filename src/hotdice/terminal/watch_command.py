"""`hotdice watch`: one game between bots, move by move."""

import sys
import time

import click

from hotdice.game import Refusal, State, Step, events, new_game, play
from hotdice.players import IllegalMove, make
from hotdice.terminal import completing
from hotdice.terminal.champion_note import note_champions
from hotdice.terminal.options import bots_option, fail, load_or_fail, set_option
from hotdice.terminal.telling import told


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
        click.echo(header(state, bots))
        while not state.over and state.turn <= MOST_TURNS:
            move = dice.throw(state) if state.step is Step.WAIT else players[state.mover].choose(state)
            result = play(state, move)
            if isinstance(result, Refusal):
                raise IllegalMove(move, result)
            for event, _, text, after in told(result[1], state, bots):
                line = header(after, bots) if isinstance(event, events.TurnBegan) else f"  {text}"
                if text or isinstance(event, events.TurnBegan):
                    click.echo(line)
                    time.sleep(wait)
            state = result[0]
    except (ValueError, IllegalMove) as error:
        fail(str(error))
    totals = ", ".join(f"{bot} {total:,}" for bot, total in zip(bots, state.totals, strict=True))
    click.echo(f"\n{totals}. " + _winners(state, bots))


def header(state: State, bots: list[str]) -> str:
    """The line above a turn.

    >>> from hotdice.rules import load
    >>> header(new_game(load("classic"), 2), ["greedy", "cautious"]).strip()
    'Round 1, greedy (seat 1) at 0'
    """
    total = state.seats[state.mover].total
    return f"\nRound {state.round}, {bots[state.mover]} (seat {state.mover + 1}) at {total:,}"


def _winners(state: State, bots: list[str]) -> str:
    if not state.over:
        return "Nobody has won by now; the game was broken off."
    names = [f"{bots[seat]} (seat {seat + 1})" for seat in state.winners]
    if not names:
        return "The goal is missed."
    return f"{names[0]} wins." if len(names) == 1 else " and ".join(names) + " share the win."
