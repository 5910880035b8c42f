"""GaussianNB beside the plain Python reference, whose sums are exact."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from naive_bayes.samples import measured

from priory import GaussianNB
from priory._reference import gaussian


def rows_of(X):
    """Write a matrix as the reference does."""
    return [[None if np.isnan(x) else x for x in row] for row in X.tolist()]


@given(st.integers(0, 2**32 - 1), st.floats(0, 0.3), st.sampled_from([0, 1e5, -1e7]))
def test_twins(seed, missing, far):
    """Means, variances and joint probabilities are those of exact sums, after forgetting, too."""
    X, y = measured(missing=missing, seed=seed)
    X += far
    model = GaussianNB().fit(X, y).forget(X[30:], y[30:])
    exact = gaussian.Moments()
    gaussian.learn(exact, rows_of(X), y.tolist())
    gaussian.learn(exact, rows_of(X[30:]), y[30:].tolist(), times=-1)

    np.testing.assert_allclose(model.epsilon_, float(gaussian.smoothing(exact)), rtol=1e-9)
    for c, label in enumerate(model.classes_.tolist()):
        for j in range(X.shape[1]):
            sums = exact.sums[label, j]
            assert model.observed_count_[c, j] == sums.n
            if sums.n:
                np.testing.assert_allclose(model.theta_[c, j], float(sums.mean), rtol=1e-12)
                variance = model.var_[c, j] - model.epsilon_
                np.testing.assert_allclose(variance, float(sums.variance), rtol=1e-9, atol=1e-12)


@given(st.integers(0, 2**32 - 1))
def test_posteriors(seed):
    """Joint log-probabilities are those of the formulas, whatever was not observed."""
    X, y = measured(missing=0.1, seed=seed)
    model = GaussianNB(var_smoothing=0.01).fit(X, y)
    exact = gaussian.Moments()
    gaussian.learn(exact, rows_of(X), y.tolist())

    for row, scores in zip(rows_of(X), model.predict_joint_log_proba(X), strict=True):
        joint = gaussian.log_joint(row, exact, share=0.01)
        expected = [joint[label] for label in model.classes_.tolist()]
        np.testing.assert_allclose(scores, expected, rtol=1e-9)
