"""People without accounts: keys, codes, phrases and names. What is stored of a secret is its SHA-256 only."""

import hashlib
import hmac
import secrets
import unicodedata

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


def clean_line(text: str, longest: int = LONGEST_LINE) -> str:
    r"""A text as it is shown: composed, without controls, direction marks and invisible letters.

    >>> clean_line(" a\u202eb\u200bc\n  d ")
    'abc d'
    """
    text = unicodedata.normalize("NFC", text[: longest * 4])
    text = "".join(" " if letter.isspace() else letter for letter in text)
    kept = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")
    return " ".join(kept.split())[:longest].strip()


def clean_name(text: str) -> str:
    """A name as it is shown and recorded; empty where nothing is left of it.

    >>> clean_name("Ann | #1")
    'Ann 1'
    """
    return clean_line(text.replace("|", " ").replace("#", " "), LONGEST_NAME)


def text_reference(salt: bytes, text: str) -> str:
    """The reference of a name or a line in the log; without the salt it does not give the text away.

    >>> len(text_reference(b"salt", "Ann"))
    32
    """
    return hashlib.sha256(salt + text.encode()).hexdigest()[:32]
