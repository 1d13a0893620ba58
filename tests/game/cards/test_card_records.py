"""Cards in records, tables and positions: what is written leads back to the same game."""

import csv
import io
import re

import pytest

from game.cards.pins import files, game_with_cards
from game.cards.tables import card, colours, rules_with, table
from game.helpers import after, events_of
from hotdice.game import (
    PositionError,
    Record,
    RecordError,
    State,
    legal,
    new_game,
    parse_position,
    parse_record,
    print_position,
    print_record,
    to_csv,
    view,
)
from hotdice.game import events as e
from hotdice.rules import load


def test_the_game_of_the_documents_is_as_make_golden_writes_it() -> None:
    for path, text in files().items():
        assert path.read_text() == text, f"{path.name} differs; look, then run make golden"
    record = parse_record(text)
    assert record.state().over
    played = [event for event in record.events if isinstance(event, e.CardPlayed)]
    assert len({event.card for event in played}) >= 8, "a game that shows most of the cards"
    assert any(event.stopped_by for event in played)


def record_of(*lines: str, chosen: tuple[str, ...] = ()) -> Record:
    rules = load("munchkin-farkle")
    start = new_game(rules, 3, first=0, colours=chosen)
    names = ("Ann", "Bob", "Cleo")
    return Record(rules, names, ("human",) * 3, first=0, colours=chosen, events=events_of(start, *lines))


@pytest.mark.parametrize(
    "lines",
    [
        ("card=jam>2 hand=500",),
        ("223446",),
        ("223446 x",),
        ("223446 pass",),
        ("223446 card=warm-up",),
        ("223446 card=warm-up advice@2 123456:123456",),
        ("223446 card=warm-up 223446 x",),
        ("155234:155 123 card=wobbly-table:@56 45:5 =0",),
        ("155234:155 123 card=wobbly-table:@56",),
        ("155234:155 123 card=underside:@5 :15 =0",),
        ("333246:333 234 card=pantry =0", "hand=500"),
        ("333246:333 card=say-it-twice *", "resign@2"),
        ("hand=x", "hand=900", "hand=x", "555234:555 stop advice@1 =500"),
        ("hand=x", "hand=900", "hand=x", "555234:555 stop card=unpaid-tab>2 =500"),
        ("hand=x", "hand=900", "hand=x", "555234:555 timeout"),
        ("card=umbrella 555234:555 =500", "card=sat-on-one>1 hand=500"),
    ],
)
def test_every_word_for_cards_round_trips(lines: tuple[str, ...]) -> None:
    record = record_of(*lines)
    text = print_record(record)
    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text
    assert list(csv.DictReader(io.StringIO(to_csv(record))))


def test_chosen_colours_travel_in_the_record() -> None:
    record = record_of("hand=500", chosen=("green", "red", "blue"))
    assert "colours green red blue" in print_record(record)
    assert parse_record(print_record(record)).colours == ("green", "red", "blue")
    with pytest.raises(RecordError, match="a colour of its own"):
        parse_record(print_record(record).replace("colours green red", "colours green green"))


GOOD = print_record(
    record_of("card=jam>2 155234:155 =0", "hand=900", "hand=x", "555234:555 stop card=unpaid-tab>2 =500")
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("card=jam>2", "card=jam>9", "needs a player"),
        ("card=jam>2", "card=nonsense", "no card"),
        ("card=jam>2", "card=pantry", "on a Farkle"),
        ("card=jam>2", "card=jam>2 card=umbrella", "played your card"),
        ("card=jam>2", "card=Jam", "not a word"),
        ("card=jam>2", "pass", "Nothing waits"),
        ("card=jam>2", "stop", "Roll first"),
        ("155234:155 =0", "155234:155 stop =0", "nobody holds a card for this stop"),
        ("card=unpaid-tab>2 =500", "card=unpaid-tab>2 =800", "records 500"),
        ("card=unpaid-tab>2 =500", "card=unpaid-tab>2 x", "not a farkle"),
        ("hash ", "hash 0", "other rules"),
    ],
)
def test_wrong_words_for_cards_give_the_one_documented_error(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RecordError, match=message):
        parse_record(GOOD.replace(old, new, 1))


def test_a_changed_deck_is_noticed() -> None:
    rules = rules_with(card("gem", {"do": "total_points", "points": 50}))
    record = Record(rules, ("A", "B", "C"), ("human",) * 3, first=0)
    text = print_record(record)
    assert parse_record(text) == record
    with pytest.raises(RecordError, match="other rules"):
        parse_record(text.replace('"gold":100', '"gold":150'))
    assert parse_record(text.replace("For a test.", "In other words.")).rules == rules


