"""The container file: its own commands, in folders of this machine.

No image registry is asked for the images that it stands on: Node and Python are those of this machine, and
a new environment stands for the second image.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from scripts.page_build import ROOT, node_path

from match.test_stores import wait_until
from server.processes import free_port

pytestmark = pytest.mark.nightly
FILE = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def lines_of(word: str, stage: int) -> list[str]:
    """What one kind of line says in a stage of the file."""
    text = re.split(r"^FROM .*$", FILE, flags=re.MULTILINE)[stage]
    return re.findall(rf"^{word} (.+)$", text, re.MULTILINE)


def ignored() -> set[str]:
    """What `.dockerignore` keeps out of a build, by its name."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return {line.removeprefix("**/") for line in lines if line and not line.startswith("#")}


def copied(into: Path) -> Path:
    """The folder that a build is given."""
    names = ignored()

    def leave_out(folder: str, files: list[str]) -> set[str]:
        place = Path(folder).relative_to(ROOT)
        return {name for name in files if name in names or (place / name).as_posix() in names}

    return Path(shutil.copytree(ROOT, into, ignore=leave_out, symlinks=True))


def sh(command: str, folder: Path, path: str) -> None:
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=folder,
        env={"PATH": path, "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def test_the_commands_of_the_container_file_make_a_server_that_is_healthy(tmp_path: Path) -> None:
    source = copied(tmp_path / "src")
    page = tmp_path / "page"
    shutil.copytree(source / "web", page)
    for command in lines_of("RUN", 1):
        sh(command, page, node_path())

    place = tmp_path / "image"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    programs = f"{place / 'bin'}:/usr/bin:/bin"
    shutil.copytree(page / "dist", source / "src" / "hotdice" / "server" / "static")
    for command in lines_of("RUN", 2):
        if not command.startswith("useradd"):
            sh(command.replace(" && rm -rf /src", ""), source, programs)
    shutil.rmtree(source)

    data = tmp_path / "data"
    data.mkdir()
    port = str(free_port())
    entry = [word.replace("8000", port) for word in json.loads(lines_of("ENTRYPOINT", 2)[0])]
    entry = [word.replace("0.0.0.0", "127.0.0.1") for word in entry]  # this machine has other neighbours
    check = json.loads(lines_of("HEALTHCHECK", 2)[0].split(" CMD ")[1])
    healthy = [word.replace("8000", port) for word in check]
    surroundings = {"PATH": programs, "HOME": str(data), "NUMBA_CACHE_DIR": str(data / ".cache")}
    with subprocess.Popen([str(place / "bin" / entry[0]), *entry[1:]], cwd=data, env=surroundings) as server:
        try:
            wait_until(
                lambda: (
                    not subprocess.run(healthy, env=surroundings, capture_output=True, check=False).returncode
                )
            )
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
                assert b"<title>Hotdice" in answer.read()
        finally:
            server.terminate()
            assert server.wait(30) == 0


def test_the_compose_file_names_what_the_container_file_has() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "dockerfile: Containerfile" in compose
    assert shlex.split(lines_of("EXPOSE", 2)[0])[0] in re.findall(r"127\.0\.0\.1:\d+:(\d+)", compose)
    assert "/data" in re.findall(r'"home:(\S+)"', compose)
    assert "WORKDIR /data" in FILE
