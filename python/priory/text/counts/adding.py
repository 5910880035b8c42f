"""Add and subtract TextCounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _classes
from priory._naming import a
from priory.errors import InputError, InputTypeError
from priory.text.counts.word_counts import Addend, BelowZeroError, TooLargeError, WordCounts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.text.counts.value import TextCounts

__all__ = ["difference", "merged", "total"]

EXACT = 2**53  # counts below it are whole numbers in floating point, too
MOST = 64  # counts that are added in one go
ROOM = 2**28  # bytes of counts that wait for it


def merged(cls: type[TextCounts], counts: Iterable[TextCounts]) -> TextCounts:
    """Add up any number of counts, some at a time."""
    waiting: list[TextCounts] = []
    held = 0
    for each in counts:
        if not isinstance(each, cls):
            raise InputTypeError(
                f"cannot merge {a(type(each).__name__)} with TextCounts",
                code="incompatible-merge",
                parameter="counts",
            )
        waiting.append(each)
        held += each.table.nbytes
        if len(waiting) == MOST or held > ROOM:
            waiting, held = [total(cls, waiting)], 0
    if not waiting:
        raise InputError("no counts to merge", code="empty-input", parameter="counts")
    return total(cls, waiting) if len(waiting) > 1 else waiting[0]


def total(cls: type[TextCounts], counts: list[TextCounts]) -> TextCounts:
    """Return the counts of the texts of all."""
    first, *others = counts
    classes, declared = first.classes, first.declared
    for other in others:
        first.specification.refuse_other(other.specification)
        classes = _union(classes, other.classes)
        declared = _union(declared, other.declared)
    places = [np.searchsorted(classes, each.classes) for each in counts]
    class_count = np.zeros(len(classes), dtype=np.int64)
    for each, place in zip(counts, places, strict=True):
        class_count[place] += each.class_count
        if class_count.max(initial=0) >= EXACT:
            raise InputError("2**53 texts or more cannot be counted exactly", code="too-large")
    addends = [
        Addend(each.table, place.astype(np.int32))
        for each, place in zip(counts, places, strict=True)
    ]
    return cls(classes, class_count, _sum(addends, classes), first.specification, declared)


def difference(cls: type[TextCounts], counts: TextCounts, taken: TextCounts) -> TextCounts:
    """Return the counts without those of some of the texts."""
    counts.specification.refuse_other(taken.specification)
    classes = counts.classes
    places = _places(taken, classes)
    left = counts.class_count.copy()
    np.subtract.at(left, places, taken.class_count)
    if (left < 0).any():
        label = classes[left < 0].tolist()[0]
        raise InputError(
            "fewer texts were learned than are taken away",
            code="below-zero",
            place=f"class {label!r}",
        )
    same = np.arange(len(classes), dtype=np.int32)
    addends = [Addend(counts.table, same), Addend(taken.table, places, -1)]
    table = _sum(addends, classes, left)
    stays = (left > 0) | np.isin(classes, counts.declared)
    if not stays.all():
        moved = np.where(stays, np.cumsum(stays) - 1, 0).astype(np.int32)
        table = WordCounts.sum([Addend(table, moved)])
    return cls(classes[stays], left[stays], table, counts.specification, counts.declared)


def _union(known: Any, more: Any) -> Any:
    """Return the sorted classes of both; mostly one has all of the other."""
    if not len(more) or _classes.find(more, known) is not None:
        return known
    return more if _classes.find(known, more) is not None else _classes.union(known, more)


def _places(taken: TextCounts, classes: Any) -> Any:
    """Return where the classes stand among others; those without texts stand anywhere."""
    places = np.zeros(len(taken.classes), dtype=np.int32)
    has_texts = np.flatnonzero(taken.class_count)
    labels = taken.classes[has_texts]
    found = _classes.find(labels, classes) if len(labels) else has_texts
    if found is None:
        unknown = next(label for label in labels.tolist() if label not in classes.tolist())
        raise InputError(
            f"cannot forget the class {unknown!r}, which was never learned",
            code="unknown-label",
            parameter="y",
        )
    places[has_texts] = found
    return places


def _sum(addends: list[Addend], classes: Any, class_count: Any = None) -> WordCounts:
    """Return the sum of tables, in whose classes are at most so many documents."""
    try:
        table = WordCounts.sum(addends)
        if class_count is not None:
            table.check_documents(class_count)
    except BelowZeroError as error:
        word, place = error.args
        raise InputError(
            "forgetting would make the count negative",
            code="below-zero",
            place=f"word {word!r} in class {classes.tolist()[place]!r}",
            note="some of these texts were not learned, or not with these labels",
        ) from None
    except TooLargeError as error:
        word, place = error.args
        raise InputError(
            "the count overflows",
            code="too-large",
            place=f"word {word!r} in class {classes.tolist()[place]!r}",
        ) from None
    return table
