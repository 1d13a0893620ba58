"""The rooms of the house: what docs/design.md promises is what the import contracts hold."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from scripts.mutants import ROOMS, faults_in
from scripts.nightly import COVERED, STEPS

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "hotdice"


def promised() -> dict[str, set[str]]:
    """What each room may use, by the table of the design."""
    table = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \|[^|]*\|([^|]*)\|$", table, re.M)
    return {room: set(re.findall(r"\w+", words)) for room, words in rows}


def held() -> dict[str, set[str]]:
    """What each room may not use, by the contracts."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return {
        contract["source_modules"][0].removeprefix("hotdice."): {
            module.removeprefix("hotdice.") for module in contract["forbidden_modules"]
        }
        for contract in contracts
        if contract["name"].startswith("What ")
    }


def test_the_contracts_are_the_promises_of_the_design() -> None:
    rooms = {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()}
    promises = promised()
    assert set(promises) == rooms
    contracts = held()
    assert set(contracts) == rooms - {"sheets", "terminal"}
    for room, forbidden in contracts.items():
        assert forbidden | {"sheets"} == rooms - promises[room] & rooms - {room} | {"sheets"}, room


def test_a_room_that_uses_more_would_be_noticed() -> None:
    """Negative control: the contracts forbid something to every room but the top one."""
    assert all(forbidden for forbidden in held().values())


def unmeasured_bars(source: str) -> list[int]:
    """The lines in which a bar passes whatever was measured."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id == "bar"
        and any(isinstance(argument, ast.Constant) and argument.value is True for argument in call.args)
    ]


def test_every_bar_is_measured() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    found = [f"{path.name}:{line}" for path in tests for line in unmeasured_bars(path.read_text("utf-8"))]
    assert not found


def test_a_bar_that_cannot_fail_is_found() -> None:
    """Negative control."""
    assert unmeasured_bars('bar("F1", "50 kills", "0 lost", True)\nbar("F2", 1, 2, good)') == [1]


MOST_SECOND_TRIES = 25


def runs_of(marks: list[ast.expr]) -> int:
    """How many times a test runs by its lists of parameters."""
    runs = 1
    for mark in marks:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize"):
            values = mark.args[1]
            runs *= len(values.elts) if isinstance(values, ast.List) else MOST_SECOND_TRIES
    return runs


def second_tries(source: str) -> dict[str, str]:
    """What may be tried again, and why; a fault is no reason at all, or a test of the night."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        marks = [ast.unparse(mark) for mark in node.decorator_list]
        for mark in marks:
            if mark.startswith("pytest.mark.second_try"):
                by_night = any(one.startswith("pytest.mark.nightly") for one in marks)
                reason = re.fullmatch(r"pytest\.mark\.second_try\((['\"])(.{10,})\1\)", mark)
                for run in range(runs_of(node.decorator_list)):
                    name = f"{node.name}[{run}]" if run else node.name
                    found[name] = "" if by_night or reason is None else reason[2]
    return found


def test_few_tests_are_tried_again_and_each_has_a_reason() -> None:
    """They talk to real processes; no folder and no room is tried again as a whole."""
    tests = sorted((ROOT / "tests").rglob("*.py"))
    found = {
        f"{path.parent.name}/{name}": reason
        for path in tests
        for name, reason in second_tries(path.read_text("utf-8")).items()
    }
    assert all(found.values()), found
    assert 0 < len(found) <= MOST_SECOND_TRIES


def test_a_second_try_without_a_reason_or_by_night_is_found() -> None:
    """Negative control."""
    source = """
@pytest.mark.second_try("a process is stopped by a signal")
def test_a(): ...
@pytest.mark.second_try()
def test_b(): ...
@pytest.mark.nightly
@pytest.mark.second_try("a process is stopped by a signal")
def test_c(): ...
@pytest.mark.second_try("a process is stopped by a signal")
@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_d(): ...
"""
    why = "a process is stopped by a signal"
    assert second_tries(source) == {
        "test_a": why,
        "test_b": "",
        "test_c": "",
        "test_d": why,
        "test_d[1]": why,
    }


OPEN = {"Frozen", "History", "Counters", "Sums"}
"""The base itself, and what is filled in while it is used."""


def open_values(source: str) -> set[str]:
    """The classes that stand on msgspec directly, and so could change."""
    classes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))
    return {
        each.name for each in classes if any(ast.unparse(base) == "msgspec.Struct" for base in each.bases)
    }


def test_values_do_not_change() -> None:
    sources = [path.read_text("utf-8") for path in SOURCES.rglob("*.py")]
    assert set().union(*map(open_values, sources)) == OPEN


def test_a_value_that_could_change_is_found() -> None:
    """Negative control."""
    assert open_values("class A(Frozen): ...\nclass B(msgspec.Struct, gc=False): ...") == {"B"}


def tried_again_by(makefile: str) -> list[str]:
    """The commands of a makefile that try tests again, by whatever option."""
    found, command = [], ""
    for line in makefile.splitlines():
        if named := re.match(r"([a-z-]+):(?!=)", line):
            command = named[1]
        elif line.startswith("\t") and re.search(r"--second-try|--reruns", line):
            found.append(command)
    return found


def test_only_make_test_tries_anything_again() -> None:
    assert tried_again_by((ROOT / "Makefile").read_text("utf-8")) == ["unit"]
    assert not [name for name, words in STEPS.items() if re.search(r"--second-try|--reruns", " ".join(words))]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "reruns" not in str(settings["tool"]["pytest"])


def test_a_nightly_command_that_tries_again_is_found() -> None:
    """Negative control."""
    lines = "unit: page\n\tpytest --second-try\nnightly: page\n\tpytest\n\tpytest --reruns 2\n"
    assert tried_again_by(lines) == ["unit", "nightly"]


def test_every_room_that_is_looked_at_by_night_is_there() -> None:
    """The sources and the tests that planted faults and coverage name by hand."""
    assert not [room for room in COVERED if not (ROOT / "tests" / room).is_dir()]
    for pattern, tests in ROOMS.values():
        assert faults_in(pattern), pattern
        assert not [test for test in tests if not (ROOT / test).exists()]


def test_a_planted_fault_is_there_when_the_examples_of_its_module_run_too() -> None:
    """Both controls: one fault is noticed by whoever derives dice, and not by those who throw none."""
    code = """
from scripts.mutant_tries import SOURCES, Fault, try_anew, try_in_place
from scripts.mutants import faults_in, says_of
every = [says_of(Fault("game", path, number, ())) for path, number, _ in faults_in("game/dice.py")]
number = next(number for number, says in enumerate(every) if "byte % FACES + 1 ->" in says)
own, using = "dice.py::hotdice.game.dice.SeededDice", "proving.py::hotdice.game.proving.derive_again"
for tests in ((own, using), (own, "offers.py::hotdice.game.offers.bank_offer")):
    names = tuple(f"src/hotdice/game/{name}" for name in tests)
    faults = [Fault("game", SOURCES / "game" / "dice.py", number, names)]
    print(*(found for _, found in try_in_place(["src/hotdice/game"], faults)))
    print(*(found for _, found in try_anew(faults)))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True", "0", "False"], done.stdout + done.stderr
