"""A Munchkin Dice table as numbers: what stands where.

A list of cards is a row whose first number is its length; hands, cards in play, decks and the body are kept
sorted, as the referee keeps them. Cards are numbered in the order of their ids, so that whatever goes by ids
goes by numbers. Rows may be arrays or, for plain Python, lists.
"""

from typing import NamedTuple

from hotdice.players.deck_words import Floats, Ints

# kinds of cards, in the order of `hotdice.munchkin.Kind`
(
    MONSTER, CURSE, CLASS, STYLE, RACE, POWER, EXTRA, ENHANCER, WANDERER, ITEM, BOOST, LEVEL_CARD, LOADED,
    RELOADED,
) = range(14)  # fmt: skip
# columns of a card
(
    KIND, PILE, LEVEL, LEVELS, TREASURES, BONUS, VALUE, SLOT, EXTRA_OF, COMBAT, RUN, HAND_LIMIT, LOWEST,
    WINS_TIES, CONSOLED, HARMS, COPIES,
) = range(17)  # fmt: skip
DOOR, TREASURE = range(2)
NO_SLOT, HEAD, BODY, FEET, ONE_HAND, TWO_HANDS = range(6)
LOSE_LEVEL, LOSE_ITEM, LOSE_HAND, LOSE_CLASS, LOSE_RACE, CHANGE_SEX, PENALTY_HARM, DEATH = range(8)
# settings of the sheet
(
    WINNING, HAND_MOST, SEX_PENALTY, ESCAPE, GOLD, PAYING_IS_LOSING, TURN_LIMIT, DEALT, ROOMS
) = range(9)  # fmt: skip
# numbers of the table
(
    PHASE, MOVER, TURN, CHANCES, ROLLED, FACE, TURNED_BY, ROLLING_OVER, FIGHTING, HELPER, SHARE, CLAIMED,
    ASKED, TASKS, WINNERS, REASON,
) = range(16)  # fmt: skip
SETUP, BEFORE_DOOR, AFTER_DOOR, FIGHT, FLIGHT, END, OVER = range(7)
# numbers of a seat
AT, PENALTY, SEX, DEAD, FRESH, GIVEN = range(6)
# lists of a fight
MONSTERS, HEROES_USED, MONSTERS_USED = range(3)
# tasks, in the order of `hotdice.munchkin.tasks`
(
    DRAW, THROW, ANSWER_ROLL, PICK_FACE, TAKE_CARD, PICK_SEAT, EXCHANGE, ANSWER_FIGHT, ANSWER_HELP,
    RUN_AWAY, LOSE_CARD, ROB_BODY,
) = range(12)  # fmt: skip
NO_TASK = -1
# columns of a task
TASK, SEAT, FIRST, SECOND = range(4)
WHY_DEAL, WHY_RESULT, WHY_HARSH, WHY_DOOR, WHY_LOOT, WHY_PRIZE, WHY_SOLACE = range(7)
LOSS_ITEM, LOSS_HAND, LOSS_CLASS, LOSS_RACE = range(4)
# kinds of commands, in the order of `hotdice.munchkin.commands`
(
    A_DEAL, A_THROW, A_DEADLINE, A_ROLL, A_PASS, A_TURN_DIE, A_PICK, A_TAKE, A_CHOOSE, A_SWAP, A_DECLINE,
    A_KICK, A_TROUBLE, A_LOOT, A_END_TURN, A_PLAY, A_CURSE, A_SELL, A_DROP, A_BOOST, A_WANDER, A_ASK_HELP,
    A_ANSWER, A_CLAIM, A_FLEE, A_LOSE, A_ROB, A_GIVE, A_SHED,
) = range(29)  # fmt: skip
ACT, BY, ONE, TWO, THREE, SOLD = range(6)
PICTURE = 10
DECK, DISCARD = range(2)
FOR_HEROES, FOR_MONSTERS = range(2)


class TableRules(NamedTuple):
    """A sheet: its cards, their harm in pairs of word and amount, its settings, and what cards are worth.

    `worths` are what a card is worth in hand, as an identity in play and as gold; `means` are those of Door
    and Treasure deck, what the Doors but for Curses come to, how many Doors there are; `costs` are those of
    harm.
    """

    cards: Ints
    harm: Ints
    settings: Ints
    worths: Floats
    means: Floats
    costs: Floats


class Board(NamedTuple):
    """A table as it stands. The agenda is a stack: what has to be settled now is its last row."""

    numbers: Ints
    seats: Ints
    hands: Ints
    plays: Ints
    decks: Ints
    discards: Ints
    body: Ints
    fight: Ints
    agenda: Ints
