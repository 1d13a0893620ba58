"""The standings: points, then the tie-breaks of the plan; a knock-out by who went how far."""

import msgspec

from hotdice.club.evening.history import History, history_of
from hotdice.club.evening.knockout import knockout_places
from hotdice.club.evening.plan import UNIT
from hotdice.club.evening.state import Evening
from hotdice.club.evening.ties import BY_NAME
from hotdice.frozen import Frozen


class Line(Frozen):
    """One line of the standings. `points` are parts; `ties` the values of the plan's tie-breaks in order.

    `last` is the end of a shared place (5 to 8); `judged` says of how many games the luck is known.
    """

    place: int
    player: int
    name: str
    points: int
    games: int
    wins: int
    ties: tuple[int, ...]
    gone: bool = False
    last: int = 0
    judged: int = 0


def standings(evening: Evening) -> tuple[Line, ...]:
    """Everybody who played or could have, the best first.

    After a play-off those who were in it come first, in the order that it made.
    """
    history = history_of(evening.plan, evening.preliminary)
    ranked = _ranked(evening, history)
    lines = [_line(evening, history, player, place) for place, player in enumerate(ranked, 1)]
    if not evening.bracket:
        return tuple(lines)
    found = {line.player: line for line in lines}
    done = knockout_places(evening.bracket)
    bracket = history_of(evening.plan, evening.bracket)
    top = []
    for place, last, player in done:
        line = found.pop(player)
        if evening.plan.system == "knockout":
            line = _line(evening, bracket, player, place)
        top.append(msgspec.structs.replace(line, place=place, last=last if last > place else 0))
    rest = [
        msgspec.structs.replace(line, place=place) for place, line in enumerate(found.values(), len(done) + 1)
    ]
    return (*top, *rest)


def _line(evening: Evening, history: History, player: int, place: int) -> Line:
    games = history.games.get(player, [])
    level = [
        other.number for other in evening.players if history.points[other.number] == history.points[player]
    ]
    who = evening.players[player - 1]
    return Line(
        place=place,
        player=player,
        name=who.name,
        points=history.points[player],
        games=len(games),
        wins=sum(game.place == 1 and not game.level for game in games),
        ties=tuple(BY_NAME[name](history, player, level, evening.opened) for name in evening.plan.tie_breaks),
        gone=who.gone,
        judged=sum(game.luck is not None for game in games),
    )


def ranking(evening: Evening) -> list[int]:
    """Everybody by points and tie-breaks, without a knock-out."""
    return _ranked(evening, history_of(evening.plan, evening.preliminary))


def _ranked(evening: Evening, history: History) -> list[int]:
    groups: dict[int, list[int]] = {}
    for player in evening.players:
        groups.setdefault(history.points[player.number], []).append(player.number)
    ranked: list[int] = []
    for points in sorted(groups, reverse=True):
        level = groups[points]
        values = {
            player: tuple(
                BY_NAME[name](history, player, level, evening.opened) for name in evening.plan.tie_breaks
            )
            for player in level
        }
        ranked += sorted(level, key=lambda player: values[player], reverse=True)
    return ranked


class LuckFree(Frozen):
    """A line of the second table: points with the luck of the throws taken out, where it is known."""

    place: int
    player: int
    name: str
    points: float
    by_dice: float
    judged: int
    games: int


def without_luck(evening: Evening) -> tuple[LuckFree, ...]:
    """The second table: judged games count by what they were worth without luck, others as they were.

    What a game was worth is a chance to win; it is scaled so that a sure win has the points of a first place.
    """
    plan, history = evening.plan, history_of(evening.plan, evening.rounds)
    found = []
    for player in evening.players:
        games = history.games.get(player.number, [])
        points = plan.win / UNIT * history.byes[player.number]
        for game in games:
            # At a table of n an even share is 1/n, and the mean of the points half of a first place.
            share = (
                None
                if game.luck is None
                else 0.5 + (game.luck - 1 / game.seats) * game.seats / (2 * (game.seats - 1))
            )
            points += game.points / UNIT if share is None else plan.win / UNIT * share
        judged = sum(game.luck is not None for game in games)
        real = history.points[player.number] / UNIT
        found.append((points, player, real, judged, len(games)))
    found.sort(key=lambda row: (-row[0], row[1].number))
    return tuple(
        LuckFree(place, player.number, player.name, points, real, judged, games)
        for place, (points, player, real, judged, games) in enumerate(found, 1)
    )
