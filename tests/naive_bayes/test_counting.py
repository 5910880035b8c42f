"""Parameters that decide what is counted: counts of one kind do not answer for another."""

import re

import numpy as np
import pytest
from sklearn.base import clone

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
    (BernoulliNB(), {"binarize": 1.0}, "binarize=0.0 has changed to binarize=1.0 since fit"),
    (BernoulliNB(), {"binarize": None}, "binarize=0.0 has changed to binarize=None since fit"),
    (KernelNB(), {"grid": 99}, "grid=512 has changed to grid=99 since fit"),
    (KernelNB(), {"grid": np.arange(3)}, "grid=512 has changed to grid=[0, 1, 2] since fit"),
    (PoissonNB(), {"exposure": "length"}, "exposure=None has changed to exposure='length'"),
    (TruncatedCountNB(), {"K": 3}, "K=4 has changed to K=3 since fit"),
    (GaussianDiscriminant(), {"shrinkage": "auto"}, "needs more moments than were kept since fit"),
    (MixedNB(), {"class_weight": "balanced"}, "class_weight=None has changed to class_weight='b"),
    (MultinomialNB(), {"class_weight": {}}, "class_weight=None has changed to class_weight={}"),
    (GaussianDiscriminant(), {"class_weight": {}}, "class_weight=None has changed to class_w"),
)
LEARN = ("partial_fit", "forget")
each_change = pytest.mark.parametrize(("model", "change", "message"), CHANGES)


@each_change
@pytest.mark.parametrize("verb", ["predict", "predict_proba", "explain", *LEARN])
def test_changed_after_fit(verb, model, change, message):
    """What was counted otherwise is neither added to nor judged by, until it is set back."""
    X, y = counted(60)
    before = {name: getattr(model, name) for name in change}
    model = clone(model).fit(X, y)
    model.predict(X)
    model.set_params(**change)
    learned = state(model)

    with pytest.raises(ValueError, match=re.escape(message) + ".*fit again"):
        getattr(model, verb)(*([X, y] if verb in LEARN else [X]))

    assert state(model) == learned
    model.set_params(**before).predict(X)


def test_changed_in_place():
    """Weights that are changed where they stand have changed, too."""
    X, y = counted(60)
    weights = {"ham": 2.0}
    model = BernoulliNB(class_weight=weights).fit(X, y)

    weights["ham"] = 3.0

    with pytest.raises(ValueError, match=r"'ham': 2.0} has changed to"):
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
