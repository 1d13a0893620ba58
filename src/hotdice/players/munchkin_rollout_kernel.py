"""Munchkin Dice games played on in numbers: chance, hidden cards dealt anew, and what a choice leads to."""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Floats, Ints
from hotdice.players.munchkin_mind_kernel import decide, weight
from hotdice.players.munchkin_results_kernel import apply
from hotdice.players.munchkin_table_kernel import append, asked_first, of_kind, remove_at, strength, task_of
from hotdice.players.munchkin_words import (
    A_DEAL,
    A_ROLL,
    A_THROW,
    ACT,
    ANSWER_FIGHT,
    ANSWER_ROLL,
    AT,
    BONUS,
    BOOST,
    BY,
    DOOR,
    DRAW,
    FIRST,
    ITEM,
    KIND,
    LEVEL,
    LEVEL_CARD,
    MONSTER,
    MOVER,
    NO_TASK,
    OVER,
    PENALTY,
    PHASE,
    RUN_AWAY,
    SEAT,
    TASKS,
    THROW,
    TREASURE,
    TURN,
    WANDERER,
    WINNERS,
    WINNING,
    Board,
    TableRules,
)
from hotdice.players.munchkin_worths_kernel import tell

FACES, RUN_FACES = 10, 6
MASK = (1 << 32) - 1
TRIES = 4
"""How often a card that people would not keep in hand is drawn anew, where hidden hands are made up."""
TO_GO = 10
"""Levels that are missing and are told apart by a worth of their own; the last stands for all above."""
GEAR, SPARE, WEAPONS, LEVELS_IN_HAND, EASY, DOOR_OPENERS, HELD, WAITS = range(TO_GO, TO_GO + 8)
FEATURES = TO_GO + 8


@compiled
def below(dice: Ints, size: int) -> int:
    """A number from 0 to size - 1; the dice are one number that moves on (xorshift of 32 bits)."""
    number = dice[0]
    number ^= (number << 13) & MASK
    number ^= number >> 17
    number ^= (number << 5) & MASK
    dice[0] = number
    return int(number % size)


@compiled
def waits_for_chance(board: Board) -> bool:
    """Whether dice or a card are awaited."""
    return task_of(board) in (DRAW, THROW, RUN_AWAY)


@compiled_apart
def bring(board: Board, dice: Ints, command: Ints) -> None:
    """Write down what chance brings."""
    row = board.agenda[board.numbers[TASKS] - 1]
    task = row[0]
    if task == DRAW:
        deck = board.decks[row[FIRST]]
        tell(command, A_DEAL, 0, deck[1 + below(dice, deck[0])], 0)
    else:
        tell(command, A_THROW, 0, 1 + below(dice, FACES if task == THROW else RUN_FACES), 0)


@compiled
def asked(board: Board) -> int:
    """The seat that is to act."""
    task = task_of(board)
    if task == NO_TASK:
        return int(board.numbers[MOVER])
    row = board.agenda[board.numbers[TASKS] - 1]
    if task in (ANSWER_ROLL, ANSWER_FIGHT):
        return asked_first(board, row[FIRST])
    return int(row[SEAT])


@compiled_apart
def until_chance(
    rules: TableRules, board: Board, prices: Floats, command: Ints, worths: Floats, rolls: Ints
) -> None:
    """Let everybody decide until dice or a card are awaited, and count who paid for rolls."""
    while board.numbers[PHASE] != OVER and not waits_for_chance(board):
        seat = asked(board)
        decide(rules, board, seat, prices[seat], command, worths)
        if command[ACT] == A_ROLL:
            rolls[command[BY]] += 1
        apply(rules, board, command)


@compiled_apart
def play_on(
    rules: TableRules, board: Board, prices: Floats, dice: Ints, command: Ints, worths: Floats, last: int
) -> None:
    """Play on to the end of the game, or until a turn begins that is later than `last`."""
    numbers = board.numbers
    while numbers[PHASE] != OVER and numbers[TURN] <= last:
        if waits_for_chance(board):
            bring(board, dice, command)
        else:
            seat = asked(board)
            decide(rules, board, seat, prices[seat], command, worths)
        apply(rules, board, command)


@compiled_apart
def copy(source: Board, to: Board) -> None:
    """Make one board like another."""
    to.numbers[:] = source.numbers[:]
    to.body[:] = source.body[:]
    for seat in range(len(source.seats)):
        to.seats[seat][:] = source.seats[seat][:]
        copy_list(source.hands[seat], to.hands[seat])
        copy_list(source.plays[seat], to.plays[seat])
    for pile in range(2):
        copy_list(source.decks[pile], to.decks[pile])
        copy_list(source.discards[pile], to.discards[pile])
    for row in range(3):
        copy_list(source.fight[row], to.fight[row])
    for row in range(source.numbers[TASKS]):
        to.agenda[row][:] = source.agenda[row][:]


@compiled
def copy_list(source: Ints, to: Ints) -> None:
    """Make one list of cards like another."""
    end = source[0] + 1
    to[:end] = source[:end]


