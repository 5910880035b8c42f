"""Folds: cross-validation with the same share of each class in every part."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate.labels import check_labels
from priory.evaluate.plan import Run, Runs

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["deal", "folds", "units_of"]


def folds(
    messages: Sequence[LabelledMessage],
    n_folds: int = 10,
    *,
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
) -> Runs:
    """Plan a cross-validation: each part is judged by a filter that has learned the others.

    Each part has the same share of each class, as far as possible. Messages are learned in the
    order of the list.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    n_folds : int, default=10
        How many parts.
    seed : int, default=0
        Deals the messages to the parts; the same seed always deals alike.
    groups : sequence, optional
        A key for each message, such as those of `priory.evaluate.duplicates.text_keys`. Messages
        with equal keys come into one part.

    Returns
    -------
    Runs

    Raises
    ------
    InputError
        If there are fewer messages or groups than folds, or if a class has a single one (code
        ``"too-few-messages"``), or if `check_labels` refuses the messages.

    Examples
    --------
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> from priory.evaluate.protocols import folds
    >>> plan = folds([LabelledMessage(b"", label) for label in ["ham", "spam"] * 4], n_folds=2)
    >>> [run.judged for run in plan.runs]
    [(2, 3, 5, 6), (0, 1, 4, 7)]
    """
    check_labels(messages)
    labels = [message.label for message in messages]
    units = units_of(range(len(messages)) if groups is None else groups)
    _check_number(n_folds, len(units), Counter(labels[unit[0]] for unit in units))
    fold_of = deal(units, labels, n_folds, seed)
    parts = range(n_folds)
    judged = [tuple(i for i, fold in enumerate(fold_of) if fold == part) for part in parts]
    learned = [tuple(i for i, fold in enumerate(fold_of) if fold != part) for part in parts]
    return Runs(f"{n_folds} folds", tuple(map(Run, learned, judged)))


def _check_number(n_folds: int, n_units: int, labels: Counter[str]) -> None:
    if n_folds < 2:  # noqa: PLR2004 (one fold leaves nothing to learn)
        what = f"n_folds must be at least 2, not {n_folds}"
        raise InputError(what, code="bad-parameter", parameter="n_folds")
    if n_units < n_folds:
        what = f"{n_folds} folds need as many messages that differ, and there are {n_units}"
        remedy = f"take at most {n_units} folds" if n_units > 1 else "add messages"
        raise InputError(what, code="too-few-messages", parameter="n_folds", remedy=remedy)
    label, fewest = min(labels.items(), key=lambda item: item[1])
    if fewest == 1:
        what = f"the class {label!r} has a single message, which cannot be both learned and judged"
        raise InputError(what, code="too-few-messages", remedy="add messages or leave it out")


def units_of(groups: Iterable[Hashable]) -> list[list[int]]:
    """Return what must stay together."""
    units: defaultdict[Hashable, list[int]] = defaultdict(list)
    for index, key in enumerate(groups):
        units[key].append(index)
    return list(units.values())


def deal(units: list[list[int]], labels: Sequence[str], n_folds: int, seed: int) -> list[int]:
    """Return the fold of each message: each unit goes where its class has the fewest messages.

    Of each class large units come first, so that single messages can even out what they did. The
    class of a unit is that of its first message.
    """
    draw = Random(seed)  # noqa: S311 (not for secrets)
    shuffled = sorted((labels[unit[0]], -len(unit), draw.random(), unit) for unit in units)
    of_class: defaultdict[str, list[int]] = defaultdict(lambda: [0] * n_folds)
    of_all = [0] * n_folds
    fold_of = [0] * len(labels)
    for label, _, _, unit in shuffled:
        sizes = of_class[label]
        fold = min(range(n_folds), key=lambda fold: (sizes[fold], of_all[fold], fold))
        sizes[fold] += len(unit)
        of_all[fold] += len(unit)
        for index in unit:
            fold_of[index] = fold
    return fold_of
