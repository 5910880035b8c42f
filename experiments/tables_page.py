"""The tables of 011: recipes by accuracy, log loss, lines and time."""

from __future__ import annotations

from statistics import mean, median
from typing import TYPE_CHECKING

from experiments.compared import Score, judge, parts_together, times
from experiments.page import DIGITS, Tally, markdown
from experiments.recipes import OURS, RECIPES, THEIRS, lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from experiments.tables import Table

    Judged = Mapping[str, list[Score]]

MEASURES: Mapping[str, Callable[[Score], float]] = {
    "accuracy": lambda score: score.errors,
    "log loss": lambda score: round(score.log_loss, DIGITS),
}
COMPARED = tuple(f"{name}: won/tied/lost" for name in MEASURES)
COLUMNS = ("variant", "accuracy %", "log loss", "lines", *COMPARED)
SMALL = 1000  # rows; fewer are dealt again, because a fold is a few dozen rows
DEALS = 10
ROUNDS = 15
TIMED = "adult"


def data(tables: Mapping[str, Table], n_folds: int) -> str:
    """Say what was judged."""
    told = "\n".join(f"- {name}: {table.text}" for name, table in tables.items())
    return f"{told}\n\nIn {n_folds} folds, each with its share of each class."


def pages(tables: Mapping[str, Table], n_folds: int) -> Iterator[str]:
    """Write all tables of the page."""
    found = {
        name: {variant: judge(recipe, table, n_folds) for variant, recipe in RECIPES[name].items()}
        for name, table in tables.items()
    }
    for name, judged in found.items():
        yield f"### {name}\n\n{recipes(name, judged)}"
    yield f"### Beside scikit-learn's best\n\n{beside_best(found)}"
    small = {name: table for name, table in tables.items() if len(table.X) < SMALL}
    yield f"### Small tables, dealt {DEALS} times\n\n{dealt(small, n_folds)}"
    if TIMED in tables:
        yield f"### Time of fit and predict, {TIMED}\n\n{timed(times(tables[TIMED], ROUNDS))}"


def recipes(name: str, judged: Judged) -> str:
    """Write what each variant did, and in how many folds better than the first."""
    base = next(iter(judged.values()))
    rows = [
        [variant, *numbers(folds), str(lines(RECIPES[name][variant])), *tallies(folds, base)]
        for variant, folds in judged.items()
    ]
    return markdown(COLUMNS, rows)


def numbers(folds: list[Score]) -> list[str]:
    """Write the accuracy and the log loss of all rows."""
    n = sum(score.n for score in folds)
    right = 1 - sum(score.errors for score in folds) / n
    return [f"{100 * right:.2f}", f"{sum(score.n * score.log_loss for score in folds) / n:.4f}"]


def tallies(folds: list[Score], base: list[Score]) -> list[str]:
    """Compare two variants fold by fold; one is not compared with itself."""
    if folds is base:
        return [""] * len(MEASURES)
    return [str(Tally.of(folds, base, measure)) for measure in MEASURES.values()]


def beside_best(found: Mapping[str, Judged]) -> str:
    """Compare each of ours with that of theirs which turned out best, by each measure."""
    rows = []
    for name, judged in found.items():
        bests = [best(judged, measure) for measure in MEASURES.values()]
        for variant in (variant for variant in judged if variant.startswith(OURS)):
            cells = [
                cell
                for other, measure in zip(bests, MEASURES.values(), strict=True)
                for cell in (other, str(Tally.of(judged[variant], judged[other], measure)))
            ]
            rows.append([name, variant, *cells])
    titles = [t for name in MEASURES for t in (f"best by {name}", f"{name}: won/tied/lost")]
    return markdown(("table", "variant", *titles), rows)


def best(judged: Judged, measure: Callable[[Score], float]) -> str:
    """Return which of theirs has the least of a measure."""
    others = (variant for variant in judged if variant.startswith(THEIRS))
    return min(others, key=lambda variant: mean(measure(score) for score in judged[variant]))


def dealt(tables: Mapping[str, Table], n_folds: int) -> str:
    """Write what each variant did on average of several deals of the folds."""
    rows = []
    for name, table in tables.items():
        base: list[Score] | None = None
        for variant, recipe in RECIPES[name].items():
            deals = [whole(judge(recipe, table, n_folds, deal)) for deal in range(DEALS)]
            base = deals if base is None else base
            rows.append([name, variant, *numbers(deals), *tallies(deals, base)])
    columns = ("table", "variant", *COLUMNS[1:3], *(f"{c} deals" for c in COMPARED))
    return markdown(columns, rows)


def whole(folds: list[Score]) -> Score:
    """Add up the folds of a deal."""
    n = sum(score.n for score in folds)
    loss = sum(score.n * score.log_loss for score in folds) / n
    return Score(n, sum(score.errors for score in folds), loss)


def timed(found: Mapping[str, list[float]]) -> str:
    """Write the times, and the sum of the parts."""
    rows = [
        [name, milliseconds(median(runs)), milliseconds(min(runs)), milliseconds(max(runs))]
        for name, runs in found.items()
    ]
    rows.insert(3, ["both parts", milliseconds(parts_together(found)), "", ""])
    return markdown(("variant", "median ms", "least", "most"), rows)


def milliseconds(seconds: float) -> str:
    """Write a time."""
    return f"{1000 * seconds:.1f}"
