"""The bots of the Munchkin Dice table by name. A new bot is one file and one line here."""

from math import inf

from hotdice.players.munchkin_player import MunchkinPlayer
from hotdice.players.munchkin_random_bot import MunchkinRandomBot
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.registry import Bot, named, plain

MunchkinBot = Bot[MunchkinPlayer]


def _seer() -> MunchkinPlayer:
    from hotdice.players.munchkin_seer_bot import SeerBot  # it needs numpy, and most tables have no seer

    return SeerBot()


_BOTS: tuple[Bot[MunchkinPlayer], ...] = (
    MunchkinBot("random", "Any legal move will do, the door included.", MunchkinRandomBot, "SEED"),
    MunchkinBot(
        "gambler",
        "Pays for a roll whenever there is a level to pay with.",
        plain("gambler", lambda: ShrewdBot(-inf)),
    ),
    MunchkinBot(
        "steady", "Never touches the die; fights its way up.", plain("steady", lambda: ShrewdBot(inf))
    ),
    MunchkinBot(
        "shrewd",
        "Pays for a roll where it is worth more than the level it costs.",
        plain("shrewd", ShrewdBot),
    ),
    MunchkinBot(
        "seer",
        "Plays every choice on in its head, with cards made up where it sees none.",
        plain("seer", _seer),
    ),
)


def munchkin_bots() -> tuple[Bot[MunchkinPlayer], ...]:
    """The line-up.

    >>> [bot.name for bot in munchkin_bots()]
    ['random', 'gambler', 'steady', 'shrewd', 'seer']
    """
    return _BOTS


def make_munchkin(text: str) -> MunchkinPlayer:
    """The bot that a text such as `shrewd` names.

    >>> make_munchkin("shrewd").price
    1.0

    Raises:
        UnknownBot: there is no such bot.
    """
    return named(text, _BOTS, " at this table")
