"""The page with a whole game in plain text is what the program says."""

from terminal.transcript import FILE, files


def test_the_page_is_the_game() -> None:
    text = files()[FILE]
    assert FILE.read_text(encoding="utf-8") == text, "make golden writes it anew"
    told = text.split("```text\n")[1]
    assert told.isascii()
    assert "Options: a, " in told
    assert "percent Farkle" in told
    assert "The game is over." in told
