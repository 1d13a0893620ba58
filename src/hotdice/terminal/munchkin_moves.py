"""Moves of the Munchkin Dice table in words: a numbered list, and what a card does in one line."""

import textwrap
from collections.abc import Sequence

from hotdice.munchkin import Card, Command, Kind, Slot, State
from hotdice.munchkin import commands as c
from hotdice.munchkin.companion import MEANINGS
from hotdice.munchkin.notation import word_of
from hotdice.munchkin.story import face_name, harm_text

_ALWAYS: dict[type[Command], str] = {
    c.RollDie: "pay a level and roll the die",
    c.KickDoor: "kick down the door",
    c.LootRoom: "loot the room: a Door card, face down",
    c.EndTurn: "end the turn",
    c.Claim: "win the fight, if nobody interferes",
    c.Flee: "run away",
    c.Pass: "let it be",
    c.Decline: "exchange nothing",
    c.Sell: "sell for a level",
    c.Shed: "discard it",
    c.Drop: "discard it from play",
}
"""What some moves mean, whoever makes them with whatever card."""


class Moves:
    """The legal moves of a seat, numbered from 1.

    >>> from hotdice.munchkin import load, new_game
    >>> Moves(new_game(load(), 2), 0, (c.KickDoor(0),), ["Ann", "Bob"]).lines()
    ['   1  door                    kick down the door']
    """

    def __init__(self, state: State, seat: int, moves: Sequence[Command], names: Sequence[str]) -> None:
        self.commands = tuple(moves)
        self._state = state
        self._seat = seat
        self._names = names

    def numbered(self, number: int) -> Command | None:
        """The move with this number."""
        return self.commands[number - 1] if 1 <= number <= len(self.commands) else None

    def lines(self) -> list[str]:
        """Number, word and meaning of every move."""
        words = [word_of(self._state, command) for command in self.commands]
        width = min(max(len(word) for word in words), 26) if len(words) > 1 else 22
        return [
            textwrap.fill(
                f"  {number:>2}  {word:<{width}}  {self._meaning(command)}",
                78,
                subsequent_indent=" " * (width + 8),
                break_on_hyphens=False,
            )
            for number, (word, command) in enumerate(zip(words, self.commands, strict=True), 1)
        ]

    def told(self) -> list[str]:
        """Every move as words to choose from, without the word that one would type.

        >>> from hotdice.munchkin import load, new_game
        >>> moves = (c.KickDoor(0), c.Curse(0, "family-quarrel", 1), c.PlayCard(0, "good-deed"))
        >>> Moves(new_game(load(), 2), 0, moves, ["Ann", "Bob"]).told()[:2]
        ['Kick down the door', 'Family Quarrel: curse Bob']
        """
        found: list[str] = []
        for command in self.commands:
            meaning = self._meaning(command)
            cards: tuple[str, ...] = getattr(command, "cards", ()) or (getattr(command, "card", ""),)
            if isinstance(command, c.PlayCard | c.Trouble):
                verb = "Play" if isinstance(command, c.PlayCard) else "Look for trouble:"
                found.append(f"{verb} {meaning}")
            elif cards[0]:
                found.append(f"{', '.join(self._card(card) for card in cards)}: {meaning}")
            else:
                found.append(meaning[0].upper() + meaning[1:])
        return found

    def _card(self, card: str) -> str:
        return self._state.sheet.by_id[card].name

    def _meaning(self, command: Command) -> str:
        names = self._names
        match command:
            case c.TurnDie():
                return f"turn the die to {face_name(command.face)}"
            case c.Pick():
                return MEANINGS[command.face]
            case c.Take():
                return "from the deck" if command.source == "deck" else "the top discard"
            case c.Choose():
                return names[command.other]
            case c.Swap():
                theirs = f"the {self._card(command.theirs)} of {names[command.other]}"
                return f"{self._card(command.own)} for {theirs}"
            case c.Curse():
                return f"curse {names[command.target]}"
            case c.Boost():
                return f"{self._state.sheet.by_id[command.card].bonus} for the {command.side}"
            case c.Wander():
                return f"let {self._card(command.monster)} join the fight"
            case c.AskHelp():
                return f"ask {names[command.helper]} for help, for {command.treasures} of the Treasures"
            case c.Answer():
                return "help" if command.yes else "do not help"
            case c.Give():
                return f"give it to {names[command.to]}"
        if type(command) in _ALWAYS:
            return _ALWAYS[type(command)]
        card: str = command.card  # type: ignore[attr-defined]
        return card_line(self._state.sheet.by_id[card])


def card_line(card: Card) -> str:
    """What a card does, in one line.

    >>> from hotdice.munchkin import load
    >>> card_line(load().by_id["damp-sock"])
    'Damp Sock: monster, level 1, 1 Treasure; caught: lose a level'
    """
    match card.kind:
        case Kind.MONSTER:
            treasures = f"{card.treasures} Treasure{'s' if card.treasures != 1 else ''}"
            gain = f", {card.levels} levels" if card.levels > 1 else ""
            return f"{card.name}: monster, level {card.level}{gain}, {treasures}; caught: {harm_text(card)}"
        case Kind.ITEM:
            worn = "" if card.slot is Slot.NONE else f", {card.slot}"
            return f"{card.name}: item{worn}, +{card.bonus}, {card.value} gold"
        case Kind.BOOST:
            return f"{card.name}: once {card.bonus} for either side, {card.value} gold"
    return f"{card.name}: {card.kind}. {card.text}"
