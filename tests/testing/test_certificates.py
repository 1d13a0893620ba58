"""Certificates: true ones pass, changed ones do not, and the checker stands on its own."""

import ast
import hashlib
import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from hotdice.odds.certifying import Bounds, certify, write_certificate
from hotdice.odds.plan import roll_plan
from hotdice.odds.refusals import Unsolvable
from hotdice.rules import Ruleset, load
from hotdice.testing import certificates
from hotdice.testing.certificates import ONE, Certificate, CertificateError, check, read_certificate

SMALL: dict[str, tuple[str, list[str]]] = {
    "at once": ("busche-neller", ["target=600"]),
    "shared ties": ("classic", ["target=700", "opening=200"]),
    "trigger keeps": ("playmonster", ["target=700", "compensation=[0,100]"]),
    "finish the round, stops for nothing": ("munchkin-farkle-plain", ["target=650", "min_players=2"]),
    "minimum": ("kcd", ["target=600", "minimum=250", "minimum_binds_win=false"]),
    "more than, triplets that repeat": (
        "cardgames",
        ["target=500", "reach=more_than", "scoring.triplets_may_repeat=true", "scoring.two_triplets=800"],
    ),
}


def made(rules: Ruleset, folder: Path) -> tuple[Bounds, Path]:
    """Bounds of a race, and the file that holds them."""
    bounds, file = certify(rules), folder / "race.npz"
    write_certificate(file, bounds)
    return bounds, file


@pytest.mark.parametrize("case", SMALL)
def test_every_value_lies_between_bounds_that_are_confirmed(case: str, tmp_path: Path) -> None:
    name, settings = SMALL[case]
    bounds, file = made(load(name, settings), tmp_path)
    verdict = check(read_certificate(file))
    assert not verdict.problems
    assert verdict.width == bounds.width < 1e-12
    assert verdict.lower <= bounds.race.first_player_wins <= verdict.upper


