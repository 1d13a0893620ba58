"""What a sealed game came to: points, what was given away, the lists of the day; whether its seal holds."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple, TypeVar

import msgspec

from hotdice.client.days import DayClient, events_in
from hotdice.client.http import ServerRefused
from hotdice.club.daily import Judged, NotCounted, check_record, judge
from hotdice.club.days import closes
from hotdice.club.sharing import share_text
from hotdice.game import PositionError, Record, parse_position
from hotdice.match.days import DayLists, DayRow, Fork, OwnDay, Sealed
from hotdice.terminal.console import Console
from hotdice.terminal.daily_play import tell_rounds
from hotdice.terminal.day_seals import faults_of
from hotdice.terminal.sealed_table import record_of

ROWS = 10
FORKS = 8
Found = TypeVar("Found")


class Result(NamedTuple):
    """A game that is over, with all that the server tells about its day."""

    server: str
    day: date
    own: OwnDay
    record: Record
    mine: Judged
    fox: Judged
    lists: DayLists | None
    forks: tuple[Fork, ...]
    days: int
    faults: tuple[str, ...]

    @property
    def share(self) -> str:
        """Three lines for friends."""
        return share_text(self.mine, self.fox.points, sealed=True)


def result_of(client: DayClient, own: OwnDay, sealed: Sealed) -> Result:
    """Ask for the rest, judge both games, and check the seal as far as it is told.

    Raises:
        ServerRefused: what the server tells is no legal game.
    """
    day = date.fromisoformat(own.day)
    record, fox = record_of(events_in(own.events)), record_of(events_in(own.fox), "Vesper", "champion")
    forks = _asked(lambda: client.forks(day)) if sealed.seed else None
    now = _asked(client.now)
    return Result(
        client.http.server,
        day,
        own,
        record,
        judge(record, own.day),
        judge(fox, own.day),
        _asked(lambda: client.lists(day)),
        forks or (),
        now.played if now else 0,
        tuple(_faults(own, record, fox, sealed)),
    )


def _asked(ask: Callable[[], Found]) -> Found | None:
    """What else there is to tell: the result stands without it."""
    try:
        return ask()
    except ServerRefused:
        return None


def _faults(own: OwnDay, record: Record, fox: Record, sealed: Sealed) -> Iterator[str]:
    """Whether the game was played by a seal of its day, and its dice follow from the seed that was told."""
    if own.seal not in {one.seal for one in sealed.seals}:
        yield f"Your game was not played by the seal of {own.day}. Do not trust these dice."
    if not own.seed:
        return
    yield from faults_of(Sealed(own.day, own.number, own.seal, own.seed))
    for whose, game in (("your", record), ("the fox's", fox)):
        try:
            check_record(game, own.seed)
        except NotCounted as error:
            yield f"The seed does not give {whose} game: {error}. Do not trust these dice."


def tell(console: Console, result: Result) -> None:
    """All of it, line by line."""
    mine, own = result.mine, result.own
    tell_rounds(console, mine, result.fox)
    gave = round(mine.given_away)
    said = f"{gave:,} given away against best play" if gave else "nothing given away"
    console.say(f"{mine.points:,} points, {said}.", strong=True)
    if own.refused:
        console.say("The server could not count this game: its record does not follow from the day's dice.")
    elif not own.counted:
        console.say("It is not in the lists yet: the server counts it in a moment.")
    console.say()
    console.say(result.share)
    console.say()
    if result.lists and result.lists.people:
        for line in _lists(result.lists):
            console.say(line)
    for line in fork_lines(result.forks):
        console.say(line)
    for line in _seal(result):
        console.say(line)
    if result.days:
        console.say(f"Played {result.days} day{'' if result.days == 1 else 's'} on this server.")
    console.say("Best play has 5,464 on the mean. Just for fun; nobody checks.")


def _lists(lists: DayLists) -> Iterator[str]:
    people = f"{lists.people:,} {'person has' if lists.people == 1 else 'people have'} played"
    for title, rows in (("Gave away least", lists.given_away), ("Most points", lists.points)):
        yield f"{title} ({people}; those you have sat at a table with come first):"
        yield f"  {'':>6}  {'':24}  {'points':>7}  {'gave away':>9}"
        near = [row for row in rows if row.you or row.friend]
        others = [row for row in rows if not (row.you or row.friend)]
        yield from map(_row, near + others[: max(0, ROWS - len(near))])
        yield ""


def _row(row: DayRow) -> str:
    # A name is written by somebody else: nothing in it may move the cursor.
    name = "".join(letter for letter in row.name if letter.isprintable())[:40] or "somebody"
    whose = " (you)" if row.you else " (friend)" if row.friend else ""
    return f"  {row.place:5,}.  {name + whose:24}  {row.points:7,}  {row.given_away:9,}"


def fork_lines(forks: tuple[Fork, ...]) -> Iterator[str]:
    """What the others did where you stood, where they did not all do the same.

    >>> place = "marina-solitaire~r1~s1~m1~n~0.0.y~t350.3"
    >>> for line in fork_lines((Fork(place, 8, {"bank": 0.625, "roll": 0.375}, "roll"),)):
    ...     print(line or ".")
    What everybody did at positions of your game:
      round 1, turn 350: 62 % bank, 38 % roll (8 people; you: roll)
    .
    """
    told = [fork for fork in forks if len(fork.shares) > 1][:FORKS]
    if told:
        yield "What everybody did at positions of your game:"
    for fork in told:
        shares = ", ".join(f"{100 * share:.0f} % {choice}" for choice, share in list(fork.shares.items())[:3])
        yield f"  {_place(fork.position)}: {shares} ({fork.people} people; you: {fork.yours})"
    if told:
        yield ""


def _place(position: str) -> str:
    try:
        state = parse_position(position)
    except PositionError:
        return position
    roll = f"roll {' '.join(map(str, state.faces))}, " if state.faces else ""
    return f"round {state.round}, {roll}turn {state.turn_total:,}"


def _seal(result: Result) -> Iterator[str]:
    own = result.own
    if result.faults:
        yield from result.faults
    elif own.seed:
        yield f"Checked: the SHA-256 of the seed {own.seed} is the seal {own.seal},"
        yield "and every throw of your game and of the fox's follows from it."
    else:
        yield f"The seal of these dice: {own.seal}"
        yield f"The seed, and what everybody did, is told from {closes(result.day):%Y-%m-%d %H:%M} UTC on:"
        yield f"  hotdice daily --server {result.server} --day {own.day}"


def as_json(result: Result) -> dict[str, object]:
    """The same as one object."""
    own = result.own
    return {
        "server": result.server,
        "day": own.day,
        "number": result.mine.number,
        "points": result.mine.points,
        "given_away": result.mine.given_away,
        "fox": result.fox.points,
        "rounds": msgspec.to_builtins(result.mine.rounds),
        "share": result.share,
        "days": result.days,
        "counted": own.counted,
        "refused": own.refused,
        "seal": own.seal,
        "seed": own.seed,
        "faults": list(result.faults),
        "lists": msgspec.to_builtins(result.lists),
        "forks": msgspec.to_builtins(result.forks),
    }
