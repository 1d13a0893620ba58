"""Days of the daily game: their numbers, how long one is open, and the seed that its dice follow from."""

import hashlib
import hmac
from datetime import UTC, date, datetime, time, timedelta

FIRST = date(2026, 1, 1)
"""Day number 1."""
GRACE = timedelta(hours=2)
"""A game that was begun in time may be ended so long after midnight."""
_FORMULA = "hotdice-daily-1"


def today(now: datetime | None = None) -> date:
    """The day of the daily game: a day of UTC, wherever somebody lives.

    >>> today(datetime(2026, 11, 16, 23, 59, tzinfo=UTC))
    datetime.date(2026, 11, 16)
    """
    return (now or datetime.now(UTC)).astimezone(UTC).date()


def number_of(day: date) -> int:
    """The number by which people name a day's game.

    >>> number_of(date(2026, 8, 2))
    214
    """
    return (day - FIRST).days + 1


def parse_day(text: str) -> date:
    """A day by its date or its number.

    >>> parse_day("214") == parse_day("2026-08-02")
    True

    Raises:
        ValueError: it is neither, or before the first day.
    """
    try:
        day = FIRST + timedelta(days=int(text) - 1) if text.isdigit() else date.fromisoformat(text)
    except (ValueError, OverflowError):
        raise ValueError(
            f"{text[:20]!r} is no day: a date such as 2026-08-02, or a number such as 214"
        ) from None
    if day < FIRST:
        raise ValueError(f"the first daily game was that of {FIRST}")
    return day


def closes(day: date) -> datetime:
    """The moment at which the last game of a day is over and its seal may be opened."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + GRACE


def may_begin(day: date, now: datetime) -> bool:
    """Whether a game of this day counts if it begins now."""
    return today(now) == day


def may_end(day: date, now: datetime) -> bool:
    """Whether a game that was begun in time still counts if it ends now.

    >>> day = date(2026, 11, 16)
    >>> [may_end(day, datetime(2026, 11, 17, hour, tzinfo=UTC)) for hour in (1, 3)]
    [True, False]
    """
    return datetime.combine(day, time(), UTC) <= now < closes(day)


def open_days(now: datetime) -> tuple[date, ...]:
    """The days of which a game may be played now: today, and yesterday for two hours.

    >>> open_days(datetime(2026, 11, 17, 1, tzinfo=UTC))
    (datetime.date(2026, 11, 16), datetime.date(2026, 11, 17))
    """
    last = today(now)
    return tuple(day for day in (last - timedelta(days=1), last) if may_end(day, now))


def open_seed(day: date) -> str:
    """The seed of a day where there is no server: everybody can compute it, so its game is called open.

    >>> open_seed(date(2026, 11, 16))[:16]
    'f84a09eb420e86d7'
    """
    return hashlib.sha256(f"{_FORMULA} open {day.isoformat()}".encode()).hexdigest()


def sealed_seed(secret: bytes, day: date, epoch: str = "") -> str:
    """The seed of a day on a server: it follows from a secret that was drawn the day before at the latest.

    A day on which the server was restored from a backup goes on with the seed of that epoch: dice that were
    seen do not fall again.

    >>> len({sealed_seed(b"secret", date(2026, 11, 16), epoch) for epoch in ("", "e1", "e2")})
    3
    """
    message = f"{_FORMULA} sealed {day.isoformat()}" + (f" restored {epoch}" if epoch else "")
    return hmac.new(secret, message.encode(), hashlib.sha256).hexdigest()


def seal_of(seed: str) -> str:
    """What a server shows of a seed before the day: its hash, which binds it.

    >>> seal_of("00")[:12]
    'f1534392279b'
    """
    return hashlib.sha256(seed.encode()).hexdigest()
