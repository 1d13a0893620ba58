"""What people type about an evening: somebody by number or name, scores with or without names."""

from pathlib import Path

from hotdice.club.evening.state import Evening, Scores, Table
from hotdice.game import Record
from hotdice.terminal.keep_words import number


class Unclear(ValueError):  # noqa: N818 - the sentence is what matters
    """What was typed cannot be understood, with a sentence."""


def find_player(evening: Evening, text: str) -> int:
    """Somebody by number, by name, or by the beginning of a name.

    Raises:
        Unclear: nobody, or more than one.
    """
    wanted = text.strip().casefold()
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 6:
        if evening.player(int(wanted)) is None:
            raise Unclear(f"there is no player {int(wanted)}")
        return int(wanted)
    names = {player.number: player.name.casefold() for player in evening.players}
    exact = [one for one, name in names.items() if name == wanted]
    found = exact or [one for one, name in names.items() if wanted and name.startswith(wanted)]
    if len(found) != 1:
        raise Unclear(f"{'nobody' if not found else 'more than one'} is called {text[:40]!r}")
    return found[0]


def parse_scores(evening: Evening, table: Table, words: tuple[str, ...]) -> Scores:
    """The scores of a table: in the order of the seats, or `Ann=10000 Bob=8,250`; `-` for who was not there.

    Raises:
        Unclear: something is missing or is no score.
    """
    count = len(table.players)
    named = ["=" in word for word in words]
    if len(words) != count or (any(named) and not all(named)):
        names = ", ".join(evening.players[player - 1].name for player in table.players)
        raise Unclear(f"{count} scores, please, one for each of {names}")
    if not any(named):
        return tuple(_score(word) for word in words)
    found: dict[int, int | None] = {}
    for word in words:
        name, _, score = word.rpartition("=")
        player = find_player(evening, name)
        if player not in table.players:
            raise Unclear(f"{name[:40]} does not sit at table {table.number}")
        found[player] = _score(score)
    if len(found) != count:
        raise Unclear("somebody is named twice")
    return tuple(found[player] for player in table.players)


def _score(word: str) -> int | None:
    if word.strip() in ("-", "–"):
        return None
    value = number(word.strip().removeprefix("-"))
    if value is None or value > 100_000:
        raise Unclear(f"{word[:40]!r} is no score, such as 10,000")
    return -value if word.strip().startswith("-") else value


def scores_of_record(evening: Evening, table: Table, record: Record, path: Path) -> Scores:
    """The scores of a table from the scorekeeper's file, by the names in it.

    Raises:
        Unclear: the game is not over, or other people played it.
    """
    state = record.state()
    if not state.over:
        raise Unclear(f"the game in {path} is not over")
    totals = {name.casefold(): total for name, total in zip(record.names, state.totals, strict=True)}
    names = [evening.players[player - 1].name for player in table.players]
    if sorted(totals) != sorted(name.casefold() for name in names):
        raise Unclear(
            f"{path} was played by {', '.join(record.names)}, "
            f"but {', '.join(names)} sit at table {table.number}"
        )
    return tuple(totals[name.casefold()] for name in names)
