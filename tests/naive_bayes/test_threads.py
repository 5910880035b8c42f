"""The number of threads is what the user says, and changes no bit."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from tests.errors import refused

from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianDiscriminant,
    GaussianNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)

MODELS = (
    BernoulliNB(),
    CategoricalNB(),
    ComplementNB(),
    GaussianDiscriminant(covariance="diagonal"),
    GaussianDiscriminant(covariance="full"),
    GaussianDiscriminant(estimate="predictive"),
    GaussianNB(),
    GaussianNB(estimate="predictive"),
    MixedNB(),
    MultinomialNB(),
    PoissonNB(),
    TruncatedCountNB(),
)
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)


def many(seed=0):
    """Draw more counts than are worth a thread, and labels."""
    random = np.random.default_rng(seed)
    y = random.integers(0, 3, 25_000)
    return random.poisson(1.0 + y[:, np.newaxis], (len(y), 8)).astype(float), y


def answers(model, n_jobs, X, y, weights):
    """Return the tables and the answers of a model that works on so many threads, to the bit."""
    model = clone(model).set_params(n_jobs=n_jobs).fit(X, y, weights)
    learned = getattr(model, "parts_", None)
    models = [model] if learned is None else [part.family for part in learned]
    tables = [table.tobytes() for one in models for table in one._counts.sums.values()]
    return tables, model.predict_joint_log_proba(X).tobytes()


@each_model
def test_threads_change_no_bit(model):
    """What is learned and answered does not depend on the number of threads."""
    X, y = many()
    weights = np.random.default_rng(1).uniform(0, 2, len(y))

    one, two, four = (answers(model, n_jobs, X, y, weights) for n_jobs in (1, 2, 4))

    assert one == two
    assert one == four


@pytest.mark.parametrize("model", [GaussianNB(), MultinomialNB(), BernoulliNB()], ids=repr)
def test_sparse(model):
    """The same holds for sparse rows."""
    X, y = many()
    X = sparse.csr_matrix(X)

    one, two, four = (answers(model, n_jobs, X, y, None) for n_jobs in (1, 2, 4))

    assert one == two
    assert one == four


@each_model
def test_as_many_as_asked(model, monkeypatch):
    """No more threads are used than the user asks for, and a few rows have one."""
    asked = []
    monkeypatch.setattr("priory._threads.n_threads", lambda n_jobs: asked.append(n_jobs) or 1)
    X, y = many()

    few = clone(model).set_params(n_jobs=3).fit(X[:100], y[:100])
    few.predict(X[:100])
    assert asked == []

    few.fit(X, y).predict(X)
    assert set(asked) == {3}


@each_model
def test_no_threads(model):
    """Without a thread nothing can be done."""
    with refused("bad-parameter", parameter="n_jobs"):
        clone(model).set_params(n_jobs=0).fit([[1, 2], [3, 4]], [0, 1])
