"""The Munchkin Dice table on a host: hidden hands, windows, clocks, bots, records that verify."""

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Bar
from hotdice.game import Refusal
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.facts import Clock
from hotdice.match.fair import FairDraws
from hotdice.match.games.fair_chance import derive_table
from hotdice.match.games.kind import Outcome, leaves
from hotdice.match.games.munchkin import MunchkinDice, TableGame, TableView
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Wish
from hotdice.munchkin import HIDDEN, NotDerived, Phase, commands, load, parse_record
from hotdice.munchkin.events import CardDrawn, CardGiven
from hotdice.munchkin.tasks import AnswerRoll
from hotdice.players.munchkin_registry import make_munchkin
from match.hosts import House, Party, play
from match.test_tables import in_house

DICE_CARDS = {
    "cards": {
        "damp-sock": {"name": "Damp Sock", "kind": "monster", "level": 1, "treasures": 1, "copies": 20},
        "tall-tale": {"name": "Tall Tale", "kind": "level", "copies": 25},
        "loaded-die": {"name": "Loaded Die", "kind": "loaded", "copies": 25},
        "reloaded-die": {"name": "Reloaded Die", "kind": "reloaded", "copies": 25},
    },
    "deal": 8,
    "hand_limit": 20,
}
"""A table at which everybody holds cards that turn dice, and cards that pay for a roll."""


async def shown(party: Party, place: int | None) -> TableView:
    view = await party.view(place)
    seen: TableView = KINDS["munchkin"].read_view(view.game)
    return seen


async def settled(party: Party) -> None:
    """Wait until no bot is to move."""
    hosted = await party.house.host.hosted(party.match)
    while hosted.bots:
        await asyncio.sleep(0)


async def play_out(party: Party, people: int, bot: str = "shrewd") -> wire.TableView:
    """People decide as a bot would from what they see, until the game is over."""
    mind = make_munchkin(bot)
    for _ in range(20_000):
        await settled(party)
        view = await party.view()
        if view.phase == "over":
            return view
        for place in range(people):
            seen = await shown(party, place)
            if seen.legal:
                await party.accepted(place, play(mind.choose(seen.state, place)))
                break
    raise AssertionError("it does not end")


def test_people_and_bots_play_a_whole_game_and_its_dice_and_cards_verify(tmp_path: Path, bar: Bar) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", bots=("steady",), kind="munchkin", rules="munchkin-dice")
        ears = {place: (await party.listen(place))[0] for place in (0, 1, None)}
        await party.accepted(0, c.Begin())
        assert (await party.view()).title == "Munchkin Dice"
        early = await house.lobby.record(party.match)
        assert isinstance(early, Refusal), "the record would tell the hands"
        view = await play_out(party, 2)
        assert view.reason == "played"
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        record = parse_record(text)
        assert record.state().over
        count = derive_table(record)
        assert count > 30
        with pytest.raises(NotDerived):
            derive_table(parse_record(text.replace(f"game={party.match}", "game=other")))
        told = hidden = 0
        for place, ear in ears.items():
            for update in ear.updates:
                told += 1
                hidden += check_hidden(place, update)
        text = f"{count} dice and cards derive, {hidden} cards stay hidden in {told} updates"
        bar("munchkin online", text, "> 100, none seen", hidden > 100)

    in_house(tmp_path, body)


def check_hidden(place: int | None, update: wire.Update) -> int:
    """Assert that an update shows a viewer no hand but their own; how many cards were blank."""
    blank = 0
    for line in update.news:
        for event in KINDS["munchkin"].unpack(line.events):
            private = isinstance(event, CardDrawn) and not event.up and event.seat != place
            private |= isinstance(event, CardGiven) and place not in (event.seat, event.to)
            if private:
                assert event.card == HIDDEN
    if update.view.phase == "open":  # somebody came before the game
        return 0
    state = KINDS["munchkin"].read_view(update.view.game).state
    for seat, player in enumerate(state.seats):
        if seat != place:
            assert set(player.hand) <= {HIDDEN}
            blank += len(player.hand)
    for pile in (state.doors, state.treasures, state.door_discard[:-1], state.treasure_discard[:-1]):
        assert set(pile) <= {HIDDEN}
    assert b'"command"' not in msgspec.json.encode(update.news), "a command would name the card drawn"
    return blank


