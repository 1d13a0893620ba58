"""`evolve`: what each event does to the table. Nothing here asks whether an event may happen."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from hotdice.game.dispatch import by_type
from hotdice.munchkin import events as e
from hotdice.munchkin import tasks as t
from hotdice.munchkin.cards import IDENTITIES, Kind, Pile
from hotdice.munchkin.state import Fight, Phase, Roll, State, hand_of


def evolve(state: State, event: e.Event) -> State:
    """The state after an event.

    >>> from hotdice.munchkin import load, new_game
    >>> evolve(new_game(load(), 3), e.GameEnded((1,), "level")).winners
    (1,)

    Raises:
        TypeError: the event is not one that this version knows.
    """
    after: State = _CHANGES[type(event)](state, event)
    return after


def fold(state: State, events: Iterable[e.Event]) -> State:
    """The state after all of these events.

    >>> from hotdice.munchkin import load, new_game
    >>> start = new_game(load(), 3)
    >>> fold(start, []) == start
    True
    """
    for event in events:
        state = evolve(state, event)
    return state


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _with(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Hands, decks and cards in play are kept sorted, so that equal holdings are equal values."""
    return tuple(sorted((*cards, card)))


def _seat(state: State, index: int, **changes: Any) -> State:
    seat = replace(state.seats[index], **changes)
    return replace(state, seats=(*state.seats[:index], seat, *state.seats[index + 1 :]))


def _settled(state: State) -> State:
    return replace(state, agenda=state.agenda[1:])


def _on_discard(state: State, *cards: str) -> State:
    doors, treasures = list(state.door_discard), list(state.treasure_discard)
    for card in cards:
        (doors if state.sheet.by_id[card].pile is Pile.DOOR else treasures).append(card)
    return replace(state, door_discard=tuple(doors), treasure_discard=tuple(treasures))


def _from_hand(state: State, seat: int, card: str) -> State:
    return _seat(state, seat, hand=_without(state.seats[seat].hand, card))


def _to_hand(state: State, seat: int, card: str) -> State:
    return _seat(state, seat, hand=_with(state.seats[seat].hand, card))


def _away(state: State, seat: int, card: str, source: str) -> State:
    """Take a card from a hand or from play and put it onto its discard pile."""
    if source == "hand":
        state = _from_hand(state, seat, card)
    else:
        state = _seat(state, seat, play=_without(state.seats[seat].play, card))
    return _on_discard(state, card)


def _tasks_set(state: State, event: e.TasksSet) -> State:
    return replace(state, agenda=event.tasks + state.agenda)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    seats = tuple(replace(seat, dead=False) if seat.dead else seat for seat in state.seats)
    return replace(
        state,
        seats=seats,
        phase=Phase.BEFORE_DOOR,
        mover=event.seat,
        turn=event.turn,
        chances=0,
        roll=None,
        rolling_over=False,
        given=(0,) * len(seats),
    )


def _hand_renewed(state: State, event: e.HandRenewed) -> State:
    state = _seat(state, event.seat, fresh=False)
    return replace(state, agenda=hand_of(state.sheet, event.seat) + state.agenda)


def _card_drawn(state: State, event: e.CardDrawn) -> State:
    deck = _without(state.deck(event.pile), event.card)
    decks = {"doors": deck} if event.pile is Pile.DOOR else {"treasures": deck}
    state = replace(_settled(state), chances=state.chances + 1, **decks)
    return _to_hand(state, event.seat, event.card)


def _draw_failed(state: State, event: e.DrawFailed) -> State:
    return _settled(state)


def _deck_renewed(state: State, event: e.DeckRenewed) -> State:
    if event.pile is Pile.DOOR:
        return replace(state, doors=tuple(sorted(state.door_discard)), door_discard=())
    return replace(state, treasures=tuple(sorted(state.treasure_discard)), treasure_discard=())


def _level_paid(state: State, event: e.LevelPaid) -> State:
    return _seat(state, event.seat, level=state.seats[event.seat].level - 1)


def _die_asked(state: State, event: e.DieAsked) -> State:
    return replace(state, roll=Roll(event.seat), agenda=(t.ThrowDie(event.seat), *state.agenda))


