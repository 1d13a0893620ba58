"""Events in plain sentences, for the terminal and for readable records."""

from collections.abc import Sequence
from typing import Any

from hotdice.munchkin import events as e
from hotdice.munchkin.cards import Card, Harm
from hotdice.munchkin.sheet import PICTURE, Sheet
from hotdice.munchkin.views import HIDDEN
from hotdice.rules.said import Said, Value

_NOTHING = "Result {face}: nothing happens, "
_WHY_NOTHING = {
    "empty_piles": "the piles are empty.",
    "empty_hand": "there is no hand to exchange.",
    "no_other_card": "nobody else has such a card in play.",
    "no_victim": "nobody has a level to lose.",
    "declined": "{seat} keeps things as they are.",
}
_WHY_GAIN = {
    "victory": "for the victory.",
    "result": "by the die.",
    "stolen": "by the die.",
    "card": "by the card.",
    "sold": "for gold.",
}
_SENTENCES: dict[type[e.Event], str] = {
    e.TurnBegan: "Turn {turn}: {seat}.",
    e.DrawFailed: "There is no {pile:kind} left to draw.",
    e.DeckRenewed: "The {pile:kind} discards are shuffled into a new deck.",
    e.HandRenewed: "{seat:does is} back with a new hand.",
    e.LevelPaid: "{seat:does pays} a level for a roll.",
    e.DieThrown: "The die shows {face}.",
    e.DieTurned: "{seat:does plays} {card}: it shows {face} now.",
    e.FacePicked: "{seat:does picks} result {face}.",
    e.DiscardTaken: "{seat:does takes} {card} from the discards.",
    e.SexChanged: "{seat:does changes} sex.",
    e.PenaltySet: "{seat}: {amount} less in the next combat.",
    e.LevelsLost: "{seat:does loses} {levels}.",
    e.HandsExchanged: "{seat} and {other:whom} exchange hands.",
    e.CardsExchanged: "{seat:does gives} {own} for the {theirs} of {other:whom}.",
    e.RollingEnded: "{seat:does rolls} no more this turn.",
    e.DoorKicked: "{seat:does kicks} down the door.",
    e.RoomLooted: "{seat:does loots} the room.",
    e.CardPlayed: "{seat:does plays} {card}.",
    e.ItemsSold: "{seat:does sells} {cards}.",
    e.FightBegan: "{seat:does fights} {monster}, level {level}.",
    e.MonsterJoined: "{seat:does lets} {monster} join the fight.",
    e.FightBoosted: "{seat:does plays} {card}: {bonus} for the {side}.",
    e.HelpAsked: "{seat:does asks} {helper:whom} for help and offers {treasures}.",
    e.ClaimBroken: "{seat:does is} not winning any more.",
    e.FightWon: "{seat:does wins} the fight.",
    e.FlightBegan: "{seat:does runs}.",
    e.CardLost: "{seat:does loses} {card}.",
    e.Died: "{seat:does dies}. What they had lies open.",
    e.BodyRobbed: "{seat:does takes} {card} of the dead.",
    e.CardGiven: "{seat:does gives} {card} to {to:whom}.",
}
"""What is always told the same way; `_sentence` knows the rest."""
_SEATS = frozenset({"seat", "other", "helper", "by", "to"})
_CARDS = frozenset({"card", "monster", "own", "theirs"})


def face_name(face: int) -> str:
    """A face of the ten-sided die in words.

    >>> face_name(7), face_name(10)
    ('7', 'the picture')
    """
    return "the picture" if face == PICTURE else str(face)


