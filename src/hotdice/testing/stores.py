"""What every store must do. `check_store(open_it)` runs all of it; `open_it` opens the same data again.

from hotdice.testing.stores import check_store
check_store(lambda: open_store("postgresql://localhost/games"))
"""

import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import wait

from hotdice.match.store import Conflict, Entry, Person, SqlStore, StoredAnswer, Text
from hotdice.match.store.chain import START, chained
from hotdice.match.store.entries import StoredRefusal

Open = Callable[[], SqlStore]


def new_id() -> str:
    """An id that no other test uses."""
    return uuid.uuid4().hex


def entry(match: str, expected: int = 0, head: bytes = START, **more: object) -> Entry:
    """An entry with one event, unless `events` says otherwise."""
    values: dict[str, object] = {"events": (b'{"n":%d}' % expected,), "at": 1_000 + expected}
    return Entry(match=match, expected=expected, head=head, **(values | more))  # type: ignore[arg-type]


def grow(store: SqlStore, match: str, events: int) -> bytes:
    """Append one event at a time; the head after the last."""
    head = START
    for number in range(events):
        one = entry(match, number, head, command=f"c{number}", digest=b"d", answer=b"a%d" % number)
        store.append(one).result(30)
        head = chained(one)[-1].hash
    return head


def refused(store: SqlStore, one: Entry) -> bool:
    """Whether the store refuses an entry as one that does not fit."""
    return isinstance(store.append(one).exception(30), Conflict)


def keeps_what_it_was_given(open_it: Open) -> None:
    """A log reads back as written, in order, also after closing."""
    match, store = new_id(), open_it()
    grow(store, match, 5)
    before = store.read(match)
    assert [event.seq for event in before] == [1, 2, 3, 4, 5]
    assert [event.body for event in before] == [b'{"n":%d}' % n for n in range(5)]
    assert store.since(match, 3) == before[3:]
    store.close()
    store = open_it()
    assert store.read(match) == before
    assert store.length(match) == 5
    assert store.read(new_id()) == ()
    store.close()


def appends_once(open_it: Open) -> None:
    """An entry that does not begin where the log ends is refused and changes nothing, not even in part."""
    match, store = new_id(), open_it()
    head = grow(store, match, 2)
    before = store.read(match)
    assert refused(store, entry(match))
    assert refused(store, entry(match, 1, before[0].hash))
    assert refused(store, entry(match, 3, head))
    assert refused(store, entry(match, 2, START))
    wrong_text = entry(match, 1, before[0].hash, texts=(Text("r", b"s", "never"),), secret=b"never")
    assert refused(store, wrong_text)
    assert refused(store, entry(match, 2, head, command="c1", digest=b"d", answer=b"a"))
    assert store.read(match) == before
    assert store.texts(match) == {}
    assert store.secret(match) is None
    store.append(entry(match, 2, head)).result(30)
    store.close()


def one_of_many_wins(open_it: Open) -> None:
    """Of many entries for the same place one is kept; those of other matches do not suffer for it."""
    match, store = new_id(), open_it()
    others = [new_id() for _ in range(20)]
    futures = [store.append(entry(match, events=(b"%d" % n,))) for n in range(20)]
    more = [store.append(entry(other)) for other in others]
    wait([*futures, *more], 30)
    assert sum(future.exception() is None for future in futures) == 1
    assert all(isinstance(future.exception(), Conflict | None) for future in futures)
    assert all(future.exception() is None for future in more)
    assert len(store.read(match)) == 1
    store.close()


def remembers_answers(open_it: Open) -> None:
    """The answer of a command is there after closing."""
    match, store = new_id(), open_it()
    grow(store, match, 3)
    store.close()
    store = open_it()
    assert store.answer(match, "c1") == StoredAnswer(b"d", b"a1")
    assert store.answer(match, "c9") is None
    store.close()


