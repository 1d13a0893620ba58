"""Bots by name: `greedy`, `threshold:300`. A new bot is one file and one line here."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from hotdice.frozen import Frozen
from hotdice.players.eager_bot import EagerBot
from hotdice.players.erring_bot import ErringBot
from hotdice.players.exact_bots import Champion, turn_optimal
from hotdice.players.greedy_bot import GreedyBot
from hotdice.players.player import Player
from hotdice.players.program_bot import ProgramBot
from hotdice.players.random_bot import RandomBot
from hotdice.players.threshold_bot import ThresholdBot
from hotdice.players.thumb_bot import BEST_THUMB, ThumbBot
from hotdice.rules.faults import did_you_mean

MOST = 1_000_000


class UnknownBot(ValueError):  # noqa: N818 - the sentence is what matters
    """A name that is no bot's, or an argument that the bot does not take."""


PlayerT = TypeVar("PlayerT")


class Bot(Frozen, Generic[PlayerT]):
    """A bot of the line-up: its name, its character in one sentence, and how to make one."""

    name: str
    character: str
    make: Callable[[str], PlayerT]
    argument: str = ""
    needs_argument: bool = False


def _threshold(argument: str) -> Player:
    if not (argument.isascii() and argument.isdigit() and len(argument) < 8 and int(argument) <= MOST):
        raise UnknownBot(f"threshold takes a number of points, such as threshold:300, not {argument[:20]!r}")
    return ThresholdBot(int(argument))


def _program(argument: str) -> Player:
    try:
        return ProgramBot(argument)
    except ValueError as error:
        raise UnknownBot(f"program:{argument[:80]}: {error}") from None


def _thumb(argument: str) -> Player:
    if not argument:
        return ThumbBot(*BEST_THUMB)
    parts = argument.split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 8 for part in parts):
        raise UnknownBot(f"thumb takes three numbers, such as thumb:75-350-3000, not {argument[:30]!r}")
    return ThumbBot(*(int(part) for part in parts))


def _erring(argument: str) -> Player:
    try:
        amount = float(argument)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= 100:
        raise UnknownBot(f"err takes hundredths of a win from 0 to 100, such as err:1, not {argument[:20]!r}")
    return ErringBot(amount)


def _champion(argument: str) -> Player:
    if argument not in ("", "2", "3"):
        raise UnknownBot(
            "champion takes 2 or 3, for one who reckons with the leading rival, or the two leading ones, "
            f"alone, not {argument[:20]!r}"
        )
    return Champion(int(argument)) if argument else Champion()


def _schemer() -> Player:
    from hotdice.players.schemer_bot import SchemerBot  # its turn values need numpy, which is slow to import

    return SchemerBot()


def _sage(argument: str) -> Player:
    from hotdice.players.sage_bot import STYLES, SageBot  # it needs numpy, which is slow to import

    if argument not in STYLES:
        raise UnknownBot(
            "sage takes cardless, for one that plays no card, blind, for one that plays as if others held "
            f"none, or counting, for one that only counts what they hold, not {argument[:20]!r}"
        )
    return SageBot(STYLES[argument])


def _paper(argument: str) -> Player:
    from hotdice.players.paper_bot import PaperBot  # the solver's card needs numpy

    if argument not in ("", "3", "12"):
        raise UnknownBot(
            "paper takes 3 or 12, for the front of the card or its back, which it plays without a number, "
            f"not {argument[:20]!r}"
        )
    return PaperBot(int(argument or 12))


def plain(name: str, bot: Callable[[], PlayerT]) -> Callable[[str], PlayerT]:
    """How to make a bot that takes no argument, and says so.

    >>> plain("greedy", GreedyBot)("3")
    Traceback (most recent call last):
    hotdice.players.registry.UnknownBot: greedy takes no argument
    """

    def make_one(argument: str) -> PlayerT:
        if argument:
            raise UnknownBot(f"{name} takes no argument")
        return bot()

    return make_one


_BOTS: tuple[Bot[Player], ...] = (
    Bot(
        "random",
        "Throws dice and caution to the wind: any legal move will do.",
        RandomBot,
        "SEED",
    ),
    Bot(
        "cautious",
        "Takes the first points on offer and hands over the dice.",
        plain("cautious", lambda: ThresholdBot(0)),
    ),
    Bot(
        "threshold",
        "Has a number in mind and stops there, rain or shine.",
        _threshold,
        "POINTS",
        needs_argument=True,
    ),
    Bot(
        "greedy",
        "Rolls as long as the next roll is worth it on average, and thinks no further.",
        plain("greedy", GreedyBot),
    ),
    Bot(
        "eager",
        "Greedy with a hand of cards: plays one as soon as it looks useful.",
        plain("eager", EagerBot),
    ),
    Bot(
        "schemer",
        "Weighs every card against its Gold Pieces, a better moment and the leader.",
        plain("schemer", _schemer),
    ),
    Bot(
        "sage",
        "Has played itself ten thousand times: exact dice, and knows what a hand of cards is worth.",
        _sage,
        "cardless",
    ),
    Bot(
        "thumb",
        "Spares dice, stops at 350 with three dice or fewer, and with four or more hardly ever.",
        _thumb,
        "PRICE-FEW-MANY",
    ),
    Bot(
        "paper",
        "Plays what stands on the strategy card of the sheet, and not a thought more.",
        _paper,
        "3",
    ),
    Bot(
        "turn-optimal",
        "Squeezes the most points out of every turn and never looks at the score board.",
        plain("turn-optimal", turn_optimal),
    ),
    Bot(
        "err",
        "The champion on an off day: gives away up to so many hundredths of a win at each decision.",
        _erring,
        "AMOUNT",
        needs_argument=True,
    ),
    Bot(
        "champion",
        "Knows every chance and plays to win; nobody does better.",
        _champion,
        "2",
    ),
    Bot(
        "program",
        "Somebody else's bot, in a process of its own: a Python file or any program.",
        _program,
        "FILE",
        needs_argument=True,
    ),
)


def bots() -> tuple[Bot[Player], ...]:
    """The line-up, from beginner upwards.

    >>> [bot.name for bot in bots()]  # doctest: +NORMALIZE_WHITESPACE
    ['random', 'cautious', 'threshold', 'greedy', 'eager', 'schemer', 'sage', 'thumb', 'paper',
     'turn-optimal', 'err', 'champion', 'program']
    """
    return _BOTS


def named(text: str, bots: Sequence[Bot[PlayerT]], where: str = "") -> PlayerT:
    """The bot of a line-up that a text names, with its argument; `where` is said of one that is not in it.

    >>> named("greedy", bots()).__class__.__name__
    'GreedyBot'

    Raises:
        UnknownBot: there is no such bot.
    """
    name, _, argument = text.partition(":")
    for bot in bots:
        if bot.name == name:
            return bot.make(argument)
    near = did_you_mean(name, [bot.name for bot in bots])
    names = ", ".join(bot.name + (f":{bot.argument}" if bot.needs_argument else "") for bot in bots)
    raise UnknownBot(f"there is no bot {name[:30]!r}{where}; the bots are {names}{near}")


def make(text: str) -> Player:
    """The bot that a text such as `threshold:300` names.

    >>> make("threshold:300").threshold
    300

    Raises:
        UnknownBot: there is no such bot.
    """
    return named(text, _BOTS)
