"""What happens at a Munchkin Dice table, in numbers: harm, fights, turns, and what follows by itself.

The same as `hotdice.munchkin` does with events; a test holds the two together, command for command.
"""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.munchkin_table_kernel import (
    append,
    lowest_level,
    of_kind,
    others_mask,
    prize,
    push,
    put,
    remove,
    remove_at,
    settle,
    sum_of,
    task_of,
    winning,
)
from hotdice.players.munchkin_words import (
    ANSWER_FIGHT,
    ASKED,
    AT,
    BEFORE_DOOR,
    CHANCES,
    CHANGE_SEX,
    CLAIMED,
    CLASS,
    CONSOLED,
    DEAD,
    DEALT,
    DEATH,
    DOOR,
    DRAW,
    END,
    EXTRA,
    EXTRA_OF,
    FACE,
    FIGHT,
    FIGHTING,
    FIRST,
    FLIGHT,
    FRESH,
    GIVEN,
    HARMS,
    HELPER,
    HEROES_USED,
    ITEM,
    KIND,
    LEVELS,
    LOSE_CARD,
    LOSE_CLASS,
    LOSE_HAND,
    LOSE_LEVEL,
    LOSE_RACE,
    LOSS_CLASS,
    LOSS_HAND,
    LOSS_ITEM,
    LOSS_RACE,
    MONSTERS,
    MONSTERS_USED,
    MOVER,
    NO_TASK,
    OVER,
    PENALTY,
    PENALTY_HARM,
    PHASE,
    PILE,
    POWER,
    RACE,
    REASON,
    ROB_BODY,
    ROLLED,
    ROLLING_OVER,
    SEAT,
    SETUP,
    SEX,
    SEX_PENALTY,
    SHARE,
    STYLE,
    TASK,
    TASKS,
    TREASURE,
    TURN,
    TURN_LIMIT,
    TURNED_BY,
    WHY_DEAL,
    WHY_PRIZE,
    WHY_SOLACE,
    WINNERS,
    WINNING,
    Board,
    TableRules,
)

LEVEL_REASON, LIMIT_REASON = 1, 2


@compiled
def discard(rules: TableRules, board: Board, card: int) -> None:
    """A card goes onto its discard pile."""
    append(board.discards[rules.cards[card][PILE]], card)


@compiled_apart
def lose_levels(rules: TableRules, board: Board, seat: int, amount: int) -> None:
    """Take levels, never below the lowest; who is consoled draws a Treasure."""
    amount = min(amount, board.seats[seat][AT] - lowest_level(rules, board, seat))
    if amount > 0:
        board.seats[seat][AT] -= amount
        console(rules, board, seat)


@compiled
def console(rules: TableRules, board: Board, seat: int) -> None:
    """The Treasure of those who are consoled."""
    if sum_of(rules, board.plays[seat], CONSOLED) > 0:
        push(board, DRAW, seat, TREASURE, WHY_SOLACE)


@compiled
def gain_levels(rules: TableRules, board: Board, seat: int, amount: int) -> None:
    """Give levels, never the winning one, and none to the dead."""
    amount = min(amount, rules.settings[WINNING] - 1 - board.seats[seat][AT])
    if amount > 0 and board.seats[seat][DEAD] == 0:
        board.seats[seat][AT] += amount


@compiled
def change_sex(rules: TableRules, board: Board, seat: int) -> None:
    """Change sex, with the penalty for the next combat."""
    board.seats[seat][SEX] = 1 - board.seats[seat][SEX]
    board.seats[seat][PENALTY] += rules.settings[SEX_PENALTY]


@compiled_apart
def losable(rules: TableRules, board: Board, seat: int, what: int) -> int:
    """How many cards a seat may choose from when it has to lose one."""
    if what == LOSS_HAND:
        return int(board.hands[seat][0])
    row, found = board.plays[seat], 0
    for place in range(1, row[0] + 1):
        if fits(rules, row[place], what):
            found += 1
    return found


@compiled
def fits(rules: TableRules, card: int, what: int) -> bool:
    """Whether a card in play can be lost as an item, as a Class or Style, as a Race or Power."""
    kind = rules.cards[card][KIND]
    if what == LOSS_ITEM:
        return bool(kind == ITEM)
    if what == LOSS_CLASS:
        return kind in (CLASS, STYLE)
    return kind in (RACE, POWER)


@compiled_apart
def drop_loose_extras(rules: TableRules, board: Board, seat: int) -> None:
    """What allows one more of an identity cannot lie without one."""
    row = board.plays[seat]
    place = 1
    while place <= row[0]:
        card = row[place]
        if rules.cards[card][KIND] == EXTRA and of_kind(rules, row, rules.cards[card][EXTRA_OF]) == 0:
            remove_at(row, place)
            discard(rules, board, card)
        else:
            place += 1