def test_the_checker_shares_no_code_with_the_solver_and_is_short() -> None:
    text = Path(certificates.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    modules = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert {name for name in modules if name and name.startswith("hotdice")} == {"hotdice.rules.ruleset"}


@pytest.mark.parametrize("name", ["classic", "kcd", "munchkin-farkle-plain", "ten-thousand"])
def test_its_own_scorer_finds_the_rolls_of_the_scoring_table(name: str) -> None:
    rules = load(name)
    rolls, plan = certificates._Rolls(rules, rules.step), roll_plan(rules)
    assert (rolls.farkles[:, None] / rolls.every).ravel() == pytest.approx(plan.farkle, abs=1e-15)
    choices = {(int(place) // rules.dice, int(place) % rules.dice) for place in rolls.places}
    assert choices == set(zip(plan.points.tolist(), plan.left.tolist(), strict=True))
    assert len(rolls.ways) == len(plan.starts)


def test_one_changed_number_is_refused(tmp_path: Path) -> None:
    _, file = made(load("classic", ["target=500", "opening=100"]), tmp_path)
    true = read_certificate(file)
    assert not check(true).problems
    for sign, (side, mover, other) in product((1, -1), [(0, 0, 0), (0, 3, 7), (0, 10, 10)]):
        for name in ("lower", "upper"):
            table = getattr(true, name).copy()
            table[side, mover, other] += sign * (ONE >> 30)
            # In the file the sum tells.
            with np.load(file) as arrays:
                parts = dict(arrays) | {name: table}
            np.savez_compressed(tmp_path / "changed.npz", **parts)
            with pytest.raises(CertificateError, match="was changed"):
                read_certificate(tmp_path / "changed.npz")
            # Without it the game does: a bound that is too good, or too bad for those that lean on it.
            if (name == "lower") == (sign > 0):
                assert check(true._replace(**{name: table})).problems


def test_bounds_of_another_game_do_not_pass(tmp_path: Path) -> None:
    true = read_certificate(made(load("kcd", ["target=500"]), tmp_path)[1])
    other = load("kcd", ["target=500", "minimum=150"])
    assert check(true._replace(rules=other)).problems
    with pytest.raises(CertificateError, match="shape"):
        check(true._replace(rules=load("kcd", ["target=550"])))
    with pytest.raises(CertificateError, match="penalty"):
        check(true._replace(rules=load("facebook", ["target=500"])))


def test_play_that_never_stops_is_no_proof() -> None:
    """A lower bound of 1 for everybody feeds on itself: the plain inequalities alone would let it pass."""
    rules = load("busche-neller", ["target=100"])
    everything = np.full((1, 2, 2), ONE)
    problems = check(Certificate(rules, 50, 2, (), everything, everything)).problems
    assert any("lower bound" in problem or "never stops" in problem for problem in problems)
    # Nobody ever stops: a lost turn leads to the same pair, so any number meets its own inequality.
    claim = Certificate(rules, 50, 2, (), np.full((1, 2, 2), ONE // 4), np.full((1, 2, 2), ONE // 4))
    assert check(claim).problems


def test_what_has_no_certificate_is_refused_by_key(tmp_path: Path) -> None:
    for name, settings, key in [
        ("facebook", ["target=1000"], "penalty"),
        ("classic", ["target=1000", "reach=exactly"], "reach"),
        ("classic", ["target=1000", "ties=play_off"], "ties"),
        ("kcd", ["target=1000", "hot_dice=forced"], "hot_dice"),
    ]:
        with pytest.raises(Unsolvable) as refusal:
            certify(load(name, settings))
        assert refusal.value.key == key
    for junk in (b"", b"PK\x03\x04 no archive", b"hello"):
        (tmp_path / "junk.npz").write_bytes(junk)
        with pytest.raises(CertificateError):
            read_certificate(tmp_path / "junk.npz")


def forged(true: Path, forgery: Path, changes: dict[str, object]) -> Path:
    """A certificate with other words in its header, and the sum made right again."""
    with np.load(true) as arrays:
        lower, upper = arrays["lower"], arrays["upper"]
        header = json.loads(bytes(arrays["header"])) | changes
    header.pop("sha256")
    text = json.dumps(header, sort_keys=True).encode()
    header["sha256"] = hashlib.sha256(text + lower.tobytes() + upper.tobytes()).hexdigest()
    packed = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(forgery, header=packed, lower=lower, upper=upper)
    return forgery


def test_a_forged_or_damaged_file_is_refused_with_a_reason(tmp_path: Path) -> None:
    _, file = made(load("classic", ["target=300", "opening=100"]), tmp_path)
    assert not check(read_certificate(forged(file, tmp_path / "same.npz", {}))).problems
    words: dict[str, list[object]] = {
        "step": [0, -50, 100, 50.5, "50", None],
        "top": [0, 10**12, 1e9, "99", None],
        "closed": [[], [0, 0], [1], ["0"], [0.5], 0],
        "rules": [{}, [], None],
        "hash": ["", load("classic").hash],
    }
    for key, value in [(key, value) for key, values in words.items() for value in values]:
        with pytest.raises(CertificateError):
            check(read_certificate(forged(file, tmp_path / "forged.npz", {key: value})))
    data, dice, refused = file.read_bytes(), random.Random(1), 0
    true = read_certificate(file)
    for place in [*range(0, len(data), 97), *(dice.randrange(len(data)) for _ in range(200))]:
        broken = bytearray(data)
        broken[place] ^= 1 << dice.randrange(8)
        for contents in (bytes(broken), data[:place]):
            (tmp_path / "broken.npz").write_bytes(contents)
            try:  # what a reader of archives never looks at may change; then it is the same certificate
                found = read_certificate(tmp_path / "broken.npz")
            except CertificateError:
                refused += 1
                continue
            assert found[:4] == true[:4]
            assert np.array_equal(found.lower, true.lower)
            assert np.array_equal(found.upper, true.upper)
    assert refused > 350


def test_bounds_too_narrow_for_the_rounding_do_not_pass(tmp_path: Path) -> None:
    bounds = certify(load("kcd", ["target=700"]))
    middle = (bounds.lower + bounds.upper) // 2
    file = tmp_path / "narrow.npz"
    write_certificate(file, replace(bounds, lower=middle, upper=middle))
    assert check(read_certificate(file)).problems


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "kcd", "munchkin-farkle-plain"])
def test_whole_sheets_within_1e_12(name: str, tmp_path: Path) -> None:
    verdict = check(read_certificate(made(load(name), tmp_path)[1]))
    assert not verdict.problems
    assert verdict.width < 1e-12
