"""The seals of a server's days that this computer has seen: a seed cannot be changed after that."""

from hotdice.club.days import seal_of
from hotdice.match.days import DayNow, Sealed
from hotdice.terminal.devices import Devices

MOST = 60
"""So many days are remembered for each server."""


def faults_of(day: Sealed, seen: str = "") -> list[str]:
    """What does not hold of a day: its seed against its seal, its seal against the one that was seen before.

    >>> faults_of(Sealed("2026-11-16", 1, seal_of("7"), "7"), seen=seal_of("7"))
    []
    >>> faults_of(Sealed("2026-11-16", 1, seal_of("7"), "8"))
    ['The seed of 2026-11-16 does not fit its seal. Do not trust these dice.']
    """
    found = []
    if seen and seen not in {one.seal for one in day.seals}:
        found += [f"The seal of {day.day} is not the one that was seen here before. Do not trust these dice."]
    if any(seal_of(one.seed) != one.seal for one in day.seals if one.seed):
        found += [f"The seed of {day.day} does not fit its seal. Do not trust these dice."]
    return found


def heed(devices: Devices, server: str, *days: Sealed) -> list[str]:
    """Hold days against what was seen of them, and remember those that are new; a sentence for each fault."""
    kept = devices.of(server).get("seals")
    seen: dict[str, str] = dict(kept) if isinstance(kept, dict) else {}
    found = [fault for day in days for fault in faults_of(day, str(seen.get(day.day, "")))]
    # What was seen first stays: a seal that changes is told every time.
    new = {day.day: day.seal for day in days if day.day not in seen}
    if new:
        devices.remember(server, seals=dict(sorted((seen | new).items())[-MOST:]))
    return found


def heed_now(devices: Devices, server: str, now: DayNow) -> list[str]:
    """The same for what a server says of today: the next day's seal is seen before anybody plays it."""
    return heed(devices, server, now.last, now.today, now.next)
