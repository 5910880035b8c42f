"""Arrow import and export of counts, so that any engine can merge by GROUP BY and SUM."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._naming import Location, a
from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from priory.naive_bayes.counts import Counts

__all__ = ["from_arrow", "to_arrow"]

KEY = b"priory.counts"  # of the schema's metadata
MOST = 2**31  # features that a table may have
COLUMNS = {"feature": "count", "missing": "missing"}  # the column of each sum


def to_arrow(counts: Counts) -> Any:
    """Return a table of feature, class and count; the number of rows has no feature."""
    pa = _pyarrow()
    _refuse_other_sums(counts)
    shape = counts["feature"].shape
    sums = {name: np.broadcast_to(counts[name], shape) for name in _summed(counts)}
    places, features = np.nonzero(np.any([table != 0 for table in sums.values()], axis=0))
    every = np.arange(len(counts.classes))
    names = pa.array(features if counts.features is None else counts.features[features])
    columns = {
        "feature": pa.concat_arrays([pa.nulls(len(every), names.type), names]),
        "class": pa.array(counts.classes[np.concatenate([every, places])]),
    }
    for name, table in sums.items():
        rows = counts["rows"] if name == "feature" else np.zeros(len(every))
        columns[COLUMNS[name]] = pa.array(np.concatenate([rows, table[places, features]]))
    return pa.table(columns).replace_schema_metadata({KEY: json.dumps(_described(counts))})


def from_arrow(table: Any, like: Counts | None) -> Counts:
    """Return the counts of a table: see `Counts.from_arrow`."""
    table = _pyarrow().table(table)
    like = _like(table) if like is None else _checked(like)
    _refuse_other_sums(like)
    _refuse_other_columns(table, ["feature", "class", *map(COLUMNS.get, _summed(like))])
    classes, codes = _classes(table["class"])
    columns = _places(table["feature"], like)
    of_rows = columns < 0
    sums = {"rows": np.zeros(len(classes))}
    for name in _summed(like):
        numbers = _numbers(table[COLUMNS[name]])
        sums[name] = np.zeros((len(classes), like.n_features))
        np.add.at(sums[name], (codes[~of_rows], columns[~of_rows]), numbers[~of_rows])
        if name == "feature":
            np.add.at(sums["rows"], codes[of_rows], numbers[of_rows])
    counts = replace(like, classes=classes, sums=sums, declared=classes[:0])
    counts.check()
    return counts.compact()


def _pyarrow() -> Any:
    try:
        import pyarrow as pa  # noqa: PLC0415 (optional)
    except ImportError as error:
        raise ImportError("counts as Arrow need pyarrow: pip install pyarrow") from error
    return pa


def _summed(counts: Counts) -> list[str]:
    """Return the names of the sums by feature."""
    return [name for name in counts.sums if name != "rows"]


def _refuse_other_sums(counts: Counts) -> None:
    if not set(_summed(counts)) <= COLUMNS.keys() or counts["feature"].ndim != 2:  # noqa: PLR2004
        raise InputTypeError(
            f"{type(counts).__name__} cannot be exported as an Arrow table of features and classes",
            code="unsupported",
            remedy="merge the models themselves",
        )


def _refuse_other_columns(table: Any, wanted: list[Any]) -> None:
    for name in wanted:
        if name not in table.column_names:
            raise InputError(
                f"the table has no column {name!r}",
                code="missing-column",
                parameter="table",
                remedy=f"expected the columns {wanted}, got {table.column_names}",
            )


def _described(counts: Counts) -> dict[str, Any]:
    """Return what the numbers alone do not tell."""
    names = None if counts.features is None else counts.features.tolist()
    return {
        "features": names,
        "n_features": counts.n_features,
        "kind": type(counts).__name__,
        "weighted": counts.how["class_weight"] is not None,
    }


def _like(table: Any) -> Counts:
    """Return counts of nothing, with the features that a table tells or has."""
    from priory.naive_bayes.counts.value import Counts  # noqa: PLC0415 (which imports this module)

    metadata = _metadata(table)
    if metadata["kind"] != "Counts" or metadata["weighted"] or "missing" in table.column_names:
        raise InputError(
            f"the table holds {metadata['kind']}, but not the parameters of their model",
            code="missing-parameter",
            parameter="like",
            remedy="pass counts of the same model as `like`",
        )
    _refuse_other_columns(table, ["feature"])
    names, n_features = metadata["features"], metadata["n_features"]
    if n_features is None:
        names, n_features = _features(table["feature"])
    features = None if names is None else np.array(names, dtype=object)
    sums = {"rows": np.zeros(0), "feature": np.zeros((0, n_features))}
    return Counts(np.array([]), sums, n_features, features, {"class_weight": None})


def _metadata(table: Any) -> dict[str, Any]:
    """Return what the metadata tells; nothing if it is not ours, or no longer whole."""
    unknown = {"features": None, "n_features": None, "kind": "Counts", "weighted": False}
    try:
        metadata = json.loads((table.schema.metadata or {}).get(KEY, b"{}"))
    except ValueError:
        return unknown
    is_ours = isinstance(metadata, dict) and metadata.keys() == unknown.keys()
    fits = is_ours and metadata["n_features"] in range(MOST)
    names_fit = (
        fits
        and len(metadata["features"] or range(metadata["n_features"])) == metadata["n_features"]
    )
    return metadata if names_fit else unknown


def _features(column: Any) -> tuple[list[str] | None, int]:
    """Return the names of the features of a column, or None, and how many there are."""
    distinct, codes = _encoded(column)
    if any(isinstance(value, str) for value in distinct):
        return sorted(distinct), len(distinct)
    for value, feature in enumerate(distinct):
        if feature not in range(MOST):
            row = int(np.flatnonzero(codes == value)[0])
            raise InputError(
                f"{feature!r} is not a feature index: indices start at 0, without large gaps",
                code="unknown-feature",
                place=Location(row=row),
                parameter="table",
                remedy="pass such numbers as strings",
            )
    return None, int(max(distinct, default=-1)) + 1


def _checked(like: Any) -> Counts:
    """Return counts, also those of a model."""
    like = getattr(like, "counts_", like)
    if not hasattr(like, "sums"):
        raise InputTypeError(
            f"`like` is {a(type(like).__name__)}",
            code="wrong-type",
            parameter="like",
            remedy="pass counts, or a model with counts",
        )
    counts: Counts = like
    return counts


def _classes(column: Any) -> tuple[Any, Any]:
    """Return the sorted classes, and the place of each row's."""
    if column.null_count:
        row = int(np.flatnonzero(column.is_null().to_numpy())[0])
        raise InputError(
            "the class is null",
            code="missing-value",
            place=Location(row=row),
            parameter="table",
            remedy="fill in the class, or drop the row",
        )
    distinct, codes = _encoded(column)
    classes, places = np.unique(np.array(distinct), return_inverse=True)
    return classes, places[codes]


