"""`hotdice solve` with dice of one's own: a race of two bags, or the best bag of a collection."""

from typing import Any

import click

from hotdice.odds.best_bag import SOLVED, best_bags
from hotdice.odds.duels import Duel, bag_dice, check_duel, save_duel, solve_duel, stored_duel
from hotdice.rules import LastChance, Ruleset
from hotdice.rules.bags import bag_rows, name_bag
from hotdice.terminal.options import fail, print_json
from hotdice.terminal.progress import share_bar


def tell_duel(rules: Ruleset, bags: tuple[str, ...], *, fresh: bool, as_json: bool) -> None:
    """Solve a race of two bags, keep its table and tell the shares.

    Raises:
        Unsolvable: with the key that is the reason.
        TableError: the table is damaged.
    """
    try:
        dice = bag_dice(rules, bags)
    except ValueError as error:
        fail(f"--bag: {error}")
    check_duel(rules, dice)
    known = None if fresh else stored_duel(rules, dice)
    duel = known or _solved(rules, dice)
    first, second = duel.first_player_wins, duel.second_if_first
    swapped = rules.last_chance is not LastChance.FINISH_ROUND
    answer: dict[str, Any] = {
        "goal": "race",
        "value": first,
        "states": duel.states,
        "positions": duel.positions,
        "seconds": duel.seconds,
        "hash": rules.hash,
        "from_table": known is not None,
        "first_player_wins": first,
        "seats": [first, 1.0 - first],
        "residual": duel.residual,
        "bags": [name_bag(sorted(bag)) for bag in duel.dice],
        "if_second_begins": [1.0 - second, second] if swapped else None,
    }
    if as_json:
        print_json(answer)
        return
    click.echo(f"{rules.title}: race")
    same = sorted(duel.dice[0]) == sorted(duel.dice[1])
    click.echo(f"Seat 1 has {answer['bags'][0]}, seat 2 {'the same' if same else answer['bags'][1]}.")
    click.echo(f"Seat 1 begins and wins {first:.4%} of the games.")
    if swapped and not same:
        click.echo(
            f"If seat 2 begins, seat 1 wins {1.0 - second:.4%}; "
            f"on the mean of both {(first + 1.0 - second) / 2:.4%}."
        )
    source = "from a table" if known else f"solved in {duel.seconds:.1f} s"
    click.echo(f"{duel.states:,} states, {duel.positions:,} positions, {source}.")


def _solved(rules: Ruleset, dice: Any) -> Duel:
    with share_bar("solving") as progress:
        duel = solve_duel(rules, dice, progress=progress)
    try:
        save_duel(duel)
    except OSError as error:
        click.echo(f"hotdice: the table could not be kept ({error})", err=True)
    return duel


def tell_best_bag(rules: Ruleset, collection: str, bags: tuple[str, ...], *, as_json: bool) -> None:
    """Find the best bag of a collection against a given one and tell what was solved, what only screened.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    if len(bags) > 1:
        fail("--collection is searched against one --bag, or against the dice of the sheet")
    try:
        against = bag_dice(rules, bags)[0]
        rows = bag_rows(collection)
    except ValueError as error:
        fail(f"--collection, --bag: {error}")
    with share_bar("bags") as progress:
        ranked = best_bags(rules, rows, against, progress=progress)
    solved = [one for one in ranked if one.duel is not None]
    told = [
        {
            "bag": name_bag(one.dice),
            "share": one.share,
            "first_player_wins": one.duel.first_player_wins,
            "second_player_wins": 1.0 - one.duel.second_if_first,
            "points": one.points,
        }
        for one in solved
        if one.duel is not None
    ]
    if as_json:
        print_json({"goal": "bag", "hash": rules.hash, "against": name_bag(sorted(against)), "bags": told}
                   | {"solved": len(solved), "screened": len(ranked)})  # fmt: skip
        return
    click.echo(f"{rules.title}: the best bags against {name_bag(sorted(against))}")
    for row in told[:10]:
        click.echo(
            f"{row['share']:8.3%}  begins {row['first_player_wins']:8.3%}, "
            f"second {row['second_player_wins']:8.3%}  {row['points']:8.1f} points a turn  {row['bag']}"
        )
    click.echo(
        f"{len(ranked):,} bags were screened by the points of a turn, and the best "
        f"{min(SOLVED, len(solved))} of them solved exactly; "
        "a bag further down could still be better, though it makes fewer points."
    )
