"""The strengths in the docs say what they must: who beats whom, how often the first player wins."""

from math import sqrt

import pytest
from scripts.strength import LINE_UP, PAGE, SLOW, read_counts, two_player_sheets
from scripts.strength_page import page, solved_share

COUNTS = read_counts()


def test_every_compiled_cell_has_a_million_games() -> None:
    fast = [bot for bot in LINE_UP if bot not in SLOW]
    for sheet in two_player_sheets():
        for place, first in enumerate(fast):
            for second in fast[place + 1 :]:
                assert COUNTS[sheet, first, second, "rotate"].games >= 1_000_000, (sheet, first, second)


@pytest.mark.parametrize("sheet", two_player_sheets())
def test_better_bots_win_beyond_doubt(sheet: str) -> None:
    """The upper end of the interval of the weaker one lies below one half."""
    for weaker, stronger in (("turn-optimal", "champion"), ("greedy", "turn-optimal")):
        assert COUNTS[sheet, weaker, stronger, "rotate"].high < 0.5


@pytest.mark.parametrize("sheet", two_player_sheets())
def test_the_champion_against_itself_is_the_solvers_game(sheet: str) -> None:
    cell = COUNTS[sheet, "champion", "champion", "fixed"]
    expected = solved_share(sheet)
    away = abs(cell.share - expected) / sqrt(expected * (1 - expected) / cell.games)
    assert away < 3.5


def test_the_page_is_the_counts() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(COUNTS)
