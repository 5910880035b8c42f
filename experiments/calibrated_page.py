"""The tables of 012: models as they are and calibrated, and the shares estimated with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.calibrated import METHODS, SHARES, Judged, Labelled, estimated, judge
from experiments.page import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Found = Mapping[str, Mapping[str, Mapping[str, Judged]]]

COLUMNS = ("model", "method", "temperature", "accuracy %", "log loss", "Brier", "ECE")
SURE_COLUMNS = ("sure", "of these right %")
BINS = ("20 Newsgroups", "MultinomialNB")  # whose bins are shown
TWO = 2
MOST = 999  # deviations that are written


def data(labelled: Mapping[str, Labelled], n_folds: int) -> str:
    """Say what was judged."""
    lines = []
    for name, one in labelled.items():
        split = (
            f"in {n_folds} folds" if one.n_train is None else f"the first {one.n_train:,} learned"
        )
        lines.append(f"- {name}: {len(one.y):,} rows of {len(set(one.y))} classes, {split}")
    return "\n".join(lines)


def pages(labelled: Mapping[str, Labelled], n_folds: int) -> Iterator[str]:
    """Write all tables of the page."""
    found = {
        name: {
            model: {method: judge(make, method, one, n_folds) for method in METHODS}
            for model, make in one.models.items()
        }
        for name, one in labelled.items()
    }
    for name, models in found.items():
        yield f"### {name}\n\n{measured(models)}"
    if BINS[0] in found:
        yield f"### {' and '.join(BINS)}, in bins\n\n{binned(found[BINS[0]][BINS[1]])}"
    yield f"### Shares estimated without labels\n\n{shares(found)}"


def measured(models: Mapping[str, Mapping[str, Judged]]) -> str:
    """Write how far each model can be relied on, by each method."""
    rows = [
        [model, method, *numbers(judged)]
        for model, methods in models.items()
        for method, judged in methods.items()
    ]
    return markdown((*COLUMNS, *SURE_COLUMNS), rows)


def numbers(judged: Judged) -> list[str]:
    """Write the measures of one model."""
    found, sure = judged.reliability, judged.sure
    return [
        "" if judged.temperature is None else f"{judged.temperature:.2f}",
        f"{100 * judged.right.mean():.2f}",
        f"{found.log_loss:.4f}",
        f"{found.brier:.4f}",
        f"{found.ece:.4f}",
        f"{sure.sum():,}",
        f"{100 * judged.right[sure].mean():.2f}" if sure.any() else "",
    ]


def binned(methods: Mapping[str, Judged]) -> str:
    """Write the bins of a model, by each method."""
    tops = {method: judged.reliability.top for method, judged in methods.items()}
    edges = next(iter(tops.values())).edges
    rows = []
    for place in range(len(edges) - 1):
        cells = [
            cell
            for top in tops.values()
            for cell in (
                (f"{top.count[place]:,}", f"{top.confidence[place]:.3f}", f"{top.right[place]:.3f}")
                if top.count[place]
                else ("0", "", "")
            )
        ]
        rows.append([f"{edges[place]:.3f} to {edges[place + 1]:.3f}", *cells])
    titles = [f"{method}: {what}" for method in tops for what in ("rows", "stated", "right")]
    return markdown(("stated", *titles), rows)


def shares(found: Found) -> str:
    """Write the shares of the rarer class that were estimated, each with its deviation."""
    rows = [
        [name, model, method, *(written(judged, share) for share in SHARES)]
        for name, models in found.items()
        for model, methods in models.items()
        for method, judged in methods.items()
        if len(judged.classes) == TWO
    ]
    return markdown(("table", "model", "method", *(f"true {share}" for share in SHARES)), rows)


def written(judged: Judged, share: float) -> str:
    """Write an estimate, or that there is none."""
    try:
        found, std = estimated(judged, share)
    except ValueError:
        return "refused"
    return f"{found:.3f} +- {std:.3f} ({min(abs(found - share) / std, MOST):.0f})"