def _die_thrown(state: State, event: e.DieThrown) -> State:
    return replace(_settled(state), roll=Roll(event.seat, event.face), chances=state.chances + 1)


def _passed(state: State, event: e.Passed) -> State:
    task = state.task
    if not isinstance(task, t.AnswerRoll | t.AnswerFight):
        raise TypeError(f"no window is open for {event!r}")
    left = tuple(seat for seat in task.asked if seat != event.seat)
    if not left:
        return _settled(state)
    return replace(state, agenda=(replace(task, asked=left), *state.agenda[1:]))


def _die_turned(state: State, event: e.DieTurned) -> State:
    state = _away(_settled(state), event.seat, event.card, "hand")
    return replace(state, roll=Roll(state.mover, event.face, event.seat))


def _task_settled(state: State, event: e.FacePicked | e.ChoiceMade | e.LossVoid) -> State:
    return _settled(state)


def _nothing(state: State, event: e.ResultStood | e.NothingCame) -> State:
    return state


def _discard_taken(state: State, event: e.DiscardTaken) -> State:
    if event.pile is Pile.DOOR:
        state = replace(state, door_discard=state.door_discard[:-1])
    else:
        state = replace(state, treasure_discard=state.treasure_discard[:-1])
    return _to_hand(state, event.seat, event.card)


def _sex_changed(state: State, event: e.SexChanged) -> State:
    return _seat(state, event.seat, sex=state.seats[event.seat].sex.other)


def _penalty_set(state: State, event: e.PenaltySet) -> State:
    return _seat(state, event.seat, penalty=state.seats[event.seat].penalty + event.amount)


def _levels_gained(state: State, event: e.LevelsGained) -> State:
    return _seat(state, event.seat, level=state.seats[event.seat].level + event.levels)


def _levels_lost(state: State, event: e.LevelsLost) -> State:
    return _seat(state, event.seat, level=state.seats[event.seat].level - event.levels)


def _hands_exchanged(state: State, event: e.HandsExchanged) -> State:
    mine, theirs = state.seats[event.seat].hand, state.seats[event.other].hand
    return _seat(_seat(state, event.seat, hand=theirs), event.other, hand=mine)


def _cards_exchanged(state: State, event: e.CardsExchanged) -> State:
    mine = _with(_without(state.seats[event.seat].play, event.own), event.theirs)
    theirs = _with(_without(state.seats[event.other].play, event.theirs), event.own)
    return _seat(_seat(state, event.seat, play=mine), event.other, play=theirs)


def _rolling_ended(state: State, event: e.RollingEnded) -> State:
    return replace(state, rolling_over=True)


def _door_kicked(state: State, event: e.DoorKicked) -> State:
    return replace(state, phase=Phase.AFTER_DOOR, roll=None)


def _room_looted(state: State, event: e.RoomLooted) -> State:
    return replace(state, phase=Phase.END)


def _card_played(state: State, event: e.CardPlayed) -> State:
    state = _from_hand(state, event.seat, event.card)
    return _seat(state, event.seat, play=_with(state.seats[event.seat].play, event.card))


def _card_discarded(state: State, event: e.CardDiscarded) -> State:
    return _away(state, event.seat, event.card, event.source)


def _curse_struck(state: State, event: e.CurseStruck) -> State:
    if isinstance(state.task, t.AnswerFight):
        state = _settled(state)  # the fight looks different now; it is claimed anew
    return _away(state, event.by, event.card, "hand")


def _items_sold(state: State, event: e.ItemsSold) -> State:
    for card in event.cards:
        held = card in state.seats[event.seat].hand
        state = _away(state, event.seat, card, "hand" if held else "play")
    return state


def _fight_began(state: State, event: e.FightBegan) -> State:
    state = _from_hand(state, event.seat, event.monster)
    return replace(state, phase=Phase.FIGHT, fight=Fight(event.seat, (event.monster,)))


def _fight(state: State, **changes: Any) -> State:
    if state.fight is None:
        raise TypeError("there is no fight")
    return replace(state, fight=replace(state.fight, **changes))


