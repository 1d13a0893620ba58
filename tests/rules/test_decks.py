"""Deck files: every key, every fault with its line, hostile input, and decks inside rule files."""

import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hotdice.rules import RulesError, from_raw, from_text, load, reference, resolve
from hotdice.rules.deck import ACT_WINDOWS, Act, Window
from hotdice.rules.deck_checking import VOCABULARY, deck_from
from hotdice.rules.decks import deck_from_text, deck_reference, deck_to_raw, load_deck, shipped_decks

DOCS = Path(__file__).parents[2] / "docs"
HOUSE = Path(__file__).parents[2] / "src" / "hotdice" / "sheets" / "decks" / "house.toml"
CARD = """
[[cards]]
id = "nap"
name = "Nap"
text = "Take fifty."
gold = 100
effects = [{ do = "total_points", points = 50 }]
"""


def test_the_house_deck_is_our_own_and_says_so() -> None:
    assert shipped_decks() == ("house",)
    deck = load_deck("house")
    assert "published cards of Munchkin Farkle are not known to us" in deck.source
    assert len(deck.cards) == 10
    assert len(deck.colours) == 5
    assert all(card.text.endswith(".") for card in deck.cards)
    assert all(card.text.startswith("ONGOING") == card.ongoing for card in deck.cards)


def test_the_numbers_on_the_cards_are_those_of_the_data() -> None:
    for card in load_deck("house").cards:
        numbers = {int(number) for number in re.findall(r"\b\d{3,}\b", card.text)}
        said = {effect.points for effect in card.effects} | {effect.most for effect in card.effects}
        said |= {card.needs.least_turn, 200 if card.id == "pantry" else 0}
        assert numbers <= said, card.name


def test_a_deck_survives_the_way_to_plain_data_and_back() -> None:
    deck = load_deck("house")
    again, faults = deck_from(json.loads(json.dumps(deck_to_raw(deck))), name="x")
    assert not faults
    assert again == deck
    assert again is not None
    assert deck_to_raw(again) == deck_to_raw(deck)
    assert deck_reference(deck) == "house"


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("Take fifty.", "Fifty for you.", True),
        ('name = "Nap"', 'name = "Doze"', True),
        ("gold = 100", "gold = 150", False),
        ("points = 50", "points = 55", False),
        ("gold = 100", 'gold = 100\nwhen = "turn_start"', False),
        ("gold = 100", "gold = 100\nneeds.least_turn = 50", False),
    ],
)
def test_the_hash_covers_what_changes_play(old: str, new: str, same: bool) -> None:
    ours, theirs = deck_from_text(CARD), deck_from_text(CARD.replace(old, new))
    assert (ours.hash == theirs.hash) is same
    assert (ours == theirs) is same


FAULTS = [
    ("gold = 100", "gold = -1", "cards[0].gold", "from 0 to"),
    ("gold = 100", "", "cards[0].gold", "must be given"),
    ("gold = 100", "glod = 100", "cards[0].glod", "is not a key of a deck file; did you mean gold?"),
    ('id = "nap"', 'id = "The Nap"', "cards[0].id", "lower-case words"),
    ('id = "nap"', "", "cards[0].id", "lower-case words"),
    ('text = "Take fifty."', "text = 5", "cards[0].text", "text in quotes"),
    ("gold = 100", 'gold = 100\nwhen = "noon"', "cards[0].when", "must be one of turn_start"),
    ("gold = 100", "gold = 100\nwhen = []", "cards[0].when", "leave it out"),
    ("gold = 100", 'gold = 100\ntarget = "me"', "cards[0].target", "must be one of self"),
    ("gold = 100", 'gold = 100\nlasts = "long"', "cards[0].lasts", "must be one of at_once"),
    ("gold = 100", 'gold = 100\nlasts = "own_turns"', "cards[0].turns", "how many turns"),
    ("gold = 100", "gold = 100\nturns = 2", "cards[0].turns", "only where lasts"),
    (
        "gold = 100",
        "gold = 100\nends_on_farkle = true",
        "cards[0].ends_on_farkle",
        "only for a card that lasts",
    ),
    ("gold = 100", 'gold = 100\nlasts = "whole_game"', "cards[0].lasts", "needs an effect that lasts"),
    ("gold = 100", "gold = 100\nneeds = 5", "cards[0].needs", "must be a table"),
    ("gold = 100", "gold = 100\nneeds.most_dice = 99", "cards[0].needs.most_dice", "from 1 to 10"),
    (
        "gold = 100",
        "gold = 100\nneeds = { least_dice = 5, most_dice = 3 }",
        "cards[0].needs.least_dice",
        "at most",
    ),
    ("gold = 100", 'gold = 100\nneeds.door = "ajar"', "cards[0].needs.door", "must be one of any"),
    ("gold = 100", "gold = 100\nneeds.luck = 1", "cards[0].needs.luck", "not a key"),
    ("points = 50", "points = 0", "cards[0].effects[0].points", "from 1 to"),
    (", points = 50", "", "cards[0].effects[0].points", "total_points needs it"),
    (", points = 50", ", points = 50, dice = 1", "cards[0].effects[0].dice", "not a key of total_points"),
    ('do = "total_points"', 'do = "explode"', "cards[0].effects[0].do", "must be one of flip_die"),
    ('do = "total_points"', "do = 7", "cards[0].effects[0].do", "must be one of flip_die"),
    ('do = "total_points", ', "", "cards[0].effects[0].do", "must be given"),
    ("[{", '["x", {', "cards[0].effects[0]", "must be a table"),
    ("50 }]", '50 }, { do = "total_points", points = 5 }]', "cards[0].effects[1].do", "stands there twice"),
    ("50 }]", '50 }, { do = "keep_on_farkle", points = 0 }]', "cards[0].when", "keep_on_farkle can only be"),
    (
        "50 }]",
        '50 }, { do = "flip_die" }, { do = "must_roll" }]',
        "cards[0].when",
        "flip_die can only be played",
    ),
    ("50 }]", '50 }, { do = "fewer_dice", dice = 1 }]', "cards[0].lasts", "fewer_dice works while"),
    ("50 }]", '50 }, { do = "take_points", points = 1 }]', "cards[0].target", "needs somebody else"),
    ("[{ do", "[] # { do", "cards[0].effects", "at least one effect"),
]


