"""People who play here without accounts: a device key, a code for another device, a phrase on paper."""

import asyncio

import msgspec

from hotdice.match.people import (
    CODE_SECONDS,
    clean_name,
    digest,
    new_code,
    new_id,
    new_phrase,
    new_token,
)
from hotdice.match.store import Person, SqlStore
from hotdice.match.times import ServerClock

FOREVER = 2**53


class Arrived(msgspec.Struct, frozen=True):
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
        person = Person(id=new_id(), name=clean, created=self._clock.now())
        key, phrase = new_token(), new_phrase()
        keys = [(digest(key), "device", FOREVER), (digest(phrase), "phrase", FOREVER)]
        await asyncio.wrap_future(self._store.add_person(person, keys))
        return Arrived(person, key, phrase)

    async def by_key(self, key: str) -> Person | None:
        """Whose device this is."""
        if not key or len(key) > 128:
            return None
        return await asyncio.to_thread(self._store.person_of, digest(key), "device", self._clock.now())

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

    async def recover(self, phrase: str) -> Arrived | None:
        """The recovery phrase brings a device in; the devices before are shut out."""
        token = digest(phrase.strip().lower())
        person = await asyncio.to_thread(self._store.person_of, token, "phrase", self._clock.now())
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
