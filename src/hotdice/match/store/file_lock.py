"""A lock that one process holds on a file and that the system lets go of when the process ends."""

import os
import sys
from pathlib import Path

from hotdice.match.store.entries import InUse


class FileLock:
    """Held from the moment it is made until `release`, or until the process ends in any way.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lock = FileLock(Path(folder) / "db.lock")
    ...     try:
    ...         FileLock(Path(folder) / "db.lock")
    ...     except InUse:
    ...         print("in use")
    ...     lock.release()
    in use

    Raises:
        InUse: somebody else holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            name = path.name.removesuffix(".lock")
            raise InUse(
                f"{path.with_name(name)} is in use by another Hotdice server; "
                "stop that one, or give this one a file of its own with --db"
            ) from None

    def release(self) -> None:
        """Let go of it; a second time does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
