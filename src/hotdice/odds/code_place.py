"""Where compiled code is kept when neither the package nor the home may be written to.

Numba keeps it beside the sources or in the user's cache, and ends with an error where it can do neither: a
read-only install run by a user without a home. Then it goes to a folder of this user among the temporary
files. It is asked before numba is loaded, so nothing heavy is imported here.
"""

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"


def choose_place(environment: Mapping[str, str], package: Path, home: Path, temporary: Path) -> str | None:
    """The folder that numba must be told, None where it finds one by itself.

    >>> choose_place({VARIABLE: "/somewhere"}, Path("/"), Path("/"), Path("/tmp")) is None
    True
    """
    if environment.get(VARIABLE) or os.access(package, os.W_OK):
        return None
    cache = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    if _can_be_made(cache / "numba"):
        return None
    own = temporary / f"hotdice-code-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    return str(own if _is_ours(own) else tempfile.mkdtemp(prefix="hotdice-code-", dir=temporary))


def _can_be_made(folder: Path) -> bool:
    """Whether a folder is there and may be written to, or can be made."""
    for place in (folder, *folder.parents):
        if place.exists():
            return place.is_dir() and os.access(place, os.W_OK)
    return False


def _is_ours(folder: Path) -> bool:
    """Make a folder for this user alone; False where another was there first, whose code must not run."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return ours and stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077


def settle() -> None:
    """Tell numba where to keep code, if it would find no place."""
    try:
        home = Path.home()
    except RuntimeError:
        home = Path("/nonexistent")
    try:
        place = choose_place(os.environ, Path(__file__).parent, home, Path(tempfile.gettempdir()))
    except OSError:  # not even temporary files: numba says so itself
        return
    if place is not None:
        os.environ[VARIABLE] = place
