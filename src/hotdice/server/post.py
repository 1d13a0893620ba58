"""The post: looks whose turn it is, and sends the letters of the queue. Nothing at a table waits for it.

All that it knows is in the store, so it goes on after a crash. Several processes may look and send at once:
the store lets one of them queue the letter of a turn, and one of them send it.
"""

import asyncio
import hmac
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from hotdice.game import Refusal
from hotdice.match.guests import FOREVER
from hotdice.match.hosted import Elsewhere, Hosted, NoSuchMatch, Quarantined
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby, Seated
from hotdice.match.people import clean_line, digest, new_id, new_token
from hotdice.match.store import Person, SqlStore, StoreError
from hotdice.match.store.post import Letter, Watched
from hotdice.match.table import Table
from hotdice.server.mail_sending import Outcome, deliver
from hotdice.server.mail_telling import summary
from hotdice.server.mail_writing import LANGUAGES, Links, compose, counted_as, read_address
from hotdice.server.settings import Settings, Smtp

LOG = logging.getLogger("hotdice.server")
PER_PERSON = 3
"""Addresses that one person may give a day; each gets one letter that asks."""
PER_ADDRESS = 40
"""Letters to one address a day, whatever the games."""
MOST_TRIES = 12
UNCONFIRMED = 3 * 24 * 3600 * 1000
_FIRST_WAIT, _LONGEST_WAIT = 60, 6 * 3600
_HOLD = 5 * 60 * 1000
"""For how many milliseconds a process may hold a letter before it is taken for lost."""


def wait_after(tries: int) -> int:
    """For how many seconds a letter waits after so many tries that failed.

    >>> wait_after(1), wait_after(3), wait_after(30)
    (60, 240, 21600)
    """
    return min(_FIRST_WAIT << min(tries - 1, 20), _LONGEST_WAIT)


