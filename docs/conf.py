"""How Sphinx builds the pages."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import files

project = "Priory"
author = "The Priory developers"
project_copyright = f"2026, {author}"
release = metadata.version("priory")

extensions = [
    "matplotlib.sphinxext.plot_directive",  # the pages' pictures are drawn when they are built
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
plot_include_source = True
plot_html_show_source_link = False
plot_html_show_formats = False
plot_formats = ["svg"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = project
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 2  # so that links lead to sections

autodoc_typehints = "none"  # the docstrings name the types, in numpydoc's words
napoleon_google_docstring = False
napoleon_use_param = False  # those words are no names of classes to link to
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]  # described once, with the class

nitpick_ignore_regex = [
    ("py:(class|obj)", r"(sklearn|scipy)\..*"),  # described elsewhere
    ("py:class", r"ndarray|shape|n_\w+|\d+"),  # words of attributes' shapes
]


def add_files(_app: Any, name: str, source: list[str]) -> None:
    """Put the list of sources on its page."""
    if name == "files":
        source[0] += "\n" + files.page()


def outdated(*_: Any) -> list[str]:
    """Name the page that changes with the sources."""
    return ["files"]


def setup(app: Any) -> None:
    """Have Sphinx call what stands above."""
    app.connect("source-read", add_files)
    app.connect("env-get-outdated", outdated)
