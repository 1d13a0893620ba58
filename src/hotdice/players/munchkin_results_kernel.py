"""The results of the ten-sided die, and what each command does to a `Board`.

A command is a row: its kind, the seat, and up to three numbers; a sale has the list of its cards from
`SOLD` on. Nothing here asks whether a command is legal.
"""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Ints
from hotdice.players.munchkin_course_kernel import (
    advance,
    begin_fight,
    change_sex,
    clear_roll,
    console,
    discard,
    drop_loose_extras,
    end_turn,
    gain_levels,
    lose_card,
    lose_levels,
    strike,
    suffer,
    win_fight,
)
from hotdice.players.munchkin_table_kernel import (
    append,
    can_lose_level,
    count,
    of_kind,
    others_mask,
    push,
    put,
    remove,
    run_bonus,
    settle,
    task_of,
)
from hotdice.players.munchkin_words import (
    A_ANSWER,
    A_ASK_HELP,
    A_BOOST,
    A_CHOOSE,
    A_CLAIM,
    A_CURSE,
    A_DEADLINE,
    A_DEAL,
    A_DECLINE,
    A_DROP,
    A_END_TURN,
    A_FLEE,
    A_GIVE,
    A_KICK,
    A_LOOT,
    A_LOSE,
    A_PASS,
    A_PICK,
    A_PLAY,
    A_ROB,
    A_ROLL,
    A_SELL,
    A_SWAP,
    A_TAKE,
    A_THROW,
    A_TROUBLE,
    A_TURN_DIE,
    A_WANDER,
    ACT,
    AFTER_DOOR,
    ANSWER_FIGHT,
    ANSWER_HELP,
    ANSWER_ROLL,
    ASKED,
    AT,
    BY,
    CHANCES,
    CLAIMED,
    CLASS,
    CURSE,
    DISCARD,
    DOOR,
    DRAW,
    END,
    ESCAPE,
    EXCHANGE,
    FACE,
    FIRST,
    FLIGHT,
    FOR_HEROES,
    GIVEN,
    GOLD,
    HELPER,
    HEROES_USED,
    KIND,
    LEVEL_CARD,
    MONSTER,
    MONSTERS,
    MONSTERS_USED,
    MOVER,
    ONE,
    PAYING_IS_LOSING,
    PHASE,
    PICK_FACE,
    PICK_SEAT,
    PICTURE,
    POWER,
    RACE,
    ROLLED,
    ROLLING_OVER,
    RUN_AWAY,
    SEAT,
    SECOND,
    SHARE,
    SOLD,
    STYLE,
    TAKE_CARD,
    TASK,
    TASKS,
    THREE,
    THROW,
    TREASURE,
    TURNED_BY,
    TWO,
    VALUE,
    WHY_DOOR,
    WHY_HARSH,
    WHY_LOOT,
    WHY_RESULT,
    Board,
    TableRules,
)


@compiled
def ask_die(board: Board, seat: int) -> None:
    """The ten-sided die is to be thrown."""
    clear_roll(board)
    board.numbers[ROLLED] = 1
    push(board, THROW, seat, 0, 0)


@compiled_apart
def stand(rules: TableRules, board: Board) -> None:
    """The window is closed: the face that shows is the result."""
    mover, face = board.numbers[MOVER], board.numbers[FACE]
    if face == PICTURE:
        push(board, PICK_FACE, mover, 0, 0)
    else:
        result(rules, board, mover, face)


@compiled_apart
def result(rules: TableRules, board: Board, seat: int, face: int) -> None:
    """One of the nine results."""
    if face in (1, 2):
        pile = TREASURE if face == 1 else DOOR
        if board.discards[pile][0] > 0:
            push(board, TAKE_CARD, seat, pile, 0)
        elif board.decks[pile][0] > 0:
            push(board, DRAW, seat, pile, WHY_RESULT)
    elif face == 3:
        for pile in (DOOR, TREASURE):
            if board.decks[pile][0] > 0 or board.discards[pile][0] > 0:
                push(board, DRAW, seat, pile, WHY_HARSH)
    elif face == 4:
        for pile in (DOOR, TREASURE):
            take_discard(board, seat, pile)
    elif face == 5:
        change_sex(rules, board, seat)
        gain_levels(rules, board, seat, 2)
    elif face == 6:
        if board.hands[seat][0] > 0:
            ask_seat(rules, board, seat, 6, others_mask(board, seat))
    elif face == 9:
        board.numbers[ROLLING_OVER] = 1
        mask = victims_mask(rules, board, seat)
        if mask:
            ask_seat(rules, board, seat, 9, mask)
    else:
        row = board.plays[seat]
        one, two = (CLASS, STYLE) if face == 7 else (RACE, POWER)
        if of_kind(rules, row, one) + of_kind(rules, row, two) == 0:
            ask_die(board, seat)
        elif can_exchange(rules, board, seat, one) or can_exchange(rules, board, seat, two):
            push(board, EXCHANGE, seat, face, 0)


