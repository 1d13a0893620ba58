"""Compiled functions as plain Python, for whoever decides at a table and must not wait for a compiler.

The same source is read a second time under other names: what it imports from kernels it gets from such second
readings, too. Nothing that was imported before changes.
"""

import ast
import sys
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

_PLAIN = "_plain"
_LOCK = RLock()
_DECORATORS = ("compiled", "compiled_apart", "compiled_lean", "compiled_lean_apart")


def _is_kernel(name: str) -> bool:
    return name.endswith("_kernel") or name in ("hotdice.players.deck_state", "hotdice.odds.compiling")


def _as_it_is(function: Any) -> Any:
    return function


class _Renamed(ast.NodeTransformer):
    """Takes names of kernels from their second readings."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """An import."""
        if node.module and _is_kernel(node.module):
            plain(node.module)
            node.module += _PLAIN
        return node


def plain(name: str) -> ModuleType:
    """The module of that name with its functions as they are written.

    >>> plain("hotdice.players.deck_state").room_for(10, 3) > 0
    True
    """
    with _LOCK:
        known = sys.modules.get(name + _PLAIN)
        if known is not None:
            return known
        module = ModuleType(name + _PLAIN)
        if name == "hotdice.odds.compiling":
            module.__dict__.update(dict.fromkeys(_DECORATORS, _as_it_is))
        else:
            spec = find_spec(name)
            if spec is None or spec.origin is None:
                raise ModuleNotFoundError(name)
            tree = _Renamed().visit(ast.parse(Path(spec.origin).read_text(encoding="utf-8")))
            module.__file__ = spec.origin
            # Nobody but the package itself wrote what is read here.
            exec(compile(tree, spec.origin, "exec"), module.__dict__)  # nosec B102
        sys.modules[name + _PLAIN] = module
        return module
