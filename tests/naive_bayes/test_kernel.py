import copy

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from naive_bayes.measured import assert_same_counts, measured
from naive_bayes.samples import state
from priory import KernelNB

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


@given(seeds, st.lists(st.integers(1, 59), max_size=4, unique=True).map(sorted))
def test_batches(seed, places):
    """Learning in any batches on a grid is learning at once, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    model = KernelNB(grid=POINTS)

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X, y))


@given(seeds, st.integers(1, 59))
def test_forget(seed, n_kept):
    """To learn A and B and to forget B is to learn A on the same grid, bit for bit."""
    X, y = measured(n_classes=5, seed=seed, missing=0.1)

    model = KernelNB(grid=POINTS).fit(X, y).forget(X[n_kept:], y[n_kept:])

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X[:n_kept], y[:n_kept]))


@given(seeds)
def test_merge(seed):
    """Models on the same grid merge to the model of all rows, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    one, other = (KernelNB(grid=POINTS).fit(X[i::2], y[i::2]) for i in (0, 1))

    assert_same_counts(one.merge(other), KernelNB(grid=POINTS).fit(X, y))


def test_merge_of_other_grids():
    """Models whose grids differ are not merged, and the remedy is named."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state_of(model)

    with pytest.raises(ValueError, match=r"the grids of the two models differ.*np\.linspace"):
        model.merge(KernelNB().fit(2 * X, y))

    assert state_of(model) == before


def state_of(model):
    """Return everything a model consists of, its grid included."""
    grid = model._grid
    bare = copy.copy(model)
    del bare._grid
    return state(bare), grid.low.tolist(), grid.step.tolist(), grid.size


def test_new_class():
    """A label first seen in a later batch becomes a class."""
    X, y = measured()
    old = y != "list"

    model = KernelNB(grid=POINTS).fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X, y))


@given(seeds)
def test_weights(seed):
    """Weight 2 is the row twice, and weight 0 is no row, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    weights = np.arange(len(X)) % 3
    weights[:3] = 1
    repeated = np.repeat(np.arange(len(X)), weights)

    model = KernelNB(grid=POINTS).fit(X, y, weights)

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X[repeated], y[repeated]))


def test_rows_without_weight():
    """Rows of weight 0 are no rows to the grid either."""
    X, y = measured()
    weights = np.arange(len(X)) % 2
    X[weights == 0] *= 9

    model = KernelNB().fit(X, y, weights)

    assert model.grid_.tolist() == KernelNB().fit(X[weights > 0], y[weights > 0]).grid_.tolist()


@given(seeds)
def test_fractional_weights_are_forgotten(seed):
    """With fractional weights what is left agrees up to rounding, and no class stays behind."""
    X, y = measured(n_classes=4, seed=seed)
    weights = np.random.default_rng(seed).uniform(0.001, 3, len(X))
    kept = (np.arange(len(X)) < 30) & (y != "list")

    model = KernelNB(grid=POINTS).fit(X, y, weights).forget(X[~kept], y[~kept], weights[~kept])

    expected = KernelNB(grid=POINTS).fit(X[kept], y[kept], weights[kept])
    assert model.classes_.tolist() == expected.classes_.tolist()
    np.testing.assert_allclose(model.grid_count_, expected.grid_count_, atol=1e-12)


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
    with pytest.raises(ValueError, match="grid=512 has changed to grid=100 since fit: fit again"):
        model.set_params(grid=100).partial_fit(X, y)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"estimate": "predictive"}, "'predictive': a kernel density has no parameters"),
        ({"bandwidth": [1.0, 2.0]}, "for all 3 features or for each"),
        ({"bandwidth": [1.0, -2.0, 1.0]}, "a number above 0"),
        ({"grid": [0.0, 1.0, 3.0]}, "must rise in even steps"),
        ({"grid": [1.0, 0.0]}, "must rise in even steps"),
        ({"grid": [[0.0, 1.0], [0.0, 1.0]]}, "grid has 2 rows for 3 features"),
        ({"grid": [1.0]}, "grid has the shape"),
    ],
)
def test_bad_parameters(options, message):
    """Parameters that mean nothing are refused by name, and nothing is learned."""
    model = KernelNB(**options)

    with pytest.raises(ValueError, match=message):
        model.fit(*measured())

    assert vars(model) == vars(KernelNB(**options))


