"""The ladder of a server: finished games are judged beside the play, and skill is shown once it is sure.

What a game says about skill the club knows; here its accounts are kept, and games that do not count say why.
"""

import asyncio
import logging

import msgspec

from hotdice.club.evening.luck import worth_of
from hotdice.club.ladder import Standing, bots_of, is_rateable, standing_of
from hotdice.club.skill import Account, accounts_of, why_unrated
from hotdice.coach.asking import AskReview
from hotdice.coach.forms import Review
from hotdice.game import RecordError, Refusal, parse_record
from hotdice.match import facts as f
from hotdice.match.hosted import NoSuchMatch, Quarantined
from hotdice.match.hosting import Host
from hotdice.match.lobby import Lobby
from hotdice.match.store import SqlStore
from hotdice.match.store.club import StoredAccount
from hotdice.server.coaching import CoachFault, CoachPool

LOG = logging.getLogger("hotdice.server")
SWITCH = "ladder"
AT_ONCE = 20
"""So many games are judged in one go; the others have their turn a minute later."""
AWAY = (f.StandInSeated, f.PlayerReplaced, f.TurnSkipped, f.PlayerLeft)


class Ladder:
    """The ladder; it is off until the host switches it on."""

    def __init__(self, store: SqlStore, host: Host, lobby: Lobby, coach: CoachPool) -> None:
        self._store = store
        self._host = host
        self._lobby = lobby
        self._coach = coach

    async def is_on(self) -> bool:
        """Whether the host has switched it on."""
        return await asyncio.to_thread(self._store.setting, SWITCH) == "on"

    async def switch(self, *, on: bool) -> None:
        """Switch it on or off; what was judged stays."""
        await asyncio.wrap_future(self._store.set_setting(SWITCH, "on" if on else "off"))

    async def rate_due(self) -> int:
        """Judge finished games that have not been judged, if the ladder is on; how many."""
        if not await self.is_on():
            return 0
        count = 0
        for match in await asyncio.to_thread(self._store.club.unrated, AT_ONCE):
            count += await self.rate(match)
        return count

    async def rate(self, match: str) -> bool:
        """Judge a finished game and keep its accounts, or why it has none; false where that has to wait."""
        try:
            hosted = await self._host.look(match)
        except (NoSuchMatch, Quarantined):
            return False
        table = hosted.table
        if table is None or table.phase != "over":
            return False
        found = await self._judge(match)
        if found is None:
            return False
        why, accounts = (found, ()) if isinstance(found, str) else ("", found)
        rows = []
        for seat, chair in enumerate(table.chairs):
            one = accounts[seat] if accounts else Account("", len(table.chairs), 0.0, 0.0, 0.0, 0)
            values = (one.sheet, one.seats, one.result, one.adjusted, one.given_away, one.decisions)
            rows.append(StoredAccount(match, seat, chair.person, *values, why))
        await asyncio.wrap_future(self._store.club.add_accounts(rows))
        return True

    async def worth(self, match: str) -> dict[str, float]:
        """What a finished game was worth to each person without luck; empty where that is not known."""
        try:
            table = (await self._host.look(match)).table
        except (NoSuchMatch, Quarantined):
            return {}
        found = await self._judge(match) if table is not None and table.phase == "over" else None
        if table is None or found is None or isinstance(found, str):
            return {}
        worth = worth_of([one.given_away for one in found])
        return {chair.person: one for chair, one in zip(table.chairs, worth, strict=True)}

    async def worth_of_record(self, text: str) -> tuple[float, ...]:
        """What a recorded game was worth to each of its seats without luck; empty where that is not known."""
        found = await self._judge_record(text)
        return worth_of([one.given_away for one in found]) if isinstance(found, tuple) else ()

    async def _judge(self, match: str) -> tuple[Account, ...] | str | None:
        """The accounts of a game, or why it is not rated; None where the coach is busy."""
        log = [f.decode_fact(event.body) for event in await asyncio.to_thread(self._store.read, match)]
        finished = [fact for fact in log if isinstance(fact, f.GameFinished)]
        if not finished or finished[-1].reason != "played":
            return "the game was not played to its end"
        if any(isinstance(fact, AWAY) for fact in log):
            return "somebody was away or left"
        text = await self._lobby.record(match)
        if isinstance(text, Refusal):
            return "the chances of such a game are not known exactly"
        return await self._judge_record(text)

    async def _judge_record(self, text: str) -> tuple[Account, ...] | str | None:
        try:
            if not is_rateable(record := parse_record(text)):
                return "the chances of such a game are not known exactly"
            why = why_unrated(record)
            if why:
                return why
            report = msgspec.json.decode(await self._coach.ask(AskReview(text, "win")), type=Review)
            return accounts_of(record, report)
        except CoachFault as fault:
            return None if fault.fault.status == 503 else "the coach cannot judge it"
        except RecordError:  # a duplicate match, Munchkin Dice: other records
            return "only games of Farkle at one table are rated"
        except ValueError as error:
            return str(error)

    async def standings(self, you: str) -> list[Standing]:
        """Everybody whose number means something, and the bots, best first on each sheet."""
        rungs = await asyncio.to_thread(self._store.club.ladder)
        people = [
            standing_of(
                rung.sheet, rung.seats, rung.games, rung.total, rung.squares, rung.decisions,
                name=rung.name, you=bool(you) and rung.person == you,
            )
            for rung in rungs
        ]  # fmt: skip
        shown = [standing for standing in people if standing.sure or standing.you]
        sheets = sorted({(standing.sheet, standing.seats) for standing in shown})
        bots = [bot for sheet, seats in sheets for bot in bots_of(sheet, seats)]
        return sorted(
            [*shown, *bots], key=lambda one: (one.sheet, one.seats, not one.sure, -one.wins, one.name)
        )
