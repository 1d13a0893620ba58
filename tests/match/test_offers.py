"""What a view says of the turn is what the referee does then."""

import msgspec
import pytest
from msgspec.structs import replace

from hotdice.game import (
    Bank,
    Keep,
    PassWindow,
    Record,
    Refusal,
    Roll,
    SeededDice,
    State,
    Step,
    Throw,
    keep_faces,
    play,
)
from hotdice.game.events import Banked, RollAsked
from hotdice.game.offers import BankOffer
from hotdice.match import Match, Request
from hotdice.match.games.farkle import read_view
from hotdice.match.messages import View
from hotdice.players import make
from hotdice.rules import load


def sent(view: View) -> View:
    return read_view(msgspec.json.decode(msgspec.json.encode(view)))


def check_bank(state: State, offer: BankOffer | None) -> str:
    """Bank, pass the window for a card where there is one, and compare what was recorded with the offer."""
    assert offer is not None
    found = play(state, Bank(state.mover))
    if isinstance(found, Refusal):
        assert offer.why is not None
        assert (offer.code, offer.why.says, offer.why.values) == (found.code, found.says, found.data)
        return found.code
    after, events = found
    assert (offer.code, offer.why) == ("", None)
    if after.step is Step.STOP:
        passed = play(after, PassWindow(after.mover))
        assert not isinstance(passed, Refusal)
        after, events = passed
    assert [event.points for event in events if isinstance(event, Banked)] == [offer.records]
    recorded = next(event for event in events if isinstance(event, Banked))
    assert offer.total == state.seats[state.mover].total + recorded.points
    return "recorded"


def check_roll(state: State) -> tuple[int, ...]:
    found = play(state, Roll(state.mover))
    assert not isinstance(found, Refusal)
    return next(event.dice for event in found[1] if isinstance(event, RollAsked))


SHEETS = ("munchkin-farkle", "playmonster", "facebook", "marina")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_view_says_what_the_referee_does(sheet: str) -> None:
    seen: set[str] = set()
    for seed in range(3):
        record = Record(load(sheet), ("Ann", "Bob", "Cid"), ("eager",) * 3, f"seeded {seed}")
        match = Match(record, dice=SeededDice(str(seed)), bots=dict.fromkeys(range(3), make("eager")))
        while not match.over and len(match.record.events) < 400:
            state, view = match.state, sent(match.view(match.state.mover))
            assert view.version == 2
            assert view.turn_dice == state.turn_dice
            if state.step in (Step.ROLL, Step.DECIDE):
                assert view.to_roll == check_roll(state)
            if state.step is Step.DECIDE:
                seen.add(check_bank(state, view.bank))
            assert bool(view.keeps) == (state.step is Step.KEEP)
            for offer in view.keeps:
                kept = play(state, keep_faces(state, offer.faces))
                assert not isinstance(kept, Refusal)
                seen.add(check_bank(kept[0], offer.bank))
                assert kept[0].turn_total - state.turn_total == offer.points
                assert offer.rolls == len(check_roll(kept[0]))
                assert offer.hot == kept[0].hot
            match.advance()
    assert "recorded" in seen
    assert sheet == "munchkin-farkle" or seen & {"below_opening", "below_minimum"}


def test_cards_in_play_are_part_of_what_a_bank_records() -> None:
    rules = load("munchkin-farkle")
    assert rules.deck is not None
    for seed in range(40):
        record = Record(rules, ("Ann", "Bob", "Cid"), ("eager",) * 3, f"seeded {seed}")
        match = Match(record, dice=SeededDice(str(seed)), bots=dict.fromkeys(range(3), make("eager")))
        while not match.over:
            bank = match.view(None).bank
            if bank is not None and bank.turn_total != match.state.turn_total:
                assert bank.turn_total > match.state.turn_total
                return
            match.advance()
    raise AssertionError("no card has ever added to a turn")


def test_onlookers_hear_what_a_bank_is_worth_and_the_mover_alone_of_keeps() -> None:
    match = Match(
        Record(load("busche-neller"), ("Ann", "Bob"), ("human",) * 2, "seeded 1"), dice=SeededDice("1")
    )
    roll = play(match.state, Roll(0))
    assert not isinstance(roll, Refusal)
    while match.state.step is not Step.KEEP:
        match = match.after(roll[1])
        match.advance()
    assert match.view(0).keeps
    assert match.view(1).keeps == match.view(None).keeps == ()
    shown = match.view(None).bank
    assert shown is not None
    assert shown.code == "must_keep"


def test_a_view_from_before_can_still_be_read() -> None:
    match = Match(Record(load("classic"), ("Ann", "Bob"), ("human",) * 2, "real"))
    fields = msgspec.json.decode(msgspec.json.encode(match.view(0)))
    for new in ("version", "turn_dice", "to_roll", "bank", "keeps", "offer", "offered"):
        del fields[new]
    old = read_view(fields)
    assert (old.version, old.bank, old.keeps, old.needed) == (1, None, (), 500)


def test_the_planted_fault_is_found() -> None:
    match = Match(Record(load("busche-neller"), ("Ann", "Bob"), ("human",) * 2, "real"))
    for number, command in enumerate((Roll(0), Throw((1, 2, 2, 3, 4, 6)), Keep(0, (1,)))):
        assert match.answer(Request(str(number), command)).accepted
    right = match.view(0).bank
    assert right is not None
    assert check_bank(match.state, right) == "recorded"
    with pytest.raises(AssertionError):
        check_bank(match.state, replace(right, records=150))
