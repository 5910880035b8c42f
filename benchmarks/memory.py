"""Peak memory of a case, measured in a fresh process for each contender."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.case import Case
from benchmarks.corpora import ROOT


class Memory:
    """Hands estimators and corpora to fresh processes through files in a scratch folder."""

    def __init__(self, scratch: Path, texts: dict[str, list[str]]) -> None:
        self.scratch = scratch
        for name, corpus in texts.items():
            with self.corpus_file(name).open("w", encoding="ascii") as file:
                file.writelines(json.dumps(text) + "\n" for text in corpus)

    def corpus_file(self, corpus: str) -> Path:
        """Name the file with a text a line; read one by one, they leave no peak behind."""
        return self.scratch / f"{corpus}.jsonl"

    def peak(self, case: Case, estimator: Any) -> int:
        """Measure by how many bytes the work of the case raises the peak of a fresh process."""
        pickled = self.scratch / "estimator.pickle"
        pickled.write_bytes(pickle.dumps(estimator))
        texts = self.corpus_file(case.corpus)
        arguments = [str(pickled), str(texts), case.method, case.attribute or ""]
        command = [sys.executable, "-m", "benchmarks.peak", *arguments]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT)
        return int(done.stdout)
