"""Bots by name: `greedy`, `threshold:300`. A new bot is one file and one line here."""

from collections.abc import Callable

import msgspec

from hotdice.players.eager_bot import EagerBot
from hotdice.players.greedy_bot import GreedyBot
from hotdice.players.player import Player
from hotdice.players.random_bot import RandomBot
from hotdice.players.schemer_bot import SchemerBot
from hotdice.players.threshold_bot import ThresholdBot

MOST = 1_000_000


class UnknownBot(ValueError):  # noqa: N818 - the sentence is what matters
    """A name that is no bot's, or an argument that the bot does not take."""


class Bot(msgspec.Struct, frozen=True):
    """A bot of the line-up: its name, its character in one sentence, and how to make one."""

    name: str
    character: str
    make: Callable[[str], Player]
    argument: str = ""


def _threshold(argument: str) -> Player:
    if not (argument.isascii() and argument.isdigit() and len(argument) < 8 and int(argument) <= MOST):
        raise UnknownBot(f"threshold takes a number of points, such as threshold:300, not {argument[:20]!r}")
    return ThresholdBot(int(argument))


def _plain(name: str, bot: Callable[[], Player]) -> Callable[[str], Player]:
    def make_one(argument: str) -> Player:
        if argument:
            raise UnknownBot(f"{name} takes no argument")
        return bot()

    return make_one


_BOTS = (
    Bot(
        "random",
        "Throws dice and caution to the wind: any legal move will do.",
        RandomBot,
        "SEED",
    ),
    Bot(
        "cautious",
        "Takes the first points on offer and hands over the dice.",
        _plain("cautious", lambda: ThresholdBot(0)),
    ),
    Bot(
        "threshold",
        "Has a number in mind and stops there, rain or shine.",
        _threshold,
        "POINTS",
    ),
    Bot(
        "greedy",
        "Rolls as long as the next roll is worth it on average, and thinks no further.",
        _plain("greedy", GreedyBot),
    ),
    Bot(
        "eager",
        "Greedy with a hand of cards: plays one as soon as it looks useful.",
        _plain("eager", EagerBot),
    ),
    Bot(
        "schemer",
        "Weighs every card against its Gold Pieces, a better moment and the leader.",
        _plain("schemer", SchemerBot),
    ),
)


def bots() -> tuple[Bot, ...]:
    """The line-up, from beginner upwards.

    >>> [bot.name for bot in bots()]
    ['random', 'cautious', 'threshold', 'greedy', 'eager', 'schemer']
    """
    return _BOTS


def make(text: str) -> Player:
    """The bot that a text such as `threshold:300` names.

    >>> make("threshold:300").threshold
    300

    Raises:
        UnknownBot: there is no such bot.
    """
    name, _, argument = text.partition(":")
    for bot in _BOTS:
        if bot.name == name:
            return bot.make(argument)
    names = ", ".join(bot.name + (f":{bot.argument}" if bot.name == "threshold" else "") for bot in _BOTS)
    raise UnknownBot(f"there is no bot {name[:30]!r}; the bots are {names}")