@pytest.mark.parametrize(("old", "new", "key", "message"), FAULTS)
def test_a_fault_is_named_with_key_and_line(old: str, new: str, key: str, message: str) -> None:
    assert old in CARD
    with pytest.raises(RulesError) as caught:
        deck_from_text(CARD.replace(old, new, 1), origin="mine.toml")
    fault = next(fault for fault in caught.value.faults if fault.key == key)
    assert message in fault.message
    assert fault.line >= 2
    assert str(caught.value).startswith("mine.toml: line ")


@pytest.mark.parametrize(
    ("head", "key", "message"),
    [
        ('name = "My Deck"', "name", "lower-case words"),
        ("format = 2", "format", "from 1 to 1"),
        ('hands = "up"', "hands", "must be one of face_down, open"),
        ("colours = []", "colours", "1 to 20 colours"),
        ("colours = 5", "colours", "1 to 20 colours"),
        ('colours = ["red", "red"]', "colours[1]", "stands there twice"),
        ('colours = ["Red One"]', "colours[0]", "lower-case word"),
        ('colours = [{ name = "red", cards = ["nope"] }]', "colours[0].cards", "not a card of this deck"),
        ('colours = [{ name = "red", cards = ["nap", "nap"] }]', "colours[0].cards", "stands there twice"),
        ('colours = [{ name = "red" }]', "colours[0].cards", "list of card ids"),
        ('colours = [{ name = "red", cards = ["nap"], size = 3 }]', "colours[0]", "nothing else"),
        ("gold_needs_door = 1", "gold_needs_door", "true or false"),
        ("size = 3", "size", "is not a key of a deck file"),
    ],
)
def test_faults_of_the_deck_itself(head: str, key: str, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        deck_from_text(f"{head}\n{CARD}")
    fault = next(fault for fault in caught.value.faults if fault.key == key)
    assert message in fault.message
    assert fault.line == 1


def test_every_fault_is_told_at_once() -> None:
    text = (
        CARD.replace("gold = 100", "gold = 1.5").replace('"nap"', '"NAP"')
        + CARD.replace("total", "totally")
        + CARD
    )
    with pytest.raises(RulesError) as caught:
        deck_from_text(text)
    assert [fault.key for fault in caught.value.faults] == [
        "cards[0].id",
        "cards[0].gold",
        "cards[1].effects[0].do",
        "cards[1].id",
        "cards[2].id",
        "cards[1].name",
        "cards[2].name",
    ]


def test_effects_that_do_not_go_together() -> None:
    card: dict[str, Any] = tomllib.loads(CARD)["cards"][0]

    def faults(**changes: Any) -> str:
        return " ".join(fault.message for fault in deck_from({"cards": [card | changes]}, name="x")[1])

    two = [{"do": "flip_die"}, {"do": "second_throw"}]
    assert "only one effect" in faults(effects=two, when="on_farkle")
    assert "protects its owner" in faults(effects=[{"do": "cancel_next"}], lasts="whole_game", target="foe")
    assert "until_triggered needs" in faults(effects=[{"do": "lock_hand"}], lasts="until_triggered")
    assert faults(effects=[{"do": "double", "most": 5}], lasts="until_triggered") == ""


def test_hostile_files_are_refused() -> None:
    for text in (b"\xff", b"\0", "x" * 70_000, "[" * 5000, "a = 1\na = 2", "cards = 5", "cards = [1, 2]"):
        with pytest.raises(RulesError):
            deck_from_text(text)
    many = "\n".join(CARD.replace("nap", f"nap{i}").replace("Nap", f"Nap {i}") for i in range(37))
    with pytest.raises(RulesError, match="at most 36"):
        deck_from_text(many)


def test_mutated_decks_are_refused_or_round_trip() -> None:
    rng, text = random.Random(5), HOUSE.read_text(encoding="utf-8")
    good = 0
    for _ in range(400):
        lines = text.split("\n")
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(lines))
            match rng.randrange(4):
                case 0:
                    lines[at] = rng.choice(lines)
                case 1:
                    del lines[at]
                case 2:
                    lines[at] = lines[at].replace(rng.choice("aeiou15"), rng.choice("aeiou0-"))
                case 3:
                    lines.insert(at, rng.choice(lines))
        try:
            deck = deck_from_text("\n".join(lines))
        except RulesError:
            continue
        good += 1
        assert deck_from(deck_to_raw(deck), name="x")[0] == deck
    assert good > 20


