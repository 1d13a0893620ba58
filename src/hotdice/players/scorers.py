"""Policies of others that score what a choice leaves: a file of arrays, an ONNX model, a Python function.

A file of arrays (`.npz`) is a small network or a table. A **network** has `w0`, `b0`, `w1`, `b1` and so on:
each layer is `x @ w + b`, between two of them everything below zero becomes zero, the last one gives one
number. A **table** has `roll[turn total in steps, dice - 1]` and `stop[turn total in steps]`; its last row
stands for all beyond. With an entry `chances` that is not zero the numbers are chances to win of whoever
rolls, a network's after the logistic function, and stops are reckoned from them (see
`hotdice.odds.scored_play`).
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hotdice.odds.scored_play import COLUMNS, ONE, STOP, TURN, Matrix, Scorer
from hotdice.players.registry import bots
from hotdice.rules import Ruleset

_ROWS = 8192
"""Rows that go through a network at a time: what they need fits into a processor's cache."""


class BadPolicy(ValueError):  # noqa: N818 - the sentence is what matters
    """A policy that cannot be read or asked."""


class Policy(NamedTuple):
    """A scorer, and whether it gives chances."""

    scorer: Scorer
    chances: bool


def is_policy(text: str) -> bool:
    """Whether a text names a policy of somebody's own, not a bot of the line-up.

    >>> [is_policy(text) for text in ("net.npz", "net.onnx", "mine:score", "thumb:75-350-3000", "greedy")]
    [True, True, True, False, False]
    """
    if Path(text).suffix in (".npz", ".onnx"):
        return not text.startswith("program:")
    head, colon, _ = text.partition(":")
    return bool(colon) and head not in {bot.name for bot in bots()}


def load_policy(text: str, rules: Ruleset, *, chances: bool = False) -> Policy:
    """The policy that a text names: a file, or `module:function`.

    >>> import tempfile
    >>> from hotdice.rules import load
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "net.npz"
    ...     np.savez(file, w0=np.ones((16, 1)), b0=np.zeros(1))
    ...     policy = load_policy(str(file), load("classic"))
    >>> policy.scorer(np.ones((2, 16), np.float32)).tolist(), policy.chances
    ([16.0, 16.0], False)

    Raises:
        BadPolicy: there is none, or it is not built as it should be.
    """
    suffix = Path(text).suffix
    if suffix == ".npz":
        return _arrays(text, rules, chances)
    if suffix == ".onnx":
        return Policy(_onnx(text), chances)
    return Policy(function_of(text), chances)


def function_of(text: str) -> Callable[..., Any]:
    """The function `module:function`, of a module that lies where one works or is installed.

    >>> function_of("builtins:max")
    <built-in function max>

    Raises:
        BadPolicy: there is none.
    """
    module, _, name = text.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as `python -m` does: a policy lies where one works
    try:
        found: Any = getattr(import_module(module), name)
    except AttributeError:
        raise BadPolicy(f"{text[:80]}: the module has no function of that name") from None
    except Exception as error:  # whatever somebody's module raises when it is imported
        raise BadPolicy(f"{text[:80]}: {error}") from None
    if not callable(found):
        raise BadPolicy(f"{text[:80]} is not a function")
    function: Callable[..., Any] = found
    return function


def _onnx(text: str) -> Scorer:
    try:
        import onnxruntime
    except ImportError:
        raise BadPolicy("ONNX files need onnxruntime: pip install 'hotdice[policies]'") from None
    if not Path(text).is_file():
        raise BadPolicy(f"{text[:200]}: there is no such file")
    try:
        session: Any = onnxruntime.InferenceSession(text, providers=["CPUExecutionProvider"])
    except Exception as error:  # what onnxruntime raises has no common class
        raise BadPolicy(f"{text[:200]}: {str(error).splitlines()[0][:200]}") from None
    if len(session.get_inputs()) != 1:
        raise BadPolicy(f"{text[:200]}: a model has one input, a matrix with {len(COLUMNS)} columns")
    name = session.get_inputs()[0].name

    def score(rows: Matrix) -> Any:
        parts = range(0, len(rows), 1 << 16)
        return np.concatenate([session.run(None, {name: rows[at : at + (1 << 16)]})[0] for at in parts])

    return score


def _arrays(text: str, rules: Ruleset, chances: bool) -> Policy:
    try:
        with np.load(text, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise BadPolicy(f"{text[:200]}: there is no such file") from None
    except (OSError, ValueError, EOFError) as error:
        raise BadPolicy(f"{text[:200]}: {str(error)[:200]}") from None
    chances = chances or bool(np.any(found.get("chances", 0)))
    if "roll" in found and "stop" in found:
        return Policy(_table(text, found, rules), chances)
    return Policy(_network(text, found, chances), chances)


def _network(text: str, found: dict[str, Any], chances: bool) -> Scorer:
    layers: list[tuple[Any, Any]] = []
    width = len(COLUMNS)
    while f"w{len(layers)}" in found:
        at = len(layers)
        w, b = (np.asarray(found.get(f"{name}{at}", np.zeros(0)), np.float32) for name in "wb")
        if w.ndim != 2 or w.shape[0] != width or b.shape != (w.shape[1],):
            raise BadPolicy(
                f"{text[:200]}: w{at} has a row for each of {width} inputs, b{at} a number for each column"
            )
        layers.append((w, b))
        width = w.shape[1]
    if not layers or width != 1:
        raise BadPolicy(f"{text[:200]}: it has layers w0, b0, w1, b1, ... to one number, or roll and stop")

    def score(rows: Matrix) -> Any:
        out = np.empty(len(rows))
        for low in range(0, len(rows), _ROWS):
            x = rows[low : low + _ROWS]
            for at, (w, b) in enumerate(layers):
                x = x @ w
                x += b
                if at < len(layers) - 1:
                    np.maximum(x, 0, out=x)
            out[low : low + _ROWS] = x[:, 0]
        return 1.0 / (1.0 + np.exp(-out)) if chances else out

    return score


def _table(text: str, found: dict[str, Any], rules: Ruleset) -> Scorer:
    roll, stop = np.asarray(found["roll"], float), np.asarray(found["stop"], float)
    if roll.ndim != 2 or roll.shape[1] != rules.dice or stop.shape != (len(roll),) or not len(roll):
        raise BadPolicy(
            f"{text[:200]}: roll has {rules.dice} columns, and stop a number for each of its rows"
        )

    def score(rows: Matrix) -> Any:
        total = np.rint(rows[:, TURN].astype(float) * rules.target / rules.step).astype(np.int64)
        total = np.minimum(total, len(roll) - 1)
        dice = rows[:, ONE : ONE + rules.dice].argmax(axis=1)
        return np.where(rows[:, STOP] == 1, stop[total], roll[total, dice])

    return score
