"""A stretch of a match's games by compiled code."""

import numpy as np

from hotdice.arena.bots import compile_bots, errands_of, library_of, lots_of, players_of
from hotdice.arena.card_games import card_stretch
from hotdice.arena.crowd import NobodyThere, crowd_stretch
from hotdice.arena.kernel import ENDLESS, PAGES, play_games
from hotdice.arena.match import Match, Seating
from hotdice.arena.numbers import seed_key
from hotdice.arena.playing import EndlessGame, Stretch
from hotdice.arena.sheets import Tables, sheet_of
from hotdice.arena.tally import Tally


def fast_stretch(match: Match) -> Stretch:
    """Plays stretches of a match with the compiled code that is made for its bots.

    Raises:
        CannotCompile: the sheet or one of the bots cannot be compiled.
    """
    if match.rules.deck is not None:
        return card_stretch(match)
    try:
        return crowd_stretch(match)
    except NobodyThere:
        return compiled_stretch(match)


def compiled_stretch(match: Match) -> Stretch:
    """Plays stretches of a match with compiled code; any number of threads may call it at once.

    >>> play_stretch = compiled_stretch(Match("classic", ("threshold:300", "greedy"), seed="1"))
    >>> play_stretch(0, 100) + play_stretch(100, 200) == play_stretch(0, 200)
    True

    Raises:
        CannotCompile: the sheet or one of the bots cannot be compiled.
    """
    rules, players = match.rules, players_of(match)
    builder = Tables()
    sheet = sheet_of(rules, builder)
    bots = compile_bots(rules, players, builder)
    library = library_of(rules, players, builder)
    lots, errands = lots_of(players), errands_of(rules, players, builder)
    tables = builder.array
    key = np.uint64(seed_key(match.seed))

    def play_stretch(first: int, last: int) -> Tally:
        tally = Tally(len(match.bots))
        span = np.array([first, last])
        counts = tally.counts()
        errors = errands.errors() if errands else None
        while True:
            answer = play_games(
                sheet,
                tables,
                bots,
                library.shelf,
                lots,
                errors,
                key,
                span,
                match.block,
                match.seating is Seating.DUPLICATE,
                counts,
            )
            if answer < 0:
                break
            if answer >= PAGES:
                assert errands is not None
                errands.worth.write(answer - PAGES)
            else:
                library.write(answer)
        if answer == ENDLESS:
            raise EndlessGame(int(span[0]))
        tally.games = last - first
        tally.blocks = tally.games // match.block
        return tally

    return play_stretch
