"""TextCounts: word counts by class, as an immutable value with + and -."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.text.counts import adding, arrow, from_arrow, packed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.text._specification import Specification
    from priory.text.counts.word_counts import WordCounts
    from priory.tokens import Analyzer, MailAnalyzer

__all__ = ["TextCounts"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TextCounts:
    """How often each word occurs in the texts of each class, and in how many of them.

    It is what :class:`TextClassifier` has learned, without its parameters. It never changes: sums
    and differences are other counts. ``one + other`` are the counts of the texts of both, as if
    they had been counted together, and ``both - other`` are those of ``one`` again, exactly.
    Models have them as ``counts_``, and `TextClassifier.from_counts` makes models of them.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The labels, sorted.
    class_count : ndarray of shape (n_classes,)
        The number of texts of each class.
    declared : ndarray
        Those of the classes that stay even without texts.
    analyzer : Analyzer, MailAnalyzer or None
        The frozen specification of the words, or None if a Python callable makes them.

    Examples
    --------
    >>> from priory import TextClassifier, TextCounts
    >>> one = TextClassifier().fit(["buy now", "see you"], ["spam", "ham"]).counts_
    >>> other = TextClassifier().fit(["buy pills"], ["spam"]).counts_
    >>> one + other
    <TextCounts: 5 words in 3 texts of 2 classes>
    >>> one + other - other == one
    True
    >>> TextCounts.from_bytes(one.to_bytes()) == one
    True
    >>> TextClassifier.from_counts(one + other, alpha=0.5).predict(["buy"])
    array(['spam'], dtype='<U4')
    """

    classes: Any
    class_count: Any
    table: WordCounts
    specification: Specification
    declared: Any

    def __post_init__(self) -> None:
        for name in ("classes", "class_count", "declared"):
            view = getattr(self, name).view()
            view.flags.writeable = False
            object.__setattr__(self, name, view)

    def __reduce__(self) -> tuple[Any, ...]:
        # By the constructor, as a copied array can be written to again.
        return TextCounts, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def analyzer(self) -> Analyzer | MailAnalyzer | None:
        """The frozen specification of the words, or None if a Python callable makes them."""
        return self.specification.analyzer

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.table)

    def __repr__(self) -> str:
        n_texts, n_classes = int(self.class_count.sum()), len(self.classes)
        return f"<TextCounts: {len(self)} words in {n_texts} texts of {n_classes} classes>"

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same words, classes and counts."""
        if not isinstance(other, TextCounts):
            return NotImplemented
        return (
            self.specification == other.specification
            and np.array_equal(self.classes, other.classes)
            and np.array_equal(self.class_count, other.class_count)
            and self.table == other.table
        )

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: object) -> TextCounts:
        """Return the counts of the texts of both."""
        if not isinstance(other, TextCounts):
            return NotImplemented
        return adding.total(TextCounts, [self, other])

    def __sub__(self, other: object) -> TextCounts:
        """Return the counts without those of the other: as if its texts had never been there."""
        if not isinstance(other, TextCounts):
            return NotImplemented
        return adding.difference(TextCounts, self, other)

    @classmethod
    def merge(cls, counts: Iterable[Self]) -> TextCounts:
        """Add up any number of counts.

        They are read one by one and added some at a time, so that they need not be in memory
        together.

        Parameters
        ----------
        counts : iterable of TextCounts
            At least one.

        Returns
        -------
        TextCounts
            What ``+`` makes of them one after the other.

        Examples
        --------
        >>> from priory import TextClassifier, TextCounts
        >>> shards = [(["buy now"], ["spam"]), (["see you"], ["ham"]), (["buy pills"], ["spam"])]
        >>> TextCounts.merge(TextClassifier().fit(*shard).counts_ for shard in shards)
        <TextCounts: 5 words in 3 texts of 2 classes>
        """
        return adding.merged(cls, counts)

    def to_bytes(self) -> bytes:
        """Return the counts as bytes, laid out as in a model file: safetensors.

        Returns
        -------
        bytes
        """
        return packed.to_bytes(self)

    @classmethod
    def from_bytes(cls, buffer: bytes | bytearray | memoryview) -> TextCounts:
        """Return counts that `to_bytes` made bytes of.

        No code is run, and every bound is checked. Bytes that nobody can change are not copied.

        Parameters
        ----------
        buffer : bytes, bytearray or memoryview
            The bytes.

        Returns
        -------
        TextCounts

        Raises
        ------
        ModelFileError
            If the bytes are damaged, foreign, or made by a version with other words.
        """
        return packed.from_bytes(cls, buffer)

    def to_arrow(self) -> Any:
        """Return the counts as a table that any engine can add up.

        It has a row for each word in each class, with the columns ``word``, ``class``,
        ``documents`` and ``occurrences``. A row whose word is null says how many texts a class
        has. To sum ``documents`` and ``occurrences`` by ``word`` and ``class``, over the tables of
        several counts, is to merge them.

        Returns
        -------
        pyarrow.Table

        Examples
        --------
        >>> from priory import TextClassifier
        >>> counts = TextClassifier().fit(["buy, buy!", "see you"], ["spam", "ham"]).counts_
        >>> for row in counts.to_arrow().to_pylist():
        ...     print(*row.values())
        None ham 1 0
        None spam 1 0
        buy spam 1 2
        see ham 1 1
        you ham 1 1
        """
        return arrow.to_arrow(self)

    @classmethod
    def from_arrow(cls, table: Any, *, like: Any = None) -> TextCounts:
        """Return the counts of a table as `to_arrow` makes it, or that an engine made of some.

        Rows may come in any order, and a word and class in several rows, which are added up.

        Parameters
        ----------
        table : pyarrow.Table, or what it can be made of
            For example a pandas or polars frame.
        like : TextClassifier or TextCounts, default=None
            Whose words they are, if the table has lost its metadata, which says it.

        Returns
        -------
        TextCounts
            A class without texts is a declared one.

        Examples
        --------
        >>> from priory import TextClassifier, TextCounts
        >>> counts = TextClassifier().fit(["buy, buy!", "see you"], ["spam", "ham"]).counts_
        >>> rows = counts.to_arrow().group_by(["word", "class"])
        >>> sums = rows.aggregate([("documents", "sum"), ("occurrences", "sum")])
        >>> sums = sums.rename_columns(["word", "class", "documents", "occurrences"])
        >>> TextCounts.from_arrow(sums, like=TextClassifier()) == counts
        True
        """
        return from_arrow.from_arrow(cls, table, like)
