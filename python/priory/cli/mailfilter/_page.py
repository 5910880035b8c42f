"""Explanations as a page for browsers: one file, no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from priory.cli._show import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from priory.cli.mailfilter._explanation import Explanation

__all__ = ["HEAD", "TAIL", "write_section"]

# The policy makes sure that a browser runs and loads nothing, should a message get its way.
HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Priory: why</title>
<style>
body { font: 1rem/1.4 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #ccc; padding: .2rem .8rem; text-align: right; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
.for { background: #fdeeda; }
.against { background: #e0eefb; }
</style>
</head>
<body>
"""
TAIL = "</body>\n</html>\n"


def write_section(found: Explanation, out: TextIO) -> None:
    """Write an explanation; all that comes from the message is escaped."""
    paragraphs = [f"Subject: {found.subject}"] if found.subject else []
    paragraphs += [found.why] if found.why else []
    out.write(f"<h1>{_text(found.place)}: {_text(found.heading)}</h1>\n")
    out.writelines(f"<p>{_text(paragraph)}</p>\n" for paragraph in paragraphs)
    if found.verdict.against is None:
        return
    shares = found.verdict.probabilities
    _write_table(["class", "probability"], [[c, f"{shares[c]:.4f}"] for c in found.ranked], out)
    _write_table(found.evidence_head, found.evidence_rows, out)
    out.write(f"<p>{_text(' '.join(found.meaning))}</p>\n")


def _write_table(head: Sequence[str], rows: Sequence[Sequence[str]], out: TextIO) -> None:
    out.write("<table>\n<tr>" + "".join(f"<th>{_text(cell)}</th>" for cell in head) + "</tr>\n")
    for row in rows:
        side = {"+": " class=for", "-": " class=against"}.get(row[1][:1], "")
        cells = "".join(f"<td>{_text(cell)}</td>" for cell in row)
        out.write(f"<tr{side}>{cells}</tr>\n")
    out.write("</table>\n")


def _text(text: str) -> str:
    return escape(shown(text))