def remembers_refusals(open_it: Open) -> None:
    """A refusal is kept where the match is as it was when it was given, until it is old or given up."""
    match, store = new_id(), open_it()
    store.append(entry(match)).result(30)
    head = store.read(match)[0].hash
    told = [StoredRefusal(command, command.encode() * 8, b"no") for command in ("one", "two", "six")]
    for at, refusal in enumerate(told, 5):
        assert store.add_refusal(match, (1, head, ""), refusal, at).result(30)
    assert not store.add_refusal(match, (2, head, ""), told[0], 9).result(30)
    assert not store.add_refusal(match, (1, bytes(32), ""), told[0], 9).result(30)
    assert not store.add_refusal(new_id(), (1, head, ""), told[0], 9).result(30)
    store.close()
    store = open_it()
    assert store.refusals(match) == tuple(told)
    four = StoredRefusal("four", b"4", b"no")
    assert store.add_refusal(match, (1, head, ""), four, 10**15, ["six"]).result(30)
    assert store.forget_refusals(6).result(30) >= 1
    assert store.refusals(match) == (told[1], four)
    assert len(store.read(match)) == 1, "a refusal is no event"
    store.delete(match).result(30)
    assert store.refusals(match) == ()
    store.close()


def keeps_what_belongs_to_a_match(open_it: Open) -> None:
    """Seeds, tokens, names, places and the line in the list; erasing a name leaves the log whole."""
    match, person, store = new_id(), new_id(), open_it()
    one = entry(
        match,
        secret=b"seed",
        status="playing",
        summary=b'{"title":"x"}',
        tokens=(("seat 0", b"h0"), ("seat 1", b"h1")),
        texts=(Text("ref", b"salt", "Ann"),),
        places=((0, person),),
    )
    store.append(one).result(30)
    store.append(entry(match, 1, chained(one)[-1].hash, tokens=(("seat 1", None),))).result(30)
    assert store.secret(match) == b"seed"
    assert store.tokens(match) == {"seat 0": b"h0"}
    assert store.texts(match) == {"ref": "Ann"}
    assert [(found.match, seat) for found, seat in store.matches_of(person)] == [(match, 0)]
    assert match in [found.match for found in store.matches("open", 1_000)]
    assert match not in [found.match for found in store.matches("playing", 1_000)]
    store.erase_texts(match, ["ref"]).result(30)
    assert store.texts(match) == {"ref": ""}
    assert len(store.read(match)) == 2
    store.delete(match).result(30)
    assert store.read(match) == ()
    assert store.matches_of(person) == ()
    store.close()


def knows_people(open_it: Open) -> None:
    """Keys lead to a person until they are revoked, used up or too old."""
    name, store = new_id(), open_it()
    device, code = name.encode()[:16], name.encode()[16:]
    store.add_person(Person(id=name, name="Ann", created=5), [(device, "device", 10**15)]).result(30)
    store.add_key(name, code, "code", 100).result(30)
    assert store.person_of(device, "device", 50) == Person(id=name, name="Ann", created=5)
    assert store.person_of(device, "phrase", 50) is None
    assert store.take_key(code, "code", 101).result(30) is None
    assert store.take_key(code, "code", 100).result(30) == name
    assert store.take_key(code, "code", 100).result(30) is None
    store.rename(name, "Bea").result(30)
    store.mark(name, banned=True, muted=False).result(30)
    found = store.person(name)
    assert found is not None
    assert (found.name, found.banned, found.muted) == ("Bea", True, False)
    store.drop_keys(name, "device").result(30)
    assert store.person_of(device, "device", 50) is None
    store.set_setting(name, "one").result(30)
    store.set_setting(name, "two").result(30)
    assert store.setting(name) == "two"
    store.close()


def forgets_who_never_came_back(open_it: Open) -> None:
    """Keys of those who were here on one day only go; who came back, plays or is banned stays."""
    names = once, back, playing, played, banned = [new_id() for _ in range(5)]
    store = open_it()
    for name in names:
        one = Person(id=name, name="Ann", created=5, visited=5)
        store.add_person(one, [(name.encode(), "device", 10**15), (name[::-1].encode(), "phrase", 10**15)])
    store.visit(back, 500).result(30)
    store.visit(back, 400).result(30)
    store.append(entry(new_id(), status="playing", places=((0, playing),))).result(30)
    store.append(entry(new_id(), status="over", places=((0, played),))).result(30)
    store.mark(banned, banned=True, muted=False).result(30)
    store.forget_guests(5, 100, 10_000).result(30)
    assert all(store.person_of(name.encode(), "device", 50) for name in names)
    assert store.forget_guests(600, 100, 10_000).result(30) >= 2
    assert [bool(store.person_of(name.encode(), "device", 50)) for name in names] == [
        False, True, True, False, True
    ]  # fmt: skip
    assert store.person_of(once[::-1].encode(), "phrase", 50) is None
    assert [bool(store.person(name)) for name in names] == [False, True, True, True, True]
    found = store.person(back)
    assert found is not None
    assert found.visited == 500
    store.close()