@compiled_apart
def suffer(rules: TableRules, board: Board, seat: int, card: int) -> None:
    """Let all harm of a card happen to a seat."""
    harm = rules.harm[card]
    for number in range(rules.cards[card][HARMS]):
        word, amount = harm[2 * number], harm[2 * number + 1]
        if word == LOSE_LEVEL:
            lose_levels(rules, board, seat, amount)
        elif word == CHANGE_SEX:
            change_sex(rules, board, seat)
        elif word == PENALTY_HARM:
            board.seats[seat][PENALTY] += amount
        elif word == DEATH:
            die(rules, board, seat)
        else:
            what = LOSS_ITEM
            if word == LOSE_HAND:
                what = LOSS_HAND
            elif word == LOSE_CLASS:
                what = LOSS_CLASS
            elif word == LOSE_RACE:
                what = LOSS_RACE
            for _ in range(min(amount, losable(rules, board, seat, what))):
                push(board, LOSE_CARD, seat, what, 0)


@compiled_apart
def die(rules: TableRules, board: Board, seat: int) -> None:
    """What the dead had lies open; the others take a card each, the highest level first, then clockwise."""
    numbers, body = board.numbers, board.body
    hand, play = board.hands[seat], board.plays[seat]
    body[0] = 0
    for place in range(1, hand[0] + 1):
        put(body, hand[place])
    hand[0] = 0
    kept = 0
    for place in range(1, play[0] + 1):
        card = play[place]
        kind = rules.cards[card][KIND]
        if CLASS <= kind <= EXTRA:
            kept += 1
            play[kept] = card
        else:
            put(body, card)
    play[0] = kept
    keep_tasks(board, NO_TASK, seat)  # windows have no seat
    left = numbers[TASKS]
    who = board.seats[seat]
    who[DEAD], who[FRESH], who[PENALTY] = 1, 1, 0
    mask, heirs = others_mask(board, seat), 0
    seats = len(board.seats)
    while mask and heirs < body[0]:
        best = -1
        for step in range(1, seats):
            other = (seat + step) % seats
            if mask >> other & 1 and (best < 0 or board.seats[other][AT] > board.seats[best][AT]):
                best = other
        mask &= ~(1 << best)
        # Those who come first lie on top: all that were put there before are moved up by one.
        push(board, ROB_BODY, best, 0, 0)
        for number in range(numbers[TASKS] - 1, left, -1):
            board.agenda[number][SEAT] = board.agenda[number - 1][SEAT]
        board.agenda[left][SEAT] = best
        heirs += 1


@compiled_apart
def strike(rules: TableRules, board: Board, seat: int, card: int, by: int) -> None:
    """A Curse does its work and is discarded."""
    if task_of(board) == ANSWER_FIGHT:
        settle(board)
    remove(board.hands[by], card)
    discard(rules, board, card)
    suffer(rules, board, seat, card)


@compiled_apart
def begin_fight(board: Board, seat: int, card: int) -> None:
    """A monster stands before a seat."""
    numbers = board.numbers
    remove(board.hands[seat], card)
    for row in range(3):
        board.fight[row][0] = 0
    append(board.fight[MONSTERS], card)
    numbers[PHASE], numbers[FIGHTING], numbers[HELPER], numbers[SHARE] = FIGHT, 1, -1, 0
    numbers[CLAIMED], numbers[ASKED] = 0, 0


@compiled_apart
def end_fight(rules: TableRules, board: Board) -> None:
    """The cards of a fight are discarded, its penalties are gone."""
    numbers = board.numbers
    for which in (MONSTERS, HEROES_USED, MONSTERS_USED):
        row = board.fight[which]
        for place in range(1, row[0] + 1):
            discard(rules, board, row[place])
        row[0] = 0
    board.seats[numbers[MOVER]][PENALTY] = 0
    if numbers[HELPER] >= 0:
        board.seats[numbers[HELPER]][PENALTY] = 0
    numbers[PHASE], numbers[FIGHTING] = END, 0
    numbers[HELPER], numbers[SHARE], numbers[CLAIMED], numbers[ASKED] = -1, 0, 0, 0


@compiled_apart
def win_fight(rules: TableRules, board: Board) -> None:
    """Levels, then Treasures."""
    numbers = board.numbers
    mover, helper = numbers[MOVER], numbers[HELPER]
    treasures = prize(rules, board)
    share = min(numbers[SHARE], treasures)
    levels = sum_of(rules, board.fight[MONSTERS], LEVELS)
    who = board.seats[mover]
    who[AT] += min(levels, rules.settings[WINNING] - who[AT])
    end_fight(rules, board)
    if who[AT] >= rules.settings[WINNING]:
        numbers[PHASE], numbers[WINNERS], numbers[REASON] = OVER, 1 << mover, LEVEL_REASON
        numbers[TASKS] = 0
        return
    for _ in range(share):
        push(board, DRAW, helper, TREASURE, WHY_PRIZE)
    for _ in range(treasures - share):
        push(board, DRAW, mover, TREASURE, WHY_PRIZE)


