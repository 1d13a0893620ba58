"""Fair dice: bars R1, R4, R6, R7, and a control that fails for each checker."""

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from numpy.typing import NDArray

from conftest import Bar
from hotdice.game import Record, new_game, print_record
from hotdice.game.events import DiceRolled
from hotdice.match import fair
from hotdice.match.fair import FairDice, FairDraws, NoEntropy, commitment, joined
from hotdice.match.fair_record import FairHeader, derive_fair
from hotdice.odds.rolls import roll_odds
from hotdice.players import make, play_out
from hotdice.rules import load, shipped
from hotdice.terminal.cli import hotdice
from match import plain_verifier
from match.chance_tests import chi_square, chi_square_tail, five_degrees, uniform_tail

SEATS = (b"seat one's seed.", b"seat two's seed, of more than 16")


def fair_game(number: int, sheet: str = "classic", seats: int = 2) -> Record:
    """A whole game of bots with fair dice, its seeds revealed."""
    server = number.to_bytes(32, "big")
    seeds = tuple((SEATS * seats)[:seats])
    game = f"game-{number}"
    header = FairHeader(commitment(server), game, server, seeds)
    bots = [make("greedy"), make("threshold:350")] * seats
    state = new_game(load(sheet), seats)
    _, events = play_out(state, bots[:seats], FairDice(FairDraws(server, game, seeds)))
    names = ("Ann", "Bob", "Cid", "Dee")[:seats]
    return Record(state.rules, names, ("human",) * seats, str(header), events=events)


@given(st.lists(st.binary(max_size=9)), st.lists(st.binary(max_size=9)))
def test_different_lists_of_fields_give_different_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (joined(*one) == joined(*other)) == (one == other)


@given(st.text(max_size=20), st.integers(1, 40), st.integers(2, 10))
def test_a_shorter_roll_is_the_beginning_of_a_longer_one(label: str, count: int, faces: int) -> None:
    draws = FairDraws(bytes(32), "g", SEATS)
    dice = draws.dice(label, 40, faces)
    assert draws.dice(label, count, faces) == dice[:count]
    assert set(dice) <= set(range(1, faces + 1))
    assert list(dice) == plain_verifier.dice(bytes(32), "g", list(SEATS), label, count=40, faces=faces)


def faces_of_bytes(stream: bytes, limit: int) -> NDArray[np.int64]:
    numbers = np.frombuffer(stream, dtype=np.uint8)
    return np.bincount(numbers[numbers < limit] % 6, minlength=6)


def stream(seed: int, blocks: int) -> bytes:
    draws = FairDraws(seed.to_bytes(32, "big"), "chi-square", SEATS)
    return b"".join(draws.block("stream", number) for number in range(blocks))


def test_r1_every_face_is_as_likely_as_the_next(bar: Bar) -> None:
    """One million dice, and uniform p-values over 200 seeds; the bare remainder must fail the same test."""
    data = stream(1, 32_000)
    counts = faces_of_bytes(data, 252)
    p = chi_square_tail(chi_square(counts.tolist(), [1] * 6), 5)
    bar("R1", f"p {p:.4f} of {counts.sum():,} dice", "p in [0.0005, 0.9995]", 0.0005 <= p <= 0.9995)
    values = [
        chi_square_tail(chi_square(faces_of_bytes(stream(seed, 320), 252).tolist(), [1] * 6), 5)
        for seed in range(200)
    ]
    spread = uniform_tail(values)
    bar("R1 spread", f"p {spread:.4f} over 200 seeds", "p >= 0.0005", spread >= 0.0005)
    biased = chi_square_tail(chi_square(faces_of_bytes(data, 256).tolist(), [1] * 6), 5)
    bar("R1 control", f"p {biased:.2g} for byte % 6", "p < 0.0005", biased < 0.0005)


def test_the_tail_of_chi_square_is_that_of_its_closed_form() -> None:
    for statistic in (0.5, 1, 3, 5, 9, 20, 60):
        assert chi_square_tail(statistic, 5) == pytest.approx(five_degrees(statistic), rel=1e-9)
    assert uniform_tail([0.001 * k for k in range(200)]) < 1e-6  # values below 0.2 only


def rolls(first: int, last: int) -> NDArray[np.uint8]:
    """The first six dice of many labels at once, by the same blocks."""
    draws = FairDraws(bytes(32), "many", SEATS)
    data = b"".join(draws.block(str(number), 0) for number in range(first, last))
    table = np.frombuffer(data, dtype=np.uint8).reshape(last - first, 32)
    good = table < 252
    assert (good.sum(axis=1) >= 6).all()  # one block was enough for six dice
    order = np.argsort(~good, axis=1, kind="stable")[:, :6]
    shown: NDArray[np.uint8] = np.take_along_axis(table, order, axis=1) % 6 + 1
    for number in (0, 1, -1):
        assert tuple(shown[number]) == draws.dice(str(range(first, last)[number]), 6)
    return shown


def many_rolls(count: int) -> NDArray[np.uint8]:
    return np.concatenate([rolls(start, start + 250_000) for start in range(0, count, 250_000)])


