"""Compiled code has a place also where neither the package nor the home may be written to."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hotdice.odds.code_place import VARIABLE, choose_place
from hotdice.odds.compiling import compiled

NOBODY = 65534


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path, Path]:
    package, home, temporary = (tmp_path / name for name in ("package", "home", "tmp"))
    for place in (package, home, temporary):
        place.mkdir()
    return package, home, temporary


def test_numba_is_left_alone_where_it_finds_a_place(places: tuple[Path, Path, Path]) -> None:
    package, home, temporary = places
    assert choose_place({}, package, home, temporary) is None
    assert choose_place({VARIABLE: "x"}, Path("/proc/1"), Path("/proc/1"), temporary) is None
    assert choose_place({}, Path("/proc/self"), home, temporary) is None  # the user's cache can be made


def test_without_a_place_it_is_a_folder_of_this_user_alone(places: tuple[Path, Path, Path]) -> None:
    _, _, temporary = places
    nowhere = Path("/proc/self/nowhere")
    found = choose_place({}, Path("/proc/self"), nowhere, temporary)
    assert found is not None
    mode = Path(found).stat().st_mode
    assert stat.S_IMODE(mode) == 0o700
    assert choose_place({}, Path("/proc/self"), nowhere, temporary) == found  # and it stays the same


def test_a_folder_that_somebody_else_made_is_not_trusted(places: tuple[Path, Path, Path]) -> None:
    """Whoever can write there could plant code that we run."""
    _, _, temporary = places
    planted = temporary / f"hotdice-code-{os.getuid()}"
    planted.mkdir(mode=0o777)
    planted.chmod(0o777)
    found = choose_place({}, Path("/proc/self"), Path("/proc/self/nowhere"), temporary)
    assert found is not None
    assert Path(found) != planted
    link = temporary / "elsewhere"
    planted.rmdir()
    link.mkdir()
    planted.symlink_to(link)
    assert choose_place({}, Path("/proc/self"), Path("/proc/self/nowhere"), temporary) != str(planted)


def test_a_generator_is_not_compiled() -> None:
    """What is compiled later could not call its kept code, and arrays that it was handed are never freed."""

    def numbers(last: int) -> Iterator[int]:
        yield from range(last)

    with pytest.raises(TypeError, match="numbers is a generator"):
        compiled(numbers)
