"""What must hold before a version is published, in one command: `make release-check`.

Builds the source distribution and the wheel, twice and from each other; looks into both; installs them into
empty environments, with and without extras, as somebody who may not write there; and runs the README's
commands. It prints a line for each check and ends with 1 where one fails.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
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


def run(words: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None, status: int = 0) -> str:
    """What a program prints; it must end with this status."""
    done = subprocess.run(
        words, cwd=cwd, env=os.environ | (env or {}), capture_output=True, text=True, check=False
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


def _tour(programs: Path, commands: list[str], folder: Path) -> None:
    hotdice = str(programs / "hotdice")
    folder.mkdir(exist_ok=True)
    for line in commands:
        run([hotdice, *line.split()], cwd=folder)


@check("in an empty folder with nothing but the wheel: play, score, solve, review, simulate")
def _bare(release: Release) -> str:
    programs = release.environment("bare")
    commands = [
        "rules list",
        "rules show marina",
        "score playmonster 144466",
        "odds facebook",
        "solve playmonster",
        "advise playmonster --scores 8500,9200 --turn 350 --dice 4",
        "play classic --players greedy,greedy --seed 7 --record game.farkle --plain",
        "replay game.farkle",
        "verify game.farkle",
        "review game.farkle",
        "strategy playmonster",
        "simulate kcd --players greedy,threshold:500 --games 20 --seed 1",
    ]
    _tour(programs, commands, release.folder / "bare-folder")
    told = run(
        [str(programs / "python"), "-c", "import hotdice; print(hotdice.Game('classic', seed=1).roll())"]
    )
    return f"{len(commands)} commands, {told.strip()}"


@check("installed read-only and run by somebody without a home: simulate and solve still work")
def _read_only(release: Release) -> str:
    programs = release.environment("fast", "[fast]")
    folder = release.folder / "fast-folder"
    folder.mkdir()
    folder.chmod(0o777)
    words = [
        str(programs / "hotdice"),
        "simulate",
        "classic",
        "--players",
        "greedy,greedy",
        "--games",
        "1000",
    ]
    words += ["--seed", "1", "--json"]
    if os.geteuid() == 0:  # root may write everywhere, so somebody else must try
        for path in (release.folder, *release.folder.parents):
            path.chmod(path.stat().st_mode | 0o055) if path.stat().st_uid == 0 else None
        words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words]
    told = run(["env", "-i", "HOME=/nonexistent", "PATH=/usr/bin:/bin", *words], cwd=Path("/"))
    return told.strip()[:60]


@check("the server of the wheel serves the page")
def _serves(release: Release) -> str:
    programs = release.environment("server", "[server]")
    code = (
        "from hotdice.server.page import read_files; files = read_files(); "
        "print(len(files), 'files,', len(next(f for p, f in files.items() if p in ('', '/', '/index.html', "
        "'index.html')).content), 'bytes')"
    )
    return run([str(programs / "python"), "-c", code], cwd=release.folder).strip()


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
