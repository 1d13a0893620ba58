"""What playing a card gains, in points: one estimate for each effect, whatever card it stands on.

A gain is measured against the same moment without the card, its Gold Pieces not counted.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement

from hotdice.game import PlayCard, State
from hotdice.game.lasting import shield_of
from hotdice.game.views import still_holds
from hotdice.odds.rolls import ways
from hotdice.players.outlook import Outlook
from hotdice.rules import FACES
from hotdice.rules.deck import Act, Card, Target

_STOPS = 0.7
"""How often a good turn stops rather than farkles, roughly; what ends on a Farkle lasts that much shorter."""
CLEARED = 0.4
"""How much of the next attack's gain it is worth to have a shield out of its way."""
LOCKED = 25
"""What it costs not to be able to play other cards for one turn."""
HIT = (0.55, 0.25, 0.12, 0.08, 0.05)
"""How likely the next attack is to be aimed at a player, by how many stand above."""
MOST_HURT = 300
"""What all attacks together may cost."""

Gain = Callable[[Outlook, Card, PlayCard], float]


def lasting_turns(card: Card, left: int) -> float:
    """Over how many turns a card works, on average; 2.2 for three turns that end on a Farkle.

    >>> from hotdice.rules import load
    >>> round(lasting_turns(load("munchkin-farkle").deck.by_id["jam"], 9), 2)
    2.19
    """
    turns = min(card.turns or left + 1, left + 1)
    if not card.ends_on_farkle:
        return float(turns)
    return sum(_STOPS**turn for turn in range(turns))


def _changed(state: State, play: PlayCard, new: tuple[int, ...]) -> tuple[int, ...]:
    shown = dict(zip(state.hand, state.faces, strict=True)) | dict(zip(play.dice, new, strict=True))
    return tuple(shown[die] for die in state.hand)


def _flip(outlook: Outlook, card: Card, play: PlayCard) -> float:
    state = outlook.state
    shown = dict(zip(state.hand, state.faces, strict=True))
    faces = _changed(state, play, tuple(FACES + 1 - shown[die] for die in play.dice))
    return outlook.spent(card).offer(state.turn_total, faces) - outlook.now


def _set(outlook: Outlook, card: Card, play: PlayCard) -> float:
    faces = _changed(outlook.state, play, (card.acts[Act.SET_DIE].face,) * len(play.dice))
    return outlook.spent(card).offer(outlook.state.turn_total, faces) - outlook.now


def _reroll(outlook: Outlook, card: Card, play: PlayCard) -> float:
    state, count = outlook.state, len(play.dice)
    table = outlook.spent(card)
    mean = 0.0
    for new in combinations_with_replacement(range(1, FACES + 1), count):
        mean += ways(new) * table.offer(state.turn_total, _changed(state, play, new))
    return mean / int(FACES**count) - outlook.now


def _second_throw(outlook: Outlook, card: Card, play: PlayCard) -> float:
    state = outlook.state
    return outlook.spent(card).roll(state.turn_total, len(state.hand)) - outlook.now


def _keep_on_farkle(outlook: Outlook, card: Card, play: PlayCard) -> float:
    kept = max(0, outlook.state.turn_total - card.acts[Act.KEEP_ON_FARKLE].points)
    return outlook.spent(card).worth(kept) - outlook.now


def _turn_points(outlook: Outlook, card: Card, play: PlayCard) -> float:
    return outlook.value(outlook.spent(card, bonus=card.acts[Act.TURN_POINTS].points)) - outlook.now


def _total_points(outlook: Outlook, card: Card, play: PlayCard) -> float:
    return float(card.acts[Act.TOTAL_POINTS].points)


def _take_points(outlook: Outlook, card: Card, play: PlayCard) -> float:
    points = min(card.acts[Act.TAKE_POINTS].points, max(0, outlook.state.seats[play.target].total))
    return points * (1 + outlook.threat(play.target))


def _lose_points(outlook: Outlook, card: Card, play: PlayCard) -> float:
    points = min(card.acts[Act.LOSE_POINTS].points, max(0, outlook.state.seats[play.target].total))
    return points * outlook.threat(play.target)


def _stopping(outlook: Outlook, card: Card, play: PlayCard) -> float:
    """A bonus or a doubling, on this turn and on those that follow while the card lies there."""
    acts = card.acts
    bonus = acts[Act.BONUS_ON_STOP].points if Act.BONUS_ON_STOP in acts else 0
    doubled = acts[Act.DOUBLE].most if Act.DOUBLE in acts else 0
    table = outlook.spent(card, bonus=bonus, doubled=doubled)
    if Act.MUST_ROLL in acts:
        after = table.roll(outlook.state.turn_total, len(outlook.state.hand))
    else:
        after = outlook.value(table)
    later = lasting_turns(card, outlook.turns_left) - 1
    dice = outlook.rules.dice
    more = outlook.full_turn(dice, bonus=bonus) - outlook.full_turn(dice) if bonus and later else 0.0
    return after - outlook.now + more * later


