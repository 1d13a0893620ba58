"""What cards and results of the die are worth to a seat, in numbers: `munchkin_worth` over a `Board`."""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Floats, Ints
from hotdice.players.munchkin_results_kernel import victims_mask
from hotdice.players.munchkin_table_kernel import of_kind, others_mask, strength, strength_with
from hotdice.players.munchkin_words import (
    A_SWAP,
    ACT,
    AT,
    BY,
    CLASS,
    COPIES,
    CURSE,
    DOOR,
    HARMS,
    ITEM,
    KIND,
    LEVEL,
    LEVEL_CARD,
    LOSE_HAND,
    LOSE_ITEM,
    LOSE_LEVEL,
    MONSTER,
    ONE,
    PICTURE,
    POWER,
    RACE,
    SEX_PENALTY,
    SOLD,
    STYLE,
    THREE,
    TREASURE,
    TREASURES,
    TWO,
    WINNING,
    Board,
    TableRules,
)
from hotdice.players.munchkin_worth import BEATABLE, PER_BONUS, PER_PENALTY, PER_TREASURE, RIVAL

AGAIN = -1e18
"""The worth of a result that means rolling again."""
IN_HAND, AS_IDENTITY, IN_GOLD = range(3)
MEAN_DOOR, MEAN_TREASURE, KEPT, DOORS = range(4)
RESULTS = 11
"""Room for the worths of all results, by face."""


@compiled
def tell(command: Ints, act: int, seat: int, one: int, two: int) -> None:
    """Write a command down."""
    command[ACT], command[BY], command[ONE], command[TWO], command[SOLD] = act, seat, one, two, 0


@compiled_apart
def card_worth(rules: TableRules, board: Board, seat: int, card: int) -> float:
    """What a card is worth in the hand of a seat, as things stand."""
    kind = rules.cards[card][KIND]
    if kind == LEVEL_CARD and board.seats[seat][AT] >= rules.settings[WINNING] - 1:
        return 0.0
    if kind == ITEM:
        gain = strength_with(rules, board, seat, card) - strength(rules, board, seat)
        return float(max(rules.worths[card][IN_GOLD], PER_BONUS * gain))
    if kind == MONSTER and rules.cards[card][LEVEL] < strength(rules, board, seat):
        return float(BEATABLE + PER_TREASURE * rules.cards[card][TREASURES])
    return float(rules.worths[card][IN_HAND])


@compiled_apart
def hand_worth(rules: TableRules, board: Board, viewer: int, owner: int, holder: int) -> float:
    """What the hand of `holder` is worth to `owner`, as `viewer` sees it."""
    row = board.hands[holder]
    hidden = (rules.means[MEAN_DOOR] + rules.means[MEAN_TREASURE]) / 2
    found = 0.0
    for place in range(1, row[0] + 1):
        found += card_worth(rules, board, owner, row[place]) if holder == viewer else hidden
    return found


@compiled_apart
def harm_cost(rules: TableRules, board: Board, seat: int, card: int) -> float:
    """What a Curse costs a seat, in levels."""
    cost = 0.0
    harm = rules.harm[card]
    for number in range(rules.cards[card][HARMS]):
        word, amount = harm[2 * number], harm[2 * number + 1]
        if word == LOSE_LEVEL:
            amount = min(amount, board.seats[seat][AT] - 1)
        elif word == LOSE_ITEM:
            amount = min(amount, of_kind(rules, board.plays[seat], ITEM))
        elif word == LOSE_HAND:
            amount = min(amount, board.hands[seat][0])
        cost += rules.costs[word] * amount
    return cost


@compiled
def there_is(board: Board, pile: int) -> bool:
    """Whether a card of this pile can be had."""
    return bool(board.decks[pile][0] > 0 or board.discards[pile][0] > 0)


@compiled
def top_worth(rules: TableRules, board: Board, seat: int, pile: int) -> float:
    """What the top of a discard pile is worth; nothing where it is empty."""
    row = board.discards[pile]
    return card_worth(rules, board, seat, row[row[0]]) if row[0] > 0 else 0.0


@compiled_apart
def source_worth(rules: TableRules, board: Board, seat: int, pile: int) -> float:
    """The better of an unseen card and the top discard."""
    mean = rules.means[MEAN_DOOR if pile == DOOR else MEAN_TREASURE]
    if board.discards[pile][0] > 0:
        return float(max(mean, top_worth(rules, board, seat, pile)))
    return mean if board.decks[pile][0] > 0 else 0.0


