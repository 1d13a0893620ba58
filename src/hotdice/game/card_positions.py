"""The cards of a position as text: the part behind the seven fields of every position.

    0-47_1-_2-5~1.6.3.2~p.d5

says: the seats have the first three colours of the deck; seat 1 has discarded cards 4 and 7, seat 2
nothing, seat 3 card 5 (a card's number in the deck, one character from 0 to z); a card 6 of seat 1 lies on
seat 3 for two more turns (`-` where nothing lies in play, an `n` where turns do not count); the mover has
played this turn's card and has five dice. Behind that may stand `r` after the `p` (a card says that the
mover must roll), `.o1` (the next roll leaves out a die, `.o-1`: one joins it) and `.a13` (the first and third
die of the roll are in the air again). Hands are not written: they are what is left of the colours.
"""

import re

from msgspec.structs import replace

from hotdice.game.cards import Cards, InPlay
from hotdice.game.state import State
from hotdice.rules import MAX_DICE
from hotdice.rules.deck import Card, Deck, Lasts

_CARD = "0123456789abcdefghijklmnopqrstuvwxyz"
_DIE = "0123456789a"
_SEAT = re.compile(r"([0-9a-j])-([0-9a-z]{0,36})")
_IN_PLAY = re.compile(r"(\d{1,2})\.([0-9a-z])\.(\d{1,2})\.(n|\d{1,2})")
_TURN = re.compile(r"([pf])(r?)\.d(\d{1,2})(?:\.o(-?\d{1,2}))?(?:\.a([1-9a]{1,10}))?")


class PositionError(ValueError):
    """A text that is not a position, with the reason."""


def print_cards(state: State) -> str:
    """The three fields of a position with cards.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> print_cards(new_game(load("munchkin-farkle"), 3))
    '0-_1-_2-~-~f.d6'

    Raises:
        PositionError: somebody's colour is hidden in this view, so there is no whole position.
    """
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return ""
    if -1 in cards.colours:
        raise PositionError("this view hides a colour, so there is no whole position")
    seats = "_".join(
        f"{_CARD[colour]}-{_cards(deck, pile)}"
        for colour, pile in zip(cards.colours, cards.discards, strict=True)
    )
    in_play = "_".join(
        f"{entry.owner + 1}.{_cards(deck, (entry.card,))}.{entry.target + 1}."
        + ("n" if entry.turns < 0 else str(entry.turns))
        for entry in cards.in_play
    )
    turn = f"{'p' if cards.played else 'f'}{'r' if cards.must_roll else ''}.d{state.turn_dice}"
    turn += f".o{cards.owed}" if cards.owed else ""
    if cards.again:
        turn += ".a" + "".join(_DIE[state.hand.index(die) + 1] for die in cards.again)
    return f"{seats}~{in_play or '-'}~{turn}"


def _cards(deck: Deck, pile: tuple[str, ...]) -> str:
    return "".join(_CARD[deck.order[card]] for card in pile)


def parse_cards(state: State, fields: list[str]) -> State:
    """The state with the cards that the three fields describe; dice in the air again are still places.

    Raises:
        PositionError: they describe none that a game can reach.
    """
    deck = state.rules.deck
    if deck is None:
        return state
    seats = [_SEAT.fullmatch(part) for part in fields[0].split("_")]
    found = [match for match in seats if match is not None]
    if len(found) != len(state.seats):
        raise PositionError("the cards of a seat are COLOUR-DISCARDS, one for each seat")
    colours = tuple(_CARD.index(match[1]) for match in found)
    if len(set(colours)) != len(colours) or max(colours) >= len(deck.colours):
        raise PositionError("each seat has a colour of its own")
    discards = tuple(tuple(_card(deck, letter).id for letter in match[2]) for match in found)
    in_play = () if fields[1] == "-" else tuple(_in_play(state, part) for part in fields[1].split("_"))
    hands = tuple(
        _hand(deck.colours[colour].cards, pile, [entry.card for entry in in_play if entry.owner == seat])
        for seat, (colour, pile) in enumerate(zip(colours, discards, strict=True))
    )
    return _with_turn(replace(state, cards=Cards(colours, hands, discards, in_play)), fields[2])


def _card(deck: Deck, letter: str) -> Card:
    place = _CARD.index(letter)
    if place >= len(deck.cards):
        raise PositionError(f"the deck has {len(deck.cards)} cards, so none has the number {letter}")
    return deck.cards[place]


def _hand(colour: tuple[str, ...], pile: tuple[str, ...], laid: list[str]) -> tuple[str, ...]:
    gone = [*pile, *laid]
    if len(set(gone)) != len(gone) or not set(gone) <= set(colour):
        raise PositionError("a seat has each card of its colour once, in one place")
    return tuple(card for card in colour if card not in gone)


def _in_play(state: State, text: str) -> InPlay:
    deck, match = state.rules.deck, _IN_PLAY.fullmatch(text)
    if match is None or deck is None:
        raise PositionError(f"a card in play is OWNER.CARD.TARGET.TURNS, not {text[:20]!r}")
    owner, target = int(match[1]) - 1, int(match[3]) - 1
    card = _card(deck, match[2])
    for seat in (owner, target):
        if not 0 <= seat < len(state.seats) or state.seats[seat].gone:
            raise PositionError("a card in play belongs to a player and lies on one")
    if not card.ongoing or (owner == target) != (card.target == "self"):
        raise PositionError(f"{card.name} cannot lie there")
    counted = card.lasts in (Lasts.OWN_TURNS, Lasts.TARGETS_TURNS)
    turns = -1 if match[4] == "n" else int(match[4])
    if (turns < 0) == counted or turns == 0 or turns > card.turns:
        raise PositionError(f"{card.name} cannot lie there for that many turns")
    return InPlay(owner, card.id, target, turns)


def _with_turn(state: State, text: str) -> State:
    match, cards = _TURN.fullmatch(text), state.cards
    if match is None or cards is None:
        raise PositionError(f"the turn's cards are p or f, then .dDICE, not {text[:20]!r}")
    dice, owed = int(match[3]), int(match[4] or 0)
    if not 1 <= dice <= (len(state.weights) or MAX_DICE) or not -dice < owed <= MAX_DICE:
        raise PositionError(f"a turn has no {dice} dice")
    again = tuple(_DIE.index(letter) for letter in match[5] or "")
    if list(again) != sorted(set(again)):
        raise PositionError("dice that are thrown again are different numbers, ascending")
    cards = replace(cards, played=match[1] == "p", must_roll=bool(match[2]), owed=owed, again=again)
    if not cards.played and (cards.must_roll or owed > 0 or again):
        raise PositionError("what a card asks for needs a card that was played")
    return replace(state, cards=cards, turn_dice=dice)
