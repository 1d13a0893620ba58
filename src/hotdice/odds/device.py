"""What the kernels for graphics processors have in common: numbers as a structure, rolls, shared memory.

Nothing here needs CuPy until a kernel is made.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np

from hotdice.odds.plan import RollPlan

_USUAL_SHARED = 48 * 1024
"""Shared memory that a block has without asking, in bytes."""


def structure(integers: tuple[str, ...], floats: tuple[str, ...]) -> np.dtype[Any]:
    """The kind of a kernel's `Numbers`: whole numbers, then fractions, aligned as a C compiler does.

    >>> structure(("target", "dice", "most"), ("favour",)).itemsize
    24
    """
    formats = [np.int32] * len(integers) + [np.float64] * len(floats)
    return np.dtype({"names": [*integers, *floats], "formats": formats}, align=True)


def in_bytes(kind: np.dtype[Any], numbers: Mapping[str, float]) -> Any:
    """Numbers, each field of the structure by its name, as the bytes that a kernel reads.

    >>> in_bytes(structure(("dice",), ("favour",)), {"dice": 6, "favour": 0.0})[:4].tolist()
    [6, 0, 0, 0]

    Raises:
        ValueError: a field is missing, or there is no such field.
    """
    if set(numbers) != set(kind.names or ()):
        raise ValueError(f"the structure has other fields than {sorted(numbers)}")
    packed = np.zeros((), kind)
    for name, number in numbers.items():
        packed[name] = number
    return np.frombuffer(packed.tobytes(), np.uint8)


def roll_numbers(plan: RollPlan) -> dict[str, int]:
    """The sizes of a plan of rolls, as the fields that every structure has."""
    return {"dice": plan.dice, "most": plan.most, "classes": len(plan.starts)}


def shared_limit() -> int:
    """How much shared memory a block of threads may ask for on the device, in bytes."""
    import cupy

    return int(cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"])


def gpu_available() -> bool:
    """Whether CuPy is installed and finds a device.

    >>> gpu_available() in (True, False)
    True
    """
    if find_spec("cupy") is None:
        return False
    import cupy

    try:
        return int(cupy.cuda.runtime.getDeviceCount()) > 0
    except cupy.cuda.runtime.CUDARuntimeError:
        return False


def kernel_of(source: str, name: str, shared: int) -> Any:
    """A kernel that may use so many bytes of shared memory."""
    import cupy

    kernel = cupy.RawKernel(source, name)
    if shared > _USUAL_SHARED:
        kernel.max_dynamic_shared_size_bytes = shared
    return kernel
