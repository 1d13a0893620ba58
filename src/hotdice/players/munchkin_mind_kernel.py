"""How `shrewd` decides, in numbers: the same rules of thumb as in `munchkin_shrewd_bot`, over a `Board`.

It looks at a table as its seat may: of other hands only their size counts. A test holds the two together.
"""

from hotdice.odds.compiling import compiled, compiled_apart
from hotdice.players.deck_words import Floats, Ints
from hotdice.players.munchkin_picks_kernel import first_of, lose, pick_seat, rob
from hotdice.players.munchkin_results_kernel import can_exchange
from hotdice.players.munchkin_table_kernel import (
    can_lose_level,
    charity_for,
    count,
    has_room,
    heroes_strength,
    monsters_strength,
    of_kind,
    others_mask,
    prize,
    strength,
    sum_of,
    task_of,
    too_many,
    winning,
    worn,
    worn_copies,
)
from hotdice.players.munchkin_words import (
    A_ANSWER,
    A_ASK_HELP,
    A_BOOST,
    A_CLAIM,
    A_CURSE,
    A_DECLINE,
    A_DROP,
    A_END_TURN,
    A_FLEE,
    A_GIVE,
    A_KICK,
    A_LOOT,
    A_PASS,
    A_PICK,
    A_PLAY,
    A_ROLL,
    A_SELL,
    A_SHED,
    A_SWAP,
    A_TAKE,
    A_TROUBLE,
    A_TURN_DIE,
    A_WANDER,
    AFTER_DOOR,
    ANSWER_FIGHT,
    ANSWER_HELP,
    ANSWER_ROLL,
    ASKED,
    AT,
    BEFORE_DOOR,
    BONUS,
    BOOST,
    CHANGE_SEX,
    CLASS,
    CURSE,
    DECK,
    DISCARD,
    DOOR,
    ENHANCER,
    EXCHANGE,
    EXTRA,
    EXTRA_OF,
    FACE,
    FIGHT,
    FIRST,
    FOR_HEROES,
    FOR_MONSTERS,
    GOLD,
    HARMS,
    HELPER,
    ITEM,
    KIND,
    LEVEL,
    LEVEL_CARD,
    LEVELS,
    LOADED,
    LOSE_CARD,
    MONSTER,
    MONSTERS,
    MOVER,
    NO_SLOT,
    ONE,
    PENALTY_HARM,
    PHASE,
    PICK_FACE,
    PICK_SEAT,
    PICTURE,
    POWER,
    RACE,
    RELOADED,
    ROB_BODY,
    ROLLING_OVER,
    SEX_PENALTY,
    SLOT,
    SOLD,
    STYLE,
    TAKE_CARD,
    TASKS,
    THREE,
    TREASURES,
    TWO,
    VALUE,
    WANDERER,
    WINNING,
    Board,
    TableRules,
)
from hotdice.players.munchkin_worth import LOADED_GAIN, RELOADED_GAIN
from hotdice.players.munchkin_worths_kernel import (
    AS_IDENTITY,
    MEAN_DOOR,
    MEAN_TREASURE,
    RESULTS,
    best_exchange,
    card_worth,
    result_worths,
    roll_worth,
    tell,
    top_worth,
    without_again,
)


@compiled_apart
def decide(rules: TableRules, board: Board, seat: int, price: float, command: Ints, worths: Floats) -> None:
    """Write down what a shrewd seat does that buys a roll where it is worth more than `price`."""
    task = task_of(board)
    row = board.agenda[max(0, board.numbers[TASKS] - 1)]
    if task == ANSWER_ROLL:
        answer_roll(rules, board, seat, command, worths)
    elif task == PICK_FACE:
        result_worths(rules, board, seat, seat, command, worths)
        best = 1
        for face in range(2, PICTURE):
            if without_again(worths[face]) > without_again(worths[best]):
                best = face
        tell(command, A_PICK, seat, best, 0)
    elif task == TAKE_CARD:
        mean = rules.means[MEAN_DOOR if row[FIRST] == DOOR else MEAN_TREASURE]
        better = top_worth(rules, board, seat, row[FIRST]) > mean
        tell(command, A_TAKE, seat, DISCARD if better else DECK, 0)
    elif task == PICK_SEAT:
        pick_seat(rules, board, seat, row[FIRST], command)
    elif task == EXCHANGE:
        one, two = (CLASS, STYLE) if row[FIRST] == 7 else (RACE, POWER)
        tell(command, A_DECLINE, seat, 0, 0)
        if can_exchange(rules, board, seat, one) or can_exchange(rules, board, seat, two):
            best_of_two(rules, board, seat, one, two, command)
    elif task == ANSWER_FIGHT:
        interfere(rules, board, seat, command)
    elif task == ANSWER_HELP:
        tell(command, A_ANSWER, seat, 1 if helps(rules, board, seat, row[FIRST]) else 0, 0)
    elif task == LOSE_CARD:
        lose(rules, board, seat, row[FIRST], command)
    elif task == ROB_BODY:
        rob(rules, board, seat, command)
    elif board.numbers[PHASE] == FIGHT:
        fight(rules, board, seat, command)
    else:
        take_turn(rules, board, seat, price, command, worths)


