"""What training leaves on this computer: the progress, and the mistakes of one's own saved games."""

import msgspec

from hotdice.coach.exercises import own_mistakes
from hotdice.coach.forms import Exercise
from hotdice.coach.progress import Progress
from hotdice.coach.reviewing import review
from hotdice.game import Record
from hotdice.match import write_atomically
from hotdice.rules import Ruleset
from hotdice.terminal.storage import home, saved_games

FILE = "training.json"
MOST_GAMES = 5
"""So many of the latest games are looked through."""


def load_progress() -> Progress:
    """The progress on this computer; a file that cannot be read counts as none."""
    try:
        return msgspec.json.decode((home() / FILE).read_bytes(), type=Progress)
    except (OSError, msgspec.DecodeError):
        return Progress()


def save_progress(progress: Progress) -> str:
    """Keep the progress; a sentence where that is not possible."""
    try:
        write_atomically(home() / FILE, msgspec.json.encode(progress).decode() + "\n")
    except OSError as error:
        return f"The progress could not be kept: {(error.strerror or 'no reason given').lower()}."
    return ""


def mistakes_of(record: Record, origin: str) -> list[Exercise]:
    """Exercises from what people got wrong in a game; none where it cannot be reviewed."""
    people = [seat for seat, player in enumerate(record.players) if player == "human"]
    try:
        return own_mistakes(record.rules, review(record, games=160), people, origin)
    except ValueError:
        return []


def own_exercises(rules: Ruleset) -> list[Exercise]:
    """Exercises from the latest saved games of a sheet, the latest game first."""
    games = [(path, record) for path, record in saved_games() if record.rules.hash == rules.hash]
    found: list[Exercise] = []
    for path, record in games[:MOST_GAMES]:
        found += mistakes_of(record, path.stem)
    return found
