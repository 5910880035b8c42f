"""What is learned, and what is judged by it: folds, and draws of so many messages a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.counted import Counted
from experiments.judge import digest, folds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.messages import Mail

    from experiments.counted import Learned

EARLIER = ("easy_ham", "spam")


@dataclass(frozen=True)
class Trial:
    """What was learned, and the messages to be judged by it."""

    learned: Learned
    asked: Any


def split(learned: list[Mail], asked: list[Mail]) -> Trial:
    """Judge one half by all that the other one taught."""
    counted = Counted.of(learned + asked)
    rows = np.arange(len(learned) + len(asked))
    return Trial(counted.learn(rows[: len(learned)]), rows[len(learned) :])


def crossed(counted: Counted, n_folds: int, size: int | None) -> Iterator[Trial]:
    """Judge each fold by what the others taught."""
    fold = folds(counted.mail, n_folds)
    for number in range(n_folds):
        others = np.flatnonzero(fold != number)
        rows = draw(counted, others, size, number)
        yield Trial(counted.learn(rows), np.flatnonzero(fold == number))


def later(counted: Counted, n_folds: int, size: int | None) -> Iterator[Trial]:
    """Judge each fold of the later collections by what the earlier ones taught."""
    earlier = np.array([m.place.partition("/")[0] in EARLIER for m in counted.mail])
    fold = folds(counted.mail, n_folds)
    for number in range(n_folds):
        rows = draw(counted, np.flatnonzero(earlier), size, number)
        yield Trial(counted.learn(rows), np.flatnonzero(~earlier & (fold == number)))


def draw(counted: Counted, rows: Any, size: int | None, number: int) -> Any:
    """Draw so many messages of each class, others for each fold."""
    if size is None:
        return rows
    ranked = sorted(rows, key=lambda row: digest(f"{number} {counted.mail[row].place}"))
    classes = ([row for row in ranked if counted.spam[row] == spam] for spam in (False, True))
    return np.sort(np.concatenate([of[:size] for of in classes]))
