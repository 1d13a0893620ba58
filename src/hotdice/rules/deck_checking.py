"""From raw values to a deck: what each key of a deck file means and may be, and what goes together."""

import re
from typing import Any

from msgspec import field

from hotdice.frozen import Frozen
from hotdice.rules.deck import (
    ACT_WINDOWS,
    LASTING,
    TRIGGERED,
    Act,
    Card,
    Colour,
    Deck,
    Door,
    Effect,
    Hands,
    Lasts,
    Needs,
    Target,
    Window,
)
from hotdice.rules.faults import Fault
from hotdice.rules.reading import DECK_FILE, Reader
from hotdice.rules.ruleset import FACES, LONGEST_TITLE, MAX_DICE, MAX_SEATS

FORMAT = 1
MOST_CARDS = 36
MOST_POINTS = 1_000_000
MOST_TURNS = 20
MOST_EFFECTS = 6
LONGEST_NAME = 60
LONGEST_TEXT = 400
DEFAULT_COLOURS = ("red", "blue", "green", "yellow", "purple")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _Word(Frozen):
    """What an act asks for: its numbers with their bounds."""

    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    about_the_roll: bool = False


_POINTS = {"points": (1, MOST_POINTS)}
VOCABULARY: dict[Act, _Word] = {
    Act.FLIP_DIE: _Word({}, about_the_roll=True),
    Act.SET_DIE: _Word({"face": (1, FACES)}, about_the_roll=True),
    Act.REROLL: _Word({"most": (1, MAX_DICE)}, about_the_roll=True),
    Act.SECOND_THROW: _Word({}, about_the_roll=True),
    Act.KEEP_ON_FARKLE: _Word({"points": (0, MOST_POINTS)}, about_the_roll=True),
    Act.TURN_POINTS: _Word(_POINTS),
    Act.TOTAL_POINTS: _Word(_POINTS),
    Act.TAKE_POINTS: _Word(_POINTS),
    Act.LOSE_POINTS: _Word(_POINTS),
    Act.MUST_ROLL: _Word({}),
    Act.FEWER_DICE: _Word({"dice": (1, MAX_DICE)}),
    Act.MORE_DICE: _Word({"dice": (1, MAX_DICE), "most": (1, MAX_DICE)}),
    Act.BONUS_ON_STOP: _Word(_POINTS),
    Act.DOUBLE: _Word({"most": (1, MOST_POINTS)}),
    Act.LOCK_HAND: _Word(),
    Act.CANCEL_NEXT: _Word(),
}


def check_deck(reader: Reader, *, name: str) -> Deck:
    """The deck that a table describes; what is wrong with it stands among the faults of the reader."""
    reader.integer("format", low=FORMAT, high=FORMAT, default=FORMAT)
    name = reader.text("name", longest=LONGEST_NAME, default=name)
    if not _NAME.fullmatch(name):
        reader.fault("name", "must be lower-case words of letters and digits with hyphens between them")
    cards: list[Card] = []
    on_farkle = reader.boolean("unlabelled_on_farkle", default=False)
    items = reader.lists("cards", longest=MOST_CARDS)
    if not items:
        reader.fault("cards", "must name at least one card")
    for index, item in enumerate(items):
        inner = reader.entry(f"cards[{index}]", item)
        if inner is not None:
            cards.append(_card(inner, on_farkle=on_farkle))
            inner.finish()
    _unique(reader, cards)
    deck = Deck(
        name=name,
        title=reader.text("title", longest=LONGEST_TITLE) or name,
        summary=reader.text("summary", longest=600),
        source=reader.text("source", longest=300),
        cards=tuple(cards),
        colours=_colours(reader, tuple(card.id for card in cards)),
        hands=reader.choice("hands", Hands, Hands.FACE_DOWN),
        unlabelled_on_farkle=on_farkle,
        gold_needs_door=reader.boolean("gold_needs_door", default=False),
        ties_by_cards=reader.boolean("ties_by_cards", default=False),
    )
    reader.finish()
    return deck


def _unique(reader: Reader, cards: list[Card]) -> None:
    for what in ("id", "name"):
        seen: set[str] = set()
        for index, card in enumerate(cards):
            word = getattr(card, what).lower()
            if word and word in seen:
                reader.fault(f"cards[{index}].{what}", "is the same as that of a card before it")
            seen.add(word)


