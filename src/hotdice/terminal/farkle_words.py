"""A game of Farkle in words, at this keyboard and on a server alike: what is asked, shown and meant."""

from collections.abc import Callable, Sequence

from hotdice.game import (
    Bank,
    Command,
    Keep,
    PassWindow,
    PlayCard,
    Resign,
    Roll,
    State,
    Step,
    TakeOver,
    can,
    card_plays,
    keep_faces,
)
from hotdice.game.views import view as seen_by
from hotdice.rules import Option, Ruleset, describe, scoring_lines
from hotdice.terminal.options_told import left_over
from hotdice.terminal.plain_extras import options_sentence
from hotdice.terminal.telling_cards import (
    card_name,
    describe_card,
    discard_lines,
    find_plays,
    holding_lines,
    in_play_lines,
)

_SAID_ALONE: dict[str, Callable[[int], Command]] = {
    "roll": Roll, "r": Roll, "bank": Bank, "b": Bank, "take": TakeOver, "pass": PassWindow, "p": PassWindow,
    "resign": Resign,
}  # fmt: skip


def asked_lines(state: State, *, brief: bool = False) -> list[str]:
    """What the mover may decide about, a line each; the word that is asked for stands in the prompt.

    >>> from hotdice.game import parse_position
    >>> asked_lines(parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3"))
    ['  Turn 400; 3 dice left, 28 percent Farkle.']
    """
    lines = []
    if state.step is Step.KEEP:
        lines = [options_sentence(state, brief=brief)]
    elif state.step is Step.DECIDE:
        stop = "" if can(state, Bank(state.mover)) else " You cannot stop yet."
        lines = [f"  Turn {state.turn_total:,}; {left_over(state, len(state.hand), aloud=True)}.{stop}"]
    elif state.offer:
        lines = [f"  {taking(state)} roll: all dice, from nothing."]
    return lines + _playable_lines(state)


def taking(state: State) -> str:
    """What the word `take` would do for the mover, to whom dice and points are offered.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> from msgspec.structs import replace
    >>> taking(replace(new_game(load("classic"), 2), offer=550, offered=(1, 2, 3)))
    'take: 550 points go on with 3 dice left, 28 percent Farkle.'
    """
    dice = left_over(state, len(state.offered), aloud=True)
    return f"take: {state.offer:,} points go on with {dice}."


def _playable_lines(state: State) -> list[str]:
    deck = state.rules.deck
    if deck is None:
        return []
    playable = [deck.by_id[card] for card in dict.fromkeys(play.card for play in card_plays(state))]
    if state.step in (Step.FARKLE, Step.STOP):
        return [row for card in playable for row in (f"  You hold {card.name}. Play it?", f"    {card.text}")]
    return [f"  Cards: {', '.join(card.name for card in playable)}."] if playable else []


def card_lines(state: State, seat: int | None, names: Sequence[str]) -> list[str]:
    """The hand of a seat, what lies in play, what others must still hold, and every discard pile.

    Raises:
        ValueError: the sheet has no cards.
    """
    deck = state.rules.deck
    if state.cards is None or deck is None:
        raise ValueError("This sheet is played without cards.")
    seen = seen_by(state, seat)
    assert seen.cards is not None
    playable = {play.card for play in card_plays(state)} if seat == state.mover else set()
    hand = seen.cards.hands[seat] if seat is not None else ()
    lines = [f" {'*' if card in playable else ' '} {describe_card(deck.by_id[card])}" for card in hand]
    if playable:
        lines.append("  * may be played now.")
    lines += [f"  In play: {line}." for line in in_play_lines(seen, names)]
    lines += [f"  Still in hand, by what was played: {line}." for line in holding_lines(seen, names)]
    return lines + [f"  Discarded: {line}." for line in discard_lines(seen, names)]


def rules_lines(rules: Ruleset) -> list[str]:
    """The sheet in words, then what scores."""
    said = [f"- {sentence}" for sentence in describe(rules)]
    return [rules.title, *said, *(f"  {what}: {points}" for what, points in scoring_lines(rules))]


def move_of(state: State, seat: int, words: Sequence[str], names: Sequence[str]) -> Command:
    """The move that words mean: `roll`, `145`, `keep 1 4 5 bank`, the letter of an option, `card jam Bob`.

    >>> from hotdice.game import parse_position
    >>> state = parse_position("playmonster~r9~s1~m1~n~9000.0.y_9500.0.y~t400.3.155")
    >>> move_of(state, 0, ["a", "bank"], ["Ann", "Bob"]).dice
    (1, 2, 3)

    Raises:
        ValueError: they mean none, with a sentence.
    """
    word = words[0].lower() if words else ""
    if is_letter(state, word):
        return _keep(state, seat, words)
    if not words:
        if state.step is Step.ROLL:
            return Roll(seat)
        raise ValueError("Type a word; help lists them.")
    if word in _SAID_ALONE:
        return _SAID_ALONE[word](seat)
    if word == "card":
        return _card(state, seat, words[1:], names)
    if word in ("keep", "k"):
        return _keep(state, seat, words[1:])
    if set(word) <= set("1234567"):
        return _keep(state, seat, words)
    raise ValueError(f"I do not know {' '.join(words)[:40]!r}; help lists the words.")


def is_letter(state: State, word: str) -> bool:
    """Whether a word is the letter of an option while one is asked for."""
    return state.step is Step.KEEP and len(word) == 1 and 0 <= ord(word) - ord("a") < len(_options(state))


def _options(state: State) -> Sequence[Option]:
    return state.rules.table.options(state.faces).options


def _keep(state: State, seat: int, words: Sequence[str]) -> Command:
    """`145`, `1 4 5`, `b`, each with `roll` or `bank` behind it."""
    if state.step is not Step.KEEP:
        return Keep(seat, (1,))  # the referee says why not
    rest = list(words)
    follow = rest.pop().lower() if len(rest) > 1 and rest[-1].lower() in ("roll", "bank", "r", "b") else ""
    faces = "".join(rest).replace(",", "").lower()
    if is_letter(state, faces):
        faces = _options(state)[ord(faces) - ord("a")].keep
    try:
        return keep_faces(state, faces, "roll" if follow[:1] == "r" else "bank" if follow else "")
    except ValueError as error:
        raise ValueError(f"{error}.") from None


def _card(state: State, seat: int, words: Sequence[str], names: Sequence[str]) -> PlayCard:
    """`card NAME`, with a player or faces behind it where the card asks for them."""
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
