"""How good a filter is: protocols, measures, comparisons with other filters, and reports.

Messages are read (`read_mailboxes`, `read_index`), a protocol is laid out for them (`folds`,
`chronological`, `online`, `cold_starts`), filters go through it (`run`), and what they said is
measured (`measure`, `bootstrap`, `compare`) or gathered in a report (`gather`).
"""

from __future__ import annotations

from priory.evaluate.comparison import compare
from priory.evaluate.filters import PrioryFilter
from priory.evaluate.gather import gather
from priory.evaluate.intervals import bootstrap
from priory.evaluate.measures import measure
from priory.evaluate.messages import read_index, read_mailboxes
from priory.evaluate.outcomes import Judgement, LabelledMessage
from priory.evaluate.protocols import Feedback, chronological, cold_starts, folds, online
from priory.evaluate.report import to_html, to_json, to_text
from priory.evaluate.suspects import find_suspects
from priory.evaluate.trial import run

__all__ = [
    "Feedback",
    "Judgement",
    "LabelledMessage",
    "PrioryFilter",
    "bootstrap",
    "chronological",
    "cold_starts",
    "compare",
    "find_suspects",
    "folds",
    "gather",
    "measure",
    "online",
    "read_index",
    "read_mailboxes",
    "run",
    "to_html",
    "to_json",
    "to_text",
]
