"""How a text model learns, forgets and merges: by adding and subtracting tables of counts."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory import _classes, _core
from priory.text._reader import Reader
from priory.text._specified import Specified, specified
from priory.text._table import BelowZeroError, Table

__all__ = ["TextLearner"]


class TextLearner(Specified):
    """The counts of words by class, and how they change."""

    class_count_: Any
    _table: Table

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from labelled texts, and from nothing before them.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, in a list, an array, a series, an Arrow column or a generator.
        y : array-like of shape (n_texts,)
            Their labels.

        Returns
        -------
        self
        """
        return self._begin(X, y, None)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from more labelled texts: words and labels may be new at any time.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.
        y : array-like of shape (n_texts,)
            Their labels.
        classes : array-like of shape (n_classes,), default=None
            Classes that shall be known even while they have no texts.

        Returns
        -------
        self
        """
        if "_table" not in self.__dict__:
            return self._begin(X, y, classes)
        known = self.classes_ if classes is None else _classes.union(self.classes_, classes)
        known = self.classes_ if len(known) == len(self.classes_) else known
        grown, class_count, table = self._counted(X, y, known, self._reader())
        old, new = np.searchsorted(grown, self.classes_), np.arange(len(grown))
        class_count[old] += self.class_count_
        table = self._table.combine(table, old, new, 1)
        declared = self._declared if classes is None else _classes.union(self._declared, classes)
        self._keep(grown, class_count, table, _declared=declared)
        return self

    def forget(self, X: Any, y: Any) -> Self:
        """Take back what was learned from labelled texts, as if they had never been there.

        Words and classes of which nothing is left leave.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, as they were learned.
        y : array-like of shape (n_texts,)
            Their labels, as they were learned.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        classes, taken, table = self._counted(X, y, self.classes_, self._reader())
        if classes is not self.classes_:
            unknown = np.setdiff1d(classes, self.classes_).tolist()[0]
            raise ValueError(f"forget: the class {unknown!r} was never learned; nothing is changed")
        left = self.class_count_ - taken
        if (left < 0).any():
            label = classes[left < 0].tolist()[0]
            raise ValueError(
                f"forget: there are not so many texts of class {label!r}; nothing is changed"
            )
        same = np.arange(len(classes))
        try:
            table = self._table.combine(table, same, same, -1)
            table.check_documents(left)
        except BelowZeroError as error:
            word, place = error.args
            raise ValueError(
                f"forget: the word {word!r} was not learned so in class "
                f"{classes.tolist()[place]!r}: some of these texts were not learned, or not with "
                "these labels; nothing is changed"
            ) from None
        self._leave(left, table)
        return self

    def _leave(self, class_count: Any, table: Table) -> None:
        """Keep what is left, but for classes without texts that nobody declared."""
        stays = (class_count > 0) | np.isin(self.classes_, self._declared)
        places = np.where(stays, np.cumsum(stays) - 1, 0)
        if not stays.all():
            table = table.combine(Table.empty(), places, places, 1)
        self._keep(self.classes_[stays], class_count[stays], table)

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its texts, too.

        Parameters
        ----------
        other : TextClassifier
            A fitted model with the same words. It stays as it is.

        Returns
        -------
        self
        """
        classes, declared = self._with_classes_of(other, TextLearner)
        mine, theirs = (np.searchsorted(classes, model.classes_) for model in (self, other))
        class_count = np.zeros(len(classes), dtype=np.int64)
        class_count[mine] += self.class_count_
        class_count[theirs] += other.class_count_
        table = self._table.combine(other._table, mine, theirs, 1)
        self._keep(classes, class_count, table, _declared=declared)
        return self

    def _begin(self: Any, X: Any, y: Any, declared: Any) -> Any:
        """Learn the first texts; nothing is changed before they are counted."""
        self._validate_params()
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        known = None if declared is None else np.unique(declared)
        classes, class_count, table = self._counted(X, y, known, reader)
        if len(classes) == 0:
            raise ValueError("there are no texts to learn from")
        self._check_parameters(len(classes))
        self._keep(
            classes,
            class_count,
            table,
            _declared=classes[:0] if known is None else known,
            _parameters=specified(reader),
            analyzer_=reader.spec,
        )
        return self

    def _counted(self, X: Any, y: Any, known: Any, reader: Reader) -> tuple[Any, Any, Table]:
        """Return the classes with those that are new, and the counts of labelled texts."""
        classes, codes = _classes.encode(y, known, None)
        parts = _core.learn_classes(
            reader.documents(X), reader.native(), codes.astype(np.uint32), reader.threads
        )
        class_count = np.bincount(codes, minlength=len(classes)).astype(np.int64)
        return classes, class_count, Table(*parts)

    def _keep(self, classes: Any, class_count: Any, table: Table, **others: Any) -> None:
        """Be a model of these counts, and of what else changes with them."""
        # All at once, so that Ctrl-C finds either model whole.
        self.__dict__.update(
            others, classes_=classes, class_count_=class_count, _table=table, _derived={}
        )

    def _check_parameters(self, n_classes: int) -> None:
        """Refuse parameters that no prediction could use."""
        raise NotImplementedError
