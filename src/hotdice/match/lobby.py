"""Round the tables: setting one up, inviting, sitting down, coming back, playing again, closing."""

import asyncio
import os
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import table_views as views
from hotdice.match.deciding import Decision, finish, retake, sit
from hotdice.match.fair import commitment, new_server_seed
from hotdice.match.fair_record import FairHeader
from hotdice.match.hosted import Hosted, NoSuchMatch
from hotdice.match.hosting import Host
from hotdice.match.kinds import KINDS
from hotdice.match.people import digest, new_id, new_token, same, text_reference
from hotdice.match.store import Person, StoreError, Summary, Text
from hotdice.match.table import Table
from hotdice.rules.said import Value

LONGEST_TURN = 30 * 24 * 3600
EXPIRES_OPEN = 7 * 24 * 3600
EXPIRES_PLAYING = 60 * 24 * 3600


class Seated(msgspec.Struct, frozen=True):
    """A seat with its token, which is told here and never again; `invite` goes to who set the table up."""

    match: str
    seat: int
    token: str
    invite: str = ""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What a new table is to be like."""

    rules: str
    seats: int
    kind: str = "farkle"
    clock: f.Clock = f.Clock()
    options: f.Options = f.Options()
    bots: tuple[str, ...] = ()
    seed: str = ""
    after: str = ""


class Lobby:
    """What can be done round the tables of a host."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def open(self, person: Person, wish: Wish) -> Seated | Refusal:
        """Set up a table; who does so owns it and sits on its first seat, bots on the last ones.

        Raises:
            NoEntropy: the system's generator failed, so there can be no fair dice.
            Unavailable: the database failed.
        """
        refusal = _fault(wish)
        if refusal is not None:
            return refusal
        kind = KINDS[wish.kind]
        sheet = kind.sheet(wish.rules, wish.options.against)
        secret = new_server_seed()
        hosted = Hosted(new_id(), secret)
        opened = f.Opened(
            kind=wish.kind,
            rules=sheet.reference,
            hash=sheet.hash,
            seats=wish.seats,
            clock=wish.clock,
            options=wish.options,
            commitment=commitment(secret),
            after=wish.after,
        )
        ticket, token, invite, name = new_id(), new_token(), new_token(), _text(person.name)
        first = wish.seats - len(wish.bots)
        bots = tuple(f.BotSeated(first + place, bot) for place, bot in enumerate(wish.bots))
        decision = Decision(
            (opened, f.SeatTaken(0, ticket, person.id, name.ref, wish.seed), *bots),
            texts=(name,),
            tokens=((ticket, digest(token)), ("invite", digest(invite))),
            places=((0, person.id),),
        )
        async with hosted.lock:
            await self.host.keep(hosted, decision)
        self.host.adopt(hosted)
        return Seated(hosted.match, 0, token, invite)

    async def join(
        self, match: str, person: Person, *, invite: str = "", seat: int | None = None, seed: str = ""
    ) -> Seated | Refusal:
        """Sit down, or come back to the own seat from another device; an invitation gives an empty seat.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `Host.hosted`.
        """
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        ticket, token = new_id(), new_token()
        if table.seat_of_person(person.id) is not None:
            back = await self.host.change(
                hosted, lambda now: _with_token(retake(now, person.id, ticket), token)
            )
            if isinstance(back, Refusal):
                return back
            return Seated(match, _seat(hosted, person.id), token)
        if not await self._may_join(hosted, table, person, invite):
            return Refusal("not_invited", "This table is for invited people; ask for its link.")
        name = _text(person.name)
        result = await self.host.change(
            hosted,
            lambda now: _with_token(
                sit(now, ticket=ticket, person=person.id, name=name, seed=seed, seat=seat), token
            ),
        )
        if isinstance(result, Refusal):
            return result
        return Seated(match, _seat(hosted, person.id), token)

    async def _may_join(self, hosted: Hosted, table: Table, person: Person, invite: str) -> bool:
        if invite:  # from the database: another process may have replaced it
            tokens = await asyncio.to_thread(self.host.store.tokens, hosted.match)
            if same(invite, tokens.get("invite")):
                return True
        if table.opened.options.listed:
            return True
        if table.opened.after:
            before = await self.host.hosted(table.opened.after)
            return before.table is not None and before.table.seat_of_person(person.id) is not None
        return False

    async def invite(self, match: str, person: Person) -> str | Refusal:
        """A new invitation in place of the old one, for the owner of the table."""
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        if table.seat_of_person(person.id) != table.owner:
            return Refusal("not_owner", "Only the owner of the table invites.")
        invite = new_token()
        await asyncio.wrap_future(self.host.store.set_token(match, "invite", digest(invite)))
        return invite

    async def rematch(self, match: str, person: Person) -> Seated | Refusal:
        """The same rules and people again; who sat at the old table may sit down at the new one."""
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        if table.seat_of_person(person.id) is None:
            return Refusal("not_seated", "Only who played may ask for a rematch.")
        if table.phase != "over":
            return Refusal("not_over", "The game is not over.")
        if table.rematch:
            return await self.join(table.rematch, person)
        opened = table.opened
        bots = tuple(chair.bot for chair in table.chairs if chair.bot)
        wish = Wish(
            rules=opened.rules, seats=len(table.chairs), kind=opened.kind, clock=opened.clock,
            options=opened.options, bots=bots, after=match,
        )  # fmt: skip
        made = await self.open(person, wish)
        if isinstance(made, Refusal):
            return made
        new = made.match

        def tell(now: Table) -> Decision | Refusal:
            if now.rematch:
                return Refusal("made", "Somebody was faster.")
            return Decision((f.RematchMade(new),))

        told = await self.host.change(hosted, tell)
        if isinstance(told, Refusal) and hosted.table is not None:
            return await self.join(hosted.table.rematch, person)
        return made

    async def games_of(self, person: Person) -> list[tuple[Summary, int]]:
        """The games of a person with their seat, the latest first."""
        return list(await asyncio.to_thread(self.host.store.matches_of, person.id))

    async def listed(self) -> list[Summary]:
        """Tables with empty seats that everybody may find."""
        found = await asyncio.to_thread(self.host.store.matches, "open", 200)
        return [line for line in found if msgspec.json.decode(line.summary).get("listed")]

    async def record(self, match: str) -> str | Refusal:
        """The game so far as a record; its seeds are in it once the game is over.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `Host.hosted`.
        """
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        if table.game is None:
            return Refusal("not_begun", "The game has not begun.")
        if table.kind.secretive and table.phase != "over":
            return Refusal(
                "not_over", "The record tells what is hidden now; it is there when the game is over."
            )
        header = FairHeader(
            table.opened.commitment,
            match,
            bytes.fromhex(table.server_seed) if table.server_seed else None,
            tuple(bytes.fromhex(seed) for seed in table.seeds),
        )
        players = [chair.bot or "human" for chair in table.chairs]
        date = datetime.fromtimestamp(table.at / 1000, UTC).date().isoformat()
        return table.kind.record(table.game, views.names(table, hosted.texts), players, str(header), date)

    async def close_match(self, match: str, reason: str = "closed") -> Decision | Refusal:
        """End a match from outside; its seed is shown all the same."""
        hosted = await self.host.hosted(match)
        return await self.host.change(hosted, lambda table: finish(table, reason, hosted.secret))

    async def delete(self, match: str) -> None:
        """Remove a match and all that belongs to it.

        Raises:
            NoSuchMatch: there is none.
        """
        if not await asyncio.to_thread(self.host.store.length, match):
            raise NoSuchMatch(match)
        await asyncio.wrap_future(self.host.store.delete(match))
        self.host.release(match)

    async def erase(self, match: str, seat: int) -> int | Refusal:
        """Erase the name and the chat lines of a seat; the log and its hashes stay as they are."""
        hosted = await self.host.hosted(match)
        async with hosted.lock:
            assert hosted.table is not None
            if not 0 <= seat < len(hosted.table.chairs):
                return Refusal("no_such_seat", "There is no seat {seat:seat}.", {"seat": seat})
            log = await asyncio.to_thread(self.host.store.read, match)
            refs = {hosted.table.chairs[seat].name}
            for fact in (f.decode_fact(event.body) for event in log):
                if isinstance(fact, f.SeatTaken) and fact.seat == seat:
                    refs.add(fact.name)
                elif isinstance(fact, f.Said) and fact.seat == seat:
                    refs.add(fact.text)
            refs.discard("")
            await asyncio.wrap_future(self.host.store.erase_texts(match, sorted(refs)))
            hosted.texts.update(dict.fromkeys(refs, ""))
        return len(refs)

    async def expire(self) -> int:
        """End tables that nobody began or went on with for long; how many."""
        now, ended = self.host.clock.now(), 0
        for status, seconds in (("open", EXPIRES_OPEN), ("playing", EXPIRES_PLAYING)):
            for line in await asyncio.to_thread(self.host.store.matches, status, 10_000):
                if line.updated < now - seconds * 1000:
                    try:
                        ended += isinstance(await self.close_match(line.match, "expired"), Decision)
                    except (LookupError, RuntimeError, StoreError):
                        continue
        return ended


