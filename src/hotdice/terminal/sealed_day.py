"""`hotdice daily --server URL`: the sealed day of a server, begun here or on another device."""

import sys
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from hotdice.client.days import DayClient
from hotdice.client.http import HttpClient, ServerRefused
from hotdice.client.links import parse_link
from hotdice.club.daily import fox_game, judge
from hotdice.club.days import closes, number_of, parse_day
from hotdice.club.sharing import share_text
from hotdice.match.days import DayNow, OwnDay, Sealed
from hotdice.terminal.arriving import ARRIVAL, arrive, silent
from hotdice.terminal.breaking_off import broken_off
from hotdice.terminal.console import Console, can_draw
from hotdice.terminal.daily_files import file_of, keep_copy, load_game
from hotdice.terminal.daily_play import play, tell_rounds
from hotdice.terminal.day_seals import heed, heed_now
from hotdice.terminal.devices import Devices
from hotdice.terminal.open_table import OpenTable
from hotdice.terminal.options import fail, print_json
from hotdice.terminal.sealed_result import as_json, result_of, tell
from hotdice.terminal.sealed_table import SealedTable


class _Asked(NamedTuple):
    """What the command line asks for."""

    server: str
    day: date
    show: bool
    as_json: bool
    who: Mapping[str, Any]

    @property
    def again(self) -> str:
        return f"hotdice daily --server {self.server} --day {self.day}"


def run_sealed(link: str, chosen: str | None, *, show: bool, as_json: bool, who: Mapping[str, Any]) -> None:
    """Play the day of a server, or show what became of it."""
    given = [f"--{name}" for name in ARRIVAL if who[name]]
    if (show or as_json) and given:
        fail(f"--show and --json only read; leave out {', '.join(given)}")
    try:
        server = parse_link(link).server
        devices = Devices()
        client = DayClient(HttpClient(server, str(devices.of(server).get("key") or ""), on_silence=silent))
        now = client.now()  # a server that is not there, or has no days, is told before anything else
        today = date.fromisoformat(now.today.day)
        day = parse_day(chosen) if chosen else today
        if day > today:
            fail(f"the game of {day} has not begun; at this server it is {today} (UTC)")
        _Day(client, devices, now, _Asked(server, day, show, as_json, who)).run()
    except (ServerRefused, ValueError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        broken_off("stopped; your game is kept at the server, the same command goes on")


class _Day:
    """One day of one server, for whoever sits here."""

    def __init__(self, client: DayClient, devices: Devices, now: DayNow, asked: _Asked) -> None:
        self._client = client
        self._devices = devices
        self._now = now
        self._asked = asked
        self._console = Console(drawn=can_draw())
        self._faults = heed_now(devices, asked.server, now)
        self._past = asked.day.isoformat() != now.today.day
        self._sealed = now.today
        if self._past:
            self._sealed = client.sealed(asked.day)
            self._faults += [fault for fault in heed(devices, asked.server, self._sealed)
                             if fault not in self._faults]  # fmt: skip

    def run(self) -> None:
        """Play it, or show it."""
        if self._asked.show or self._asked.as_json:
            self._tell(self._over())
            return
        for fault in self._faults:
            self._console.say(fault, strong=True)
        if not self._past or any(self._asked.who[name] for name in ARRIVAL):
            # Over a pipe the first line is a move: nobody shall be called "roll" for the lack of a key.
            arrive(self._client.http, self._devices, self._asked.who, ask_name=sys.stdin.isatty())
        own = self._begun() if self._past else self._client.begin(self._asked.day)
        if own is not None and not own.over and self._sealed.seed:
            self._console.say(f"Your game of {own.day} was not ended in time.")
            own = None
        if own is None:
            self._practise(self._sealed)
            return
        if not own.over:
            own = self._play(own)
        if own.over:
            self._tell(own)

    def _begun(self) -> OwnDay | None:
        """The own game of a past day, if there is one."""
        if not self._client.http.key:
            return None
        try:
            return self._client.begin(self._asked.day)
        except ServerRefused as refused:
            if refused.code not in ("not_today", "unknown_device"):
                raise
            return None

    def _over(self) -> OwnDay:
        """The own game, which must be over; nothing is begun by asking."""
        asked = self._asked
        if not self._client.http.key:
            fail(f"{asked.server} does not know you yet: hotdice daily --server {asked.server} --name NAME")
        own = self._begun() if self._past or self._now.begun else None
        if own is None:
            fail(f"you have not played the game of {asked.day} there")
        if not own.over:
            fail(f"the game is not over yet: {asked.again}")
        return own

    def _play(self, own: OwnDay) -> OwnDay:
        table = SealedTable(self._client, self._asked.day, own)
        goes = "goes on" if own.length else "begins"
        self._console.say(
            f"Hotdice {number_of(self._asked.day)}, the daily game of {own.day} at {self._asked.server}; "
            f"it {goes} (just for fun; nobody checks).",
            strong=True,
        )
        opening = [f"The dice fall at the server; their seed is sealed: {own.seal}"]
        if self._sealed.restored:
            opening.append(
                "The server was restored from a backup on this day: games that were not over began anew, "
                "with other dice."
            )
        kept = f"The game is kept at the server: {self._asked.again} goes on, there or on another device."
        play(self._console, table, opening, kept)
        return self._client.begin(self._asked.day) if table.game.over else table.own

    def _practise(self, sealed: Sealed) -> None:
        """A past day by the seed that was told; it counts nowhere."""
        day = self._asked.day
        if not sealed.seed:
            told = f"{closes(day):%Y-%m-%d %H:%M}"
            fail(f"the game of {day} cannot be begun any more; for practice it can from {told} UTC on")
        path = file_of(day, practice=True, seed=sealed.seed)
        table = OpenTable(path, load_game(path, day, sealed.seed))
        if not table.game.over:
            self._console.say(
                f"Hotdice {number_of(day)}, the daily game of {day}, for practice.", strong=True
            )
            opening = [f"Its seed was told: {sealed.seed}", f"The seal of before: {sealed.seal}"]
            if not self._faults:
                opening.append("Checked: the seal is the SHA-256 of the seed.")
            play(self._console, table, opening, f"The game is kept: {self._asked.again} goes on.")
        if table.game.over:
            mine, fox = judge(table.game.record, day.isoformat()), fox_game(sealed.seed)
            tell_rounds(self._console, mine, judge(fox, day.isoformat()))
            self._console.say("For practice; it counts nowhere.")
            self._console.say(share_text(mine, fox.state().totals[0], sealed=False))

    def _tell(self, own: OwnDay) -> None:
        result = result_of(self._client, own, self._sealed)
        result = result._replace(faults=tuple(dict.fromkeys([*self._faults, *result.faults])))
        fault = keep_copy(self._asked.server, self._asked.day, result.record)
        if self._asked.as_json:
            print_json(as_json(result))
            return
        tell(self._console, result)
        if fault:
            self._console.say(fault)
