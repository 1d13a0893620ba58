"""What clients saw, and a checker that knows nothing of the server: order of time, one log, no contradiction.

A client writes down when it asked for what and when it was answered. The checker holds that against the log:

- a move that was acknowledged is in the log once, where the answer said, and no refused one is;
- what was answered before something else was asked comes before it;
- whoever was told something after a move was acknowledged was told that move too: nothing stale is read;
- two that were told of the same place in a log were told the same, and it is what the log says.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Act(msgspec.Struct, frozen=True):
    """A command: when it was first sent, when it was answered, and how; `seq` is what the answer said."""

    match: str
    id: str
    asked: float
    answered: float
    accepted: bool
    code: str = ""
    seq: int = 0


class Look(msgspec.Struct, frozen=True):
    """A welcome: when it was asked for, when it came, and up to where it told."""

    match: str
    asked: float
    told: float
    seq: int


class Told(msgspec.Struct, frozen=True):
    """One fact as a client was told it."""

    match: str
    seq: int
    what: str


class History(msgspec.Struct):
    """What all clients of a run saw."""

    acts: list[Act] = []
    looks: list[Look] = []
    tales: list[Told] = []


class Logged(msgspec.Struct, frozen=True):
    """One fact as the log has it: the command that led to it, and how it would be told."""

    seq: int
    command: str
    what: str


def faults(history: History, logs: Mapping[str, Sequence[Logged]]) -> list[str]:
    """Everything that is wrong with a history."""
    return [*_lost(history.acts, logs), *_disorder(history), *_contradictions(history.tales, logs)]


def _lost(acts: Iterable[Act], logs: Mapping[str, Sequence[Logged]]) -> Iterable[str]:
    places: dict[tuple[str, str], list[int]] = {}
    for match, log in logs.items():
        if [fact.seq for fact in log] != list(range(1, len(log) + 1)):
            yield f"{match}: the log is not dense"
        for fact in log:
            if fact.command:
                places.setdefault((match, fact.command), []).append(fact.seq)
    for act in acts:
        found = places.get((act.match, act.id), [])
        if act.accepted and (not found or found[-1] != act.seq):
            yield f"{act.match}: {act.id} was acknowledged as {act.seq} and is in the log at {found}"
        if found and found != list(range(found[0], found[0] + len(found))):
            yield f"{act.match}: {act.id} is in the log twice, at {found}"
        if found and not act.accepted and act.code != "unavailable":
            yield f"{act.match}: {act.id} was refused ({act.code}) and is in the log at {found}"


def _disorder(history: History) -> Iterable[str]:
    """In the order of time: what was known when something was asked must be in its answer."""
    moments: list[tuple[float, int, str, object]] = []
    for act in history.acts:
        if act.accepted:
            moments += [(act.answered, 0, "answered", act), (act.asked, 1, "asked", act)]
    for look in history.looks:
        moments += [(look.told, 0, "told", look), (look.asked, 1, "looked", look)]
    known: Counter[str] = Counter()
    floor: dict[int, int] = {}
    for _, _, what, one in sorted(moments, key=lambda moment: moment[:2]):
        assert isinstance(one, Act | Look)
        if what in ("asked", "looked"):
            floor[id(one)] = known[one.match]
        else:
            known[one.match] = max(known[one.match], one.seq)
    for act in history.acts:
        if act.accepted and act.seq <= floor[id(act)]:
            yield f"{act.match}: {act.id} came in at {act.seq}, after {floor[id(act)]} was known"
    for look in history.looks:
        if look.seq < floor[id(look)]:
            yield f"{look.match}: a stale read, told up to {look.seq} after {floor[id(look)]} was known"


def _contradictions(tales: Iterable[Told], logs: Mapping[str, Sequence[Logged]]) -> Iterable[str]:
    told: dict[tuple[str, int], str] = {
        (match, fact.seq): fact.what for match, log in logs.items() for fact in log
    }
    for tale in tales:
        what = told.setdefault((tale.match, tale.seq), tale.what)
        if what != tale.what:
            yield f"{tale.match}: {tale.seq} was told as {tale.what[:80]} and is {what[:80]}"
