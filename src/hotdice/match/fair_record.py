"""The fair dice of a record: what its header says, and whether every throw follows from it."""

import msgspec

from hotdice.game import Record
from hotdice.game.proving import Proof, compare_throws
from hotdice.match.fair import SEAT_SEED_BYTES, SERVER_SEED_BYTES, FairDice, FairDraws, commitment


class FairHeader(msgspec.Struct, frozen=True):
    """What the header `dice fair ...` of a record says. Without `server_seed` it is not revealed yet.

    >>> header = FairHeader(commitment(bytes(32)), "g1", bytes(32), (bytes(16), bytes(16)))
    >>> FairHeader.parse(str(header)) == header
    True
    """

    commitment: str
    game: str
    server_seed: bytes | None
    seat_seeds: tuple[bytes, ...]

    def __str__(self) -> str:
        server = self.server_seed.hex() if self.server_seed is not None else "hidden"
        seats = ",".join(seed.hex() for seed in self.seat_seeds)
        return f"fair {self.commitment} game={self.game} server={server} seats={seats}"

    @classmethod
    def parse(cls, text: str) -> "FairHeader":
        """The header that a text describes.

        Raises:
            ValueError: it does not describe fair dice, with the reason.
        """
        words = text.split(" ")
        keys = [word.partition("=")[0] for word in words[2:]]
        if words[0] != "fair" or len(words) < 2 or keys != ["game", "server", "seats"]:
            raise ValueError("fair dice are written as: fair COMMITMENT game=ID server=SEED seats=SEED,SEED")
        game, server, seats = (word.partition("=")[2] for word in words[2:])
        header = cls(
            words[1],
            game,
            None if server == "hidden" else _hex("the server's seed", server),
            tuple(_hex(f"the seed of seat {n}", seed) for n, seed in enumerate(seats.split(","), 1)),
        )
        if header.server_seed is not None and len(header.server_seed) != SERVER_SEED_BYTES:
            raise ValueError(f"the server's seed has {SERVER_SEED_BYTES} bytes, written as hex digits")
        if any(len(seed) not in SEAT_SEED_BYTES for seed in header.seat_seeds):
            raise ValueError("a seat's seed has 16 to 32 bytes, written as hex digits")
        return header


def _hex(what: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text) if text == text.lower() and " " not in text else bytes.fromhex("x")
    except ValueError:
        raise ValueError(f"{what} is not written in hex digits: {text[:20]!r}") from None


def revealed_draws(dice: str, seats: int) -> FairDraws:
    """The draws that a header `fair ...` reveals, for so many seats.

    Raises:
        ValueError: the seed is not revealed, or is not the one that was committed to.
    """
    header = FairHeader.parse(dice)
    if header.server_seed is None:
        raise ValueError("the server's seed is not revealed yet: that happens when the game ends")
    if commitment(header.server_seed) != header.commitment:
        raise ValueError("the server's seed is not the one that was committed to before the game")
    if len(header.seat_seeds) != seats:
        raise ValueError(f"there are {seats} seats and {len(header.seat_seeds)} seats' seeds")
    return FairDraws(header.server_seed, header.game, header.seat_seeds)


def derive_fair(record: Record) -> Proof:
    """Compare every throw of a record with the seeds that its header reveals.

    Raises:
        ValueError: the seed is not revealed, or is not the one that was committed to.
    """
    return compare_throws(record, FairDice(revealed_draws(record.dice, len(record.names))))
