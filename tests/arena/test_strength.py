"""The strengths in the docs say what they must: who beats whom, how often the first player wins."""

from math import sqrt

import pytest
from scripts.strength import GAMES, PAGE, Cell, cells, read_counts, two_player_sheets
from scripts.strength_page import page, solved_share

COUNTS = read_counts()


def missing(counts: dict[tuple[str, str, str, str], Cell]) -> list[tuple[str, str, str, str]]:
    """The cells that are not there, or with too few games."""
    keys = [(sheet, *bots, seating) for sheet in two_player_sheets() for bots, seating in cells()]
    return [key for key in keys if key not in counts or counts[key].games < GAMES]


def test_every_cell_has_its_games() -> None:
    assert len(two_player_sheets()) == 9
    assert GAMES >= 1_000_000
    assert not missing(COUNTS)


def test_a_missing_cell_is_noticed() -> None:
    gone, short = ("kcd", "random", "err:2", "rotate"), ("zilch", "err:2", "champion", "rotate")
    less = COUNTS | {short: COUNTS[short]._replace(games=GAMES - 2)}
    del less[gone]
    assert sorted(missing(less)) == [gone, short]
    assert page(less) != page(COUNTS)


@pytest.mark.parametrize("sheet", two_player_sheets())
def test_better_bots_win_beyond_doubt(sheet: str) -> None:
    """The upper end of the interval of the weaker one lies below one half."""
    pairs = ("turn-optimal", "champion"), ("greedy", "turn-optimal"), ("err:2", "champion")
    for weaker, stronger in (*pairs, ("random", "cautious")):
        assert COUNTS[sheet, weaker, stronger, "rotate"].high < 0.5


@pytest.mark.parametrize("sheet", two_player_sheets())
def test_the_champion_against_itself_is_the_solvers_game(sheet: str) -> None:
    cell = COUNTS[sheet, "champion", "champion", "fixed"]
    expected = solved_share(sheet)
    away = abs(cell.share - expected) / sqrt(expected * (1 - expected) / cell.games)
    assert away < 3.5


def test_the_page_is_the_counts() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(COUNTS)
