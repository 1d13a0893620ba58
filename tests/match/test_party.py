"""A party: a screen without a seat is the host, phones sit by a word, guess, and follow to the next game."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hotdice.game import Bank, Keep, PlayCard, Refusal, Roll
from hotdice.match import table_commands as c
from hotdice.match import wire
from hotdice.match.hosted import SCREEN
from hotdice.match.lobby import Seated, Wish
from hotdice.match.parties import Parties, Screen
from hotdice.match.party_words import WORDS
from hotdice.match.store import Person
from hotdice.match.telling import ticket_of
from match.hosts import Ear, Hands, House, command_id


class Room:
    """A party on a real SQLite file: its screen, and phones."""

    def __init__(self, house: House, screen: Screen) -> None:
        self.house, self.screen = house, screen
        self.parties = Parties(house.host, house.lobby)
        self.people: list[Person] = []
        self.seats: list[Seated] = []
        self.ears: list[Ear] = []

    async def sit(self, *names: str) -> None:
        for name in names:
            person = await self.house.person(name)
            seated = await self.house.lobby.join(self.screen.match, person, invite=self.screen.word)
            assert isinstance(seated, Seated), seated
            self.people.append(person)
            self.seats.append(seated)
            self.ears.append(await self.listen(seated.token))

    async def listen(self, token: str) -> Ear:
        ear = Ear()
        welcome = await self.house.host.listen(self.screen.match, token, 0, ear)
        ear.heard.append(wire.encode(welcome))
        return ear

    async def do(self, ticket: str, command: c.AnyTableCommand) -> wire.AnyAnswer:
        answers: list[wire.AnyAnswer] = []
        await self.house.host.do(
            self.screen.match, ticket, wire.Do(command_id(), command, None), answers.append
        )
        return answers[0]

    async def ticket(self, seat: int) -> str:
        hosted = await self.house.host.hosted(self.screen.match)
        return ticket_of(hosted, self.seats[seat].token)

    async def host(self, command: c.AnyTableCommand) -> None:
        answer = await self.do(SCREEN, command)
        assert isinstance(answer, wire.Accepted), answer

    async def refused(self, ticket: str, command: c.AnyTableCommand, code: str) -> None:
        answer = await self.do(ticket, command)
        assert isinstance(answer, wire.Refused), answer
        assert answer.code == code, answer

    async def view(self) -> wire.TableView:
        return self.house.host.view(await self.house.host.hosted(self.screen.match), "")

    async def game(self) -> dict[str, object]:
        found: dict[str, object] = msgspec.json.decode((await self.view()).game)
        return found


def raw(command: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(command))


async def room(folder: Path, *names: str, rules: str = "classic", kind: str = "farkle") -> Room:
    house = House(folder / "games.db", clock=Hands())
    opened = await Parties(house.host, house.lobby).open(kind, rules, secret=False)
    assert isinstance(opened, Screen), opened
    found = Room(house, opened)
    await found.sit(*names)
    return found


def test_a_screen_opens_chairs_begins_and_throws_for_somebody(tmp_path: Path) -> None:
    async def scene() -> None:
        party = await room(tmp_path, "Leo", "Mum", "Ben")
        assert party.screen.word in WORDS
        assert await party.parties.find(party.screen.word) == party.screen.match
        assert [chair.empty for chair in (await party.view()).chairs] == [False] * 3 + [True] * 5
        await party.refused(await party.ticket(1), c.Begin(fewer=True), "not_owner")
        await party.refused("", c.Begin(fewer=True), "not_seated")
        await party.host(c.Begin(fewer=True))
        game = await party.game()
        mover = int(str(game["mover"]))
        await party.refused(SCREEN, c.PlayFor((mover + 1) % 3, raw(Roll((mover + 1) % 3))), "not_playing")
        await party.refused(SCREEN, c.PlayFor(mover, raw(PlayCard(mover, "x"))), "not_yours")
        await party.host(c.PlayFor(mover, raw(Roll(mover))))
        told = [line.what for ear in party.ears for update in ear.updates for line in update.news]
        assert told.count("PlayedFor") == 3, "everybody hears that the host threw"
        await party.host(c.Skip())  # at once: who is in the room needs no proof that somebody is away
        await party.host(c.Replace((mover + 1) % 3, "greedy"))
        assert (await party.view()).chairs[(mover + 1) % 3].stand_in == "greedy"
        await party.house.close()

    asyncio.run(scene())


def test_the_dice_that_the_mover_points_at_are_shown_on_the_screen_and_to_nobody_else(tmp_path: Path) -> None:
    async def scene() -> None:
        party = await room(tmp_path, "Leo", "Mum")
        screen, watcher = await party.listen(party.screen.token), await party.listen("")

        async def pick(seat: int, *dice: int) -> list[Any]:
            """The word of a phone; what the screen hears, which is all that anybody hears."""
            ears = (*party.ears, watcher, screen)
            before, length = [len(ear.heard) for ear in ears], hosted.length
            party.house.host.show_choice(party.screen.match, await party.ticket(seat), wire.ShowChoice(dice))
            assert hosted.length == length, "nothing is kept"
            heard = [ear.heard[known:] for ear, known in zip(ears, before, strict=True)]
            assert not any(heard[:-1])
            return [msgspec.json.decode(frame) for frame in heard[-1]]

        hosted = await party.house.host.hosted(party.screen.match)
        assert await pick(0, 1) == [], "before the game"
        await party.host(c.Begin(fewer=True))
        for _ in range(500):  # a farkle ends the turn, and the next one throws
            game = await party.game()
            mover = int(str(game["mover"]))
            if game["step"] == "keep":
                break
            assert await pick(mover, 1) == [], "nothing lies there to choose from"
            await party.host(c.PlayFor(mover, raw(Roll(mover))))
        assert await pick(1 - mover, 1) == [], "it is the other one's turn"
        assert await pick(mover, 6, 2, 9) == [{"type": "ChoiceShown", "seat": mover, "dice": [2, 6]}]
        assert await pick(mover) == [{"type": "ChoiceShown", "seat": mover, "dice": []}]
        party.house.host.show_choice("no-such-match", "", wire.ShowChoice((1,)))
        await party.house.close()

    asyncio.run(scene())


def test_the_host_chooses_another_game_renames_removes_and_gives_hints(tmp_path: Path) -> None:
    async def scene() -> None:
        party = await room(tmp_path, "Leo", "Mum", "Ben")
        await party.refused(SCREEN, c.ChooseGame("no such sheet"), "bad_wish")
        await party.refused(SCREEN, c.ChooseGame("classic", "parallel"), "bad_wish")
        await party.host(c.ChooseGame("munchkin-farkle"))
        view = await party.view()
        assert (view.title, len(view.chairs)) == ("Munchkin Farkle", 5)
        assert [chair.name for chair in view.chairs[:3]] == ["Leo", "Mum", "Ben"]
        await party.host(c.Rename(1, "Oma"))
        await party.refused(SCREEN, c.Rename(4, "Nobody"), "nobody")
        await party.refused(SCREEN, c.Rename(1, "\u3164"), "bad_name")
        await party.host(c.Hints(2, True))
        await party.host(c.Remove(0))
        view = await party.view()
        assert [(chair.name, chair.hints) for chair in view.chairs[:3]] == [
            ("Seat 1", False), ("Oma", False), ("Ben", True)
        ]  # fmt: skip
        await party.house.lobby.erase(party.screen.match, 1)
        assert "Oma" not in [chair.name for chair in (await party.view()).chairs]
        await party.refused(await party.ticket(2), c.ChooseGame("classic"), "not_owner")
        await party.house.close()

    asyncio.run(scene())


def test_guesses_are_judged_by_the_throw_and_the_prophet_is_one_for_the_evening(tmp_path: Path) -> None:
    async def scene() -> None:
        party = await room(tmp_path, "Leo", "Mum", "Ben", rules='{"base":"classic","target":1000}')
        await party.refused(await party.ticket(1), c.Guess(True), "nothing_to_guess")
        await party.host(c.Begin(fewer=True))
        expected = {seat: [0, 0] for seat in range(3)}
        for _ in range(2000):
            game = await party.game()
            if game["phase"] == "over":
                break
            mover = int(str(game["mover"]))
            if game["phase"] == "roll_off":
                await party.host(c.PlayFor(mover, raw(Roll(mover))))
                continue
            others = [(mover + 1) % 3, (mover + 2) % 3]
            await party.refused(await party.ticket(mover), c.Guess(True), "own_turn")
            if game["step"] == "keep":
                options = game["hand"], game["faces"]
                dice = tuple(n for n, face in zip(*options, strict=True) if face in (1, 5))  # type: ignore[call-overload]
                dice = dice or tuple(options[0])  # type: ignore[arg-type]
                done = await party.do(SCREEN, c.PlayFor(mover, raw(Keep(mover, dice))))
                if isinstance(done, wire.Refused):
                    await party.host(c.Skip())
                    assert not any(chair.guess for chair in (await party.view()).chairs)
                continue
            if game["step"] == "decide" and isinstance(
                await party.do(SCREEN, c.PlayFor(mover, raw(Bank(mover)))), wire.Accepted
            ):
                continue
            for seat, farkle in zip(others, (True, False), strict=True):
                answer = await party.do(await party.ticket(seat), c.Guess(farkle))
                assert isinstance(answer, wire.Accepted) or answer.code == "no_change"
            before = party.ears[0].updates[-1].seq
            await party.host(c.PlayFor(mover, raw(Roll(mover))))
            events = [
                msgspec.json.decode(event)["type"]
                for update in party.ears[0].updates
                for line in update.news
                if line.seq > before
                for event in line.events
            ]
            for seat, farkle in zip(others, (True, False), strict=True):
                expected[seat][1] += 1
                expected[seat][0] += farkle == ("Farkled" in events)
            assert not any(chair.guess for chair in (await party.view()).chairs)
        view = await party.view()
        assert view.phase == "over"
        assert [[chair.right, chair.guesses] for chair in view.chairs] == list(expected.values())
        assert sum(count for _, count in expected.values()) > 4

        stranger = await party.parties.again(party.screen.match, "x")
        assert isinstance(stranger, Refusal)
        after = await party.parties.again(party.screen.match, party.screen.token)
        assert isinstance(after, Screen)
        assert after.word == party.screen.word
        assert await party.parties.find(after.word) == after.match
        assert (await party.view()).rematch == after.match, "phones are told where to go"
        again = await party.parties.again(party.screen.match, party.screen.token)
        assert isinstance(again, Screen)
        assert again.match == after.match
        seated = await party.house.lobby.join(after.match, party.people[1], invite=after.word)
        assert isinstance(seated, Seated)
        hosted = await party.house.host.hosted(after.match)
        assert hosted.table is not None
        chair = hosted.table.chairs[seated.seat]
        assert [chair.right, chair.guesses] == expected[1]
        await party.house.close()

    asyncio.run(scene())


def test_a_lost_phone_scans_again_and_a_present_one_keeps_its_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        party = await room(tmp_path, "Leo", "Mum")
        await party.host(c.Begin(fewer=True))
        newcomer = await party.house.person("Leo")
        late = await party.house.lobby.join(party.screen.match, newcomer, invite=party.screen.word)
        assert isinstance(late, Refusal)
        assert late.code == "begun"
        taken = await party.parties.claim(party.screen.match, newcomer, 0, party.screen.word)
        assert isinstance(taken, Refusal)
        assert taken.code == "present"
        party.house.host.leave(party.screen.match, party.ears[0])
        assert isinstance(party.house.clock, Hands)
        party.house.clock.ahead += 6_000
        wrong = await party.parties.claim(party.screen.match, newcomer, 0, "oak-oak")
        assert isinstance(wrong, Refusal)
        assert wrong.code == "not_invited"
        for nobody in (7, 63):
            none = await party.parties.claim(party.screen.match, newcomer, nobody, party.screen.word)
            assert isinstance(none, Refusal)
            assert none.code == "nobody"
        taken = await party.parties.claim(party.screen.match, newcomer, 0, party.screen.word)
        assert isinstance(taken, Seated)
        assert taken.seat == 0
        with pytest.raises(PermissionError):
            await party.listen(party.seats[0].token)
        await party.listen(taken.token)
        # After the server is gone everything is as it was: the log tells it.
        await party.house.close()
        reopened = House(tmp_path / "games.db")
        hosted = await reopened.host.hosted(party.screen.match)
        assert hosted.table is not None
        assert hosted.table.chairs[0].person == newcomer.id
        await reopened.close()

    asyncio.run(scene())


def test_other_tables_know_none_of_this(tmp_path: Path) -> None:
    async def scene() -> None:
        house = House(tmp_path / "games.db")
        table = await house.table("Ann", "Bob")
        for command in (c.Guess(True), c.ChooseGame("classic"), c.Rename(1, "Eve"), c.Hints(1, True)):
            await table.refused(0, command, "unknown_command")
        await table.refused(0, c.PlayFor(1, raw(Roll(1))), "unknown_command")
        from hotdice.match.facts import Options

        wish = Wish(rules="classic", seats=2, options=Options(party="tin"))
        refusal = await house.lobby.open(table.people[0], wish)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "bad_wish"
        eve = await house.person("Eve")
        parties = Parties(house.host, house.lobby)
        stolen = await parties.claim(table.match, eve, 0, table.seated[0].invite)
        assert isinstance(stolen, Refusal)
        assert stolen.code == "not_a_party"
        await house.close()

    asyncio.run(scene())


async def _play_to_the_end(party: Room, watch: Callable[[], None], most: int) -> None:
    """Let every seat decide as a bot would, by its own phone, until the game is over."""
    hosted = await party.house.host.hosted(party.screen.match)
    tickets = [await party.ticket(seat) for seat in range(len(party.seats))]
    for _ in range(most):
        table = hosted.table
        assert table is not None
        if table.phase == "over":
            return
        seat = table.asked[0]
        bot = table.kind.bot("schemer" if table.opened.kind == "farkle" else "steady")
        game = table.game
        assert game is not None
        command = game.with_bots({seat: bot}).bot_turns[0].choose()
        answer = await party.do(tickets[seat], c.Play(raw(command)))
        assert isinstance(answer, wire.Accepted), answer
        watch()
    raise AssertionError("the game does not end")


@pytest.mark.nightly
def test_a_whole_game_of_munchkin_farkle_with_five_hands_that_only_their_phones_get(tmp_path: Path) -> None:
    """Hands are told to their own phone alone.

    Everybody begins with the same ten cards, so what is left follows from what was played; at a party nobody
    is told it all the same.
    """

    async def scene() -> None:
        names = ("Leo", "Mum", "Ben", "Oma", "Ana")
        party = await room(tmp_path, *names, rules='{"base":"munchkin-farkle","target":3000}')
        screen = await party.listen(party.screen.token)
        await party.host(c.Begin(fewer=True))
        hosted = await party.house.host.hosted(party.screen.match)
        played: list[list[str]] = [[] for _ in names]
        looked = 0
        told = {id(ear): len(ear.heard) for ear in (*party.ears, screen)}

        def watch() -> None:
            nonlocal looked
            assert hosted.table is not None
            true = hosted.table.game.state.cards.hands  # type: ignore[union-attr]
            for event in [e for e in _events(screen, told[id(screen)]) if e["type"] == "CardPlayed"]:
                played[event["seat"]].append(event["card"])
                if event.get("stopped_by"):
                    played[event["target"]].append(event["stopped_by"])
            for viewer, ear in enumerate((*party.ears, screen)):
                for frame in ear.heard[told[id(ear)] :]:
                    view = msgspec.json.decode(frame).get("view")
                    cards = view["game"]["cards"] if view and view["game"] else None
                    if cards is None:
                        continue
                    looked += 1
                    own = list(true[viewer]) if viewer < len(names) else []
                    assert cards["hand"] == own
                    assert all(m["seat"] == viewer for m in view["game"]["legal"])
                    over = view["phase"] == "over"
                    for seat, held in enumerate(cards["still_holds"]):
                        assert over or (held is None) == (seat != viewer)
                        assert not set(held or ()) & set(played[seat])
                told[id(ear)] = len(ear.heard)

        await _play_to_the_end(party, watch, 6_000)
        assert looked > 100
        assert any(played), "cards were played"
        await party.house.close()

    asyncio.run(scene())


def _events(ear: Ear, since: int) -> list[dict[str, Any]]:
    found = []
    for frame in ear.heard[since:]:
        for line in msgspec.json.decode(frame).get("news", []):
            found += line.get("events", [])
    return found


@pytest.mark.nightly
def test_a_whole_game_of_munchkin_dice_with_hands_that_nobody_else_gets(tmp_path: Path) -> None:
    async def scene() -> None:
        names = ("Leo", "Mum", "Ben", "Oma", "Ana")
        party = await room(tmp_path, *names, rules="munchkin-dice", kind="munchkin")
        screen = await party.listen(party.screen.token)
        await party.host(c.Begin(fewer=True))
        hosted = await party.house.host.hosted(party.screen.match)
        told = {id(ear): len(ear.heard) for ear in (*party.ears, screen)}
        hidden = 0

        def watch() -> None:
            nonlocal hidden
            assert hosted.table is not None
            state = hosted.table.game.state  # type: ignore[union-attr]
            hands = [set(seat.hand) for seat in state.seats]
            public = {card for seat in state.seats for card in seat.play}
            public |= {*state.door_discard, *state.treasure_discard, *state.body}
            if state.fight is not None:  # of some cards there are two
                fight = state.fight
                public |= {*fight.monsters, *fight.heroes_used, *fight.monsters_used}
            for viewer, ear in enumerate((*party.ears, screen)):
                for frame in ear.heard[told[id(ear)] :]:
                    view = msgspec.json.decode(frame).get("view")
                    if not view or not view["game"]:
                        continue
                    text = msgspec.json.encode(view["game"])
                    own = hands[viewer] if viewer < len(names) else set()
                    for seat, hand in enumerate(hands):
                        for card in hand - own - public if seat != viewer else ():
                            hidden += 1
                            assert f'"{card}"'.encode() not in text, (viewer, seat, card)
                told[id(ear)] = len(ear.heard)

        await _play_to_the_end(party, watch, 20_000)
        assert hidden > 200
        await party.house.close()

    asyncio.run(scene())
