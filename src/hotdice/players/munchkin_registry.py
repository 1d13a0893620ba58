"""The bots of the Munchkin Dice table by name. A new bot is one file and one line here."""

from collections.abc import Callable
from math import inf

import msgspec

from hotdice.players.munchkin_player import MunchkinPlayer
from hotdice.players.munchkin_random_bot import MunchkinRandomBot
from hotdice.players.munchkin_shrewd_bot import ShrewdBot
from hotdice.players.registry import UnknownBot


class MunchkinBot(msgspec.Struct, frozen=True):
    """A bot of the table: its name, its character in one sentence, and how to make one."""

    name: str
    character: str
    make: Callable[[str], MunchkinPlayer]
    argument: str = ""


def _plain(name: str, bot: Callable[[], MunchkinPlayer]) -> Callable[[str], MunchkinPlayer]:
    def make_one(argument: str) -> MunchkinPlayer:
        if argument:
            raise UnknownBot(f"{name} takes no argument")
        return bot()

    return make_one


_BOTS = (
    MunchkinBot("random", "Any legal move will do, the door included.", MunchkinRandomBot, "SEED"),
    MunchkinBot(
        "gambler",
        "Pays for a roll whenever there is a level to pay with.",
        _plain("gambler", lambda: ShrewdBot(-inf)),
    ),
    MunchkinBot(
        "steady", "Never touches the die; fights its way up.", _plain("steady", lambda: ShrewdBot(inf))
    ),
    MunchkinBot(
        "shrewd",
        "Pays for a roll where it is worth more than the level it costs.",
        _plain("shrewd", ShrewdBot),
    ),
)


def munchkin_bots() -> tuple[MunchkinBot, ...]:
    """The line-up.

    >>> [bot.name for bot in munchkin_bots()]
    ['random', 'gambler', 'steady', 'shrewd']
    """
    return _BOTS


def make_munchkin(text: str) -> MunchkinPlayer:
    """The bot that a text such as `shrewd` names.

    >>> make_munchkin("shrewd").price
    1.0

    Raises:
        UnknownBot: there is no such bot.
    """
    name, _, argument = text.partition(":")
    for bot in _BOTS:
        if bot.name == name:
            return bot.make(argument)
    names = ", ".join(bot.name for bot in _BOTS)
    raise UnknownBot(f"there is no bot {name[:30]!r} at this table; the bots are {names}")
