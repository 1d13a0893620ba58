"""Knock-out: the bracket by seeds, byes for the best, who goes on, the third place, the places."""

from collections.abc import Sequence

from hotdice.club.evening.plan import going_on, table_sizes
from hotdice.club.evening.state import Round, Scores, Table, places


def first_slots(seeds: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """The first round of a bracket: the best seeds are free where a table of two would stay empty.

    >>> first_slots([1, 2, 3, 4, 5, 6], 2)
    [(1,), (4, 5), (2,), (3, 6)]
    >>> first_slots([1, 2, 3, 4, 5, 6, 7], 4)
    [(1, 4, 5), (2, 3, 6, 7)]
    """
    if size > 2:
        return _spread(seeds, size)
    lines = [1]
    while len(lines) < len(seeds):
        total = 2 * len(lines) + 1
        lines = [seed for line in lines for seed in (line, total - line)]
    chosen = [seeds[line - 1] if line <= len(seeds) else 0 for line in lines]
    return [
        tuple(player for player in pair if player) for pair in zip(chosen[::2], chosen[1::2], strict=True)
    ]


def _spread(players: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Deal players to tables to and fro, so that the best are apart."""
    count = len(table_sizes(len(players), size))
    tables: list[list[int]] = [[] for _ in range(count)]
    for place, player in enumerate(players):
        lap, seat = divmod(place, count)
        tables[seat if lap % 2 == 0 else count - 1 - seat].append(player)
    return [tuple(table) for table in sorted(tables, key=len)]


def winners(table: Table) -> list[int]:
    """Who goes on from a table that is over, the best first."""
    assert table.scores is not None
    ranked = sorted(zip(places(table.scores), table.players, strict=True))
    there = [player for place, player in ranked if table.scores[table.players.index(player)] is not None]
    return there[: going_on(len(table.players))]


def is_final(one: Round) -> bool:
    """Whether nothing follows a round of a bracket."""
    return len(one.slots) == 1


def cut_is_clear(scores: Scores, *, final: bool) -> bool:
    """Whether a result says who goes on, or who has won.

    >>> cut_is_clear((10000, 10000), final=False), cut_is_clear((10000, 9000), final=False)
    (False, True)
    """
    there = sorted((score for score in scores if score is not None), reverse=True)
    cut = 1 if final else going_on(len(scores))
    return len(there) <= cut or there[cut - 1] != there[cut]


def next_slots(last: Round, gone: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """The slots of the next round, in the order of the bracket; who went home is not in them."""
    through: list[list[int]] = []
    for slot in last.slots:
        table = last.table_of(slot[0]) if len(slot) > 1 else None
        through.append(winners(table) if table else list(slot))
    if size > 2:
        ranked = [
            row[place] for place in range(max(map(len, through))) for row in through if place < len(row)
        ]
        return _spread([player for player in ranked if player not in gone], size)
    kept = [[player for player in row if player not in gone] for row in through]
    return [tuple(first + second) for first, second in zip(kept[::2], kept[1::2], strict=True)]


def losers_of_the_half_finals(last: Round, gone: Sequence[int]) -> tuple[int, ...]:
    """Those who play for the third place."""
    if len(last.slots) != 2:
        return ()
    lost = []
    for table in last.tables:
        lost += [player for player in table.players if player not in winners(table) and player not in gone]
    return tuple(lost) if len(lost) == 2 else ()


def knockout_places(bracket: Sequence[Round]) -> list[tuple[int, int, int]]:
    """The place, the end of a shared place, and the player, for everybody in a bracket; the best first.

    Who is still in comes first; who went out in the same round shares the places.
    """
    slots = {player for slot in bracket[0].slots for player in slot}
    left = set(slots)
    groups: list[list[int]] = []
    for number, one in enumerate(bracket):
        final = is_final(one)
        third = one.tables[one.third - 1] if one.third else None
        if third is not None:
            left |= set(third.players)
            groups = [[player for player in group if player not in third.players] for group in groups]
        if third is not None and third.over:
            groups += _by_place(third, left)
        elif third is not None:
            groups.append(list(third.players))
            left -= set(third.players)
        out: list[list[int]] = []
        for table in one.tables:
            if not table.over or table is third:
                continue
            if final:
                out += _by_place(table, left)
                continue
            through = winners(table)
            out.append([player for player in table.players if player not in through])
        if not final and out:
            groups.append([player for group in out for player in group])
            left -= set(groups[-1])
        elif final:
            groups += out
        if number + 1 < len(bracket):  # who went home between two rounds
            after = {player for slot in bracket[number + 1].slots for player in slot}
            after |= {player for table in bracket[number + 1].tables for player in table.players}
            home = [player for player in left if player not in after]
            if home:
                groups.append(home)
                left -= set(home)
    groups.append(sorted(left))
    found, place = [], 1
    for group in reversed([group for group in groups if group]):
        found += [(place, place + len(group) - 1, player) for player in sorted(group)]
        place += len(group)
    return found


def _by_place(table: Table, left: set[int]) -> list[list[int]]:
    """The players of a table that decides places, the last first; they leave those who are left."""
    assert table.scores is not None
    ranks = places(table.scores)
    left -= set(table.players)
    return [
        [player for player, rank in zip(table.players, ranks, strict=True) if rank == wanted]
        for wanted in sorted(set(ranks), reverse=True)
    ]
