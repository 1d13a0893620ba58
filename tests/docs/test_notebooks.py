"""The notebooks run from their first cell to their last, each in a Python of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def program_of(notebook: Path) -> str:
    """The code cells of a notebook, one after the other."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def test_there_are_five() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "measure-a-policy-exactly",
        "read-a-record",
        "solve-your-house-rule",
        "the-shape-of-best-play",
        "train-a-learner",
    ]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    environment = {"MPLBACKEND": "agg", "XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    words = [sys.executable, "-c", program_of(notebook)]
    run = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
