"""The table of a sheet with cards: the hand, the windows in which a card may be played, what lies in play."""

import textwrap

from rich.text import Text
from textual import work
from textual.widgets import Button, Static

from hotdice.game import PassWindow, Phase, PlayCard, State, Step, card_plays
from hotdice.game.playing_cards import targets
from hotdice.rules.deck import Deck, Hands
from hotdice.terminal.app.bindings import bound
from hotdice.terminal.app.card_screens import DiceQuestion, HandScreen
from hotdice.terminal.app.table_screen import TableScreen
from hotdice.terminal.app.text_screens import Question, TextScreen
from hotdice.terminal.app.tray import Tray
from hotdice.terminal.sitting import Sitting
from hotdice.terminal.telling_cards import card_name, holding_lines, in_play_lines

WINDOWS = (Step.FARKLE, Step.STOP)
"""Steps that wait for nothing but a card."""
HELP = """c            your cards: read them, and play one where you may
p            let the moment for a card go by
d            discard piles, cards in play, and what the others still hold
"""


def now_playable(state: State) -> list[str]:
    """The names of the cards that the mover may play now.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> now_playable(new_game(load("munchkin-farkle"), 3))[:2]
    ['Somebody Sat on One', 'Jam in the Dice Cup']
    """
    return [card_name(state, card) for card in dict.fromkeys(play.card for play in card_plays(state))]


def piles_text(state: State, names: tuple[str, ...]) -> str:
    """Everything about cards that lies open: in play, discarded, and so what is still held.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> print(piles_text(new_game(load("munchkin-farkle"), 3), ("Ann", "Ben", "Cleo"))[:28])
    In play
      nothing
    <BLANKLINE>
    Discarded
    """
    deck, cards = state.rules.deck, state.cards
    if deck is None or cards is None:
        return "This sheet is played without cards."
    rows = ["In play", *(_hanging(line) for line in in_play_lines(state, names))]
    if len(rows) == 1:
        rows.append("  nothing")
    rows += ["", "Discarded"]
    for seat, name in enumerate(names):
        place = cards.colours[seat]
        colour = f" ({deck.colours[place].name})" if place >= 0 else ""
        pile = ", ".join(card_name(state, card) for card in cards.discards[seat]) or "nothing"
        rows.append(_hanging(f"{name}{colour}: {pile}"))
    rows += ["", "Still in hand, by what was played"]
    return "\n".join([*rows, *(_hanging(line) for line in holding_lines(state, names))])


def _hanging(line: str) -> str:
    """A long line in rows that fit every screen, indented so that its beginning stands out."""
    return textwrap.fill(line, 52, initial_indent="  ", subsequent_indent="      ")


