"""The authority: one answer for each command, seats, owners, clocks, bots, people; without a network."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Bar
from hotdice.game import Bank, Command, Keep, Resign, Roll, State, Throw, TimeOut, parse_record
from hotdice.match import Match, fair, lobby, wire
from hotdice.match import table_commands as c
from hotdice.match.facts import Clock, Options
from hotdice.match.fair_record import derive_fair
from hotdice.match.hosted import Quarantined
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Seated, Wish
from hotdice.match.people import clean_line, clean_name
from hotdice.match.remembering import MOST_REFUSALS
from hotdice.players.registry import bots
from match import plain_verifier
from match.hosts import House, Party, command_id, is_refusal, play


def in_house(path: Path, body: Callable[[House], Awaitable[None]], *, pause: float = 0) -> None:
    async def run() -> None:
        house = House(path / "games.db", pause=pause)
        try:
            await asyncio.wait_for(body(house), 300)
        finally:
            await house.close()

    asyncio.run(run())


def test_a_game_from_the_invitation_to_the_verified_record(tmp_path: Path, bar: Bar) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        watcher, _ = await party.listen()
        ann, _ = await party.listen(0)
        await party.accepted(1, c.GiveSeed("ab" * 16))
        await party.accepted(0, c.Begin())
        hosted = await house.host.hosted(party.match)
        view = await party.play_out()
        assert view.phase == "over"
        assert view.reason == "played"
        before_the_end = b"".join(ann.heard[:-1] + watcher.heard[:-1])
        secrets = (hosted.secret, hosted.secret.hex().encode(), party.seated[0].token.encode())
        early = sum(secret in before_the_end for secret in secrets)
        assert hosted.secret.hex().encode() in ann.heard[-1]
        assert watcher.sequences == ann.sequences == list(range(ann.sequences[0], view.sequence + 1))
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        record = parse_record(text)
        assert record.names == ("Ann", "Bob")
        assert derive_fair(record).holds
        assert plain_verifier.check(text)
        heard = len(ann.heard) + len(watcher.heard) - 2
        bar(
            "R5 table",
            f"{early} of {len(secrets)} secrets in {heard} messages before the end",
            "0",
            not early,
        )

    in_house(tmp_path, body)


def test_f7_a_thousand_repeats_are_one_event_and_a_race_has_one_winner(tmp_path: Path, bar: Bar) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", rules="playmonster")
        await party.accepted(0, c.Begin())
        length, name = await party.length(), command_id()
        mover = (await party.game()).mover
        roll = play(Roll(mover))
        tasks = [party.do(mover, roll, expected=length, name=name) for _ in range(1_000)]
        answers = await asyncio.gather(*tasks)
        assert set(map(repr, answers)) == {repr(wire.Accepted(name, length + 1))}
        repeats = await party.length() - length
        length = await party.length()
        race = await asyncio.gather(
            *(party.do(seat, c.GiveSeed("cd" * 16), expected=length) for seat in (0, 1)),
            *(party.do(seat, play(Roll(seat)), expected=length) for seat in (0, 1)),
        )
        won = sum(isinstance(answer, wire.Accepted) for answer in race)
        assert await party.length() == length + 1
        text = f"{len(answers):,} repeats: {repeats} event; a race: {won} accepted"
        bar("F7", text, "1 and 1", (repeats, won) == (1, 1))

    in_house(tmp_path, body)


def test_answers_are_the_same_after_a_restart(tmp_path: Path) -> None:
    first: list[object] = []

    async def before(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        length = await party.length()
        answer = await party.do(0, play(Roll(0)), expected=length, name="x" * 20)
        chat_free = await party.do(0, c.GiveSeed("ab" * 16), name="y" * 20)
        first.extend([party.match, party.seated, length, answer, chat_free, await party.view(0)])

    async def after(house: House) -> None:
        _, seated, length, answer, _, view = first
        party = Party(house, [], seated)  # type: ignore[arg-type]
        assert await party.view(0) == view
        again = await party.do(0, play(Roll(0)), expected=length, name="x" * 20)  # type: ignore[arg-type]
        assert again == answer
        other = await party.do(0, play(Bank(0)), expected=length, name="x" * 20)  # type: ignore[arg-type]
        assert isinstance(other, wire.Refused)
        assert other.code == "id_reused"
        assert await party.view(0) == view

    in_house(tmp_path, before)
    in_house(tmp_path, after)


def test_refusals_are_the_same_after_a_restart(tmp_path: Path) -> None:
    """Also where the same command would be carried out by now, with the number that is still the newest."""
    first: list[Any] = []

    async def before(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        while (await party.game()).mover == 0:
            await party.accepted(0, play((await party.game(0)).legal[-1]))
        length = await party.length()
        answer = await party.do(0, c.Skip(), expected=length, name="x" * 20)
        assert isinstance(answer, wire.Refused)
        stale = await party.do(0, c.Skip(), expected=length - 1, name="z" * 20)
        assert isinstance(stale, wire.Refused)
        first.extend([party.seated, length, answer, stale])

    async def after(house: House) -> None:
        seated, length, answer, stale = first
        party = Party(house, [], seated)
        assert await party.length() == length
        house.clock.ahead += 60_000  # by now Bob may be skipped
        assert await party.do(0, c.Skip(), expected=length, name="x" * 20) == answer
        assert await party.do(0, c.Skip(), expected=length - 1, name="z" * 20) == stale
        other = await party.do(0, c.GiveSeed("ab" * 16), expected=length, name="x" * 20)
        assert isinstance(other, wire.Refused)
        assert other.code == "id_reused"
        assert await party.length() == length
        assert isinstance(await party.do(0, c.Skip(), expected=length), wire.Accepted)

    in_house(tmp_path, before)
    in_house(tmp_path, after)


def test_only_so_many_refusals_are_kept_and_none_of_those_who_watch(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.refused(None, c.Begin(), "not_seated")
        assert house.store.refusals(party.match) == ()
        for number in range(MOST_REFUSALS + 5):
            house.clock.ahead += 1
            assert isinstance(await party.do(1, c.Begin(), name=f"{number:020}"), wire.Refused)
        kept = [refusal.command for refusal in house.store.refusals(party.match)]
        assert kept == [f"{number:020}" for number in range(5, MOST_REFUSALS + 5)]
        assert list(house.store.damaged()) == []

    in_house(tmp_path, body)


def test_s3_what_is_not_yours_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        other = await house.table("Eve", "Fay")
        await party.refused(0, play(Roll(0)), "not_begun")
        await party.refused(1, c.Begin(), "not_owner")
        await party.accepted(0, c.Begin())
        await party.refused(None, play(Roll(0)), "not_seated")
        await party.refused(1, play(Roll(1)), "not_your_turn")
        await party.refused(1, play(Roll(0)), "not_yours")
        await party.refused(0, play(Resign(1)), "not_yours")
        await party.refused(0, play(Throw((1, 1, 1, 1, 1, 1))), "not_yours")
        await party.refused(0, play(TimeOut(0)), "not_yours")
        await party.refused(0, play(Bank(0)), "roll_first")
        await party.refused(0, play(Keep(0, (1,))), "nothing_to_keep")
        await party.refused(0, play({"type": "Cheat"}), "bad_command")
        await party.refused(0, c.GiveSeed("ab" * 16), "begun")
        await party.refused(0, c.Say("hello"), "no_chat")
        stale = await party.do(0, play(Roll(0)), expected=1)
        assert isinstance(stale, wire.Refused)
        assert (stale.code, stale.seq) == ("stale", await party.length())
        with pytest.raises(PermissionError):
            await house.host.listen(party.match, other.seated[0].token, None, (await other.listen())[0])
        await party.accepted(0, play(Resign(0)))
        await party.refused(1, play(Roll(1)), "game_over")

    in_house(tmp_path, body)


def test_an_owner_orders_locks_removes_and_hands_over(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", "Cid", seats=4, options=Options(chat=True, reactions=True))
        ear, _ = await party.listen(2)
        await party.refused(0, c.Begin(), "not_full")
        await party.refused(0, c.Order((0, 0, 1, 2)), "bad_order")
        await party.accepted(0, c.Order((2, 0, 1, 3)))
        view = await party.view(0)
        assert [chair.name for chair in view.chairs] == ["Cid", "Ann", "Bob", "Seat 4"]
        assert (view.owner, view.seat) == (1, 1)
        await party.accepted(0, c.Lock(True))
        late = await house.lobby.join(party.match, await house.person("Dan"), invite=party.seated[0].invite)
        assert is_refusal(late, "locked")
        await party.accepted(0, c.Lock(False))
        await party.accepted(0, c.Remove(0))
        assert ear.dropped is not None, "a seat that is gone loses its socket"
        with pytest.raises(PermissionError):
            await party.listen(2)
        await party.accepted(0, c.SeatBot(0, "greedy"))
        await party.refused(0, c.SeatBot(3, "nobody"), "unknown_bot")
        await party.accepted(0, c.SeatBot(3, "cautious"))
        await party.accepted(0, c.HandOver(2))
        await party.refused(0, c.Begin(), "not_owner")
        await party.accepted(1, c.Begin())
        await party.accepted(1, c.Say("  good \u202e luck\n"))
        await party.accepted(0, c.React("nice"))
        await party.refused(0, c.React("<script>"), "unknown_reaction")
        _, welcome = await party.listen(since=0)
        assert [line.text for line in welcome.news if line.what in ("Said", "Reacted")] == [
            "good luck",
            "nice",
        ]

    in_house(tmp_path, body)


def test_empty_seats_may_go_when_the_game_begins(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", "Cid", seats=5)
        await party.accepted(0, c.Remove(1))
        await party.refused(0, c.Begin(), "not_full")
        await party.accepted(0, c.Begin(fewer=True))
        view = await party.view(2)
        assert [chair.name for chair in view.chairs] == ["Ann", "Cid"]
        assert (view.seat, view.phase, len(view.seeds)) == (1, "playing", 2)
        games = await house.lobby.games_of(party.people[2])
        assert [seat for _, seat in games] == [1], "the list of games knows the new seat"
        small = await house.table("Ann", seats=3)
        await small.refused(0, c.Begin(fewer=True), "too_few")

    in_house(tmp_path, body)


def test_a_seat_is_freed_declined_or_resigned(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(1, c.Leave())
        assert (await party.view()).chairs[1].empty
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        await party.accepted(1, c.Leave())
        view = await party.view()
        assert (view.phase, view.reason, bool(view.server_seed)) == ("over", "declined", True)
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        await party.accepted(0, play(Roll(0)))
        await party.accepted(0, c.Leave())
        view = await party.view()
        assert (view.reason, (await party.game()).winners) == ("played", (1,))

    in_house(tmp_path, body)


def test_a_rematch_takes_the_same_people(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        assert is_refusal(await house.lobby.rematch(party.match, party.people[0]), "not_over")
        await party.accepted(0, c.Begin())
        await party.accepted(0, play(Resign(0)))
        made = await house.lobby.rematch(party.match, party.people[1])
        joined = await house.lobby.rematch(party.match, party.people[0])
        assert isinstance(made, Seated)
        assert isinstance(joined, Seated)
        assert made.match == joined.match == (await party.view()).rematch
        eve = await house.person("Eve")
        assert is_refusal(await house.lobby.rematch(party.match, eve), "not_seated")
        assert is_refusal(await house.lobby.join(made.match, eve), "not_invited")

    in_house(tmp_path, body)


def test_the_clock_ends_a_turn_and_a_pause_stops_it(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", clock=Clock(turn=60))
        await party.accepted(0, c.Begin())
        house.clock.ahead += 30_000
        await party.accepted(0, c.StopClock())
        house.clock.ahead += 3_600_000
        assert (await party.view()).clock_left in range(5_000, 30_001)
        await party.accepted(0, c.StartClock())
        hosted = await house.host.hosted(party.match)
        await house.host.going.time_is_up(hosted)
        assert (await party.game()).mover == 0
        house.clock.ahead += 30_000
        await house.host.going.time_is_up(hosted)
        view = await party.view()
        assert (await party.game()).mover == 1
        assert view.clock_left in range(30_000, 60_001)

    in_house(tmp_path, body)


def test_a_real_timer_fires(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", clock=Clock(turn=1))
        await party.accepted(0, c.Begin())
        ear, _ = await party.listen()
        while not ear.heard:
            await asyncio.sleep(0.01)
        assert KINDS["farkle"].read_view(ear.updates[0].view.game).mover == 1

    in_house(tmp_path, body)


def test_time_that_the_server_was_down_is_not_charged(tmp_path: Path) -> None:
    matches: list[str] = []

    async def before(house: House) -> None:
        party = await house.table("Ann", "Bob", clock=Clock(turn=60))
        await party.accepted(0, c.Begin())
        matches.append(party.match)

    async def after(house: House) -> None:
        house.clock.ahead += 24 * 3_600_000
        assert await house.host.wake() == 1
        hosted = await house.host.hosted(matches[0])
        left = house.host.view(hosted, "").clock_left
        assert left is not None
        assert left > 30_000

    in_house(tmp_path, before)
    in_house(tmp_path, after)


def test_a_bot_sits_in_for_who_is_away(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", clock=Clock(turn=60), options=Options(stand_in="cautious"))
        await party.accepted(0, c.Begin())
        house.clock.ahead += 61_000
        await house.host.going.time_is_up(await house.host.hosted(party.match))
        while (await party.game()).mover != 1:
            await asyncio.sleep(0.01)
        view = await party.view()
        assert view.chairs[0].stand_in == "cautious"
        await party.refused(0, play(Roll(0)), "stand_in")
        await party.accepted(0, c.ComeBack())
        assert not (await party.view()).chairs[0].stand_in
        await party.refused(0, c.Replace(0, "nobody"), "unknown_bot")
        house.clock.ahead += 31_000  # nobody is connected here
        await party.accepted(0, c.Skip())
        assert (await party.game()).mover == 0

    in_house(tmp_path, body)


class BadBot:
    """A bot that crashes, answers nonsense, or plays for another seat."""

    def __init__(self, fault: str) -> None:
        self.fault = fault

    def choose(self, state: State) -> Command:
        if self.fault == "crashes":
            raise ZeroDivisionError
        if self.fault == "nonsense":
            return "bank please"  # type: ignore[return-value]
        return Resign(1 - state.mover)


@pytest.mark.parametrize("fault", ["crashes", "nonsense", "cheats"])
def test_f15_a_bad_bot_loses_its_own_turn_only(
    fault: str, tmp_path: Path, bar: Bar, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", bots=("greedy",))
        hosted = await house.host.hosted(party.match)
        await party.accepted(0, c.Begin())
        assert hosted.table is not None
        game = hosted.table.game
        assert isinstance(game, Match)
        game.bots[1] = BadBot(fault)
        while (shown := await party.game(0)).mover == 0:
            await party.accepted(0, play(shown.legal[-1]))
        while (shown := await party.game()).turn < 3:
            await asyncio.sleep(0.01)
        assert (await party.view()).phase == "playing"
        assert shown.seats[1].total == 0
        faults = [line for line in caplog.records if line.getMessage() == "a bot failed"]
        told = faults[0].__dict__
        assert told["bot"] == "greedy"
        assert told["position"].startswith("classic")
        assert told["reason"]
        bar(
            f"F15 {fault}",
            "the turn is lost, the match goes on, the log says where",
            "same",
            shown.mover == 0,
        )

    in_house(tmp_path, body)


@pytest.mark.parametrize(
    "rules", ["classic", "playmonster", "kcd", "marina", "munchkin-farkle-plain", "munchkin-farkle"]
)
def test_bots_play_a_whole_game_by_themselves(rules: str, tmp_path: Path) -> None:
    async def body(house: House) -> None:
        seats = KINDS["farkle"].sheet(rules).seats[0]
        party = await house.table("Ann", bots=("greedy",) * (max(seats, 2) - 1), rules=rules)
        await party.accepted(0, c.Begin())
        await party.accepted(0, c.Replace(0, "threshold:400"))
        while (await party.view()).phase != "over":
            await asyncio.sleep(0.01)
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        assert derive_fair(parse_record(text)).holds

    in_house(tmp_path, body)


def test_foreign_hands_stay_hidden(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", "Cid", rules="munchkin-farkle")
        await party.accepted(0, c.Begin())
        cards = (await party.game(1)).cards
        assert cards is not None
        assert len(cards.hand) == 10
        assert "?" not in cards.hand
        assert cards.counts == (10, 10, 10)
        watched = (await party.game()).cards
        assert watched is not None
        assert watched.hand == ()
        assert watched.counts == (10, 10, 10)

    in_house(tmp_path, body)


def test_a_damaged_log_is_quarantined_and_others_are_served(tmp_path: Path) -> None:
    parties: list[str] = []

    async def before(house: House) -> None:
        for _ in range(2):
            party = await house.table("Ann", "Bob")
            await party.accepted(0, c.Begin())
            parties.append(party.match)

    async def after(house: House) -> None:
        assert await house.host.wake() == 1
        with pytest.raises(Quarantined):
            await house.host.hosted(parties[0])
        answers: list[wire.AnyAnswer] = []
        await house.host.do(parties[0], "", wire.Do(command_id(), c.Begin()), answers.append)
        assert isinstance(answers[0], wire.Refused)
        assert answers[0].code == "quarantined"
        assert (await house.host.hosted(parties[1])).length > 3

    in_house(tmp_path, before)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE events SET at = at + 1 WHERE match = ? AND seq = 2", (parties[0],))
    connection.close()
    in_house(tmp_path, after)


def test_names_and_lines_can_be_erased_without_breaking_the_chain(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", options=Options(chat=True))
        await party.accepted(1, c.Say("my address is secret"))
        assert await house.lobby.erase(party.match, 1) == 2
        _, welcome = await party.listen(since=0)
        assert b"Bob" not in wire.encode(welcome)
        assert b"secret" not in wire.encode(welcome)
        assert list(house.store.damaged()) == []
        assert (await party.view()).chairs[1].name == "Seat 2"

    in_house(tmp_path, body)


def test_people_move_between_devices(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        arrived = await house.guests.arrive("  Ann\u200b ")
        assert arrived is not None
        assert arrived.person.name == "Ann"
        assert await house.guests.by_key(arrived.key) == arrived.person
        old = await house.guests.code(arrived.person)
        code = await house.guests.code(arrived.person)
        assert await house.guests.redeem(old) is None
        second = await house.guests.redeem(code.lower())
        assert second is not None
        assert await house.guests.redeem(code) is None
        assert await house.guests.by_key(second.key) == arrived.person
        late = await house.guests.code(arrived.person)
        house.clock.ahead += 601_000
        assert await house.guests.redeem(late) is None
        saved = await house.guests.recover(arrived.phrase)
        assert saved is not None
        assert await house.guests.by_key(second.key) is None
        assert await house.guests.by_key(saved.key) == arrived.person
        assert await house.guests.recover("babab-babab") is None
        assert await house.guests.arrive("\u200b\u202e") is None

    in_house(tmp_path, body)


def test_a_seat_follows_its_player_and_the_old_token_dies(tmp_path: Path, bar: Bar) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        ear, _ = await party.listen(1)
        again = await house.lobby.join(party.match, party.people[1])
        assert isinstance(again, Seated)
        assert again.seat == 1
        assert ear.dropped is not None
        with pytest.raises(PermissionError):
            await party.listen(1)
        dump = "".join(sqlite3.connect(house.path).iterdump())
        secrets = [party.seated[0].token, party.seated[0].invite, again.token]
        assert party.people[0].id in dump, "the dump is one of this database"
        found = sum(secret in dump for secret in secrets)
        bar("S4 stored", f"{found} of {len(secrets)} tokens in a dump of the database", "0", not found)

    in_house(tmp_path, body)


@pytest.mark.parametrize(
    "wish",
    [
        Wish(rules="nonsense", seats=2),
        Wish(rules="classic", seats=1),
        Wish(rules="classic", seats=2, bots=("greedy", "greedy")),
        Wish(rules="classic", seats=2, bots=("nobody",)),
        Wish(rules="classic", seats=2, bots=("program:/bin/true",)),
        Wish(rules="classic", seats=2, options=Options(stand_in="program:/bin/true")),
        Wish(rules="classic", seats=2, bots=("turn-optimal",)),
        Wish(rules="classic", seats=2, clock=Clock(turn=-1)),
        Wish(rules="classic", seats=2, kind="chess"),
        Wish(rules="{" * 10_000, seats=2),
        Wish(rules='{"base":"/etc/passwd"}', seats=2),
        Wish(rules='{"base":"classic","deck":"pyproject.toml"}', seats=2),
        Wish(rules="pyproject.toml", seats=2),
    ],
)
def test_a_bad_wish_is_refused(wish: Wish, tmp_path: Path) -> None:
    async def body(house: House) -> None:
        result = await house.lobby.open(await house.person("Ann"), wish)
        assert not isinstance(result, Seated)
        assert house.store.match_ids() == ()

    in_house(tmp_path, body)


def test_r7_without_entropy_there_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(house: House) -> None:
        ann = await house.person("Ann")
        with monkeypatch.context() as broken:
            broken.setattr(fair, "new_server_seed", fail)
            broken.setattr(lobby, "new_server_seed", fail)
            with pytest.raises(fair.NoEntropy):
                await house.lobby.open(ann, Wish(rules="classic", seats=2))
        assert house.store.match_ids() == ()
        assert isinstance(await house.lobby.open(ann, Wish(rules="classic", seats=2)), Seated)

    def fail() -> bytes:
        raise fair.NoEntropy("no entropy")

    in_house(tmp_path, body)


def test_a_command_is_known_again_after_coming_back_with_a_new_token(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        length = await party.length()
        first = await party.do(0, play(Roll(0)), expected=length, name="z" * 20)
        again = await house.lobby.join(party.match, party.people[0])
        assert isinstance(again, Seated)
        party.seated[0] = again
        assert await party.do(0, play(Roll(0)), expected=length, name="z" * 20) == first

    in_house(tmp_path, body)


def test_a_new_invitation_ends_the_old_one(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", seats=2)
        fresh = await house.lobby.invite(party.match, party.people[0])
        assert isinstance(fresh, str)
        eve, bob = await house.person("Eve"), await house.person("Bob")
        old = await house.lobby.join(party.match, eve, invite=party.seated[0].invite)
        assert is_refusal(old, "not_invited")
        assert is_refusal(await house.lobby.invite(party.match, eve), "not_owner")
        assert isinstance(await house.lobby.join(party.match, bob, invite=fresh), Seated)

    in_house(tmp_path, body)


def test_old_tables_expire_and_show_their_seed(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        assert await house.lobby.expire() == 0
        house.clock.ahead += 8 * 24 * 3_600_000
        assert await house.lobby.expire() == 1
        view = await party.view()
        assert (view.phase, view.reason) == ("over", "expired")
        assert view.server_seed

    in_house(tmp_path, body)


def test_a_stranger_cannot_start_a_program(tmp_path: Path) -> None:
    """Every way to name a bot, with a program that would leave a file behind."""
    trace = tmp_path / "trace"
    program = tmp_path / "bot.py"
    program.write_text(f"open({str(trace)!r}, 'w').close()")

    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", seats=3)
        await party.refused(0, c.SeatBot(2, f"program:{program}"), "unknown_bot")
        await party.accepted(0, c.SeatBot(2, "greedy"))
        await party.accepted(0, c.Begin())
        await party.refused(0, c.Replace(1, f"program:{program}"), "unknown_bot")

    in_house(tmp_path, body)
    assert not trace.exists()
    offered = {bot.partition(":")[0] for bot in KINDS["farkle"].bots}
    assert offered < {bot.name for bot in bots()}, "the others stay outside"
    assert not offered & {"program", "turn-optimal", "paper"}


def test_names_are_cleaned() -> None:
    assert clean_name("a" * 100) == "a" * 40
    assert clean_name("\x00\x1b[31m red") == "[31m red"
    assert clean_line("x" * 10_000_000) == "x" * 300


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_bot_that_is_offered_can_sit_down_as_it_stands(kind: str) -> None:
    offered = KINDS[kind].bots
    assert len(offered) == len(set(offered)) > 0
    for name in offered:
        assert KINDS[kind].bot(name)


def test_every_bot_that_is_offered_plays_a_game(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        for name in KINDS["farkle"].bots:
            party = await house.table("Ann", bots=(name,), rules='{"base":"kcd","target":800}')
            await party.accepted(0, c.Begin())
            view = await party.play_out()
            assert view.reason == "played", name
            assert view.chairs[1].bot == name
            assert house.host.counts["bot_faults"] == 0, name

    in_house(tmp_path, body)


@pytest.mark.parametrize("base", ["classic", "kcd", "zilch"])
def test_f15_every_bot_plays_with_loaded_dice(base: str, tmp_path: Path, bar: Bar) -> None:
    weights = [[1 + die, 1, 0, 2, 1, 3] for die in range(6)]
    rules = json.dumps({"base": base, "target": 1200, "weights": weights})

    async def body(house: House) -> None:
        for name in KINDS["farkle"].bots:
            party = await house.table("Ann", bots=(name,), rules=rules)
            await party.accepted(0, c.Begin())
            await party.accepted(0, c.Replace(0, "cautious"))
            while (await party.view()).phase != "over":
                await asyncio.sleep(0.005)
        faults = house.host.counts["bot_faults"]
        bar(
            f"F15 loaded dice, {base}",
            f"{faults} faults of {len(KINDS['farkle'].bots)} bots",
            "0",
            faults == 0,
        )

    in_house(tmp_path, body)


def test_who_never_came_back_is_forgotten(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        day = 24 * 3600 * 1000
        once, back = await house.guests.arrive("Once"), await house.guests.arrive("Back")
        assert once is not None
        assert back is not None
        house.clock.ahead += 2 * day
        assert await house.guests.by_key(back.key) is not None
        house.clock.ahead += 27 * day
        assert await house.guests.remove_lost() == 0
        house.clock.ahead += 2 * day
        assert await house.guests.remove_lost() == 1
        assert await house.guests.by_key(once.key) is None
        assert await house.guests.by_phrase(once.phrase) is None
        assert await house.guests.by_key(back.key) is not None
        house.clock.ahead += 400 * day
        assert await house.guests.remove_lost() == 0

    in_house(tmp_path, body)