def _must_roll(outlook: Outlook, card: Card, play: PlayCard) -> float:
    if Act.DOUBLE in card.acts or Act.BONUS_ON_STOP in card.acts:
        return 0.0  # counted there
    return outlook.spent(card).roll(outlook.state.turn_total, len(outlook.state.hand)) - outlook.now


def _dice(outlook: Outlook, card: Card, play: PlayCard) -> float:
    """Dice taken from a foe or added to a hand, over the turns that the card works."""
    fewer = card.acts[Act.FEWER_DICE].dice if Act.FEWER_DICE in card.acts else 0
    more = card.acts[Act.MORE_DICE].dice if Act.MORE_DICE in card.acts else 0
    usual = outlook.rules.dice
    change = outlook.full_turn(usual + more - fewer) - outlook.full_turn(usual)
    turns = lasting_turns(card, outlook.turns_left)
    if card.target is Target.SELF:
        return change * turns
    return -change * turns * outlook.threat(play.target)


def _lock(outlook: Outlook, card: Card, play: PlayCard) -> float:
    turns = lasting_turns(card, outlook.turns_left)
    return -LOCKED * turns if card.target is Target.SELF else LOCKED * turns * outlook.threat(play.target)


def _cancel(outlook: Outlook, card: Card, play: PlayCard) -> float:
    """What the cards that foes still hold may cost a player who stands where the mover stands."""
    state = outlook.state
    deck = state.rules.deck
    if deck is None:
        return 0.0
    foes = [seat for seat in state.active if seat != outlook.seat]
    attacks = 0
    for seat in foes:
        held = still_holds(state, seat)
        attacks += sum(deck.by_id[name].target is not Target.SELF for name in held or ())
    above = sum(state.seats[seat].total > state.seats[outlook.seat].total for seat in foes)
    share = HIT[min(above, 4)]
    aimed = attacks * min(1.0, outlook.turns_left / 12)
    return MOST_HURT * float(1 - (1 - share) ** aimed)


GAINS: dict[Act, Gain] = {
    Act.FLIP_DIE: _flip,
    Act.SET_DIE: _set,
    Act.REROLL: _reroll,
    Act.SECOND_THROW: _second_throw,
    Act.KEEP_ON_FARKLE: _keep_on_farkle,
    Act.TURN_POINTS: _turn_points,
    Act.TOTAL_POINTS: _total_points,
    Act.TAKE_POINTS: _take_points,
    Act.LOSE_POINTS: _lose_points,
    Act.MUST_ROLL: _must_roll,
    Act.FEWER_DICE: _dice,
    Act.MORE_DICE: _dice,
    Act.BONUS_ON_STOP: _stopping,
    Act.DOUBLE: _stopping,
    Act.LOCK_HAND: _lock,
    Act.CANCEL_NEXT: _cancel,
}


_ATTACKS = {Act.FEWER_DICE, Act.TAKE_POINTS, Act.LOSE_POINTS, Act.LOCK_HAND}
_THIS_TURN = {
    Act.FLIP_DIE,
    Act.SET_DIE,
    Act.REROLL,
    Act.SECOND_THROW,
    Act.KEEP_ON_FARKLE,
    Act.TURN_POINTS,
    Act.MUST_ROLL,
    Act.BONUS_ON_STOP,
    Act.DOUBLE,
}
"""Effects whose estimate already counts that the turn's one card is gone, and with it a rescue."""


def gain(outlook: Outlook, card: Card, play: PlayCard) -> float:
    """What playing this card now gains, in points; one that runs into a shield only clears the way.

    >>> from hotdice.game import new_game
    >>> from hotdice.rules import load
    >>> state = new_game(load("munchkin-farkle"), 3)
    >>> card = state.rules.deck.by_id["sat-on-one"]
    >>> 100 < gain(Outlook(state), card, PlayCard(0, "sat-on-one", 1)) < 150
    True
    """
    if play.target >= 0 and shield_of(outlook.state, play.target) is not None:
        return CLEARED * _next_attack(outlook, card, play.target)
    acts = [act for act in card.acts if not _twice(act, card)]
    total = sum(GAINS[act](outlook, card, play) for act in acts)
    this_turn = any(act in _THIS_TURN for act in card.acts)
    return total if this_turn else total + outlook.value(outlook.spent(card)) - outlook.now


def _next_attack(outlook: Outlook, card: Card, target: int) -> float:
    """What another card of the mover's hand would gain by itself, aimed at the same player."""
    cards, deck = outlook.state.cards, outlook.rules.deck
    if cards is None or deck is None:
        return 0.0
    best = 0.0
    for name in cards.hands[outlook.seat]:
        other = deck.by_id[name]
        if other.target is not Target.SELF and name != card.id:
            aimed = PlayCard(outlook.seat, name, target)
            best = max(best, sum(GAINS[act](outlook, other, aimed) for act in other.acts if act in _ATTACKS))
    return best


def _twice(act: Act, card: Card) -> bool:
    """Whether another effect of the card already counts this one."""
    double = act is Act.DOUBLE and Act.BONUS_ON_STOP in card.acts
    return double or (act is Act.MORE_DICE and Act.FEWER_DICE in card.acts)
