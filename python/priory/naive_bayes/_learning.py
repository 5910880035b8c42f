"""Learning, forgetting and merging: what changes the tables of a model."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import _check_sample_weight

from priory import _classes
from priory._derived import Derived
from priory.naive_bayes._beginning import Beginning
from priory.naive_bayes._counting import Counting
from priory.naive_bayes.rows.rows import LARGEST, Batch
from priory.naive_bayes.rows.tables import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.naive_bayes.rows.rows import Rows

__all__ = [
    "ROUNDING",
    "Learning",
    "Tables",
    "checked_weights",
    "difference",
    "rounding",
    "rows_left",
]

# What fractional counts may lose when they are added and subtracted, relative to the largest.
ROUNDING = 1e-9

Tables = tuple[Any, ...]


class Learning(Counting, Derived, Beginning):
    """A model that is a few tables of sums, each with a row a class.

    Learning adds to the tables, forgetting subtracts, merging adds two. All else follows from the
    tables and the parameters. The first table is that of the rows, `class_count_`; a family names
    the others, and says how they begin and how rows are added to them.
    """

    _tables: tuple[str, ...] = ("class_count_", "feature_count_")
    classes_: Any
    class_count_: Any
    n_features_in_: int
    _declared: Any

    @abstractmethod
    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        """Return the rows of a matrix, if the family can count them."""

    @abstractmethod
    def _check_parameters(self) -> None:
        """Refuse parameters that do not fit the tables, as nobody looks at them in fit."""

    def _empty(self, n_classes: int) -> Tables:
        """Return tables of nothing."""
        return np.zeros(n_classes), np.zeros((n_classes, self.n_features_in_))

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:
        """Add rows to the tables."""
        batch.rows.refuse_huge(self)
        batch.add_to(*tables, can_stop=can_stop)

    def _room(self, tables: Tables, batch: Batch) -> Tables:  # noqa: ARG002
        """Return tables wide enough for the rows; what is copied is no part of the model yet."""
        return tables

    def _in_one_step(self, batch: Batch) -> bool:
        """Whether rows are added so that Ctrl-C finds all tables before it or behind it."""
        return not batch.is_large

    def _learn_first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> None:
        rows = self._check_X(X, reset=True)
        classes, batch = self._batch(rows, y, declared, sample_weight)
        tables = self._room(self._empty(len(classes)), batch)
        self._count(batch, tables)
        self._declared = classes[:0] if declared is None else declared
        self._counted_with = self._counting_parameters()
        self._keep(classes, tables)
        self._check_parameters()

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        if "class_count_" not in self.__dict__:
            return self._begin_with(classes, X, y, sample_weight)
        known = self.classes_
        if classes is not None and _classes.find(np.asarray(classes), known) is None:
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                f"{known!r}. A new class needs no declaration: its first label makes it."
            )
        self._check_counting()
        grown, batch = self._batch(self._check_X(X), y, known, sample_weight)
        tables = self._room(self._tables_now(), batch)
        if grown is not known:
            tables = tuple(_classes.moved(table, known, grown) for table in tables)
        elif not self._in_one_step(batch) or not all(_is_writable(table) for table in tables):
            tables = tuple(table.copy(order="C") for table in tables)
        else:  # in place, in one step: a copy would cost more than to learn a row
            self._drop_derived()
            self._count(batch, tables, can_stop=False)
            return self
        self._count(batch, tables)
        self._keep(grown, tables)
        return self

    def _batch(self, rows: Rows, y: Any, known: Any, sample_weight: Any) -> tuple[Any, Batch]:
        """Return the classes with those that are new, and the rows with their labels."""
        classes, codes = _classes.encode(y, known, rows.n_rows)
        weights = checked_weights(sample_weight, rows.n_rows)
        weights = self._weighed(classes, codes, weights)
        if weights is not None and not weights.max() <= LARGEST:
            row = int(np.argmax(weights))
            label = classes.tolist()[codes[row]]
            raise ValueError(
                f"row {row}, of class {label!r}, weighs {weights[row]}, which is too much to be "
                "summed: scale the weights"
            )
        return classes, Batch(rows, codes, weights)

    def _keep(self, classes: Any, tables: Iterable[Any]) -> None:
        """Be a model of these tables: nothing that was derived from others holds any more."""
        # All at once, so that Ctrl-C finds either model whole.
        kept = dict(zip(self._tables, tables, strict=True))
        checked = {"checked": True} if self.__dict__.get("_derived") else {}
        self.__dict__.update(classes_=classes, **kept, _derived=checked)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take back what was learned from labelled rows, as if they had never been there.

        Counts are subtracted exactly, and measurements up to a rounding error relative to the
        largest that were learned in the class. A class whose rows are all forgotten leaves, unless
        it was declared by ``classes`` in the first `partial_fit`.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features, as they were learned.
        y : array-like of shape (n_samples,)
            The labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counted.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._check_counting()
        classes, batch = self._batch(self._check_X(X), y, self.classes_, sample_weight)
        if classes is not self.classes_:
            unknown = np.setdiff1d(classes, self.classes_).tolist()[0]
            raise ValueError(f"forget: the class {unknown!r} was never learned; nothing is changed")
        taken = self._room(self._empty(len(classes)), batch)
        self._count(batch, taken)
        left = self._left(taken)
        stays = (left[0] > 0) | np.isin(self.classes_, self._declared)
        stays[np.bincount(batch.codes, minlength=len(stays)) == 0] = True  # of which nothing went
        self._keep(self.classes_[stays], [table[stays] for table in left])
        return self

    def _left(self, taken: Tables) -> Tables:
        """Return what is left without these counts, or refuse to take more than is there."""
        class_count = rows_left(self.class_count_, taken[0])
        now = self._tables_now()
        left = [difference(table, less) for table, less in zip(now[1:], taken[1:], strict=True)]
        slack = rounding(taken[0], self.class_count_)
        self._spoil(left, class_count + slack * np.max(self.class_count_, initial=0.0))
        self._refuse_debt(class_count, left)
        self._refuse_rest(class_count == 0, left)
        for table in left:
            table[class_count == 0] = 0.0  # without rows there is nothing but rounding
        return (class_count, *left)

    def _refuse_rest(self, emptied: Any, left: list[Any]) -> None:
        """Refuse to forget all rows of a class, but not all that they had."""
        for held, table in zip(self._tables_now()[1:], left, strict=True):
            rest = table[emptied] > ROUNDING * np.abs(held[emptied])
            if rest.any():
                label = self.classes_[emptied].tolist()[np.argwhere(rest)[0][0]]
                raise ValueError(
                    f"forget: class {label!r} would have counts, but no rows any more: some of "
                    "these rows were not learned so; nothing is changed"
                )

    def _spoil(self, left: list[Any], class_count: Any) -> None:
        """Put NaN where a count cannot be, if so many rows have it."""

    def _refuse_debt(self, class_count: Any, left: list[Any]) -> None:
        """Refuse to forget if something of it is NaN."""
        table = next((table for table in left if np.isnan(table).any()), class_count)
        below = np.argwhere(np.isnan(table)).tolist()
        if not below:
            return
        row, *feature = below[0]
        place = f"{named(self, feature[0], 'feature')} in class" if feature else "class"
        raise ValueError(
            f"forget: the count of {place} {self.classes_.tolist()[row]!r} would fall below "
            "zero: some of these rows were not learned, or not with these labels and weights; "
            "nothing is changed"
        )

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its rows, too.

        Parameters
        ----------
        other : NaiveBayes
            A model of the same family, fitted on the same features. It stays as it is.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._refuse_stranger(other)
        classes = _classes.union(self.classes_, other.classes_)
        theirs = [
            _classes.moved(table, other.classes_, classes) for table in self._seen_from(other)
        ]
        mine = [_classes.moved(table, self.classes_, classes) for table in self._tables_now()]
        self._declared = _classes.union(self._declared, other._declared)
        self._keep(classes, [a + b for a, b in zip(mine, theirs, strict=True)])
        return self

    def _seen_from(self, other: Self) -> Tables:
        """Return the tables of another model as this one would have counted them."""
        return other._tables_now()

    def _tables_now(self) -> Tables:
        return tuple(getattr(self, name) for name in self._tables)

    def _refuse_stranger(self, other: Any) -> None:
        """Refuse to merge with what was not counted in the same way."""
        if type(other) is not type(self):
            raise TypeError(
                f"a {type(self).__name__} cannot merge a {type(other).__name__}: their counts "
                "mean different things"
            )
        other._check_is_fitted()
        mine, theirs = (getattr(model, "feature_names_in_", ()) for model in (self, other))
        if self.n_features_in_ != other.n_features_in_ or not np.array_equal(mine, theirs):
            raise ValueError("merge: the two models were not fitted on the same features")
        self._refuse_other_counts(other)

    def __copy__(self) -> Self:
        """Return a model that learns by itself: learning changes the tables in place."""
        copied = type(self).__new__(type(self))
        state = copied.__dict__
        state.update(self.__dict__)
        state.update({name: state[name].copy() for name in self._tables if name in state})
        if "_derived" in state:
            copied._drop_derived()
        return copied


def _is_writable(count: Any) -> bool:
    return count.flags.writeable and count.flags.c_contiguous


def checked_weights(sample_weight: Any, n_rows: int) -> Any:
    """Return the weights of rows as an array, if they are as many and none is negative."""
    if sample_weight is None:
        return None
    shape_only = np.empty((n_rows, 0))
    return _check_sample_weight(
        sample_weight, shape_only, dtype=np.float64, ensure_non_negative=True, copy=True
    )


def rows_left(class_count: Any, taken: Any) -> Any:
    """Return the rows of each class that are left: one rule, so that all parts of a model agree."""
    left = difference(class_count, taken)
    left[left <= rounding(taken, class_count) * taken] = 0.0  # nothing but rounding
    return left


def difference(count: Any, taken: Any) -> Any:
    """Return what is left, NaN where more would be taken than is there."""
    left = count - taken
    left[left < -rounding(taken, count) * np.max(count, initial=0.0)] = np.nan
    left[left < 0] = 0.0
    return left


def rounding(*sums: Any) -> float:
    """Return what rounding may have changed, as a share: whole numbers are exact."""
    return ROUNDING if any(np.any(np.mod(table, 1)) for table in sums) else 0.0