def _sentence(event: e.Event) -> str:
    """The words of an event with their gaps; empty where there is nothing to say."""
    match event:
        case e.CardDrawn():
            if event.why in ("deal", "door"):
                return "Behind the door: {card}." if event.why == "door" else ""
            return "{seat:does draws} a {pile:kind}" + (
                ", face down." if event.card == HIDDEN else ": {card}."
            )
        case e.DieAsked():
            return "No such card in play: roll again, free." if event.free else ""
        case e.NothingCame():
            return _NOTHING + _WHY_NOTHING[event.why]
        case e.LevelsGained():
            return "{seat:does gains} {levels} " + _WHY_GAIN[event.why]
        case e.CardDiscarded():
            return "{seat:does plays} {card}." if event.why == "used" else "{seat:does discards} {card}."
        case e.CurseStruck():
            by = "." if event.by == event.seat else ", played by {by:whom}."
            return "{card} strikes {seat:whom}" + by
        case e.HelpAnswered():
            return "{seat:does helps}." if event.yes else "{seat:does says} no."
        case e.EscapeThrown():
            how = "{seat:verb escapes}" if event.escaped else "{seat:verb is} caught by"
            return "{seat:does rolls} {face} and " + how + " {monster}."
        case e.GameEnded():
            if event.reason == "turn_limit":
                return "The turns are used up. Highest: {winners}."
            return "{winners} reached the last level: the game is won."
    return _SENTENCES.get(type(event), "")


class Story:
    """Tells events as sentences.

    >>> from hotdice.munchkin import load
    >>> story = Story(load(), ["You", "Bob"])
    >>> story.tell(e.DieThrown(0, 10)), story.tell(e.HandsExchanged(1, 0)), story.tell(e.FlightBegan(0))
    ('The die shows the picture.', 'Bob and you exchange hands.', 'You run.')
    """

    def __init__(self, sheet: Sheet, names: Sequence[str]) -> None:
        self._sheet = sheet
        self._names = names

    def tell(self, event: e.Event) -> str | None:
        """One sentence, or None where there is nothing to say."""
        says = _sentence(event)
        return str(self.said(says, event)) if says else None

    def said(self, says: str, event: e.Event) -> Said:
        """Words with gaps, filled by what an event holds."""
        values: dict[str, Value] = {
            name: self._value(name, getattr(event, name)) for name in event.__struct_fields__
        }
        match event:
            case e.FightBegan():
                values["level"] = str(self._sheet.by_id[event.monster].level)
            case e.FightBoosted():
                values["bonus"] = str(self._sheet.by_id[event.card].bonus)
        return Said(says, values)

    def _value(self, name: str, value: Any) -> str:
        if name in _SEATS:
            value = self._names[value]
        elif name in _CARDS:
            value = self._card(value)
        match name:
            case "cards":
                return ", ".join(map(self._card, value))
            case "winners":
                return " and ".join(self._names[seat] for seat in value)
            case "face":
                return face_name(value)
            case "levels":
                return "a level" if value == 1 else f"{value} levels"
            case "treasures":
                return "1 Treasure" if value == 1 else f"{value} Treasures"
        return str(value)

    def _card(self, card: str) -> str:
        return "a card" if card == HIDDEN else self._sheet.by_id[card].name


_HARM_WORDS = {
    Harm.LOSE_LEVEL: ("lose a level", "lose {} levels"),
    Harm.LOSE_ITEM: ("lose an item", "lose {} items"),
    Harm.LOSE_HAND: ("discard a card", "discard {} cards"),
    Harm.LOSE_CLASS: ("lose a Class or Style", "lose {} Classes or Styles"),
    Harm.LOSE_RACE: ("lose a Race or Power", "lose {} Races or Powers"),
    Harm.CHANGE_SEX: ("change sex", "change sex"),
    Harm.PENALTY: ("1 less in the next combat", "{} less in the next combat"),
    Harm.DEATH: ("death", "death"),
}


def harm_text(card: Card) -> str:
    """What a Curse or a monster's bad stuff does, in words.

    >>> from hotdice.munchkin import load
    >>> harm_text(load().by_id["mountain-in-a-hurry"])
    'lose 2 levels, lose an item'
    """
    words = [_HARM_WORDS[effect.harm][effect.amount > 1].format(effect.amount) for effect in card.harm]
    return ", ".join(words) or "nothing"
