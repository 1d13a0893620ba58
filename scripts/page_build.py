"""Builds the page of `web/` into `src/hotdice/server/static/`, with Node of the system or of the environment.

Nothing is done where the sources have not changed since the last build.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "hotdice" / "server" / "static"
STAMP = ".built-from"
OLDEST_NODE = (20, 19)


class CannotBuild(RuntimeError):  # noqa: N818 - the sentence is what matters
    """The page cannot be built here; the sentence says what is missing."""


def sources_hash(web: Path = WEB) -> str:
    """A hash over everything that the built page depends on."""
    seen = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        name = path.relative_to(web)
        if path.is_file() and name.parts[0] not in ("node_modules", "dist", "dist-site"):
            seen.update(f"{name.as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()


def is_current(static: Path = STATIC, web: Path = WEB) -> bool:
    """Whether the built page is the one of these sources."""
    stamp = static / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == sources_hash(web)


def node_version(node: str) -> tuple[int, ...]:
    """The version of a Node program; (0,) where it does not run.

    >>> node_version("no such program")
    (0,)
    """
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return (0,)
    return tuple(int(part) for part in re.findall(r"\d+", text))


def node_path() -> str:
    """A search path whose first Node is new enough: the system's, else that of this Python environment.

    Raises:
        CannotBuild: there is none.
    """
    usual = os.environ.get("PATH", "")
    for path in (usual, os.pathsep.join([str(Path(sys.executable).parent), usual])):
        node, npm = shutil.which("node", path=path), shutil.which("npm", path=path)
        if node and npm and node_version(node) >= OLDEST_NODE:
            return path
    wanted = ".".join(map(str, OLDEST_NODE))
    raise CannotBuild(
        f"the page is built with Node {wanted} or newer, which is not here: "
        "install it, or `pip install -r requirements/node.lock`"
    )


def _run(command: list[str], path: str) -> None:
    result = subprocess.run(
        command,
        check=False,
        cwd=WEB,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if result.returncode:
        raise CannotBuild(f"`{' '.join(command)}` failed in web/:\n{result.stdout[-4000:]}")


def run_npm(words: list[str], path: str) -> None:
    """Run npm in the folder of the page.

    Raises:
        CannotBuild: it failed, with what it said.
    """
    _run(["npm", *words], path)


def install(path: str) -> None:
    """Fetch the locked packages, where that has not been done for this lock file."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".installed-from"
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == lock):
        run_npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], path)
        stamp.write_text(lock, encoding="utf-8")


def build() -> bool:
    """Build the page if that is due; whether it was.

    Raises:
        CannotBuild: with a sentence.
    """
    if is_current():
        return False
    path = node_path()
    before = sources_hash()
    install(path)
    run_npm(["run", "build"], path)
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(WEB / "dist", STATIC)
    (STATIC / STAMP).write_text(before, encoding="utf-8")
    return True


def lint(words: list[str]) -> None:
    """Look at sources of the page, with the linter of its locked packages.

    Raises:
        CannotBuild: with what it found.
    """
    path = node_path()
    install(path)
    run_npm(["exec", "--offline", "--", "oxlint", "--deny-warnings", *words], path)


if __name__ == "__main__":
    try:
        if "--lint" in sys.argv[1:]:
            lint(["src"])
        else:
            print("built the page" if build() else "the page is current")
    except CannotBuild as problem:
        sys.exit(f"hotdice set-up: {problem}")
