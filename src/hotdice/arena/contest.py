"""Holds a tournament from its description: gathers the entrants, plays the tables, ranks and rates."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from hotdice.arena.journal import Journal, table_key
from hotdice.arena.match import Seating
from hotdice.arena.ratings import Rating, rate
from hotdice.arena.report import Outcome
from hotdice.arena.simulator import Progress
from hotdice.arena.tables import TablePlayer
from hotdice.arena.tournament import (
    MOST_ENTRANTS,
    Entrant,
    Standing,
    TableResult,
    built_in,
    climb_ladder,
    match_of,
    named_apart,
    programs_in,
    round_robin,
    standings,
)
from hotdice.frozen import Frozen
from hotdice.game import new_game
from hotdice.players import make
from hotdice.players.program_bot import Limits
from hotdice.rules import Ruleset

GAMES, SLOW_GAMES = 100_000, 200


class Contest(Frozen):
    """The description of a tournament. Without `games`: many for the line-up, fewer for programs."""

    rules: Ruleset
    folder: Path
    bots: tuple[str, ...] = ()
    games: int | None = None
    seed: str = "0"
    ladder: bool = False
    duplicate: bool = True
    limit: float = 1.0
    thinking: float = 120.0
    threads: int = 1
    cluster: str | None = None
    fresh: bool = False


def hold(contest: Contest, progress: Progress | None = None) -> Outcome:
    """Hold a tournament; a journal in the folder's `results` lets it go on where it was stopped.

    >>> import tempfile
    >>> from hotdice.rules import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     bots = ("cautious", "greedy")
    ...     outcome = hold(Contest(rules=load("classic"), folder=Path(folder), bots=bots, games=1000))
    >>> outcome.standings[0].entrant.name
    'greedy'

    Raises:
        ValueError: there are too few or too many entrants, or a bot or the sheet does not fit.
    """
    entrants = gather(contest)
    results = contest.folder / "results"
    results.mkdir(parents=True, exist_ok=True)
    path = results / "journal.jsonl"
    if contest.fresh:
        path.unlink(missing_ok=True)
    seating = Seating.DUPLICATE if contest.duplicate else Seating.ROTATE
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(path))
        remote = None
        if contest.cluster is not None:
            from hotdice.arena.cluster import Cluster

            remote = stack.enter_context(Cluster(contest.cluster)).stretch
        player = TablePlayer(
            contest.rules,
            journal,
            games=contest.games or GAMES,
            slow_games=contest.games or SLOW_GAMES,
            seed=contest.seed,
            seating=seating,
            threads=contest.threads,
            limits=Limits(answer=contest.limit, thinking=contest.thinking),
            remote=remote,
            progress=progress,
        )
        if contest.ladder:
            ladder, tables = climb_ladder(entrants, player.play)
            lines = _in_ladder_order(ladder, standings(entrants, tables))
        else:
            tables = player.play_all(list(round_robin(contest.rules, entrants)))
            lines = standings(entrants, tables)
        faults = _faults(contest, entrants, tables, journal, seating)
    return Outcome(
        rules=contest.rules,
        form="ladder" if contest.ladder else "round robin",
        seed=contest.seed,
        seating=str(seating),
        standings=tuple(lines),
        tables=tuple(tables),
        ratings=_ratings(entrants, tables),
        faults=faults,
    )


def gather(contest: Contest) -> list[Entrant]:
    """Everybody who takes part: the programs of the folder, then the line-up."""
    for bot in contest.bots:
        make(bot)  # a wrong name is told before anything is played
    found = named_apart([*programs_in(contest.folder), *(built_in(bot) for bot in contest.bots)])
    seats = contest.rules.min_players
    new_game(contest.rules, seats)
    fewest = 2 if contest.ladder else max(2, seats)
    if contest.ladder and seats != 2:
        raise ValueError(f"a ladder is for two at a table; {contest.rules.title} is not")
    if not fewest <= len(found) <= MOST_ENTRANTS:
        raise ValueError(
            f"a tournament of {contest.rules.title} needs {fewest} to {MOST_ENTRANTS} bots; there are "
            f"{len(found)} in {contest.folder} and --players"
        )
    return found


def _in_ladder_order(ladder: Sequence[Entrant], lines: Sequence[Standing]) -> list[Standing]:
    by_name = {line.entrant.name: line for line in lines}
    return [
        Standing(rank, entrant, by_name[entrant.name].share, by_name[entrant.name].tables)
        for rank, entrant in enumerate(ladder, 1)
    ]


def _ratings(entrants: Sequence[Entrant], tables: Sequence[TableResult]) -> dict[str, Rating]:
    """Ratings, where tables are pairs and openskill is installed."""
    pairs = [table for table in tables if len(table.entrants) == 2]
    if not pairs:
        return {}
    shares = {
        (table.entrants[0].name, table.entrants[1].name): table.share(table.entrants[0].name).mean
        for table in pairs
    }
    try:
        return rate([entrant.name for entrant in entrants], shares)
    except ImportError:
        return {}


def _faults(
    contest: Contest,
    entrants: Sequence[Entrant],
    tables: Sequence[TableResult],
    journal: Journal,
    seating: Seating,
) -> dict[str, list[str]]:
    """What the programs did wrong at these tables, from the journal, so that a resumed contest knows all."""
    found: dict[str, list[str]] = {}
    names = {entrant.bot.partition(":")[2]: entrant.name for entrant in entrants if entrant.content}
    for table in tables:
        match = match_of(contest.rules, table.entrants, contest.seed, seating)
        key = table_key(match, [entrant.content for entrant in table.entrants])
        for note in journal.notes.get(key, []):
            path, _, sentence = note.partition("\t")
            found.setdefault(names[path], []).append(sentence)
    return found
