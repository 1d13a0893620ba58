"""Vector instructions that numba's own loops do not reach, written as LLVM code.

A lane is one turn to be solved; `LANES` of them lie side by side in memory. Numba's loop vectoriser must
check at run time whether source and destination overlap, once per tiny loop; here a group of lanes is one
vector value, so that a maximum of two groups is two loads, one instruction and a store.

A turn may carry more numbers than its value: memory is a tuple of arrays, the values first, and the others go
along with whichever value is chosen. For each length of such a tuple code of its own is made.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from hotdice.odds.lanes import LANES

_DOUBLE = ir.DoubleType()
_VECTOR = ir.VectorType(_DOUBLE, LANES)
_WORDS = ir.VectorType(ir.IntType(64), LANES)
_ALIGN = 8


class LaneMemory:
    """Loads and stores of lane groups and of plain array items."""

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.context, self.builder, self.signature, self.args = context, builder, signature, args

    def data(self, index: int) -> Any:
        """The data pointer of the argument array `index`."""
        return self.context.make_array(self.signature.args[index])(
            self.context, self.builder, value=self.args[index]
        ).data

    def each(self, index: int) -> list[Any]:
        """The data pointers of the argument `index`, a tuple of arrays."""
        kind = self.signature.args[index].dtype
        items = cgutils.unpack_tuple(self.builder, self.args[index])
        return [self.context.make_array(kind)(self.context, self.builder, value=item).data for item in items]

    def item(self, data: Any, index: Any) -> Any:
        """One item of a plain array."""
        return self.builder.load(self.builder.gep(data, [index]))

    def group(self, data: Any, index: Any) -> Any:
        """The lane group that begins at an item."""
        pointer = self.builder.bitcast(self.builder.gep(data, [index]), _VECTOR.as_pointer())
        return self.builder.load(pointer, align=_ALIGN)

    def words(self, data: Any, index: Any) -> Any:
        """The lane group of whole numbers that begins at an item."""
        pointer = self.builder.bitcast(self.builder.gep(data, [index]), _WORDS.as_pointer())
        return self.builder.load(pointer, align=_ALIGN)

    def put(self, data: Any, index: Any, value: Any) -> None:
        """Store a lane group."""
        pointer = self.builder.bitcast(self.builder.gep(data, [index]), value.type.as_pointer())
        self.builder.store(value, pointer, align=_ALIGN)

    def splat(self, value: Any) -> Any:
        """A number in every lane."""
        undefined = ir.Constant(ir.VectorType(value.type, LANES), ir.Undefined)
        first = self.builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return self.builder.shuffle_vector(first, undefined, mask)


@intrinsic
def greatest_of_pairs(typing: Any, memory: Any, base: Any, first: Any, second: Any) -> Any:
    """For each k: the group at `base - LANES * (k + 1)` is the greater of those first[k], second[k] on."""
    del typing
    signature = types.void(memory, base, first, second)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = LaneMemory(context, builder, signature, args)
        (data, *carried), left, right = lanes.each(0), lanes.data(2), lanes.data(3)
        count = context.make_array(signature.args[2])(context, builder, value=args[2]).nitems
        integer = count.type
        with cgutils.for_range(builder, count) as loop:
            i = builder.add(args[1], lanes.item(left, loop.index))
            j = builder.add(args[1], lanes.item(right, loop.index))
            place = builder.sub(args[1], builder.mul(builder.add(loop.index, integer(1)), integer(LANES)))
            a, b = lanes.group(data, i), lanes.group(data, j)
            greater = builder.fcmp_ordered(">", a, b)
            lanes.put(data, place, builder.select(greater, a, b))
            for tag in carried:
                lanes.put(tag, place, builder.select(greater, lanes.group(tag, i), lanes.group(tag, j)))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def weighted_sums(
    typing: Any,
    memory: Any,
    base: Any,
    target: Any,
    places: Any,
    weights: Any,
    low: Any,
    high: Any,
    lost: Any,
    chance: Any,
) -> Any:
    """Put into `target` the groups `chance * lost[:] + sum of weights[k] * (base + places[k])`.

    The sum runs over k from `low` to `high`, whose number is even; two running sums hide the latency.
    """
    del typing
    signature = types.void(memory, base, target, places, weights, low, high, lost, chance)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = LaneMemory(context, builder, signature, args)
        place, weight = lanes.data(3), lanes.data(4)
        integer = args[1].type
        zero = ir.Constant(_VECTOR, [0.0] * LANES)
        for data, farkle in zip(lanes.each(0), lanes.each(7), strict=True):
            start = builder.fmul(lanes.splat(args[8]), lanes.group(farkle, integer(0)))
            sums = [cgutils.alloca_once_value(builder, start), cgutils.alloca_once_value(builder, zero)]
            with cgutils.for_range_slice(builder, args[5], args[6], integer(2), integer) as (index, _):
                for offset, total in enumerate(sums):
                    k = builder.add(index, integer(offset))
                    group = lanes.group(data, builder.add(args[1], lanes.item(place, k)))
                    product = builder.fmul(lanes.splat(lanes.item(weight, k)), group, flags=("contract",))
                    builder.store(builder.fadd(builder.load(total), product, flags=("contract",)), total)
            lanes.put(data, args[2], builder.fadd(builder.load(sums[0]), builder.load(sums[1])))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def stop_if_better(typing: Any, memory: Any, target: Any, bank: Any, at: Any) -> Any:
    """The group at `target` becomes that of `bank` at `at` where its value is not the smaller one."""
    del typing
    signature = types.void(memory, target, bank, at)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = LaneMemory(context, builder, signature, args)
        (data, *carried), (stop, *stops) = lanes.each(0), lanes.each(2)
        a, b = lanes.group(stop, args[3]), lanes.group(data, args[1])
        better = builder.fcmp_ordered(">=", a, b)
        lanes.put(data, args[1], builder.select(better, a, b))
        for tag, bank_tag in zip(carried, stops, strict=True):
            chosen = builder.select(better, lanes.group(bank_tag, args[3]), lanes.group(tag, args[1]))
            lanes.put(tag, args[1], chosen)
        return context.get_dummy_value()

    return signature, generate
