"""Vector instructions that numba's own loops do not reach, written as LLVM code.

A lane is one turn to be solved; `LANES` of them lie side by side in memory. Numba's loop vectoriser must
check at run time whether source and destination overlap, once per tiny loop; here a group of lanes is one
vector value, so that a maximum of two groups is two loads, one instruction and a store.

A turn may carry more numbers than its value: memory is a tuple of arrays, the values first, and the others go
along with whichever value is chosen. For each length of such a tuple code of its own is made.
"""

from collections.abc import Callable
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
        return self._array(index).data

    def length(self, index: int) -> Any:
        """The number of items of the argument array `index`."""
        return self._array(index).nitems

    def _array(self, index: int) -> Any:
        kind = self.context.make_array(self.signature.args[index])
        return kind(self.context, self.builder, value=self.args[index])

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


def _acting(signature: Any, act: Callable[[LaneMemory, Any, Any], None]) -> Any:
    """An intrinsic that does something to memory and gives nothing back."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        act(LaneMemory(context, builder, signature, args), builder, args)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def greatest_of_pairs(typing: Any, memory: Any, base: Any, first: Any, second: Any) -> Any:
    """For each k: the group at `base - LANES * (k + 1)` is the greater of those first[k], second[k] on."""
    del typing

    def act(lanes: LaneMemory, builder: Any, args: Any) -> None:
        (data, *carried), left, right = lanes.each(0), lanes.data(2), lanes.data(3)
        count = lanes.length(2)
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

    return _acting(types.void(memory, base, first, second), act)


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

    def act(lanes: LaneMemory, builder: Any, args: Any) -> None:
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

    return _acting(types.void(memory, base, target, places, weights, low, high, lost, chance), act)


@intrinsic
def stop_if_better(typing: Any, memory: Any, target: Any, bank: Any, at: Any) -> Any:
    """The group at `target` becomes that of `bank` at `at` where its value is not the smaller one."""
    del typing

    def act(lanes: LaneMemory, builder: Any, args: Any) -> None:
        (data, *carried), (stop, *stops) = lanes.each(0), lanes.each(2)
        a, b = lanes.group(stop, args[3]), lanes.group(data, args[1])
        better = builder.fcmp_ordered(">=", a, b)
        lanes.put(data, args[1], builder.select(better, a, b))
        for tag, bank_tag in zip(carried, stops, strict=True):
            chosen = builder.select(better, lanes.group(bank_tag, args[3]), lanes.group(tag, args[1]))
            lanes.put(tag, args[1], chosen)

    return _acting(types.void(memory, target, bank, at), act)


@intrinsic
def best_choices(
    typing: Any, liked: Any, base: Any, places: Any, low: Any, high: Any, tie: Any, picks: Any
) -> Any:
    """The choice from `low` up to `high` that each lane likes best: the first of those within `tie`.

    What is liked lies at `base + LANES * places[k]`. The bits of what comes back say in which lanes another
    is liked as well, and a bit above them that all lanes take the same and none has another.
    """
    del typing
    signature = types.int64(liked, base, places, low, high, tie, picks)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = LaneMemory(context, builder, signature, args)
        data, place = lanes.data(0), lanes.data(2)
        integer, truths = args[1].type, ir.VectorType(ir.IntType(1), LANES)
        margin = lanes.splat(args[5])

        def liking(k: Any) -> Any:
            return lanes.group(data, builder.add(args[1], builder.mul(lanes.item(place, k), integer(LANES))))

        best = cgutils.alloca_once_value(builder, liking(args[3]))
        pick = cgutils.alloca_once_value(builder, lanes.splat(args[3]))
        equal = cgutils.alloca_once_value(builder, ir.Constant(truths, [0] * LANES))
        begin = builder.add(args[3], integer(1))
        with cgutils.for_range_slice(builder, begin, args[4], integer(1), integer) as (k, _):
            worth, known = liking(k), builder.load(best)
            more = builder.fcmp_ordered(">", worth, builder.fadd(known, margin))
            near = builder.fcmp_ordered(">=", worth, builder.fsub(known, margin))
            builder.store(builder.select(more, worth, known), best)
            builder.store(builder.select(more, lanes.splat(k), builder.load(pick)), pick)
            builder.store(builder.and_(builder.not_(more), builder.or_(builder.load(equal), near)), equal)
        found = builder.load(pick)
        lanes.put(lanes.data(6), integer(0), found)
        bits = ir.IntType(LANES)
        ties = builder.bitcast(builder.load(equal), bits)
        first = builder.extract_element(found, ir.Constant(ir.IntType(32), 0))
        other = builder.bitcast(builder.icmp_signed("!=", found, lanes.splat(first)), bits)
        none = builder.icmp_unsigned("==", builder.or_(ties, other), bits(0))
        return builder.select(none, integer(1 << LANES), builder.zext(ties, integer))

    return signature, generate


@intrinsic
def add_scaled(typing: Any, memory: Any, at: Any, share: Any, weight: Any) -> Any:
    """Add `weight` times the group `share` to the group at `at`."""
    del typing

    def act(lanes: LaneMemory, builder: Any, args: Any) -> None:
        data = lanes.data(0)
        part = builder.fmul(lanes.group(lanes.data(2), args[1].type(0)), lanes.splat(args[3]))
        lanes.put(data, args[1], builder.fadd(lanes.group(data, args[1]), part))

    return _acting(types.void(memory, at, share, weight), act)
