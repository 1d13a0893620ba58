"""What must hold before a version is published, in one command: `make release-check`.

Builds the source distribution and the wheel, twice and from each other; looks into both; installs them into
empty environments, with and without extras, as somebody who may not write there; and runs the README's
commands. It prints a line for each check and ends with 1 where one fails.
"""

import hashlib
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "release"
EPOCH = "1767225600"
"""The date of every file in a distribution; hatchling takes it from the environment."""
HOME = os.environ.get("HOTDICE_URL", "https://hotdice.example")
"""Where the project lives: whoever publishes says it; the reserved name stands for it in a trial."""

CHECKS: list[tuple[str, Callable[["Release"], str]]] = []


class Broken(RuntimeError):  # noqa: N818 - the sentence is what matters
    """A check has failed; the sentence says how."""


def run(
    words: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None, status: int = 0, said: str = ""
) -> str:
    """What a program prints; it must end with this status."""
    done = subprocess.run(
        words,
        cwd=cwd,
        env=os.environ | (env or {}),
        capture_output=True,
        text=True,
        check=False,
        input=said,
    )
    if done.returncode != status:
        told = (done.stdout + done.stderr)[-2000:]
        raise Broken(f"`{' '.join(words)}` ended with {done.returncode}, not {status}:\n{told}")
    return done.stdout


def check(says: str) -> Callable[[Callable[["Release"], str]], Callable[["Release"], str]]:
    """A check by the sentence that is true where it passes."""

    def note(function: Callable[["Release"], str]) -> Callable[["Release"], str]:
        CHECKS.append((says, function))
        return function

    return note


