"""Own dice at a table of the authority: a bag for each seat, thrown fairly, told to who follows the game."""

from pathlib import Path

import msgspec
import pytest

from hotdice.client.minds import state_of
from hotdice.game import Refusal, parse_record
from hotdice.game.events import DiceRolled
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.facts import Options, decode_fact
from hotdice.match.fair_record import derive_fair
from hotdice.match.lobby import Wish
from match.hosts import House, is_refusal
from match.test_tables import in_house

BAGS = ("3*standard,3*devils-head", "6*0:1:0:0:0:1")


def test_a_game_with_own_dice_from_the_table_to_the_verified_record(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", rules="kcd", options=Options(bags=BAGS))
        await party.accepted(0, c.Begin())
        view = await party.play_out()
        assert view.phase == "over"
        assert view.options.bags == BAGS
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        record = parse_record(text)
        assert record.bags == ("3*standard,3*devils-head", "6*0:1:0:0:0:1")
        assert derive_fair(record).holds
        turns = [event for event in record.events if isinstance(event, DiceRolled) and len(event.dice) > 1]
        assert {face for event in turns if event.seat == 1 for face in event.faces} == {2, 6}
        assert any(7 in event.faces for event in turns if event.seat == 0), "the joker fell in so many throws"
        news = [wire.News(seq=1, at=0, what="Played", events=tuple(house_events(house, party.match)))]
        assert state_of(view, news).totals == record.state().totals

    in_house(tmp_path, body)


def house_events(house: House, match: str) -> list[msgspec.Raw]:
    facts = [decode_fact(entry.body) for entry in house.store.since(match, 0)]
    return [event for fact in facts for event in getattr(fact, "events", ())]


@pytest.mark.parametrize(
    ("kind", "rules", "bags", "says"),
    [
        ("farkle", "kcd", ("6*wooden",), "there is no die 'wooden'"),
        ("farkle", "kcd", ("5*odd",), "the bag has 5"),
        ("farkle", "kcd", ("6*odd",) * 3, "more bags of dice than seats"),
        ("farkle", "munchkin-farkle", ("6*odd",), "own dice do not go with cards"),
        ("parallel", "marina", ("6*odd",), "own dice are for Farkle at one table"),
        ("munchkin", "munchkin-dice", ("6*odd",), "own dice are for Farkle at one table"),
    ],
)
def test_bags_that_cannot_be_are_refused(
    tmp_path: Path, kind: str, rules: str, bags: tuple[str, ...], says: str
) -> None:
    async def body(house: House) -> None:
        person = await house.person("Ann")
        seats = 3 if rules == "munchkin-farkle" else 2
        answer = await house.lobby.open(
            person, Wish(rules=rules, seats=seats, kind=kind, options=Options(bags=bags))
        )
        assert is_refusal(answer, "bad_wish")
        assert isinstance(answer, Refusal)
        assert says in answer.sentence

    in_house(tmp_path, body)
