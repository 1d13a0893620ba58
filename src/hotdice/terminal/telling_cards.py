"""Cards in words: what was played and what came of it, what lies in play, and what somebody still holds."""

from collections.abc import Iterator, Sequence

from hotdice.game import Event, PlayCard, State
from hotdice.game import events as e
from hotdice.game.cards import InPlay
from hotdice.game.views import still_holds
from hotdice.rules.deck import Card, Lasts, Target


def card_name(state: State, card: str) -> str:
    """The name of a card.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> card_name(new_game(load("munchkin-farkle"), 3), "jam")
    'Jam in the Dice Cup'
    """
    deck = state.rules.deck
    return deck.by_id[card].name if deck is not None else card


def tell_card_event(event: Event, before: State, names: Sequence[str]) -> str:
    """One sentence for an event of cards, or nothing where the next event says it better.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> tell_card_event(e.CardPlayed(0, "jam", 2, ()), state, ["Ann", "Bob", "Cleo"])
    'Ann: Jam in the Dice Cup, on Cleo.'
    """
    match event:
        case e.CardPlayed():
            return _played(event, before, names)
        case e.DiceTurned():
            shown = dict(zip(before.hand, before.faces, strict=True)) | dict(
                zip(event.dice, event.faces, strict=True)
            )
            return f"On the table now: {' '.join(str(shown[die]) for die in before.hand)}."
        case e.TurnPointsAdded():
            return f"{card_name(before, event.card)} adds {event.points:,} to the turn."
        case e.PointsMoved():
            if event.source < 0:
                return f"{names[event.taker]}: {event.points:,} points more."
            if event.taker < 0:
                return f"{names[event.source]}: {event.points:,} points fewer."
            return f"{event.points:,} points go from {names[event.source]} to {names[event.taker]}."
        case e.CardEnded():
            return f"{card_name(before, event.card)} of {names[event.owner]} is discarded."
        case e.GoldCounted():
            gold = [f"{name} {points:,}" for name, points in zip(names, event.gold, strict=True)]
            return f"Gold Pieces of unplayed cards: {', '.join(gold)}."
    return ""


def _played(event: e.CardPlayed, before: State, names: Sequence[str]) -> str:
    text = f"{names[event.seat]}: {card_name(before, event.card)}"
    if event.dice:
        shown = dict(zip(before.hand, before.faces, strict=True))
        text += f" with {' '.join(str(shown[die]) for die in event.dice)}"
    if event.target >= 0:
        text += f", on {names[event.target]}"
    if event.stopped_by:
        text += f". {card_name(before, event.stopped_by)} stops it; both are discarded"
    return f"{text}."


def describe_card(card: Card) -> str:
    """A card with its Gold Pieces in one line.

    >>> from hotdice.rules import load
    >>> describe_card(load("munchkin-farkle").deck.by_id["warm-up"])[:44]
    'That Was a Warm-Up (warm-up), 250 Gold Piece'
    """
    return f"{card.name} ({card.id}), {card.gold:,} Gold Pieces. {card.text}"


def in_play_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """Every ONGOING card on the table, a line each."""
    cards, deck = state.cards, state.rules.deck
    if cards is None or deck is None:
        return
    for entry in cards.in_play:
        yield _in_play(entry, deck.by_id[entry.card], names)


def _in_play(entry: InPlay, card: Card, names: Sequence[str]) -> str:
    whose = (
        names[entry.owner] if card.target is Target.SELF else f"{names[entry.owner]} on {names[entry.target]}"
    )
    match card.lasts:
        case Lasts.UNTIL_TRIGGERED:
            how_long = "until it is triggered"
        case Lasts.WHOLE_GAME:
            how_long = "to the end of the game"
        case _:
            how_long = "the last turn" if entry.turns == 1 else f"{entry.turns} turns left"
    return f"{card.name}: {whose}, {how_long}"


def holding_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """What every seat must still hold, as far as everybody can tell, a line each."""
    cards = state.cards
    if cards is None:
        return
    for seat, name in enumerate(names):
        held = still_holds(state, seat)
        if held is None:
            yield f"{name}: {len(cards.hands[seat])} card{'s' * (len(cards.hands[seat]) != 1)}"
        else:
            listed = ", ".join(card_name(state, card) for card in held) or "no card"
            yield f"{name}: {listed}"


def discard_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """Every discard pile, a line each: they are open to everybody at any time."""
    if state.cards is not None:
        for name, pile in zip(names, state.cards.discards, strict=True):
            yield f"{name}: {', '.join(card_name(state, card) for card in pile) or 'no card'}"


def find_plays(
    state: State, plays: Sequence[PlayCard], words: Sequence[str], names: Sequence[str]
) -> list[PlayCard]:
    """The plays that somebody's words mean: the beginning of a card's id or name, then target or dice.

    A target is a seat's number or name; dice are faces of the roll.

    >>> from hotdice.game import card_plays, new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> find_plays(state, card_plays(state), ["jam", "bob"], ["Ann", "Bob", "Cleo"])
    [PlayCard(seat=0, card='jam', target=1, dice=())]
    """
    for count in range(len(words), 0, -1):
        said = " ".join(words[:count]).lower()
        found = [play for play in plays if play.card == said]
        found = found or [play for play in plays if _begins(state, play.card, said)]
        if found and len({play.card for play in found}) == 1:
            rest = [word.lower() for word in words[count:]]
            return _aimed(state, found, rest, names)
    return []


def _begins(state: State, card: str, said: str) -> bool:
    return card.startswith(said) or card_name(state, card).lower().startswith(said)


def _aimed(state: State, plays: list[PlayCard], words: list[str], names: Sequence[str]) -> list[PlayCard]:
    if not words:
        return plays
    shown = dict(zip(state.hand, state.faces, strict=False))
    said = " ".join(words)
    faces = sorted(said.replace(" ", "").replace(",", ""))
    fitting = [play for play in plays if play.dice and sorted(str(shown[die]) for die in play.dice) == faces]
    if fitting:
        return fitting
    return [
        play
        for play in plays
        if play.target >= 0 and (said == str(play.target + 1) or names[play.target].lower().startswith(said))
    ]
