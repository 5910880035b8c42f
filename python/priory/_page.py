"""Pages for browsers: one file, no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from priory._show import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["STYLE", "TAIL", "escaped", "page_head", "table"]

# All within one class, as a fragment may stand in somebody else's page. What speaks for a class is
# orange, what speaks against it blue, and signs say the same.
STYLE = """
.priory { font: 1rem/1.4 sans-serif; overflow-wrap: anywhere; }
.priory table { border-collapse: collapse; margin: 1rem 0; }
.priory th, .priory td { border-bottom: 1px solid #ccc; padding: .2rem .5rem; text-align: right;
  unicode-bidi: isolate; min-width: 4rem; }
.priory th:first-child, .priory td:first-child { text-align: left; min-width: 6rem; }
.priory th:last-child { min-width: 6rem; }
.priory .for, .priory .against { color: #000; }
.priory .for { background: #fdeeda; }
.priory .against { background: #e0eefb; }
"""
TAIL = "</body>\n</html>\n"


def page_head(title: str = "Priory: why", style: str = "") -> str:
    """Return all of a page that stands before its content.

    Parameters
    ----------
    title : str, default="Priory: why"
        Its title, which may be anybody's text.
    style : str, default=""
        CSS of ours, for what only this page has.

    Returns
    -------
    str
    """
    # The policy makes sure that a browser runs and loads nothing, should a text get its way.
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{escaped(title)}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}{STYLE}{style}</style>
</head>
<body class="priory">
"""


def escaped(text: str) -> str:
    """Return a text as it may stand anywhere in a page."""
    return escape(shown(text))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], weight: int) -> str:
    """Return a table, whose rows have the colours of the sign in one of their cells.

    What is shown as zero speaks for neither side, and has no colour.
    """
    lines = ["<table>", _row("th", head, "")]
    for row in rows:
        sign = row[weight][:1] if row[weight].strip("+-0.") else ""
        side = {"+": " class=for", "-": " class=against"}.get(sign, "")
        lines.append(_row("td", row, side))
    return "\n".join([*lines, "</table>\n"])


def _row(kind: str, cells: Sequence[str], side: str) -> str:
    return f"<tr{side}>" + "".join(f"<{kind}>{escaped(cell)}</{kind}>" for cell in cells) + "</tr>"