async def until_a_roll(party: Party) -> None:
    """Whoever is to move plays cards for levels and rolls the die, until a window is open.

    A hand without such a card ends its turn (one deal in thirty): the next one goes on.
    """
    for _ in range(60):
        mover = (await shown(party, None)).state.mover
        seen = await shown(party, mover)
        if isinstance(seen.state.task, AnswerRoll):
            return
        roll, level = commands.RollDie(mover), commands.PlayCard(mover, "tall-tale")
        wanted: commands.Command = (
            level if level in seen.legal and seen.state.seats[mover].level < 4 else roll
        )
        if wanted not in seen.legal:
            wanted = seen.legal[0]
        await party.accepted(mover, play(wanted))
    raise AssertionError("no roll left a window open")


def test_the_first_valid_word_turns_the_die_and_the_second_is_refused(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        rules = json.dumps(DICE_CARDS)
        for _ in range(60):  # about one deal in seven leaves one of the others without the card
            party = await house.table("Ann", "Bob", "Cid", kind="munchkin", rules=rules)
            await party.accepted(0, c.Begin())
            await until_a_roll(party)
            seen = await shown(party, None)
            mover = seen.state.mover
            others = [place for place in range(3) if place != mover]
            hands = [(await shown(party, place)).state.seats[place].hand for place in others]
            if all("reloaded-die" in hand for hand in hands):
                break
        assert set(seen.state.asked) == {0, 1, 2}, "online everybody is asked at once"
        own = await shown(party, mover)
        length = await party.length()
        turns = [play(commands.TurnDie(place, "reloaded-die", 4)) for place in others]
        race = await asyncio.gather(
            *(party.do(place, turn) for place, turn in zip(others, turns, strict=True))
        )
        accepted = [answer for answer in race if isinstance(answer, wire.Accepted)]
        refused = [answer for answer in race if isinstance(answer, wire.Refused)]
        assert (len(accepted), [answer.code for answer in refused]) == (1, ["already_turned"])
        assert await party.length() == length + 1
        late = await party.do(mover, play(commands.TurnDie(mover, "loaded-die", 2)))
        assert isinstance(late, wire.Refused)
        assert own.state.roll is not None

    in_house(tmp_path, body)


def test_in_order_is_kept_where_the_rules_say_so(tmp_path: Path) -> None:
    kind = MunchkinDice()
    assert json.loads(kind.sheet("munchkin-dice").reference) == {"window": "first_come"}
    assert kind.sheet('{"window":"in_order"}').reference == "munchkin-dice"
    assert json.loads(kind.sheet('{"hand_limit":6}').reference) == {"hand_limit": 6, "window": "first_come"}


def test_the_clock_closes_a_window_and_decides_where_nobody_does(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table(
            "Ann", "Bob", kind="munchkin", rules=json.dumps(DICE_CARDS), clock=Clock(turn=60)
        )
        await party.accepted(0, c.Begin())
        hosted = await house.host.hosted(party.match)
        await until_a_roll(party)
        house.clock.ahead += 61_000
        await house.host.going.time_is_up(hosted)
        assert hosted.table is not None
        assert isinstance(hosted.table.game, TableGame)
        assert commands.Deadline() in hosted.table.game.commands, "that window is closed"
        length = await party.length()
        house.clock.ahead += 61_000
        await house.host.going.time_is_up(hosted)
        assert await party.length() == length + 1

    in_house(tmp_path, body)


def test_a_bot_plays_on_for_who_leaves_and_they_may_come_back(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", kind="munchkin", rules="munchkin-dice")
        await party.accepted(0, c.Begin())
        await party.accepted(0, play(commands.KickDoor(0)))
        await party.accepted(0, c.Leave())
        assert (await party.view()).chairs[0].stand_in == "steady"
        await party.refused(0, c.Leave(), "stand_in")
        await party.accepted(0, c.ComeBack())
        await party.accepted(1, c.Leave())
        view = await party.view()
        assert (view.phase, view.chairs[1].stand_in) == ("playing", "steady"), "Bob has seen his cards"

    in_house(tmp_path, body)


def test_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    kept: list[Any] = []

    async def before(house: House) -> None:
        party = await house.table("Ann", "Bob", kind="munchkin", rules="munchkin-dice")
        await party.accepted(0, c.Begin())
        mind = make_munchkin("shrewd")
        for _ in range(25):
            for place in (0, 1):
                seen = await shown(party, place)
                if seen.legal:
                    await party.accepted(place, play(mind.choose(seen.state, place)))
        kept.extend([party.seated, [await party.view(place) for place in (0, 1, None)]])

    async def after(house: House) -> None:
        party = Party(house, [], kept[0])
        assert [await party.view(place) for place in (0, 1, None)] == kept[1]

    in_house(tmp_path, before)
    in_house(tmp_path, after)


def test_what_is_not_yours_is_refused(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", kind="munchkin", rules="munchkin-dice")
        await party.accepted(0, c.Begin())
        await party.refused(1, play(commands.KickDoor(0)), "not_yours")
        await party.refused(1, play(commands.KickDoor(1)), "not_your_turn")
        await party.refused(0, play(commands.Deal("brawler")), "not_yours")
        await party.refused(0, play(commands.Throw(3)), "not_yours")
        await party.refused(0, play(commands.Deadline()), "not_yours")
        await party.refused(0, play({"type": "Move", "seat": 0}), "bad_command")
        wish = Wish(rules="munchkin-dice", seats=7, kind="munchkin")
        assert isinstance(await house.lobby.open(party.people[0], wish), Refusal)
        wish = Wish(rules="classic", seats=2, kind="munchkin")
        assert isinstance(await house.lobby.open(party.people[0], wish), Refusal)

    in_house(tmp_path, body)


@cache
def games() -> list[TableGame]:
    """Moments of a game between bots: every kind of task, and fights."""
    kind = MunchkinDice()
    draws = FairDraws(bytes(32), "g", [bytes(16)] * 3)
    game = kind.begin(kind.sheet("munchkin-dice").reference, 3, draws)
    game = kind.after(game, kind.opening(game))
    game = game.with_bots({seat: make_munchkin("gambler") for seat in range(3)})
    found: dict[object, TableGame] = {}
    while not game.over:
        found.setdefault((game.state.phase, type(game.state.task)), game)
        turn = game.bot_turns[0]
        outcome = kind.carry_out(game, turn.seat, turn.choose(), "bot")
        assert isinstance(outcome, Outcome)
        game = outcome.game  # type: ignore[assignment]
    return list(found.values())


CARDS = st.sampled_from([*load().by_id, "no-such-card", "", "?"])
NUMBERS = st.integers(-3, 12)
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS, str: CARDS, bool: st.booleans(), tuple[str, ...]: st.lists(CARDS, max_size=4).map(tuple)
}  # fmt: skip


@st.composite
def any_command(draw: st.DrawFn) -> Any:
    kinds: list[Any] = list(get_args(leaves(commands.Command)))
    kind = draw(st.sampled_from(kinds))
    fields = {}
    for field in msgspec.structs.fields(kind):
        known = VALUES.get(field.type)  # else it is one of a few words
        fields[field.name] = draw(known if known is not None else st.sampled_from(get_args(field.type)))
    return kind(**fields)


@given(st.deferred(lambda: st.sampled_from(games())), any_command(), st.integers(0, 2))
@settings(max_examples=600, deadline=None)
def test_whatever_is_sent_is_answered_or_refused(game: TableGame, command: Any, seat: int) -> None:
    raw = msgspec.Raw(msgspec.json.encode(command))
    kind = MunchkinDice()
    outcome = kind.carry_out(game, seat, kind.command(raw), "player")
    assert isinstance(outcome, Outcome | Refusal)
    if isinstance(outcome, Outcome):
        assert kind.after(game, outcome.events).state == outcome.game.state  # type: ignore[attr-defined]


def test_the_moments_are_of_every_kind() -> None:
    assert {game.state.phase for game in games()} >= {Phase.BEFORE_DOOR, Phase.FIGHT, Phase.END}
    assert len(games()) > 6