@compiled_apart
def best_of_two(rules: TableRules, board: Board, seat: int, one: int, two: int, command: Ints) -> None:
    """The best exchange of either kind; the first where both bring the same."""
    first = best_exchange(rules, board, seat, one, command)
    own, other, theirs = command[ONE], command[TWO], command[THREE]
    second = best_exchange(rules, board, seat, two, command)
    if first > 0 and first >= second:
        tell(command, A_SWAP, seat, own, other)
        command[THREE] = theirs


@compiled_apart
def answer_roll(rules: TableRules, board: Board, seat: int, command: Ints, worths: Floats) -> None:
    """A Loaded Die where it gains enough, a Reloaded one where it costs somebody ahead enough."""
    mover, face = board.numbers[MOVER], board.numbers[FACE]
    own = seat == mover
    card = first_of(rules, board.hands[seat], LOADED if own else RELOADED)
    if card < 0:
        tell(command, A_PASS, seat, 0, 0)
        return
    result_worths(rules, board, seat, mover, command, worths)
    tell(command, A_PASS, seat, 0, 0)
    best = 1
    for other in range(2, RESULTS):
        more = without_again(worths[other]) - without_again(worths[best])
        if (more > 0) if own else (more < 0):
            best = other
    gain = without_again(worths[best]) - without_again(worths[face])
    if (own and gain >= LOADED_GAIN) or (
        not own and board.seats[mover][AT] >= board.seats[seat][AT] and -gain >= RELOADED_GAIN
    ):
        tell(command, A_TURN_DIE, seat, card, best)


@compiled
def ends_game(rules: TableRules, board: Board) -> bool:
    """Whether the fighter would win the game with this fight."""
    levels = sum_of(rules, board.fight[MONSTERS], LEVELS)
    return bool(board.seats[board.numbers[MOVER]][AT] + levels >= rules.settings[WINNING])


@compiled_apart
def helps(rules: TableRules, board: Board, seat: int, treasures: int) -> bool:
    """For a Treasure, where the help decides, and never for somebody's last level."""
    if treasures == 0 or ends_game(rules, board):
        return False
    together = heroes_strength(rules, board) + strength(rules, board, seat)
    return together > monsters_strength(rules, board)


@compiled_apart
def weight(rules: TableRules, card: int) -> int:
    """By how much a card of the hand weakens the heroes of a fight, a monster that it lets in apart."""
    kind = rules.cards[card][KIND]
    if kind in (BOOST, ENHANCER):
        return int(rules.cards[card][BONUS])
    found = 0
    if kind == CURSE:
        harm = rules.harm[card]
        for number in range(rules.cards[card][HARMS]):
            if harm[2 * number] == PENALTY_HARM:
                found += harm[2 * number + 1]
            elif harm[2 * number] == CHANGE_SEX:
                found += rules.settings[SEX_PENALTY]
    return found


