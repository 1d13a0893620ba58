"""The rule on the strategy card, as tables for the evaluator."""

from hotdice.odds.compiling import compiled_apart
from hotdice.odds.fixed_kernel import Flags
from hotdice.odds.plan import Floats, Ints
from hotdice.players.paper_rule import FIRST, NEVER, WON


@compiled_apart
def fill_tables(
    pairs: Ints, places: Ints, stops: Ints, worths: Ints, extra: Ints, step: int, score: Floats, flags: Flags
) -> None:
    """The tables of a rule for what both miss and the least that counts, each written at its place.

    `extra` are ease, near, lead and fade.
    """
    ease, near, lead, fade = extra[0], extra[1], extra[2], extra[3] != 0
    for number in range(pairs.shape[1]):
        mine, theirs, least = pairs[0, number], pairs[1, number], pairs[2, number]
        rival, at = theirs + ease if ease >= 0 else 1, places[number]
        for row in range(score.shape[1]):
            total = row * step
            for n in range(stops.size):
                won = total >= mine and total - mine + theirs >= lead
                if won:
                    stop = True
                elif (theirs <= near and total < mine) or total < least:
                    stop = False
                elif ease < 0:
                    stop = total >= stops[n]
                else:
                    stop = stops[n] < NEVER and total * rival >= stops[n] * (mine + ease)
                flags[at, row, n] = stop
                worth = WON if won else FIRST if stop else float(worths[n])
                if fade and not stop and stops[n] < NEVER:
                    whole = max(stops[n] * (mine + ease) if ease >= 0 else stops[n], least * rival)
                    worth = max(0.0, worth * (whole - total * rival) / max(whole, 1))
                score[at, row, n] = total + worth
