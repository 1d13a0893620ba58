"""The inner loop of a group of turns, as LLVM code: for every class of rolls the best choice of every lane.

See `hotdice.odds.vectors` for why: a lane is one turn, and a group of lanes is one vector value.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from hotdice.odds.lanes import LANES
from hotdice.odds.vectors import LaneMemory

_WORD = ir.IntType(64)
_WORDS = ir.VectorType(_WORD, LANES)
SPREAD = 0x9E3779B97F4A7C15
"""Multiplying by this odd number spreads the bits of a digest."""


@intrinsic
def best_choices(
    typing: Any,
    best: Any,
    stops: Any,
    base: Any,
    low: Any,
    high: Any,
    start: Any,
    places: Any,
    words: Any,
    weights: Any,
    tie: Any,
    mean: Any,
    digest: Any,
    entries: Any,
) -> Any:
    """Over the classes from `low` to `high`, in every lane: add the best choice to `mean` and note it.

    Choice k of a class, from `start[class]` on, leads to the groups of `best` and `stops` at `base +
    places[k]`; its entry is `words[k]` with the lane's stop (0 or 1) in the lowest bit. A later choice must
    be better by more than `tie`. `mean` and `digest` are one group each; `entries` one for each class.
    """
    del typing
    signature = types.void(
        best, stops, base, low, high, start, places, words, weights, tie, mean, digest, entries
    )

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = LaneMemory(context, builder, signature, args)
        values, stop, first = lanes.data(0), lanes.data(1), lanes.data(5)
        place, word, weight = lanes.data(6), lanes.data(7), lanes.data(8)
        sums, digests, noted = lanes.data(10), lanes.data(11), lanes.data(12)
        integer = args[2].type
        zero, one = integer(0), integer(1)
        margin = lanes.splat(args[9])
        total = cgutils.alloca_once_value(builder, lanes.group(sums, zero))
        print_of = cgutils.alloca_once_value(builder, lanes.words(digests, zero))
        greatest = cgutils.alloca_once(builder, margin.type)
        chosen = cgutils.alloca_once(builder, _WORDS)

        def entry_of(choice: Any, at: Any) -> Any:
            return builder.or_(lanes.splat(lanes.item(word, choice)), lanes.words(stop, at))

        with cgutils.for_range_slice(builder, args[3], args[4], one, integer) as (each, _):
            begin = lanes.item(first, each)
            at = builder.add(args[2], lanes.item(place, begin))
            builder.store(lanes.group(values, at), greatest)
            builder.store(entry_of(begin, at), chosen)
            end = lanes.item(first, builder.add(each, one))
            with cgutils.for_range_slice(builder, builder.add(begin, one), end, one, integer) as (choice, _):
                at = builder.add(args[2], lanes.item(place, choice))
                worth = lanes.group(values, at)
                so_far = builder.load(greatest)
                better = builder.fcmp_ordered(">", worth, builder.fadd(so_far, margin))
                builder.store(builder.select(better, worth, so_far), greatest)
                builder.store(builder.select(better, entry_of(choice, at), builder.load(chosen)), chosen)
            product = builder.fmul(lanes.splat(lanes.item(weight, each)), builder.load(greatest))
            builder.store(builder.fadd(builder.load(total), product), total)
            entry = builder.load(chosen)
            mixed = builder.mul(builder.xor(builder.load(print_of), entry), lanes.splat(_WORD(SPREAD)))
            shift = lanes.splat(_WORD(29))
            builder.store(builder.xor(mixed, builder.lshr(mixed, shift)), print_of)
            lanes.put(noted, builder.mul(builder.sub(each, args[3]), integer(LANES)), entry)
        lanes.put(sums, zero, builder.load(total))
        lanes.put(digests, zero, builder.load(print_of))
        return context.get_dummy_value()

    return signature, generate
