"""Duplicate matches: the same dice for every seat, and no byte that tells them too early."""

import asyncio
import hashlib
import itertools
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Bar, rest_by_night
from hotdice.game import Command, Roll
from hotdice.game.events import DiceRolled
from hotdice.match import hosted as hosted_module
from hotdice.match import lobby as lobby_module
from hotdice.match import table_commands as c
from hotdice.match import wire, writing
from hotdice.match.audience import Audience, Viewer
from hotdice.match.deciding import Decision, Result, time_is_up
from hotdice.match.facts import Clock, Options
from hotdice.match.fair import FairDraws
from hotdice.match.games.boards import Boards
from hotdice.match.games.duplicate import BoardsView, Duplicate
from hotdice.match.games.duplicate_record import derive_duplicate, parse_duplicate
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Wish
from hotdice.match.table import Table
from hotdice.server.coach_api import live_state
from hotdice.terminal.cli import hotdice
from match import plain_verifier
from match.hosts import Hands, House, Party, command_id, play
from match.test_tables import in_house

SHORT = '{"base":"marina","rounds":4}'
TARGET = '{"base":"classic","target":2500}'
ENDLESS = '{"base":"classic","target":9000000}'
FORMS: dict[str, dict[str, Any]] = {
    "parallel": {"kind": "parallel", "rules": SHORT},
    "two-tables": {"kind": "two-tables", "rules": TARGET, "options": Options(against="cautious")},
}
STAND_IN = {
    "parallel": {**FORMS["parallel"], "options": Options(stand_in="greedy")},
    "two-tables": {**FORMS["two-tables"], "options": Options(against="cautious", stand_in="greedy")},
}


class Stopped(Hands):
    """A clock that stands still between the moves, so that two runs have the same times."""

    def now(self) -> int:
        return 1_700_000_000_000 + self.ahead


async def boards(party: Party, place: int | None) -> BoardsView:
    view = await party.view(place)
    shown: BoardsView = KINDS[view.kind].read_view(view.game)
    return shown


async def bots_done(party: Party) -> None:
    """Wait until no bot is to move."""
    host = await party.house.host.hosted(party.match)
    while host.bots:
        await asyncio.sleep(0)


def pick(legal: tuple[Command, ...], policy: str, moment: int) -> Command:
    """A decision that depends on nothing but the policy and the own moves so far."""
    digest = hashlib.sha256(f"{policy}/{moment}".encode()).digest()
    return legal[digest[0] % len(legal)]


async def act(party: Party, place: int, policy: str) -> bool:
    """Let a seat make one move, if it is asked."""
    shown = await boards(party, place)
    if shown.own is None or not shown.own.legal:
        return False
    await party.accepted(place, play(pick(shown.own.legal, policy, shown.own.sequence)))
    await bots_done(party)
    return True