def test_predictive_after_fit():
    """The predictive is refused after fit, too."""
    X, y = measured()

    with pytest.raises(ValueError, match="no parameters to average over"):
        KernelNB().fit(X, y).set_params(estimate="predictive").predict(X)


def test_rows_that_were_not_learned():
    """What would leave a count below zero cannot be forgotten, and nothing is changed."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state_of(model)

    with pytest.raises(ValueError, match=r"feature 0 in class .* would fall below zero"):
        model.forget(X[:1] + 1, y[:1])

    assert state_of(model) == before


def test_infinity():
    """An infinite number is named by its place."""
    X, y = measured()
    X[4, 2] = -np.inf

    with pytest.raises(ValueError, match="infinity: row 4, column 2 is -inf"):
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


def test_many_rows():
    """Rows are worked on in blocks, which leaves no trace."""
    X, y = measured(n_rows=200_000)
    model = KernelNB(grid=POINTS).fit(X, y)

    halves = KernelNB(grid=POINTS).fit(X[:77_777], y[:77_777]).partial_fit(X[77_777:], y[77_777:])

    assert_same_counts(model, halves)
    np.testing.assert_array_equal(model.grid_count_.sum(axis=2), model.observed_)


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


def test_missing_values_that_were_not_learned():
    """A class has no fewer rows than values: to forget NaN that was never there is refused."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state(model)

    with pytest.raises(ValueError, match="were not learned"):
        model.forget(np.full((1, X.shape[1]), np.nan), y[:1])

    assert state(model) == before


def test_missing_values_are_forgotten():
    """Rows with NaN, of fractional weight and learned in parts, are forgotten to the last."""
    X, y = measured()
    X[::3, 0] = np.nan
    weights = np.random.default_rng(0).choice([0.1, 0.2, 0.3, 0.7], len(X))
    model = KernelNB().fit(X, y, weights).partial_fit(X, y, sample_weight=weights[::-1])
    model.partial_fit(X, y).forget(X, y).forget(X, y, weights[::-1])

    fresh = KernelNB().fit(X, y, weights)
    np.testing.assert_allclose(model.class_count_, fresh.class_count_)
    np.testing.assert_allclose(model.observed_, fresh.observed_)


@pytest.mark.parametrize("weight", [1.0, 0.1])
def test_forgotten_values_leave_the_grid(weight):
    """Values that come and go, however many, leave few values few, alone and in a merge."""
    X, y, queries = [[1.0], [2.0], [1.5], [3.0]], list("aabb"), [[1.2], [1.9], [2.5]]
    model, fresh = KernelNB().fit(X, y), KernelNB().fit(X, y)
    for value in range(1000, 1040):
        model.partial_fit([[value]], ["a"], sample_weight=[weight])
        model.forget([[value]], ["a"], sample_weight=[weight])

    np.testing.assert_allclose(model.predict_proba(queries), fresh.predict_proba(queries))
    merged = KernelNB().fit([[value] for value in range(31)], ["a"] * 31).merge(model)
    assert merged._grid.waits.all()
    more = [[5 + i / 1000] for i in range(40)]
    model.partial_fit(more, ["a"] * 40)
    fresh.partial_fit(more, ["a"] * 40)
    np.testing.assert_allclose(model.grid_, fresh.grid_)


@pytest.mark.parametrize("learn", ["partial_fit", "merge"])
def test_interrupted_learning(learn, monkeypatch):
    """Ctrl-C in the count of rows that need another grid leaves the grid as it was."""
    model = KernelNB().fit([[1.0], [2.0], [1.5], [3.0]], list("aabb"))
    X, y = measured()
    more = (KernelNB().fit(X[:, :1], y),) if learn == "merge" else (X[:, :1], y)
    before = state(model)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(KernelNB, "_keep" if learn == "merge" else "_add", interrupted)
    with pytest.raises(KeyboardInterrupt):
        getattr(model, learn)(*more)

    assert state(model) == before
