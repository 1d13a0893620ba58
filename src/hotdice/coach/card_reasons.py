"""Why a card is played now, on whom, or stays in hand: one sentence by what the card does."""

from hotdice.coach.card_moments import harm_by
from hotdice.coach.forms import Unit
from hotdice.coach.reasons import what
from hotdice.coach.turns import Candidate
from hotdice.game import Phase, State
from hotdice.game.views import gold_in_hand
from hotdice.players.sage_bot import SageBot
from hotdice.rules.deck import Act, Card, Target
from hotdice.rules.said import Said, Value

_RESCUES = (Act.KEEP_ON_FARKLE, Act.SECOND_THROW)
_DICE = (Act.FLIP_DIE, Act.SET_DIE, Act.REROLL)
_OWN = (Act.TURN_POINTS, Act.TOTAL_POINTS, Act.BONUS_ON_STOP, Act.DOUBLE)


def about_cards(state: State, best: Candidate, rival: Candidate, unit: Unit) -> Said:
    """Why the best choice is better than a rival, where one of them plays a card or lets its moment go."""
    gain = best.value - rival.value
    if unit == "points":
        return _in_points(state, best, rival, round(gain))
    playing, waiting = _card_of(state, best), _card_of(state, rival)
    values: dict[str, Value] = {"gain": gain}
    if playing is not None and waiting is not None and playing.id == waiting.id:
        return _same_card(state, playing, best, values)
    if playing is not None:
        return _now(state, playing, best, _named(playing) | values)
    if waiting is not None:
        return _later(state, waiting, rival, _named(waiting) | values)
    return Said("To {choice} wins {gain:share} more often.", {"choice": what(best)} | values)


def _card_of(state: State, choice: Candidate) -> Card | None:
    deck = state.rules.deck
    return deck.by_id[choice.card] if deck is not None and choice.card else None


def _named(card: Card) -> dict[str, Value]:
    return {"card": card.id, "name": card.name, "gold": card.gold}


def _leads(state: State, seat: int) -> bool:
    """Whether a seat is ahead of all others but the mover, Gold Pieces included."""
    worth = {
        each: state.seats[each].total + gold_in_hand(state, each)
        for each in state.active
        if each != state.mover
    }
    return seat in worth and worth[seat] == max(worth.values())


def _same_card(state: State, card: Card, best: Candidate, values: dict[str, Value]) -> Said:
    values = _named(card) | values | {"seat": best.target}
    if best.target >= 0 and _leads(state, best.target):
        return Said("{name} belongs on the leader: {gain:share} more wins than on another.", values)
    if best.target >= 0:
        return Said("{name} on seat {seat:seat} wins {gain:share} more often than on another.", values)
    return Said("{name} with these dice wins {gain:share} more often than with others.", values)


def _now(state: State, card: Card, best: Candidate, values: dict[str, Value]) -> Said:
    """Why a card is played."""
    acts = card.acts
    if any(act in acts for act in _RESCUES):
        return Said(
            "{name} saves a turn that is worth more than the card: {gain:share} more wins, its {gold} Gold "
            "Pieces taken off.",
            values,
        )
    if any(act in acts for act in _DICE):
        return Said(
            "This roll is what {name} is for: {gain:share} more wins, its {gold} Gold Pieces taken off.",
            values,
        )
    if best.target >= 0 and _leads(state, best.target):
        return Said(
            "{name} on the leader, now: {gain:share} more wins, its {gold} Gold Pieces taken off.", values
        )
    return Said("{name} now wins {gain:share} more often, its {gold} Gold Pieces taken off.", values)


def _later(state: State, card: Card, rival: Candidate, values: dict[str, Value]) -> Said:
    """Why a card stays in hand."""
    acts = card.acts
    if state.phase is Phase.LAST:
        return Said(
            "Keep {name}: its {gold} Gold Pieces count at the end, which wins {gain:share} more often.",
            values,
        )
    if Act.FEWER_DICE in acts and card.target is not Target.SELF:
        harm = harm_by(state, card, SageBot())
        if harm is not None and harm.late > harm.now:
            return Said(
                "Keep {name} for the leader's last turns: it hurts more there, {late:share} of a win "
                "instead of {now:share}.",
                values | {"late": harm.late, "now": harm.now},
            )
    if any(act in acts for act in _RESCUES):
        return Said("Keep {name} for a bigger turn: that is worth {gain:share} of a win.", values)
    if any(act in acts for act in _DICE):
        return Said("Keep {name} for a better roll: that is worth {gain:share} of a win.", values)
    if any(act in acts for act in _OWN) and rival.total:
        return Said("Keep {name} for a turn that brings more: that is worth {gain:share} of a win.", values)
    return Said(
        "Keep {name}: with its {gold} Gold Pieces it is worth {gain:share} of a win more in hand.", values
    )


def _in_points(state: State, best: Candidate, rival: Candidate, gain: int) -> Said:
    playing, waiting = _card_of(state, best), _card_of(state, rival)
    if playing is not None:
        return Said(
            "{name} gains about {gain} points now, its Gold Pieces and a better moment already taken off.",
            {"card": playing.id, "name": playing.name, "gain": gain},
        )
    if waiting is not None:
        return Said(
            "{name} is worth about {gain} points more in hand: Gold Pieces count, a better moment may come.",
            {"card": waiting.id, "name": waiting.name, "gain": gain},
        )
    return Said("To {choice} is worth about {gain} points more.", {"choice": what(best), "gain": gain})
