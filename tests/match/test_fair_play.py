"""Fair play at a table: who may be skipped, in which order seeds come, what leaving costs."""

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from conftest import Bar
from hotdice.game import Roll, parse_record
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.facts import Clock, SeedGiven, SeedSealed, TurnSkipped, decode_fact
from hotdice.match.fair_record import FairHeader, Order, derive_fair
from hotdice.match.hosting import Host
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Seated, Wish
from hotdice.match.store.opening import back_up, new_epoch
from hotdice.players.munchkin_registry import make_munchkin
from hotdice.terminal.cli import hotdice
from match import plain_verifier
from match.hosts import Ear, House, Party, play
from match.test_tables import in_house


def draw() -> tuple[str, str]:
    """A seed and its seal, worked out here."""
    seed = secrets.token_bytes(32)
    return seed.hex(), sha256(seed).hexdigest()


async def bobs_turn(party: Party) -> None:
    """Go on until it is the turn of the second seat."""
    while (game := await party.game()).mover != 1:
        legal = (await party.game(game.mover)).legal
        await party.accepted(game.mover, play(legal[-1]))


async def go(party: Party, ear: Ear) -> None:
    party.house.host.leave(party.match, ear)


def test_who_is_there_is_neither_skipped_nor_replaced(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.listen(0)
        bob, _ = await party.listen(1)
        await party.accepted(0, c.Begin())
        await bobs_turn(party)
        house.clock.ahead += 3_600_000
        await party.refused(0, c.Skip(), "present")
        await party.refused(0, c.Replace(1, "greedy"), "present")
        await go(party, bob)
        house.clock.ahead += 29_000
        await party.refused(0, c.Skip(), "present")
        await party.refused(1, c.Skip(), "not_owner")
        again, _ = await party.listen(1)
        house.clock.ahead += 29_000
        await go(party, again)
        house.clock.ahead += 5_000
        await party.refused(0, c.Skip(), "present")
        house.clock.ahead += 30_000
        watcher, _ = await party.listen()
        await party.accepted(0, c.Skip())
        assert (await party.game()).mover == 0
        line = watcher.updates[-1].news[0]
        assert (line.what, line.seat, line.by, line.away) == ("TurnSkipped", 1, 0, 35)
        await bobs_turn(party)
        await party.accepted(0, c.Replace(1, "greedy"))
        line = watcher.updates[-1].news[0]
        assert (line.what, line.seat, line.by, line.bot) == ("PlayerReplaced", 1, 0, "greedy")

    in_house(tmp_path, body)


def test_who_is_out_of_time_may_be_skipped(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", clock=Clock(turn=60))
        await party.listen(1)
        await party.accepted(0, c.Begin())
        await bobs_turn(party)
        await party.refused(0, c.Skip(), "present")
        house.clock.ahead += 61_000
        await party.accepted(0, c.Skip())
        facts = [decode_fact(event.body) for event in house.store.read(party.match)]
        assert [fact for fact in facts if isinstance(fact, TurnSkipped)] == [TurnSkipped(1, 0, 0)]

    in_house(tmp_path, body)


def test_three_in_a_row_end_the_game_without_a_result(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        house.clock.ahead += 40_000
        for _ in range(2):
            await bobs_turn(party)
            await party.accepted(0, c.Skip())
        await bobs_turn(party)
        await party.accepted(1, play((await party.game(1)).legal[-1]))  # Bob is back for a moment
        while (await party.game()).mover == 1:
            await party.accepted(1, play((await party.game(1)).legal[-1]))
        for _ in range(3):
            assert (await party.view()).phase == "playing", "a move of Bob's begins the count anew"
            await bobs_turn(party)
            await party.accepted(0, c.Skip())
        view = await party.view()
        assert (view.phase, view.reason, (await party.game()).winners) == ("over", "abandoned", ())
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        acts = FairHeader.parse(parse_record(text).dice).acts
        assert {(act.what, act.seat, act.by) for act in acts} == {("skip", 1, 0)}
        file = tmp_path / "game.farkle"
        file.write_text(text)
        told = CliRunner().invoke(hotdice, ["verify", str(file)])
        assert told.exit_code == 0, told.output
        assert told.output.count("Ann skipped Bob, who was away for") == len(acts) == 5
        # Whoever stayed away takes the mark along.
        other = await house.lobby.open(party.people[1], WISH)
        assert isinstance(other, Seated)
        chair = (await Party(house, party.people[1:], [other]).view()).chairs[0]
        assert (chair.left, chair.games) == (1, 1)

    in_house(tmp_path, body)


SHORT = '{"base":"classic","target":1000}'
WISH = Wish(rules="classic", seats=2)


async def seal_and_open(party: Party, *, begin: bool) -> list[str]:
    """Everybody seals, then everybody opens; the seeds."""
    drawn = [draw() for _ in party.seated]
    for place, (seed, seal) in enumerate(drawn):
        if place == 0:
            await party.accepted(place, c.SealSeed(seal))
            await party.refused(place, c.GiveSeed(seed), "too_early")
        else:
            await party.accepted(place, c.SealSeed(seal))
    if begin:
        await party.accepted(0, c.Begin())
        assert (await party.view()).closing
        await party.refused(0, c.Begin(), "closing")
    for place, (seed, _) in enumerate(drawn):
        await party.refused(place, c.GiveSeed("ab" * 32), "other_seed")
        await party.accepted(place, c.GiveSeed(seed))
    return [seed for seed, _ in drawn]


@pytest.mark.parametrize("begin", [False, True])
def test_seeds_are_bound_after_the_commitment_and_before_any_is_opened(
    begin: bool, tmp_path: Path, bar: Bar
) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", "Cid", rules=SHORT)
        seeds = await seal_and_open(party, begin=begin)
        if not begin:
            await party.accepted(0, c.Begin())
        view = await party.play_out()
        assert list(view.seeds) == seeds
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        record = parse_record(text)
        header = FairHeader.parse(record.dice)
        assert derive_fair(record).holds
        assert header.order is not None
        assert plain_verifier.check(text)
        numbers: dict[type, list[int]] = {SeedSealed: [], SeedGiven: []}
        for event in house.store.read(party.match):
            fact = decode_fact(event.body)
            if isinstance(fact, SeedSealed | SeedGiven):
                numbers[type(fact)].append(event.seq)
        assert list(header.order.seats) == list(zip(numbers[SeedSealed], numbers[SeedGiven], strict=True))
        faults = header.order_faults()
        bar("fair order", f"seats bound and opened as {header.order}", "bound before opened", not faults)

    in_house(tmp_path, body)


def test_an_order_that_would_let_somebody_choose_is_found(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", rules=SHORT)
        await seal_and_open(party, begin=True)
        await party.play_out()
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        told = text.split("order=")[1].split()[0]
        file = tmp_path / "game.farkle"
        for wrong, why in (
            ("0-6,5-7:8", "before the commitment"),
            ("1-6,5-7:8", "before the commitment"),
            ("4-6,7-7:8", "after another seat had opened its own (fact 6)"),
            ("4-6,5-9:8", "not open before the game began"),
            ("4-6,-:8", "gave no seed"),
            ("4-6:8", "1 seats and there are 2"),
        ):
            changed = text.replace(f"order={told}", f"order={wrong}")
            assert FairHeader.parse(parse_record(changed).dice).order == Order.parse(wrong)
            file.write_text(changed)
            run = CliRunner().invoke(hotdice, ["verify", str(file)])
            assert run.exit_code == 1, wrong
            assert why in run.output, run.output
            if wrong != "4-6:8":
                assert not plain_verifier.check(changed), wrong
        for nonsense in ("x", "1-2-3:4", "4-6,5-7", "4-6,5-7:" + "9" * 20):
            file.write_text(text.replace(f"order={told}", f"order={nonsense}"))
            assert CliRunner().invoke(hotdice, ["verify", str(file)]).exit_code == 2

    in_house(tmp_path, body)


def test_seeds_are_drawn_anew_when_seats_change_after_one_was_opened(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        for change in (c.Remove(1), c.Order((1, 0))):
            party = await house.table("Ann", "Bob")
            drawn = [draw(), draw()]
            for place, (_, seal) in enumerate(drawn):
                await party.accepted(place, c.SealSeed(seal))
            await party.accepted(0, c.GiveSeed(drawn[0][0]))
            await party.accepted(0, change)
            view = await party.view(0)
            assert [(chair.seal, chair.gave_seed) for chair in view.chairs] == [("", False)] * 2
        # A seat that seals again, knowing another's seed, begins it anew as well.
        party = await house.table("Ann", "Bob")
        drawn = [draw(), draw(), draw()]
        for place in (0, 1):
            await party.accepted(place, c.SealSeed(drawn[place][1]))
        await party.accepted(0, c.GiveSeed(drawn[0][0]))
        await party.accepted(1, c.SealSeed(drawn[2][1]))
        view = await party.view()
        assert [bool(chair.seal) for chair in view.chairs] == [False, True]
        # Without a seal nobody adds a seed to those that have been opened.
        party = await house.table("Ann", "Bob", "Cid")
        for place in (0, 1):
            await party.accepted(place, c.SealSeed(drawn[place][1]))
        await party.accepted(2, c.GiveSeed("ab" * 16))
        await party.accepted(0, c.GiveSeed(drawn[0][0]))
        await party.refused(2, c.GiveSeed("cd" * 16), "opened")
        await party.refused(0, c.GiveSeed(drawn[0][0]), "opened")

    in_house(tmp_path, body)


def test_who_sends_no_seed_holds_nobody_up(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", seats=4, rules=SHORT)
        seed, seal = draw()
        await party.accepted(0, c.SealSeed(seal))
        await party.accepted(0, c.Begin(fewer=True))
        late, more = draw()
        await party.refused(1, c.SealSeed(more), "begun")
        await party.refused(1, c.GiveSeed(late), "begun")
        await party.accepted(0, c.GiveSeed(seed))
        view = await party.play_out()
        assert (view.seeds[0], len(view.seeds)) == (seed, 2)
        text = await house.lobby.record(party.match)
        assert isinstance(text, str)
        assert plain_verifier.check(text)

    in_house(tmp_path, body)


def test_leaving_after_having_seen_dice_costs_the_game_and_leaves_a_mark(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        await party.accepted(0, c.Begin())
        await party.accepted(0, play(Roll(0)))
        watcher, _ = await party.listen()
        await party.accepted(1, c.Leave())  # Bob has not rolled, but he has seen how Ann begins
        view = await party.view()
        assert (view.reason, (await party.game()).winners) == ("played", (0,))
        assert watcher.updates[-1].news[0].what == "PlayerLeft"
        next_one = await house.table("Ann", seats=2)
        joined = await house.lobby.join(next_one.match, party.people[1], invite=next_one.seated[0].invite)
        assert isinstance(joined, Seated)
        chairs = (await next_one.view()).chairs
        assert [(chair.left, chair.games) for chair in chairs] == [(0, 0), (1, 1)]
        unseen = await house.table("Cid", "Dee")
        await unseen.accepted(0, c.Begin())
        await unseen.accepted(1, c.Leave())
        assert (await unseen.view()).reason == "declined"
        fresh = await house.lobby.open(unseen.people[1], WISH)
        assert isinstance(fresh, Seated)
        chair = (await Party(house, unseen.people[1:], [fresh]).view()).chairs[0]
        assert (chair.left, chair.games) == (0, 1), "nobody had seen anything yet"

    in_house(tmp_path, body)


def test_players_hear_for_how_long_somebody_is_away(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob")
        ann, _ = await party.listen(0)
        bob, _ = await party.listen(1)
        assert [update.view.chairs[1].online for update in ann.updates] == [True]
        await go(party, bob)
        house.clock.ahead += 45_000
        assert (await party.view(0)).chairs[1].away == 45
        assert isinstance(await party.do(0, c.Lock(True)), wire.Accepted)
        assert ann.updates[-1].view.chairs[1].away == 45

    in_house(tmp_path, body)


@pytest.mark.parametrize("kind", ["farkle", "munchkin"])
def test_dice_that_were_seen_do_not_fall_again_after_a_restore(kind: str, tmp_path: Path, bar: Bar) -> None:
    """A backup in the middle of a game; both go on by the same decisions, and other dice fall."""
    kept: dict[str, Any] = {}
    rules = {"farkle": '{"base":"kcd","target":3000}', "munchkin": '{"winning_level":5}'}[kind]

    async def step(party: Party) -> None:
        """Everybody who is asked decides once, in the same way every time."""
        for place in (0, 1):
            view = await party.view(place)
            game = KINDS[kind].read_view(view.game)
            if game.legal and view.phase == "playing":
                shrewd = make_munchkin("shrewd")
                move = game.legal[-1] if kind == "farkle" else shrewd.choose(game.state, place)
                await party.accepted(place, play(move))

    async def on(house: House) -> list[bytes]:
        party, told = Party(house, [], kept["seated"]), []
        while (await party.view()).phase == "playing":
            await step(party)
            told.append(bytes((await party.view()).game))
        return told

    async def begin(house: House) -> None:
        party = await house.table("Ann", "Bob", rules=rules, kind=kind)
        await seal_and_open(party, begin=True)
        kept.update(seated=party.seated, match=party.match)
        for _ in range(3):
            await step(party)
        back_up(house.store, tmp_path / "backup.db")
        kept["seen"] = await on(house)

    async def again(house: House) -> None:
        assert house.store.setting("epoch")
        _, welcome = await Party(house, [], kept["seated"]).listen(0, since=10_000)
        assert welcome.epoch == house.store.setting("epoch")
        kept["again"] = await on(house)
        text = await house.lobby.record(kept["match"])
        assert isinstance(text, str)
        kept["text"] = text

    in_house(tmp_path, begin)
    restored = tmp_path / "restored"
    restored.mkdir()
    run = CliRunner().invoke(
        hotdice, ["restore", str(tmp_path / "backup.db"), "--db", str(restored / "games.db")]
    )
    assert run.exit_code == 0, run.output
    in_house(restored, again)
    file = tmp_path / "game.farkle"
    file.write_text(kept["text"])
    verified = CliRunner().invoke(hotdice, ["verify", str(file)])
    assert verified.exit_code == 0, verified.output
    assert "restored from a backup" in verified.output
    before, after = kept["text"].split(" restored=")
    file.write_text(before + "\n" + after.split("\n", 1)[1])
    assert CliRunner().invoke(hotdice, ["verify", str(file)]).exit_code == 1
    same = sum(old == new for old, new in zip(kept["seen"], kept["again"], strict=False))
    text = f"{same} of {len(kept['seen'])} views after a restore as before it, and the record verifies"
    bar(f"fair restore, {kind}", text, "not all", kept["seen"] != kept["again"])


def test_a_duplicate_match_is_closed_by_a_restore(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", kind="parallel", rules="marina")
        await party.accepted(0, c.Begin())
        new_epoch(house.store)
        host = Host(house.store, house.clock)
        view = host.view(await host.hosted(party.match), "")
        assert (view.phase, view.reason) == ("over", "closed")
        await host.close()

    in_house(tmp_path, body)


def test_a_long_match_from_the_beginning_is_read_once_and_not_for_everybody(tmp_path: Path) -> None:
    async def body(house: House) -> None:
        party = await house.table("Ann", "Bob", rules='{"base":"classic","target":900000}')
        await party.accepted(0, c.Begin())
        await party.play_out(600)
        length = await party.length()
        assert length > 600
        for _ in range(20):
            _, welcome = await party.listen(since=0)
            assert welcome.complete
            assert [line.seq for line in welcome.news] == list(range(1, length + 1))
        assert house.host.counts["logs_read"] == 1
        refused = await house.host.listen(party.match, "", 0, Ear(), lambda: False)
        assert not refused.complete
        assert refused.seq == length

    in_house(tmp_path, body)
