import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from tests.errors import refused

from naive_bayes.measured import assert_same_counts, measured
from priory import KernelNB
from priory.naive_bayes.kernel import densities as _densities

seeds = st.integers(0, 2**32 - 1)
POINTS = np.linspace(-12, 16, 300)


@pytest.mark.parametrize("rule", ["silverman", "scott"])
@given(seeds, st.sampled_from([128, 512, 2000]))
def test_density(rule, seed, size):
    """The density is SciPy's, up to the documented share of the height of a kernel."""
    random = np.random.default_rng(seed)
    x = random.normal(size=random.integers(2, 60)) * random.choice([0.1, 1, 100])
    model = KernelNB(bandwidth=rule, grid=size).fit(x[:, np.newaxis], np.zeros(len(x)))
    theirs = stats.gaussian_kde(x, rule)
    h, d = np.sqrt(theirs.covariance[0, 0]), model.grid_[0, 1] - model.grid_[0, 0]
    assume(model.grid_[0, 0] <= x.min() <= x.max() <= model.grid_[0, -1])  # none stands at the ends
    queries = np.linspace(max(x.min() - 2 * h, model.grid_[0, 0]), x.max(), 200)

    ours = np.exp(model.predict_joint_log_proba(queries[:, np.newaxis])[:, 0])

    np.testing.assert_allclose(model.bandwidth_[0, 0], max(h, d), rtol=d / h / 1000)
    if h >= 2 * d:
        most = (d / h) ** 2 / 8 / (h * np.sqrt(2 * np.pi))
        np.testing.assert_allclose(ours, theirs(queries), rtol=0, atol=most)


def test_fine_grid():
    """On a fine grid the logarithms agree with SciPy's, and features are independent."""
    X, y = measured()
    model = KernelNB(grid=20_000).fit(X, y)

    for c, label in enumerate(model.classes_):
        densities = [stats.gaussian_kde(column, "silverman") for column in X[y == label].T]
        expected = sum(kde.logpdf(column) for kde, column in zip(densities, X.T, strict=True))
        ours = model.predict_joint_log_proba(X)[:, c] - model.class_log_prior_[c]
        np.testing.assert_allclose(ours, expected, atol=2e-3)


def test_density_is_one_in_all():
    """The density integrates to 1 over the grid."""
    X, y = measured(n_features=1)
    model = KernelNB().fit(X, y)
    queries = model.grid_[0][:, np.newaxis]

    densities = np.exp(model.predict_joint_log_proba(queries) - model.class_log_prior_)

    step = model.grid_[0, 1] - model.grid_[0, 0]
    np.testing.assert_allclose(densities.sum(axis=0) * step, 1, atol=1e-3)


def test_missing_values():
    """What was not observed is neither counted nor judged."""
    X, y = measured(missing=0.3)
    model = KernelNB(grid=POINTS).fit(X, y)
    alone = [KernelNB(grid=POINTS) for _ in range(3)]
    logs = np.zeros((len(X), 3))
    for j, one in enumerate(alone):
        has = ~np.isnan(X[:, j])
        one.fit(X[has, j : j + 1], y[has])
        logs[has] += one.predict_joint_log_proba(X[has, j : j + 1]) - one.class_log_prior_

    ours = model.predict_joint_log_proba(X) - model.class_log_prior_

    np.testing.assert_allclose(ours, logs, rtol=1e-12, atol=1e-12)


def test_nothing_observed():
    """A row of which nothing is known has the prior."""
    model = KernelNB().fit(*measured())

    posterior = model.predict_proba(np.full((1, 3), np.nan))[0]

    np.testing.assert_allclose(posterior, np.exp(model.class_log_prior_), rtol=1e-12)


def test_beyond_the_grid():
    """A value beyond the grid is counted and judged as if it stood at the nearest end."""
    points = np.linspace(0, 1, 101)
    labels = ["low", "low", "high", "high"]
    model = KernelNB(grid=points).fit([[-5.0], [0.2], [0.8], [9.0]], labels)

    assert_same_counts(model, KernelNB(grid=points).fit([[0.0], [0.2], [0.8], [1.0]], labels))
    ends = model.predict_joint_log_proba([[0.0], [1.0]])
    assert model.predict_joint_log_proba([[-7.0], [1e300]]).tolist() == ends.tolist()