class Release:
    """The files of one release, made in a folder that is thrown away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tools = folder / "tools"
        self.version: str = re.findall(
            r'__version__ = "(.+)"', (ROOT / "src/hotdice/__init__.py").read_text()
        )[0]

    def build(self, kind: str, source: Path, into: Path, env: dict[str, str] | None = None) -> Path:
        """A distribution of a source folder."""
        into.mkdir(parents=True, exist_ok=True)
        always = {"SOURCE_DATE_EPOCH": EPOCH, "HOTDICE_PAGE": "require", "HOTDICE_URL": HOME}
        words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
        run(words, cwd=source, env=always | (env or {}))
        return next(into.glob("*.tar.gz" if kind == "sdist" else "*.whl"))

    @property
    def sdist(self) -> Path:
        """The source distribution."""
        return next((self.folder / "first").glob("*.tar.gz"))

    @property
    def wheel(self) -> Path:
        """The wheel."""
        return next((self.folder / "first").glob("*.whl"))

    def environment(self, name: str, extras: str = "") -> Path:
        """The programs of a new environment with the wheel installed."""
        place = self.folder / f"env-{name}"
        run([sys.executable, "-m", "venv", str(place)])
        python = place / "bin" / "python"
        run([str(python), "-m", "pip", "install", "--quiet", f"{self.wheel}{extras}"])
        return place / "bin"


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


@check("the version is the same in the package, the changelog and CITATION.cff")
def _versions(release: Release) -> str:
    cited = re.findall(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    logged = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if cited != [release.version] or logged[:1] != [release.version]:
        raise Broken(f"package {release.version}, CITATION.cff {cited}, changelog {logged[:1]}")
    return release.version


@check("the same sources give the same bytes twice")
def _reproducible(release: Release) -> str:
    for place in ("first", "second"):
        release.build("sdist", ROOT, release.folder / place)
        release.build("wheel", ROOT, release.folder / place)
    pairs = [(path, release.folder / "second" / path.name) for path in (release.sdist, release.wheel)]
    for one, other in pairs:
        if digest(one) != digest(other):
            raise Broken(f"{one.name} differs from one build to the next")
    return ", ".join(
        f"{path.name} {digest(path)[:12]} {path.stat().st_size / 1e6:.1f} MB" for path, _ in pairs
    )


@check("the wheel from the source distribution needs no Node and no npm registry, and is the same")
def _from_sdist(release: Release) -> str:
    unpacked = release.folder / "unpacked"
    with tarfile.open(release.sdist) as archive:
        archive.extractall(unpacked, filter="data")
    source = next(unpacked.iterdir())
    nowhere = {"PATH": str(release.folder / "empty"), "npm_config_registry": "http://127.0.0.1:9"}
    made = release.build("wheel", source, release.folder / "from-sdist", nowhere)
    if digest(made) != digest(release.wheel):
        raise Broken("the wheel made from the source distribution is another one")
    return digest(made)[:12]


@check("the distributions hold what they should: page, licence, types, metadata")
def _contents(release: Release) -> str:
    with zipfile.ZipFile(release.wheel) as wheel:
        names = wheel.namelist()
        head = next(name for name in names if name.endswith(".dist-info/METADATA"))
        facts = Parser().parsestr(wheel.read(head).decode())
    for needed in ("hotdice/server/static/index.html", "hotdice/py.typed", "hotdice/sheets/classic.toml"):
        if needed not in names:
            raise Broken(f"{needed} is not in the wheel")
    if not any(name.endswith("licenses/LICENSE") for name in names):
        raise Broken("the licence is not in the wheel")
    wrong = [name for name in names if name.startswith(("tests/", "web/")) or "node_modules" in name]
    if wrong:
        raise Broken(f"the wheel has {wrong[:3]}")
    for field in ("Author", "License-Expression", "Requires-Python", "Summary", "Description-Content-Type"):
        if not facts.get(field):
            raise Broken(f"the metadata lacks {field}")
    addresses = facts.get_all("Project-URL") or []
    if not addresses or not all(f", {HOME}" in one for one in addresses):
        raise Broken(f"the metadata names {addresses}, not places below {HOME}")
    return f"{len(names)} files, {len(facts.get_all('Classifier') or [])} classifiers, {HOME}"


@check("twine finds nothing, and there is a bill of materials")
def _twine(release: Release) -> str:
    run([sys.executable, "-m", "venv", str(release.tools)])
    run([str(release.tools / "bin/pip"), "install", "--quiet", "twine", "cyclonedx-bom"])
    run([str(release.tools / "bin/twine"), "check", "--strict", str(release.sdist), str(release.wheel)])
    place = release.environment("sbom", "[server,fast]")
    bill = release.folder / "sbom.json"
    run([str(release.tools / "bin/cyclonedx-py"), "environment", str(place / "python"), "-o", str(bill)])
    OUT.mkdir(parents=True, exist_ok=True)
    shutil.copy(bill, OUT / "sbom.json")
    return f"{bill.read_text().count('bom-ref')} parts in build/release/sbom.json"


ANSWERS = {
    "play": "roll\nquit\n",
    "keep": "quit\n",
    "train": "q\n",
    "daily": "quit\n",
    "munchkin companion": "quit\n",
    "munchkin play": "quit\n",
}
"""What somebody says at the commands of the README that ask."""
ELSEWHERE = ("serve", "join")
"""Those go on until they are stopped, and are tried with a real server of their own."""
HOUSE = 'title = "Ours"\nbase = "classic"\ntarget = 5000\n'


def readme_commands() -> list[str]:
    """The commands that the README shows, in its order, without what it says of them."""
    lines = re.findall(r"^\$ hotdice (.+)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [line.split("  #")[0].strip() for line in lines]


def somebody(release: Release, words: list[str], folder: Path, *surroundings: str) -> list[str]:
    """The words that run a program as somebody who may write nowhere but in one folder, and has no home."""
    bare = ["env", "-i", "HOME=/nonexistent", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", *surroundings]
    folder.mkdir(exist_ok=True)
    folder.chmod(0o777)
    if os.geteuid() != 0:
        return [*bare, *words]
    for path in (
        release.folder,
        *release.folder.parents,
    ):  # root may write everywhere: somebody else must try
        path.chmod(path.stat().st_mode | 0o055) if path.stat().st_uid == 0 else None
    return [*bare, "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words]


def tour(release: Release, programs: Path, folder: Path, *, games: str) -> int:
    """Every command of the README, in an empty folder, with so many games simulated; how many there were."""
    folder.mkdir()
    (folder / "our-rules.toml").write_text(HOUSE, encoding="utf-8")
    tried = 0
    for line in readme_commands():
        parts = shlex.split(line)
        two = " ".join(parts[:2])
        if parts[0] in ELSEWHERE:
            continue
        words = somebody(release, [str(programs / "hotdice"), *parts], folder)
        words = [games if word == "1e5" else word for word in words]
        if parts == ["keep"]:  # without a terminal there is no form that asks for names
            words += ["--names", "Ann,Ben"]
        if parts[0] == "play" and "--record" in parts:  # a whole game, that the commands after it read
            words += ["--plain", "--players", "greedy,greedy"]
        run(words, cwd=folder, said=ANSWERS.get(two, ANSWERS.get(parts[0], "")))
        tried += 1
    return tried


@check(
    "in an empty folder, with nothing but the wheel and no right to write to it: every command of the README"
)
def _bare(release: Release) -> str:
    programs = release.environment("bare")
    tried = tour(release, programs, release.folder / "bare-folder", games="20")
    told = run(
        [str(programs / "python"), "-c", "import hotdice; print(hotdice.Game('classic', seed=1).roll())"]
    )
    return f"{tried} commands, {told.strip()}"


@check("with compiled code: installed read-only and run by somebody without a home, the same commands")
def _fast(release: Release) -> str:
    programs = release.environment("fast", "[server,fast]")
    return f"{tour(release, programs, release.folder / 'fast-folder', games='1e5')} commands"


@check(
    "the server of the wheel, run by somebody without a home: ready, the page, a table, a game joined by link"
)
def _serves(release: Release) -> str:
    programs = release.folder / "env-fast" / "bin"
    return served(release, programs, release.folder / "served")


@check(
    "from the source distribution with the npm registry out of reach and no Node: installed, played, served"
)
def _installed_from_sdist(release: Release) -> str:
    place = release.folder / "env-sdist"
    run([sys.executable, "-m", "venv", str(place)])
    words = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", f"{release.sdist}[server]"]
    run(words, env={"PATH": "/nonexistent", "npm_config_registry": "http://127.0.0.1:9"})
    folder = release.folder / "sdist-folder"
    record = ["play", "classic", "--players", "greedy,greedy", "--seed", "7", "--record", "game.farkle"]
    for parts in ([*record, "--plain"], ["review", "game.farkle"], ["rules", "list"]):
        run(somebody(release, [str(place / "bin" / "hotdice"), *parts], folder), cwd=folder)
    return served(release, place / "bin", release.folder / "sdist-served")


def served(release: Release, programs: Path, folder: Path) -> str:
    """What a server answers that somebody without rights has started; it must end when it is asked to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    here = f"http://127.0.0.1:{port}/"
    words = [str(programs / "hotdice"), "serve", "--port", str(port), "--db", "games.db"]
    with subprocess.Popen(
        somebody(release, words, folder),
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            page = _answer(here + "ready", patience=60) and _answer(here)
            if b"<title>Hotdice" not in page:
                raise Broken(f"the server's first page has {len(page)} bytes, and is not ours")
            joining = [str(programs / "hotdice"), "join", here, "--name", "Ann", "--plain", "--yes"]
            run(somebody(release, joining, folder, f"HOTDICE_HOME={folder}"), cwd=folder, said="quit\n")
        finally:
            server.terminate()
            status = server.wait(20)
    if status != 0:
        raise Broken(f"the server ended with {status}")
    return f"{len(page)} bytes of page, a table set up, ended with 0"


def _answer(address: str, patience: float = 5) -> bytes:
    """What an address answers, as soon as it does."""
    until = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:  # nosec B310
                return bytes(answer.read())
        except OSError as problem:
            if time.monotonic() > until:
                raise Broken(f"{address} does not answer: {problem}") from problem
            time.sleep(0.2)


def main() -> int:
    """Run every check; 1 where one fails."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hotdice-release-") as folder:
        release = Release(Path(folder))
        for says, function in CHECKS:
            try:
                print(f"ok      {says}: {function(release)}", flush=True)
            except (Broken, OSError, StopIteration) as problem:
                failed += 1
                print(f"FAILED  {says}: {problem}", flush=True)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
