"""Write the reviews in docs/reviews anew: `python -m scripts.reviews`.

The prose of each page stands above the line `## The report`; what follows, the page and the picture are made
from the record.
"""

from pathlib import Path

from hotdice.coach.charts import WIDTH, curve_chart
from hotdice.coach.forms import Review, Unit
from hotdice.coach.report import review_page
from hotdice.coach.reviewing import review
from hotdice.coach.telling import review_lines
from hotdice.game import parse_record

FOLDER = Path(__file__).parent.parent / "docs" / "reviews"
MARK = "## The report\n"
UNITS: dict[str, Unit] = {"solitaire": "points"}
"""The page about solitaire is about points; the sheet's own aim is the goal."""


def report_of(name: str) -> str:
    """The second half of a page."""
    record = parse_record((FOLDER / f"{name}.farkle").read_bytes())
    unit = UNITS.get(name)
    lines = "\n".join(f"    {line}".rstrip() for line in review_lines(review(record, unit)))
    asked = f" --unit {unit}" if unit else ""
    return f"{MARK}\n    $ hotdice review docs/reviews/{name}.farkle{asked}\n{lines}\n"


_PICTURE_STYLE = (
    ".rule{stroke:#E2D8C6}.tick{fill:#625A50;font:12px system-ui,sans-serif}.line{fill:none;stroke-width:2.5}"
    ".area{fill:#B93A1A;opacity:.1}.mark{stroke:#FFFCF6;stroke-width:1.5}"
)
_PICTURE_COLOURS = ("#B93A1A", "#2F6DB5", "#8A6A00", "#7A4FA3", "#1F7A5C")


def curve_picture(review: Review) -> str:
    """The curve of a game as a file of its own, on paper."""
    chart = curve_chart(review)
    if not chart:
        return ""
    colours = "".join(
        f".line.s{seat}{{stroke:{colour}}}.mark.s{seat}{{fill:{colour}}}"
        for seat, colour in enumerate(_PICTURE_COLOURS)
    )
    opening, rest = chart.split("\n", 1)
    opening = opening.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    paper = f'<rect width="{WIDTH}" height="340" rx="12" fill="#FFFCF6"/>'
    return f"{opening}\n<style>{_PICTURE_STYLE}{colours}</style>\n{paper}\n{rest}\n"


def main() -> None:
    """Write what follows from the records."""
    for file in sorted(FOLDER.glob("*.farkle")):
        name = file.stem
        record = parse_record(file.read_bytes())
        found = review(record, UNITS.get(name))
        page = FOLDER / f"{name}.md"
        prose = page.read_text(encoding="utf-8").partition(MARK)[0] if page.exists() else f"# {name}\n\n"
        page.write_text(prose + report_of(name), encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(curve_picture(found), encoding="utf-8")
        (FOLDER / f"{name}.html").write_text(review_page(found, date=record.date), encoding="utf-8")
        print(f"{name}: {found.summary}")


if __name__ == "__main__":
    main()
