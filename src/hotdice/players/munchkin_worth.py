"""What cards, harm and die results are worth at a Munchkin Dice table, in levels.

The estimates are rough and open: one number for each kind of card, one for each kind of harm. What a
result of the die brings follows from them, and `docs/munchkin-dice.md` shows it worked out. Everything
here reads a view, so nobody counts cards that they may not see.
"""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from hotdice.munchkin import HIDDEN, Card, Harm, Kind, Pile, Seat, Sheet, State
from hotdice.munchkin.results import EXCHANGED, Deal, deals, sources, victims
from hotdice.munchkin.strength import in_play, strength

PER_BONUS = 0.12
"""A point of strength that stays, in levels."""
PER_BOOST = 0.07
"""A point of strength that is used once."""
PER_PENALTY = 0.05
"""A point less in the next combat."""
PER_RUN = 0.15
GOLD = 0.75
"""How much of its gold a card is worth: sales need a whole level's worth and give no change."""
BEATABLE, PER_TREASURE = 0.6, 0.2
"""A monster of one's hand that one would beat, and each Treasure behind it."""
LOADED_GAIN = 0.8
"""A Loaded Die is played where it improves the result by at least this many levels."""
RELOADED_GAIN = 1.2
"""A Reloaded Die is played where it costs the roller at least this many levels."""
RIVAL = 1.25
"""What a level taken from somebody else is worth to you, shared among the rivals."""
_PLAIN = {
    Kind.EXTRA: 0.1,
    Kind.ENHANCER: 0.4,
    Kind.WANDERER: 0.3,
    Kind.LEVEL: 1.0,
    Kind.LOADED: 0.6,
    Kind.RELOADED: 0.3,
    Kind.CURSE: 0.6,
}
HARM_COSTS = {
    Harm.LOSE_LEVEL: 1.0,
    Harm.LOSE_ITEM: 0.35,
    Harm.LOSE_HAND: 0.2,
    Harm.LOSE_CLASS: 0.1,
    Harm.LOSE_RACE: 0.1,
    Harm.CHANGE_SEX: 5 * PER_PENALTY,
    Harm.PENALTY: PER_PENALTY,
    Harm.DEATH: 3.0,
}


def base_worth(card: Card) -> float:
    """What a card in the hand is worth to somebody, in levels.

    >>> from hotdice.munchkin import load
    >>> cards = load().by_id
    >>> base_worth(cards["tall-tale"]), base_worth(cards["good-hammer"]) > base_worth(cards["bent-fork"])
    (1.0, True)
    """
    gold = GOLD * card.value / 1000
    match card.kind:
        case Kind.ITEM:
            return max(gold, PER_BONUS * card.bonus + PER_RUN * card.run)
        case Kind.BOOST:
            return max(gold, PER_BOOST * card.bonus)
        case Kind.MONSTER:
            return 0.7 if card.level <= 4 else 0.3
        case Kind.CLASS | Kind.STYLE | Kind.RACE | Kind.POWER:
            return identity_worth(card)
    return max(gold, _PLAIN[card.kind])


def identity_worth(card: Card) -> float:
    """What an identity in play is worth."""
    extras = 0.1 * card.wins_ties + 0.1 * card.consoled + 0.05 * bool(card.hand_limit)
    return 0.1 + PER_BONUS * card.combat + PER_RUN * card.run + extras


def harm_worth(sheet: Sheet, seat: Seat, card: Card) -> float:
    """What a Curse or a monster's bad stuff costs a seat, in levels."""
    cost = 0.0
    for effect in card.harm:
        amount = effect.amount
        if effect.harm is Harm.LOSE_LEVEL:
            amount = min(amount, seat.level - 1)
        elif effect.harm is Harm.LOSE_ITEM:
            amount = min(amount, len(in_play(sheet, seat, Kind.ITEM)))
        elif effect.harm is Harm.LOSE_HAND:
            amount = min(amount, len(seat.hand))
        cost += HARM_COSTS[effect.harm] * amount
    return cost


def worth(view: State, seat: int, card: str) -> float:
    """What this card is worth in the hand of this seat, as things stand."""
    if card == HIDDEN:
        return (mean_worth(view.sheet, Pile.DOOR) + mean_worth(view.sheet, Pile.TREASURE)) / 2
    found, player = view.sheet.by_id[card], view.seats[seat]
    if found.kind is Kind.LEVEL and player.level >= view.sheet.winning_level - 1:
        return 0.0
    if found.kind is Kind.ITEM:
        with_it = replace(player, play=(*player.play, card))
        gain = strength(view.sheet, with_it) - strength(view.sheet, player)
        return max(GOLD * found.value / 1000, PER_BONUS * gain)
    if found.kind is Kind.MONSTER and found.level < strength(view.sheet, player):
        return BEATABLE + PER_TREASURE * found.treasures
    return base_worth(found)


