"""Every screen looks as it did when somebody last looked; `make golden` takes new pictures."""

import pytest

from conftest import rest_by_night
from terminal.snapshots import FOLDER, SIZES, render


@pytest.mark.parametrize("size", rest_by_night(SIZES, "medium"))
def test_screens_look_as_they_did(size: str) -> None:
    taken = render(size)
    assert set(taken) == {path.name for path in FOLDER.glob(f"*-{size}-*.txt")}
    for name, text in taken.items():
        expected = (FOLDER / name).read_text(encoding="utf-8")
        assert text.split("\n")[1:] == expected.split("\n")[1:], name
        assert text == expected, f"{name}: the words are the same, colours or styles are not"


def test_light_and_dark_differ_in_colour_alone() -> None:
    for path in FOLDER.glob("*-dark.txt"):
        dark = path.read_text(encoding="utf-8")
        light = (FOLDER / path.name.replace("-dark", "-light")).read_text(encoding="utf-8")
        assert light.split("\n")[1:] == dark.split("\n")[1:]
        assert light != dark


def test_nothing_is_wider_than_its_screen() -> None:
    for path in FOLDER.glob("*.txt"):
        width = SIZES[path.stem.split("-")[-2]][0]
        for row in path.read_text(encoding="utf-8").split("\n")[2:]:
            assert len(row) <= width, path.name
