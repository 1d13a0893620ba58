"""Plays the tables of a tournament: from the journal what is there, the rest by threads or on a cluster."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from hotdice.arena.journal import Journal, table_key
from hotdice.arena.match import Match, Seating
from hotdice.arena.playing import Stretch, referee_stretch, stretch_of
from hotdice.arena.simulator import SLOW_STRETCH, Progress, add_up, stretches
from hotdice.arena.tally import Tally
from hotdice.arena.tournament import Entrant, TableResult, match_of
from hotdice.players import Player, make
from hotdice.players.program_bot import Limits, ProgramBot
from hotdice.rules import Ruleset

JOURNAL_STRETCH = 100_000
"""Games of one journal line of compiled play: a kill loses a fraction of a second."""

RemoteStretch = Callable[[Match], Stretch]
"""Where compiled games are played, if not here."""


class TablePlayer:
    """Plays tables, each game once: what the journal holds is not played again."""

    def __init__(
        self,
        rules: Ruleset,
        journal: Journal,
        *,
        games: int,
        slow_games: int,
        seed: str,
        seating: Seating = Seating.DUPLICATE,
        threads: int = 1,
        limits: Limits | None = None,
        remote: RemoteStretch | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.rules, self.journal, self.seed, self.seating = rules, journal, seed, seating
        self.games, self.slow_games = games, slow_games
        self.threads, self.limits, self.remote, self.progress = threads, limits, remote, progress
        self.expected = 0
        self._done = 0
        self._lock = Lock()

    def play_all(self, tables: Sequence[tuple[Entrant, ...]]) -> list[TableResult]:
        """Play some tables, those of programs side by side."""
        self.expected += sum(self._games_of(table) for table in tables)
        found: dict[tuple[Entrant, ...], Tally] = {}
        slow = [table for table in tables if not self._compiles(table)]
        for table in tables:
            if table not in slow:
                found[table] = self.play(table)
        with ThreadPoolExecutor(self.threads) as pool:
            found |= zip(slow, pool.map(self.play, slow), strict=True)
        return [TableResult(table, found[table]) for table in tables]

    def play(self, table: tuple[Entrant, ...]) -> Tally:
        """Play one table."""
        match = match_of(self.rules, table, self.seed, self.seating)
        key = table_key(match, [entrant.content for entrant in table])
        if self._compiles(table):
            return self._play_compiled(match, key)
        return self._play_slowly(match, key)

    def _compiles(self, table: tuple[Entrant, ...]) -> bool:
        if any(entrant.content for entrant in table):
            return False
        return stretch_of(match_of(self.rules, table, self.seed, self.seating))[1]

    def _games_of(self, table: tuple[Entrant, ...]) -> int:
        match = match_of(self.rules, table, self.seed, self.seating)
        return match.whole(self.games if self._compiles(table) else self.slow_games)

    def _play_compiled(self, match: Match, key: str) -> Tally:
        play = self.remote(match) if self.remote else stretch_of(match)[0]
        pieces = list(stretches(match.whole(self.games), match.whole(JOURNAL_STRETCH)))
        known = [self.journal.find(key, *piece) for piece in pieces]
        total = sum((tally for tally in known if tally is not None), Tally(len(match.bots)))
        self._note(total.games)

        def play_and_write(first: int, last: int) -> Tally:
            tally = play(first, last)
            with self._lock:
                self.journal.add(key, first, last, tally)
            self._note(tally.games)
            return tally

        missing = [piece for piece, tally in zip(pieces, known, strict=True) if tally is None]
        return total + add_up(play_and_write, len(match.bots), missing, workers=self.threads)

    def _play_slowly(self, match: Match, key: str) -> Tally:
        players: list[Player] = [self._seat(bot) for bot in match.bots]
        try:
            play = referee_stretch(match, players)
            total = Tally(len(match.bots))
            for first, last in stretches(match.whole(self.slow_games), match.whole(SLOW_STRETCH)):
                tally = self.journal.find(key, first, last)
                if tally is None:
                    before = {id(p): len(p.faults) for p in players if isinstance(p, ProgramBot)}
                    tally = play(first, last)
                    notes = [
                        f"{player.path}\t{fault}"
                        for player in players
                        if isinstance(player, ProgramBot)
                        for fault in player.faults[before[id(player)] :]
                    ]
                    with self._lock:
                        self.journal.add(key, first, last, tally, notes)
                total += tally
                self._note(tally.games)
            return total
        finally:
            for player in players:
                if isinstance(player, ProgramBot):
                    player.close()

    def _seat(self, bot: str) -> Player:
        name, _, path = bot.partition(":")
        return ProgramBot(path, self.limits) if name == "program" else make(bot)

    def _note(self, games: int) -> None:
        with self._lock:
            self._done += games
            if self.progress is not None and self.expected:
                self.progress(self._done, max(self.expected, self._done))
