import numpy as np
import pytest

from naive_bayes.measured import measured
from priory import GaussianDiscriminant


def test_many_rows():
    """Rows are worked on in blocks, which leaves no trace."""
    X, y = measured(n_rows=70_000)
    model = GaussianDiscriminant(covariance="full").fit(X, y)

    for c, label in enumerate(model.classes_):
        expected = np.cov(X[y == label].T, bias=True)
        np.testing.assert_allclose(model.covariance_[c], expected, rtol=1e-9)


@pytest.mark.parametrize("covariance", ["full", "diagonal"])
def test_threads(monkeypatch, covariance):
    """The number of threads does not change a bit."""
    X, y = measured(n_rows=70_000)
    tables = []
    for threads in (1, 2, 5):
        monkeypatch.setattr("priory.naive_bayes._products.n_threads", lambda _, n=threads: n)
        model = GaussianDiscriminant(covariance=covariance).fit(X, y)
        tables.append((model.sum_.tobytes(), model.product_.tobytes()))

    assert tables[0] == tables[1] == tables[2]
