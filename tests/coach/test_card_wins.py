"""Chances to win with cards: the coach weighs as the sage decides, and says why in a sentence that fits."""

import pytest

from hotdice.coach.advising import advise_on
from hotdice.coach.card_moments import harm_by
from hotdice.coach.card_reasons import about_cards
from hotdice.coach.card_wins import CardWins
from hotdice.coach.turns import Candidate, Worth
from hotdice.game import Command, SeededDice, State, Step, do, new_game, parse_position
from hotdice.players import make
from hotdice.players.sage_bot import SageBot
from hotdice.rules import load

RULES = load("munchkin-farkle", ["target=3000"])
LAST = "munchkin-farkle~r20~s1~m3~l1~10300.0.y_9000.0.y_9000.0.y~t{}.2~0-_1-_2-~-~f.d6"


def moments(seed: str, most: int) -> list[State]:
    """Moments in which somebody chose, of a game between a sage and two others."""
    state, dice = new_game(RULES, 3, first=0), SeededDice(seed)
    bots = [make("sage"), make("eager"), make("schemer")]
    found: list[State] = []
    while not state.over and len(found) < most:
        if state.step is Step.WAIT:
            command: Command = dice.throw(state)
        else:
            found.append(state)
            command = bots[state.mover].choose(state)
        state, _ = do(state, command)
    return found


def test_it_weighs_as_the_sage_decides() -> None:
    values, sage = CardWins(), SageBot()
    found = moments("weighs", 40)
    apart = []
    for state in found:
        choices = values.turn(state).choices(state)
        for choice in choices:
            assert sum(choice.worth.seats) == pytest.approx(1)
            assert choice.worth.seats[state.mover] == pytest.approx(choice.value)
            assert min(choice.worth.seats) >= -1e-9
        value = sage.judge(state)[1]
        if value >= 0:  # below 0: there was nothing to weigh
            apart.append(abs(choices[0].value - value))
    assert len(apart) > 15
    assert sum(apart) / len(apart) < 0.01


def test_a_last_turn_is_known_for_sure() -> None:
    won = advise_on(parse_position(LAST.format(1400)))
    assert (won.best.action, won.best.value, won.unit, won.exact) == ("bank", 1.0, "win", False)
    lost = advise_on(parse_position(LAST.format(900)))
    assert lost.best.action == "roll"
    assert next(option for option in lost.options if option.action == "bank").value == 0


def test_a_card_hurts_more_later_only_where_it_does() -> None:
    """Both moments are reckoned; where nothing is gained by waiting for the last turns, nobody says so."""
    sage, said = SageBot(), []
    for totals in ((2000, 3000, 2500), (8000, 8500, 8200), (9000, 9500, 9000)):
        seats = "_".join(f"{total}.0.y" for total in totals)
        state = parse_position(f"munchkin-farkle~r5~s1~m1~n~{seats}~t500.3~0-_1-_2-~-~f.d6")
        assert state.rules.deck is not None
        harm = harm_by(state, state.rules.deck.by_id["sat-on-one"], sage)
        played = Candidate("card", None, Worth(0.42, 500, ()), 500, None, "sat-on-one", 1)
        kept = Candidate("roll", None, Worth(0.44, 500, ()), 500, 3)
        more = harm is not None and harm.late > harm.now
        assert ("hurts more there" in str(about_cards(state, kept, played, "win"))) == more
        said.append(more)
    assert not said[-1], "these are the last turns"
    assert True in said


@pytest.mark.parametrize(
    ("card", "now", "later"),
    [
        ("warm-up", "saves a turn", "for a bigger turn"),
        ("underside", "is what Underside Inspection is for", "for a better roll"),
        ("sat-on-one", "on the leader, now", "for the leader's last turns"),
        ("say-it-twice", "Say It Twice now wins 2.0 % more often", "for a turn that brings more"),
        ("umbrella", "its 200 Gold Pieces taken off", "with its 200 Gold Pieces"),
    ],
)
def test_reasons_name_what_the_card_is_for(card: str, now: str, later: str) -> None:
    state = parse_position("munchkin-farkle~r5~s1~m1~n~2000.0.y_3000.0.y_2500.0.y~t500.3~0-_1-_2-~-~f.d6")
    target = 1 if card == "sat-on-one" else -1
    played = Candidate("card", None, Worth(0.42, 500, ()), 500, None, card, target)
    kept = Candidate("roll", None, Worth(0.40, 500, ()), 500, 3)
    assert now in str(about_cards(state, played, kept, "win"))
    assert later in str(about_cards(state, kept._replace(worth=Worth(0.44, 500, ())), played, "win"))
    if target >= 0:
        other = played._replace(target=2, worth=Worth(0.41, 500, ()))
        assert "belongs on the leader" in str(about_cards(state, played, other, "win"))
    assert "points" in str(about_cards(state, played, kept, "points"))
