"""CuPy on a machine without a device: numpy, with kernels compiled for the processor.

The source of a kernel is the one that runs on a graphics processor. Here a C++ compiler takes it, and the
threads of a block are small tasks that take turns: each runs up to the next barrier, where it waits for the
others of its block.
"""

import ctypes
import hashlib
import re
import shutil
import subprocess
import types
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

_BEFORE = r"""
#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <vector>
using std::max;
using std::min;
#define __device__
#define __global__
#define __launch_bounds__(threads)
#define __shared__ static
struct int2 { int x, y; };
struct Index { int x; };
static Index threadIdx, blockIdx, blockDim;
static std::vector<double> memory_of_block;

struct Task { jmp_buf at; ucontext_t begin; bool started, done; std::vector<char> stack; };
static std::vector<Task> tasks;
static jmp_buf back;
static int running, alive;
static long block_generation, block_arrived;

static void give_way() {
    if (!_setjmp(tasks[running].at)) _longjmp(back, 1);
    threadIdx.x = running;
}
static void __syncthreads() {
    long mine = block_generation;
    if (++block_arrived == alive) { block_arrived = 0; block_generation++; }
    while (mine == block_generation) give_way();
}
"""
_AFTER = r"""
static void one_task() {
    threadIdx.x = running;
    KERNEL(ARGUMENTS);
    tasks[running].done = true;
    alive--;
    _longjmp(back, 1);
}
extern "C" void launch(void** given, int blocks, int threads, long shared) {
    arguments = given;
    memory_of_block.assign(shared / 8 + 1, 0.0);
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
        tasks.resize(threads);
        alive = threads;
        block_arrived = 0;
        for (Task& task : tasks) { task.started = task.done = false; task.stack.resize(65536); }
        while (alive)
            for (int next = 0; next < threads; next++) {
                Task& task = tasks[next];
                if (task.done) continue;
                running = next;
                if (_setjmp(back)) continue;
                if (task.started) _longjmp(task.at, 1);
                task.started = true;
                getcontext(&task.begin);
                task.begin.uc_stack.ss_sp = task.stack.data();
                task.begin.uc_stack.ss_size = task.stack.size();
                makecontext(&task.begin, one_task, 0);
                setcontext(&task.begin);
            }
    }
}
"""


def compiler() -> str | None:
    """A C++ compiler, or None where there is none."""
    return shutil.which("g++") or shutil.which("clang++")


SHARED = 40 * 1024
"""The shared memory that a block may ask for: little, so that blocks have few threads to take turns."""


class _Device:
    attributes: ClassVar[dict[str, int]] = {"MaxSharedMemoryPerBlockOptin": SHARED}


def device(folder: Path) -> types.ModuleType:
    """A module to stand for CuPy, whose kernels are compiled into a folder."""
    module = types.ModuleType("cupy")
    for name in dir(np):
        if not name.startswith("__"):
            setattr(module, name, getattr(np, name))

    class RawKernel:
        """A kernel from its source."""

        max_dynamic_shared_size_bytes = 48 * 1024

        def __init__(self, source: str, name: str) -> None:
            self._launch, self._kinds = _compiled(source, name, folder)

        def __call__(
            self, grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...], *, shared_mem: int
        ) -> None:
            """Run it, block after block."""
            assert shared_mem <= self.max_dynamic_shared_size_bytes
            assert len(arguments) == len(self._kinds)
            held: list[Any] = []
            for kind, argument in zip(self._kinds, arguments, strict=True):
                if kind == "int":
                    held.append(ctypes.pointer(ctypes.c_int(int(argument))))
                else:
                    assert argument.flags.c_contiguous, "a kernel reads arrays as they lie in memory"
                    assert kind == "Numbers" or argument.dtype == _KINDS[kind], (kind, argument.dtype)
                    held.append(ctypes.pointer(ctypes.c_void_p(argument.ctypes.data)))
            pointers = (ctypes.c_void_p * len(held))(*(ctypes.cast(x, ctypes.c_void_p) for x in held))
            self._launch(pointers, grid[0], block[0], ctypes.c_long(shared_mem))

    module.RawKernel = RawKernel  # type: ignore[attr-defined]
    module.asnumpy = np.asarray  # type: ignore[attr-defined]
    module.cuda = types.SimpleNamespace(Device=_Device)  # type: ignore[attr-defined]
    return module


_KINDS = {"double": np.float64, "long long": np.int64, "int*": np.int32}


def _compiled(source: str, name: str, folder: Path) -> tuple[Any, list[str]]:
    """The function that runs a kernel, and the kinds of its arguments."""
    head = re.search(rf"{name}\((.*?)\)", source, re.DOTALL)
    assert head is not None
    types_of, kinds = [], []
    for part in head[1].split(","):
        kind = " ".join(part.split()[:-1])
        types_of.append(kind)
        plain = kind.removeprefix("const ")
        kinds.append("int*" if plain == "int*" else plain.rstrip("*"))
    reads = ", ".join(f"*({kind}*)arguments[{k}]" for k, kind in enumerate(types_of))
    body = source.replace("extern __shared__ double memory[];", "double* memory = memory_of_block.data();")
    text = (
        _BEFORE + "static void** arguments;\n" + body
        + _AFTER.replace("KERNEL(ARGUMENTS)", f"{name}({reads})")
    )  # fmt: skip
    found = compiler()
    assert found is not None
    mark = hashlib.sha256(text.encode()).hexdigest()[:16]
    code, library = folder / f"{mark}.cpp", folder / f"{mark}.so"
    if not library.is_file():
        code.write_text(text, encoding="utf-8")
        options = ["-O1", "-fPIC", "-shared", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0"]
        subprocess.run([found, *options, "-o", str(library), str(code)], check=True)
    return ctypes.CDLL(str(library)).launch, kinds
