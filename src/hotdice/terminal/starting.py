"""A new game: who sits down, under which names, with which seed. For the app and the command line."""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from hotdice.game import Record, SeededDice, new_game
from hotdice.game import events as e
from hotdice.game.record import check_name
from hotdice.game.state import bags_of
from hotdice.players import Player, UnknownBot, bots, make, play_out
from hotdice.rules import Ruleset
from hotdice.rules.bags import bags_for
from hotdice.terminal.options import fail
from hotdice.terminal.session import Session
from hotdice.terminal.telling import counted

SECONDS_A_ROLL = 6.0
"""What a person needs, about, to roll, look and decide."""


def default_names(who: Sequence[str]) -> tuple[str, ...]:
    """Names for people and bots, no two alike.

    >>> default_names(["human", "greedy", "threshold:300", "greedy"])
    ('You', 'Greedy', 'Threshold 300', 'Greedy (2)')
    """
    people = list(who).count("human")
    taken: list[str] = []
    for seat, player in enumerate(who, 1):
        if player == "human":
            name = "You" if people == 1 else f"Player {seat}"
        else:
            name = player.replace(":", " ").capitalize()
        base, number = name[:34], 2
        while name in taken:
            name = f"{base} ({number})"
            number += 1
        taken.append(name[:40])
    return tuple(taken)


def new_record(
    rules: Ruleset, who: Sequence[str], names: Sequence[str] | None = None, seed: str | None = None
) -> Record:
    """The record of a game that is about to begin, with dice from a seed.

    >>> from hotdice.rules import load
    >>> new_record(load("classic"), ["human", "greedy"], seed="7").names
    ('You', 'Greedy')
    """
    return Record(
        rules=rules,
        names=tuple(names or default_names(who)),
        players=tuple(who),
        dice=f"seeded {seed if seed is not None else secrets.token_hex(8)}",
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
    )


def chosen_names(who: Sequence[str], names: str | None, usual: Sequence[str]) -> tuple[str, ...]:
    """The names that `--names` gives the seats, or the usual ones; faults end the program."""
    if names is None:
        return tuple(usual)
    chosen = tuple(name.strip() for name in names.split(","))
    if len(chosen) != len(who):
        fail(f"--names has {counted(len(chosen), 'name')} for {counted(len(who), 'seat')}")
    for name in chosen:
        if fault := check_name(name):
            fail(f"--names: {fault}")
    if len(set(chosen)) != len(chosen):
        fail("--names: two seats have the same name")
    return chosen


def check_bots(who: Sequence[str], make: Callable[[str], object]) -> None:
    """End the program where one of `--players` is neither a person nor a bot."""
    for player in who:
        try:
            if player != "human":
                make(player)
        except UnknownBot as error:
            fail(f"{error} (a person is human)")


def check_unfinished(file: Path, *, over: bool, dice: str, replay: str) -> None:
    """End the program where a kept game cannot be gone on with: it is over, or not of seeded dice."""
    if over:
        fail(f"{file} holds a finished game; look at it with: {replay} {file}")
    if not dice.startswith("seeded "):
        fail(f"{file} was played with {dice.split(' ', maxsplit=1)[0]} dice, which cannot be thrown here")


def with_bags(record: Record, bags: Sequence[str]) -> Record:
    """The record with own dice for the first seats; those without a bag have standard dice.

    >>> from hotdice.rules import load
    >>> with_bags(new_record(load("kcd"), ["human", "greedy"], seed="7"), ["5*odd,lucky"]).bags
    ('5*odd,1*lucky', '6*standard')
    """
    if not bags:
        return record
    seats = len(record.names)
    try:
        if record.start:
            raise ValueError("a position says the dice itself")
        given = bags_for(bags, seats, record.rules.dice)
        return replace(record, bags=bags_of(record.rules, seats, given))
    except ValueError as error:
        fail(f"--bag: {error}")


LINE_UP = ("greedy", "threshold:300", "threshold:500", "cautious")
CARD_LINE_UP = ("schemer", "eager")


def line_up(rules: Ruleset, seats: int) -> list[str]:
    """One person and bots that know the sheet, for so many seats.

    >>> from hotdice.rules import load
    >>> line_up(load("classic"), 3), line_up(load("munchkin-farkle"), 4)
    (['human', 'greedy', 'threshold:300'], ['human', 'schemer', 'eager', 'schemer'])
    """
    known = LINE_UP if rules.deck is None else CARD_LINE_UP
    return ["human", *(known[seat % len(known)] for seat in range(seats - 1))]


_SOLVERS = ("turn-optimal", "champion")
_ARGUMENTS = {"threshold": "threshold:400", "err": "err:2"}


def opponents(*, cards: bool = False) -> list[tuple[str, str]]:
    """The bots that can sit down without a word more: what makes them, and their character.

    Where there are cards, the bots that play them come first; those that need a solved sheet stay away.

    >>> ("greedy" in dict(opponents()), "threshold:400" in dict(opponents()), "program" in dict(opponents()))
    (True, True, False)
    >>> [bot for bot, _ in opponents(cards=True)][:2]
    ['schemer', 'eager']
    """
    found: list[tuple[str, str]] = []
    for bot in bots():
        text = _ARGUMENTS.get(bot.name, bot.name)
        try:
            make(text)
        except UnknownBot:
            continue
        found.append((text, bot.character))
    if not cards:
        return found
    return sorted((bot for bot in found if bot[0] not in _SOLVERS), key=lambda bot: _place(bot[0]))


def _place(bot: str) -> int:
    return CARD_LINE_UP.index(bot) if bot in CARD_LINE_UP else len(CARD_LINE_UP)


def bots_of(record: Record) -> dict[int, Player]:
    """The bots of a game, by seat.

    Raises:
        UnknownBot: a seat is held by a bot that this version does not have.
    """
    return {seat: make(who) for seat, who in enumerate(record.players) if who != "human"}


def seated(record: Record, file: Path | None = None) -> Session:
    """The game of a record with seeded dice, its bots on their seats.

    Raises:
        UnknownBot: a seat is held by a bot that this version does not have.
    """
    dice = SeededDice(record.dice.removeprefix("seeded "))
    return Session(record, file, dice=dice, bots=bots_of(record))


def shorter(rules: Ruleset) -> list[str]:
    """The `--set` differences that make a game about half as long.

    >>> from hotdice.rules import load
    >>> shorter(load("classic")), shorter(load("marina"))
    (['target=5000'], ['rounds=5'])
    """
    if rules.rounds:
        changes = [f"rounds={max(1, rules.rounds // 2)}"]
        return changes + ([f"solo_goal={rules.solo_goal // 2}"] if rules.solo_goal else [])
    return [f"target={rules.target // 2}"]


@cache
def minutes(rules: Ruleset, seats: int) -> int:
    """How long a game takes people at a table, from games that bots have played: rolls times seconds.

    >>> from hotdice.rules import load
    >>> 5 <= minutes(load("classic"), 2) <= 60
    True
    """
    games, rolls = 8, 0
    for seed in range(games):
        bots = [make("threshold:400")] * seats
        _, events = play_out(new_game(rules, seats, first=0), bots, SeededDice(f"length {seed}"))
        rolls += sum(isinstance(event, e.DiceRolled) for event in events)
    return max(1, round(rolls / games * SECONDS_A_ROLL / 60))