def _card(reader: Reader, *, on_farkle: bool) -> Card:
    identity = reader.text("id", longest=LONGEST_NAME)
    if not _NAME.fullmatch(identity):
        reader.fault("id", "must be lower-case words of letters and digits with hyphens between them")
    for key in ("name", "text", "gold", "effects"):
        if key not in reader:
            reader.fault(key, "must be given")
    lasts = reader.choice("lasts", Lasts, Lasts.AT_ONCE)
    turns = reader.integer("turns", low=1, high=MOST_TURNS, default=0)
    counted = lasts in (Lasts.OWN_TURNS, Lasts.TARGETS_TURNS)
    if counted and "turns" not in reader:
        reader.fault("turns", "must say how many turns: the card lasts {lasts}", lasts=str(lasts))
    elif not counted and "turns" in reader:
        reader.fault("turns", "has a meaning only where lasts is own_turns or targets_turns")
    ends_on_farkle = reader.boolean("ends_on_farkle", default=False)
    if ends_on_farkle and lasts is Lasts.AT_ONCE:
        reader.fault("ends_on_farkle", "has a meaning only for a card that lasts")
    card = Card(
        id=identity,
        name=reader.text("name", longest=LONGEST_NAME),
        text=reader.text("text", longest=LONGEST_TEXT),
        gold=reader.integer("gold", low=0, high=MOST_POINTS, default=0),
        effects=_effects(reader),
        when=_windows(reader),
        target=reader.choice("target", Target, Target.SELF),
        lasts=lasts,
        turns=turns if counted else 0,
        ends_on_farkle=ends_on_farkle,
        needs=_needs(reader),
    )
    _together(reader, card, on_farkle=on_farkle)
    return card


def _windows(reader: Reader) -> tuple[Window, ...]:
    """One window or a list of them; none where the card may be played at any time of the turn."""
    words = reader.anything("when")
    if words is None:
        return ()
    listed = words if isinstance(words, list) else [words]
    known = [window.value for window in Window]
    if not listed or len(listed) > len(known) or not all(word in known for word in listed):
        reader.fault(
            "when",
            "must be one of {known}, or a list of them; leave it out for any time",
            known=", ".join(known),
        )
        return ()
    return tuple(window for window in Window if window in listed)


def _effects(reader: Reader) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    items = reader.lists("effects", longest=MOST_EFFECTS)
    if "effects" in reader and not items:
        reader.fault("effects", "must name at least one effect")
    for index, item in enumerate(items):
        inner = reader.entry(f"effects[{index}]", item)
        if inner is None:
            continue
        effect = _effect(inner)
        if effect is not None:
            if any(other.do is effect.do for other in effects):
                inner.fault("do", "{word} stands there twice", word=str(effect.do))
            effects.append(effect)
    return tuple(effects)


def _effect(reader: Reader) -> Effect | None:
    if "do" not in reader:
        reader.fault("do", "must be given: one of {known}", known=", ".join(Act))
        return None
    if not isinstance(reader.anything("do"), str) or reader.anything("do") not in list(Act):
        reader.choice("do", Act, Act.FLIP_DIE)  # names what it may be
        return None
    act = reader.choice("do", Act, Act.FLIP_DIE)
    numbers: dict[str, int] = {}
    for key, (low, high) in VOCABULARY[act].numbers.items():
        if key not in reader:
            reader.fault(key, "must be given: {act} needs it", act=str(act))
        numbers[key] = reader.integer(key, low=low, high=high, default=low)
    asked = ", ".join(VOCABULARY[act].numbers)
    if asked:
        reader.finish("is not a key of {act}, which takes {asked}", act=str(act), asked=asked)
    else:
        reader.finish("is not a key of {act}, which takes no number", act=str(act))
    return Effect(act, **numbers)


def _needs(reader: Reader) -> Needs:
    table = reader.table("needs")
    if table is None:
        return Needs()
    needs = Needs(
        least_dice=table.integer("least_dice", low=1, high=MAX_DICE, default=0),
        most_dice=table.integer("most_dice", low=1, high=MAX_DICE, default=0),
        least_turn=table.integer("least_turn", low=1, high=MOST_POINTS, default=0),
        door=table.choice("door", Door, Door.ANY),
    )
    if needs.most_dice and needs.least_dice > needs.most_dice:
        table.fault("least_dice", "must be at most most_dice ({most})", most=needs.most_dice)
    table.finish()
    return needs


