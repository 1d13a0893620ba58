"""Figures of the documents about the daily game and skill, measured again."""

import numpy as np
import pytest
from scripts.daily_figures import DAYS, correlation, figures
from scripts.skill_figures import GAMES, PAIRS, Accounts, accounts, match_of

from conftest import Bar

pytestmark = pytest.mark.nightly


def test_what_was_given_away_ranks_bots_by_their_true_strength(bar: Bar) -> None:
    by_loss, by_points, _ = figures()
    bar(
        "daily, rank correlation",
        f"{by_loss:.3f} over {DAYS} days (points {by_points:.3f})",
        ">= 0.85",
        by_loss >= 0.85,
    )
    assert by_loss > by_points


def test_a_list_in_the_wrong_order_has_a_negative_correlation() -> None:
    """The negative control."""
    assert correlation([1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0]) == pytest.approx(-1)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_taking_luck_out_moves_no_mean_and_saves_games(pair: tuple[str, str], bar: Bar) -> None:
    found = accounts(match_of(*pair), GAMES)
    bias, half = found.bias
    half *= 1.25  # three pairs are looked at: each at 98.6 %
    bar(
        f"skill, no bias, {pair[0]}",
        f"{100 * bias:+.2f} % of {GAMES:,} games",
        f"± {100 * half:.2f} %",
        abs(bias) <= half,
    )
    by_results, without = found.games_needed
    assert without * 10 < by_results


def test_a_bias_is_found() -> None:
    """The negative control: an account that forgets one gift in fifty games."""
    found = accounts(match_of(*PAIRS[1]), GAMES)
    gifts = np.where(np.arange(GAMES) % 50 == 0, 0.5, 0.0)
    bias, half = Accounts(found.results, found.adjusted + gifts).bias
    assert abs(bias) > 1.25 * half
