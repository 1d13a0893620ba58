"""How the documentation is built: `make docs` writes build/docs, which a browser opens from the folder."""

import inspect
import re
from importlib import import_module
from typing import Any

from hotdice import __version__

project = "Hotdice"
author = "The Hotdice authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"Hotdice {__version__}"
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
default_role = "code"  # docstrings write code in single quotation marks, as Markdown does


def _way_home(app: Any, page: str, source: list[str]) -> None:
    """Pages link to the README, which stands outside the site: its place here is the first page."""
    for up in ("../../", "../"):
        source[0] = source[0].replace(f"]({up}README.md", f"]({up[3:]}index.md")


def _docstrings_in_markdown(app: Any, page: str, source: list[str]) -> None:
    """Environments are described as Gymnasium wants it, in Markdown: such a page takes the text as it is."""

    def text_of(found: re.Match[str]) -> str:
        module, _, name = found[1].rpartition(".")
        return inspect.getdoc(getattr(import_module(module), name)) or ""

    source[0] = re.sub(r"<!-- docstring (\S+) -->", text_of, source[0])


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _way_home)
    app.connect("source-read", _docstrings_in_markdown)
