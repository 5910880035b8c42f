"""Reports of evaluations: for terminals, for browsers, and for programs."""

from __future__ import annotations

from priory.evaluate.report.html import to_html
from priory.evaluate.report.json import to_json
from priory.evaluate.report.report import Clue, Failure, Labelled, Mistake, Report, Result
from priory.evaluate.report.table import to_text

__all__ = [
    "Clue",
    "Failure",
    "Labelled",
    "Mistake",
    "Report",
    "Result",
    "to_html",
    "to_json",
    "to_text",
]