class CardTableScreen(TableScreen):
    """The table with cards. Hands of several people at one keyboard stay hidden until their turn."""

    BINDINGS = bound("c cards Cards | p pass (Pass) | d piles Discards")

    def __init__(self, session: Sitting) -> None:
        super().__init__(session)
        deck = session.state.rules.deck
        assert deck is not None
        self.deck: Deck = deck
        self.people = session.people
        self.looker = self.people[0] if len(self.people) == 1 else -1

    # Whose hand may be seen

    def _hidden(self) -> bool:
        return len(self.people) > 1 and self.deck.hands is Hands.FACE_DOWN

    def _viewer(self) -> int | None:
        """Whose hand the one at the keyboard may look at now."""
        if len(self.people) == 1:
            return self.people[0]
        mover = self.session.state.mover
        if self._person_moves() and (not self._hidden() or self.looker == mover):
            return mover
        return None

    def _hand_over(self, state: State) -> None:
        """Cover the table when another person comes to the keyboard."""
        if not self._hidden() or self.covered or state.phase not in (Phase.NORMAL, Phase.LAST):
            return
        seat = state.mover
        if self._person_moves() and self.looker != seat:
            self.cover(seat, self.names[seat], self._refresh)

    # Showing

    def _refresh(self) -> None:
        super()._refresh()
        state = self.shown
        mine = self._person_moves()
        self._show_in_play(state)
        self._show_hand(state, mine=mine)
        if mine and state.step in WINDOWS:
            roll, bank = self.query_one("#roll", Button), self.query_one("#bank", Button)
            roll.label, bank.label = "Play a card", "Let it go by"
            roll.disabled = bank.disabled = False
            if state.step is Step.FARKLE:
                self.query_one(Tray).show(state.faces, lost=True, message="Nothing scores. Play a card?")
            else:
                message = f"You stop with {state.turn_total:,}. Play a card?"
                self.query_one(Tray).show((), message=message)
        self._hand_over(self.session.state)

    def _show_in_play(self, state: State) -> None:
        lines = [f"In play  {line}" for line in in_play_lines(state, self.names)]
        room = 3 if self.size.height >= 24 else 1
        if len(lines) > room:
            lines = [*lines[: room - 1], f"In play  {len(lines) - room + 1} more cards; d shows them"]
        box = self.query_one("#in-play", Static)
        box.set_class(bool(lines), "-said")
        box.update(Text("\n".join(lines), overflow="ellipsis", no_wrap=True))

    def _show_hand(self, state: State, *, mine: bool) -> None:
        box = self.query_one("#hand", Static)
        box.set_class(not state.over, "-said")
        viewer = self._viewer()
        if state.cards is None or viewer is None:
            box.update("")
            return
        count = len(state.cards.hands[viewer])
        text = f"c  {count} card{'' if count == 1 else 's'}"
        if mine and viewer == state.mover:
            playable = ", ".join(now_playable(state))
            spent = "this turn's card is played" if state.cards.played else "none for this moment"
            text += f", now: {playable}" if playable else f", {spent}"
        box.update(Text(text, overflow="ellipsis", no_wrap=True))

    # Keys and clicks

    @work(exclusive=True, group="cards")
    async def action_cards(self) -> None:
        """Look at the hand; a card that is picked there is played."""
        state, viewer = self.session.state, self._viewer()
        if viewer is None:
            self.note = "Hands are hidden; yours can be seen in your turn."
            self._refresh()
            return
        card = await self.app.push_screen_wait(HandScreen(state, viewer, self.names[viewer]))
        if card is None or self.session.state is not state:
            return
        command = await self._aimed(state, card)
        if command is not None and self.session.state is state:
            self._do(command)

    async def _aimed(self, state: State, name: str) -> PlayCard | None:
        """The command for a card, once its target and its dice are chosen."""
        card = self.deck.by_id[name]
        target = -1
        foes = targets(state, card)
        if foes != (-1,):
            options = [
                (str(seat), f"{self.names[seat]}  {state.seats[seat].total:,} points") for seat in foes
            ]
            answer = await self.app.push_screen_wait(Question(card.name, "On whom?", options))
            if answer is None:
                return None
            target = int(answer)
        dice: tuple[int, ...] = ()
        if card.dice_to_choose[1]:
            places = await self.app.push_screen_wait(DiceQuestion(card, state.faces, self.chosen))
            if places is None:
                return None
            dice = tuple(state.hand[place] for place in places)
        return PlayCard(state.mover, name, target, dice)

    def action_pass(self) -> None:
        """Let the moment go by."""
        self._do(PassWindow(self.session.state.mover))

    def action_piles(self) -> None:
        """What lies open, and what follows from it."""
        self.app.push_screen(TextScreen("Cards on the table", piles_text(self.session.state, self.names)))

    def _in_window(self) -> bool:
        """Whether the moment is one for cards alone; the keys for dice then say what there is to do."""
        if self._person_moves() and self.session.state.step in WINDOWS:
            self.note = "c plays a card, p lets the moment go by."
            self._refresh()
            return True
        return False

    def action_roll(self) -> None:
        """Roll, where dice may be rolled."""
        if not self._in_window():
            super().action_roll()

    def action_bank(self) -> None:
        """Stop, where one may stop."""
        if not self._in_window():
            super().action_bank()

    def action_go(self) -> None:
        """The next obvious thing."""
        if self._person_moves() and self.session.state.step in WINDOWS:
            self.action_cards()
        else:
            super().action_go()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Clicks on the dock."""
        if self._person_moves() and self.session.state.step in WINDOWS:
            event.prevent_default()  # the table without cards has other meanings for these buttons
            self.action_cards() if event.button.id == "roll" else self.action_pass()

    def help_text(self) -> str:
        """The keys, those for cards first."""
        return HELP + super().help_text()
