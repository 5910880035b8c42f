"""Explanations as pandas or polars data frames."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._show import spelled
from priory.errors import InputError
from priory.evidence._layout import is_of_text, name_of
from priory.evidence._odds import Odds, difference

if TYPE_CHECKING:
    from priory.naive_bayes import Explanation

__all__ = ["package_of", "to_frame"]

LIBRARIES = ("pandas", "polars")


def to_frame(explanation: Explanation, *, against: Any = None, library: str | None = None) -> Any:
    """Return an explanation as a data frame, with a row for each term.

    Parameters
    ----------
    explanation : Explanation or TextExplanation
        What `explain` returned, of a row or of a text.
    against : label, default=None
        The class that the most probable one is held against in ``weight``; None is the runner-up.
        If it is the most probable one, the runner-up is held against it.
    library : {"pandas", "polars"}, default=None
        Whose data frame to make; None takes the first that is installed.

    Returns
    -------
    DataFrame
        The columns ``term`` ("prior", "feature" or "word", "absent", "remainder"), ``feature`` and
        ``value`` (of a text ``word``, ``count`` and ``places``), ``weight``, and
        ``contribution_<label>`` for each class, each of which adds up to its joint log-probability.

    Examples
    --------
    >>> from priory import MultinomialNB
    >>> from priory.evidence import to_frame
    >>> model = MultinomialNB().fit([[3, 1], [0, 2], [1, 4]], ["ham", "spam", "spam"])
    >>> to_frame(model.explain([[0, 2]])[0]).round(2)
          term feature value  weight  contribution_ham  contribution_spam
    0    prior    None  None    0.69              -1.1              -0.41
    1  feature       1   2.0    1.69              -2.2              -0.50
    2   absent    None  None    0.00               0.0               0.00
    """
    package = package_of(library)
    odds = Odds.of(explanation, against)
    columns = _columns(odds)
    if package.__name__ == "polars":
        return package.DataFrame(columns, strict=False)
    mixed = {*name_of(explanation), "places"} - {"count"}  # numbers stay whole beside None
    return package.DataFrame(
        {
            name: package.Series(values, dtype=object if name in mixed else None)
            for name, values in columns.items()
        }
    )


def _columns(odds: Odds) -> dict[str, Any]:
    """Return the columns: the prior first, then features in order, then what is left."""
    explanation: Any = odds.explanation
    thing, amount = name_of(explanation)
    order = odds.order.tolist()
    rest = {"absent": explanation.absent, "remainder": explanation.remainder}
    rest = {name: values for name, values in rest.items() if values is not None}
    terms = np.vstack([explanation.prior, explanation.contributions[order], *rest.values()])

    def beside(values: list[Any], empty: Any) -> list[Any]:
        return [empty, *values, *[empty] * len(rest)]

    columns = {
        "term": ["prior", *[thing] * len(order), *rest],
        thing: beside(explanation.features[order].tolist(), None),
        amount: beside(explanation.values[order].tolist(), 0 if amount == "count" else None),
    }
    if is_of_text(explanation):
        places = explanation.places
        columns["places"] = beside([list(places[place]) for place in order], [])
    columns["weight"] = difference(terms, odds.pair)
    labels = map(spelled, explanation.classes)
    return columns | {f"contribution_{label}": terms[:, c] for c, label in enumerate(labels)}


def package_of(library: str | None) -> Any:
    """Return the package whose data frames are wanted, or the first that is installed."""
    if library not in (None, *LIBRARIES):
        raise InputError(
            f"library={library!r} is not supported",
            code="bad-parameter",
            parameter="library",
            remedy="use 'pandas' or 'polars'",
        )
    for name in LIBRARIES if library is None else (library,):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ImportError(f"data frames need {library or 'pandas or polars'}: install it with pip")
