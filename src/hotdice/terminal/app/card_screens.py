"""Pages for cards: a hand to choose from, whom to aim at, which dice, and a cover between two people."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hotdice.game import PlayCard, State, card_plays, verify
from hotdice.game.playing_cards import moments, targets
from hotdice.rules.deck import Card
from hotdice.terminal.app.bindings import NUMBERS, bound
from hotdice.terminal.app.palette import card_paint
from hotdice.terminal.app.seats import colour_of
from hotdice.terminal.app.text_screens import ActionLine
from hotdice.terminal.app.tray import Tray


def why_not(state: State, seat: int, card: Card) -> str:
    """Why a card of a hand cannot be played now, or nothing.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3, first=0)
    >>> deck = state.rules.deck.by_id
    >>> why_not(state, 0, deck["pantry"]), why_not(state, 0, deck["jam"]), why_not(state, 1, deck["jam"])
    ('Out Through the Pantry is played on a Farkle.', '', 'It is not your turn.')
    """
    if seat != state.mover:
        return "It is not your turn."
    if any(play.card == card.id for play in card_plays(state)):
        return ""
    refusal = verify(state, PlayCard(seat, card.id))
    if refusal is None:
        return ""
    if refusal.code == "no_such_target" and not targets(state, card):
        return f"There is nobody whom {card.name} could be aimed at."
    return refusal.sentence


class HandScreen(ModalScreen[str | None]):
    """The cards of a seat; it gives the one to play. Without a turn it is only for looking."""

    BINDINGS = bound("escape,q,c close Close")

    def __init__(self, state: State, seat: int, name: str) -> None:
        super().__init__()
        deck, cards = state.rules.deck, state.cards
        assert deck is not None
        assert cards is not None
        self.hand = [deck.by_id[card] for card in cards.hands[seat]]
        self.faults = [why_not(state, seat, card) for card in self.hand]
        self.heading = "Your cards" if name == "You" else f"The cards of {name}"
        self.colour = colour_of(state, seat)

    def compose(self) -> ComposeResult:
        """A list, and the whole card under it."""
        with Vertical(classes="box"):
            paint = card_paint(self.colour, dark=self.app.current_theme.dark)
            heading = Text(f"{self.heading}  ").append(self.colour, f"bold {paint}".strip())
            yield Static(heading, classes="heading")
            yield OptionList(
                *(self._option(card, fault) for card, fault in zip(self.hand, self.faults, strict=True)),
                id="hand-list",
            )
            yield Static("You hold no card." if not self.hand else "", id="card-text", classes="about")
            yield ActionLine("Enter plays the card, Escape closes", "screen.close")

    def _option(self, card: Card, fault: str) -> Option:
        text = Text(f"{'  ' if fault else '▸ '}{card.name}", style="" if fault else "bold")
        gold = f"{card.gold:>5,} gold"
        text.append(" " * max(2, 40 - text.cell_len)).append(gold, "not bold")
        return Option(text, id=card.id)

    def on_mount(self) -> None:
        """The first card that may be played lies under the cursor."""
        found = self.query_one(OptionList)
        if self.hand:
            found.highlighted = next((place for place, fault in enumerate(self.faults) if not fault), 0)
        found.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The text of the card under the cursor, and whether it may be played."""
        card, fault = self.hand[event.option_index], self.faults[event.option_index]
        text = Text(f"{card.text}\n")
        text.append(f"Played {moments(card)}. Unplayed it is worth {card.gold:,} Gold Pieces.\n", "italic")
        self.query_one("#card-text", Static).update(text.append(fault or "You may play it now.", "bold"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play it, if that is allowed; the reason stands under the list if not."""
        if not self.faults[event.option_index]:
            self.dismiss(event.option.id)

    def action_close(self) -> None:
        """Play nothing."""
        self.dismiss(None)


class DiceQuestion(ModalScreen[tuple[int, ...] | None]):
    """Which dice of the roll a card works on; it gives their places."""

    BINDINGS = bound("escape,q cancel Cancel | enter done Done", NUMBERS)

    def __init__(self, card: Card, faces: Sequence[int], chosen: frozenset[int]) -> None:
        super().__init__()
        self.card = card
        self.faces = tuple(faces)
        low, high = card.dice_to_choose
        self.low, self.high = low, min(high, len(faces))
        self.chosen = chosen if low <= len(chosen) <= self.high else frozenset()

    def compose(self) -> ComposeResult:
        """The card, and the dice to choose from."""
        count = "one die" if self.high == 1 else f"{self.low} to {self.high} dice"
        with Vertical(classes="box"):
            yield Static(Text(self.card.name), classes="heading")
            yield Static(Text(self.card.text), classes="about")
            yield Tray(id="throw-again")
            yield Static(f"Choose {count} by number or mouse.", classes="quiet")
            yield ActionLine("Enter plays the card", "screen.done")
            yield ActionLine("Escape keeps it", "screen.cancel")

    def on_mount(self) -> None:
        """Show the dice."""
        self._show()

    def _show(self) -> None:
        self.query_one(Tray).show(self.faces, chosen=self.chosen)

    def action_pick(self, place: int) -> None:
        """Choose a die, or put it back; where one is asked for, the last choice counts."""
        if place >= len(self.faces):
            return
        if place in self.chosen:
            self.chosen = self.chosen - {place}
        elif self.high == 1:
            self.chosen = frozenset({place})
        elif len(self.chosen) < self.high:
            self.chosen = self.chosen | {place}
        self._show()

    def on_tray_picked(self, event: Tray.Picked) -> None:
        """A click on a die."""
        self.action_pick(event.place)

    def action_done(self) -> None:
        """Play the card with the chosen dice."""
        if self.low <= len(self.chosen) <= self.high:
            self.dismiss(tuple(sorted(self.chosen)))

    def action_cancel(self) -> None:
        """Keep the card."""
        self.dismiss(None)


class HandOver(ModalScreen[None]):
    """Covers the table until the next person sits at the keyboard, so that nobody sees a foreign hand."""

    BINDINGS = bound("enter ready Ready")

    def __init__(self, name: str) -> None:
        super().__init__()
        self.player = name

    def compose(self) -> ComposeResult:
        """A word to the next person."""
        with Vertical(classes="box small"):
            yield Static(Text(f"Pass the keyboard to {self.player}"), classes="heading")
            yield Static(Text(f"{self.player}, press Enter or click when only you look."), classes="about")

    def on_click(self) -> None:
        """A click will do, too."""
        self.action_ready()

    def action_ready(self) -> None:
        """Show the table."""
        self.dismiss(None)
