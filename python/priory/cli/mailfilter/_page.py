"""Explanations as HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._page import escaped, table

if TYPE_CHECKING:
    from typing import TextIO

    from priory.cli.mailfilter._explanation import Explanation

__all__ = ["write_section"]


def write_section(found: Explanation, out: TextIO) -> None:
    """Write an explanation; all that comes from the message is escaped."""
    paragraphs = [f"Subject: {found.subject}"] if found.subject else []
    paragraphs += [found.why] if found.why else []
    out.write(f"<h1>{escaped(found.place)}: {escaped(found.heading)}</h1>\n")
    out.writelines(f"<p>{escaped(paragraph)}</p>\n" for paragraph in paragraphs)
    if found.verdict.against is None:
        return
    shares = found.verdict.probabilities
    out.write(table(["class", "probability"], [[c, f"{shares[c]:.4f}"] for c in found.ranked], 1))
    out.write(table(found.evidence_head, found.evidence_rows, 1))
    out.write(f"<p>{escaped(' '.join(found.meaning))}</p>\n")
