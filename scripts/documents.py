"""Parts of documents that a command writes: what stands between two marks, by name."""

from collections.abc import Iterable
from pathlib import Path


def write_part(document: Path, name: str, lines: Iterable[str]) -> None:
    """Put lines where a document says `<!-- name: begin -->`, up to its end mark; all else stays.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder) / "page.md"
    ...     _ = page.write_text("a <!-- sum: begin -->old<!-- sum: end --> z")
    ...     write_part(page, "sum", ["1", "2"])
    ...     page.read_text().split()
    ['a', '<!--', 'sum:', 'begin', '-->', '1', '2', '<!--', 'sum:', 'end', '-->', 'z']

    Raises:
        ValueError: the document has no such part, or more than one.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    head, rest = document.read_text(encoding="utf-8").split(begin)
    _, tail = rest.split(end)
    document.write_text(f"{head}{begin}\n" + "\n".join(lines) + f"\n{end}{tail}", encoding="utf-8")