@cache
def mean_worth(sheet: Sheet, pile: Pile) -> float:
    """The mean of a whole deck: what an unseen card of it is worth before anybody has looked.

    >>> from hotdice.munchkin import load
    >>> 0 < mean_worth(load(), Pile.DOOR) < mean_worth(load(), Pile.TREASURE) < 1
    True
    """
    cards = sheet.whole(pile)
    return sum(base_worth(sheet.by_id[card]) for card in cards) / len(cards)


def hand_worth(view: State, owner: int, hand: Iterable[str]) -> float:
    """What a hand is worth to a seat; cards it cannot see count as the mean."""
    return sum(worth(view, owner, card) for card in hand)


def deal_worth(view: State, deal: Deal) -> float:
    """What an exchange by result 7 or 8 brings."""
    cards = view.sheet.by_id
    return identity_worth(cards[deal.theirs]) - identity_worth(cards[deal.own])


def struck_mean(view: State, seat: int) -> float:
    """The mean worth of a Door drawn face up by result 3: Curses strike, all else goes to the hand."""
    sheet, player = view.sheet, view.seats[seat]
    kept, curses = worth_of_doors(sheet)
    struck = sum(copies * harm_worth(sheet, player, card) for card, copies in curses)
    return (kept - struck) / len(sheet.whole(Pile.DOOR))


@cache
def worth_of_doors(sheet: Sheet) -> tuple[float, tuple[tuple[Card, int], ...]]:
    """What all Doors but Curses are worth in the hand, and the Curses with their copies."""
    doors = [card for card in sheet.cards if card.pile is Pile.DOOR]
    kept = sum(card.copies * base_worth(card) for card in doors if card.kind is not Kind.CURSE)
    return kept, tuple((card, card.copies) for card in doors if card.kind is Kind.CURSE)


def result_worths(view: State, seat: int) -> dict[int, float | None]:
    """What each of the ten results brings this seat now, in levels; None where it means rolling again.

    >>> from hotdice.munchkin import load, new_game
    >>> worths = result_worths(new_game(load(), 3), 0)
    >>> worths[5] > 1, worths[6], worths[7]
    (True, 0.0, None)
    """
    found: dict[int, float | None] = {
        1: _best_source(view, seat, Pile.TREASURE),
        2: _best_source(view, seat, Pile.DOOR),
        3: _both_open(view, seat),
        4: sum(worth(view, seat, view.discard(pile)[-1]) for pile in Pile if view.discard(pile)),
        5: _two_levels(view, seat),
        6: _best_hand(view, seat),
        7: _best_exchange(view, seat, 7),
        8: _best_exchange(view, seat, 8),
        9: _stolen(view, seat),
    }
    found[10] = max(value for value in found.values() if value is not None)
    return found


def roll_worth(view: State, seat: int) -> float:
    """What a roll brings on average, in levels; it costs one.

    A result that means rolling again is worth the roll itself, so k of them leave a mean over the others.
    """
    worths = [value for value in result_worths(view, seat).values() if value is not None]
    return sum(worths) / len(worths)


def paid(view: State, seat: int) -> State:
    """The view with the level for a roll paid."""
    player = replace(view.seats[seat], level=view.seats[seat].level - 1)
    return replace(view, seats=(*view.seats[:seat], player, *view.seats[seat + 1 :]))


def _best_source(view: State, seat: int, pile: Pile) -> float:
    found = sources(view, pile)
    options = [mean_worth(view.sheet, pile)] if "deck" in found else [0.0]
    if "discard" in found:
        options.append(worth(view, seat, view.discard(pile)[-1]))
    return max(options)


def _both_open(view: State, seat: int) -> float:
    total = mean_worth(view.sheet, Pile.TREASURE) if sources(view, Pile.TREASURE) else 0.0
    return total + (struck_mean(view, seat) if sources(view, Pile.DOOR) else 0.0)


def _two_levels(view: State, seat: int) -> float:
    gained = min(2, view.sheet.winning_level - 1 - view.seats[seat].level)
    return gained - PER_PENALTY * view.sheet.sex_penalty


def _best_hand(view: State, seat: int) -> float:
    """Compulsory with a card in hand, so this may be negative."""
    mine = view.seats[seat].hand
    if not mine:
        return 0.0
    best = max(hand_worth(view, seat, view.seats[other].hand) for other in view.others(seat))
    return best - hand_worth(view, seat, mine)


def _best_exchange(view: State, seat: int, face: int) -> float | None:
    if not in_play(view.sheet, view.seats[seat], *EXCHANGED[face]):
        return None
    return max([0.0, *(deal_worth(view, deal) for deal in deals(view, seat, face))])


def _stolen(view: State, seat: int) -> float:
    found = victims(view, seat)
    return 1.0 + RIVAL / (len(view.seats) - 1) if found else 0.0