@compiled
def can_exchange(rules: TableRules, board: Board, seat: int, kind: int) -> bool:
    """Whether a seat and one of the others have a card of a kind in play."""
    if of_kind(rules, board.plays[seat], kind) == 0:
        return False
    mask = others_mask(board, seat)
    for other in range(len(board.seats)):
        if mask >> other & 1 and of_kind(rules, board.plays[other], kind) > 0:
            return True
    return False


@compiled_apart
def victims_mask(rules: TableRules, board: Board, seat: int) -> int:
    """Whom result 9 can take a level from, one bit each."""
    mask = others_mask(board, seat)
    for other in range(len(board.seats)):
        if mask >> other & 1 and not can_lose_level(rules, board, other):
            mask &= ~(1 << other)
    return mask


@compiled
def take_discard(board: Board, seat: int, pile: int) -> None:
    """The top of a discard pile, if there is one, goes into a hand."""
    row = board.discards[pile]
    if row[0] > 0:
        put(board.hands[seat], row[row[0]])
        row[0] -= 1


@compiled_apart
def ask_seat(rules: TableRules, board: Board, seat: int, face: int, mask: int) -> None:
    """Where there is one other player only, nothing is left to choose."""
    if mask & (mask - 1):
        push(board, PICK_SEAT, seat, face, 0)
        return
    for other in range(len(board.seats)):
        if mask >> other & 1:
            choose(rules, board, seat, face, other)


@compiled_apart
def choose(rules: TableRules, board: Board, seat: int, face: int, other: int) -> None:
    """Results 6 and 9: the other player is named."""
    if face == 9:
        lose_levels(rules, board, other, 1)
        gain_levels(rules, board, seat, 1)
        return
    mine, theirs = board.hands[seat], board.hands[other]
    for place in range(max(mine[0], theirs[0]) + 1):
        mine[place], theirs[place] = theirs[place], mine[place]


@compiled_apart
def swap(rules: TableRules, board: Board, seat: int, own: int, other: int, theirs: int) -> None:
    """Two cards change places, and nobody keeps two alike."""
    remove(board.plays[seat], own)
    put(board.plays[seat], theirs)
    remove(board.plays[other], theirs)
    put(board.plays[other], own)
    for number in range(2):
        side, got = (seat, theirs) if number == 0 else (other, own)
        if count(board.plays[side], got) > 1:
            remove(board.plays[side], got)
            discard(rules, board, got)
        drop_loose_extras(rules, board, side)


@compiled_apart
def apply(rules: TableRules, board: Board, command: Ints) -> None:
    """Carry out a command, and what follows by itself."""
    if command[ACT] <= A_DECLINE:
        apply_result(rules, board, command)
    elif command[ACT] <= A_DROP:
        apply_turn(rules, board, command)
    else:
        apply_fight(rules, board, command)
    advance(rules, board)


@compiled_apart
def apply_result(rules: TableRules, board: Board, command: Ints) -> None:
    """Chance, and what belongs to the die."""
    act, seat, one, two = command[ACT], command[BY], command[ONE], command[TWO]
    numbers = board.numbers
    row = board.agenda[max(0, numbers[TASKS] - 1)]
    if act == A_DEAL:
        drawn(rules, board, one)
    elif act == A_THROW:
        thrown(rules, board, one)
    elif act == A_DEADLINE:
        close_window(rules, board)
    elif act == A_ROLL:
        board.seats[seat][AT] -= 1
        ask_die(board, seat)
        if rules.settings[PAYING_IS_LOSING]:
            console(rules, board, seat)
    elif act == A_PASS:
        row[FIRST] &= ~(1 << seat)
        if row[FIRST] == 0:
            close_window(rules, board)
    elif act == A_TURN_DIE:
        settle(board)
        remove(board.hands[seat], one)
        discard(rules, board, one)
        numbers[ROLLED], numbers[FACE], numbers[TURNED_BY] = 1, two, seat
        stand(rules, board)
    else:
        face = row[FIRST]
        settle(board)
        if act == A_PICK:
            result(rules, board, seat, one)
        elif act == A_TAKE and one == DISCARD:
            take_discard(board, seat, face)
        elif act == A_TAKE:
            push(board, DRAW, seat, face, WHY_RESULT)
        elif act == A_CHOOSE:
            choose(rules, board, seat, face, one)
        elif act == A_SWAP:
            swap(rules, board, seat, one, two, command[THREE])


@compiled_apart
def drawn(rules: TableRules, board: Board, card: int) -> None:
    """A card has come; at the door and on result 3 a Curse strikes, at the door a monster fights."""
    row = board.agenda[board.numbers[TASKS] - 1]
    seat, pile, why = row[SEAT], row[FIRST], row[SECOND]
    settle(board)
    board.numbers[CHANCES] += 1
    remove(board.decks[pile], card)
    put(board.hands[seat], card)
    kind = rules.cards[card][KIND]
    if kind == CURSE and why in (WHY_DOOR, WHY_HARSH):
        strike(rules, board, seat, card, seat)
    elif kind == MONSTER and why == WHY_DOOR:
        begin_fight(board, seat, card)


