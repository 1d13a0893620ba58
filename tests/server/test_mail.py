"""Mail against a real SMTP server: what arrives, what does not, and what nobody may learn."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from scripts import mail_words

from hotdice.game import Refusal
from hotdice.match import table_commands as c
from hotdice.match.facts import Clock
from hotdice.match.lobby import Seated, Wish
from hotdice.match.people import digest
from hotdice.server.mail_sending import deliver
from hotdice.server.mail_writing import LANGUAGES, _texts
from hotdice.server.post import MOST_TRIES, PER_PERSON, Post, wait_after
from hotdice.server.settings import Settings, Smtp
from match.hosts import House, Party, play
from server.mailbox import CERTIFICATE, PASSWORD, USER, Office

DAY = 24 * 3600
ANN, BOB = "ann@example.org", "bob+dice@example.org"


class Home:
    """A house with a post, beside a mail server."""

    def __init__(self, house: House, office: Office, **smtp: Any) -> None:
        self.house = house
        self.office = office
        self.counts: list[str] = []
        self.smtp = Smtp(
            host="localhost", port=office.port, sender="dice@example.org", pause=0,
            **{"security": "none", "patience": 60.0, **smtp},
        )  # fmt: skip
        self.post = self.another()

    def another(self) -> Post:
        settings = Settings(db="", public_url="https://dice.example.org", smtp=self.smtp)
        return Post(self.house.store, self.house.host, settings, self.counts.append)

    @property
    def letters(self) -> list[tuple[str, Any]]:
        return self.office.box.arrived

    def wait(self, seconds: float) -> None:
        self.house.clock.ahead += round(seconds * 1000)

    async def ask(self, party: Party, place: int, address: str, language: str = "en") -> Any:
        hosted = await self.house.host.hosted(party.match)
        assert hosted.table is not None
        return await self.post.ask(hosted.table, party.match, party.people[place], address, language)

    async def confirmed(self, party: Party, place: int, address: str, language: str = "en") -> None:
        """Give a seat an address and say yes."""
        assert await self.ask(party, place, address, language) == "asked"
        await self.post.send()
        link = links(self.letters[-1][1])[0]
        assert await self.post.confirm(link.rpartition("/")[2]) == language
        self.letters.clear()

    async def round(self) -> int:
        """Look and send once, a moment later."""
        self.wait(1)
        await self.post.look()
        return await self.post.send()


@asynccontextmanager
async def home(
    path: Path, security: str = "none", *, login: bool = False, **smtp: Any
) -> AsyncIterator[Home]:
    house = House(path / "games.db")
    async with Office(security, login=login) as office:
        one = Home(house, office, **smtp)
        await one.post.start()
        try:
            yield one
        finally:
            await house.close()


def links(message: Any) -> list[str]:
    return re.findall(r"https://\S+", message.get_content())


async def table_of_two(one: Home, names: tuple[str, str] = ("Ann", "Bob"), **wish: Any) -> Party:
    party = await one.house.table(*names, clock=Clock(3 * DAY), **wish)
    await party.accepted(0, c.Begin())
    return party


async def mover(party: Party) -> int:
    return (await party.game()).mover


async def play_a_turn(party: Party) -> int:
    """Whoever is to move makes moves until it is another's turn; whose turn it was."""
    before = await mover(party)
    while (await party.view()).phase == "playing" and await mover(party) == before:
        await party.accepted(before, play((await party.game(before)).legal[-1]))
    return before