async def play_out(party: Party, policies: list[str]) -> wire.TableView:
    for _ in range(5_000):
        if (view := await party.view()).phase == "over":
            return view
        for place, policy in enumerate(policies):
            await act(party, place, policy)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_match_its_record_and_its_proof(form: str, tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", "Cid", **FORMS[form])
        ears = [(await party.listen(place))[0] for place in (0, 1, 2)] + [(await party.listen())[0]]
        first = (await party.view()).sequence
        await party.accepted(0, c.Begin())
        refused = await house.lobby.record(party.match)
        assert not isinstance(refused, str), "the record would tell"
        view = await play_out(party, ["a", "b", "c"])
        shown = await boards(party, None)
        assert shown.winners
        for ear in ears:
            last = (await party.view(None)).sequence
            assert ear.sequences == list(range(first + 1, last + 1)), "no gap, no repeat, the same end"
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        record = parse_duplicate(text)
        assert record.names == ("Ann", "Bob", "Cid")
        assert [state.seats[0].total for state in record.states] == [line.totals[0] for line in shown.boards]
        proofs = derive_duplicate(record)
        assert len(proofs) == 3
        assert all(proof.holds and proof.throws > 1 for proof in proofs), (
            "one throw may win, the other has the last"
        )
        assert same_dice(record.boards) >= 3, "three pairs of boards, and the first throw of each"
        assert plain_verifier.check(text)
        told = await party.listen(1, since=0)
        assert told[1].complete
        assert [line.seq for line in told[1].news] == list(range(1, view.sequence + 1))
        file = tmp_path / "match.farkle"
        file.write_text(text)
        run = CliRunner().invoke
        assert "throws of 3 boards" in run(hotdice, ["verify", str(file)]).output
        assert "Board 2: Bob" in run(hotdice, ["replay", str(file)]).output
        seeds = text.split("seats=")[1].split(" ")[0].split(",")
        file.write_text(text.replace(",".join(seeds), ",".join(seeds[::-1])))
        wrong = run(hotdice, ["verify", str(file), "--json"])
        assert wrong.exit_code == 1
        assert '"ok": false' in wrong.output

    in_house(tmp_path, body)


def same_dice(records: tuple[Any, ...]) -> int:
    """How many throws two boards have in common by turn, seat and roll; all of them are the same."""
    thrown: list[dict[tuple[int, int, int], tuple[int, ...]]] = []
    for record in records:
        found = {}
        for state, event in zip(record.states(), record.events, strict=False):
            if isinstance(event, DiceRolled):
                found[state.turn, state.mover, state.roll] = event.faces
        thrown.append(found)
    common = 0
    for one, other in itertools.combinations(thrown, 2):
        for key in one.keys() & other.keys():
            count = min(len(one[key]), len(other[key]))
            assert one[key][:count] == other[key][:count]
            common += 1
    return common


def test_in_parallel_nobody_is_ahead_and_a_turn_opens_when_all_have_ended_it(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", **FORMS["parallel"])
        await party.accepted(0, c.Begin())
        ear, _ = await party.listen(1)
        while await act(party, 0, "ann"):
            pass
        mine = await boards(party, 0)
        assert mine.own is not None
        assert (mine.waiting, mine.own.turn) == (True, 2)
        await party.refused(0, play(Roll(0)), "wait")
        hidden = await boards(party, 1)
        assert hidden.boards[0].totals == (0,)
        assert ear.heard == []
        while await act(party, 1, "bob"):
            if (await boards(party, 1)).open > 1:
                break
        seen = await boards(party, 1)
        assert seen.open == 2
        assert seen.boards[0].totals == (mine.own.seats[0].total,)
        assert {line.seat for update in ear.updates for line in update.news} == {0, 1}

    in_house(tmp_path, body)


def test_the_coach_compares_with_the_own_board_only(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", **FORMS["parallel"])
        await party.accepted(0, c.Begin())
        while await act(party, 0, "ann"):
            pass
        table = (await house.host.hosted(party.match)).table
        assert table is not None
        own, others = live_state(table, 1), live_state(table, 0)
        assert own is not None
        assert others is not None
        assert (own.turn, others.turn) == (1, 2), "Bob's refusals tell nothing of Ann's turn"

    in_house(tmp_path, body)


def test_who_gives_up_is_out_and_the_last_one_wins_when_they_may_know(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        for wish in FORMS.values():
            party = await house.table("Ann", "Bob", **wish)
            await party.accepted(0, c.Begin())
            await act(party, 0, "x")
            await party.accepted(0, c.Leave())
            assert (await party.view(1)).phase == "playing", "Bob has not ended his first turn"
            assert not (await boards(party, 1)).boards[0].gone
            for _ in range(100):
                if not await act(party, 1, "bob") or (await party.view()).phase == "over":
                    break
            assert (await party.view()).reason == "played"
            assert (await boards(party, None)).winners == (1,)

    in_house(tmp_path, body)


def test_each_seat_has_its_own_clock_and_only_its_own_shows(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        long = FORMS["two-tables"] | {"rules": ENDLESS}  # nobody wins in a single turn
        party = await house.table("Ann", "Bob", clock=Clock(turn=60), **long)
        await party.accepted(0, c.Begin())
        house.clock.ahead += 50_000
        turn = (await boards(party, 1)).own
        assert turn is not None
        for _ in range(100):  # Bob ends his turn, and his clock begins anew
            await act(party, 1, "b")
            own = (await boards(party, 1)).own
            if own is not None and own.turn > turn.turn:
                break
        left = (await party.view(0)).clock_left, (await party.view(1)).clock_left
        assert left[0] in range(5_000, 10_001)
        assert left[1] in range(50_000, 60_001)
        assert (await party.view()).clock_left is None
        house.clock.ahead += 10_000
        await house.host.going.time_is_up(await house.host.hosted(party.match))
        await bots_done(party)
        own = (await boards(party, 0)).own
        assert own is not None
        assert own.turn > 1

    in_house(tmp_path, body)


@pytest.mark.parametrize("form", FORMS)
def test_a_bot_sits_in_for_who_is_late_and_others_hear_it_with_the_turn(form: str, tmp_path: Path) -> None:
    async def body(house: House) -> None:
        wish = STAND_IN[form] | ({"rules": "classic"} if form == "two-tables" else {})
        party = await house.table("Ann", "Bob", clock=Clock(turn=60), **wish)
        await party.accepted(0, c.Begin())
        ear, _ = await party.listen(1)
        hosted = await house.host.hosted(party.match)
        await house.host.change(hosted, lambda table: time_is_up(table, 0, hosted.secret))
        await bots_done(party)
        assert (await party.view(0)).chairs[0].stand_in == "greedy"
        await party.refused(0, play(Roll(0)), "stand_in")
        for place in (1, None):
            assert (await party.view(place)).chairs[0].stand_in == "", "that would tell how her turn goes"
        assert ear.heard == []
        while (await boards(party, 1)).open == 1:
            await act(party, 1, "bob")
        assert (await party.view(1)).chairs[0].stand_in == "greedy"
        assert "StandInSeated" in {line.what for update in ear.updates for line in update.news}
        await party.accepted(0, c.ComeBack())
        assert (await party.view(0)).chairs[0].stand_in == ""
        assert (await party.view(1)).chairs[0].stand_in == "greedy"
        await play_out(party, ["ann", "bob"])
        assert (await party.view(1)).chairs[0].stand_in == ""

    in_house(tmp_path, body)


def test_a_restart_keeps_the_numbers_of_every_viewer(tmp_path: Path) -> None:
    kept: list[Any] = []

    async def before(house: House) -> None:
        party = await house.table("Ann", "Bob", **FORMS["two-tables"])
        await party.accepted(0, c.Begin())
        for _ in range(9):
            await act(party, 0, "x")
        await act(party, 1, "y")
        welcomes = [(await party.listen(place, since=0))[1] for place in (0, 1, None)]
        name = command_id()
        number = (await party.view(1)).sequence
        shown = await boards(party, 1)
        assert shown.own is not None
        move = play(pick(shown.own.legal, "y", shown.own.sequence))
        answer = await party.do(1, move, expected=number, name=name)
        await bots_done(party)
        kept.extend([party.seated, welcomes, name, number, move, answer])

    async def after(house: House) -> None:
        seated, welcomes, name, number, move, answer = kept
        party = Party(house, [], seated)
        assert await party.do(1, move, expected=number, name=name) == answer
        for place, welcome in zip((0, 1, None), welcomes, strict=True):
            again = (await party.listen(place, since=0))[1]
            assert again.complete
            assert again.news[: len(welcome.news)] == welcome.news

    in_house(tmp_path, before)
    in_house(tmp_path, after)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish(rules="classic", seats=2, kind="parallel"), "rounds"),
        (Wish(rules="classic", seats=2, kind="two-tables"), "bots at a table"),
        (
            Wish(rules="classic", seats=2, kind="two-tables", options=Options(against="paper")),
            "bots at",
        ),
        (Wish(rules="marina", seats=2, kind="parallel", options=Options(against="greedy")), "leave it out"),
        (Wish(rules="marina", seats=1, kind="parallel"), "2 to 20"),
        (Wish(rules="classic", seats=2, options=Options(against="greedy")), "duplicate"),
        (Wish(rules="marina", seats=2, kind="parallel", options=Options(stand_in="paper")), "bots at"),
        (
            Wish(rules="marina-solitaire", seats=2, kind="two-tables", options=Options(against="greedy")),
            "two players",
        ),
    ],
)
def test_what_does_not_fit_a_form_is_said(wish: Wish, sentence: str, tmp_path: Path) -> None:
    async def body(house: House) -> None:
        result = await house.lobby.open(await house.person("Ann"), wish)
        assert sentence in result.sentence  # type: ignore[union-attr]

    in_house(tmp_path, body)


# The leak: two worlds that differ in one turn of the others, and what one seat hears in both

OBSERVER = 1
QUICK = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""What is told too early has nothing to do with the disk, so these runs do without one."""


class World(msgspec.Struct, frozen=True):
    """One run of a match up to the observer's own turn `turn`, or up to its end.

    `others` is how the others decide from that turn on, `dice` which dice fall from that turn on. Others who
    are "late" run out of time in that turn, and a bot sits in for them.
    """

    form: str
    schedule: tuple[int, ...]
    turn: int
    to_the_end: bool
    others: str = "same"
    dice: str = ""


def dice_of(world: World) -> type[FairDraws]:
    """Draws that are those of the match up to the turn of a world, and its own from there on."""

    class Dice(FairDraws):
        def block(self, label: str, number: int) -> bytes:
            turn = int(label.split(" ")[1].split(".", maxsplit=1)[0])
            return super().block(world.dice + label if turn >= world.turn else label, number)

    return Dice


class Heard(msgspec.Struct):
    """What the observer was sent, and how many moves of the turn the others had made by then."""

    sent: list[bytes]
    ahead: int = 0


def late_at(seat: int, secret: bytes, table: Table) -> Result:
    return time_is_up(table, seat, secret)


async def run_world(folder: Path, world: World) -> Heard:
    """Everything that is sent to the observer, or to anybody who watches, before the run is cut."""
    house = House(folder / "games.db", clock=Stopped())
    heard = Heard([])
    try:
        party = await house.table("Ann", "Bob", "Cid", **STAND_IN[world.form])
        await party.accepted(0, c.Begin())
        hosted = await house.host.hosted(party.match)
        ears = []
        for viewer in (OBSERVER, None):
            ear, welcome = await party.listen(viewer, since=0)
            heard.sent.append(wire.encode(welcome))
            ears.append(ear)
        for moment, place in enumerate(world.schedule):
            house.clock.ahead = moment * 1_000
            own = (await boards(party, place)).own
            if own is None or not own.legal:
                continue
            if place != OBSERVER:
                policy = world.others if own.turn >= world.turn else "same"
                assert hosted.table is not None
                if hosted.table.chairs[place].stand_in:
                    continue
                if policy == "late":
                    heard.ahead += 1
                    late = await house.host.change(hosted, partial(late_at, place, hosted.secret))
                    assert isinstance(late, Decision)
                    await bots_done(party)
                    continue
                await party.accepted(place, play(pick(own.legal, f"{policy}{place}", own.sequence)))
                heard.ahead += own.turn == world.turn
                await bots_done(party)
                continue
            for ear in ears:
                heard.sent += ear.heard
                ear.heard.clear()
            heard.sent += await asked_for(party)
            fresh = own.turn == world.turn and own.step == "roll" and not own.turn_total
            if own.turn > world.turn or (fresh and not world.to_the_end):
                break
            move, number = pick(own.legal, "observer", own.sequence), (await party.view(OBSERVER)).sequence
            answer = await party.do(OBSERVER, play(move), expected=number, name=f"observer-{moment:020d}")
            await bots_done(party)
            ended = (await boards(party, OBSERVER)).own
            if ended is None or ended.turn > world.turn:
                break  # what is said from here on comes after the own turn
            heard.sent.append(wire.encode(answer))
    finally:
        await house.close()
    return heard


async def asked_for(party: Party) -> list[bytes]:
    """What the observer can ask for: the table as a seat and as a watcher, my games, the record."""
    encode = msgspec.json.encode
    found = [encode(await party.view(OBSERVER)), encode(await party.view(None))]
    for summary, seat in await party.house.lobby.games_of(party.people[OBSERVER]):
        found.append(encode([summary.status, summary.summary.decode(), summary.updated, seat]))
    record = await party.house.lobby.record(party.match)
    return [*found, repr(record).encode()]


def heard_in(world: World) -> Heard:
    """Run a world; nothing in it comes from outside, so the same world sounds the same."""
    numbers = itertools.count(1)
    with tempfile.TemporaryDirectory(dir=QUICK) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby_module, "new_id", lambda: f"id{next(numbers):04d}")
        patch.setattr(lobby_module, "new_token", lambda: f"token{next(numbers):030d}")
        patch.setattr(lobby_module, "new_server_seed", lambda: bytes(range(32)))
        patch.setattr(hosted_module, "FairDraws", dice_of(world))
        return asyncio.run(asyncio.wait_for(run_world(Path(folder), world), 120))


def leaks(form: str, schedule: tuple[int, ...], turn: int) -> list[str]:
    """How what the others do or throw in a turn shows in what the observer is sent before theirs."""
    found = []
    by_dice = [World(form, schedule, turn, False, dice=dice) for dice in ("", "other ")]
    by_choice = [World(form, schedule, turn, True, others=others) for others in ("same", "else")]
    by_lateness = [World(form, schedule, turn, True, others=others) for others in ("same", "late")]
    pairs = (("dice", by_dice), ("decisions", by_choice), ("lateness", by_lateness))
    for what, worlds in pairs:
        one, other = map(heard_in, worlds)
        if one.sent != other.sent:
            found.append(what)
    return found


SCHEDULES = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=30, max_size=90).map(tuple)
TURNS = {"parallel": (1, 2, 3), "two-tables": (1, 3, 5)}
"""Turns of people; at two tables the even ones are the bot's."""
AHEAD = (0,) * 15 + (2,) * 15 + (1, 0, 2) * 25
"""The others play all they can first, then everybody in turn."""


@pytest.mark.parametrize("form", FORMS)
@given(schedule=SCHEDULES, nth=st.integers(0, 2))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_byte_sent_before_the_own_turn_depends_on_it(
    form: str, schedule: tuple[int, ...], nth: int
) -> None:
    assert leaks(form, schedule, TURNS[form][nth]) == []


@pytest.mark.parametrize("form", FORMS)
def test_no_byte_leaks_when_the_others_are_as_far_ahead_as_they_can(form: str, bar: Bar) -> None:
    turns = TURNS[form]
    ahead = sum(heard_in(World(form, AHEAD, turn, True)).ahead for turn in turns)
    assert ahead > 10, "the others do make moves of that turn"
    found = [leak for turn in turns for leak in leaks(form, AHEAD, turn)]
    bar(f"duplicate {form}", f"{len(found)} leaks, others {ahead} moves ahead", "0", not found)


def open_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duplicate, "withheld", lambda self, events: None)
    patch.setattr(Duplicate, "open_turns", lambda self, game: 2**31)


def open_events(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duplicate, "withheld", lambda self, events: None)


def open_totals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Boards, "open_turns", property(lambda self: 2**31))


