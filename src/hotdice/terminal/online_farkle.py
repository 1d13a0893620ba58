"""Farkle online in words: the same telling as at a keyboard, with cards where the sheet has them."""

import click

from hotdice.game import Command, Event, Phase, State, Step, evolve
from hotdice.match import wire
from hotdice.match.games.farkle import first_state
from hotdice.match.kinds import KINDS
from hotdice.terminal.farkle_words import asked_lines, card_lines, move_of, rules_lines
from hotdice.terminal.plain_extras import status, who_leads
from hotdice.terminal.score_sheet import standings
from hotdice.terminal.telling import need, spaced, tell

SHOWN = ("score", "cards", "rules", "status", "leads")
HELP = """  roll               keep 145 [roll|bank]        bank
  card NAME          play a card                 pass              let a moment for a card go by
  cards              your cards and those in play
  status, leads      where we are, who is ahead  rules             the sheet in words"""


class FarkleTale:
    """A table of Farkle."""

    help = HELP

    def __init__(self) -> None:
        self.state: State | None = None

    def begin(self, view: wire.TableView) -> None:
        """The game begins."""
        self.state = first_state(view.rules, len(view.chairs), view.options)

    def tell(self, line: wire.News, view: wire.TableView, names: list[str]) -> None:
        """Tell what was played."""
        for event in KINDS[view.kind].unpack(line.events):
            assert self.state is not None
            self.state = tell_event(self.state, event, names)

    def prompt(self, view: wire.TableView, names: list[str]) -> None:
        """Say what is awaited."""
        if self.state is not None and self.state.mover == view.seat:
            prompt(self.state)

    def show(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> bool:
        """Show how the game stands."""
        if self.state is not None:
            return show(self.state, word, view.seat, names)
        if word in SHOWN:
            raise ValueError("The game has not begun.")
        return False

    def move(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> Command:
        """The move that words mean."""
        if self.state is None or view.seat is None:
            raise ValueError("The game has not begun. 'help' lists the words.")
        return move_of(self.state, view.seat, [word, *rest] if word else [], names)


def tell_event(state: State, event: Event, names: list[str], before: str = "") -> State:
    """Tell one event; the state after it."""
    after = evolve(state, event)
    text = tell(event, state, after, names)
    if text:
        click.echo(before + text)
    return after


def prompt(state: State) -> None:
    """Say what is awaited of the mover."""
    if state.phase is Phase.ROLL_OFF:
        click.echo("Who begins? Type roll for your die.")
        return
    if state.step is Step.ROLL:
        click.echo(f"Your turn. {need(state)}".rstrip())
    elif state.step in (Step.FARKLE, Step.STOP):
        click.echo("A card may be played now: card NAME, or pass.")
    if state.step is Step.KEEP:
        click.echo(f"Your dice: {spaced(state.faces)}.")
    for line in asked_lines(state):
        click.echo(line)


def show(state: State, word: str, seat: int | None, names: list[str]) -> bool:
    """Show what is asked for: the totals, the cards, the sheet; False where the word means something else."""
    match word:
        case "score":
            lines = standings(state, names)
        case "cards":
            lines = card_lines(state, seat, names)
        case "rules":
            lines = rules_lines(state.rules)
        case "status":
            lines = [status(state, names)]
        case "leads":
            lines = [who_leads(state, names)]
        case _:
            return False
    for line in lines:
        click.echo(line)
    return True
