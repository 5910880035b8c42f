"""How Sphinx builds the pages."""

from importlib import metadata

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