@compiled_apart
def interfere(rules: TableRules, board: Board, seat: int, command: Ints) -> None:
    """Only against a victory that would end the game, and only where it can be stopped."""
    numbers = board.numbers
    tell(command, A_PASS, seat, 0, 0)
    if seat == numbers[HELPER] or not ends_game(rules, board) or not winning(rules, board):
        return
    row = board.hands[seat]
    monster, level = -1, 0
    for place in range(1, row[0] + 1):
        card = row[place]
        if rules.cards[card][KIND] == MONSTER and rules.cards[card][LEVEL] >= level:
            monster, level = card, rules.cards[card][LEVEL]
    # The heaviest move is made; of moves that weigh alike the last by kind (Boost, Curse, Wander), then card.
    together, best, best_kind, chosen, before = 0, 0, -1, -1, -1
    for place in range(1, row[0] + 1):
        card = row[place]
        if card == before:
            continue
        before = card
        kind, found, rank = rules.cards[card][KIND], weight(rules, card), 0
        if kind == WANDERER:
            found, rank = (level if monster >= 0 else 0), 2
        elif kind == CURSE:
            rank = 1
        together += found
        if found > 0 and (found > best or (found == best and rank >= best_kind)):
            best, best_kind, chosen = found, rank, card
    lead = heroes_strength(rules, board) - monsters_strength(rules, board)
    if best == 0 or together < lead:
        return
    if best_kind == 0:
        tell(command, A_BOOST, seat, chosen, FOR_MONSTERS)
    elif best_kind == 1:
        tell(command, A_CURSE, seat, chosen, max(numbers[MOVER], numbers[HELPER]))
    else:
        tell(command, A_WANDER, seat, chosen, monster)


@compiled_apart
def fight(rules: TableRules, board: Board, seat: int, command: Ints) -> None:
    """Claim it, boost it, ask for help, or run."""
    if winning(rules, board):
        tell(command, A_CLAIM, seat, 0, 0)
        return
    gap = monsters_strength(rules, board) - heroes_strength(rules, board) + 1
    row, cards = board.hands[seat], rules.cards
    together, enough, most = 0, -1, -1
    for place in range(1, row[0] + 1):
        card = row[place]
        if cards[card][KIND] == BOOST:
            bonus = cards[card][BONUS]
            together += bonus
            if bonus >= gap and (enough < 0 or bonus < cards[enough][BONUS]):
                enough = card
            if most < 0 or bonus >= cards[most][BONUS]:
                most = card
    if together >= gap and most >= 0:
        tell(command, A_BOOST, seat, enough if enough >= 0 else most, FOR_HEROES)
        return
    helper = -1
    mask, seats = others_mask(board, seat) & ~board.numbers[ASKED], len(board.seats)
    if board.numbers[HELPER] < 0:
        for step in range(1, seats):
            other = (seat + step) % seats
            lower = helper < 0 or board.seats[other][AT] < board.seats[helper][AT]
            if mask >> other & 1 and lower and strength(rules, board, other) >= gap:
                helper = other
    if helper >= 0:
        tell(command, A_ASK_HELP, seat, helper, min(prize(rules, board), 1))
    else:
        tell(command, A_FLEE, seat, 0, 0)


@compiled_apart
def take_turn(
    rules: TableRules, board: Board, seat: int, price: float, command: Ints, worths: Floats
) -> None:
    """Cards that help, a sale, the die, the door and what comes after it."""
    row, phase = board.hands[seat], board.numbers[PHASE]
    for place in range(1, row[0] + 1):
        if useful(rules, board, seat, row[place], command):
            return
    if sale(rules, board, seat, command):
        return
    if phase == BEFORE_DOOR:
        rolls = board.numbers[ROLLING_OVER] == 0 and can_lose_level(rules, board, seat)
        if rolls and roll_worth(rules, board, seat, command, worths) > price:
            tell(command, A_ROLL, seat, 0, 0)
        else:
            tell(command, A_KICK, seat, 0, 0)
    elif phase == AFTER_DOOR:
        after_door(rules, board, seat, command)
    elif too_many(rules, board) == 0:
        tell(command, A_END_TURN, seat, 0, 0)
    else:
        best, least = -1, 1e18
        for place in range(1, row[0] + 1):
            found = card_worth(rules, board, seat, row[place])
            if found < least:
                best, least = row[place], found
        to = charity_for(board)
        tell(command, A_SHED if to < 0 else A_GIVE, seat, best, to)