def open_numbers(patch: pytest.MonkeyPatch) -> None:
    def number(self: Audience, viewer: Viewer) -> int:
        return self._length

    def since(self: Audience, viewer: Viewer, known: int) -> range:
        return range(0)

    patch.setattr(Audience, "number", number)
    patch.setattr(Audience, "since", since)


def open_times(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(writing, "_touched", lambda hosted, decision, now: now)


def open_chairs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "stand_in_seen", lambda self, seat, viewer: self.chairs[seat].stand_in)


def open_stand_ins(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Duplicate, "turn_of", lambda self, game, seat: -1)


@pytest.mark.parametrize(
    "control",
    rest_by_night(
        [open_view, open_events, open_totals, open_numbers, open_times, open_chairs, open_stand_ins],
        open_view,
        open_times,
        open_stand_ins,
    ),
)
def test_the_open_view_is_found_to_leak(control: Callable[[pytest.MonkeyPatch], None], bar: Bar) -> None:
    """The same check on a table that tells too much: everything, events, totals, only a number or a time."""
    with pytest.MonkeyPatch.context() as patch:
        control(patch)
        found = {leak for turn in (1, 3) for leak in leaks("two-tables", AHEAD, turn)}
    bar(f"duplicate control {control.__name__}", f"leaks by {sorted(found)}", "> 0", bool(found))
