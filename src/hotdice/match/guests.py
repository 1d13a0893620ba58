"""People who play here without accounts: a device key, a code for another device, a phrase on paper."""

import asyncio
import contextlib

from hotdice.frozen import Frozen
from hotdice.match.people import (
    CODE_SECONDS,
    clean_name,
    digest,
    new_code,
    new_id,
    new_phrase,
    new_token,
)
from hotdice.match.store import Person, SqlStore, Unavailable
from hotdice.match.times import ServerClock

FOREVER = 2**53
VISIT = 3600 * 1000
"""A visit is written down once in so many milliseconds."""
FIRST_VISIT = 24 * 3600 * 1000
NEVER_BACK = 30 * 24 * 3600 * 1000
"""Who does not come back after the first day is forgotten after so many milliseconds."""


class Arrived(Frozen):
    """Somebody with secrets that are told once: the key of this device, and for the new a phrase."""

    person: Person
    key: str
    phrase: str = ""


class Guests:
    """Who plays here."""

    def __init__(self, store: SqlStore, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock

    async def arrive(self, name: str) -> Arrived | None:
        """Somebody new; None where nothing is left of the name."""
        clean = clean_name(name)
        if not clean:
            return None
        now = self._clock.now()
        person = Person(id=new_id(), name=clean, created=now, visited=now)
        key, phrase = new_token(), new_phrase()
        keys = [(digest(key), "device", FOREVER), (digest(phrase), "phrase", FOREVER)]
        await asyncio.wrap_future(self._store.add_person(person, keys))
        return Arrived(person, key, phrase)

    async def by_key(self, key: str) -> Person | None:
        """Whose device this is."""
        if not key or len(key) > 128:
            return None
        now = self._clock.now()
        person = await asyncio.to_thread(self._store.person_of, digest(key), "device", now)
        if person is not None and person.visited + VISIT <= now:
            with contextlib.suppress(Unavailable):
                self._store.visit(person.id, now)  # nobody waits for that
        return person

    async def remove_lost(self) -> int:
        """Forget those who came once and never again: anybody may come any number of times; how many."""
        before = self._clock.now() - NEVER_BACK
        removed: int = await asyncio.wrap_future(self._store.forget_guests(before, FIRST_VISIT))
        return removed

    async def rename(self, person: Person, name: str) -> str:
        """Another name from now on; empty where nothing is left of it."""
        clean = clean_name(name)
        if clean:
            await asyncio.wrap_future(self._store.rename(person.id, clean))
        return clean

    async def code(self, person: Person) -> str:
        """A code that brings another device in, once, within ten minutes; an older one is worth nothing."""
        code = new_code()
        await asyncio.wrap_future(self._store.drop_keys(person.id, "code"))
        until = self._clock.now() + CODE_SECONDS * 1000
        await asyncio.wrap_future(self._store.add_key(person.id, digest(code), "code", until))
        return code

    async def redeem(self, code: str) -> Arrived | None:
        """The device that types a code becomes one of its owner's."""
        taken = self._store.take_key(digest(code.strip().upper()), "code", self._clock.now())
        return await self._new_device(await asyncio.wrap_future(taken))

    async def by_phrase(self, phrase: str) -> Person | None:
        """Whose recovery phrase this is."""
        token = digest(phrase.strip().lower())
        return await asyncio.to_thread(self._store.person_of, token, "phrase", self._clock.now())

    async def recover(self, phrase: str) -> Arrived | None:
        """The recovery phrase brings a device in; the devices before are shut out."""
        person = await self.by_phrase(phrase)
        if person is None:
            return None
        await asyncio.wrap_future(self._store.drop_keys(person.id, "device"))
        return await self._new_device(person.id)

    async def _new_device(self, name: str | None) -> Arrived | None:
        person = await asyncio.to_thread(self._store.person, name) if name else None
        if person is None:
            return None
        key = new_token()
        await asyncio.wrap_future(self._store.add_key(person.id, digest(key), "device", FOREVER))
        return Arrived(person, key)
