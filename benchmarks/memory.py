"""Peak memory of a case, measured in a fresh process for each contender."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from benchmarks.corpora import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.case import Case
    from benchmarks.data import Data


class Memory:
    """Hands estimators and data to fresh processes through files in a scratch folder."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch

    def peak(self, case: Case, estimator: Any, data: Data) -> int:
        """Measure by how many bytes the work of the case raises the peak of a fresh process."""
        pickled = self.scratch / "work.pickle"
        with pickled.open("wb") as file:
            pickle.dump((estimator, data), file, protocol=5)
        command = [sys.executable, "-m", "benchmarks.peak", str(pickled)]
        arguments = [case.method, case.attribute or ""]
        done = subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, cwd=ROOT)
        return int(done.stdout.split()[-1])