def test_far_tails():
    """Where densities are too small for a float their logarithms are still right."""
    model = KernelNB(bandwidth=0.1, grid=np.linspace(-20, 120, 14_001))
    model.fit([[0.0], [100.0]], ["near", "far"])

    ours = model.predict_joint_log_proba([[40.0], [70.0]]) - model.class_log_prior_

    np.testing.assert_allclose(
        ours, stats.norm.logpdf([[40.0], [70.0]], [[100.0, 0.0]], 0.1), rtol=1e-3
    )
    assert model.predict([[40.0], [70.0]]).tolist() == ["near", "far"]


@pytest.mark.parametrize("bandwidth", [0.7, [0.5, 1.0, 2.0]])
def test_given_bandwidth(bandwidth):
    """A number is the standard deviation of the kernel, for all features or for each."""
    model = KernelNB(bandwidth=bandwidth).fit(*measured())

    np.testing.assert_allclose(model.bandwidth_, np.broadcast_to(bandwidth, (3, 3)))


def test_narrow_kernel():
    """A kernel is no narrower than a step, also where all values are the same."""
    model = KernelNB(grid=11).fit([[1.0], [1.0], [2.0], [2.0]], ["a", "a", "b", "b"])

    np.testing.assert_allclose(model.bandwidth_, [[0.2], [0.2]])
    assert model.predict([[1.1], [1.9]]).tolist() == ["a", "b"]


@pytest.mark.parametrize("decimals", [0, 9])
def test_learning_a_row_changes_one_class(monkeypatch, decimals):
    """Densities of classes that learned nothing are not computed again, and none is out of date."""
    X, y = measured()
    X = X.round(decimals)
    model = KernelNB().fit(X, y)
    model.predict(X)
    work, convolved = [], _densities._convolved
    monkeypatch.setattr(_densities, "_convolved", lambda *each: work.append(1) or convolved(*each))

    scores = model.partial_fit(X[:1], y[:1]).predict_joint_log_proba(X)

    assert len(work) == X.shape[1]
    unpickled = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own, without densities)
    assert scores.tolist() == unpickled.predict_joint_log_proba(X).tolist()
    assert len(work) == X.shape[1] * (1 + len(model.classes_))


def test_narrow_bandwidth():
    """A bandwidth that is given is no narrower than a step, either."""
    model = KernelNB(bandwidth=[1e-9, 3.0], grid=np.linspace(0, 10, 11)).fit([[1, 2]], ["a"])

    assert model.bandwidth_.tolist() == [[1.0, 3.0]]
    assert np.isfinite(model.predict_joint_log_proba([[1.5, 2.0]])).all()


def test_constant_feature():
    """A feature that never varies has a grid, and says nothing."""
    model = KernelNB().fit([[3.0, 0.0], [3.0, 1.0]], ["a", "b"])

    terms = model.explain([[3.0, 0.1]])[0].contributions

    assert terms[0, 0] == terms[0, 1]
    assert model.predict([[3.0, 0.1]]).tolist() == ["a"]


def test_parameters_change_after_fit():
    """The bandwidth may change without learning again; the grid may not."""
    X, y = measured()
    model = KernelNB().fit(X, y).set_params(bandwidth="scott")

    expected = KernelNB(bandwidth="scott").fit(X, y).predict_proba(X)

    assert model.predict_proba(X).tolist() == expected.tolist()
    with refused("changed-parameter", parameter="grid"):
        model.set_params(grid=100).partial_fit(X, y)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"estimate": "predictive"}, refused("unsupported", parameter="estimate")),
        ({"bandwidth": [1.0, 2.0]}, refused("bad-parameter", parameter="bandwidth")),
        ({"bandwidth": [1.0, -2.0, 1.0]}, refused("bad-parameter", parameter="bandwidth")),
        ({"grid": [0.0, 1.0, 3.0]}, refused("bad-parameter", parameter="grid")),
        ({"grid": [1.0, 0.0]}, refused("bad-parameter", parameter="grid")),
        ({"grid": [[0.0, 1.0], [0.0, 1.0]]}, refused("shape-mismatch", parameter="grid")),
        ({"grid": [1.0]}, refused("shape-mismatch", parameter="grid")),
    ],
)
def test_bad_parameters(options, expected):
    """Parameters that mean nothing are refused by name, and nothing is learned."""
    model = KernelNB(**options)

    with expected:
        model.fit(*measured())

    assert vars(model) == vars(KernelNB(**options))