def _monster_joined(state: State, event: e.MonsterJoined) -> State:
    if isinstance(state.task, t.AnswerFight):
        state = _settled(state)
    state = _away(state, event.seat, event.card, "hand")
    state = _from_hand(state, event.seat, event.monster)
    monsters = state.fight.monsters if state.fight else ()
    return _fight(state, monsters=(*monsters, event.monster))


def _fight_boosted(state: State, event: e.FightBoosted) -> State:
    if isinstance(state.task, t.AnswerFight):
        state = _settled(state)
    state = _from_hand(state, event.seat, event.card)
    key = f"{event.side}_used"
    return _fight(state, **{key: (*getattr(state.fight, key), event.card)})


def _help_asked(state: State, event: e.HelpAsked) -> State:
    asked = state.fight.asked if state.fight else ()
    state = _fight(state, asked=(*asked, event.helper))
    return replace(state, agenda=(t.AnswerHelp(event.helper, event.treasures), *state.agenda))


def _help_answered(state: State, event: e.HelpAnswered) -> State:
    state = _settled(state)
    return _fight(state, helper=event.seat, share=event.treasures) if event.yes else state


def _fight_claimed(state: State, event: e.FightClaimed) -> State:
    return _fight(state, claimed=True)


def _claim_broken(state: State, event: e.ClaimBroken) -> State:
    return _fight(state, claimed=False)


def _fight_won(state: State, event: e.FightWon) -> State:
    return _fight(state, claimed=False)


def _flight_began(state: State, event: e.FlightBegan) -> State:
    fight = state.fight
    if fight is None:
        raise TypeError("there is no fight to run from")
    dice = tuple(t.RunAway(seat, monster) for seat in fight.heroes for monster in fight.monsters)
    return replace(state, phase=Phase.FLIGHT, agenda=dice + state.agenda)


def _escape_thrown(state: State, event: e.EscapeThrown) -> State:
    return replace(_settled(state), chances=state.chances + 1)


def _fight_ended(state: State, event: e.FightEnded) -> State:
    fight = state.fight
    if fight is None:
        raise TypeError("there is no fight to end")
    state = _on_discard(state, *fight.monsters, *fight.heroes_used, *fight.monsters_used)
    for seat in fight.heroes:
        state = _seat(state, seat, penalty=0)
    return replace(state, fight=None, phase=Phase.END)


def _card_lost(state: State, event: e.CardLost) -> State:
    return _away(_settled(state), event.seat, event.card, event.source)


def _died(state: State, event: e.Died) -> State:
    """The dead keep level, identities and what allows more of them; all else lies open."""
    seat = state.seats[event.seat]
    kept = tuple(card for card in seat.play if _stays(state, card))
    lost = tuple(card for card in seat.play if not _stays(state, card))
    agenda = tuple(task for task in state.agenda if getattr(task, "seat", None) != event.seat)
    state = _seat(state, event.seat, hand=(), play=kept, dead=True, fresh=True, penalty=0)
    return replace(state, body=tuple(sorted(seat.hand + lost)), agenda=agenda)


def _stays(state: State, card: str) -> bool:
    kind = state.sheet.by_id[card].kind
    return kind in IDENTITIES or kind is Kind.EXTRA


def _body_robbed(state: State, event: e.BodyRobbed) -> State:
    state = replace(_settled(state), body=_without(state.body, event.card))
    return _to_hand(state, event.seat, event.card)


def _body_cleared(state: State, event: e.BodyCleared) -> State:
    agenda = tuple(task for task in state.agenda if not isinstance(task, t.RobBody))
    return replace(_on_discard(state, *state.body), body=(), agenda=agenda)


def _card_given(state: State, event: e.CardGiven) -> State:
    state = _to_hand(_from_hand(state, event.seat, event.card), event.to, event.card)
    given = list(state.given)
    given[event.to] += 1
    return replace(state, given=tuple(given))


def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase=Phase.OVER, winners=event.winners, reason=event.reason, agenda=())


_CHANGES = by_type(globals(), e.Event)