class Post:
    """Addresses, and letters to them; `offered` is whether this server sends any."""

    def __init__(
        self, store: SqlStore, host: Host, settings: Settings, counts: Callable[[str], None]
    ) -> None:
        self._store = store
        self._post = store.post
        self._host = host
        self._counts = counts
        self._smtp: Smtp | None = settings.smtp
        self._url = settings.public_url.rstrip("/")
        self._holder = new_id()
        self._key = b""
        self._quiet_until = 0
        self._outages = 0
        self._elsewhere: Callable[[str], bool] = lambda match: False

    @property
    def offered(self) -> bool:
        """Whether this server sends mail."""
        return self._smtp is not None

    def owned_by(self, elsewhere: Callable[[str], bool]) -> None:
        """Where several processes share the database: which matches another one looks after."""
        self._elsewhere = elsewhere

    async def start(self) -> None:
        """Make the key under which addresses are counted."""
        await asyncio.wrap_future(self._store.first_setting("mail_key", new_token()))
        key = await asyncio.to_thread(self._store.setting, "mail_key")
        self._key = (key or "").encode()
        if not self._store.shared:  # nobody else can be sending now
            await self._drop_lost(FOREVER)
            await asyncio.wrap_future(self._post.release(self._host.clock.now()))

    async def _drop_lost(self, now: int) -> None:
        """Give up what a process that is gone was about to say: it may have been heard."""
        lost = await asyncio.wrap_future(self._post.drop_lost(now))
        if lost:
            self._counts("mails_unsure")
            LOG.warning("letters may not have arrived", extra={"letters": lost})

    # What a player asks for

    async def state(self, match: str, person: Person) -> str:
        """Whether this person's seat has an address: nothing, asked or confirmed."""
        return await asyncio.to_thread(self._post.state, match, person.id)

    async def ask(
        self, table: Table, match: str, person: Person, address: str, language: str
    ) -> str | Refusal:
        """Give a seat an address: asked or confirmed, or why not."""
        if not self.offered:
            return Refusal("no_mail", "This server sends no mail.")
        if table.seat_of_person(person.id) is None or table.phase == "over" or table.opened.options.party:
            return Refusal("no_mail_here", "Mail is for players of a game that goes on.")
        clean = read_address(address)
        if not clean:
            return Refusal("bad_address", "That is no address that mail can be sent to.")
        limits = [(f"ask {self._hidden(clean)}", 1), (f"by {person.id}", PER_PERSON), self._all()]
        asked = self._post.ask(
            match, person.id, clean, language=language if language in LANGUAGES else "en", stop=new_token(),
            letter=new_id(), now=self._host.clock.now(), day=self._day(), limits=limits,
        )  # fmt: skip
        result: str = await asyncio.wrap_future(asked)
        if result == "too_many":
            return Refusal(
                "too_many", "That address, or you, had all the letters of today that ask; try again tomorrow."
            )
        return result

    async def drop(self, match: str, person: Person) -> None:
        """Forget the address of a seat."""
        await asyncio.wrap_future(self._post.erase(match, person.id))

    def _hidden(self, address: str) -> str:
        """What an address is counted under: whoever reads the counts learns none."""
        return hmac.digest(self._key, counted_as(address).encode(), "sha256").hex()[:32]

    def _all(self) -> tuple[str, int]:
        return "all", self._smtp.per_day if self._smtp is not None else 0

    def _day(self) -> str:
        return datetime.fromtimestamp(self._host.clock.now() / 1000, UTC).date().isoformat()

    # Looking and sending

    async def run(self) -> None:
        """Look and send, again and again, until cancelled."""
        assert self._smtp is not None
        tick = min(15.0, max(0.1, self._smtp.pause / 4))
        while True:
            await asyncio.sleep(tick)
            try:
                await self.look()
                await self.send()
            except StoreError as error:
                LOG.warning("mail waits", extra={"reason": str(error)})
            except Exception as error:  # the words of an error might hold an address
                LOG.error("mail failed", extra={"reason": type(error).__name__})

    async def tidy(self) -> None:
        """Erase addresses that nobody confirmed, and all of finished games where no mail is sent any more."""
        before = self._host.clock.now() - UNCONFIRMED
        await asyncio.wrap_future(self._post.erase_old(before, self._day(), over=not self.offered))

    async def look(self) -> int:
        """Queue a letter for everybody whose turn has begun and who is not at the table; how many."""
        queued = 0
        for seat in await asyncio.to_thread(self._post.to_look_at):
            if await asyncio.to_thread(self._elsewhere, seat.match):
                continue
            try:
                hosted = await self._host.look(seat.match)
            except (NoSuchMatch, Elsewhere, Quarantined):
                continue
            queued += await self._look_at(hosted, seat)
        return queued

    async def _look_at(self, hosted: Hosted, seat: Watched) -> bool:
        assert hosted.table is not None
        assert self._smtp is not None
        if seat.status == "over":
            return await self._write(seat, "over", "over", 0)
        turn = turn_of(hosted.table, seat.person)
        if not turn or turn == seat.turn:
            await asyncio.wrap_future(self._post.looked(seat))
            return False
        if hosted.table.seat_of_person(seat.person) in hosted.online():
            return False  # they see it; should they go without a move, the next look finds them away
        return await self._write(seat, "turn", turn, self._smtp.pause)

    async def _write(self, seat: Watched, what: str, turn: str, pause: float) -> bool:
        due = self._host.clock.now() + round(pause * 1000)
        new: bool = await asyncio.wrap_future(
            self._post.write(seat, "over" if what == "over" else "turn", turn, new_id(), due)
        )
        return new

    async def send(self) -> int:
        """Send what is due; how many letters got out."""
        now, sent = self._host.clock.now(), 0
        await self._drop_lost(now)
        if now < self._quiet_until:
            return 0
        for letter in await asyncio.to_thread(self._post.due, now):
            outcome = await self._send(letter)
            sent += outcome.end == "sent"
            if outcome.outage:
                self._outages += 1
                self._quiet_until = self._host.clock.now() + min(wait_after(self._outages), 900) * 1000
                break
            self._outages = 0
        return sent

    async def _send(self, letter: Letter) -> Outcome:
        assert self._smtp is not None
        now = self._host.clock.now()
        claimed = await asyncio.wrap_future(self._post.claim(letter.id, self._holder, now, now + _HOLD))
        if claimed is None:
            return Outcome("void")
        tries, token = int(claimed), new_token()
        text = await self._text(letter, token)
        if text is None:  # the turn is over, or the match is gone
            await asyncio.wrap_future(self._post.done(letter.id, self._holder))
            return Outcome("void")

        async def mark() -> bool:
            limits = [(f"to {self._hidden(letter.address)}", PER_ADDRESS), ("out", self._all()[1])]
            marked = self._post.sending(letter, self._holder, digest(token), self._day(), limits)
            return bool(await asyncio.wrap_future(marked))

        outcome = await deliver(self._smtp, letter.address, text, mark, name=_host_of(self._url))
        if outcome.end == "later" and tries >= MOST_TRIES:
            outcome = Outcome("dropped", outcome.fault, outage=outcome.outage)
        self._counts(f"mails_{outcome.end}")
        if outcome.fault:
            LOG.warning("a letter did not get out", extra={"end": outcome.end, "reason": outcome.fault})
        if outcome.end == "later":
            due = self._host.clock.now() + wait_after(tries) * 1000
            await asyncio.wrap_future(self._post.later(letter.id, self._holder, due))
        elif outcome.end != "void":
            await asyncio.wrap_future(
                self._post.done(letter.id, self._holder, refused=outcome.end == "refused")
            )
        return outcome

    async def _text(self, letter: Letter, token: str) -> bytes | None:
        """A letter as it is sent now; None where it is not needed any more."""
        assert self._smtp is not None
        stop, told, title = f"{self._url}/mail/stop/{letter.stop}", [""], ""
        go = f"{self._url}/mail/confirm/{token}"
        if letter.what != "confirm":
            try:
                hosted = await self._host.look(letter.match)
            except (NoSuchMatch, Elsewhere, Quarantined):
                return None
            table = hosted.table
            seat = table.seat_of_person(letter.person) if table is not None else None
            if table is None or seat is None:
                return None
            if letter.what == "turn" and (
                turn_of(table, letter.person) != letter.turn or seat in hosted.online()
            ):
                return None
            log = await asyncio.to_thread(self._store.read, letter.match)
            told, title = summary(hosted, seat, log, letter.language), clean_line(hosted.title, 60)
            ticket = f"#pass={letter.match}.{token}" if letter.what == "turn" else f"#/table/{letter.match}"
            go = f"{self._url}/{ticket}"
        return compose(
            letter.what, sender=self._smtp.sender, recipient=letter.address, language=letter.language,
            links=Links(go, stop), told=told, title=title,
        )  # fmt: skip

    # Links

    async def confirm(self, token: str) -> str:
        """Somebody says yes; their language, empty where the link leads nowhere."""
        return await asyncio.wrap_future(self._post.confirm(digest(token))) or ""

    async def stop(self, token: str) -> None:
        """Somebody wants no more."""
        await asyncio.wrap_future(self._post.stop(token))

    async def use_pass(self, lobby: Lobby, match: str, token: str) -> Seated | Refusal:
        """Sit down by the pass of a letter: at one seat, once, in the turn that it was written for."""
        hosted = await self._host.hosted(match)
        found = await asyncio.wrap_future(self._post.take_pass(match, digest(token)))
        table = hosted.table
        if found is not None and table is not None and turn_of(table, found[0]) == found[1]:
            person = await asyncio.to_thread(self._store.person, found[0])
            if person is not None and not person.banned:
                return await lobby.join(match, person)
        return Refusal("used_up", "That link has been used, or its turn is over.")

    async def language(self, what: str, token: str) -> str:
        """The language of who got a link; empty where it leads nowhere any more."""
        if what == "stop":
            return await asyncio.to_thread(lambda: self._post.language(stop=token))
        return await asyncio.to_thread(lambda: self._post.language(proof=digest(token)))


def turn_of(table: Table, person: str) -> str:
    """What names the turn of somebody who is to decide; empty where it is not theirs.

    In Munchkin Dice many are asked in one turn, and more than once: one letter a turn has to do.
    """
    seat = table.seat_of_person(person)
    if seat is None or seat not in table.asked or table.chairs[seat].decided_by or table.game is None:
        return ""
    state = getattr(table.game, "state", None)
    return str(state.turn if state is not None else table.game.clock_of(seat))


def _host_of(url: str) -> str:
    """The name of a server in its address.

    >>> _host_of("https://dice.example.org:8443")
    'dice.example.org'
    """
    return urlsplit(url).hostname or "localhost"
