"""`hotdice play --best-of`: the score after each game, changed seats, and going on where it was left."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from hotdice.game import parse_record
from hotdice.terminal.cli import hotdice


def played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str, typed: str = "", code: int = 0
) -> str:
    monkeypatch.setenv("HOTDICE_HOME", str(tmp_path))
    done = CliRunner().invoke(
        hotdice, ["play", "classic", "--set", "target=1000", "--best-of", "3", *more], input=typed
    )
    assert done.exit_code == code, done.output
    return done.output


def test_a_series_of_bots_ends_when_it_is_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "duel.farkle"
    text = played(
        tmp_path, monkeypatch, "--players", "greedy,random", "--names", "Ann,Bob", "--seed", "5",
        "--record", str(file),
    )  # fmt: skip
    files = sorted(tmp_path.glob("duel*.farkle"))
    records = [parse_record(one.read_text("utf-8")) for one in (file, *[one for one in files if one != file])]
    assert [record.names[0] for record in records] == ["Ann", "Bob", "Ann"][: len(records)]
    assert len({record.dice for record in records}) == len(records)
    winners = [record.names[record.state().winners[0]] for record in records]
    best = max(set(winners), key=winners.count)
    assert winners.count(best) == 2
    assert winners[-1] == best, "it ends when it is decided"
    assert text.rstrip().endswith(f"{best} wins the series.")
    assert "is decided" in played(tmp_path, monkeypatch, "--record", str(file), code=2)


def test_a_series_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "duel.farkle"
    who = ("--players", "human,human", "--names", "Ann,Bea", "--record", str(file))
    text = played(tmp_path, monkeypatch, *who, "--plain", typed="roll\nresign\nquit\n")
    assert "Ann 0 : 1 Bea, best of 3." in text
    assert (tmp_path / "duel-2.farkle").exists()
    text = played(tmp_path, monkeypatch, "--record", str(file), "--plain", typed="resign\nresign\n")
    assert "Ann 1 : 1 Bea, best of 3." in text
    assert "Ann 1 : 2 Bea, best of 3. Bea wins the series." in text


def test_what_does_not_fit_gets_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "two players" in played(tmp_path, monkeypatch, "--players", "greedy,greedy,greedy", code=2)
    assert "--record" in played(tmp_path, monkeypatch, "--resume", code=2)