@compiled_apart
def deal_hidden(
    rules: TableRules, board: Board, viewer: int, pools: Ints, spent: Ints, kept: Ints, dice: Ints
) -> None:
    """Put cards that nobody has shown where the viewer cannot see: into hands, discards and decks.

    `pools` are the unseen cards by pile, `spent` is room for them. How many of each pile are in hands follows
    from how many lie elsewhere. `kept` says by kind with how many chances in a hundred somebody who has had
    a turn still holds such a card.
    """
    in_hands = 0
    for pile in range(2):
        copy_list(pools[pile], spent[pile])
    doors = spent[DOOR][0] - board.decks[DOOR][0] - hidden(board.discards[DOOR])
    for seat in range(len(board.seats)):
        if seat != viewer:
            in_hands += board.hands[seat][0]
    for seat in range(len(board.seats)):
        if seat == viewer:
            continue
        row = board.hands[seat]
        moved = board.numbers[TURN] > seat
        size = row[0]
        row[0] = 0
        for _ in range(size):
            pile = DOOR if below(dice, in_hands) < doors else TREASURE
            if spent[pile][0] == 0:
                pile = 1 - pile
            doors -= 1 if pile == DOOR else 0
            in_hands -= 1
            place = 1 + below(dice, spent[pile][0])
            tries = TRIES if moved else 0
            while tries and below(dice, 100) >= kept[rules.cards[spent[pile][place]][KIND]]:
                place = 1 + below(dice, spent[pile][0])
                tries -= 1
            append(row, remove_at(spent[pile], place))
        sort(row)
    for pile in range(2):
        row = board.discards[pile]
        for place in range(1, hidden(row) + 1):
            row[place] = remove_at(spent[pile], 1 + below(dice, spent[pile][0]))
        copy_list(spent[pile], board.decks[pile])


@compiled
def hidden(row: Ints) -> int:
    """How many cards of a discard pile lie under its top."""
    return int(max(0, row[0] - 1))


@compiled
def sort(row: Ints) -> None:
    """Put a list in order."""
    for place in range(2, row[0] + 1):
        card, at = row[place], place
        while at > 1 and row[at - 1] > card:
            row[at] = row[at - 1]
            at -= 1
        row[at] = card


@compiled_apart
def features(rules: TableRules, board: Board, seat: int, found: Floats) -> None:
    """What a seat has going for it: levels missing, gear, and what its hand can do."""
    for number in range(FEATURES):
        found[number] = 0.0
    who, row, cards = board.seats[seat], board.hands[seat], rules.cards
    missing = max(1, min(TO_GO, rules.settings[WINNING] - who[AT]))
    found[missing - 1] = 1.0
    mine = strength(rules, board, seat)
    found[GEAR] = mine + who[PENALTY] - who[AT]
    found[SPARE] = who[PENALTY]
    for place in range(1, row[0] + 1):
        card = row[place]
        kind = cards[card][KIND]
        if kind == BOOST:
            found[WEAPONS] += cards[card][BONUS]
        elif kind in (LEVEL_CARD, ITEM):
            found[LEVELS_IN_HAND] += 1.0
        elif kind == MONSTER and cards[card][LEVEL] < mine:
            found[EASY] = min(2.0, found[EASY] + 1.0)
        elif kind == WANDERER:
            found[DOOR_OPENERS] += 1.0 if of_kind(rules, row, MONSTER) > 0 else 0.0
        else:
            found[HELD] += weight(rules, card)
    seats = len(board.seats)
    found[WAITS] = (seat - board.numbers[MOVER]) % seats / seats


@compiled_apart
def share_of(rules: TableRules, board: Board, viewer: int, values: Floats, found: Floats) -> float:
    """The viewer's share of a win: what it is, or what it may expect where the game goes on."""
    numbers = board.numbers
    if numbers[PHASE] == OVER:
        winners = 0
        for seat in range(len(board.seats)):
            winners += numbers[WINNERS] >> seat & 1
        return float((numbers[WINNERS] >> viewer & 1) / winners)
    total, mine = 0.0, 0.0
    for seat in range(len(board.seats)):
        features(rules, board, seat, found)
        score = 0.0
        for number in range(FEATURES):
            score += values[number] * found[number]
        weight_of = 2.718281828459045**score
        total += weight_of
        if seat == viewer:
            mine = weight_of
    return mine / total


@compiled_apart
def weigh(
    rules: TableRules, boards: tuple[Board, Board, Board], viewer: int, pools: tuple[Ints, Ints],
    kept: Ints, choices: Ints, samples: tuple[int, int], prices: Floats, last: int, values: Floats,
    room: tuple[Ints, Ints, Floats, Floats], sums: Floats,
) -> None:  # fmt: skip
    """Play every choice on from the same made-up worlds, from the first sample to before the last.

    `sums` has for each choice what it brought in all, how much more than the first choice, and the squares of
    that.
    """
    view, world, game = boards
    dice, command, worths, found = room
    for sample in range(samples[0], samples[1]):
        dice[0] = (sample * 2654435769 + 12345) & MASK | 1
        for _ in range(4):
            below(dice, 2)
        copy(view, world)
        deal_hidden(rules, world, viewer, pools[0], pools[1], kept, dice)
        seed, first = dice[0], 0.0
        for choice in range(len(choices)):
            dice[0] = seed
            copy(world, game)
            apply(rules, game, choices[choice])
            play_on(rules, game, prices, dice, command, worths, last)
            share = share_of(rules, game, viewer, values, found)
            if choice == 0:
                first = share
            row = sums[choice]
            row[0] += share
            row[1] += share - first
            row[2] += (share - first) ** 2
