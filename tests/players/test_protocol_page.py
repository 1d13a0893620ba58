"""The example of `docs/bot-protocol.md` is a bot that conforms."""

import re
from pathlib import Path

from hotdice.testing import check_program

PAGE = Path(__file__).parents[2] / "docs" / "bot-protocol.md"


def test_the_example_in_the_shell(tmp_path: Path) -> None:
    match = re.search(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert match is not None
    path = tmp_path / "shelly"
    path.write_text(match[1])
    path.chmod(0o755)
    assert check_program(str(path), sheets=["classic", "marina", "kcd"]) > 30