def test_predictive_after_fit():
    """The predictive is refused after fit, too."""
    X, y = measured()

    with refused("unsupported", parameter="estimate"):
        KernelNB().fit(X, y).set_params(estimate="predictive").predict(X)


def test_infinity():
    """An infinite number is named by its place."""
    X, y = measured()
    X[4, 2] = -np.inf

    with refused("infinite-value", parameter="X", place="row 4, column 2"):
        KernelNB().fit(X, y)


def test_explanations_add_up():
    """The terms of the features and the prior are the joint log-probability."""
    X, y = measured(missing=0.2)
    frame = pd.DataFrame(X, columns=["height", "weight", "age"])
    model = KernelNB().fit(frame, y)

    explanations = model.explain(frame)

    together = [explanation.joint_log_proba for explanation in explanations]
    np.testing.assert_allclose(together, model.predict_joint_log_proba(frame), rtol=1e-12)
    present = frame.columns[~np.isnan(X[0])]
    assert explanations[0].features.tolist() == present.tolist()


def test_rows_stand_alone():
    """A row has the same answer in any company, bit for bit."""
    X, y = measured(missing=0.1)
    model = KernelNB().fit(X, y)

    alone = np.vstack([model.predict_joint_log_proba(row[np.newaxis]) for row in X])

    assert alone.tobytes() == model.predict_joint_log_proba(X).tobytes()


def test_bandwidths_of_features():
    """Bandwidths may come in a list or in an array."""
    X, y = measured()
    widths = np.linspace(0.3, 0.5, X.shape[1])

    assert_same_counts(
        KernelNB(bandwidth=widths).fit(X, y), KernelNB(bandwidth=widths.tolist()).fit(X, y)
    )


def test_weights_are_numbers_of_rows():
    """The bandwidth is that of so many rows, learned together or one after the other."""
    X, y = measured(n_features=1)
    whole = KernelNB(grid=POINTS).fit(X, y, np.full(len(X), 2.0))
    halves = KernelNB(grid=POINTS).fit(X, y).partial_fit(X, y)

    assert whole.bandwidth_.tolist() == halves.bandwidth_.tolist()
    values = np.tile(X[y == "ham", 0], 2)
    h = np.sqrt(stats.gaussian_kde(values, "silverman").covariance[0, 0])
    np.testing.assert_allclose(whole.bandwidth_[0, 0], h, rtol=1e-3)


@pytest.mark.parametrize("weight", [1e-9, 1e-3])
def test_weights_that_are_shares(weight):
    """Weights that sum to less than two rows have the bandwidth of two, however small they are."""
    X, y = measured(n_features=1)

    widths = KernelNB(grid=POINTS).fit(X, y, np.full(len(X), weight)).bandwidth_

    x = X[y == "ham", 0]
    np.testing.assert_allclose(widths[0, 0], np.sqrt(2) * x.std() * 1.5**-0.2, rtol=1e-3)


def test_zeros_are_explained():
    """A zero is a value as any other: it is listed with what it says."""
    X, y = measured()
    X[:20] = 0.0
    model = KernelNB().fit(X, y)

    (explanation,) = model.explain(np.zeros((1, 3)))

    assert explanation.values.tolist() == [0, 0, 0]  # noqa: PD011 (no pandas)
    assert explanation.contributions.all()
    joint = model.predict_joint_log_proba(np.zeros((1, 3)))[0]
    np.testing.assert_allclose(explanation.joint_log_proba, joint, rtol=1e-12)
