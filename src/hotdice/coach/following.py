"""A recorded game beside a bot: what it would have done at every decision, and what that would have cost."""

from hotdice.coach.advising import advise_on
from hotdice.coach.choosing import place_of, whole_choice
from hotdice.coach.forms import Decision, Option, Review, Unit
from hotdice.coach.reviewing import GAMES
from hotdice.coach.telling import say_option
from hotdice.coach.verdicts import amount
from hotdice.frozen import Frozen
from hotdice.game import parse_position
from hotdice.players import Player, make

SHOWN = 3
"""So many moments are pointed out where the bot would have done something else that matters."""


class Otherwise(Frozen):
    """A decision that the bot would have made otherwise; `more` is what that costs more than the play."""

    step: int
    seat: int
    round: int
    played: Option
    instead: Option
    more: float


class Followed(Frozen):
    """What a player lost by play, and what following the bot at the same decisions would have cost."""

    name: str
    decisions: int
    same: int
    lost: float
    would_lose: float


class Following(Frozen):
    """A game beside a bot: each player, and the decisions it would have made otherwise, by weight."""

    bot: str
    unit: Unit
    players: tuple[Followed, ...]
    otherwise: tuple[Otherwise, ...]


def following(report: Review, bot: str, *, games: int = GAMES) -> Following:
    r"""What following a bot would have cost at the decisions of a reviewed game.

    The moments are those of the game as it went; where the bot chooses otherwise, the game would have gone
    on otherwise, too, so these are costs of decisions, not another result.

    >>> from hotdice.coach.reviewing import review
    >>> from hotdice.game import parse_record
    >>> start = "kcd~r9~s1~m1~n~3500.0.y_3800.0.y~t0.6"
    >>> turns = "122346:1 12246:1 =200\n223446 x\n111234:111 =1000"
    >>> text = f"hotdice record 1\nrules kcd\nseat Ann\nseat Bob\nstart {start}\n\n{turns}\n"
    >>> game = parse_record(text)
    >>> found = following(review(game), "champion")
    >>> [(one.name, round(one.lost, 3), one.would_lose) for one in found.players]
    [('Ann', 0.296, 0.0), ('Bob', 0.0, 0.0)]

    Raises:
        UnknownBot: there is no bot of that name.
    """
    player = make(bot)
    choices = [(decision, _choice(decision, player, report.unit, games)) for decision in report.decisions]
    known = [(decision, option) for decision, option in choices if option is not None and not decision.forced]
    other = [
        Otherwise(d.step, d.seat, d.round, d.played, option, option.loss - d.loss)
        for d, option in known
        if (option.action, option.keep) != (d.played.action, d.played.keep)
    ]
    other.sort(key=lambda one: -abs(one.more))
    players = []
    for seat, summary in enumerate(report.players):
        own = [(decision, option) for decision, option in known if decision.seat == seat]
        players.append(
            Followed(
                summary.name,
                len(own),
                len(own) - sum(one.seat == seat for one in other),
                sum((decision.loss for decision, _ in own), 0.0),
                sum((option.loss for _, option in own), 0.0),
            )
        )
    return Following(bot, report.unit, tuple(players), tuple(other))


def _choice(decision: Decision, player: Player, unit: Unit, games: int) -> Option | None:
    """What a bot would do at a decision; None where that is no choice of dice, such as a card."""
    if not decision.position:
        return None
    state = parse_position(decision.position)
    command = whole_choice(state, player.choose(state), player)
    for option in (decision.played, decision.best):  # known already
        if place_of(state, command, [(option.action, option.keep)]) is not None:
            return option
    options = advise_on(state, unit, games=games).options
    place = place_of(state, command, [(option.action, option.keep) for option in options])
    return None if place is None else options[place]


def following_lines(found: Following) -> list[str]:
    """The comparison in a few lines.

    >>> following_lines(Following("paper", "win", (Followed("Ann", 9, 7, 0.05, 0.0125),), ()))
    ['Beside paper:', 'Ann lost 5.0 %; paper would have lost 1.2 % (7 of 9 decisions the same).']
    """
    lines = [f"Beside {found.bot}:"]
    for one in found.players:
        if not one.decisions:
            continue
        lost, would = (amount(loss, found.unit) for loss in (one.lost, one.would_lose))
        same = f"{one.same} of {one.decisions} decisions the same"
        lines.append(f"{one.name} lost {lost}; {found.bot} would have lost {would} ({same}).")
    for other in [one for one in found.otherwise if one.more][:SHOWN]:
        better = "better" if other.more < 0 else "worse"
        where = f"Round {other.round}, {found.players[other.seat].name}"
        instead = f"{say_option(other.instead)}, {better} by {amount(abs(other.more), found.unit)}"
        lines.append(f"{where}: {say_option(other.played)}; {found.bot}: {instead}.")
    return lines
