"""Many games of one match, spread over threads in stretches, with the counts added up."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from msgspec import field

from hotdice.arena.match import Match
from hotdice.arena.playing import Stretch, stretch_of
from hotdice.arena.tally import Tally
from hotdice.frozen import Frozen
from hotdice.players import make
from hotdice.players.program_bot import ProgramBot

STRETCH = 20_000
"""Games of one piece of compiled work: some tens of milliseconds, so that progress is seen."""
CARD_STRETCH = 500
"""With cards a game takes longer: about a second's work, for the slowest bots that are compiled."""
SLOW_STRETCH = 20

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


class Simulation(Frozen):
    """The counts of a match, how long its games took, and whether compiled code played them."""

    match: Match
    tally: Tally
    seconds: float
    compiled: bool
    faults: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What programs did wrong, by the bot's name."""


def stretches(games: int, size: int) -> Iterator[tuple[int, int]]:
    """The numbers of all games, cut into stretches.

    >>> list(stretches(5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    for first in range(0, games, size):
        yield first, min(first + size, games)


def simulate(
    match: Match, games: int, *, threads: int = 0, progress: Progress | None = None, partial: bool = False
) -> Simulation:
    """Play games 0 to `games` - 1 of a match; no number of threads changes what comes out.

    Where games belong together, as in a duplicate match, the number is rounded up to whole groups. With
    `partial` an interrupt does not throw the games away that are over: their counts come back.

    >>> found = simulate(Match("classic", ("threshold:300", "greedy"), seed="1"), 1000)
    >>> found.tally.games, found.compiled
    (1000, True)

    Raises:
        EndlessGame: the bots do not bring a game to an end.
        ValueError: the sheet does not allow that many players, or there is no such bot.
    """
    games = match.whole(games)
    players = (
        [make(bot) for bot in match.bots] if any(bot.startswith("program:") for bot in match.bots) else None
    )
    play, compiled = stretch_of(match, players)
    fast = STRETCH if match.rules.deck is None else CARD_STRETCH
    if compiled:
        # Compiles, or reads what was compiled before, and works out what the exact bots need most: no part
        # of the time that counts.
        play(0, match.whole(min(fast, games // 10)) or match.block)
    size = match.whole(fast if compiled else SLOW_STRETCH)
    # The referee is plain Python: a second thread would only get in its way.
    workers = (threads or os.cpu_count() or 1) if compiled else 1
    started = time.perf_counter()
    tally = add_up(
        play,
        len(match.bots),
        stretches(games, size),
        workers=workers,
        progress=None if progress is None else lambda done: progress(done, games),
        partial=partial,
    )
    seconds = time.perf_counter() - started
    faults: dict[str, tuple[str, ...]] = {}
    for bot, player in zip(match.bots, players or (), strict=False):
        if isinstance(player, ProgramBot):
            player.close()
            if player.faults:
                faults[bot] = faults.get(bot, ()) + tuple(map(str, player.faults))
    return Simulation(match, tally, seconds, compiled, faults)


def add_up(
    play: Stretch,
    bots: int,
    pieces: Iterable[tuple[int, int]],
    *,
    workers: int,
    progress: Callable[[int], None] | None = None,
    partial: bool = False,
) -> Tally:
    """The sum of the tallies of all pieces, played by some threads; `progress` hears of the games so far.

    With `partial` an interrupt ends it with what is there by then, if there is anything.

    >>> from hotdice.arena.playing import stretch_of
    >>> play, _ = stretch_of(Match("classic", ("cautious", "greedy")))
    >>> add_up(play, 2, [(0, 10), (10, 20)], workers=2).games
    20
    """
    total = Tally(bots)
    pending = iter(pieces)
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[Tally]] = {pool.submit(play, *piece) for piece in islice(pending, 2 * workers)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    total += future.result()
                running |= {pool.submit(play, *piece) for piece in islice(pending, len(done))}
                if progress is not None:
                    progress(total.games)
        except KeyboardInterrupt:
            if not partial or not total.games:
                raise
        finally:
            for future in running:
                future.cancel()
    return total
