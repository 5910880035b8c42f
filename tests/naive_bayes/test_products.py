import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from naive_bayes.measured import each_kind, measured
from priory import GaussianDiscriminant


def test_many_rows():
    """Rows are worked on in blocks, which leaves no trace."""
    X, y = measured(n_rows=70_000)
    model = GaussianDiscriminant(covariance="full").fit(X, y)

    for c, label in enumerate(model.classes_):
        expected = np.cov(X[y == label].T, bias=True)
        np.testing.assert_allclose(model.covariance_[c], expected, rtol=1e-9)


def learned(options, X, y, weights=None):
    """Return the sums and scores of a model, to the bit."""
    model = GaussianDiscriminant(**options).fit(X, y, weights)
    scores = model.predict_joint_log_proba(X)
    return [table.tobytes() for table in (*model.counts_.sums.values(), scores)]


@each_kind
def test_threads(options):
    """The number of threads does not change a bit."""
    X, y = measured(n_rows=70_000)
    weights = np.linspace(0, 2, len(X))
    results = []
    for threads in (1, 2, 5):
        shared = options | {"n_jobs": threads}
        results.append(learned(shared, X, y) + learned(shared, X, y, weights))

    assert results[0] == results[1] == results[2]


@each_kind
@pytest.mark.parametrize("shape", [(60, 3), (2000, 30), (20_000, 1), (3000, 100), (900, 250)])
def test_threads_of_blas(options, shape):
    """The number of threads that BLAS may use does not change a bit."""
    X, y = measured(*shape)
    X /= X.std(axis=0)
    results = []
    for threads in (1, 2, 3):
        with threadpool_limits(threads, user_api="blas"):
            results.append(learned({"shrinkage": 0.5} | options, X, y))

    assert results[0] == results[1] == results[2]
