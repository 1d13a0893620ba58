"""Writes docs/protocol.md from the message types."""

from pathlib import Path

from hotdice.server.protocol import document

if __name__ == "__main__":
    Path("docs/protocol.md").write_text(document(), encoding="utf-8")
