"""The Munchkin Dice table online in words: a numbered list of moves, as at a keyboard."""

import textwrap

import click

from hotdice.match import wire
from hotdice.match.games.munchkin import TableView
from hotdice.match.kinds import KINDS
from hotdice.munchkin import Command, State, Story, resolve
from hotdice.munchkin import commands as c
from hotdice.munchkin.events import TurnBegan
from hotdice.munchkin.notation import command_of
from hotdice.munchkin.strength import heroes_strength, monsters_strength
from hotdice.terminal.munchkin_moves import Moves, card_line
from hotdice.terminal.munchkin_words import table_lines
from hotdice.terminal.online_tale import UNKNOWN

_MOST_MOVES = 14


class MunchkinTale:
    """A table whose other hands are hidden."""

    help = """  3, or door         a move by its number or its word; moves lists them, all: the whole list
  table              everybody's level and cards in play     hand     your cards
  card ID            what a card does"""

    def __init__(self) -> None:
        self._turn_shown = -1

    def begin(self, view: wire.TableView) -> None:
        """The cards are dealt; what is seen of them comes with the view."""

    def tell(self, line: wire.News, view: wire.TableView, names: list[str]) -> None:
        """Tell what happened, as far as this seat may see it."""
        story = Story(resolve(view.rules), names)
        for event in KINDS[view.kind].unpack(line.events):
            sentence = story.tell(event)
            if sentence:
                click.echo(("\n" if isinstance(event, TurnBegan) else "") + sentence)

    def _shown(self, view: wire.TableView) -> TableView:
        shown: TableView = KINDS[view.kind].read_view(view.game)
        return shown

    def prompt(self, view: wire.TableView, names: list[str]) -> Command | None:
        """List the moves; where there is nothing to answer with, let the window go by."""
        shown = self._shown(view)
        if view.seat is None or not shown.legal:
            return None
        if shown.legal == (c.Pass(view.seat),):
            return shown.legal[0]
        state = shown.state
        if self._turn_shown != state.turn and state.mover == view.seat:
            self._turn_shown = state.turn
            self._table(state, view.seat, names)
        self._moves(shown, view.seat, names)
        return None

    def _moves(self, shown: TableView, seat: int, names: list[str], *, whole: bool = False) -> None:
        fight = shown.state.fight
        if fight is not None:
            heroes, monsters = heroes_strength(shown.state, fight), monsters_strength(shown.state, fight)
            click.echo(f"  The fight: heroes {heroes}, monsters {monsters}.")
        if not shown.legal:
            click.echo("Nothing is awaited of you now.")
            return
        lines = Moves(shown.state, seat, shown.legal, names).lines()
        most = len(lines) if whole or len(lines) <= _MOST_MOVES + 1 else _MOST_MOVES
        for line in lines[:most]:
            click.echo(line)
        if len(lines) > most:
            click.echo(f"  and {len(lines) - most} more, up to {len(lines)}: type all to see them")
        click.echo("Your move: a number, or a word.")

    def _table(self, state: State, seat: int | None, names: list[str]) -> None:
        for line in table_lines(state, names):
            click.echo(line)
        if seat is not None:
            self._hand(state, seat)

    def _hand(self, state: State, seat: int) -> None:
        hand = state.seats[seat].hand
        text = f"Your hand: {', '.join(hand) if hand else 'empty'}"
        click.echo(textwrap.fill(text, 78, initial_indent="  ", subsequent_indent="    "))

    def show(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> bool:
        """The table, the hand, a card, the moves."""
        if word not in ("score", "table", "hand", "card", "moves", "all", ""):
            return False
        if word == "card":
            card = resolve(view.rules).by_id.get("-".join(rest).lower())
            click.echo(card_line(card) if card else "Say which: card good-hammer")
            return True
        if bytes(view.game) == b"null":
            raise ValueError("The game has not begun.")
        shown = self._shown(view)
        if word in ("score", "table"):
            self._table(shown.state, view.seat, names)
        elif view.seat is None:
            raise ValueError("You watch this game.")
        elif word == "hand":
            self._hand(shown.state, view.seat)
        else:
            self._moves(shown, view.seat, names, whole=word == "all")
        return True

    def move(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> Command:
        """The move that a number or a word means."""
        if view.seat is None or bytes(view.game) == b"null":
            raise ValueError("The game has not begun. 'help' lists the words.")
        said = "=".join([word, *rest]).lower()
        if said.isascii() and said.isdigit() and len(said) < 4:
            moves = self._shown(view).legal
            if not 1 <= int(said) <= len(moves):
                raise ValueError(f"The moves are 1 to {len(moves)}." if moves else "It is not your move.")
            return moves[int(said) - 1]
        command = command_of(said, view.seat)
        if command is None or not isinstance(command, c.Move):
            raise ValueError(UNKNOWN)
        return command
