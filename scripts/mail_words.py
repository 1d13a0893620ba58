"""Writes what letters say of a game, in the words of the page, beside the words of letters themselves.

Run it as `python -m scripts.mail_words`, as `make protocol` does; a test holds the two together.
"""

import json
from pathlib import Path

PAGE = Path("web/src/words")
LETTERS = Path("src/hotdice/server/mail_words.json")
TOLD = (
    "say.banked", "say.you_banked", "say.farkled", "say.you_farkled", "say.penalty", "say.took_over",
    "say.gifted", "say.bumped", "say.knocked_out", "say.late", "say.you_late", "say.last",
    "say.play_off", "say.left", "say.you_left", "say.won", "say.you_won", "say.shared", "say.lost_alone",
)  # fmt: skip


def written() -> str:
    """The file of letters as it is to be."""
    letters: dict[str, dict[str, str]] = json.loads(LETTERS.read_text("utf-8"))
    for language, own in letters.items():
        page = json.loads((PAGE / f"{language}.json").read_text("utf-8"))
        kept = {key: text for key, text in own.items() if not key.startswith("say.")}
        letters[language] = kept | {key: page[key] for key in TOLD}
    return json.dumps(letters, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    LETTERS.write_text(written(), "utf-8")
