"""S3: hypothesis plays every client at once against a small model of who may do what."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from conftest import Bar
from hotdice.game import Bank, Keep, Resign, Roll
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.facts import Options
from match.hosts import House, Party, play

WHO = st.sampled_from([None, 0, 1, 2])
COMMANDS = st.one_of(
    st.builds(Roll, st.integers(0, 2)).map(play),
    st.builds(Bank, st.integers(0, 2)).map(play),
    st.builds(Keep, st.integers(0, 2), st.lists(st.integers(1, 6), max_size=6).map(tuple)).map(play),
    st.builds(Resign, st.integers(0, 2)).map(play),
    st.just(c.Begin()),
    st.builds(c.Lock, st.booleans()),
    st.builds(c.Remove, st.integers(0, 3)),
    st.builds(c.HandOver, st.integers(0, 3)),
    st.builds(c.SeatBot, st.integers(0, 3), st.sampled_from(["greedy", "nobody"])),
    st.builds(c.Order, st.permutations([0, 1, 2]).map(tuple)),
    st.just(c.Leave()),
    st.builds(c.Say, st.text(max_size=20)),
    st.builds(c.GiveSeed, st.just("ab" * 16)),
    st.just(c.Skip()),
    st.just(c.ComeBack()),
)
OWNERS = (c.Begin, c.Lock, c.Remove, c.HandOver, c.SeatBot, c.Order, c.Skip)


class Clients(RuleBasedStateMachine):
    """Three people and a watcher who try whatever comes to mind, with old and new sequence numbers."""

    refused = 0
    accepted = 0

    @initialize()
    def sit_down(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.house = House(Path(self.folder.name) / "games.db", pause=3_600)
        self.party: Party = self.loop.run_until_complete(
            self.house.table("Ann", "Bob", "Cid", options=Options(chat=True))
        )
        self.ear = self.loop.run_until_complete(self.party.listen())[0]
        self.begun_at = self.loop.run_until_complete(self.party.length())

    @rule(who=WHO, command=COMMANDS, behind=st.integers(0, 3))
    def try_something(self, who: int | None, command: c.AnyTableCommand, behind: int) -> None:
        self.loop.run_until_complete(self._try(who, command, behind))

    async def _try(self, who: int | None, command: c.AnyTableCommand, behind: int) -> None:
        hosted = await self.house.host.hosted(self.party.match)
        before = hosted.table
        assert before is not None
        seat = None if who is None else before.seat_of_ticket(await self.party.ticket(who))
        expected = None if behind == 3 else hosted.length - behind
        answer = await self.party.do(who, command, expected=expected)
        if isinstance(answer, wire.Refused):
            assert hosted.table is before
            Clients.refused += 1
            return
        Clients.accepted += 1
        assert seat is not None, "a watcher decides nothing"
        assert expected in (None, before.length), "what was decided on an old table is refused"
        assert not isinstance(command, OWNERS) or seat == before.owner
        assert answer.seq == hosted.length > before.length
        if isinstance(command, c.Play):
            asked = before.kind.command(command.command)
            assert getattr(asked, "seat", None) == seat
            assert isinstance(asked, Resign) or seat in before.asked

    @invariant()
    def the_table_is_the_fold_of_its_log(self) -> None:
        if not hasattr(self, "party"):
            return
        hosted = self.loop.run_until_complete(self.house.host.hosted(self.party.match))
        log = self.house.store.read(self.party.match)
        assert len(log) == hosted.length
        assert self.ear.sequences == list(range(self.begun_at + 1, hosted.length + 1))

    def teardown(self) -> None:
        if hasattr(self, "house"):
            self.loop.run_until_complete(self.house.close())
            self.loop.close()
            self.folder.cleanup()


def test_s3_whatever_clients_try_only_what_is_theirs_is_done(bar: Bar) -> None:
    Clients.refused = Clients.accepted = 0
    run_state_machine_as_test(
        Clients,
        settings=settings(
            max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    text = f"{Clients.refused} refused without a change, {Clients.accepted} accepted from who may"
    bar("S3", text, "some of both", Clients.refused > 0 < Clients.accepted)
