import warnings
from inspect import signature

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer
from tests.errors import refused
from variants import parametrize_with_checks

from priory import BernoulliNB, Discretizer
from priory import _reference as reference

LIVING_AREA = [0, 400, 800, 1200, 1600, np.inf]
# Multiples of 1/8, so that no two edges are apart by next to nothing.
columns = st.integers(2, 60).flatmap(
    lambda n: arrays(np.int64, (n, 2), elements=st.integers(-400, 400)).map(lambda X: X / 8)
)
labelled = st.lists(
    st.tuples(st.integers(-9, 9).map(float), st.sampled_from("abc")), min_size=2, max_size=60
)


@parametrize_with_checks(
    [
        Discretizer(),
        Discretizer(strategy="uniform", n_bins=3, start=1),
        Discretizer(strategy="mdl"),
        Discretizer(edges=[-1, 0, 1]),
    ]
)
def test_generated(estimator, check):
    """The discretizer passes the check that scikit-learn generates for it, without exception."""
    check(estimator)


def test_living_area():
    """The table of the lecture notes: 890 square feet are bin 3 of 5."""
    area = Discretizer(edges=LIVING_AREA, start=1).fit([[890]])

    bins = area.transform([[0], [399], [400], [890], [1200], [1599], [1601]])

    assert bins.ravel().tolist() == [1, 1, 2, 3, 4, 4, 5]


def test_beyond_the_edges():
    """What lies beyond the edges falls into the outer bins, and the last edge into the last."""
    bins = Discretizer(edges=[0, 1, 2]).fit_transform([[-1e300], [0], [1], [2], [1e300]])

    assert bins.ravel().tolist() == [0, 0, 1, 1, 1]


# Shares that scikit-learn computes without rounding: it may take a third of three rows for less.
SHARES = st.tuples(st.just("quantile"), st.sampled_from([2, 4, 8]))


@given(columns, st.tuples(st.just("uniform"), st.integers(2, 9)) | SHARES)
def test_as_in_scikit_learn(X, how):
    """Equally wide bins and quantiles have scikit-learn's edges, and rows scikit-learn's codes."""
    strategy, n_bins = how
    if strategy == "quantile":
        assume("quantile_method" in signature(KBinsDiscretizer).parameters)  # from 1.7 on
    theirs = KBinsDiscretizer(n_bins, encode="ordinal", strategy=strategy)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where it leaves out bins, we do so without a word
        expected = theirs.fit_transform(X)
    ours = Discretizer(strategy=strategy, n_bins=n_bins).fit(X)

    for mine, edges in zip(ours.edges_, theirs.bin_edges_, strict=True):
        np.testing.assert_array_equal(mine, edges)
    np.testing.assert_array_equal(ours.transform(X), expected)


@given(columns, st.data(), st.sampled_from(["uniform", "quantile", "mdl"]))
def test_missing_values(X, data, strategy):
    """A column with NaN has the edges of what is there, and NaN in the same places."""
    missing = data.draw(arrays(bool, len(X)))
    assume(not missing.all())
    y = np.arange(len(X)) % 3
    holes = X.copy()
    holes[missing, 0] = np.nan

    found = Discretizer(strategy=strategy).fit(holes, y)

    there = Discretizer(strategy=strategy).fit(X[~missing, :1], y[~missing])
    np.testing.assert_array_equal(found.edges_[0], there.edges_[0])
    np.testing.assert_array_equal(np.isnan(found.transform(holes)), np.isnan(holes))
    np.testing.assert_array_equal(
        found.transform(holes)[~missing, :1], there.transform(X[~missing, :1])
    )


@given(labelled)
def test_mdl_as_defined(rows):
    """The supervised cuts are those of the definition in plain Python."""
    values, labels = zip(*rows, strict=True)

    edges = Discretizer(strategy="mdl").fit(np.array(values)[:, np.newaxis], labels).edges_[0]

    assert edges[1:-1].tolist() == reference.mdl_cuts(rows)


def test_mdl_finds_the_cuts():
    """Classes that change twice along a long column are told apart by two cuts."""
    random = np.random.default_rng(0)
    X = random.uniform(0, 3, (3000, 1))
    y = np.where(random.random(3000) < 0.1, 2, X[:, 0].astype(int) % 2)

    edges = Discretizer(strategy="mdl").fit(X, y).edges_[0]

    np.testing.assert_allclose(edges, [0, 1, 2, 3], atol=0.01)


@pytest.mark.parametrize(
    ("library", "name"), [(np.array, "1"), (lambda X: pd.DataFrame(X, columns=["a", "b"]), "'b'")]
)
def test_infinity(library, name):
    """A number that is infinite is refused with its place, in fit and in transform."""
    X = library([[0.0, 1.0], [2.0, np.inf]])
    fitted = Discretizer(edges=[0, 1, 2]).fit(X[:1])

    for call in (fitted.transform, Discretizer().fit):
        with refused("infinite-value", parameter="X", place=f"row 1, column {name}"):
            call(X)


def test_mdl_without_classes():
    """Without classes there is nothing to cut by, and the error says so."""
    with refused("missing-target", parameter="y"):
        Discretizer(strategy="mdl").fit([[1.0], [2.0]])


def test_mdl_of_neighbours():
    """A cut between two neighbouring floats parts them."""
    low = 1.0
    high = np.nextafter(low, 2)
    X = np.repeat([[low], [high]], 50, axis=0)

    bins = Discretizer(strategy="mdl").fit_transform(X, X[:, 0] > low)

    assert bins.ravel().tolist() == [0] * 50 + [1] * 50