def farkles_against_the_exact_chance(shown: NDArray[np.uint8], bar: Bar) -> None:
    worst = 0.0
    place = 6 ** np.arange(6)
    for name in shipped():
        rules = load(name)
        if rules.weights:
            continue
        for n in range(1, 7):
            table = np.zeros(6**n, dtype=bool)
            for code in range(6**n):
                faces = [code // 6**i % 6 + 1 for i in range(n)]
                table[code] = rules.table.options(tuple(faces)).farkle
            codes = (shown[:, :n].astype(np.int64) - 1) @ place[:n]
            found, chance = int(table[codes].sum()), roll_odds(rules, n).farkles / 6**n
            sigma = (len(shown) * chance * (1 - chance)) ** 0.5
            if sigma == 0:
                assert found in (0, len(shown))
                continue
            worst = max(worst, abs(found - len(shown) * chance) / sigma)
    bar("R6", f"{worst:.2f} sigma at worst, {len(shown):,} rolls", "4 sigma", worst < 4)


def test_r6_farkles_are_as_frequent_as_they_should_be(bar: Bar) -> None:
    farkles_against_the_exact_chance(many_rolls(1_000_000), bar)


@pytest.mark.nightly
def test_r6_at_full_length(bar: Bar) -> None:
    farkles_against_the_exact_chance(many_rolls(10_000_000), bar)


def check_games(numbers: Iterator[int] | range, bar: Bar) -> None:
    count = throws = wrong = 0
    for number in numbers:
        record = fair_game(number)
        proof = derive_fair(record)
        wrong += not (proof.holds and plain_verifier.check(print_record(record)))
        count += 1
        throws += proof.throws
    text = f"{count:,} games, {throws:,} throws, {wrong} that a verifier refuses"
    bar("R4", text, "0", count > 0 and not wrong)


def test_r4_games_derive_again_by_two_verifiers(bar: Bar) -> None:
    check_games(range(300), bar)


@pytest.mark.nightly
def test_r4_ten_thousand_games(bar: Bar) -> None:
    check_games(range(10_000), bar)


@pytest.mark.parametrize("sheet", sorted(shipped()))
def test_every_sheet_derives_again(sheet: str) -> None:
    record = fair_game(5, sheet, load(sheet).seats_allowed[0])
    assert derive_fair(record).holds


def changed_die(record: Record) -> Record:
    """The first throw with two unlike dice swapped, which leaves the same faces in another order."""
    events = list(record.events)
    for index, event in enumerate(events):
        if isinstance(event, DiceRolled) and len(set(event.faces)) > 1:
            events[index] = replace(event, faces=event.faces[::-1])
            if events[index] != event:
                return replace(record, events=tuple(events[: index + 1]))
    raise AssertionError("no throw can be changed")


def with_header(**changes: object) -> Callable[[Record], Record]:
    def change(record: Record) -> Record:
        return replace(record, dice=str(replace(FairHeader.parse(record.dice), **changes)))

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_header(server_seed=bytes(32)), "not the one that was committed"),
        (with_header(server_seed=None), "not revealed"),
        (with_header(commitment="0" * 64), "not the one that was committed"),
        (with_header(seat_seeds=SEATS[:1]), "2 seats and 1"),
        (with_header(seat_seeds=SEATS[::-1]), ""),
        (with_header(seat_seeds=(SEATS[0], SEATS[1][:-1] + b"5")), ""),
        (with_header(game="game-8"), ""),
        (changed_die, ""),
    ],
)
def test_r4_any_changed_seed_die_or_order_is_refused(
    change: Callable[[Record], Record], sentence: str
) -> None:
    record = change(fair_game(7))
    if sentence:
        with pytest.raises(ValueError, match=sentence):
            derive_fair(record)
    else:
        assert not derive_fair(record).holds
        assert not plain_verifier.check(print_record(record))


def test_hotdice_verify_reads_fair_records(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.farkle", tmp_path / "bad.farkle"
    good.write_text(print_record(fair_game(3)))
    bad.write_text(print_record(with_header(game="other")(fair_game(3))))
    run = CliRunner().invoke
    assert run(hotdice, ["verify", str(good)]).output.startswith("All ")
    wrong = run(hotdice, ["verify", str(bad), "--json"])
    assert wrong.exit_code == 1
    assert '"ok": false' in wrong.output
    bad.write_text(good.read_text().replace("server=", "server=zz"))
    assert run(hotdice, ["verify", str(bad)]).exit_code == 2


@given(st.text(alphabet="fair 0123456789abcdef=,gmesrvt", max_size=200))
def test_a_header_is_read_or_refused(text: str) -> None:
    try:
        header = FairHeader.parse(text)
    except ValueError:
        return
    assert FairHeader.parse(str(header)) == header


def test_r7_a_generator_that_fails_gives_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(count: int) -> bytes:
        raise OSError("no entropy")

    monkeypatch.setattr(secrets, "token_bytes", broken)
    with pytest.raises(NoEntropy):
        fair.new_server_seed()
