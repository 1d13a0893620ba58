"""What the referee says of the moves that a mover has: what a bank would record, or why it is refused.

Views carry it, so that nobody who shows a table works it out a second time.
"""

from msgspec.structs import replace

from hotdice.frozen import Frozen
from hotdice.game.commands import Bank
from hotdice.game.lasting import stopping_total
from hotdice.game.state import Phase, State, Step
from hotdice.game.verifying import recorded_points, verify
from hotdice.rules import Option
from hotdice.rules.said import Said


class BankOffer(Frozen):
    """A bank: the turn with what cards in play add to it, the points that are recorded, the total then.

    Where it is refused, `code` says why for programs and `why` for people; else they are empty.
    """

    turn_total: int
    records: int
    total: int
    code: str = ""
    why: Said | None = None


class KeepOffer(Frozen):
    """A keep by its faces, lowest first: its points, and what comes after it.

    `rolls` is how many dice a roll would throw then, `hot` whether that is because all have scored.
    """

    faces: str
    points: int
    rolls: int
    hot: bool
    bank: BankOffer


def bank_offer(state: State) -> BankOffer | None:
    """What a bank of the mover would do now; None where nobody plays a turn.

    >>> from hotdice.game import Keep, Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("classic"), 2)
    >>> for command in (Roll(0), Throw((1, 2, 3, 4, 6, 6)), Keep(0, (1,))):
    ...     state, _ = play(state, command)
    >>> offer = bank_offer(state)
    >>> offer.records, offer.code, str(offer.why)
    (0, 'below_opening', 'You need 500 in one turn to get on the board; this turn has 100.')
    """
    if state.over or state.phase is Phase.ROLL_OFF:
        return None
    turn_total = stopping_total(state, state.turn_total)
    records = recorded_points(state, turn_total)
    total = state.seats[state.mover].total + records
    refusal = verify(state, Bank(state.mover))
    if refusal is None:
        return BankOffer(turn_total, records, total)
    return BankOffer(turn_total, records, total, refusal.code, Said(refusal.says, refusal.data))


def keep_offers(state: State) -> tuple[KeepOffer, ...]:
    """Every keep of the roll on the table, with what a bank or a roll after it would do.

    >>> from hotdice.game import Roll, Throw, new_game, play
    >>> from hotdice.rules import load
    >>> state = new_game(load("busche-neller"), 2)
    >>> for command in (Roll(0), Throw((1, 2, 3, 4, 5, 6))):
    ...     state, _ = play(state, command)
    >>> [(offer.faces, offer.rolls, offer.bank.records) for offer in keep_offers(state)]
    [('15', 4, 150), ('1', 5, 100), ('5', 5, 50)]
    """
    if state.step is not Step.KEEP:
        return ()
    found = (_after(state, option) for option in state.rules.table.options(state.faces).options)
    return tuple(found)


def _after(state: State, option: Option) -> KeepOffer:
    after = replace(
        state,
        step=Step.DECIDE,
        hand=state.hand[len(option.keep) :],  # which of them is all the same for what is asked here
        faces=(),
        turn_total=state.turn_total + option.points,
    )
    bank = bank_offer(after)
    assert bank is not None
    return KeepOffer(option.keep, option.points, len(after.dice_to_roll), after.hot, bank)