def _colours(reader: Reader, ids: tuple[str, ...]) -> tuple[Colour, ...]:
    """A list of colours: names, which then all have every card, or tables with a name and their own cards."""
    raw = reader.anything("colours")
    if raw is None:
        return tuple(Colour(name, ids) for name in DEFAULT_COLOURS)
    if not isinstance(raw, list) or not 1 <= len(raw) <= MAX_SEATS:
        reader.fault("colours", "must be a list of 1 to {most} colours", most=MAX_SEATS)
        return ()
    colours: list[Colour] = []
    for index, item in enumerate(raw):
        key = f"colours[{index}]"
        name, cards = item, ids
        if isinstance(item, dict):
            inner = Reader(item, [])  # its faults are told in one sentence below
            name, cards = inner.text("name", longest=20), _cards_of(reader, key, item.get("cards"), ids)
            if set(item) - {"name", "cards"}:
                reader.fault(key, "has a name and cards, nothing else")
        if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > 20:
            reader.fault(
                key, "must be a lower-case word of at most 20 letters, or a table with name and cards"
            )
        elif any(colour.name == name for colour in colours):
            reader.fault(key, "{word} stands there twice", word=name)
        colours.append(Colour(str(name), cards))
    return tuple(colours)


def _cards_of(reader: Reader, key: str, raw: Any, ids: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(raw, list) or not raw or not all(isinstance(card, str) for card in raw):
        reader.fault(f"{key}.cards", "must be a list of card ids")
        return ()
    unknown = [card for card in raw if card not in ids]
    if unknown or len(set(raw)) != len(raw):
        if unknown:
            reader.fault(f"{key}.cards", "{id} is not a card of this deck", id=repr(unknown[0][:40]))
        else:
            reader.fault(f"{key}.cards", "a card stands there twice")
        return ()
    return tuple(card for card in ids if card in raw)


def _together(reader: Reader, card: Card, *, on_farkle: bool) -> None:
    """Faults that lie between the keys of one card."""
    acts = [effect.do for effect in card.effects]
    never = not card.windows(unlabelled_on_farkle=on_farkle)
    for act in acts:
        wrong = [window for window in card.when if window not in ACT_WINDOWS[act]]
        if wrong or (never and len(ACT_WINDOWS[act]) < len(Window)):
            known = ", ".join(sorted(ACT_WINDOWS[act]))
            reader.fault(
                "when", "{act} can only be played {known}, so the card must say so", act=str(act), known=known
            )
        if act in LASTING and not card.ongoing:
            reader.fault("lasts", "must be given: {act} works while the card lies in play", act=str(act))
        if act in (Act.TAKE_POINTS, Act.LOSE_POINTS) and card.target is Target.SELF:
            reader.fault("target", "must be foe, ahead or leader: {act} needs somebody else", act=str(act))
        if act is Act.CANCEL_NEXT and card.target is not Target.SELF:
            reader.fault("target", "must be self: {act} protects its owner", act=str(act))
    if sum(VOCABULARY[act].about_the_roll for act in acts) > 1:
        reader.fault("effects", "only one effect of a card may deal with the dice on the table")
    if card.ongoing and card.effects and not any(act in LASTING for act in acts):
        reader.fault("lasts", "needs an effect that lasts: one of {known}", known=", ".join(sorted(LASTING)))
    if card.lasts is Lasts.UNTIL_TRIGGERED and card.effects and not any(act in TRIGGERED for act in acts):
        reader.fault("lasts", "until_triggered needs one of {known}", known=", ".join(sorted(TRIGGERED)))


def deck_from(raw: dict[str, Any], *, name: str) -> tuple[Deck | None, list[Fault]]:
    """The deck that raw values describe, or None with every fault.

    >>> card = {"id": "nap", "name": "Nap", "text": "Take 100.", "gold": 5}
    >>> card["effects"] = [{"do": "total_points", "points": 100}]
    >>> deck_from({"cards": [card]}, name="tiny")[0].cards[0].gold
    5
    >>> [fault.key for fault in deck_from({"cards": [card | {"gold": -1}]}, name="tiny")[1]]
    ['cards[0].gold']
    """
    faults: list[Fault] = []
    deck = check_deck(Reader(raw, faults, what=DECK_FILE), name=name)
    return (None if faults else deck), faults
