"""Dice that nobody can steer and everybody can check: the scheme of docs/fair-dice.md, nothing else.

The server binds itself to a seed by its hash before any seat may add a seed of its own. Every draw is
HMAC-SHA256 under the server's seed of a message that names game, seats' seeds and the draw itself, so the
same label always gives the same dice: after a crash, on another computer, in another language.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence

from hotdice.game import State, Throw
from hotdice.game.state import Phase
from hotdice.rules import FACES

VERSION = b"hotdice-fair-1"
SERVER_SEED_BYTES = 32
SEAT_SEED_BYTES = range(16, 33)
_WORD = 4


class NoEntropy(RuntimeError):  # noqa: N818 - it names what happened
    """The system's generator failed. There is no other source to fall back to, so nothing is drawn."""


def new_server_seed() -> bytes:
    """A seed from the system's generator.

    >>> len(new_server_seed())
    32

    Raises:
        NoEntropy: the generator failed.
    """
    try:
        return secrets.token_bytes(SERVER_SEED_BYTES)
    except (OSError, NotImplementedError) as error:
        raise NoEntropy("the system's random generator failed; no dice can be drawn") from error


def commitment(server_seed: bytes) -> str:
    """What is published before any seat's seed is accepted: the SHA-256 of the server's seed.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(server_seed).hexdigest()


def seal_of(seed: str) -> str:
    """What binds a seat to a seed before it is opened: the SHA-256 of the bytes that its hex digits name.

    >>> seal_of("00" * 32) == commitment(bytes(32))
    True
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def default_seat_seed(game: str, seat: int) -> bytes:
    """The seed of a seat that gave none: the SHA-256 of its name, so that everybody can see it is empty.

    >>> default_seat_seed("g1", 0).hex()[:8]
    'e2e15d7d'
    """
    return hashlib.sha256(joined(VERSION, b"seat", game.encode(), str(seat + 1).encode())).digest()


def joined(*fields: bytes) -> bytes:
    """Fields behind their lengths (four bytes, big-endian), so that no two lists give the same bytes.

    >>> joined(b"ab", b"c") == joined(b"a", b"bc")
    False
    """
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


class FairDraws:
    """Every draw of one game, by its label.

    >>> draws = FairDraws(bytes(32), "g1", [bytes(16), bytes(16)])
    >>> draws.dice("roll 1.1.1.1", 3) == draws.dice("roll 1.1.1.1", 6)[:3]
    True
    """

    def __init__(self, server_seed: bytes, game: str, seat_seeds: Sequence[bytes], epoch: str = "") -> None:
        if len(server_seed) != SERVER_SEED_BYTES:
            raise ValueError(f"a server seed has {SERVER_SEED_BYTES} bytes")
        if any(len(seed) not in SEAT_SEED_BYTES for seed in seat_seeds):
            raise ValueError("a seat's seed has 16 to 32 bytes")
        self._keyed = hmac.new(server_seed, digestmod="sha256")
        self._head = joined(VERSION, game.encode(), str(len(seat_seeds)).encode(), *seat_seeds)
        if epoch:  # the database was restored: dice that were seen before must not fall again
            self._head += joined(b"restored", epoch.encode())

    def block(self, label: str, number: int) -> bytes:
        """The 32 bytes with this number of the label's stream."""
        keyed = self._keyed.copy()
        keyed.update(self._head + joined(label.encode(), str(number).encode()))
        return keyed.digest()

    def _bytes(self, label: str) -> Iterator[int]:
        number = 0
        while True:
            yield from self.block(label, number)
            number += 1

    def dice(self, label: str, count: int, faces: int = FACES) -> tuple[int, ...]:
        """The first `count` dice of a label; bytes past the last multiple of `faces` are thrown away."""
        limit = 256 - 256 % faces
        found: list[int] = []
        for byte in self._bytes(label):
            if byte < limit:
                found.append(byte % faces + 1)
                if len(found) == count:
                    break
        return tuple(found)

    def below(self, label: str, *sizes: int) -> tuple[int, ...]:
        """For each size a number from 0 to size - 1, from words of four bytes; for cards and loaded dice.

        >>> FairDraws(bytes(32), "g1", []).below("card 1", 1, 1)
        (0, 0)
        """
        stream = self._bytes(label)
        return tuple(_below(stream, size) for size in sizes)


class RestoredDraws(FairDraws):
    """The draws of a game whose server was restored: after so many draws an epoch takes part in them.

    >>> before, after = FairDraws(bytes(32), "g1", []), FairDraws(bytes(32), "g1", [], "e1")
    >>> draws = RestoredDraws(bytes(32), "g1", [], [(1, "e1")])
    >>> [draws.dice("a", 6), draws.dice("b", 6)] == [before.dice("a", 6), after.dice("b", 6)]
    True
    """

    def __init__(
        self, server_seed: bytes, game: str, seat_seeds: Sequence[bytes], restored: Sequence[tuple[int, str]]
    ) -> None:
        super().__init__(server_seed, game, seat_seeds)
        eras = [(drawn, FairDraws(server_seed, game, seat_seeds, epoch)) for drawn, epoch in restored]
        self._eras = [(0, FairDraws(server_seed, game, seat_seeds)), *eras]
        self._drawn = 0

    def _now(self) -> FairDraws:
        found = [draws for drawn, draws in self._eras if drawn <= self._drawn][-1]
        self._drawn += 1
        return found

    def dice(self, label: str, count: int, faces: int = FACES) -> tuple[int, ...]:
        """The first `count` dice of a label, in the era of this draw."""
        return self._now().dice(label, count, faces)

    def below(self, label: str, *sizes: int) -> tuple[int, ...]:
        """For each size a number from 0 to size - 1, in the era of this draw."""
        return self._now().below(label, *sizes)


def _below(stream: Iterator[int], size: int) -> int:
    limit = 2**32 - 2**32 % size
    while True:
        word = int.from_bytes(bytes(next(stream) for _ in range(_WORD)), "big")
        if word < limit:
            return word % size


def label_of(state: State) -> str:
    """The label of the throw that a waiting state has asked for: turn, seat, roll, throw.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> label_of(state)
    'roll 1.1.1.1'
    """
    kind = "start" if state.phase is Phase.ROLL_OFF else "roll"
    return f"{kind} {state.turn}.{state.mover + 1}.{state.roll}.{state.throw}"


class FairDice:
    """A source of dice for the referee, drawn by `FairDraws` under the label of the state.

    >>> from hotdice.game import Roll, new_game, play
    >>> from hotdice.rules import load
    >>> state, _ = play(new_game(load("classic"), 2), Roll(0))
    >>> FairDice(FairDraws(bytes(32), "g1", [bytes(16), bytes(16)])).throw(state)
    Throw(faces=(2, 5, 5, 2, 2, 3))
    """

    def __init__(self, draws: FairDraws) -> None:
        self.draws = draws

    def throw(self, state: State) -> Throw:
        """The dice for the label of this state."""
        label, weights = label_of(state), state.weights
        if not weights:
            return Throw(self.draws.dice(label, len(state.in_the_air)))
        rows = [weights[die - 1] for die in state.in_the_air]
        numbers = self.draws.below(label, *(sum(row) for row in rows))
        return Throw(tuple(_face(row, number) for row, number in zip(rows, numbers, strict=True)))


def _face(weights: Sequence[int], number: int) -> int:
    """The face whose share of the weights a number falls into."""
    for face, weight in enumerate(weights, 1):
        number -= weight
        if number < 0:
            return face
    raise AssertionError("the number is below the sum of the weights")
