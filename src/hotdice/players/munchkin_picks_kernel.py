"""Small choices of a shrewd seat: whom, which card to lose, which of the dead."""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Ints
from hotdice.players.munchkin_course_kernel import fits
from hotdice.players.munchkin_results_kernel import victims_mask
from hotdice.players.munchkin_table_kernel import count, others_mask
from hotdice.players.munchkin_words import A_CHOOSE, A_LOSE, A_ROB, AT, KIND, LOSS_HAND, Board, TableRules
from hotdice.players.munchkin_worths_kernel import IN_HAND, card_worth, tell


@compiled
def first_of(rules: TableRules, row: Ints, kind: int) -> int:
    """The first card of a kind in a list, or -1."""
    for place in range(1, row[0] + 1):
        if rules.cards[row[place]][KIND] == kind:
            return int(row[place])
    return -1


@compiled_apart
def pick_seat(rules: TableRules, board: Board, seat: int, face: int, command: Ints) -> None:
    """The fullest hand, or the highest level that can be lowered; the first seat where they are alike."""
    mask = others_mask(board, seat) if face == 6 else victims_mask(rules, board, seat)
    best, most = -1, -1
    for other in range(len(board.seats)):
        found = board.hands[other][0] if face == 6 else board.seats[other][AT]
        if mask >> other & 1 and found > most:
            best, most = other, found
    tell(command, A_CHOOSE, seat, best, 0)


@compiled_apart
def lose(rules: TableRules, board: Board, seat: int, what: int, command: Ints) -> None:
    """The card that is worth least."""
    row = board.hands[seat] if what == LOSS_HAND else board.plays[seat]
    best, least = -1, 1e18
    for place in range(1, row[0] + 1):
        card = row[place]
        if what != LOSS_HAND and not fits(rules, card, what):
            continue
        found = choice_worth(rules, board, seat, card)
        if found < least:
            best, least = card, found
    tell(command, A_LOSE, seat, best, 0)


@compiled
def choice_worth(rules: TableRules, board: Board, seat: int, card: int) -> float:
    """What a card is worth to a seat that may not hold it yet."""
    if count(board.hands[seat], card) > 0:
        return card_worth(rules, board, seat, card)
    return float(rules.worths[card][IN_HAND])


@compiled_apart
def rob(rules: TableRules, board: Board, seat: int, command: Ints) -> None:
    """The card of the dead that is worth most."""
    best, most = -1, -1e18
    for place in range(1, board.body[0] + 1):
        found = choice_worth(rules, board, seat, board.body[place])
        if found > most:
            best, most = board.body[place], found
    tell(command, A_ROB, seat, best, 0)
