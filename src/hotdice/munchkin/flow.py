"""What follows by itself: drawn cards, tasks that settle themselves, fights that end, the next turn."""

from hotdice.munchkin import events as e
from hotdice.munchkin.cards import Kind, Pile
from hotdice.munchkin.harm import drop_loose_extras, losable, suffer
from hotdice.munchkin.log import Log
from hotdice.munchkin.state import Phase
from hotdice.munchkin.strength import prize, victory_levels, winning
from hotdice.munchkin.tasks import AnswerFight, DrawCard, LoseCard, Loss, RobBody


def drawn(log: Log, task: DrawCard, card: str) -> None:
    """A card has come; at the door and on result 3 a Curse strikes, at the door a monster fights."""
    log.add(e.CardDrawn(task.seat, task.pile, card, task.up, task.why))
    found = log.state.sheet.by_id[card]
    if found.kind is Kind.CURSE and task.why in ("door", "harsh"):
        strike(log, task.seat, card, task.seat)
    elif found.kind is Kind.MONSTER and task.why == "door":
        log.add(e.FightBegan(task.seat, card, "door"))


def strike(log: Log, seat: int, card: str, by: int) -> None:
    """A Curse does its work and is discarded."""
    log.add(e.CurseStruck(seat, card, by))
    suffer(log, seat, log.state.sheet.by_id[card].harm, "curse")


def lose_card(log: Log, task: LoseCard, card: str) -> None:
    """The chosen card is gone, and with the last Class what allowed a second one."""
    log.add(e.CardLost(task.seat, card, "hand" if task.what is Loss.HAND else "play"))
    drop_loose_extras(log, task.seat)


def advance(log: Log) -> None:
    """Add what follows by itself, until somebody or chance is to act."""
    while not log.state.over and _step(log):
        pass


def _step(log: Log) -> bool:
    """One thing that follows by itself; False where there is none."""
    state = log.state
    task = state.task
    if state.body and not isinstance(task, RobBody):
        log.add(e.BodyCleared())
        return True
    if isinstance(task, DrawCard):
        return _step_draw(log, task)
    if isinstance(task, LoseCard):
        return _step_loss(log, task)
    if isinstance(task, RobBody):
        if not state.body:
            log.add(e.BodyCleared())
        return not state.body
    if task is not None:
        return False
    if state.phase is Phase.SETUP:
        begin_turn(log, 0)
        return True
    if state.phase is Phase.FIGHT and state.fight is not None and state.fight.claimed:
        if winning(state):
            log.ask(AnswerFight(state.others(state.fight.seat)))
        else:
            log.add(e.ClaimBroken(state.fight.seat))
        return True
    if state.phase is Phase.FLIGHT:
        log.add(e.FightEnded(state.mover))
        if log.state.seats[state.mover].dead:
            end_turn(log)
        return True
    return False


def _step_draw(log: Log, task: DrawCard) -> bool:
    state = log.state
    if state.deck(task.pile):
        return False
    if state.discard(task.pile):
        log.add(e.DeckRenewed(task.pile))
    else:
        log.add(e.DrawFailed(task.seat, task.pile))
    return True


def _step_loss(log: Log, task: LoseCard) -> bool:
    """Nothing to choose: none, or one. Of a hand only its size may decide that, since all can see it."""
    options = losable(log.state, task.seat, task.what)
    if len(options) > 1:
        return False
    if options:
        lose_card(log, task, options[0])
    else:
        log.add(e.LossVoid(task.seat))
    return True


def win_fight(log: Log) -> None:
    """Everybody has passed and the heroes are stronger: levels, then Treasures."""
    state = log.state
    fight = state.fight
    if fight is None:
        raise TypeError("there is no fight to win")
    treasures, levels = prize(state, fight), victory_levels(state, fight)
    log.add(e.FightWon(fight.seat))
    levels = min(levels, state.sheet.winning_level - state.seats[fight.seat].level)
    log.add(e.LevelsGained(fight.seat, levels, "victory"))
    log.add(e.FightEnded(fight.seat))
    if log.state.seats[fight.seat].level >= state.sheet.winning_level:
        log.add(e.GameEnded((fight.seat,), "level"))
        return
    helped = fight.helper >= 0
    share = min(fight.share, treasures)
    winners = [fight.seat] * (treasures - share) + [fight.helper] * share
    log.ask(*(DrawCard(seat, Pile.TREASURE, up=helped, why="prize") for seat in winners))


def begin_turn(log: Log, seat: int) -> None:
    """A seat is to move; who has died draws a new hand first."""
    log.add(e.TurnBegan(seat, log.state.turn + 1))
    if log.state.seats[seat].fresh:
        log.add(e.HandRenewed(seat))


def end_turn(log: Log) -> None:
    """The next seat is to move, unless the game has lasted too long."""
    state = log.state
    if state.turn >= state.sheet.turn_limit:
        best = max(state.levels)
        leaders = tuple(seat for seat, level in enumerate(state.levels) if level == best)
        log.add(e.GameEnded(leaders, "turn_limit"))
    else:
        begin_turn(log, (state.mover + 1) % len(state.seats))
