"""The card file and the settings: shipped ones in order, wrong ones refused with every fault and its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotdice.munchkin import Kind, Pile, Record, load, parse_record, print_record, reference, resolve
from hotdice.munchkin.cards import DOOR_KINDS
from hotdice.rules import RulesError

GOOD = """
[cards.rat]
kind = "monster"
level = 2
treasures = 1
harm = ["lose_level 2"]

[cards.stick]
kind = "item"
bonus = 2
slot = "hand"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(RulesError) as caught:
        load(cards=write(folder, text))
    return [str(fault) for fault in caught.value.faults]


def test_the_shipped_cards_serve_every_kind_and_the_whole_vocabulary() -> None:
    sheet = load()
    assert {card.kind for card in sheet.cards} == set(Kind)
    assert {effect.harm for card in sheet.cards for effect in card.harm} >= {"death", "lose_level", "penalty"}
    assert "cyborg" in sheet.by_id
    assert sheet.by_id["cyborg"].lowest_level == 2
    for card in sheet.cards:
        assert card.text, card.id
        assert (card.pile is Pile.DOOR) == (card.kind in DOOR_KINDS)
    assert len(sheet.whole(Pile.DOOR)) >= 6 * 4 + 20
    assert len(sheet.whole(Pile.TREASURE)) >= 6 * 4 + 10


def test_the_largest_card_file_still_fits_a_record(tmp_path: Path) -> None:
    one = '[cards.{id}]\nkind = "race"\nname = "{name}"\ntext = "{text}"\ncombat = -10\n'
    one += "run = -5\nhand_limit = 20\nlowest_level = 4\nwins_ties = true\nconsoled = true\ncopies = 30\n"
    many = "".join(one.format(id=f"c{'x' * 36}{i}", name="é" * 40, text="é" * 160) for i in range(178))
    sheet = load(cards=write(tmp_path, GOOD + many))
    record = Record(sheet, ("Ann", "Bob"), ("human", "human"))
    assert parse_record(print_record(record)).sheet.hash == sheet.hash
    assert "at most 180 cards" in faults(tmp_path, GOOD + many + one.format(id="y", name="y", text="y"))[0]


def test_a_card_file_of_ones_own(tmp_path: Path) -> None:
    sheet = load(cards=write(tmp_path, GOOD))
    assert sorted(sheet.by_id) == ["rat", "stick"]
    assert sheet.by_id["rat"].name == "Rat"
    assert sheet.hash != load().hash
    again = resolve(reference(sheet))
    assert again.hash == sheet.hash
    assert again.title == "Munchkin Dice, other cards"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("level = 2", "level = 0", "line 4, cards.rat.level: must be from 1 to 40, not 0"),
        ('kind = "monster"', 'kind = "beast"', "cards.rat.kind: must be one of"),
        ('kind = "monster"', "", "cards.rat.kind: must be given"),
        ("lose_level 2", "lose_face", "cards.rat.harm[0]: must be one of"),
        ("lose_level 2", "lose_level 99", "must end with a number from 1 to 20"),
        ("lose_level 2", "lose_level x", "must end with a number"),
        ("bonus = 2", "bonsu = 2", "cards.stick.bonsu: is not a key of a card of the kind item"),
        ('slot = "hand"', 'slot = "ear"', "cards.stick.slot: must be one of none, head"),
        ("[cards.stick]", '[cards."Big Stick"]', "is not the id of a card"),
        ("[cards.stick]", "[deck.stick]", "deck: is not a key of a card file"),
        ('kind = "item"\nbonus = 2\nslot = "hand"', 'kind = "curse"', "a curse does something"),
        ('kind = "item"\nbonus = 2\nslot = "hand"', 'kind = "curse"\nharm = ["death"]', "only monsters kill"),
        ('kind = "item"\nbonus = 2\nslot = "hand"', 'kind = "extra"\nextra = "item"', "must be one of class"),
        ('kind = "item"\nbonus = 2\nslot = "hand"', 'kind = "class"', "at least one treasure card"),
        (
            'kind = "monster"\nlevel = 2\ntreasures = 1\nharm = ["lose_level 2"]',
            'kind = "class"',
            "one monster",
        ),
    ],
)
def test_every_fault_is_named(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    assert old in GOOD
    found = faults(tmp_path, GOOD.replace(old, new))
    assert any(wanted in fault for fault in found), found


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("level = 2\n", "level = 0\n").replace("bonus = 2", "bonus = 99")
    assert len(faults(tmp_path, text)) == 2


@pytest.mark.parametrize(
    "text", ["", "cards = 3", "[cards]", "cards = [1]", "x = ", "a." * 500 + "b = 1", "[cards.a]\nkind = 1"]
)
def test_what_is_no_card_file_is_refused(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path, Path("a\0b")):
        with pytest.raises(RulesError):
            load(cards=path)
    (tmp_path / "latin.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match="UTF-8"):
        load(cards=tmp_path / "latin.toml")
    (tmp_path / "huge.toml").write_bytes(b"#" * 300_000)
    with pytest.raises(RulesError, match="larger"):
        load(cards=tmp_path / "huge.toml")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("winning_level=4", "from 5 to 20"),
        ("deal=0", "from 1 to 8"),
        ("window=never", "in_order, first_come"),
        ("hand_limit", "form key=value"),
        ("hand_limt=3", "did you mean hand_limit"),
        ("capacity=3", "must be a table"),
        ("min_players=9", "from 2 to 6"),
        ("paying_is_losing=maybe", "true or false"),
    ],
)
def test_settings_that_do_not_fit(setting: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load([setting])


def test_titles_and_texts_do_not_change_the_hash(tmp_path: Path) -> None:
    plain = load(cards=write(tmp_path, GOOD))
    worded = GOOD.replace('kind = "item"', 'kind = "item"\nname = "Big Stick"\ntext = "It hits."')
    assert load(cards=write(tmp_path, worded)).hash == plain.hash
    assert load(cards=write(tmp_path, GOOD.replace("bonus = 2", "bonus = 3"))).hash != plain.hash


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_card_file_is_refused_or_loads(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(GOOD)))
    length = data.draw(st.integers(0, 10))
    text = GOOD[:start] + data.draw(st.text(max_size=8)) + GOOD[start + length :]
    path = tmp_path_factory.getbasetemp() / "damaged.toml"
    path.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    try:
        sheet = load(cards=path)
    except RulesError:
        return
    assert resolve(reference(sheet)).hash == sheet.hash
