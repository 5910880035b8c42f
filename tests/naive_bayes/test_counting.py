"""Parameters that decide what is counted: counts of one kind do not answer for another."""

import numpy as np
import pytest
from sklearn.base import clone
from tests.errors import refused

from naive_bayes.samples import counted, state
from priory import (
    BernoulliNB,
    GaussianDiscriminant,
    KernelNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)

CHANGES = (
    (BernoulliNB(), {"binarize": 1.0}),
    (BernoulliNB(), {"binarize": None}),
    (KernelNB(), {"grid": 99}),
    (KernelNB(), {"grid": np.arange(3)}),
    (PoissonNB(), {"exposure": "length"}),
    (TruncatedCountNB(), {"K": 3}),
    (GaussianDiscriminant(), {"shrinkage": "auto"}),
    (MixedNB(), {"class_weight": "balanced"}),
    (MultinomialNB(), {"class_weight": {}}),
    (GaussianDiscriminant(), {"class_weight": {}}),
)
LEARN = ("partial_fit", "forget")
each_change = pytest.mark.parametrize(("model", "change"), CHANGES)


@each_change
@pytest.mark.parametrize("verb", ["predict", "predict_proba", "explain", *LEARN])
def test_changed_after_fit(verb, model, change):
    """What was counted otherwise is neither added to nor judged by, until it is set back."""
    X, y = counted(60)
    before = {name: getattr(model, name) for name in change}
    model = clone(model).fit(X, y)
    model.predict(X)
    model.set_params(**change)
    learned = state(model)

    with refused("changed-parameter", parameter=next(iter(change))):
        getattr(model, verb)(*([X, y] if verb in LEARN else [X]))

    assert state(model) == learned
    model.set_params(**before).predict(X)


def test_changed_in_place():
    """Weights that are changed where they stand have changed, too."""
    X, y = counted(60)
    weights = {"ham": 2.0}
    model = BernoulliNB(class_weight=weights).fit(X, y)

    weights["ham"] = 3.0

    with refused("changed-parameter", parameter="class_weight"):
        model.predict(X)
    assert model.class_weight_ == {"ham": 2.0}


def test_less_than_was_kept():
    """Moments that were kept serve parameters that need fewer of them."""
    X, y = counted(60)
    model = GaussianDiscriminant(covariance="full", shrinkage="auto").fit(X, y)

    model.set_params(covariance="diagonal", shrinkage=None)

    expected = GaussianDiscriminant(covariance="diagonal").fit(X, y)
    models = (one.partial_fit(X[:9], y[:9]) for one in (model, expected))
    np.testing.assert_allclose(*(one.predict_joint_log_proba(X) for one in models))
