"""Every sentence that the server may send, read from its sources, and every text of the data files.

A sentence stands in the sources as a constant: `Refusal("code", "Seat {seat:seat} is taken.", ...)`. One that
is put together on the spot could not be worded in another language, and is a fault.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path("src/hotdice")
ROOMS = ("rules", "game", "munchkin", "match", "coach", "club", "server")
_AT = {
    "Said": 0,
    "Refusal": 1,
    "refuse": 1,
    "fault": 1,
    ".fault": 1,
    "Fault": 1,
    ".finish": 0,
    "Problem": 1,
    "HttpProblem": 2,
    "NothingToSay": 0,
    ".Refused": 2,
}
"""The calls that take a sentence, methods with a dot, and which of their arguments it is."""
_COACH = {"Fault": 2}
_PASSED_ON = ("says", "sentence")
"""Attributes that hold a sentence which stands elsewhere."""
_ELSEWHERE = (
    "game/rulings.py",
    "match/corrections.py",
    "munchkin/companion/",
    "munchkin/checking.py",
    "munchkin/loading.py",
    "rules/deck_checking.py",
    "rules/faults.py",
    "rules/files.py",
    "server/admin_api.py",
    "server/app.py",
    "server/headers.py",
)
"""Heard at a terminal or by programs only: the score keeper's rulings, decks and other files that are written
by hand, the owner's commands, requests that no page makes."""


def sentences(folder: Path = SOURCES) -> tuple[dict[str, str], list[str]]:
    """Every sentence with the place where it stands, and what could not be read as one."""
    found: dict[str, str] = {}
    faults: list[str] = []
    for path in sorted(path for room in ROOMS for path in (folder / room).rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if name.startswith(_ELSEWHERE):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        places = _AT | (_COACH if name.startswith("coach/") or name == "server/coaching.py" else {})
        known = _module_constants(tree)
        for call, given in _calls(tree):
            place = places.get(_name(call), -1)
            if not 0 <= place < len(call.args):
                continue
            argument = call.args[place]
            if isinstance(argument, ast.Name) and argument.id in given:
                continue
            if isinstance(argument, ast.Attribute) and argument.attr in _PASSED_ON:
                continue
            text = argument.value if isinstance(argument, ast.Constant) else known.get(ast.unparse(argument))
            if not isinstance(text, str):
                what = ast.unparse(argument)[:60]
                faults.append(f"{name}: line {call.lineno}: {what} is no constant sentence")
            elif text:
                found.setdefault(text, f"{name}:{call.lineno}")
    return found, faults


def _calls(tree: ast.AST, given: frozenset[str] = frozenset()) -> Iterator[tuple[ast.Call, frozenset[str]]]:
    """Every call, with the names that are handed in where it stands: a sentence may be passed on."""
    for node in ast.iter_child_nodes(tree):
        inner = given
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = node.args
            inner |= {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        if isinstance(node, ast.Call):
            yield node, inner
        yield from _calls(node, inner)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else f".{getattr(call.func, 'attr', '')}"


def _module_constants(tree: ast.Module) -> dict[str, object]:
    """What the names of a module stand for, where that is one constant."""
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def sheet_texts(folder: Path = SOURCES / "sheets") -> dict[str, str]:
    """The titles and summaries of the sheets, by sheet."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {f"{path.stem}.{key}": raw[key] for key in ("title", "summary") if key in raw}
    return found


def card_texts(folder: Path = SOURCES / "sheets") -> dict[str, dict[str, str]]:
    """The names and texts of the cards, by deck and then by card."""
    decks: dict[str, dict[str, str]] = {}
    for path in sorted((folder / "decks").glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        decks[path.stem] = {"title": raw["title"]} | {
            f"{card['id']}.{key}": card[key] for card in raw["cards"] for key in ("name", "text")
        }
    raw = tomllib.loads((folder / "munchkin-cards.toml").read_text(encoding="utf-8"))
    decks["munchkin-dice"] = {
        f"{name}.{key}": card[key] for name, card in raw["cards"].items() for key in ("name", "text")
    }
    return decks
