"""Parties: tables that a television opens and phones find by a word, one game after the other."""

import asyncio

import msgspec

from hotdice.frozen import Frozen
from hotdice.game import Refusal
from hotdice.match import facts as f
from hotdice.match import party
from hotdice.match.deciding import Decision
from hotdice.match.fair import commitment, new_server_seed
from hotdice.match.hosted import SCREEN, Hosted, NoSuchMatch, Quarantined
from hotdice.match.hosting import Host
from hotdice.match.kinds import KINDS
from hotdice.match.lobby import Lobby, Seated
from hotdice.match.party_words import is_word, new_word
from hotdice.match.people import digest, new_id, new_token, same
from hotdice.match.series import remade
from hotdice.match.store import Person
from hotdice.match.table import Table

TRIES = 40
WORD_LASTS = 24 * 3600 * 1000
"""A word is free again so many milliseconds after the last move of its party."""


class Screen(Frozen):
    """A party with the token of its screen, which is told here and never again."""

    match: str
    token: str
    word: str


class Parties:
    """What can be done round the parties of a host."""

    def __init__(self, host: Host, lobby: Lobby) -> None:
        self.host = host
        self.lobby = lobby

    async def open(self, kind: str, rules: str, *, secret: bool) -> Screen | Refusal:
        """Open a party: chairs for everybody, and nobody on them yet.

        Raises:
            NoEntropy, Unavailable: as `Lobby.open`.
        """
        word = await self._free_word(secret)
        if word is None:
            return Refusal("no_word", "There are too many parties here; try again later.")
        return await self._open(kind, rules, word, new_token())

    async def _open(
        self,
        kind: str,
        rules: str,
        word: str,
        token: str,
        *,
        after: str = "",
        prophets: tuple[tuple[str, int, int], ...] = (),
    ) -> Screen | Refusal:
        try:
            seats = party.chairs_of(kind, rules)
            sheet = KINDS[kind].sheet(rules)
        except ValueError as error:
            return Refusal("bad_wish", "This table cannot be set up: {error}", {"error": str(error)[:300]})
        secret = new_server_seed()
        hosted = Hosted(new_id(), secret)
        opened = f.Opened(
            kind=kind,
            rules=sheet.reference,
            hash=sheet.hash,
            seats=seats,
            clock=f.Clock(),
            options=f.Options(reactions=True, party=word),
            commitment=commitment(secret),
            after=after,
            epoch=await self.host.epoch(),
            prophets=prophets,
            version=f.LOG_VERSION,
        )
        decision = Decision((opened,), tokens=((SCREEN, digest(token)), ("invite", digest(word))))
        async with hosted.lock:
            await self.host.keep(hosted, decision)
        self.host.adopt(hosted)
        await asyncio.wrap_future(self.host.store.set_setting(f"party.{word}", hosted.match))
        return Screen(hosted.match, token, word)

    async def find(self, word: str) -> str | None:
        """The match that is played at the party of a word now; None where there is none."""
        if not is_word(word):
            return None
        return await asyncio.to_thread(self.host.store.setting, f"party.{word}") or None

    async def _free_word(self, secret: bool) -> str | None:
        for _ in range(TRIES):
            word = new_word(secret=secret)
            match = await self.find(word)
            if match is None:
                return word
            try:
                table = (await self.host.look(match)).table
            except (NoSuchMatch, Quarantined):
                return word
            if table is None or table.at < self.host.clock.now() - WORD_LASTS:
                return word
        return None

    async def again(self, match: str, token: str) -> Screen | Refusal:
        """The next game of the same party, asked for by its screen; phones follow by themselves.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `Host.hosted`.
        """
        hosted = await self.host.hosted(match)
        table = hosted.table
        assert table is not None
        if not same(token, hosted.tokens.get(SCREEN)):
            return Refusal("not_owner", "Only the owner of the table may do that.")
        if table.phase != "over":
            return Refusal("not_over", "The game is not over.")
        opened, word = table.opened, table.opened.options.party
        if table.rematch:
            return Screen(table.rematch, token, word)
        prophets = tuple(
            (chair.person, chair.right, chair.guesses) for chair in table.chairs if chair.guesses
        )
        made = await self._open(opened.kind, opened.rules, word, token, after=match, prophets=prophets)
        if isinstance(made, Refusal):
            return made
        await self.host.change(hosted, lambda now: remade(now, made.match))
        assert hosted.table is not None
        return Screen(hosted.table.rematch, token, word)

    async def claim(self, match: str, person: Person, seat: int, invite: str) -> Seated | Refusal:
        """Take over the seat of a phone that is gone, by the word of the party.

        Raises:
            NoSuchMatch, Quarantined, Unavailable: as `Host.hosted`.
        """
        hosted = await self.host.hosted(match)
        if not same(invite, hosted.tokens.get("invite")):
            return Refusal("not_invited", "This table is for invited people; ask for its link.")
        ticket, token = new_id(), new_token()

        def take(table: Table) -> Decision | Refusal:
            gone = seat < len(table.chairs)
            away = hosted.away(seat, self.host.clock.now()) if gone else 0
            result = party.claim(table, seat, person.id, ticket, away)
            if isinstance(result, Refusal):
                return result
            tokens = (*result.tokens, (ticket, digest(token)))
            return msgspec.structs.replace(result, tokens=tokens)

        result = await self.host.change(hosted, take)
        if isinstance(result, Refusal):
            return result
        hosted.gone[person.id] = self.host.clock.now()
        return Seated(match, seat, token)
