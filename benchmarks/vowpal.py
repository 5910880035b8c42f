"""Vowpal Wabbit's way from texts to labels: one pass of an online linear model over a file.

It is not a dependency of anything: the package is fetched when it is first asked for, and an
ImportError says that it could not be had.
"""

from __future__ import annotations

import random
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import numpy as np

from benchmarks import wheel
from benchmarks.corpora import CACHE
from benchmarks.data import Data
from priory import Analyzer

wheel.install("vowpalwabbit", CACHE / "vowpalwabbit")
Workspace = import_module("vowpalwabbit").Workspace
SCRATCH = tempfile.TemporaryDirectory()


class TextClassifier:
    """Vowpal Wabbit with its defaults: one against all, or binary if there are two classes."""

    def __init__(self) -> None:
        self.file = Path(tempfile.mkstemp(".vw", dir=SCRATCH.name)[1])
        self.classes_: Any = None

    def prepare(self, data: Data) -> Data:
        """Write the texts in Vowpal Wabbit's format."""
        return written(data)

    def fit(self, file: Path, y: list[str]) -> Self:
        """Learn from a file in one pass."""
        self.classes_ = np.unique(y)
        n_classes = len(self.classes_)
        task = ["--binary"] if n_classes == 2 else ["--oaa", str(n_classes)]  # noqa: PLR2004
        self.run("-d", file, "-f", self.file, *task)
        return self

    def predict(self, file: Path) -> Any:
        """Predict the texts of a file."""
        predictions = self.file.with_suffix(".txt")
        self.run("-t", "-i", self.file, "-d", file, "-p", predictions)
        codes = np.array([int(float(word)) for word in predictions.read_text().split()])
        return self.classes_[(codes > 0).astype(int) if codes.min() < 0 else codes - 1]

    def run(self, *arguments: Any) -> None:
        """Do what the command line would do."""
        Workspace(arg_list=["--quiet", *map(str, arguments)]).finish()


@cache
def written(data: Data) -> Data:
    """Write the texts to learn from, shuffled as online learning needs it, and those to predict."""
    classes = sorted(set(data.y))
    codes = ["-1", "1"] if len(classes) == 2 else range(1, len(classes) + 1)  # noqa: PLR2004
    names = dict(zip(classes, codes, strict=True))
    folder = Path(tempfile.mkdtemp(dir=SCRATCH.name))
    learned = list(zip((names[label] for label in data.y), data.X, strict=True))
    random.Random(0).shuffle(learned)  # noqa: S311 - no secrets
    (folder / "train").write_text("".join(line(*pair) for pair in learned), "utf-8")
    (folder / "test").write_text("".join(line("", text) for text in data.new or ()), "utf-8")
    return Data(folder / "train", data.y, folder / "test", data.new_y)


def line(code: Any, text: str) -> str:
    """Write one text: the same words as everybody's, cut out in advance."""
    return f"{code} | {' '.join(Analyzer().tokenize(text))}\n"
