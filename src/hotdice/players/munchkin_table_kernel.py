"""Lists of cards, tasks, and what a seat and a fight are worth, on a Munchkin Dice table of numbers."""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Ints
from hotdice.players.munchkin_words import (
    AT,
    BODY,
    BONUS,
    CLASS,
    COMBAT,
    DEAD,
    EXTRA_OF,
    FEET,
    FIGHTING,
    FIRST,
    GIVEN,
    HAND_LIMIT,
    HAND_MOST,
    HEAD,
    HELPER,
    HEROES_USED,
    ITEM,
    KIND,
    LEVEL,
    LOWEST,
    MONSTERS,
    MONSTERS_USED,
    MOVER,
    NO_SLOT,
    NO_TASK,
    ONE_HAND,
    PENALTY,
    ROOMS,
    RUN,
    SEAT,
    SECOND,
    SLOT,
    TASK,
    TASKS,
    TREASURES,
    TWO_HANDS,
    WINS_TIES,
    Board,
    TableRules,
)


@compiled
def append(row: Ints, card: int) -> None:
    """One more card at the end of a list."""
    row[0] += 1
    row[row[0]] = card


@compiled
def put(row: Ints, card: int) -> None:
    """One more card in a sorted list."""
    place = row[0] + 1
    while place > 1 and row[place - 1] > card:
        row[place] = row[place - 1]
        place -= 1
    row[place] = card
    row[0] += 1


@compiled
def remove_at(row: Ints, place: int) -> int:
    """Take the card of a place out of a list."""
    card = row[place]
    for after in range(place, row[0]):
        row[after] = row[after + 1]
    row[0] -= 1
    return int(card)


@compiled
def remove(row: Ints, card: int) -> None:
    """Take a card out of a list that has it."""
    place = 1
    while row[place] != card:
        place += 1
    remove_at(row, place)


@compiled
def count(row: Ints, card: int) -> int:
    """How often a card is in a list."""
    found = 0
    for place in range(1, row[0] + 1):
        if row[place] == card:
            found += 1
    return found


@compiled
def task_of(board: Board) -> int:
    """What has to be settled now."""
    tasks = board.numbers[TASKS]
    if tasks == 0:
        return NO_TASK
    return int(board.agenda[tasks - 1][TASK])


@compiled
def push(board: Board, task: int, seat: int, first: int, second: int) -> None:
    """One more thing has to be settled first."""
    row = board.agenda[board.numbers[TASKS]]
    row[TASK], row[SEAT], row[FIRST], row[SECOND] = task, seat, first, second
    board.numbers[TASKS] += 1


@compiled
def settle(board: Board) -> None:
    """The first task is done."""
    board.numbers[TASKS] -= 1


@compiled
def of_kind(rules: TableRules, row: Ints, kind: int) -> int:
    """How many cards of a list are of a kind."""
    found = 0
    for place in range(1, row[0] + 1):
        if rules.cards[row[place]][KIND] == kind:
            found += 1
    return found


@compiled
def lowest_level(rules: TableRules, board: Board, seat: int) -> int:
    """The level that a seat cannot fall below."""
    row = board.plays[seat]
    least = 1
    for place in range(1, row[0] + 1):
        least = max(least, rules.cards[row[place]][LOWEST])
    return least


@compiled
def hand_limit(rules: TableRules, board: Board, seat: int) -> int:
    """How many cards a seat may hold after Charity."""
    row = board.plays[seat]
    most = rules.settings[HAND_MOST]
    for place in range(1, row[0] + 1):
        most = max(most, rules.cards[row[place]][HAND_LIMIT])
    return int(most)


@compiled_apart
def worn(rules: TableRules, row: Ints, adds: int) -> tuple[int, int, int, int, int]:
    """What is worn on head, body, feet and hands (-1: nothing), with one more card in thought (-1: none).

    As the referee has it: the best of each place, the best two of one hand or the best of two hands, by their
    bonus and then their numbers. What has no place is worn, too, but not listed here.
    """
    cards = rules.cards
    head, body, feet, both, first, second = -1, -1, -1, -1, -1, -1
    for place in range(row[0] + 1):
        # the first place is the card that is added in thought
        card = adds if place == 0 else row[place]
        if card < 0 or cards[card][KIND] != ITEM:
            continue
        slot = cards[card][SLOT]
        if slot == HEAD:
            head = better(rules, card, head)
        elif slot == BODY:
            body = better(rules, card, body)
        elif slot == FEET:
            feet = better(rules, card, feet)
        elif slot == TWO_HANDS:
            both = better(rules, card, both)
        elif slot == ONE_HAND and better(rules, card, first) == card:
            first, second = card, first
        elif slot == ONE_HAND:
            second = better(rules, card, second)
    if bonus_of(rules, both) > bonus_of(rules, first) + bonus_of(rules, second):
        first, second = both, -1
    return head, body, feet, first, second


@compiled_apart
def from_items(rules: TableRules, row: Ints, column: int, adds: int) -> int:
    """What worn items bring in one column, bonus or running; a card may be added in thought."""
    cards = rules.cards
    brought = 0
    for card in worn(rules, row, adds):
        if card >= 0:
            brought += cards[card][column]
    for place in range(row[0] + 1):
        card = adds if place == 0 else row[place]
        if card >= 0 and cards[card][KIND] == ITEM and cards[card][SLOT] == NO_SLOT:
            brought += cards[card][column]
    return brought


