"""Write the reviews in docs/reviews anew: `python -m scripts.reviews`.

The prose of each page stands above the line `## The report`; what follows, the page and the picture are made
from the record.
"""

from pathlib import Path

from hotdice.coach.charts import curve_picture
from hotdice.coach.forms import Unit
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
