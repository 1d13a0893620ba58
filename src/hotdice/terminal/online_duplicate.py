"""A duplicate match in words: the own board as it is played, the others when their turns are open."""

import click

from hotdice.game import Command, State, new_game
from hotdice.match import wire
from hotdice.match.games.boards import PLACE
from hotdice.match.games.duplicate import BoardsView
from hotdice.match.games.duplicate_record import board_names, board_rules, board_seats
from hotdice.match.kinds import KINDS
from hotdice.rules import resolve
from hotdice.terminal import online_farkle as farkle
from hotdice.terminal.farkle_words import move_of


class DuplicateTale:
    """Several boards with the same dice."""

    help = farkle.HELP + "\n  score              everybody's totals, as far as their turns are open"

    def __init__(self) -> None:
        self.boards: list[State] = []
        self._waiting = -1

    def begin(self, view: wire.TableView) -> None:
        """Every board begins."""
        rules = resolve(view.rules)
        start = new_game(board_rules(rules, view.kind), board_seats(rules, view.kind))
        self.boards = [start] * len(view.chairs)

    def _names(self, board: int, view: wire.TableView, names: list[str]) -> list[str]:
        return list(board_names(names[board], view.options.against, len(self.boards[board].seats)))

    def tell(self, line: wire.News, view: wire.TableView, names: list[str]) -> None:
        """Tell what was played: at the own board at once, at others when it is open."""
        for board, event in KINDS[view.kind].unpack(line.events):
            where = "" if board == view.seat else f"[{names[board]}] "
            called = self._names(board, view, names)
            self.boards[board] = farkle.tell_event(self.boards[board], event, called, where)

    def _shown(self, view: wire.TableView) -> BoardsView:
        shown: BoardsView = KINDS[view.kind].read_view(view.game)
        return shown

    def prompt(self, view: wire.TableView, names: list[str]) -> None:
        """Say what is awaited at the own board."""
        shown = self._shown(view)
        if view.seat is None or shown.own is None:
            return
        if shown.own.legal:
            farkle.prompt(self.boards[view.seat])
        elif shown.waiting and self._waiting != shown.open:
            self._waiting = shown.open
            click.echo("Your turn is over; the others are still at it.")

    def show(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> bool:
        """The totals of every board, or the own cards."""
        if word not in farkle.SHOWN:
            return False
        if not self.boards:
            raise ValueError("The game has not begun.")
        if word != "score":
            board = view.seat or 0
            return farkle.show(self.boards[board], word, PLACE, self._names(board, view, names))
        for name, line in zip(names, self._shown(view).boards, strict=True):
            others = f"  against {', '.join(f'{t:,}' for t in line.totals[1:])}" if line.totals[1:] else ""
            gone = "  (gave up)" if line.gone else ""
            click.echo(f"  {name:<20} {line.totals[0]:>8,}{others}{gone}")
        return True

    def move(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> Command:
        """The move that words mean at the own board."""
        if view.seat is None or not self.boards:
            raise ValueError("The game has not begun. 'help' lists the words.")
        called = self._names(view.seat, view, names)
        return move_of(self.boards[view.seat], PLACE, [word, *rest] if word else [], called)