def _places(column: Any, like: Counts) -> Any:
    """Return the place of each row's feature, -1 where it has none."""
    distinct, codes = _encoded(column)
    known: Any = range(like.n_features)  # in which whole numbers are found by arithmetic
    if like.features is not None:
        known = {name: place for place, name in enumerate(like.features.tolist())}
    for value, feature in enumerate(distinct):
        if feature not in known:
            row = int(np.flatnonzero(codes == value)[0])
            raise InputError(
                f"the feature {feature!r} is not one of the {like.n_features} features of `like`",
                code="unknown-feature",
                place=Location(row=row),
                parameter="table",
                remedy="pass counts that have it as `like`",
            )
    places = distinct if like.features is None else [known[feature] for feature in distinct]
    return np.array([*places, -1], dtype=np.int64)[codes]


def _encoded(column: Any) -> tuple[list[Any], Any]:
    """Return the distinct values of a column, and which of them each row has; -1 for null."""
    encoded = column.combine_chunks().dictionary_encode()  # which keeps nulls apart, also of views
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return encoded.dictionary.to_pylist(), codes


def _numbers(column: Any) -> Any:
    """Return counts, which are finite and 0 or more; null is 0."""
    numbers = np.asarray(column.fill_null(0).to_numpy(), dtype=np.float64)
    for row in np.flatnonzero(~(np.isfinite(numbers) & (numbers >= 0)))[:1].tolist():
        value = float(numbers[row])
        raise InputError(
            f"the count is {value}: counts are finite and non-negative",
            code="negative-value" if value < 0 else "not-finite",
            place=Location(row=row),
            parameter="table",
        )
    return numbers
