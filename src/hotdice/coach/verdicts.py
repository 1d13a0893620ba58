"""A game in two or three sentences: who won, whether by luck or by play, and what decided it."""

from hotdice.coach.forms import Review, Summary


def amount(value: float, unit: str, *, sign: bool = False) -> str:
    """A value in its unit, as people read it.

    >>> amount(0.0421, "win"), amount(-312.4, "points", sign=True)
    ('4.2 %', '-312')
    """
    if unit == "win":
        return f"{100 * value:+.1f} %" if sign else f"{100 * value:.1f} %"
    return f"{value:+,.0f}" if sign else f"{value:,.0f}"


def verdict(review: Review) -> str:
    """What happened, in words."""
    if len(review.players) == 1:
        return _alone(review, review.players[0])
    if not review.finished:
        leader = max(review.players, key=lambda player: player.result)
        return f"The game is not over; {leader.name} stands best, {_standing(review, leader)}."
    if len(review.winners) != 1:
        return "The game was shared."
    winner = review.players[review.winners[0]]
    rivals = [player for player in review.players if player.seat != winner.seat]
    best_play = min(review.players, key=lambda player: player.cost)
    luckiest = max(review.players, key=lambda player: player.luck)
    others = max(rivals, key=lambda player: player.adjusted)
    if best_play.seat == winner.seat and luckiest.seat == winner.seat:
        how = "with the better play and the luckier dice"
    elif best_play.seat == winner.seat:
        how = f"by the better play, against {luckiest.name}'s luckier dice"
    elif luckiest.seat == winner.seat:
        how = f"by the luckier dice; {best_play.name} played better"
    else:
        how = f"although {best_play.name} played better and {luckiest.name} had the luckier dice"
    first = f"{winner.name} won {how}."
    if review.source.kind in ("estimated", "turn"):
        return first
    without = (
        f"Without luck it would have stood {amount(winner.adjusted, review.unit)} to "
        f"{amount(others.adjusted, review.unit)} for {others.name}."
    )
    return f"{first} {without}"


def _standing(review: Review, player: Summary) -> str:
    if review.unit == "win":
        return f"with a chance of {amount(player.result, 'win')}"
    return f"at {amount(player.result, 'points')}"


def _alone(review: Review, player: Summary) -> str:
    total = f"{review.totals[0]:,}" if review.totals else "0"
    luck = "lucky" if player.luck >= 0 else "unlucky"
    if review.unit == "points":
        goal = "and met the goal" if review.winners else "and missed the goal"
        ended = (
            f"{player.name} made {total} {goal}" if review.finished else f"{player.name} has {total} so far"
        )
        return (
            f"{ended}. The dice were {luck} ({amount(player.luck, 'points', sign=True)}), the decisions cost "
            f"{amount(player.loss, 'points')}: without luck it would have been "
            f"{amount(player.adjusted, 'points')}."
        )
    goal = "" if not review.finished else " and met the goal" if review.winners else " and missed the goal"
    return (
        f"{player.name} made {total}{goal}; the dice were {luck} ({amount(player.luck, 'win', sign=True)}), "
        f"the decisions gave away {amount(player.loss, 'win')} of the chance of it."
    )
