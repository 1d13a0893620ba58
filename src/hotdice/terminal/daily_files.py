"""The daily games on this computer: the open one of each day, practice, and copies of sealed ones."""

from datetime import date
from hashlib import sha256
from pathlib import Path

from hotdice.club.daily import rules_of_the_day
from hotdice.club.days import open_seed
from hotdice.door.game import Game
from hotdice.game import Record, RecordError, print_record
from hotdice.match import write_atomically
from hotdice.terminal.options import fail
from hotdice.terminal.storage import SUFFIX, home, read_record

FOLDER = "daily"
PRACTICE = "-practice"


def file_of(day: date, *, practice: bool = False, seed: str = "") -> Path:
    """Where the game of a day is kept; `seed` is that of a server's past day."""
    name = f"{day.isoformat()}{f'-{seed[:12]}' if seed else ''}{PRACTICE if practice else ''}"
    return home() / FOLDER / f"{name}{SUFFIX}"


def days_played() -> int:
    """On how many days a game was played to its end, open or sealed; it only grows."""
    played = set()
    for path in (home() / FOLDER).glob(f"*{SUFFIX}"):
        if path.stem.endswith(PRACTICE):
            continue
        try:
            if read_record(path).state().over:
                played.add(path.stem[:10])
        except RecordError:
            continue
    return len(played)


def load_game(path: Path, day: date, seed: str = "") -> Game:
    """The game of a day as it stands, a new one where there is none; by the open seed unless told another."""
    seed = seed or open_seed(day)
    if not path.is_file():
        return Game(rules_of_the_day(), ["You"], seed=seed)
    try:
        game = Game.from_record(read_record(path))
    except RecordError as error:
        fail(f"the game of {day} cannot be read ({error}); it is left as it is")
    if game.record.dice != f"seeded {seed}" or game.rules.hash != rules_of_the_day().hash:
        fail(f"{path} is not the daily game of {day}; it is left as it is")
    return game


def keep_game(path: Path, game: Game) -> None:
    """Save after every move, unless the game goes on somewhere else meanwhile."""
    try:
        if path.is_file():
            before = read_record(path).events
            if game.record.events[: len(before)] != before:
                fail("this game goes on in another window; nothing was changed there")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, print_record(game.record))
    except OSError as error:
        fail(f"the game could not be saved to {path}: {(error.strerror or 'no reason given').lower()}")


def keep_copy(server: str, day: date, record: Record) -> str:
    """Keep a sealed game that is over, for `hotdice me`; why that failed, in a sentence, or nothing."""
    mark = sha256(server.encode()).hexdigest()[:8]
    path = home() / FOLDER / f"{day.isoformat()}-sealed-{mark}{SUFFIX}"
    if path.is_file():
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, print_record(record))
    except OSError as error:
        return f"No copy could be kept here: {(error.strerror or 'no reason given').lower()}."
    return ""