def run(body: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(120):
            await body()

    asyncio.run(whole())


def test_a_turn_brings_one_mail_in_the_language_of_the_player(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one, ("Ann", "Bea"))
            first = await mover(party)
            await one.confirmed(party, 1 - first, BOB, "de")
            assert await one.round() == 0, "it is not their turn"
            await play_a_turn(party)
            assert await one.round() == 1
            ((to, letter),) = one.letters
            assert to == BOB
            assert letter["Subject"] == "Du bist dran: Classic Farkle"
            assert letter["To"] == BOB
            text = letter.get_content()
            name = ("Ann", "Bea")[first]
            assert re.search(rf"{name} (sichert|hat ein Farkle und verliert) [\d.]+\.", text), text
            assert "Der Stand: " in text
            assert "Du 0" in text
            for _ in range(3):
                assert await one.round() == 0, "one mail a turn"
            await play_a_turn(party)
            await play_a_turn(party)
            assert await one.round() == 1
            assert len(one.letters) == 2

    run(body)


def test_the_link_of_a_letter_opens_one_seat_once_and_for_one_turn(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            other = 1 - await mover(party)
            await one.confirmed(party, other, BOB)
            await play_a_turn(party)
            await one.round()
            link = links(one.letters[-1][1])[0]
            match, token = link.partition("#pass=")[2].split(".")
            assert match == party.match
            lobby = one.house.lobby
            wrong = await one.post.use_pass(lobby, match, token + "x")
            assert isinstance(wrong, Refusal)
            seated = await one.post.use_pass(lobby, match, token)
            assert isinstance(seated, Seated)
            assert seated.seat == other
            assert isinstance(await one.post.use_pass(lobby, match, token), Refusal), "once"
            party.seated[other] = seated
            await play_a_turn(party)
            await play_a_turn(party)
            await one.round()
            stale = links(one.letters[-1][1])[0].rpartition(".")[2]
            await play_a_turn(party)
            assert isinstance(await one.post.use_pass(lobby, match, stale), Refusal), "its turn is over"

    run(body)


def test_who_is_at_the_table_gets_no_mail_until_they_go(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            other = 1 - await mover(party)
            await one.confirmed(party, other, BOB)
            ear, _ = await party.listen(other)
            await play_a_turn(party)
            assert await one.round() == 0
            one.house.host.leave(party.match, ear)
            assert await one.round() == 1

    run(body)


def test_nobody_can_subscribe_somebody_else(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            other = 1 - await mover(party)
            assert await one.ask(party, other, BOB, "fr") == "asked"
            await play_a_turn(party)
            assert await one.round() == 1
            ((to, letter),) = one.letters
            assert to == BOB
            assert "Ann" not in letter.as_string(), "nothing that a player wrote reaches a stranger"
            assert "Bob" not in letter.as_string().replace(BOB, "")
            await play_a_turn(party)
            await play_a_turn(party)
            assert await one.round() == 0, "what is not confirmed gets no more"
            # Looking at the link, as programs that read mail do, is no yes.
            token = links(letter)[0].rpartition("/")[2]
            assert await one.post.language("confirm", token) == "fr"
            assert one.house.store.post.state(party.match, party.people[other].id) == "asked"
            assert await one.post.confirm("x" * 43) == ""
            one.wait(4 * DAY)
            await one.post.tidy()
            assert one.house.store.post.state(party.match, party.people[other].id) == ""

    run(body)


def test_we_are_no_mail_cannon(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path, per_day=30) as one:
            parties = [await table_of_two(one) for _ in range(4)]
            assert await one.ask(parties[0], 0, "victim@example.org") == "asked"
            for number, spelled in enumerate(("victim@example.org", "Victim+1@EXAMPLE.org"), 1):
                refused = await one.ask(parties[number], 0, spelled)
                assert isinstance(refused, Refusal), "one letter that asks, whoever gives the address"
                assert refused.code == "too_many"
            await one.post.drop(parties[0].match, parties[0].people[0])
            assert isinstance(await one.ask(parties[0], 0, "victim@example.org"), Refusal)
            for number in range(PER_PERSON):
                assert await one.ask(parties[3], 0, f"somebody{number}@example.org") == "asked"
            assert isinstance(await one.ask(parties[3], 0, "more@example.org"), Refusal)
            one.wait(DAY)
            assert await one.ask(parties[3], 0, "more@example.org") == "asked"
            await one.round()
            assert sorted(to for to, _ in one.letters) == ["more@example.org"], "those before were given up"
            # The whole server has its limit too.
            asked = 0
            for number in range(40):
                party = await table_of_two(one)
                asked += await one.ask(party, 0, f"many{number}@example.org") == "asked"
            assert asked == 29

    run(body)


def test_one_yes_counts_for_all_games_of_a_person(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            await one.confirmed(party, 0, ANN)
            ann = party.people[0]
            wish = Wish(rules="classic", seats=2, bots=("thumb",), clock=Clock(3 * DAY))
            opened = await one.house.lobby.open(ann, wish)
            assert isinstance(opened, Seated)
            second = Party(one.house, [ann], [opened])
            assert await one.ask(second, 0, ANN) == "confirmed"
            await one.round()
            subjects = [letter["Subject"] for _, letter in one.letters]
            assert not [one for one in subjects if "Shall" in one], "nobody is asked twice"
            foreign = await table_of_two(one)
            foreign.people[0] = ann  # who has no seat there
            assert isinstance(await one.ask(foreign, 0, ANN), Refusal)

    run(body)


@pytest.mark.parametrize(
    ("mood", "end"),
    [("busy", "later"), ("later", "later"), ("spam", "dropped"), ("unknown", "refused"), ("cut", "unsure"),
     ("silent", "unsure")],
)  # fmt: skip
def test_a_server_that_fails_hangs_and_refuses(tmp_path: Path, mood: str, end: str) -> None:
    async def body() -> None:
        async with home(tmp_path, patience=6.0 if mood == "silent" else 60.0) as one:
            party = await table_of_two(one)
            other = 1 - await mover(party)
            await one.confirmed(party, other, BOB)
            await play_a_turn(party)
            one.counts.clear()
            one.office.box.mood = mood
            before = one.office.box.texts
            assert await one.round() == 0
            assert one.counts == [f"mails_{end}"]
            one.office.box.mood = ""
            assert await one.round() == 0, "whatever is tried again is not tried at once"
            one.wait(DAY)
            got = await one.round()
            state = one.house.store.post.state(party.match, party.people[other].id)
            assert got == (end == "later"), "what may have arrived is not sent again"
            assert state == ("" if end == "refused" else "confirmed")
            if end == "unsure":
                assert one.office.box.texts == before + 1
            await play_a_turn(party)  # and whatever became of the mail, the game goes on
            await play_a_turn(party)
            assert await one.round() == (end != "refused")

    run(body)


def test_it_gives_up_after_many_tries(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            await one.confirmed(party, 1 - await mover(party), BOB)
            await play_a_turn(party)
            one.office.box.mood = "busy"
            one.counts.clear()
            for _ in range(MOST_TRIES + 3):
                await one.round()
                one.wait(wait_after(MOST_TRIES))
            assert one.counts == [*["mails_later"] * (MOST_TRIES - 1), "mails_dropped"]
            assert one.house.store.post.waiting() == 0

    run(body)


def test_a_server_that_is_not_there_is_not_asked_for_every_letter(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            parties = [await table_of_two(one) for _ in range(3)]
            for number, party in enumerate(parties):
                await one.confirmed(party, 1 - await mover(party), f"p{number}@example.org")
                await play_a_turn(party)
            one.counts.clear()
            port, silent = one.office.port, await asyncio.start_server(_say_nothing, "127.0.0.1", 0)
            one.smtp = Smtp(
                host="127.0.0.1", port=silent.sockets[0].getsockname()[1], sender="dice@example.org",
                security="none", pause=0, patience=0.3,
            )  # fmt: skip
            post, one.post = one.post, one.another()
            await one.post.start()
            assert await one.round() == 0
            assert one.counts == ["mails_later"], "one try tells for all"
            silent.close()
            one.wait(3600)
            assert await one.round() == 0
            assert one.counts == ["mails_later"] * 2
            one.post = post
            one.wait(3600)
            assert port == one.office.port
            assert await one.round() == 3

    run(body)


async def _say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_encryption_and_login(security: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with Office(security, login=security == "starttls") as office:

            async def yes() -> bool:
                return True

            def smtp(**more: Any) -> Smtp:
                wanted = {"security": security, "user": USER, "password": PASSWORD, **more}
                if security == "tls":
                    wanted |= {"user": "", "password": ""}
                return Smtp(host="localhost", port=office.port, sender="dice@example.org", **wanted)

            text = b"Subject: x\r\n\r\nx\r\n"
            # A certificate that nobody vouches for is not believed, and nothing is said without one.
            stranger = await deliver(smtp(), ANN, text, yes)
            assert (stranger.end, stranger.outage) == ("later", True)
            monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
            assert (await deliver(smtp(), ANN, text, yes)).end == "sent"
            if security == "starttls":
                wrong = await deliver(smtp(password="another"), ANN, text, yes)
                assert (wrong.end, wrong.fault, wrong.outage) == ("later", "535 at connect", True)
                plain = await deliver(smtp(security="none", user="", password=""), ANN, text, yes)
                assert plain.end == "later", "the server wants encryption"
            assert len(office.box.arrived) == 1
        async with Office("none") as office:  # which knows no encryption: it gets nothing
            naive = Smtp(host="localhost", port=office.port, sender="dice@example.org", security="starttls")
            assert (await deliver(naive, ANN, text, yes)).end == "later"
            assert office.box.texts == 0

    run(body)


def test_one_process_sends_and_a_crash_doubles_nothing(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            await one.confirmed(party, 1 - await mover(party), BOB)
            await play_a_turn(party)
            one.wait(1)
            posts = [one.another() for _ in range(4)]
            for post in posts:
                await post.start()
            await asyncio.gather(*(post.look() for post in posts))
            await asyncio.gather(*(post.send() for post in posts))
            assert len(one.letters) == 1
            await play_a_turn(party)
            await play_a_turn(party)
            # One that dies after it has said everything but the text leaves a letter that another sends ...
            one.wait(1)
            await one.post.look()
            (letter,) = one.house.store.post.due(one.house.clock.now())
            now = one.house.clock.now()
            claim = one.house.store.post.claim
            assert await asyncio.wrap_future(claim(letter.id, "dead", now, now + 1000)) == 1
            assert await one.post.send() == 0
            one.wait(2)
            assert await one.post.send() == 1
            # ... and one that dies while it says the text leaves one that nobody sends again.
            await play_a_turn(party)
            await play_a_turn(party)
            one.wait(1)
            await one.post.look()
            now = one.house.clock.now()
            (letter,) = one.house.store.post.due(now)
            await asyncio.wrap_future(claim(letter.id, "dead", now, now + 1000))
            marked = one.house.store.post.sending(letter, "dead", digest("x"), "2026-01-01", [])
            assert await asyncio.wrap_future(marked)
            one.wait(DAY)
            assert await one.post.send() == 0
            assert one.house.store.post.waiting() == 0
            assert len(one.letters) == 2

    run(body)


def test_an_address_goes_with_the_seat(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def body() -> None:
        async with home(tmp_path) as one:
            store = one.house.store
            # Somebody who gets up before the game begins
            party = await one.house.table("Ann", "Bob", clock=Clock(3 * DAY))
            await one.confirmed(party, 1, BOB)
            await party.accepted(1, c.Leave())
            assert store.post.state(party.match, party.people[1].id) == ""
            # whose name is erased
            party = await table_of_two(one)
            await one.confirmed(party, 0, "a@example.org")
            await one.house.lobby.erase(party.match, 0)
            assert store.post.state(party.match, party.people[0].id) == ""
            # who is forgotten
            await one.confirmed(party, 1, "b@example.org")
            await asyncio.wrap_future(store.club.forget(party.people[1].id, "nobody"))
            assert store.post.state(party.match, party.people[1].id) == ""
            # whose match is deleted
            party = await table_of_two(one)
            await one.confirmed(party, 0, "c@example.org")
            await one.house.lobby.delete(party.match)
            assert store.post.state(party.match, party.people[0].id) == ""
            # whose game is over, after one last mail
            party = await table_of_two(one)
            await one.confirmed(party, 0, "d@example.org", "es")
            one.office.box.mood = "busy"
            await one.round()
            one.office.box.mood = ""
            await play_a_turn(party)
            await party.accepted(1, c.Leave())
            one.wait(DAY)
            assert await one.round() == 1
            assert one.letters[-1][1]["Subject"] == "La partida ha terminado: Classic Farkle"
            assert "Ganas." in one.letters[-1][1].get_content()
            assert store.post.state(party.match, party.people[0].id) == ""
            # Nothing of all that is in a record, in what anybody is shown, or in a log.
            text = await one.house.lobby.record(party.match)
            assert isinstance(text, str)
            ours = "".join(str(vars(line)) for line in caplog.records if not line.name.startswith("mail.log"))
            assert "did not get out" in ours
            for said in (text, str(await party.view(1)), ours):
                assert "@example.org" not in said

    run(body)


def test_one_click_stops_everything_for_an_address(tmp_path: Path) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            party = await table_of_two(one)
            other = 1 - await mover(party)
            await one.confirmed(party, other, BOB)
            await play_a_turn(party)
            await one.round()
            letter = one.letters[-1][1]
            assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            link = letter["List-Unsubscribe"].strip("<>")
            assert link.startswith("https://dice.example.org/mail/stop/")
            assert link in letter.get_content()
            token = link.rpartition("/")[2]
            assert await one.post.language("stop", token) == "en"
            await one.post.stop(token)
            await one.post.stop(token)
            await play_a_turn(party)
            await play_a_turn(party)
            assert await one.round() == 0
            assert one.house.store.post.state(party.match, party.people[other].id) == ""

    run(body)


HOSTILE = (
    "Eve\r\nBcc: all@example.org",
    "=?utf-8?q?Eve?= <x@example.org>",
    "\u202eevE\u2028Bcc: x",
    "E" * 40,
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_titles_stay_out_of_the_headers(tmp_path: Path, name: str) -> None:
    async def body() -> None:
        async with home(tmp_path) as one:
            rules = '{"base":"classic","title":"Mine <all@example.org>, Bcc: all@example.org"}'
            party = await one.house.table(name, "Bob", clock=Clock(3 * DAY), rules=rules)
            await party.accepted(0, c.Begin())
            if await mover(party) == 1:
                await play_a_turn(party)
            await one.confirmed(party, 1, BOB)
            await play_a_turn(party)
            assert await one.round() == 1
            letter = one.letters[-1][1]
            assert letter["Bcc"] is None
            assert letter["Cc"] is None
            assert letter["To"] == BOB
            assert set(letter.keys()) == {
                "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "Content-Language",
                "List-Unsubscribe", "List-Unsubscribe-Post", "Content-Type", "Content-Transfer-Encoding",
                "MIME-Version",
            }  # fmt: skip
            assert "Bob" not in letter["Subject"]

    run(body)


def test_every_language_has_every_word_and_says_of_a_game_what_the_page_says() -> None:
    assert set(_texts()) == set(LANGUAGES)
    gaps = {
        language: {key: sorted(re.findall(r"\{(\w+)\}", text)) for key, text in words.items()}
        for language, words in _texts().items()
    }
    assert all(gaps[language] == gaps["en"] for language in LANGUAGES)
    assert mail_words.LETTERS.read_text("utf-8") == mail_words.written()