def test_the_table_of_a_game_names_its_cards_and_moved_points() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(parse_record(GOOD)))))
    assert [(row["card"], row["end"]) for row in rows] == [
        ("jam", ""),
        ("", "bank"),
        ("", "by hand"),
        ("", "farkle"),
        ("unpaid-tab", "card"),
        ("unpaid-tab", "card"),
        ("unpaid-tab", "bank"),
    ]
    assert [row["recorded"] for row in rows if row["end"] == "card"] == ["-300", "300"]
    game = game_with_cards()
    totals = [0] * len(game.names)
    for row in csv.DictReader(io.StringIO(to_csv(game))):
        totals[int(row["seat"]) - 1] += int(row["recorded"] or 0)
    assert tuple(totals) == game.state().totals


@pytest.mark.parametrize(
    "state",
    [
        table(0, 0, 0),
        table(0, 0, 0, in_play="1.5.2.3_3.9.3.n", discards=("04", "", "7")),
        table(900, 900, 900, turn="t300.3.234"),
        table(900, 900, 900, turn="t300.3.124", cards="p.d6.a23"),
        table(900, 900, 900, turn="t300.3", cards="pr.d5"),
        after(table(900, 2000, 900), "555234:555 stop"),
        after(table(900, 900, 900), "223446 card=warm-up"),
    ],
)
def test_positions_with_cards_round_trip(state: State) -> None:
    text = print_position(state)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", text), "only characters that are safe in a link"
    again = parse_position(text)
    assert print_position(again) == text
    assert again.cards == state.cards
    assert legal(again) == legal(state)


def test_a_position_of_a_view_tells_no_more_than_the_view() -> None:
    state = after("munchkin-farkle", "card=jam>2 hand=500", players=3)
    assert print_position(view(state, 1)) == print_position(state), "equal colours hide nothing"
    gem, coin = (card(name, {"do": "total_points", "points": 50}) for name in ("gem", "coin"))
    sets = colours(red=["gem"], blue=["coin"], green=["gem"])
    hidden = new_game(rules_with(gem, coin, deck={"colours": sets}), 3, first=0)
    with pytest.raises(PositionError, match="hides a colour"):
        print_position(view(hidden, 0))
    assert parse_position(print_position(hidden)).cards == hidden.cards


EXAMPLE = print_position(table(900, 2000, 900, in_play="1.5.2.3", discards=("0", "", "")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("~0-0_1-_2-~1.5.2.3~f.d6", "", "ten fields"),
        ("munchkin-farkle~", "munchkin-farkle-plain~", "seven fields"),
        ("0-0_1-_2-", "0-0_1-", "one for each seat"),
        ("0-0_1-_2-", "0-0_0-_2-", "colour of its own"),
        ("0-0_1-_2-", "0-0_1-_9-", "colour of its own"),
        ("0-0_1-_2-", "0-0_1-z_2-", "none has the number z"),
        ("0-0_1-_2-", "0-00_1-_2-", "each card of its colour once"),
        ("0-0_1-_2-", "0-05_1-_2-", "each card of its colour once"),
        ("1.5.2.3", "1.5.2", "OWNER.CARD.TARGET.TURNS"),
        ("1.5.2.3", "1.5.9.3", "lies on one"),
        ("1.5.2.3", "1.0.2.3", "cannot lie there"),
        ("1.5.2.3", "1.5.1.3", "cannot lie there"),
        ("1.5.2.3", "1.5.2.4", "for that many turns"),
        ("1.5.2.3", "1.5.2.n", "for that many turns"),
        ("f.d6", "d6", "the turn's cards are"),
        ("f.d6", "f.d0", "no 0 dice"),
        ("f.d6", "f.d11", "no 11 dice"),
        ("f.d6", "fr.d6", "a card that was played"),
        ("f.d6", "p.d6.a1", "only where a roll lies"),
        ("t0.6~0-0_1-_2-~1.5.2.3~f.d6", "t50.2.12~0-0_1-_2-~1.5.2.3~p.d6.a21", "ascending"),
        ("t0.6~0-0_1-_2-~1.5.2.3~f.d6", "t50.2.12~0-0_1-_2-~1.5.2.3~p.d6.a3", "dice of the roll"),
        ("t0.6~0-0_1-_2-~1.5.2.3~f.d6", "t50.2.24~0-0_1-_2-~1.5.2.3~p.d6", "is a farkle"),
        ("t0.6", "t50.2.s", "nobody holds a card for this stop"),
    ],
)  # fmt: skip
def test_wrong_positions_with_cards_say_why(old: str, new: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(PositionError, match=message):
        parse_position(EXAMPLE.replace(old, new, 1))
