"""The tables of 013: distances kept, and neighbours after a projection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.random_projection import johnson_lindenstrauss_min_dim

from experiments.page import markdown
from experiments.projected import NEIGHBORS, PAIRED, Rows, ask, changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DIMENSIONS = (50, 100, 200, 400, 800)
EPS = (0.1, 0.2, 0.5)


def data(found: Mapping[str, Rows], _folds: int) -> str:
    """Say what was learned and asked."""
    lines = []
    for name, rows in found.items():
        n, width = rows.learned.shape
        filled = getattr(rows.learned, "nnz", n * width) / n
        lines.append(
            f"- {name}: {n:,} rows learned, {rows.asked.shape[0]:,} asked about; {width:,} "
            f"features, of which {filled:,.0f} a row are not 0"
        )
    return "\n".join(lines)


def pages(found: Mapping[str, Rows], _folds: int) -> Iterator[str]:
    """Write all tables of the page."""
    name, rows = next(iter(found.items()))
    yield f"### {name}: squared distances that are kept\n\n{kept(rows)}"
    for name, rows in found.items():
        yield f"### {name}: {NEIGHBORS} neighbours\n\n{asked(rows)}"


def kept(rows: Rows) -> str:
    """Write which share of all pairs of some rows is within 1 +- eps, beside the bound."""
    n = min(PAIRED, rows.learned.shape[0])
    bounds = {int(johnson_lindenstrauss_min_dim(n, eps=eps)): eps for eps in EPS}
    lines = []
    for dimensions in sorted({*DIMENSIONS, *bounds}):
        off = changes(rows.learned, dimensions)
        bound = f"eps = {bounds[dimensions]}" if dimensions in bounds else ""
        shares = (f"{100 * np.mean(off <= eps):.3f}" for eps in EPS)
        lines.append([f"{dimensions:,}", bound, *shares, f"{off.max():.3f}"])
    titles = (f"% within {eps}" for eps in EPS)
    return markdown(("dimensions", f"bound of {n:,} rows", *titles, "furthest off"), lines)


def asked(rows: Rows) -> str:
    """Write how often neighbours are right and how long they take, beside exact search."""
    lines = []
    for dimensions in (None, *DIMENSIONS):
        found = ask(rows, dimensions)
        name = "exact" if dimensions is None else f"{dimensions:,}"
        accuracy = f"{100 * found.accuracy:.2f}"
        lines.append([name, accuracy, f"{found.learning:.2f}", f"{found.asking:.2f}"])
    return markdown(("dimensions", "accuracy %", "seconds to learn", "seconds to ask"), lines)
