"""The experiment and the benchmarks on random projections."""

import numpy as np
import pytest
from benchmarks import projection as benchmark
from benchmarks.data import Data
from experiments import page, projected, projected_page, run
from experiments.compared import COMPARISONS
from scipy.sparse import csr_array, random

from priory import GaussianRandomProjection


def made():
    """Make rows of classes that can be told apart."""
    X, y = benchmark.spectra(120, 4_000)
    return projected.Rows(X[:90], y[:90], X[90:], y[90:])


def test_changes_of_distances():
    """Many dimensions change distances little, and pairs of equal rows are left out."""
    X = csr_array(np.vstack([made().learned, made().learned[:1]]))

    few, many = (projected.changes(X, d) for d in (10, 2000))

    assert len(few) == len(many) == 91 * 90 / 2 - 1
    assert many.max() < 0.25 < few.max()


def test_neighbours_are_asked():
    """Exact search and a projection are asked in the same way."""
    exact, few, many = (projected.ask(made(), d) for d in (None, 1, 250))

    assert few.accuracy < many.accuracy
    assert abs(many.accuracy - exact.accuracy) < 0.15
    assert min(exact.learning, exact.asking, many.learning, many.asking) > 0


def test_page_is_written(tmp_path, monkeypatch):
    """Data become a page with a row for each number of dimensions."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(projected, "load", lambda _: {"spectra": made()})
    monkeypatch.setattr(projected_page, "DIMENSIONS", (20, 60))
    file = page.path("random-projections", COMPARISONS["random-projections"])

    run.main(["random-projections", "--write"])

    text = file.read_text("utf-8")
    assert "- spectra: 90 rows learned, 30 asked about; 4,000 features" in text
    assert text.count("\n| 20 |") == text.count("\n| 60 |") == 2
    assert text.count("\n| exact |") == 1
    assert "| eps = 0.5 | " in text


@pytest.mark.parametrize(
    "title",
    [
        "20 Newsgroups, words: squared distances that are kept",
        "20 Newsgroups, words: 7 neighbours",
        "spectra, drawn: 7 neighbours",
    ],
)
def test_docs_show_the_tables(title):
    """The page about projections has the tables of the experiment, as they were measured last."""
    file = page.path("random-projections", COMPARISONS["random-projections"])
    _, _, section = file.read_text("utf-8").partition(f"### {title}\n\n")
    table, _, _ = section.partition("\n\n")

    assert table.count("\n| ") > 5
    assert table in (page.FOLDER.parent / "docs" / "random-projections.md").read_text("utf-8")


def test_absent_data_are_named(tmp_path):
    """A folder without data has none, and the command says what to do."""
    assert projected.load(tmp_path) == {}
    with pytest.raises(SystemExit, match="--data"):
        run.main(["random-projections", "--data", str(tmp_path)])


def test_lost_distances_are_refused():
    """A projection that does not keep distances is found out, whoever made it."""
    X = random(50, 2000, 0.05, format="csr", random_state=0)
    model = GaussianRandomProjection(400, random_state=0)
    good = model, model.fit_transform(X)
    bad = model, good[1] * 1.5

    assert benchmark.difference(good, good, Data(X)) == ""
    assert benchmark.difference(bad, good, Data(X)).startswith("our squared distances")
    assert benchmark.difference(good, bad, Data(X)).startswith("their squared distances")


def test_lost_accuracy_is_refused():
    """Labels that are right less often than those of exact search are found out."""
    data = Data(None, None, None, np.zeros(100))
    right, wrong = np.zeros(100), np.arange(100) < 1

    assert benchmark.less_accurate((None, right), (None, wrong), data) == ""
    assert "99.00%" in benchmark.less_accurate((None, wrong), (None, right), data)