@compiled_apart
def useful(rules: TableRules, board: Board, seat: int, card: int, command: Ints) -> bool:
    """Write down what a card of the hand is good for now, if for anything."""
    kind, row = rules.cards[card][KIND], board.plays[seat]
    tell(command, A_PLAY, seat, card, 0)
    if kind == ITEM:
        return True
    if kind == LEVEL_CARD:
        return bool(board.seats[seat][AT] < rules.settings[WINNING] - 1)
    if kind == EXTRA:
        of = rules.cards[card][EXTRA_OF]
        for place in range(1, row[0] + 1):
            if rules.cards[row[place]][EXTRA_OF] == of:
                return False
        return of_kind(rules, row, of) > 0
    if kind == CURSE:
        leader, seats = -1, len(board.seats)
        mask = others_mask(board, seat)
        for step in range(1, seats):
            other = (seat + step) % seats
            ahead = leader < 0 or board.seats[other][AT] > board.seats[leader][AT]
            if mask >> other & 1 and ahead:
                leader = other
        tell(command, A_CURSE, seat, card, leader)
        return leader >= 0
    if not CLASS <= kind <= POWER or count(row, card) > 0:
        return False
    if has_room(rules, board, seat, kind):
        return True
    weakest = -1
    for place in range(1, row[0] + 1):
        own = row[place]
        if rules.cards[own][KIND] == kind and (
            weakest < 0 or rules.worths[own][AS_IDENTITY] < rules.worths[weakest][AS_IDENTITY]
        ):
            weakest = own
    tell(command, A_DROP, seat, weakest, 0)
    return weakest >= 0 and bool(rules.worths[card][AS_IDENTITY] > rules.worths[weakest][AS_IDENTITY])


@compiled_apart
def sale(rules: TableRules, board: Board, seat: int, command: Ints) -> bool:
    """Write down the sale of what is not worn and not kept for a fight, if it gives a level."""
    price, gold = rules.settings[GOLD], spare_gold(rules, board, seat)
    if gold < price or board.seats[seat][AT] >= rules.settings[WINNING] - 1:
        return False
    tell(command, A_SELL, seat, 0, 0)
    cards, gold = rules.cards, 0
    # What is worth most goes first; of cards that cost the same the lower number.
    last_value, last_card = 1 << 30, -1
    while gold < price:
        value, chosen = 0, -1
        for source in range(2):
            row = board.plays[seat] if source == 0 else board.hands[seat]
            for place in range(1, row[0] + 1):
                card = row[place]
                worth = cards[card][VALUE]
                comes_later = worth < last_value or (worth == last_value and card > last_card)
                better = worth > value or (worth == value and card < chosen)
                if worth > 0 and comes_later and better and spare_copies(rules, board, seat, card) > 0:
                    value, chosen = worth, card
        for _ in range(spare_copies(rules, board, seat, chosen)):
            if gold < price:
                gold += value
                sold_card(command, chosen)
        last_value, last_card = value, chosen
    return True


@compiled_apart
def spare_gold(rules: TableRules, board: Board, seat: int) -> int:
    """The gold of all that can be spared."""
    cards, row = rules.cards, board.plays[seat]
    found = 0
    for place in range(1, row[0] + 1):
        if cards[row[place]][SLOT] != NO_SLOT:
            found += cards[row[place]][VALUE]
    for card in worn(rules, row, -1):
        if card >= 0:
            found -= cards[card][VALUE]
    row = board.hands[seat]
    for place in range(1, row[0] + 1):
        if cards[row[place]][KIND] == RELOADED:
            found += cards[row[place]][VALUE]
    return found


@compiled_apart
def spare_copies(rules: TableRules, board: Board, seat: int, card: int) -> int:
    """How many copies of a card a seat can spare: in play and not worn, or dice for others' rolls."""
    found = count(board.plays[seat], card) - worn_copies(rules, board, seat, card)
    if rules.cards[card][KIND] == RELOADED:
        found += count(board.hands[seat], card)
    return found


@compiled
def sold_card(command: Ints, card: int) -> None:
    """One more card of a sale, sorted."""
    place = SOLD + command[SOLD] + 1
    while place > SOLD + 1 and command[place - 1] > card:
        command[place] = command[place - 1]
        place -= 1
    command[place] = card
    command[SOLD] += 1


@compiled_apart
def after_door(rules: TableRules, board: Board, seat: int, command: Ints) -> None:
    """Look for trouble with the best monster that can be beaten, or loot the room."""
    row, cards, mine = board.hands[seat], rules.cards, strength(rules, board, seat)
    best = -1
    for place in range(1, row[0] + 1):
        card = row[place]
        if cards[card][KIND] != MONSTER or cards[card][LEVEL] >= mine:
            continue
        if best < 0:
            best = card
            continue
        more = cards[card][LEVELS] - cards[best][LEVELS]
        if more == 0:
            more = cards[card][TREASURES] - cards[best][TREASURES]
        if more >= 0:
            best = card
    if best >= 0:
        tell(command, A_TROUBLE, seat, best, 0)
    else:
        tell(command, A_LOOT, seat, 0, 0)
