"""The fair dice of a record: what its header says, and whether every throw follows from it."""

from typing import Literal

from hotdice.frozen import Frozen
from hotdice.game import Record
from hotdice.game.proving import Proof, compare_throws
from hotdice.match.fair import (
    SEAT_SEED_BYTES,
    SERVER_SEED_BYTES,
    FairDice,
    FairDraws,
    RestoredDraws,
    commitment,
    default_seat_seed,
)


class Order(Frozen):
    """When the seeds came, by the numbers of the facts of the log; the commitment is fact 1.

    `seats` are those of sealing and of opening, None for a seat whose seed everybody can compute.

    >>> Order.parse("3-6,4-7,-:8")
    Order(seats=((3, 6), (4, 7), None), begun=8)
    """

    seats: tuple[tuple[int, int] | None, ...]
    begun: int

    def __str__(self) -> str:
        seats = ",".join("-" if pair is None else f"{pair[0]}-{pair[1]}" for pair in self.seats)
        return f"{seats}:{self.begun}"

    @classmethod
    def parse(cls, text: str) -> "Order":
        """The order that a text describes.

        Raises:
            ValueError: it describes none.
        """
        seats, _, begun = text.partition(":")
        pairs = [None if part == "-" else _numbers(part, 2) for part in seats.split(",")]
        return cls(
            tuple(None if pair is None else (pair[0], pair[1]) for pair in pairs), _numbers(begun, 1)[0]
        )


class ActTold(Frozen):
    """A player was skipped or replaced: by which fact, which seat, by which seat, after how many seconds."""

    number: int
    what: Literal["skip", "replace"]
    seat: int
    by: int
    away: int

    def __str__(self) -> str:
        return f"{self.number}:{self.what}:{self.seat + 1}:{self.by + 1}:{self.away}"

    @classmethod
    def parse(cls, text: str) -> "ActTold":
        """The act that a text describes.

        Raises:
            ValueError: it describes none.
        """
        parts = text.split(":")
        if len(parts) != 5 or parts[1] not in ("skip", "replace"):
            raise ValueError(f"an act is written as NUMBER:skip:SEAT:BY:SECONDS, not {text[:30]!r}")
        number, seat, by, away = _numbers("-".join((parts[0], *parts[2:])), 4)
        return cls(number, "skip" if parts[1] == "skip" else "replace", seat - 1, by - 1, away)


def _numbers(text: str, count: int) -> list[int]:
    parts = text.split("-")
    if len(parts) != count or not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise ValueError(f"the order of the seeds is written in numbers, not as {text[:30]!r}")
    return [int(part) for part in parts]


class FairHeader(Frozen):
    """What the header `dice fair ...` of a record says. Without `server_seed` it is not revealed yet.

    `order` is None in records of the first version, which do not tell it. `restored` is after how many draws
    the server was restored from a backup, and the epoch that takes part in the draws from there on.

    >>> header = FairHeader(commitment(bytes(32)), "g1", bytes(32), (bytes(16), bytes(16)))
    >>> FairHeader.parse(str(header)) == header
    True
    """

    commitment: str
    game: str
    server_seed: bytes | None
    seat_seeds: tuple[bytes, ...]
    order: Order | None = None
    acts: tuple[ActTold, ...] = ()
    restored: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        server = self.server_seed.hex() if self.server_seed is not None else "hidden"
        seats = ",".join(seed.hex() for seed in self.seat_seeds)
        order = f" order={self.order}" if self.order is not None else ""
        acts = f" acts={','.join(map(str, self.acts))}" if self.acts else ""
        eras = ",".join(f"{drawn}:{epoch}" for drawn, epoch in self.restored)
        more = f"{order}{acts}{f' restored={eras}' if eras else ''}"
        return f"fair {self.commitment} game={self.game} server={server} seats={seats}{more}"

    @classmethod
    def parse(cls, text: str) -> "FairHeader":
        """The header that a text describes.

        Raises:
            ValueError: it does not describe fair dice, with the reason.
        """
        words = text.split(" ")
        told = {key: value for key, _, value in (word.partition("=") for word in words[2:])}
        keys = ["game", "server", "seats", *(key for key in ("order", "acts", "restored") if key in told)]
        if words[0] != "fair" or len(words) < 2 or [word.partition("=")[0] for word in words[2:]] != keys:
            raise ValueError("fair dice are written as: fair COMMITMENT game=ID server=SEED seats=SEED,SEED")
        server = told["server"]
        header = cls(
            words[1],
            told["game"],
            None if server == "hidden" else _hex("the server's seed", server),
            tuple(_hex(f"the seed of seat {n}", seed) for n, seed in enumerate(told["seats"].split(","), 1)),
            Order.parse(told["order"]) if "order" in told else None,
            tuple(map(ActTold.parse, told["acts"].split(","))) if "acts" in told else (),
            tuple(map(_era, told["restored"].split(","))) if "restored" in told else (),
        )
        if header.server_seed is not None and len(header.server_seed) != SERVER_SEED_BYTES:
            raise ValueError(f"the server's seed has {SERVER_SEED_BYTES} bytes, written as hex digits")
        if any(len(seed) not in SEAT_SEED_BYTES for seed in header.seat_seeds):
            raise ValueError("a seat's seed has 16 to 32 bytes, written as hex digits")
        return header

    def order_faults(self) -> tuple[str, ...]:
        """What is wrong with the order in which the seeds came; nothing where the record does not tell it.

        >>> told = Order.parse("2-5,6-6:7")
        >>> FairHeader("", "g1", None, (bytes(16),) * 2, told).order_faults()
        ('seat 2 chose its seed (fact 6) after another seat had opened its own (fact 5)',)
        """
        order = self.order
        if order is None:
            return ()
        if len(order.seats) != len(self.seat_seeds):
            return (f"the order tells of {len(order.seats)} seats and there are {len(self.seat_seeds)}",)
        found: list[str] = []
        given = [pair for pair in order.seats if pair is not None]
        first = min((opened for sealed, opened in given if opened > sealed), default=order.begun)
        for seat, (pair, seed) in enumerate(zip(order.seats, self.seat_seeds, strict=True)):
            if pair is None:
                if seed != default_seat_seed(self.game, seat):
                    found.append(
                        f"seat {seat + 1} gave no seed, but it is not the one that everybody can compute"
                    )
                continue
            sealed, opened = pair
            if sealed <= 1:
                found.append(f"seat {seat + 1} chose its seed before the commitment was made")
            elif sealed > first:
                found.append(
                    f"seat {seat + 1} chose its seed (fact {sealed}) after another seat had opened its own"
                    f" (fact {first})"
                )
            if not sealed <= opened < order.begun:
                found.append(f"the seed of seat {seat + 1} was not open before the game began")
        return tuple(found)


def _era(text: str) -> tuple[int, str]:
    drawn, _, epoch = text.partition(":")
    if not epoch or not epoch.isalnum():
        raise ValueError(f"a restored database is written as DRAWN:EPOCH, not {text[:30]!r}")
    return _numbers(drawn, 1)[0], epoch


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
    if header.restored:
        return RestoredDraws(header.server_seed, header.game, header.seat_seeds, header.restored)
    return FairDraws(header.server_seed, header.game, header.seat_seeds)


def derive_fair(record: Record) -> Proof:
    """Compare every throw of a record with the seeds that its header reveals.

    Raises:
        ValueError: the seed is not revealed, or is not the one that was committed to.
    """
    return compare_throws(record, FairDice(revealed_draws(record.dice, len(record.names))))
