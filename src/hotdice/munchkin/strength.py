"""What a seat and a fight are worth: lowest level, hand limit, worn items, strength on both sides."""

from collections.abc import Iterable
from functools import lru_cache

from hotdice.munchkin.cards import Card, Kind, Slot
from hotdice.munchkin.sheet import Sheet
from hotdice.munchkin.state import Fight, Seat, State

_SINGLE = (Slot.HEAD, Slot.BODY, Slot.FEET)


def cards_of(sheet: Sheet, ids: Iterable[str]) -> list[Card]:
    """The cards behind ids.

    >>> from hotdice.munchkin import load
    >>> [card.name for card in cards_of(load(), ["bent-fork"])]
    ['Bent Fork']
    """
    return [sheet.by_id[card] for card in ids]


def in_play(sheet: Sheet, seat: Seat, *kinds: Kind) -> tuple[str, ...]:
    """A seat's cards in play of these kinds.

    >>> from hotdice.munchkin import Sex, load
    >>> in_play(load(), Seat(Sex.MAN, play=("bent-fork", "cyborg")), Kind.RACE)
    ('cyborg',)
    """
    return tuple(card for card in seat.play if sheet.by_id[card].kind in kinds)


def lowest_level(sheet: Sheet, seat: Seat) -> int:
    """The level that a seat cannot fall below: 1, or 2 for a Cyborg.

    >>> from hotdice.munchkin import Sex, load
    >>> lowest_level(load(), Seat(Sex.MAN)), lowest_level(load(), Seat(Sex.MAN, play=("cyborg",)))
    (1, 2)
    """
    return max([1, *(card.lowest_level for card in cards_of(sheet, seat.play))])


def can_lose_level(sheet: Sheet, seat: Seat) -> bool:
    """Whether a seat stands above its lowest level.

    >>> from hotdice.munchkin import Sex, load
    >>> can_lose_level(load(), Seat(Sex.MAN, level=2)), can_lose_level(load(), Seat(Sex.MAN))
    (True, False)
    """
    return seat.level > lowest_level(sheet, seat)


def hand_limit(sheet: Sheet, seat: Seat) -> int:
    """How many cards a seat may hold after Charity.

    >>> from hotdice.munchkin import Sex, load
    >>> hand_limit(load(), Seat(Sex.MAN)), hand_limit(load(), Seat(Sex.MAN, play=("scholar",)))
    (5, 7)
    """
    return max([sheet.hand_limit, *(card.hand_limit for card in cards_of(sheet, seat.play))])


def run_bonus(sheet: Sheet, seat: Seat) -> int:
    """What a seat adds to the die when it runs away.

    >>> from hotdice.munchkin import Sex, load
    >>> run_bonus(load(), Seat(Sex.MAN, play=("borrowed-boots", "sprinter")))
    2
    """
    identities = sum(card.run for card in cards_of(sheet, seat.play) if card.kind is not Kind.ITEM)
    return identities + sum(card.run for card in worn(sheet, seat))


def worn(sheet: Sheet, seat: Seat) -> list[Card]:
    """The items that count: the best for head, body and feet, for two hands, and all without a place.

    >>> from hotdice.munchkin import Sex, load
    >>> seat = Seat(Sex.MAN, play=("bent-fork", "bread-knife", "good-hammer", "long-broom"))
    >>> [card.id for card in worn(load(), seat)]
    ['good-hammer', 'bread-knife']
    """
    return list(_worn(sheet, seat.play))


@lru_cache(maxsize=20_000)
def _worn(sheet: Sheet, play: tuple[str, ...]) -> tuple[Card, ...]:
    items = [card for card in cards_of(sheet, play) if card.kind is Kind.ITEM]
    items.sort(key=lambda card: (-card.bonus, card.id))
    counted = [card for card in items if card.slot is Slot.NONE]
    for slot in _SINGLE:
        counted += [card for card in items if card.slot is slot][:1]
    one_handed = [card for card in items if card.slot is Slot.HAND][:2]
    two_handed = [card for card in items if card.slot is Slot.HANDS][:1]
    both = sum(card.bonus for card in two_handed) > sum(card.bonus for card in one_handed)
    return (*counted, *(two_handed if both else one_handed))


def strength(sheet: Sheet, seat: Seat) -> int:
    """What a seat brings into a fight: level, worn items, identities, less its penalty.

    >>> from hotdice.munchkin import Sex, load
    >>> strength(load(), Seat(Sex.WOMAN, level=3, penalty=5, play=("good-hammer", "duelist")))
    2
    """
    return seat.level + _from_cards(sheet, seat.play) - seat.penalty


@lru_cache(maxsize=20_000)
def _from_cards(sheet: Sheet, play: tuple[str, ...]) -> int:
    """What cards in play give: worn items and identities. Cards change rarely, this is asked all the time."""
    identities = sum(card.combat for card in cards_of(sheet, play))
    return identities + sum(card.bonus for card in _worn(sheet, play))


def heroes_strength(state: State, fight: Fight) -> int:
    """The strength of the fighter and the helper with their one-shots."""
    sheet = state.sheet
    used = sum(card.bonus for card in cards_of(sheet, fight.heroes_used))
    return used + sum(strength(sheet, state.seats[seat]) for seat in fight.heroes)


def monsters_strength(state: State, fight: Fight) -> int:
    """The strength of the monsters with what was played for them."""
    cards = state.sheet
    used = sum(card.bonus for card in cards_of(cards, fight.monsters_used))
    return used + sum(card.level for card in cards_of(cards, fight.monsters))


def winning(state: State) -> bool:
    """Whether the heroes win the fight as it stands; ties go to the monsters unless a hero wins them.

    >>> from hotdice.munchkin import load, new_game
    >>> winning(new_game(load(), 3))
    False
    """
    fight = state.fight
    if fight is None:
        return False
    heroes, monsters = heroes_strength(state, fight), monsters_strength(state, fight)
    ties = any(
        card.wins_ties for seat in fight.heroes for card in cards_of(state.sheet, state.seats[seat].play)
    )
    return heroes > monsters or (ties and heroes == monsters)


def prize(state: State, fight: Fight) -> int:
    """The Treasures of a fight."""
    cards = cards_of(state.sheet, fight.monsters + fight.monsters_used)
    return sum(card.treasures for card in cards)


def victory_levels(state: State, fight: Fight) -> int:
    """The levels that the fighter gains by winning."""
    return sum(card.levels for card in cards_of(state.sheet, fight.monsters))


def room_for(sheet: Sheet, seat: Seat, kind: Kind) -> int:
    """How many cards of an identity a seat may have; cards that allow one more do not add up.

    >>> from hotdice.munchkin import Sex, load
    >>> room_for(load(), Seat(Sex.MAN, play=("brawler", "second-degree")), Kind.CLASS)
    2
    """
    extra = any(card.extra is kind for card in cards_of(sheet, seat.play))
    return sheet.rooms[kind] + extra
