"""What a roll is worth in a table of a turn with cards, inside compiled code."""

from hotdice.odds.compiling import compiled_lean
from hotdice.players.deck_words import CardSheet, Floats, Ints


@compiled_lean
def mean_roll(
    sheet: CardSheet,
    words: Ints,
    reals: Floats,
    count: int,
    index: int,
    lost: float,
    stops: Floats,
    first_stop: int,
    size: int,
    best: Floats,
    first: int,
    width: int,
) -> float:
    """The mean value of a roll of `count` dice at a turn total of `index` units; a dead one is worth `lost`.

    A keep leads to `best[first + dice left * width + total]`, and from `size` units on to
    `stops[first_stop + total]`. Sums are taken in the order of the kinds of rolls.
    """
    head = sheet.kinds + (count - 1) * 4
    start = sheet.kinds + sheet.most_dice * 4 + words[head]
    number, widest = words[head + 1], words[head + 2]
    odds = sheet.chances + words[head + 3]
    total = 0.0
    for kind in range(number):
        found = 0.0
        for keep in range(widest):
            points, left = index + words[start], words[start + 1]
            start += 2
            reached = stops[first_stop + points] if points >= size else best[first + left * width + points]
            if keep == 0 or reached > found:
                found = reached
        total += reals[odds + 1 + kind] * found
    return float(reals[odds] * lost + total)
