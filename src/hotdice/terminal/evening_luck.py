"""Luck taken out of an evening: the coach judges what the scorekeeper recorded throw by throw."""

from collections.abc import Iterator

import click
import msgspec

from hotdice.club.evening.luck import worth_of
from hotdice.club.evening.recorded import seats_of
from hotdice.club.evening.standings import without_luck
from hotdice.club.evening.state import Evening
from hotdice.club.evening.telling import luck_lines
from hotdice.club.skill import accounts_of
from hotdice.coach.reviewing import review
from hotdice.coach.sources import solved_for
from hotdice.game import RecordError, parse_record
from hotdice.odds.refusals import Unsolvable
from hotdice.terminal.options import print_json
from hotdice.terminal.solving import solved_game
from hotdice.terminal.streams import complain


def judge_records(evening: Evening) -> Iterator[dict[str, object]]:
    """What each recorded game was worth without luck; what cannot be judged is named, with the reason."""
    for one in evening.rounds:
        for table in one.tables:
            if not table.record or table.luck:
                continue
            try:
                record = parse_record(table.record)
                if solved_for(record.rules, len(record.names)):
                    solved_game(record.rules, len(record.names))
                accounts = accounts_of(record, review(record, "win"))
            except (Unsolvable, RecordError, ValueError) as error:
                complain(f"round {one.number}, table {table.number} counts by its points: {error}")
                continue
            worth = worth_of([account.given_away for account in accounts])
            order = seats_of(evening, table, record)
            if order is None:
                complain(f"round {one.number}, table {table.number} counts by its points: other names")
                continue
            yield {
                "round": one.number,
                "table": table.number,
                "luck": [worth[seat] for seat in order],
            }


def tell(evening: Evening, *, as_json: bool) -> None:
    """The second table."""
    if as_json:
        print_json({"without_luck": msgspec.to_builtins(without_luck(evening))})
        return
    for line in luck_lines(evening):
        click.echo(line)
