"""The interpreter that runs Priory, and nothing else: what no command of it can undercut."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from benchmarks.process import run

if TYPE_CHECKING:
    from benchmarks.data import Data


class Command:
    """Whatever is asked for, the interpreter starts and ends."""

    def __init__(self, **_: Any) -> None:
        pass

    def fit(self, _: Any, __: Any = None) -> None:
        """Learn nothing."""

    def prepare(self, data: Data) -> Data:
        """Take the data as they are."""
        return data

    def classify_one(self, _: Any) -> None:
        """Start and end."""
        run(sys.executable, "-c", "pass")

    filter_one = classify_one
