"""The referee of a Munchkin Dice table: `decide` and `play`. Pure; dice and cards come in as commands."""

from typing import Any

from hotdice.game.dispatch import by_type
from hotdice.game.refusals import Refusal
from hotdice.munchkin import commands as c
from hotdice.munchkin import events as e
from hotdice.munchkin import results
from hotdice.munchkin.cards import Kind, Pile
from hotdice.munchkin.flow import advance, drawn, end_turn, lose_card, strike, win_fight
from hotdice.munchkin.harm import drop_loose_extras, gain_levels, suffer
from hotdice.munchkin.log import Log
from hotdice.munchkin.state import State
from hotdice.munchkin.strength import cards_of, run_bonus
from hotdice.munchkin.tasks import (
    AnswerFight,
    AnswerHelp,
    AnswerRoll,
    DrawCard,
    Exchange,
    LoseCard,
    PickSeat,
    RunAway,
    TakeCard,
)
from hotdice.munchkin.verifying import verify


def play(state: State, command: c.Command) -> tuple[State, tuple[e.Event, ...]] | Refusal:
    """The state after a command with the events that led there, or the reason why it is refused.

    >>> from hotdice.munchkin import load, new_game
    >>> state, events = play(new_game(load(), 3), c.Deal("cyborg"))
    >>> state.seats[0].hand, len(events)
    (('cyborg',), 1)
    """
    refusal = verify(state, command)
    if refusal is not None:
        return refusal
    log = Log(state)
    _ACTIONS[type(command)](log, command)
    advance(log)
    return log.state, tuple(log.events)


def decide(state: State, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    """The events that a command leads to, or the reason why it is refused.

    >>> from hotdice.munchkin import load, new_game
    >>> decide(new_game(load(), 3), c.KickDoor(0)).code
    'waiting_for_chance'
    """
    result = play(state, command)
    return result if isinstance(result, Refusal) else result[1]


def _task(log: Log) -> Any:
    return log.state.task


def _deal(log: Log, command: c.Deal) -> None:
    task: DrawCard = _task(log)
    drawn(log, task, command.card)


def _throw(log: Log, command: c.Throw) -> None:
    task = _task(log)
    if isinstance(task, RunAway):
        _escape(log, task, command.face)
    else:
        results.thrown(log, task.seat, command.face)


def _escape(log: Log, task: RunAway, face: int) -> None:
    state = log.state
    escaped = face + run_bonus(state.sheet, state.seats[task.seat]) >= state.sheet.escape
    log.add(e.EscapeThrown(task.seat, task.monster, face, escaped))
    if not escaped:
        suffer(log, task.seat, state.sheet.by_id[task.monster].harm, "bad_stuff")


def _roll(log: Log, command: c.RollDie) -> None:
    results.pay(log, command.seat)


def _pass(log: Log, command: c.Pass) -> None:
    task: AnswerRoll | AnswerFight = _task(log)
    log.add(e.Passed(command.seat))
    if len(task.asked) == 1:
        _window_closed(log, task)


def _deadline(log: Log, command: c.Deadline) -> None:
    task: AnswerRoll | AnswerFight = _task(log)
    for seat in task.asked:
        log.add(e.Passed(seat))
    _window_closed(log, task)


def _window_closed(log: Log, task: AnswerRoll | AnswerFight) -> None:
    if isinstance(task, AnswerRoll):
        results.stand(log, log.state.mover)
    else:
        win_fight(log)


def _turn_die(log: Log, command: c.TurnDie) -> None:
    log.add(e.DieTurned(command.seat, command.card, command.face))
    results.stand(log, log.state.mover)


def _pick(log: Log, command: c.Pick) -> None:
    results.picked(log, command.seat, command.face)


def _take(log: Log, command: c.Take) -> None:
    task: TakeCard = _task(log)
    results.taken(log, task, command.source)


def _choose(log: Log, command: c.Choose) -> None:
    task: PickSeat = _task(log)
    results.chosen(log, task, command.other)


def _swap(log: Log, command: c.Swap) -> None:
    results.swapped(log, command.seat, results.Deal(command.own, command.other, command.theirs))


def _decline(log: Log, command: c.Decline) -> None:
    task: Exchange = _task(log)
    results.declined(log, task)


def _kick(log: Log, command: c.KickDoor) -> None:
    log.add(e.DoorKicked(command.seat))
    log.ask(DrawCard(command.seat, Pile.DOOR, up=True, why="door"))


def _trouble(log: Log, command: c.Trouble) -> None:
    log.add(e.FightBegan(command.seat, command.card, "hand"))


def _loot(log: Log, command: c.LootRoom) -> None:
    log.add(e.RoomLooted(command.seat))
    log.ask(DrawCard(command.seat, Pile.DOOR, up=False, why="loot"))


def _end_turn(log: Log, command: c.EndTurn) -> None:
    end_turn(log)


def _play_card(log: Log, command: c.PlayCard) -> None:
    if log.state.sheet.by_id[command.card].kind is Kind.LEVEL:
        log.add(e.CardDiscarded(command.seat, command.card, "hand", "used"))
        gain_levels(log, command.seat, 1, "card")
    else:
        log.add(e.CardPlayed(command.seat, command.card))


def _curse(log: Log, command: c.Curse) -> None:
    strike(log, command.target, command.card, command.seat)


def _sell(log: Log, command: c.Sell) -> None:
    sheet = log.state.sheet
    gold = sum(card.value for card in cards_of(sheet, command.cards))
    levels = gold // sheet.gold_per_level
    log.add(e.ItemsSold(command.seat, command.cards, levels))
    gain_levels(log, command.seat, levels, "sold")


def _drop(log: Log, command: c.Drop) -> None:
    log.add(e.CardDiscarded(command.seat, command.card, "play", "dropped"))
    drop_loose_extras(log, command.seat)


def _boost(log: Log, command: c.Boost) -> None:
    log.add(e.FightBoosted(command.seat, command.card, command.side))


def _wander(log: Log, command: c.Wander) -> None:
    log.add(e.MonsterJoined(command.seat, command.card, command.monster))


def _ask_help(log: Log, command: c.AskHelp) -> None:
    log.add(e.HelpAsked(command.seat, command.helper, command.treasures))


def _answer(log: Log, command: c.Answer) -> None:
    task: AnswerHelp = _task(log)
    log.add(e.HelpAnswered(command.seat, command.yes, task.treasures))


def _claim(log: Log, command: c.Claim) -> None:
    log.add(e.FightClaimed(command.seat))


def _flee(log: Log, command: c.Flee) -> None:
    log.add(e.FlightBegan(command.seat))


def _lose(log: Log, command: c.Lose) -> None:
    task: LoseCard = _task(log)
    lose_card(log, task, command.card)


def _rob(log: Log, command: c.Rob) -> None:
    log.add(e.BodyRobbed(command.seat, command.card))


def _give(log: Log, command: c.Give) -> None:
    log.add(e.CardGiven(command.seat, command.to, command.card))


def _shed(log: Log, command: c.Shed) -> None:
    log.add(e.CardDiscarded(command.seat, command.card, "hand", "charity"))


_ACTIONS = by_type(globals(), c.Command)