@compiled_apart
def both_worth(rules: TableRules, board: Board, seat: int) -> float:
    """Result 3: a Treasure and a Door, whose Curses strike."""
    found = rules.means[MEAN_TREASURE] if there_is(board, TREASURE) else 0.0
    if not there_is(board, DOOR):
        return found
    struck = 0.0
    for card in range(len(rules.cards)):
        if rules.cards[card][KIND] == CURSE:
            struck += rules.cards[card][COPIES] * harm_cost(rules, board, seat, card)
    return float(found + (rules.means[KEPT] - struck) / rules.means[DOORS])


@compiled_apart
def hands_worth(rules: TableRules, board: Board, viewer: int, seat: int) -> float:
    """Result 6: the best other hand, less one's own."""
    if board.hands[seat][0] == 0:
        return 0.0
    mask, best = others_mask(board, seat), AGAIN
    for other in range(len(board.seats)):
        if mask >> other & 1:
            best = max(best, hand_worth(rules, board, viewer, seat, other))
    return best - hand_worth(rules, board, viewer, seat, seat) if mask else 0.0


@compiled_apart
def best_exchange(rules: TableRules, board: Board, seat: int, kind: int, command: Ints) -> float:
    """The best exchange of cards of one kind, written down; 0 where none is better than nothing."""
    mine, mask = board.plays[seat], others_mask(board, seat)
    best = 0.0
    for place in range(1, mine[0] + 1):
        if rules.cards[mine[place]][KIND] != kind:
            continue
        own = rules.worths[mine[place]][AS_IDENTITY]
        for step in range(1, len(board.seats)):
            other = (seat + step) % len(board.seats)
            row = board.plays[other]
            if mask >> other & 1 == 0:
                continue
            for there in range(1, row[0] + 1):
                gain = rules.worths[row[there]][AS_IDENTITY] - own
                if rules.cards[row[there]][KIND] == kind and gain > best:
                    best = gain
                    tell(command, A_SWAP, seat, mine[place], other)
                    command[THREE] = row[there]
    return best


@compiled_apart
def exchange_worth(rules: TableRules, board: Board, seat: int, face: int, command: Ints) -> float:
    """Results 7 and 8."""
    one, two = (CLASS, STYLE) if face == 7 else (RACE, POWER)
    row = board.plays[seat]
    if of_kind(rules, row, one) + of_kind(rules, row, two) == 0:
        return AGAIN
    first = best_exchange(rules, board, seat, one, command)
    return max(first, best_exchange(rules, board, seat, two, command))


@compiled_apart
def result_worths(
    rules: TableRules, board: Board, viewer: int, seat: int, command: Ints, worths: Floats
) -> None:
    """What each of the ten results brings a seat, as `viewer` sees it; the command is scratch."""
    worths[1] = source_worth(rules, board, seat, TREASURE)
    worths[2] = source_worth(rules, board, seat, DOOR)
    worths[3] = both_worth(rules, board, seat)
    worths[4] = top_worth(rules, board, seat, DOOR) + top_worth(rules, board, seat, TREASURE)
    gained = min(2, rules.settings[WINNING] - 1 - board.seats[seat][AT])
    worths[5] = gained - PER_PENALTY * rules.settings[SEX_PENALTY]
    worths[6] = hands_worth(rules, board, viewer, seat)
    worths[7] = exchange_worth(rules, board, seat, 7, command)
    worths[8] = exchange_worth(rules, board, seat, 8, command)
    worths[9] = 1.0 + RIVAL / (len(board.seats) - 1) if victims_mask(rules, board, seat) else 0.0
    best = AGAIN
    for face in range(1, PICTURE):
        best = max(best, worths[face])
    worths[PICTURE] = best


@compiled_apart
def roll_worth(rules: TableRules, board: Board, seat: int, command: Ints, worths: Floats) -> float:
    """What a roll brings on average once its level is paid, in levels."""
    board.seats[seat][AT] -= 1
    result_worths(rules, board, seat, seat, command, worths)
    board.seats[seat][AT] += 1
    total, faces = 0.0, 0
    for face in range(1, RESULTS):
        if worths[face] != AGAIN:
            total += worths[face]
            faces += 1
    return total / faces


@compiled
def without_again(worth: float) -> float:
    """Rolling again counts for nothing where results are compared."""
    return 0.0 if worth == AGAIN else worth
