r"""Small faults that can be put into a source text, one at a time.

>>> from scripts.mutating import lines_to_change, plant
>>> text = "def f(a, b):\n    return a < b + 1\n"
>>> [plant(text, number).says for number, line in enumerate(lines_to_change(text))]
['2: a < b + 1 -> a <= b + 1', '2: b + 1 -> b - 1', '2: 1 -> 2']
"""

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One fault: the line it is in, what was changed, and the module with it, each line where it was."""

    line: int
    says: str
    tree: ast.Module


def lines_to_change(text: str) -> list[int]:
    """The line of each fault that can be planted in a module, in an order that stays.

    Left alone is what no test could tell: annotations, docstrings, texts, names of exported things.
    """
    return [getattr(node, "lineno", 0) for node in _changeable(ast.parse(text))]


def plant(text: str, number: int) -> Mutant:
    """The module with one fault, by its place in `lines_to_change`."""
    tree = ast.parse(text)
    node = next(itertools.islice(_changeable(tree), number, None))
    line, before = getattr(node, "lineno", 0), ast.unparse(node)
    says = f"{line}: {before} -> {_change(node)}"
    return Mutant(line, says, ast.fix_missing_locations(tree))


def _changeable(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that can be changed, outside of annotations, decorators and the list of exports."""
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            continue
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        yield from _below(statement)


def _below(node: ast.AST) -> Iterator[ast.AST]:
    if _can_change(node):
        yield node
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "type_params", "format_spec"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _below(child)


def _can_change(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[op]):
            return type(op) in _COMPARED
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            return type(op) in _RECKONED and not _is_text(node)
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.IfExp():
            return True
        case ast.Constant(value=bool() | int() | float()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _CALLED
        case ast.Break() | ast.Continue():
            return True
        case _:
            return False


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in sides
    )


def _change(node: ast.AST) -> str:
    """Change a node where it stands; how it reads then."""
    match node:
        case ast.Compare():
            node.ops = [_COMPARED[type(node.ops[0])]()]
        case ast.BinOp() | ast.AugAssign():
            node.op = _RECKONED[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.op = ast.Not()
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=(int() | float()) as number):
            node.value = number + 1
        case ast.Call(func=ast.Name(id=name)):
            node.func = ast.Name(_CALLED[name], ast.Load())
        case ast.Break() | ast.Continue():
            return _swap_jump(node)
    return ast.unparse(node)


def _swap_jump(node: ast.Break | ast.Continue) -> str:
    """A jump has no field to change: the node itself becomes the other one."""
    other = ast.Continue if isinstance(node, ast.Break) else ast.Break
    node.__class__ = other
    return ast.unparse(node)
