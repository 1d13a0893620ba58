"""The daily game: the same dice for everybody, one result, judged by what was decided; and cheats found."""

from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec.structs import replace

from hotdice.club.daily import (
    NotCounted,
    check_record,
    forks,
    fox_game,
    judge,
    rules_of_the_day,
    square_of,
)
from hotdice.club.days import (
    closes,
    may_begin,
    may_end,
    number_of,
    open_seed,
    parse_day,
    seal_of,
    sealed_seed,
)
from hotdice.club.sharing import share_text
from hotdice.door import Game
from hotdice.game import (
    Bank,
    Command,
    Keep,
    Record,
    Roll,
    ScriptedDice,
    SeededDice,
    Step,
    commands_of,
    do,
    new_game,
)
from hotdice.game import events as e
from hotdice.match.days import forks_of
from hotdice.rules import load

SEED = open_seed(date(2026, 11, 16))


def played(seed: str, *, first: bool = True) -> Record:
    """A whole game that always keeps the most and stops as soon as it may, or rolls once more."""
    game = Game(rules_of_the_day(), ["Ann"], seed=seed)
    rolled = 0
    while not game.over:
        if game.state.step is Step.KEEP:
            game.move(game.legal[0])
        elif "bank" in game.legal and (first or rolled % 2):
            game.bank()
        else:
            rolled += 1
            game.roll()
    return game.record


def test_first_throws_are_equal_and_later_ones_agree_in_their_first_dice() -> None:
    """The labels are round, roll and throw; n dice take the first n faces."""
    one, other = played(SEED), fox_game(SEED)
    thrown: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for record in (one, other):
        for state, event in zip(record.states(), record.events, strict=False):
            if isinstance(event, e.DiceRolled):
                thrown.setdefault((state.turn, state.roll), []).append(event.faces)
    pairs = [faces for faces in thrown.values() if len(faces) == 2]
    assert len(pairs) >= 10
    for first, second in pairs:
        shared = min(len(first), len(second))
        assert first[:shared] == second[:shared]


def test_who_decides_alike_sees_the_same_game() -> None:
    assert played(SEED).events == played(SEED).events
    assert played(SEED).events != played(open_seed(date(2026, 11, 17))).events


def test_best_play_gives_nothing_away_and_others_do() -> None:
    assert judge(fox_game(SEED), "2026-11-16").given_away == 0
    judged = judge(played(SEED), "2026-11-16")
    assert judged.given_away > 0
    assert sum(part.points for part in judged.rounds) == judged.points == played(SEED).state().totals[0]
    assert len(judged.rounds) == 10


def test_days_begin_and_end_in_utc_with_two_hours_of_grace() -> None:
    day = date(2026, 11, 16)
    midnight = datetime(2026, 11, 17, tzinfo=UTC)
    assert may_begin(day, midnight - timedelta(seconds=1))
    assert not may_begin(day, midnight)
    assert may_end(day, midnight + timedelta(minutes=119))
    assert not may_end(day, midnight + timedelta(minutes=120))
    assert closes(day) == midnight + timedelta(hours=2)
    assert parse_day(str(number_of(day))) == day
    for text in ("", "yesterday", "2025-12-31", "0", "99999999999"):
        with pytest.raises(ValueError, match=r"day|daily"):
            parse_day(text)


def test_a_seal_binds_and_days_are_independent() -> None:
    secret = b"x" * 32
    seeds = {sealed_seed(secret, date(2026, 11, day)) for day in range(1, 29)}
    assert len(seeds) == len({seal_of(seed) for seed in seeds}) == 28
    assert sealed_seed(b"y" * 32, date(2026, 11, 1)) not in seeds


def test_a_changed_record_is_not_counted() -> None:
    record = played(SEED)
    check_record(record, SEED)
    with pytest.raises(NotCounted, match="not those of the day"):
        check_record(record, open_seed(date(2026, 11, 17)))
    with pytest.raises(NotCounted, match="not over"):
        check_record(replace(record, events=record.events[:-1]), SEED)
    with pytest.raises(NotCounted, match="not Marina Games Farkle, competition"):
        check_record(replace(record, rules=load("marina")), SEED)


def test_a_game_with_better_dice_is_not_counted() -> None:
    """The negative control: a whole legal game, but not with these dice."""
    state = new_game(rules_of_the_day(), 1, first=0)
    events: list[e.Event] = []
    dice = ScriptedDice(["111111"] * 20)
    while not state.over:
        command: Command = dice.throw(state) if state.step is Step.WAIT else Roll(0)
        if state.step is Step.KEEP:
            command = Keep(0, state.hand)
        elif state.step is Step.DECIDE:
            command = Bank(0)
        state, more = do(state, command)
        events += more
    record = Record(rules_of_the_day(), ("Ann",), ("human",), f"seeded {SEED}", first=0, events=tuple(events))
    with pytest.raises(NotCounted, match="round 1, roll 1"):
        check_record(record, SEED)


def test_what_was_shared_spoils_nothing_and_says_open() -> None:
    judged = judge(played(SEED), "2026-11-16")
    lines = share_text(judged, 3650, sealed=False).splitlines()
    assert lines[0].startswith("Hotdice 320 open: ")
    assert len(lines) == 3
    order = "🟢🔶🟥🍀🌧"
    assert sorted(lines[1], key=order.index) == list(lines[1])


@pytest.mark.parametrize(
    ("cost", "farkled", "paid", "square"),
    [(0, False, False, "best"), (0, True, False, "farkle"), (20, False, False, "small"),
     (20, True, False, "farkle"), (100, False, False, "mistake"), (100, True, False, "mistake"),
     (100, False, True, "lucky")],
)  # fmt: skip
def test_squares(cost: float, farkled: bool, paid: bool, square: str) -> None:
    assert square_of(cost, 5459.0, farkled=farkled, paid=paid) == square


def test_forks_retell_every_decision() -> None:
    record = played(SEED)
    told = list(forks(record))
    decided = [c for c in commands_of(record.events) if isinstance(c, Keep)]
    assert len(told) == len(decided)
    assert all(choice.startswith("keep ") and choice.endswith(("roll", "bank")) for _, choice in told)


def test_forks_are_told_from_five_people_on_and_only_at_the_same_position() -> None:
    mine = list(forks(fox_game(SEED)))

    def done(*games: list[tuple[str, str]]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for game in games:
            for position, choice in dict(game).items():
                counts = found.setdefault(position, {})
                counts[choice] = counts.get(choice, 0) + 1
        return found

    assert forks_of(done(*[mine] * 4), mine) == []
    told = forks_of(done(*[mine] * 4, list(forks(played(SEED)))), mine)
    assert all(fork.people == 5 for fork in told)
    assert told


def test_the_fox_throws_the_dice_of_the_day() -> None:
    record = fox_game(SEED)
    assert record.dice == f"seeded {SEED}"
    first = next(event for event in record.events if isinstance(event, e.DiceRolled))
    state, _ = do(record.opening_state(), commands_of(record.events)[0])
    assert first.faces == SeededDice(SEED).throw(state).faces