def forgets_what_is_old(open_it: Open) -> None:
    """Retention removes finished matches from before a time, and no others."""
    old, young, open_one, store = new_id(), new_id(), new_id(), open_it()
    store.append(entry(old, at=10, status=old)).result(30)
    store.append(entry(young, at=30, status=old)).result(30)
    store.append(entry(open_one, at=10)).result(30)
    assert store.delete_older(old, 20).result(30) == 1
    assert [len(store.read(match)) for match in (old, young, open_one)] == [0, 1, 1]
    store.close()


def sends_a_letter_once(open_it: Open) -> None:
    """The letter of a turn is queued once, held by one, sent at most once, and goes with its address."""
    match, person, store = new_id(), new_id(), open_it()
    post = store.post
    store.append(entry(match, status="playing", places=((0, person),))).result(30)

    def ask(at: int = 0, day: str = "2026-01-01") -> str:
        asked = post.ask(
            match, person, f"{person}@example.org", language="en", stop=new_id(), letter=new_id(), now=at,
            day=day, limits=[(person, 1)],
        )  # fmt: skip
        return str(asked.result(30))

    assert ask() == ask() == "asked"
    assert post.to_look_at() == ()
    letter = next(one for one in post.due(0, 1000) if one.person == person)
    assert post.claim(letter.id, "a", 0, 10).result(30) == 1
    assert post.claim(letter.id, "b", 0, 10).result(30) is None
    assert not post.sending(letter, "b", b"token", "2026-01-01", []).result(30)
    assert post.sending(letter, "a", b"p" + person.encode(), "2026-01-01", []).result(30)
    post.done(letter.id, "a").result(30)
    assert post.confirm(b"p" + person.encode()).result(30) == "en"
    assert post.confirm(b"p" + person.encode()).result(30) is None
    seat = next(one for one in post.to_look_at(1000) if one.person == person)
    wrote = [post.write(seat, "turn", "3", new_id(), 5) for _ in range(4)]
    assert sorted(bool(one.result(30)) for one in wrote) == [False, False, False, True]
    store.close()
    store = open_it()
    post = store.post
    assert not [one for one in post.due(4, 1000) if one.person == person]
    letter = next(one for one in post.due(5, 1000) if one.person == person)
    assert person not in repr(letter), "an address may end in a log"
    post.claim(letter.id, "a", 5, 10).result(30)
    post.later(letter.id, "a", 20).result(30)
    assert post.claim(letter.id, "b", 20, 30).result(30) == 2
    assert post.sending(letter, "b", b"t" + person.encode(), "2026-01-01", []).result(30)
    assert post.drop_lost(31).result(30) >= 1
    assert post.take_pass(match, b"t" + person.encode()).result(30) == (person, "3")
    assert post.take_pass(match, b"t" + person.encode()).result(30) is None
    head = store.read(match)[-1].hash
    store.append(entry(match, 1, head, status="playing", places=((0, new_id()),))).result(30)
    assert post.state(match, person) == ""
    assert ask() == "too_many"
    assert ask(day="2026-01-02") == "asked"
    store.delete(match).result(30)
    assert post.state(match, person) == ""
    assert not [one for one in post.due(2**50, 1000) if one.person == person]
    store.close()


def counts_what_it_does(open_it: Open) -> None:
    """Many entries at once share commits, and the counters say how many."""
    store = open_it()
    wait([store.append(entry(new_id())) for _ in range(500)], 60)
    assert store.counters.entries == 500
    assert 0 < store.counters.commits < 500
    store.close()


def checks() -> Iterator[Callable[[Open], None]]:
    """Every check of this suite."""
    yield keeps_what_it_was_given
    yield appends_once
    yield one_of_many_wins
    yield remembers_answers
    yield remembers_refusals
    yield keeps_what_belongs_to_a_match
    yield knows_people
    yield forgets_who_never_came_back
    yield forgets_what_is_old
    yield sends_a_letter_once
    yield counts_what_it_does


def check_store(open_it: Open) -> None:
    """Run every check.

    >>> import tempfile
    >>> from hotdice.match.store import open_store
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     check_store(lambda: open_store(f"{folder}/games.db"))

    Raises:
        AssertionError: the store does not do what a store must.
    """
    for check in checks():
        check(open_it)