@compiled_apart
def worn_copies(rules: TableRules, board: Board, seat: int, card: int) -> int:
    """How many copies of an item in play are worn."""
    row = board.plays[seat]
    if rules.cards[card][KIND] == ITEM and rules.cards[card][SLOT] == NO_SLOT:
        return count(row, card)
    found = 0
    for other in worn(rules, row, -1):
        if other == card:
            found += 1
    return found


@compiled
def better(rules: TableRules, one: int, other: int) -> int:
    """The better of two items: the higher bonus, then the lower number; -1 is none."""
    if other < 0:
        return one
    more = rules.cards[one][BONUS] - rules.cards[other][BONUS]
    return one if more > 0 or (more == 0 and one < other) else other


@compiled
def bonus_of(rules: TableRules, card: int) -> int:
    """The bonus of a card, or of none."""
    return rules.cards[card][BONUS] if card >= 0 else 0


@compiled_apart
def strength_with(rules: TableRules, board: Board, seat: int, adds: int) -> int:
    """What a seat brings into a fight, with one more item in thought (-1: none)."""
    row = board.plays[seat]
    found = board.seats[seat][AT] - board.seats[seat][PENALTY]
    for place in range(1, row[0] + 1):
        found += rules.cards[row[place]][COMBAT]
    return int(found + from_items(rules, row, BONUS, adds))


@compiled
def strength(rules: TableRules, board: Board, seat: int) -> int:
    """What a seat brings into a fight."""
    return strength_with(rules, board, seat, -1)


@compiled_apart
def run_bonus(rules: TableRules, board: Board, seat: int) -> int:
    """What a seat adds to the die of a flight."""
    row = board.plays[seat]
    found = from_items(rules, row, RUN, -1)
    for place in range(1, row[0] + 1):
        if rules.cards[row[place]][KIND] != ITEM:
            found += rules.cards[row[place]][RUN]
    return found


@compiled
def sum_of(rules: TableRules, row: Ints, column: int) -> int:
    """One column summed over a list."""
    found = 0
    for place in range(1, row[0] + 1):
        found += rules.cards[row[place]][column]
    return found


@compiled_apart
def heroes_strength(rules: TableRules, board: Board) -> int:
    """The strength of fighter and helper with their one-shots."""
    numbers = board.numbers
    found = sum_of(rules, board.fight[HEROES_USED], BONUS) + strength(rules, board, numbers[MOVER])
    if numbers[HELPER] >= 0:
        found += strength(rules, board, numbers[HELPER])
    return found


@compiled_apart
def monsters_strength(rules: TableRules, board: Board) -> int:
    """The strength of the monsters with what was played for them."""
    used = sum_of(rules, board.fight[MONSTERS_USED], BONUS)
    return used + sum_of(rules, board.fight[MONSTERS], LEVEL)


@compiled_apart
def winning(rules: TableRules, board: Board) -> bool:
    """Whether the heroes win as it stands; ties go to the monsters unless a hero wins them."""
    numbers = board.numbers
    if numbers[FIGHTING] == 0:
        return False
    lead = heroes_strength(rules, board) - monsters_strength(rules, board)
    if lead != 0:
        return lead > 0
    if sum_of(rules, board.plays[numbers[MOVER]], WINS_TIES) > 0:
        return True
    return numbers[HELPER] >= 0 and sum_of(rules, board.plays[numbers[HELPER]], WINS_TIES) > 0


@compiled_apart
def prize(rules: TableRules, board: Board) -> int:
    """The Treasures of a fight."""
    return sum_of(rules, board.fight[MONSTERS], TREASURES) + sum_of(
        rules, board.fight[MONSTERS_USED], TREASURES
    )


@compiled
def has_room(rules: TableRules, board: Board, seat: int, kind: int) -> bool:
    """Whether a seat has room for one more identity of a kind; cards that allow one more do not add up."""
    row = board.plays[seat]
    room = rules.settings[ROOMS + kind - CLASS]
    for place in range(1, row[0] + 1):
        if rules.cards[row[place]][EXTRA_OF] == kind:
            room += 1
            break
    return bool(of_kind(rules, row, kind) < room)


@compiled
def too_many(rules: TableRules, board: Board) -> int:
    """How many cards the mover holds above the limit."""
    mover = board.numbers[MOVER]
    return int(max(0, board.hands[mover][0] - hand_limit(rules, board, mover)))


@compiled_apart
def charity_for(board: Board) -> int:
    """Who is given a card in Charity: the first of the lowest who got least; -1 where that is the mover."""
    lowest, least, found = 1 << 30, 1 << 30, -1
    for seat in range(len(board.seats)):
        who = board.seats[seat]
        if who[DEAD] == 0 and who[AT] < lowest:
            lowest = who[AT]
    if board.seats[board.numbers[MOVER]][AT] == lowest:
        return -1
    for seat in range(len(board.seats)):
        who = board.seats[seat]
        if who[DEAD] == 0 and who[AT] == lowest and who[GIVEN] < least:
            least, found = who[GIVEN], seat
    return found


@compiled
def asked_first(board: Board, mask: int) -> int:
    """The first of those who are asked, clockwise from the mover."""
    seats = len(board.seats)
    for step in range(seats):
        seat = (board.numbers[MOVER] + step) % seats
        if mask >> seat & 1:
            return int(seat)
    return -1


@compiled
def others_mask(board: Board, seat: int) -> int:
    """The living others, one bit each."""
    mask = 0
    for other in range(len(board.seats)):
        if other != seat and board.seats[other][DEAD] == 0:
            mask |= 1 << other
    return mask


@compiled
def can_lose_level(rules: TableRules, board: Board, seat: int) -> bool:
    """Whether a seat stands above its lowest level."""
    return bool(board.seats[seat][AT] > lowest_level(rules, board, seat))
