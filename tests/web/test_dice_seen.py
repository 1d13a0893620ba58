"""Dice are told from every felt, and their pips from them; what is heard is short: by the files."""

import re
from pathlib import Path

import pytest
from PIL import Image

from web.modules import run_module

DICE = Path("web/src/art/dice")
STYLES = Path("web/src/style/dice.css").read_text(encoding="utf-8")
TOKENS = Path("web/src/style/tokens.css").read_text(encoding="utf-8")
SETS = ("bone", "night", "cherry")
FELTS = ("green", "plum", "slate")
SHAPES = 3.0
"""What a shape needs to be told from what it lies on; text needs more (WCAG 2.2, 1.4.11 and 1.4.3)."""
WORDS = 4.5

Colour = tuple[int, ...]


def _light(colour: Colour) -> float:
    parts = [one / 255 for one in colour]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours are told apart, from 1 to 21."""
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def _hex(text: str) -> Colour:
    return tuple(bytes.fromhex(text))


def felt_colours(felt: str) -> list[Colour]:
    """Every colour of a felt, by day and by night."""
    block = STYLES.split(f'[data-felt="{felt}"]')[1].split("}")[0]
    lines = re.findall(r"--(?:tray|felt-high|felt-low):[^;]*", block)
    found = [_hex(one) for line in lines for one in re.findall(r"#([0-9a-f]{6})", line)]
    assert len(found) == 6, (felt, found)
    return found


def die_colours(path: Path) -> tuple[Colour, Colour, Colour]:
    """The edge of the face 6, its body, and its pips."""
    picture = Image.open(path).convert("RGBA")
    side = picture.width // 6
    face = picture.crop((5 * side, 0, 6 * side, picture.height))
    pixels = face.load()
    assert pixels is not None
    solid = {
        (x, y): pixels[x, y][:3]  # type: ignore[index]
        for x in range(side)
        for y in range(face.height)
        if pixels[x, y][3] > 200  # type: ignore[index]
    }
    edge = [at for at in solid if any((at[0] + dx, at[1] + dy) not in solid for dx, dy in _NEAR)]
    # The upper face, where the pips are: what is darkest or lightest there against the body.
    top = [colour for (_, y), colour in solid.items() if face.height * 0.18 < y < face.height * 0.62]
    body = _middle(top)
    pips = max(_middle(top, 0.02), _middle(top, 0.98), key=lambda colour: contrast(colour, body))
    return _middle([solid[at] for at in edge]), body, pips


_NEAR = [(-2, 0), (2, 0), (0, -2), (0, 2)]


def _middle(colours: list[Colour], part: float = 0.5) -> Colour:
    ordered = sorted(colours, key=_light)
    return ordered[int((len(ordered) - 1) * part)]


@pytest.mark.parametrize("dice", SETS)
def test_every_set_of_dice_is_seen_on_every_felt(dice: str) -> None:
    edge, body, pips = die_colours(DICE / f"{dice}.webp")
    assert contrast(body, pips) >= SHAPES, "pips are read"
    for felt in FELTS:
        for colour in felt_colours(felt):
            seen = max(contrast(edge, colour), contrast(body, colour))
            assert seen >= SHAPES, (dice, felt, colour, edge, body)


@pytest.mark.parametrize("felt", FELTS)
def test_words_and_points_are_read_on_every_felt(felt: str) -> None:
    words, points = (_hex(_token(name)) for name in ("on-tray", "points"))
    for colour in felt_colours(felt):
        assert contrast(words, colour) >= WORDS
        assert contrast(points, colour) >= SHAPES, "points are large"


def _token(name: str) -> str:
    return str(re.findall(rf"--{name}: #([0-9a-f]{{6}});", TOKENS)[0])


def test_dice_that_a_felt_swallows_are_found(tmp_path: Path) -> None:
    """Dark dice without the light edge, as they were: hardly to be told from green felt."""
    picture = Image.new("RGBA", (1290, 215))
    for face in range(6):
        picture.paste((75, 86, 130, 255), (face * 215 + 30, 30, face * 215 + 185, 185))
    picture.save(tmp_path / "dark.webp", lossless=True)
    edge, body, pips = die_colours(tmp_path / "dark.webp")
    assert max(contrast(edge, one) for one in felt_colours("green")) < SHAPES
    assert contrast(body, pips) < SHAPES, "and it has no pips"


def test_no_sound_is_longer_than_six_tenths_of_a_second(tmp_path: Path) -> None:
    script = """
    import { lengthOf, SOUNDS } from "page/table/tones";
    export const answer = () =>
      Object.fromEntries(Object.keys(SOUNDS).map((sound) => [sound, lengthOf(sound)]));
    """
    lengths = run_module(tmp_path, script, None)
    assert len(lengths) >= 16
    assert max(lengths.values()) < 0.6, lengths
    assert min(lengths.values()) > 0.02
