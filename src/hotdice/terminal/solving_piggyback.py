"""`hotdice solve` with piggyback: the race, and how taking over changes when to stop."""

import click

from hotdice.odds.piggyback import PiggyRace, check_piggyback, solve_piggyback
from hotdice.rules import Ruleset
from hotdice.terminal.options import print_json
from hotdice.terminal.progress import share_bar


def tell_piggyback(rules: Ruleset, *, as_json: bool) -> None:
    """Solve a race with piggyback and tell what it comes to; no table is kept, it would take 100 MB.

    Raises:
        Unsolvable: with the key that is the reason.
    """
    check_piggyback(rules)
    with share_bar("solving") as progress:
        race = solve_piggyback(rules, progress=progress)
    first = race.first_player_wins
    totals = [rules.target * k // 4 // rules.step * rules.step for k in range(4)]
    stops = {total: race.stop_at(total, total) for total in totals}
    if as_json:
        print_json(
            {
                "goal": "race",
                "value": first,
                "states": race.states,
                "positions": race.positions,
                "seconds": race.seconds,
                "hash": rules.hash,
                "from_table": False,
                "first_player_wins": first,
                "seats": [first, 1.0 - first],
                "residual": race.residual,
                "bank_at": {
                    str(total): {str(n): at for n, at in row.items()} for total, row in stops.items()
                },
                "take_over": {str(total): _taken(race, total) for total in totals},
            }
        )
        return
    click.echo(f"{rules.title}: race")
    click.echo(f"The first of two players wins {first:.4%} of the games.")
    for total, row in stops.items():
        told = ", ".join(f"{n} dice {'never' if at is None else f'{at:,}'}" for n, at in row.items())
        click.echo(f"Both at {total:,}: stop at {told}.".replace("1 dice", "1 die"))
    for total in totals:
        taken = _taken(race, total)
        told = ", ".join(f"{n} dice {'never' if at is None else f'from {at:,}'}" for n, at in taken.items())
        click.echo(f"Both at {total:,} before it: take over {told}.".replace("1 dice", "1 die"))
    click.echo(f"{race.states:,} states, solved in {race.seconds:.1f} s.")


def _taken(race: PiggyRace, total: int) -> dict[str, int | None]:
    """By dice left, the smallest offer worth taking over by who stood level before the offer was banked."""
    step, found = race.places.step, dict[str, int | None]()
    for dice in range(race.rules.dice, 0, -1):
        found[str(dice)] = next(
            (
                offer
                for offer in range(step, race.rules.target - total, step)
                if race.takes_over(total, total + offer, offer, dice) > 0
            ),
            None,
        )
    return found
