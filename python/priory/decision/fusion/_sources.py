"""Source specification of a fusion: names, columns and weights, and the rows each source sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array

from priory._naming import a
from priory._sklearn import _check_feature_names, _check_n_features, _num_samples, _safe_indexing
from priory.errors import InputError

__all__ = ["Source", "View", "read_weights", "sources_of", "views"]


@dataclass(frozen=True, eq=False)
class Source:
    """A classifier with a name, and its columns; None if it gets rows of its own."""

    name: str
    estimator: Any
    columns: Any = None


def sources_of(estimators: Any) -> list[Source]:
    """Read names, classifiers and columns; either all have columns or none."""
    lengths = {len(item) if isinstance(item, tuple | list) else 0 for item in estimators}
    if len(lengths) != 1 or not lengths <= {2, 3}:
        raise InputError(
            f"estimators={estimators!r} is not a list of sources",
            code="bad-parameter",
            parameter="estimators",
            remedy=(
                "pass (name, classifier, columns) tuples for one table, or (name, "
                "classifier) tuples for a dict of rows by name, not both"
            ),
        )
    return [Source(*item) for item in estimators]


def read_weights(given: Any, names: list[str], n_rows: int) -> Any:
    """Return the weight of each source in each row."""
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in names]
        if unknown:
            raise InputError(
                f"weights has unknown sources {unknown}; the sources are {names}",
                code="unknown-source",
                parameter="weights",
            )
        columns = [np.broadcast_to(given.get(name, 1.0), n_rows) for name in names]
        given = np.column_stack(columns)
    weights = np.asarray(np.ones(len(names)) if given is None else given, dtype=np.float64)
    if weights.shape not in ((len(names),), (n_rows, len(names))):
        raise InputError(
            f"weights has shape {weights.shape}",
            code="shape-mismatch",
            parameter="weights",
            remedy=(
                f"pass one weight for each of the sources {names}, or a row of them for "
                f"each of the {n_rows} rows of X"
            ),
        )
    bad = np.argwhere(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad):
        raise InputError(
            f"the weight {weights[tuple(bad[0])]:g} is not a finite number >= 0",
            code="bad-parameter",
            place=f"source {names[bad[0, -1]]!r}",
            parameter="weights",
        )
    return np.broadcast_to(weights, (n_rows, len(names)))


@dataclass(frozen=True, eq=False)
class View:
    """The rows as one source sees them, and whether there is anything to see in each."""

    data: Any
    present: Any

    @classmethod
    def of(cls, data: Any) -> View:
        """Look for rows of which nothing was observed."""
        return cls(data, ~_missing(data))

    @classmethod
    def nothing(cls, n_rows: int) -> View:
        """Make the view of a source that was not given."""
        return cls(None, np.zeros(n_rows, dtype=bool))

    def rows(self, wanted: Any) -> Any:
        """Return some of the rows."""
        return self.data if wanted.all() else _safe_indexing(self.data, np.flatnonzero(wanted))


def views(model: Any, sources: list[Source], X: Any, *, reset: bool = False) -> list[View]:
    """Return the rows as each source sees them."""
    if sources[0].columns is None:
        return _by_name(sources, X, all_needed=reset)
    table = _table(model, X, reset=reset)
    return [View.of(_taken(table, source)) for source in sources]


def _by_name(sources: list[Source], X: Any, *, all_needed: bool) -> list[View]:
    names = [source.name for source in sources]
    if not isinstance(X, Mapping):
        raise InputError(
            f"X is {a(type(X).__name__)}, but the sources have no columns",
            code="wrong-type",
            parameter="X",
            remedy=f"pass a dict of rows by source name, {names}, or add columns to the sources",
        )
    unknown = [name for name in X if name not in names]
    missing = [name for name in names if name not in X]
    if unknown or not X or (all_needed and missing):
        raise InputError(
            f"X has rows for {list(X)}, but the sources are {names}",
            code="unknown-source",
            parameter="X",
        )
    lengths = {name: _num_samples(rows) for name, rows in X.items()}
    if len(set(lengths.values())) > 1:
        raise InputError(
            f"the sources have different numbers of rows: {lengths}",
            code="shape-mismatch",
            parameter="X",
        )
    n_rows = next(iter(lengths.values()))
    return [View.of(X[name]) if name in X else View.nothing(n_rows) for name in names]


def _table(model: Any, X: Any, *, reset: bool) -> Any:
    """Check a table as far as all sources share it; the rest is up to them."""
    named = reset or hasattr(model, "n_features_in_")  # those that came fitted check it themselves
    if named:
        _check_feature_names(model, X, reset=reset)
    if not hasattr(X, "columns"):
        X = check_array(X, accept_sparse=["csr", "csc"], dtype=None, ensure_all_finite=False)
    elif not _num_samples(X):
        raise InputError(
            "X is empty",
            code="empty-input",
            parameter="X",
        )
    if named:
        _check_n_features(model, X, reset=reset)
    return X


def _taken(table: Any, source: Source) -> Any:
    columns = source.columns(table) if callable(source.columns) else source.columns
    try:
        return _safe_indexing(table, columns, axis=1)
    except (IndexError, KeyError, ValueError) as wrong:
        raise InputError(
            f"X with {table.shape[1]} features has no columns {columns!r} ({wrong})",
            code="unknown-column",
            place=f"source {source.name!r}",
            parameter="estimators",
        ) from wrong


def _missing(data: Any) -> Any:
    """Tell of each row whether all of it is NaN or None."""
    n_rows = _num_samples(data)
    if issparse(data):
        return np.zeros(n_rows, dtype=bool)
    if hasattr(data, "isna"):
        holes = data.isna().to_numpy()
    elif isinstance(data, list | tuple) and not any(isinstance(row, list | tuple) for row in data):
        holes = np.fromiter(map(_is_missing, data), dtype=bool, count=n_rows)
    else:
        values = np.asarray(data)
        holes = np.zeros(values.shape, dtype=bool)
        if values.dtype.kind == "f":
            holes = np.isnan(values)
        elif values.dtype.kind == "O":
            holes = np.frompyfunc(_is_missing, 1, 1)(values).astype(bool)
    return holes if holes.ndim == 1 else holes.reshape(n_rows, -1).all(axis=1)


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ == "NAType":
        return True
    return isinstance(value, float) and bool(np.isnan(value))
