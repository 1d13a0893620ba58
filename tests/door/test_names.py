"""Public names: every package says which they are, and each of them is there."""

import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import hotdice

ROOT = Path(__file__).parents[2]
PACKAGES = [
    "hotdice",
    *(info.name for info in pkgutil.walk_packages(hotdice.__path__, "hotdice.") if info.ispkg),
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_package_names_what_is_public_and_has_it(name: str) -> None:
    package = import_module(name)
    names = package.__all__
    assert len(set(names)) == len(names)
    for public in names:
        assert getattr(package, public) is not None
    with pytest.raises(AttributeError):
        _ = package.no_such_name


def code_of(page: Path) -> str:
    """The Python examples of a page as a program: what is typed, without what comes back."""
    lines = []
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        lines += [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
    return "\n".join(lines) + "\n"


def strictly(*programs: Path) -> str:
    """What strict types find wrong, in one run: it reads all of ours each time."""
    folder = programs[0].parent
    words = ["--strict", "--no-incremental", "--cache-dir", str(folder / "cache"), *map(str, programs)]
    run = subprocess.run(
        [sys.executable, "-m", "mypy", *words], capture_output=True, text=True, cwd=ROOT, check=False
    )
    return run.stdout


def test_the_code_of_the_readme_is_typed(tmp_path: Path) -> None:
    """With its negative control: a refusal cannot be unpacked, and the types say so."""
    readme, idiom = tmp_path / "readme_code.py", tmp_path / "idiom.py"
    readme.write_text(code_of(ROOT / "README.md"), encoding="utf-8")
    idiom.write_text(
        "from hotdice.game import Roll, new_game, play\nfrom hotdice.rules import load\n"
        "state, _ = play(new_game(load('classic'), 2), Roll(0))\n",
        encoding="utf-8",
    )
    told = strictly(readme, idiom)
    assert "checked 2 source files" in told, told
    assert re.findall(r"(\w+)\.py:\d+: error: .*", told) == ["idiom"], told
    assert "Refusal" in told
