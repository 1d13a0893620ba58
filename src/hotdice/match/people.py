"""People without accounts: keys, codes, phrases and names. What is stored of a secret is its SHA-256 only."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterator

LONGEST_NAME = 40
LONGEST_LINE = 300
CODE_SECONDS = 600
_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that look alike
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"


def new_token() -> str:
    """A token of 256 bits.

    >>> len(new_token())
    43
    """
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """An id of 96 bits that is no secret.

    >>> len(new_id())
    24
    """
    return secrets.token_hex(12)


def digest(token: str) -> bytes:
    """What is stored of a token.

    >>> digest("x").hex()[:8]
    '2d711642'
    """
    return hashlib.sha256(token.encode()).digest()


def same(token: str, stored: bytes | None) -> bool:
    """Whether a token is the one whose hash is stored, in constant time.

    >>> same("x", digest("x")), same("y", digest("x")), same("y", None)
    (True, False, False)
    """
    return hmac.compare_digest(digest(token), stored if stored is not None else bytes(32))


def new_code() -> str:
    """A code to type on another device within ten minutes.

    >>> len(new_code())
    8
    """
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))


def new_phrase() -> str:
    """A recovery phrase of eight words, 128 bits, to be written on paper.

    >>> len(new_phrase().split("-"))
    8
    """
    return "-".join(_word(secrets.randbits(16)) for _ in range(8))


def _word(number: int) -> str:
    """Sixteen bits as a word that can be said: consonants and vowels in turn.

    >>> _word(0), _word(65535)
    ('babab', 'zuzuz')
    """
    parts = [
        _CONSONANTS[number >> 12],
        _VOWELS[number >> 10 & 3],
        _CONSONANTS[number >> 6 & 15],
        _VOWELS[number >> 4 & 3],
        _CONSONANTS[number & 15],
    ]
    return "".join(parts)


_INVISIBLE = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0))
)
"""Letters and marks that show nothing, though they count as letters."""
MOST_MARKS = 3
"""Marks on one letter; no script needs more, and a stack of them paints over the lines above."""


def _marks(text: str) -> Iterator[tuple[str, int]]:
    """Each letter with how many marks stand on its base up to here."""
    count = 0
    for letter in text:
        count = count + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        yield letter, count


def clean_line(text: str, longest: int = LONGEST_LINE) -> str:
    r"""A text as it is shown: composed, without controls, direction marks and invisible letters.

    >>> clean_line(" a\u202eb\u200bc\n  d ")
    'abc d'
    """
    text = unicodedata.normalize("NFC", text[: longest * 4])
    text = "".join(" " if letter.isspace() else letter for letter in text)
    kept = "".join(
        letter
        for letter, marks in _marks(text)
        if unicodedata.category(letter)[0] != "C" and letter not in _INVISIBLE and marks <= MOST_MARKS
    )
    return " ".join(kept.split())[:longest].strip()


def clean_name(text: str) -> str:
    """A name as it is shown and recorded; empty where nothing is left of it, or it deceives the eye.

    >>> clean_name("Ann | #1"), clean_name("Ann" + chr(0x3164)), clean_name("Z" + chr(0x0301) * 9)
    ('Ann 1', '', '')
    """
    composed = unicodedata.normalize("NFC", text[: LONGEST_NAME * 4])
    if any(letter in _INVISIBLE or marks > MOST_MARKS for letter, marks in _marks(composed)):
        return ""
    return clean_line(text.replace("|", " ").replace("#", " "), LONGEST_NAME)


def text_reference(salt: bytes, text: str) -> str:
    """The reference of a name or a line in the log; without the salt it does not give the text away.

    >>> len(text_reference(b"salt", "Ann"))
    32
    """
    return hashlib.sha256(salt + text.encode()).hexdigest()[:32]
