"""Import TextCounts from an Arrow table: group by word and class, and sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory._threads import n_threads
from priory.errors import InputError, InputTypeError
from priory.text._reader import Reader
from priory.text._specification import Specification
from priory.text.counts.arrow import metadata_of, pyarrow
from priory.text.counts.arrow_rows import EXACT, ArrowRows
from priory.text.counts.word_counts import WordCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.text.counts.value import TextCounts

__all__ = ["from_arrow"]


def from_arrow(cls: Callable[..., TextCounts], data: Any, like: Any) -> TextCounts:
    """Return the counts of a table, of the words that it names or that ``like`` makes."""
    pa = pyarrow()
    arrow = data if isinstance(data, pa.Table) else pa.table(data)
    stated, declared = metadata_of(arrow)
    words = _specification(stated, like)
    rows = ArrowRows(arrow)
    labels, _ = rows.classes
    class_count = _class_count(rows)
    table = _table(rows)
    _check_counts(table, labels, class_count)
    is_declared = np.array([label in declared for label in labels.tolist()], dtype=bool)
    return cls(labels, class_count, table, words, labels[is_declared | (class_count == 0)])


def _specification(stated: Specification | None, like: Any) -> Specification:
    """Return what makes the words, said by the table, by a model or by other counts."""
    if like is None:
        if stated is None:
            raise InputError(
                "the table has no analyser in its metadata, which query engines drop",
                code="missing-metadata",
                parameter="like",
                remedy="pass like=, a TextClassifier or TextCounts with the same analyzer",
            )
        return stated
    known = getattr(like, "specification", None)
    if known is None and not hasattr(like, "ngram_range"):
        kind = type(like).__name__
        raise InputTypeError(
            f"like must be a TextClassifier or TextCounts, not {kind}",
            code="bad-parameter",
            parameter="like",
        )
    words = known if known is not None else Specification.of(Reader.of(like))
    if stated is not None and stated != words:
        raise InputError(
            f"the analysers of the table and of like differ: {stated.difference(words)}",
            code="analyzer-mismatch",
            parameter="like",
        )
    return words


def _class_count(rows: ArrowRows) -> Any:
    """Return the texts of each class: the documents of rows without a word."""
    (_, words), (labels, classes) = rows.words, rows.classes
    of_texts = words < 0
    wrong = of_texts & (rows.occurrences > 0)
    if wrong.any():
        raise InputError(
            "a row without a word must have 0 occurrences",
            code="bad-count",
            place=rows.named(int(wrong.argmax())),
        )
    sums = np.bincount(classes[of_texts], rows.documents[of_texts], minlength=len(labels))
    if sums.max(initial=0) >= EXACT:
        raise InputError(
            "2**53 texts or more",
            code="too-large",
            place=f"class {labels.tolist()[sums.argmax()]!r}",
        )
    return sums.astype(np.int64)


def _table(rows: ArrowRows) -> WordCounts:
    """Return the counts of each word in each class, added up."""
    (vocabulary, words), (labels, classes) = rows.words, rows.classes
    of_words = np.flatnonzero(words >= 0)
    keys = words[of_words] * len(labels) + classes[of_words]
    order = np.argsort(keys, kind="stable")
    keys, of_words = keys[order], of_words[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    documents, occurrences = (
        np.add.reduceat(column[of_words], starts) if len(starts) else column[:0]
        for column in (rows.documents, rows.occurrences)
    )
    is_left = (documents > 0) | (occurrences > 0)
    keys = keys[starts][is_left]
    places, classes = np.divmod(keys, max(len(labels), 1))
    used, first = np.unique(places, return_index=True)
    letters, ends = _spelled(vocabulary.take(pyarrow().array(used)))
    indptr = np.append(first, len(keys))
    counts = (occurrences[is_left], documents[is_left])
    return WordCounts(letters, ends, indptr, classes.astype(np.int32), *counts)


def _spelled(words: Any) -> tuple[Any, Any]:
    """Return the letters of words, and where each word ends."""
    _, offsets, letters = words.buffers()
    places = np.frombuffer(offsets, np.int64)[words.offset : words.offset + len(words) + 1]
    if not len(words):
        return np.zeros(0, np.uint8), np.zeros(0, np.int64)
    spelled = np.frombuffer(letters or b"", np.uint8)[places[0] : places[-1]]
    return np.array(spelled), places[1:] - places[0]


def _check_counts(table: WordCounts, labels: Any, class_count: Any) -> None:
    """Refuse what no texts have."""
    rare = (table.documents > table.occurrences) | (table.documents == 0)
    _refuse_any(rare, table, labels, "fewer occurrences than documents, or no documents")
    many = table.documents > class_count[table.classes]
    _refuse_any(
        many,
        table,
        labels,
        "more documents than the class has texts, which the rows without a word count",
        "keep rows whose word is null (in pandas, group with dropna=False)",
    )
    if not _core.check_table(table, class_count, n_threads(-1)):
        raise InputError("not valid UTF-8", code="bad-encoding", place="column 'word'")


def _refuse_any(
    is_wrong: Any, table: WordCounts, labels: Any, what: str, remedy: str | None = None
) -> None:
    if is_wrong.any():
        entry = int(is_wrong.argmax())
        word = table.words([table.rows[entry]])[0]
        label = labels.tolist()[table.classes[entry]]
        place = f"word {word!r} in class {label!r}"
        raise InputError(what, code="bad-count", place=place, remedy=remedy)
