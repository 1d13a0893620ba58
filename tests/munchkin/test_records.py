"""Records: they round-trip, replay to the same table, re-derive from the seed, and fail in one way only."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotdice.game import RecordError, Refusal
from hotdice.munchkin import (
    Command,
    Record,
    SeededChance,
    fold,
    legal,
    load,
    new_game,
    parse_record,
    play,
    print_record,
    rederive,
)
from hotdice.munchkin import commands as c
from hotdice.players.munchkin_player import play_out
from hotdice.players.munchkin_registry import make_munchkin

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")


def game(seed: str, players: int = 3, *, bot: str = "random", settings: tuple[str, ...] = ()) -> Record:
    sheet = load([f"turn_limit={25 if bot == 'random' else 400}", *settings])
    bots = [make_munchkin("random:" + str(seat) if bot == "random" else bot) for seat in range(players)]
    _, commands = play_out(new_game(sheet, players), bots, SeededChance(seed))
    return Record(sheet, NAMES[:players], (bot,) * players, f"seeded {seed}", commands=commands)


SAMPLE = print_record(game("17", 2))


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 6),
    window=st.sampled_from(["in_order", "first_come"]),
    cut=st.integers(0, 3000),
)
def test_a_record_round_trips_wherever_the_game_stands(
    seed: int, players: int, window: str, cut: int
) -> None:
    whole = game(str(seed), players, settings=(f"window={window}",))
    record = Record(whole.sheet, whole.names, whole.players, whole.dice, commands=whole.commands[:cut])
    for story in (False, True):
        text = print_record(record, story=story)
        assert parse_record(text) == record
        assert parse_record(text.encode()) == record
    state, events = record.replay()
    assert fold(record.opening_state(), events) == state
    assert rederive(record) == sum(isinstance(command, c.Deal | c.Throw) for command in record.commands)


def test_any_order_of_a_first_come_window_round_trips() -> None:
    """The seat that speaks first is in the words, so passes in another order come back as they were."""
    sheet = load(["window=first_come"])
    chance = SeededChance("4")
    state = new_game(sheet, 3)
    commands: list[Command] = []

    def go(command: Command) -> None:
        nonlocal state
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result[0]
        commands.append(command)

    rolls = 0
    while rolls < 3 and not state.over:
        if state.waits_for_chance:
            go(chance.bring(state))
        elif len(state.asked) > 1:
            go(c.Pass(state.asked[-1]))
        else:
            moves = legal(state, state.asked[0])
            roll = c.RollDie(state.mover)
            rolls += roll in moves
            keep = next((move for move in moves if isinstance(move, c.PlayCard | c.Sell)), moves[0])
            go(roll if roll in moves else keep)
    record = Record(sheet, NAMES[:3], ("human",) * 3, "seeded 4", commands=tuple(commands))
    assert parse_record(print_record(record)) == record


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again, other = game("9", bot="shrewd"), game("9", bot="shrewd"), game("10", bot="shrewd")
    assert first == again
    assert first != other
    assert first.state().over


def test_a_forged_die_does_not_rederive() -> None:
    record = game("21", 2)
    place = next(i for i, command in enumerate(record.commands) if isinstance(command, c.Throw))
    thrown = record.commands[place]
    assert isinstance(thrown, c.Throw)
    forged = Record(
        record.sheet, record.names, record.players, record.dice,
        commands=(*record.commands[:place], c.Throw(thrown.face % 6 + 1)),
    )  # fmt: skip
    with pytest.raises(RecordError, match="not what the seed gives"):
        rederive(forged)
    with pytest.raises(RecordError, match="no seed"):
        rederive(Record(record.sheet, record.names, record.players, "real"))


def test_house_settings_travel_with_the_record() -> None:
    record = game("3", 2, settings=("hand_limit=6", "escape=4"))
    parsed = parse_record(print_record(record))
    assert parsed.sheet.hash == record.sheet.hash
    assert (parsed.sheet.hand_limit, parsed.sheet.escape) == (6, 4)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hotdice record 1", "hotdice record 3", "first line"),
        ("game munchkin", "game farkle", "not a record of munchkin"),
        ("game munchkin\n", "", "game is missing"),
        ("rules {", "rules nonsense{", "neither"),
        ("hash ", "hash 0", "hash is not"),
        ("seat Bob", "seat Bob\nseat B#b", "no | or #"),
        ("player 2 random\n", "player 2 random\nseat C\nseat D\nseat E\nseat F\nseat G\n", "2 to 6 players"),
        ("dice seeded", "dice loaded", "seeded, fair, real"),
        ("player 1 random", "player 9 random", "seat number"),
        ("player 1 random", "player 2 random", "given twice"),
        ("deal | +", "deal | +no-such-card +", "There is no card"),
        ("deal | +", "deal | quiet +", "no window"),
        ("deal | +", "deal | fly +", "not a word"),
        ("deal |", "1 Ann |", "must begin with"),
        ("deal |", "deal", "a bar"),
        ("1 Ann |", "1 Bob |", "must begin with"),
        ("result ", "result 9 9 won by 1 ", "the game ends as"),
        ("seat Ann", "colour red\nseat Ann", "not a header"),
    ],
)
def test_what_is_wrong_is_said_in_one_kind_of_error(old: str, new: str, message: str) -> None:
    assert old in SAMPLE
    with pytest.raises(RecordError, match=message.replace("|", r"\|")):
        parse_record(SAMPLE.replace(old, new, 1))


def test_words_that_the_referee_refuses_name_their_line() -> None:
    line = SAMPLE.splitlines().index(next(x for x in SAMPLE.splitlines() if x.startswith("1 Ann"))) + 1
    with pytest.raises(RecordError, match=f"line {line}: .*before the door|line {line}: .*level"):
        parse_record(SAMPLE.replace("1 Ann |", "1 Ann | roll", 1))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_record_gives_one_error_or_round_trips(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        length = data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.text(max_size=6)) + text[start + length :]
    try:
        record = parse_record(text)
    except RecordError:
        return
    assert parse_record(print_record(record)) == record


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_any_bytes_give_one_error(junk: bytes | str) -> None:
    with pytest.raises(RecordError):
        parse_record(junk)


@settings(max_examples=150, deadline=None)
@given(words=st.lists(st.sampled_from(sorted(set(SAMPLE.split()))), max_size=12), data=st.data())
def test_shuffled_words_give_one_error_or_round_trip(words: list[str], data: st.DataObject) -> None:
    lines = SAMPLE.splitlines()
    place = data.draw(st.integers(0, len(lines)))
    lines.insert(place, " ".join(words))
    try:
        record = parse_record("\n".join(lines))
    except RecordError:
        return
    assert parse_record(print_record(record)) == record