@pytest.mark.parametrize("strategy", ["uniform", "quantile", "mdl"])
@given(data=st.data(), X=columns)
def test_weights(strategy, data, X):
    """Weight 2 is the row twice, and weight 0 is no row."""
    weights = data.draw(arrays(np.int64, len(X), elements=st.integers(0, 3)))
    y = np.arange(len(X)) % 2
    repeated = np.repeat(np.arange(len(X)), weights)
    assume(len(repeated))

    weighted = Discretizer(strategy=strategy).fit(X, y, sample_weight=weights)

    counted = Discretizer(strategy=strategy).fit(X[repeated], y[repeated])
    for mine, edges in zip(weighted.edges_, counted.edges_, strict=True):
        np.testing.assert_array_equal(mine, edges)


def test_fitted_edges_given_again():
    """The edges that were found are edges that can be given."""
    X = np.random.default_rng(0).normal(size=(50, 3))
    found = Discretizer().fit(X)

    given_again = Discretizer(edges=found.edges_).fit(X[:1])

    np.testing.assert_array_equal(found.transform(X), given_again.transform(X))


def test_edges_by_name():
    """Edges by name are for that column, and the others are left to the strategy."""
    frame = pd.DataFrame({"rooms": [1.0, 2, 3, 4], "area": [100.0, 890, 1300, 2000]})

    bins = Discretizer(edges={"area": LIVING_AREA}, n_bins=2).set_output(transform="pandas")

    assert bins.fit_transform(frame).to_dict("list") == {
        "rooms": [0, 0, 1, 1],
        "area": [0, 2, 3, 4],
    }
    assert bins.get_feature_names_out().tolist() == ["rooms", "area"]


def test_edges_by_place():
    """Without names, columns are named by their places; a list may leave some out."""
    X = [[1.0, 5.0], [2.0, 6.0], [3.0, 7.0]]

    by_key = Discretizer(edges={1: [0, 6, 9]}, n_bins=2).fit(X)
    by_list = Discretizer(edges=[None, [0, 6, 9]], n_bins=2).fit(X)

    assert by_key.edges_[1].tolist() == [0, 6, 9]
    assert by_key.transform(X).tolist() == by_list.transform(X).tolist()


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([3, 2, 1], refused("bad-parameter", parameter="edges", place="column 0")),
        ([1], refused("bad-parameter", parameter="edges", place="column 0")),
        ([0, np.nan, 1], refused("bad-parameter", parameter="edges", place="column 0")),
        ({"area": [0, 1]}, refused("unknown-column", parameter="edges")),
        ([[0, 1], None, None], refused("shape-mismatch", parameter="edges")),
    ],
)
def test_bad_edges(edges, expected):
    """Edges that are none are refused, with the column."""
    with expected:
        Discretizer(edges=edges).fit([[1.0, 2.0], [2.0, 3.0]])


@pytest.mark.parametrize(
    ("n_bins", "expected"),
    [
        ([2, 3, 4], refused("shape-mismatch", parameter="n_bins")),
        ([1, 2], refused("bad-parameter", parameter="n_bins")),
    ],
)
def test_bad_numbers_of_bins(n_bins, expected):
    """There is a number of bins for each column, and each is at least 2."""
    with expected:
        Discretizer(n_bins=n_bins).fit([[1.0, 2.0], [2.0, 3.0]])


def test_nothing_measured():
    """A column of one value, or of none, is one bin."""
    X = [[1.0, np.nan], [1.0, np.nan]]

    found = Discretizer().fit(X)

    assert found.bin_names_ == [["(-inf, inf)"]] * 2
    assert found.n_bins_.tolist() == [1, 1]
    assert found.transform([[7.0, 7.0]]).tolist() == [[0, 0]]


def test_widest_range():
    """The widest range of floats has bins, too."""
    most = np.finfo(np.float64).max

    edges = Discretizer(strategy="uniform", n_bins=2).fit([[-most], [most]]).edges_[0]

    assert edges.tolist() == [-most, 0, most]


def test_names():
    """Names of bins say which edge belongs to them, and tell close edges apart."""
    found = Discretizer(edges=[[-np.inf, 0, 50], [1, 1 + 1e-9, 2]]).fit([[0.0, 0.0]])

    assert found.bin_names_ == [
        ["(-inf, 0)", "[0, 50]"],
        ["[1, 1.000000001)", "[1.000000001, 2]"],
    ]


def test_not_fitted():
    """Without fit there are no bins."""
    with pytest.raises(NotFittedError):
        Discretizer().transform([[1.0]])
    assert not hasattr(Discretizer(), "bin_names_")


def test_in_a_pipeline():
    """Bins are features of a model."""
    X = np.arange(40.0)[:, np.newaxis]
    model = make_pipeline(Discretizer(n_bins=2), BernoulliNB()).fit(X, X[:, 0] >= 20)

    assert model.score(X, X[:, 0] >= 20) == 1


@pytest.mark.parametrize(
    "bad", [[[1.0, np.inf]], [[1.0, 2.0]], pd.DataFrame({"a": [1.0], "b": ["x"]})]
)
def test_failed_refit(bad):
    """Where fit fails, what was learned before stands."""
    model = Discretizer([[0, 1, 2]], n_bins=2).fit([[0.5], [1.5]])
    before = dict(vars(model))

    with pytest.raises(ValueError):  # noqa: PT011 (whatever is wrong)
        model.fit(bad)

    assert vars(model) == before
    assert model.transform([[1.5]]).tolist() == [[1.0]]
