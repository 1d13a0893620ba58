"""Events in plain sentences, for the terminal and for readable records."""

from collections.abc import Sequence

from hotdice.game.dispatch import by_type
from hotdice.munchkin import events as e
from hotdice.munchkin.cards import Card, Harm, Pile
from hotdice.munchkin.sheet import PICTURE, Sheet
from hotdice.munchkin.views import HIDDEN

_WHY_NOTHING = {
    "empty_piles": "the piles are empty",
    "empty_hand": "there is no hand to exchange",
    "no_other_card": "nobody else has such a card in play",
    "no_victim": "nobody has a level to lose",
    "declined": "{name} keeps things as they are",
}
_WHY_GAIN = {
    "victory": "for the victory",
    "result": "by the die",
    "stolen": "by the die",
    "card": "by the card",
    "sold": "for gold",
}


def face_name(face: int) -> str:
    """A face of the ten-sided die in words.

    >>> face_name(7), face_name(10)
    ('7', 'the picture')
    """
    return "the picture" if face == PICTURE else str(face)


class Story:
    """Tells events as sentences.

    >>> from hotdice.munchkin import load
    >>> Story(load(), ["Ann", "Bob"]).tell(e.DieThrown(0, 10))
    'The die shows the picture.'
    """

    def __init__(self, sheet: Sheet, names: Sequence[str]) -> None:
        self._sheet = sheet
        self._names = names

    def tell(self, event: e.Event) -> str | None:
        """One sentence, or None where there is nothing to say."""
        teller = _TELLERS.get(type(event))
        return teller(self, event) if teller else None

    def card(self, card: str) -> str:
        """A card's name."""
        return "a card" if card == HIDDEN else self._sheet.by_id[card].name

    def name(self, seat: int) -> str:
        """A player's name."""
        return self._names[seat]

    def whom(self, seat: int) -> str:
        """A player's name where something is done to them."""
        return "you" if self._names[seat] == "You" else self._names[seat]

    def _verb(self, seat: int, verb: str) -> str:
        """A verb as it goes with a name; "You" takes another form."""
        if self._names[seat] != "You":
            return verb
        return "are" if verb == "is" else verb.removesuffix("s")

    def does(self, seat: int, verb: str) -> str:
        """A name with its verb.

        >>> from hotdice.munchkin import load
        >>> story = Story(load(), ["You", "Bob"])
        >>> story.does(0, "rolls"), story.does(1, "rolls")
        ('You roll', 'Bob rolls')
        """
        return f"{self.name(seat)} {self._verb(seat, verb)}"

    def _turn(self, event: e.TurnBegan) -> str:
        return f"Turn {event.turn}: {self.name(event.seat)}."

    def _drawn(self, event: e.CardDrawn) -> str | None:
        if event.why == "deal":
            return None
        deck = "Door" if event.pile is Pile.DOOR else "Treasure"
        if event.why == "door":
            return f"Behind the door: {self.card(event.card)}."
        if event.card == HIDDEN:
            return f"{self.does(event.seat, 'draws')} a {deck}, face down."
        return f"{self.does(event.seat, 'draws')} a {deck}: {self.card(event.card)}."

    def _failed(self, event: e.DrawFailed) -> str:
        return f"There is no {event.pile.title()} left to draw."

    def _renewed(self, event: e.DeckRenewed) -> str:
        return f"The {event.pile.title()} discards are shuffled into a new deck."

    def _hand(self, event: e.HandRenewed) -> str:
        return f"{self.does(event.seat, 'is')} back with a new hand."

    def _paid(self, event: e.LevelPaid) -> str:
        return f"{self.does(event.seat, 'pays')} a level for a roll."

    def _asked(self, event: e.DieAsked) -> str | None:
        return "No such card in play: roll again, free." if event.free else None

    def _thrown(self, event: e.DieThrown) -> str:
        return f"The die shows {face_name(event.face)}."

    def _turned(self, event: e.DieTurned) -> str:
        return (
            f"{self.does(event.seat, 'plays')} {self.card(event.card)}: it shows {face_name(event.face)} now."
        )

    def _picked(self, event: e.FacePicked) -> str:
        return f"{self.does(event.seat, 'picks')} result {event.face}."

    def _nothing(self, event: e.NothingCame) -> str:
        why = _WHY_NOTHING[event.why].format(name=self.name(event.seat))
        return f"Result {event.face}: nothing happens, {why}."

    def _taken(self, event: e.DiscardTaken) -> str:
        return f"{self.does(event.seat, 'takes')} {self.card(event.card)} from the discards."

    def _sex(self, event: e.SexChanged) -> str:
        return f"{self.does(event.seat, 'changes')} sex."

    def _penalty(self, event: e.PenaltySet) -> str:
        return f"{self.name(event.seat)}: {event.amount} less in the next combat."

    def _gained(self, event: e.LevelsGained) -> str:
        return f"{self.does(event.seat, 'gains')} {_levels(event.levels)} {_WHY_GAIN[event.why]}."

    def _lost(self, event: e.LevelsLost) -> str:
        return f"{self.does(event.seat, 'loses')} {_levels(event.levels)}."

    def _hands(self, event: e.HandsExchanged) -> str:
        return f"{self.name(event.seat)} and {self.whom(event.other)} exchange hands."

    def _exchanged(self, event: e.CardsExchanged) -> str:
        own, theirs = self.card(event.own), self.card(event.theirs)
        return f"{self.does(event.seat, 'gives')} {own} for the {theirs} of {self.whom(event.other)}."

    def _rolling_over(self, event: e.RollingEnded) -> str:
        return f"{self.does(event.seat, 'rolls')} no more this turn."

    def _kicked(self, event: e.DoorKicked) -> str:
        return f"{self.does(event.seat, 'kicks')} down the door."

    def _looted(self, event: e.RoomLooted) -> str:
        return f"{self.does(event.seat, 'loots')} the room."

    def _played(self, event: e.CardPlayed) -> str:
        return f"{self.does(event.seat, 'plays')} {self.card(event.card)}."

    def _discarded(self, event: e.CardDiscarded) -> str:
        verb = "plays" if event.why == "used" else "discards"
        return f"{self.does(event.seat, verb)} {self.card(event.card)}."

    def _curse(self, event: e.CurseStruck) -> str:
        by = "" if event.by == event.seat else f", played by {self.whom(event.by)}"
        return f"{self.card(event.card)} strikes {self.whom(event.seat)}{by}."

    def _sold(self, event: e.ItemsSold) -> str:
        return f"{self.does(event.seat, 'sells')} {', '.join(self.card(card) for card in event.cards)}."

    def _fight(self, event: e.FightBegan) -> str:
        level = self._sheet.by_id[event.monster].level
        return f"{self.does(event.seat, 'fights')} {self.card(event.monster)}, level {level}."

    def _joined(self, event: e.MonsterJoined) -> str:
        return f"{self.does(event.seat, 'lets')} {self.card(event.monster)} join the fight."

    def _boosted(self, event: e.FightBoosted) -> str:
        bonus = self._sheet.by_id[event.card].bonus
        side = "the heroes" if event.side == "heroes" else "the monsters"
        return f"{self.does(event.seat, 'plays')} {self.card(event.card)}: {bonus} for {side}."

    def _help(self, event: e.HelpAsked) -> str:
        offer = f"{event.treasures} Treasure{'s' if event.treasures != 1 else ''}"
        return f"{self.does(event.seat, 'asks')} {self.whom(event.helper)} for help and offers {offer}."

    def _answered(self, event: e.HelpAnswered) -> str:
        return f"{self.does(event.seat, 'helps' if event.yes else 'says')}{'' if event.yes else ' no'}."

    def _broken(self, event: e.ClaimBroken) -> str:
        return f"{self.does(event.seat, 'is')} not winning any more."

    def _won(self, event: e.FightWon) -> str:
        return f"{self.does(event.seat, 'wins')} the fight."

    def _flight(self, event: e.FlightBegan) -> str:
        return f"{self.does(event.seat, 'runs')}."

    def _escape(self, event: e.EscapeThrown) -> str:
        how = (
            self._verb(event.seat, "escapes")
            if event.escaped
            else f"{self._verb(event.seat, 'is')} caught by"
        )
        return f"{self.does(event.seat, 'rolls')} {event.face} and {how} {self.card(event.monster)}."

    def _card_lost(self, event: e.CardLost) -> str:
        return f"{self.does(event.seat, 'loses')} {self.card(event.card)}."

    def _died(self, event: e.Died) -> str:
        return f"{self.does(event.seat, 'dies')}. What they had lies open."

    def _robbed(self, event: e.BodyRobbed) -> str:
        return f"{self.does(event.seat, 'takes')} {self.card(event.card)} of the dead."

    def _given(self, event: e.CardGiven) -> str:
        return f"{self.does(event.seat, 'gives')} {self.card(event.card)} to {self.whom(event.to)}."

    def _ended(self, event: e.GameEnded) -> str:
        names = " and ".join(self.name(seat) for seat in event.winners)
        if event.reason == "turn_limit":
            return f"The turns are used up. Highest: {names}."
        return f"{names} reached the last level: the game is won."


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


def _levels(count: int) -> str:
    return "a level" if count == 1 else f"{count} levels"


_TELLERS = by_type(vars(Story), e.Event)