def _text(text: str) -> Text:
    salt = os.urandom(16)
    return Text(text_reference(salt, text), salt, text)


def _with_token(result: Decision | Refusal, token: str) -> Decision | Refusal:
    """A decision that seats somebody, with the hash of the token beside it."""
    if isinstance(result, Refusal):
        return result
    fact = result.facts[0]
    assert isinstance(fact, f.SeatTaken | f.SeatRetaken)
    return replace(result, tokens=(*result.tokens, (fact.ticket, digest(token))))


def _seat(hosted: Hosted, person: str) -> int:
    assert hosted.table is not None
    seat = hosted.table.seat_of_person(person)
    assert seat is not None, "somebody who was just seated has a seat"
    return seat


def _fault(wish: Wish) -> Refusal | None:
    """What is wrong with a wish."""
    if wish.kind not in KINDS:
        return Refusal("unknown_game", "The games here are {known}.", {"known": ", ".join(KINDS)})
    kind = KINDS[wish.kind]
    try:
        sheet = kind.sheet(wish.rules, wish.options.against)
        for bot in (*wish.bots, *([wish.options.stand_in] if wish.options.stand_in else [])):
            kind.bot(bot)
    except ValueError as error:
        return Refusal("bad_wish", "This table cannot be set up: {error}", {"error": str(error)[:300]})
    if wish.seats not in sheet.seats:
        data: dict[str, Value] = {"sheet": sheet.title, "low": sheet.seats[0], "high": sheet.seats[-1]}
        return Refusal("bad_wish", "{sheet} is for {low} to {high} players.", data)
    if len(wish.bots) >= wish.seats:
        return Refusal("bad_wish", "One seat is yours; there are too many bots.")
    if not 0 <= wish.clock.turn <= LONGEST_TURN:
        return Refusal("bad_wish", "A turn takes at most {most} seconds.", {"most": LONGEST_TURN})
    return None
