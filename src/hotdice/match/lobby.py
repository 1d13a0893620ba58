"""Round the tables: setting one up, inviting, sitting down, coming back, playing again, closing."""

import asyncio
import os
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from hotdice.frozen import Frozen, alike
from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import table_views as views
from hotdice.match.deciding import Decision, finish, retake, shut_out, sit
from hotdice.match.fair import commitment, new_server_seed
from hotdice.match.fair_order import header_of
from hotdice.match.hosted import Hosted, NoSuchMatch
from hotdice.match.hosting import Host
from hotdice.match.kinds import KINDS
from hotdice.match.people import digest, new_id, new_token, same, text_reference
from hotdice.match.series import LONGEST, carried, remade, seat_after
from hotdice.match.store import Person, StoreError, Summary, Text
from hotdice.match.table import Table
from hotdice.rules.said import Value

LONGEST_TURN = 30 * 24 * 3600
EXPIRES_OPEN = 7 * 24 * 3600
EXPIRES_PLAYING = 60 * 24 * 3600


class Seated(Frozen):
    """A seat with its token, which is told here and never again; `invite` goes to who set the table up."""

    match: str
    seat: int
    token: str
    invite: str = ""


class Wish(Frozen, kw_only=True):
    """What a new table is to be like; in a rematch the seats follow from the game before."""

    rules: str
    seats: int
    kind: str = "farkle"
    clock: f.Clock = f.Clock()
    options: f.Options = f.Options()
    bots: tuple[str, ...] = ()
    after: str = ""
    wins: tuple[tuple[str, int], ...] = ()
    seat: int = 0
    bot_seats: tuple[int, ...] = ()


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
        sheet = kind.sheet(wish.rules, wish.options)
        secret = new_server_seed()
        hosted = Hosted(new_id(), secret)
        opened = alike(
            f.Opened,
            wish,
            rules=sheet.reference,
            hash=sheet.hash,
            commitment=commitment(secret),
            epoch=await self.host.epoch(),
            version=f.LOG_VERSION,
        )
        ticket, token, invite, name = new_id(), new_token(), new_token(), _text(person.name)
        places = wish.bot_seats or tuple(range(wish.seats - len(wish.bots), wish.seats))
        bots: tuple[f.AnyFact, ...] = tuple(map(f.BotSeated, places, wish.bots))
        owner = (f.OwnerChanged(wish.seat),) if wish.seat else ()
        left, games = await self._past(person)
        decision = Decision(
            (
                opened,
                f.SeatTaken(wish.seat, ticket, person.id, name.ref, left=left, games=games),
                *owner,
                *bots,
            ),
            texts=(name,),
            tokens=((ticket, digest(token)), ("invite", digest(invite))),
            places=((wish.seat, person.id),),
        )
        async with hosted.lock:
            await self.host.keep(hosted, decision)
        self.host.adopt(hosted)
        return Seated(hosted.match, wish.seat, token, invite)

    async def join(
        self, match: str, person: Person, *, invite: str = "", seat: int | None = None
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
            hosted.gone[person.id] = self.host.clock.now()  # the new device is about to connect
            return Seated(match, _seat(hosted, person.id), token)
        if not await self._may_join(hosted, table, person, invite):
            return Refusal("not_invited", "This table is for invited people; ask for its link.")
        if seat is None:
            seat = await self._changed_seat(table, person)
        name, past = _text(person.name), await self._past(person)
        result = await self.host.change(
            hosted,
            lambda now: _with_token(
                sit(now, ticket=ticket, person=person.id, name=name, seat=seat, past=past), token
            ),
        )
        if isinstance(result, Refusal):
            return result
        return Seated(match, _seat(hosted, person.id), token)

    async def _changed_seat(self, table: Table, person: Person) -> int | None:
        """Where somebody sits in a rematch: one place on, if that is free."""
        if not table.opened.after or table.opened.options.party:
            return None
        before = (await self.host.look(table.opened.after)).table
        old = before.seat_of_person(person.id) if before is not None else None
        if old is None:
            return None
        seat = seat_after(old, len(table.chairs))
        return seat if table.chairs[seat].empty else None

    async def _past(self, person: Person) -> tuple[int, int]:
        """How many games somebody has left early, and how many they have played or are playing."""
        found = [(msgspec.json.decode(line.summary), seat) for line, seat in await self.games_of(person)
                 if line.status != "open"]  # fmt: skip
        return sum(seat in words.get("left", ()) for words, seat in found), len(found)

    async def _may_join(self, hosted: Hosted, table: Table, person: Person, invite: str) -> bool:
        if invite:  # from the database: another process may have replaced it
            tokens = await asyncio.to_thread(self.host.store.tokens, hosted.match)
            if same(invite, tokens.get("invite")):
                return True
        if table.opened.options.listed:
            return True
        if table.opened.after:
            before = await self.host.look(table.opened.after)
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
        """The same rules and people again, each one place on; the next game of a series, or a new series."""
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        seat, seats = table.seat_of_person(person.id), len(table.chairs)
        if seat is None:
            return Refusal("not_seated", "Only who played may ask for a rematch.")
        if table.phase != "over":
            return Refusal("not_over", "The game is not over.")
        if table.rematch:
            return await self.join(table.rematch, person)
        opened = table.opened
        bots = [(place, chair.bot) for place, chair in enumerate(table.chairs) if chair.bot]
        wish = Wish(
            rules=opened.rules, seats=seats, kind=opened.kind, clock=opened.clock, after=match,
            options=replace(opened.options, bags=_turned(opened.options.bags, seats)), wins=carried(table),
            seat=seat_after(seat, seats), bots=tuple(bot for _, bot in bots),
            bot_seats=tuple(seat_after(place, seats) for place, _ in bots),
        )  # fmt: skip
        made = await self.open(person, wish)
        if isinstance(made, Refusal):
            return made
        told = await self.host.change(hosted, lambda now: remade(now, made.match))
        if isinstance(told, Refusal) and hosted.table is not None:
            return await self.join(hosted.table.rematch, person)
        return made

    async def shut_out(self, person: str) -> int:
        """Revoke the tokens of all seats of somebody, as far as their tables are this process's; how many.

        Whoever is connected by one of them is closed at once.
        """
        count = 0
        for line, _ in await asyncio.to_thread(self.host.store.matches_of, person, 10_000):
            if line.status == "over":
                continue
            try:
                hosted = await self.host.hosted(line.match)
                result = await self.host.change(hosted, lambda now: shut_out(now, person, new_id()))
                count += isinstance(result, Decision)
            except (LookupError, RuntimeError):
                continue  # another process owns it, and is asked too; or its log is damaged
        return count

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
        header = header_of(match, table)
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
        """Erase the name, the chat lines and the address of a seat; the log and its hashes stay."""
        hosted = await self.host.hosted(match)
        async with hosted.lock:
            assert hosted.table is not None
            if not 0 <= seat < len(hosted.table.chairs):
                return Refusal("no_such_seat", "There is no seat {seat:seat}.", {"seat": seat})
            refs = await self._words_of(match, seat) | {hosted.table.chairs[seat].name} - {""}
            await asyncio.wrap_future(self.host.store.erase_texts(match, sorted(refs)))
            await asyncio.wrap_future(self.host.store.post.erase(match, hosted.table.chairs[seat].person))
            hosted.texts.update(dict.fromkeys(refs, ""))
        return len(refs)

    async def erase_elsewhere(self, match: str, seat: int) -> int:
        """The same in the database alone, for a table that another process holds in memory and has erased."""
        refs = await self._words_of(match, seat)
        await asyncio.wrap_future(self.host.store.erase_texts(match, sorted(refs)))
        return len(refs)

    async def _words_of(self, match: str, seat: int) -> set[str]:
        """The references of all names and chat lines of a seat."""
        refs: set[str] = set()
        for event in await asyncio.to_thread(self.host.store.read, match):
            fact = f.decode_fact(event.body)
            if isinstance(fact, f.SeatTaken | f.SeatRenamed) and fact.seat == seat:
                refs.add(fact.name)
            elif isinstance(fact, f.Said) and fact.seat == seat:
                refs.add(fact.text)
        return refs - {""}

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


def _turned(bags: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """The own dice of the seats where everybody sits one place on.

    >>> _turned(("a", "b"), 2), _turned((), 2)
    (('b', 'a'), ())
    """
    return (bags[-1], *bags[:-1]) if len(bags) == seats else bags


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
        sheet = kind.sheet(wish.rules, wish.options)
        for bot in (*wish.bots, *([wish.options.stand_in] if wish.options.stand_in else [])):
            kind.bot(bot)
    except ValueError as error:
        return Refusal("bad_wish", "This table cannot be set up: {error}", {"error": str(error)[:300]})
    if wish.seats not in sheet.seats:
        data: dict[str, Value] = {"sheet": sheet.title, "low": sheet.seats[0], "high": sheet.seats[-1]}
        return Refusal("bad_wish", "{sheet} is for {low} to {high} players.", data)
    if wish.options.party:
        return Refusal("bad_wish", "A party is opened by the screen that shows it.")
    best_of = wish.options.best_of
    if best_of and (wish.seats != 2 or best_of not in range(3, LONGEST + 1, 2)):
        return Refusal("bad_wish", "A series is for two players, best of 3, 5, 7 or 9.")
    if len(wish.options.bags) > wish.seats:
        return Refusal("bad_wish", "There are more bags of dice than seats.")
    if len(wish.bots) >= wish.seats:
        return Refusal("bad_wish", "One seat is yours; there are too many bots.")
    if not 0 <= wish.clock.turn <= LONGEST_TURN:
        return Refusal("bad_wish", "A turn takes at most {most} seconds.", {"most": LONGEST_TURN})
    return None