@compiled_apart
def thrown(rules: TableRules, board: Board, face: int) -> None:
    """A die has fallen: that of a flight, or the ten-sided one."""
    numbers = board.numbers
    row = board.agenda[numbers[TASKS] - 1]
    task, seat, monster = row[TASK], row[SEAT], row[FIRST]
    settle(board)
    numbers[CHANCES] += 1
    if task == RUN_AWAY:
        if face + run_bonus(rules, board, seat) < rules.settings[ESCAPE]:
            suffer(rules, board, seat, monster)
        return
    numbers[ROLLED], numbers[FACE], numbers[TURNED_BY] = 1, face, -1
    if face == PICTURE:
        stand(rules, board)
    else:
        push(board, ANSWER_ROLL, -1, others_mask(board, seat) | 1 << seat, 0)


@compiled_apart
def close_window(rules: TableRules, board: Board) -> None:
    """Everybody has passed."""
    task = task_of(board)
    settle(board)
    if task == ANSWER_ROLL:
        stand(rules, board)
    else:
        win_fight(rules, board)


@compiled_apart
def apply_turn(rules: TableRules, board: Board, command: Ints) -> None:
    """What the mover does outside a fight."""
    act, seat, one = command[ACT], command[BY], command[ONE]
    numbers = board.numbers
    if act == A_KICK:
        numbers[PHASE] = AFTER_DOOR
        clear_roll(board)
        push(board, DRAW, seat, DOOR, WHY_DOOR)
    elif act == A_TROUBLE:
        begin_fight(board, seat, one)
    elif act == A_LOOT:
        numbers[PHASE] = END
        push(board, DRAW, seat, DOOR, WHY_LOOT)
    elif act == A_END_TURN:
        end_turn(rules, board)
    elif act == A_PLAY:
        remove(board.hands[seat], one)
        if rules.cards[one][KIND] == LEVEL_CARD:
            discard(rules, board, one)
            gain_levels(rules, board, seat, 1)
        else:
            put(board.plays[seat], one)
    elif act == A_CURSE:
        strike(rules, board, command[TWO], one, seat)
    elif act == A_SELL:
        gold = 0
        for place in range(SOLD + 1, SOLD + 1 + command[SOLD]):
            card = command[place]
            gold += rules.cards[card][VALUE]
            held = count(board.hands[seat], card) > 0
            remove(board.hands[seat] if held else board.plays[seat], card)
            discard(rules, board, card)
        gain_levels(rules, board, seat, gold // rules.settings[GOLD])
    else:
        remove(board.plays[seat], one)
        discard(rules, board, one)
        drop_loose_extras(rules, board, seat)


@compiled_apart
def apply_fight(rules: TableRules, board: Board, command: Ints) -> None:
    """Fights, losses, the dead, and Charity."""
    act, seat, one, two = command[ACT], command[BY], command[ONE], command[TWO]
    numbers = board.numbers
    if act == A_BOOST:
        if task_of(board) == ANSWER_FIGHT:
            settle(board)
        remove(board.hands[seat], one)
        append(board.fight[HEROES_USED if two == FOR_HEROES else MONSTERS_USED], one)
    elif act == A_WANDER:
        if task_of(board) == ANSWER_FIGHT:
            settle(board)
        remove(board.hands[seat], one)
        discard(rules, board, one)
        remove(board.hands[seat], two)
        append(board.fight[MONSTERS], two)
    elif act == A_ASK_HELP:
        numbers[ASKED] |= 1 << one
        push(board, ANSWER_HELP, one, two, 0)
    elif act == A_ANSWER:
        treasures = board.agenda[numbers[TASKS] - 1][FIRST]
        settle(board)
        if one:
            numbers[HELPER], numbers[SHARE] = seat, treasures
    elif act == A_CLAIM:
        numbers[CLAIMED] = 1
    elif act == A_FLEE:
        numbers[PHASE] = FLIGHT
        row = board.fight[MONSTERS]
        if numbers[HELPER] >= 0:
            for place in range(row[0], 0, -1):
                push(board, RUN_AWAY, numbers[HELPER], row[place], 0)
        for place in range(row[0], 0, -1):
            push(board, RUN_AWAY, seat, row[place], 0)
    elif act == A_LOSE:
        lose_card(rules, board, one)
    elif act == A_ROB:
        settle(board)
        remove(board.body, one)
        put(board.hands[seat], one)
    elif act == A_GIVE:
        remove(board.hands[seat], one)
        put(board.hands[two], one)
        board.seats[two][GIVEN] += 1
    else:
        remove(board.hands[seat], one)
        discard(rules, board, one)
