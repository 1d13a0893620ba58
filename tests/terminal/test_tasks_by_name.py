"""Frozen tasks where a rule set is asked for, and totals that no sheet can show."""

import pytest
from click.testing import CliRunner

from hotdice.terminal.cli import hotdice


def said(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(hotdice, list(words))
    return result.exit_code, result.output


def test_a_task_is_measured_by_its_name() -> None:
    code, text = said("evaluate", "greedy", "farkle-1k", "--no-reply")
    assert code == 0
    assert text == said("evaluate", "greedy", "classic", "--set", "target=1000", "--no-reply")[1]
    assert "44.330 %" in text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("farkle-1k", "--set", "target=2000"), "the rules of farkle-1k never change"),
        (("farkle-1k", "--players", "3"), "farkle-1k is for 2"),
        (("farkle-cards",), "farkle-cards is measured by games"),
    ],
)
def test_a_task_does_not_change(words: tuple[str, ...], why: str) -> None:
    code, text = said("evaluate", "greedy", *words)
    assert code == 2
    assert why in text


def test_nobody_falls_below_zero_where_nothing_is_taken() -> None:
    code, text = said("advise", "classic", "--scores", "-500,0", "--turn", "300", "--dice", "3")
    assert code == 2
    assert "nobody falls below zero" in text
    assert said("advise", "playmonster", "--scores", "0,0", "--turn", "300", "--dice", "3")[0] == 0