@compiled_apart
def begin_turn(rules: TableRules, board: Board, seat: int) -> None:
    """A seat is to move; who has died draws a new hand first."""
    numbers = board.numbers
    for other in range(len(board.seats)):
        board.seats[other][DEAD] = 0
        board.seats[other][GIVEN] = 0
    numbers[PHASE], numbers[MOVER], numbers[CHANCES] = BEFORE_DOOR, seat, 0
    numbers[TURN] += 1
    clear_roll(board)
    numbers[ROLLING_OVER] = 0
    if board.seats[seat][FRESH]:
        board.seats[seat][FRESH] = 0
        for pile in (TREASURE, DOOR):
            for _ in range(rules.settings[DEALT]):
                push(board, DRAW, seat, pile, WHY_DEAL)


@compiled
def clear_roll(board: Board) -> None:
    """No die lies on the table."""
    numbers = board.numbers
    numbers[ROLLED], numbers[FACE], numbers[TURNED_BY] = 0, 0, -1


@compiled_apart
def end_turn(rules: TableRules, board: Board) -> None:
    """The next seat is to move, unless the game has lasted too long."""
    numbers = board.numbers
    if numbers[TURN] < rules.settings[TURN_LIMIT]:
        begin_turn(rules, board, (numbers[MOVER] + 1) % len(board.seats))
        return
    best = 0
    for seat in range(len(board.seats)):
        best = max(best, board.seats[seat][AT])
    numbers[WINNERS] = 0
    for seat in range(len(board.seats)):
        if board.seats[seat][AT] == best:
            numbers[WINNERS] |= 1 << seat
    numbers[PHASE], numbers[REASON], numbers[TASKS] = OVER, LIMIT_REASON, 0


@compiled_apart
def advance(rules: TableRules, board: Board) -> None:
    """What follows by itself, until somebody or chance is to act."""
    numbers = board.numbers
    while numbers[PHASE] != OVER:
        task = task_of(board)
        row = board.agenda[max(0, numbers[TASKS] - 1)]
        if board.body[0] > 0 and task != ROB_BODY:
            clear_body(rules, board)
        elif task == DRAW:
            deck, pile = board.decks[row[FIRST]], board.discards[row[FIRST]]
            if deck[0] > 0:
                return
            if pile[0] == 0:
                settle(board)
            for place in range(1, pile[0] + 1):
                put(deck, pile[place])
            pile[0] = 0
        elif task == LOSE_CARD:
            options = losable(rules, board, row[SEAT], row[FIRST])
            if options > 1:
                return
            if options == 0:
                settle(board)
            else:
                lose_card(rules, board, only_losable(rules, board, row[SEAT], row[FIRST]))
        elif task == ROB_BODY:
            if board.body[0] > 0:
                return
            clear_body(rules, board)
        elif task != NO_TASK:
            return
        elif numbers[PHASE] == SETUP:
            begin_turn(rules, board, 0)
        elif numbers[PHASE] == FIGHT and numbers[CLAIMED]:
            if winning(rules, board):
                push(board, ANSWER_FIGHT, -1, others_mask(board, numbers[MOVER]), 0)
            else:
                numbers[CLAIMED] = 0
        elif numbers[PHASE] == FLIGHT:
            end_fight(rules, board)
            if board.seats[numbers[MOVER]][DEAD]:
                end_turn(rules, board)
        else:
            return


@compiled_apart
def clear_body(rules: TableRules, board: Board) -> None:
    """What nobody took of the dead is discarded."""
    for place in range(1, board.body[0] + 1):
        discard(rules, board, board.body[place])
    board.body[0] = 0
    keep_tasks(board, ROB_BODY, -1)


@compiled_apart
def keep_tasks(board: Board, task: int, seat: int) -> None:
    """Take all tasks of a kind, and all of a seat but for windows, off the agenda; -1 is none."""
    left = 0
    for number in range(board.numbers[TASKS]):
        row = board.agenda[number]
        of_seat = row[SEAT] == seat and seat >= 0
        if row[TASK] != task and not of_seat:
            into = board.agenda[left]
            for column in range(4):
                into[column] = row[column]
            left += 1
    board.numbers[TASKS] = left


@compiled_apart
def only_losable(rules: TableRules, board: Board, seat: int, what: int) -> int:
    """The first card that a seat can lose."""
    if what == LOSS_HAND:
        return int(board.hands[seat][1])
    row = board.plays[seat]
    place = 1
    while not fits(rules, row[place], what):
        place += 1
    return int(row[place])


@compiled_apart
def lose_card(rules: TableRules, board: Board, card: int) -> None:
    """The chosen card is gone."""
    row = board.agenda[board.numbers[TASKS] - 1]
    seat, what = row[SEAT], row[FIRST]
    settle(board)
    remove(board.hands[seat] if what == LOSS_HAND else board.plays[seat], card)
    discard(rules, board, card)
    drop_loose_extras(rules, board, seat)
