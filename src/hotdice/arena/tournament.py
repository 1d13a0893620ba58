"""A tournament: who takes part, which tables are played, and what came out."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path

from hotdice.arena.match import Match, Seating
from hotdice.arena.statistics import NORMAL_95, Estimate, share_of
from hotdice.arena.tally import Tally
from hotdice.frozen import Frozen
from hotdice.rules import Ruleset

MOST_ENTRANTS = 200


class Entrant(Frozen):
    """Somebody who takes part: a short name, the bot's full name, and the content of its program."""

    name: str
    bot: str
    content: str = ""


class TableResult(Frozen):
    """Some entrants at one table and the counts of their games, in the order of the entrants."""

    entrants: tuple[Entrant, ...]
    tally: Tally

    def share(self, name: str) -> Estimate:
        """One entrant's share of the wins at this table."""
        return share_of(self.tally, [entrant.name for entrant in self.entrants].index(name))


class Standing(Frozen):
    """One line of the final ranking."""

    rank: int
    entrant: Entrant
    share: Estimate
    tables: int


PlayTable = Callable[[tuple[Entrant, ...]], Tally]


def built_in(name: str) -> Entrant:
    """An entrant from the line-up.

    >>> built_in("threshold:300").bot
    'threshold:300'
    """
    return Entrant(name, name)


def programs_in(folder: Path) -> list[Entrant]:
    """Every bot in a folder: Python files and programs that may be run, except tests and hidden files.

    >>> programs_in(Path("/nonexistent"))
    []
    """
    from hotdice.players.program_bot import program_command

    found: list[Entrant] = []
    for path in sorted(folder.glob("*")):
        if path.name.startswith((".", "_", "test_")) or not path.is_file():
            continue
        try:
            program_command(str(path))
        except ValueError:
            continue
        name = path.stem if path.suffix == ".py" else path.name
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        found.append(Entrant(name, f"program:{path.resolve()}", content))
    return found


def named_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants with a number behind a name that occurs twice.

    >>> [entrant.name for entrant in named_apart([built_in("greedy"), built_in("greedy")])]
    ['greedy', 'greedy (2)']
    """
    seen: dict[str, int] = {}
    found: list[Entrant] = []
    for entrant in entrants:
        seen[entrant.name] = seen.get(entrant.name, 0) + 1
        number = seen[entrant.name]
        name = entrant.name if number == 1 else f"{entrant.name} ({number})"
        found.append(Entrant(name, entrant.bot, entrant.content))
    return found


def match_of(rules: Ruleset, entrants: Sequence[Entrant], seed: str, seating: Seating) -> Match:
    """The match that some entrants play at one table."""
    return Match.of(rules, tuple(entrant.bot for entrant in entrants), seed=seed, seating=seating)


def round_robin(rules: Ruleset, entrants: Sequence[Entrant]) -> Iterator[tuple[Entrant, ...]]:
    """Every table: all pairs, or all groups of the fewest players that the sheet allows.

    >>> from hotdice.rules import load
    >>> tables = round_robin(load("classic"), [built_in("random"), built_in("cautious"), built_in("greedy")])
    >>> [[entrant.name for entrant in table] for table in tables]
    [['random', 'cautious'], ['random', 'greedy'], ['cautious', 'greedy']]
    """
    return combinations(entrants, rules.min_players)


def climb_ladder(entrants: Sequence[Entrant], play: PlayTable) -> tuple[list[Entrant], list[TableResult]]:
    """A ladder: each newcomer starts at the foot and climbs while it beats the one above.

    Returns the ladder from the top, and the tables that were played.

    >>> def play(pair):
    ...     tally = Tally(2)
    ...     tally.games = tally.blocks = 1
    ...     tally.wins[0 if pair[0].name > pair[1].name else 1, 1] = 1
    ...     return tally
    >>> ladder, tables = climb_ladder([built_in(name) for name in "bca"], play)
    >>> [entrant.name for entrant in ladder], len(tables)
    (['c', 'b', 'a'], 2)
    """
    ladder: list[Entrant] = []
    tables: list[TableResult] = []
    for newcomer in entrants:
        place = len(ladder)
        while place > 0:
            table = TableResult((newcomer, ladder[place - 1]), play((newcomer, ladder[place - 1])))
            tables.append(table)
            if table.share(newcomer.name).mean <= 0.5:
                break
            place -= 1
        ladder.insert(place, newcomer)
    return ladder, tables


def standings(entrants: Sequence[Entrant], tables: Sequence[TableResult]) -> list[Standing]:
    """The ranking by mean share of the wins over all tables of an entrant.

    >>> tally = Tally(2)
    >>> tally.games = tally.blocks = 10
    >>> tally.wins[0, 1], tally.wins[1, 1] = 3, 7
    >>> pair = (built_in("random"), built_in("greedy"))
    >>> [(line.rank, line.entrant.name) for line in standings(pair, [TableResult(pair, tally)])]
    [(1, 'greedy'), (2, 'random')]
    """
    found: list[tuple[Entrant, Estimate, int]] = []
    for entrant in entrants:
        shares = [table.share(entrant.name) for table in tables if entrant in table.entrants]
        if shares:
            found.append((entrant, _mean(shares), len(shares)))
    found.sort(key=lambda line: (-line[1].mean, line[0].name))
    return [Standing(rank, *line) for rank, line in enumerate(found, 1)]


def _mean(shares: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates."""
    count = len(shares)
    mean = sum(share.mean for share in shares) / count
    spread = sum(((share.high - share.low) / 2 / NORMAL_95) ** 2 for share in shares)
    reach = NORMAL_95 * sqrt(spread) / count
    return Estimate(mean, max(0.0, mean - reach), min(1.0, mean + reach))