def test_a_rule_file_names_a_deck_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CARD, encoding="utf-8")
    sheet = tmp_path / "house.toml"
    sheet.write_text('base = "munchkin-farkle"\ndeck = "mine.toml"\n', encoding="utf-8")
    rules = load(sheet)
    assert rules.deck is not None
    assert [card.id for card in rules.deck.cards] == ["nap"]
    assert rules.title == "Munchkin Farkle, deck mine"
    assert load(sheet, ["target=5000"]).deck == rules.deck
    assert load("munchkin-farkle", [f"deck={tmp_path / 'mine.toml'}"]) == rules
    assert resolve(reference(rules)) == rules
    (tmp_path / "mine.toml").write_text(CARD.replace("100", "'x'"), encoding="utf-8")
    with pytest.raises(RulesError, match=r"mine\.toml: line 6, cards\[0\]\.gold"):
        load(sheet)
    sheet.write_text('base = "munchkin-farkle"\ndeck = "gone.toml"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="neither a deck file nor a shipped deck"):
        load(sheet)


def test_files_are_read_only_for_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(CARD, encoding="utf-8")
    named = {"base": "munchkin-farkle", "deck": str(path)}
    with pytest.raises(RulesError, match="name of a deck"):
        from_raw(named)
    with pytest.raises(RulesError, match="name of a deck"):
        from_text(f'base = "munchkin-farkle"\ndeck = "{path}"')
    with pytest.raises(RulesError, match="name of a deck"):
        resolve(json.dumps(named))


def test_a_deck_as_a_table_of_a_rule_file_shows_its_lines() -> None:
    text = 'base = "munchkin-farkle"\n[deck]\ntitle = "Ours"\n[[deck.cards]]\nid = "nap"\ngold = "x"\n'
    with pytest.raises(RulesError) as caught:
        from_text(text)
    assert ("deck.cards[0].gold", 6) in [(fault.key, fault.line) for fault in caught.value.faults]


def test_the_document_names_every_effect_and_key() -> None:
    text = (DOCS / "decks.md").read_text(encoding="utf-8")
    vocabulary = text.partition("## The vocabulary")[2]
    found = re.findall(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|", vocabulary, flags=re.MULTILINE)
    rows = [
        [cell.strip().strip("`") if place == 0 else cell.strip() for place, cell in enumerate(row)]
        for row in found
    ][2:]
    assert [row[0] for row in rows] == [act.value for act in Act]
    for name, numbers, when in rows:
        word = VOCABULARY[Act(name)]
        assert re.findall(r"`(\w+)`", numbers) == list(word.numbers), name
        if ACT_WINDOWS[Act(name)] != frozenset(Window):
            assert {Window(part.strip()) for part in when.split(",")} == ACT_WINDOWS[Act(name)], name
        else:
            assert when.startswith("any"), name
    for key in (*deck_to_raw(load_deck("house")), "unlabelled_on_farkle", "gold_needs_door", "ties_by_cards"):
        assert f"`{key}`" in text


def test_the_measured_table_is_that_of_the_deck_that_ships() -> None:
    text = (DOCS / "cards.md").read_text(encoding="utf-8")
    deck = load_deck("house")
    assert f"Deck `house`, hash `{deck.hash[:12]}`" in text, "measure again: python -m scripts.balance"
    for card in deck.cards:
        assert f"| {card.name} | {card.gold} |" in text


def test_the_example_in_the_document_is_a_deck() -> None:
    text = (DOCS / "decks.md").read_text(encoding="utf-8")
    deck = deck_from_text(text.partition("```toml")[2].partition("```")[0])
    assert [card.id for card in deck.cards] == ["second-helping", "cold-soup"]
