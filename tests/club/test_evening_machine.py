"""Whatever is asked of an evening in any order: the log folds to it, refusals say why and change nothing."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from club.evenings import Night
from hotdice.club.evening import commands as c
from hotdice.club.evening import fold, standings
from hotdice.club.evening.deciding import HOST, NEWCOMER, SERVER
from hotdice.club.evening.events import decode_event, encode_event
from hotdice.club.evening.plan import Plan, System

NUMBERS = st.integers(1, 12)
WHO = st.sampled_from([HOST, HOST, HOST, SERVER, NEWCOMER, 1, 2, 3])
SCORES = st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=2, max_size=6).map(tuple)
COMMANDS: st.SearchStrategy[c.AnyCommand] = st.one_of(
    st.builds(c.ChangePlan, st.builds(Plan, size=st.integers(2, 6), points=st.sampled_from([(), (3, 1)]))),
    st.builds(c.Enter, st.sampled_from(["Ann", " ann ", "Bob", "\u200b", "Cy"]), here=st.booleans()),
    st.builds(c.Respell, NUMBERS, st.sampled_from(["Dee", "Ann"])),
    st.builds(c.CheckIn, NUMBERS),
    st.builds(c.Drop, NUMBERS),
    st.builds(c.Pair, st.booleans()),
    st.builds(c.TakeBack),
    st.builds(c.RunClock, st.one_of(st.none(), st.integers(1, 60))),
    st.builds(c.StopClock),
    st.builds(c.TypeResult, NUMBERS, SCORES),
    st.builds(c.Confirm, NUMBERS),
    st.builds(c.Correct, NUMBERS, NUMBERS, SCORES, st.sampled_from(["misread", "  "])),
    st.builds(c.LinkTable, NUMBERS, st.sampled_from(["m1", "m2"])),
    st.builds(c.PlayOff, st.integers(2, 8)),
    st.builds(c.Judge, NUMBERS, NUMBERS, st.lists(st.floats(-20, 20), max_size=6).map(tuple)),
    st.builds(c.Finish),
    st.builds(c.ShowLuck),
)


class EveningMachine(RuleBasedStateMachine):
    """Any command by anybody; in between whole rounds, so that evenings get somewhere."""

    @initialize(
        system=st.sampled_from(["swiss", "everyone", "knockout"]),
        size=st.integers(2, 6),
        players=st.integers(0, 9),
        third=st.booleans(),
    )
    def begin(self, system: System, size: int, players: int, third: bool) -> None:
        self.night = Night(Plan(system=system, size=size, third=third))
        self.night.enter(players)

    @rule(command=COMMANDS, who=WHO)
    def ask(self, command: c.AnyCommand, who: int) -> None:
        before, length = self.night.evening, len(self.night.log)
        refused = self.night.ask(command, who)
        if refused is None:
            assert len(self.night.log) > length
            return
        assert self.night.evening is before
        assert len(self.night.log) == length
        assert refused.code
        assert "{" not in refused.sentence

    @rule()
    def pair(self) -> None:
        self.night.ask(c.Pair(repeats=True))

    @precondition(lambda self: self.night.evening.now and self.night.evening.phase != "over")
    @rule()
    def play(self) -> None:
        self.night.play_round()

    @invariant()
    def the_log_is_the_evening(self) -> None:
        night = self.night
        assert fold(decode_event(encode_event(event)) for event in night.log) == night.evening
        assert night.evening.length == len(night.log)

    @invariant()
    def everybody_stands_once(self) -> None:
        evening = self.night.evening
        lines = standings(evening)
        assert sorted(line.player for line in lines) == [player.number for player in evening.players]
        places = [line.place for line in lines]
        assert places == sorted(places)
        for one in evening.rounds:
            sat = [player for table in one.tables for player in table.players] + list(one.byes)
            assert len(sat) == len(set(sat))


EveningMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
test_any_evening = EveningMachine.TestCase


def test_an_unknown_event_fails_loudly() -> None:
    try:
        decode_event(b'{"type":"Cheated","at":1}')
    except msgspec.ValidationError:
        return
    raise AssertionError("an event that nobody knows was taken")
