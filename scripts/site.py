"""`make site`: the page as a folder that any static host serves, under any path, without a server of ours.

Everything that one device can do alone works there: play against bots, pass and play, score, train, review.
"""

import argparse
import shutil
import sys
from pathlib import Path

from scripts.page_build import ROOT, WEB, CannotBuild, install, node_path, run_npm

TABLES = ROOT / "src" / "hotdice" / "odds" / "tables"
FOLDER = ROOT / "site"


def write_site(folder: Path = FOLDER) -> int:
    """Build the site into a folder, which is emptied first; how many files it has.

    Raises:
        CannotBuild: with a sentence.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "index.html").is_file():
        raise CannotBuild(f"{folder} is not empty and holds no site: nothing was written")
    path = node_path()
    install(path)
    built = WEB / "dist-site"
    run_npm(["run", "site", "--", "--outDir", str(built), "--emptyOutDir"], path)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(built, folder)
    shutil.rmtree(built)
    # The table of three is packed as browsers cannot unpack, and one alone needs none.
    for pattern in ("race-*.table", "rounds-*.table"):
        for table in TABLES.glob(pattern):
            (folder / "tables").mkdir(exist_ok=True)
            shutil.copy(table, folder / "tables" / table.name)
    return sum(1 for one in folder.rglob("*") if one.is_file())


def main() -> None:
    """Write the site and say how to look at it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder
    try:
        count = write_site(folder)
    except CannotBuild as problem:
        sys.exit(f"hotdice site: {problem}")
    print(f"{folder}: {count} files. Try it: python -m http.server --directory {folder}")


if __name__ == "__main__":
    main()
