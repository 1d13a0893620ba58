"""What spans matches: the daily game, skill without luck, medals, a page about you, evenings."""

from typing import TYPE_CHECKING

from hotdice.fetching import fetched

if TYPE_CHECKING:
    from hotdice.club.daily import Judged, NotCounted, check_record, fox_game, judge
    from hotdice.club.days import open_seed, parse_day, today
    from hotdice.club.sharing import share_text

__all__ = [
    "Judged",
    "NotCounted",
    "check_record",
    "fox_game",
    "judge",
    "open_seed",
    "parse_day",
    "share_text",
    "today",
]

_HOMES = {
    "Judged": "hotdice.club.daily",
    "NotCounted": "hotdice.club.daily",
    "check_record": "hotdice.club.daily",
    "fox_game": "hotdice.club.daily",
    "judge": "hotdice.club.daily",
    "open_seed": "hotdice.club.days",
    "parse_day": "hotdice.club.days",
    "share_text": "hotdice.club.sharing",
    "today": "hotdice.club.days",
}
__getattr__ = fetched(__name__, _HOMES)
