"""Farkle online in words: the same telling as at a keyboard, with cards where the sheet has them."""

import click

from hotdice.game import (
    Bank,
    Command,
    Event,
    PassWindow,
    Phase,
    PlayCard,
    Resign,
    Roll,
    State,
    Step,
    card_plays,
    evolve,
    keep_faces,
    new_game,
)
from hotdice.game.views import view as seen_by
from hotdice.match import wire
from hotdice.match.kinds import KINDS
from hotdice.rules import resolve
from hotdice.terminal.online_tale import UNKNOWN
from hotdice.terminal.telling import need, spaced, tell
from hotdice.terminal.telling_cards import (
    card_name,
    describe_card,
    find_plays,
    holding_lines,
    in_play_lines,
)

HELP = """  roll               keep 145 [roll|bank]        bank
  card NAME          play a card                 pass              let a moment for a card go by
  cards              your cards and those in play"""


class FarkleTale:
    """A table of Farkle."""

    help = HELP

    def __init__(self) -> None:
        self.state: State | None = None

    def begin(self, view: wire.TableView) -> None:
        """The game begins."""
        self.state = new_game(resolve(view.rules), len(view.chairs))

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
        """The totals, or the cards."""
        if word not in ("score", "cards"):
            return False
        if self.state is None:
            raise ValueError("The game has not begun.")
        if word == "score":
            show_totals(self.state, names)
        else:
            show_cards(self.state, view.seat, names)
        return True

    def move(self, word: str, rest: list[str], view: wire.TableView, names: list[str]) -> Command:
        """The move that words mean."""
        if self.state is None or view.seat is None:
            raise ValueError("The game has not begun. 'help' lists the words.")
        return move_of(self.state, view.seat, word, rest, names)


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
    if state.step is Step.KEEP:
        keeps = state.rules.table.options(state.faces).options
        best = ", ".join(f"{option.keep} ({option.points:,})" for option in keeps[:6])
        click.echo(f"Your dice: {spaced(state.faces)}. Keep one of: {best}")
    elif state.step in (Step.FARKLE, Step.STOP):
        click.echo("A card may be played now: card NAME, or pass.")
    else:
        total = f" {state.turn_total:,} so far." if state.turn_total else ""
        click.echo(f"Your turn.{total} {need(state)}".rstrip())
    playable = dict.fromkeys(card_name(state, play.card) for play in card_plays(state))
    if playable:
        click.echo(f"Cards: {', '.join(playable)}.")


def show_totals(state: State, names: list[str]) -> None:
    """The score sheet."""
    for name, seat in zip(names, state.seats, strict=True):
        click.echo(f"  {name:<20} {seat.total:>8,}")


def show_cards(state: State, seat: int | None, names: list[str]) -> None:
    """The own hand, what lies in play, and what others must still hold."""
    deck = state.rules.deck
    if state.cards is None or deck is None:
        raise ValueError("This sheet is played without cards.")
    seen = seen_by(state, seat)
    assert seen.cards is not None
    if seat is not None:
        for card in seen.cards.hands[seat]:
            click.echo(f"  {describe_card(deck.by_id[card])}")
    for line in in_play_lines(seen, names):
        click.echo(f"  In play: {line}.")
    for line in holding_lines(seen, names):
        click.echo(f"  Still in hand, by what was played: {line}.")


def move_of(state: State, seat: int, word: str, rest: list[str], names: list[str]) -> Command:
    """The move that words mean.

    Raises:
        ValueError: they mean none, with a sentence.
    """
    match word:
        case "" | "roll" | "r":
            return Roll(seat)
        case "bank" | "b":
            return Bank(seat)
        case "pass" | "p":
            return PassWindow(seat)
        case "resign":
            return Resign(seat)
        case "card":
            return _card(state, seat, rest, names)
    faces = rest[0] if word in ("keep", "k") and rest else word
    then = (rest[1:] if word in ("keep", "k") else rest)[:1]
    if not faces.isdigit() or then not in ([], ["roll"], ["bank"]):
        raise ValueError(UNKNOWN)
    return keep_faces(state, faces, then[0] if then else "")  # type: ignore[arg-type]


def _card(state: State, seat: int, words: list[str], names: list[str]) -> PlayCard:
    if state.rules.deck is None:
        raise ValueError("This sheet is played without cards.")
    if not words:
        raise ValueError("Say which: card jam Bob, or card wobbly 34. 'cards' lists them.")
    plays = find_plays(state, card_plays(state), words, names) if state.mover == seat else []
    if len(plays) > 1:
        asked = "whom: a player's name" if plays[0].target >= 0 else "which dice: faces of the roll"
        raise ValueError(f"{card_name(state, plays[0].card)} asks {asked} behind the card.")
    if plays:
        return plays[0]
    known = [PlayCard(seat, card.id) for card in state.rules.deck.cards]
    found = find_plays(state, known, words[:1], names)
    return found[0] if found else PlayCard(seat, " ".join(words)[:60])  # the referee says why not
