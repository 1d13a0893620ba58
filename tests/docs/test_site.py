"""The documentation as a site: no broken reference, everything in its table of contents, found by search."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def built(source: Path, into: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(source), str(into)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_the_site_is_built_without_a_warning_and_can_be_searched_from_a_folder(tmp_path: Path) -> None:
    run = built(ROOT / "docs", tmp_path)
    assert run.returncode == 0, run.stderr[-3000:]
    index = (tmp_path / "searchindex.js").read_text(encoding="utf-8")
    assert "learn/players" in index
    reference = (tmp_path / "reference" / "game.html").read_text(encoding="utf-8")
    assert "keep_faces" in reference
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'name="viewport"' in first
    assert 'src="http' not in first  # nothing is fetched from elsewhere: it works from a folder


def test_a_page_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """The negative control."""
    source = tmp_path / "docs"
    source.mkdir()
    (source / "conf.py").write_text((ROOT / "docs" / "conf.py").read_text(encoding="utf-8"), encoding="utf-8")
    (source / "index.md").write_text("# A page\n\n[Nowhere](no-such-page.md)\n", encoding="utf-8")
    run = built(source, tmp_path / "out")
    assert run.returncode != 0
    assert "no-such-page" in run.stderr
