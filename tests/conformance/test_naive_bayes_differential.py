"""Any table under any parameters: our classifiers answer as the installed scikit-learn does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from sklearn import naive_bayes as sklearn_naive_bayes

import priory

often = settings(max_examples=150)
NAMES = ["BernoulliNB", "ComplementNB", "MultinomialNB"]
each_name = pytest.mark.parametrize("name", NAMES)
KINDS = (np.asarray, sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array)

# scikit-learn takes the logarithm of 1 - P, which has fewer digits the nearer P is to 1.
priors = st.floats(0.01, 100)


@st.composite
def problems(draw, numbers):
    """Draw a table, labels, queries and parameters that fit them."""
    n_rows, n_features = draw(st.integers(1, 12)), draw(st.integers(1, 6))
    n_classes = draw(st.integers(1, 4))
    X = draw(tables(n_rows, n_features, numbers))
    y = draw(arrays.arrays(np.int64, n_rows, elements=st.integers(0, n_classes - 1)))
    queries = draw(tables(draw(st.integers(1, 4)), n_features, numbers))
    present = len(np.unique(y))
    optional = {
        "alpha": st.one_of(priors, st.lists(priors, min_size=n_features, max_size=n_features)),
        "fit_prior": st.booleans(),
        "class_prior": st.lists(st.floats(0.01, 1), min_size=present, max_size=present),
    }
    return X, y, queries, draw(st.fixed_dictionaries({}, optional=optional))


def tables(n_rows, n_features, numbers):
    """Draw a matrix with many zeros."""
    elements = st.one_of(st.just(0), numbers)
    dtype = np.int64 if numbers is counts else np.float64
    return arrays.arrays(dtype, (n_rows, n_features), elements=elements)


counts = st.integers(0, 9)
fractions = st.floats(2**-6, 8)
thresholds = st.one_of(st.none(), st.sampled_from([0.0, 1.0, 2.5]))


def pair(name, options):
    """Return scikit-learn's classifier and ours.

    scikit-learn's BernoulliNB adds a vector of priors to the counts of the classes, which fails or
    mixes them up, so there it gets the first one only. Its ComplementNB ignores a prior.
    """
    if name == "BernoulliNB" and "alpha" in options:
        options = options | {"alpha": np.ravel(options["alpha"])[0]}
    if name == "ComplementNB":
        options = {key: value for key, value in options.items() if key != "class_prior"}
    return [getattr(module, name)(**options) for module in (sklearn_naive_bayes, priory)]


def assert_alike(models, queries, precision):
    """Assert that two fitted models have the same counts, parameters and posteriors."""
    theirs, ours = models
    np.testing.assert_array_equal(theirs.classes_, ours.classes_)
    for name in ("class_count_", "feature_count_"):
        compare(getattr(theirs, name), getattr(ours, name), precision)
    for name in ("class_log_prior_", "feature_log_prob_"):
        compare(getattr(theirs, name), getattr(ours, name), precision)
    compare(
        theirs.predict_joint_log_proba(queries), ours.predict_joint_log_proba(queries), precision
    )
    compare(theirs.predict_log_proba(queries), ours.predict_log_proba(queries), 10 * precision)
    posteriors = theirs.predict_proba(queries)
    compare(posteriors, ours.predict_proba(queries), 10 * precision)
    two_best = np.sort(posteriors, axis=1)[:, -2:]
    clear = two_best[:, -1] - two_best[:, 0] > 1e-6 if posteriors.shape[1] > 1 else slice(None)
    np.testing.assert_array_equal(theirs.predict(queries)[clear], ours.predict(queries)[clear])


def compare(theirs, ours, precision):
    """Assert that two arrays agree to so many digits."""
    np.testing.assert_allclose(ours, theirs, rtol=precision, atol=precision)


@each_name
@often
@given(problems(counts), st.sampled_from(KINDS))
def test_counts(name, problem, kind):
    """Whole numbers give scikit-learn's parameters and posteriors, whatever the matrix."""
    X, y, queries, options = problem
    models = [model.fit(kind(X), y) for model in pair(name, options)]

    assert models[0].feature_count_.tolist() == models[1].feature_count_.tolist()
    assert_alike(models, kind(queries), 1e-12)


@each_name
@often
@given(problems(fractions), st.sampled_from(KINDS))
def test_fractions(name, problem, kind):
    """Fractions agree up to the rounding of their sums."""
    X, y, queries, options = problem

    assert_alike([model.fit(kind(X), y) for model in pair(name, options)], kind(queries), 1e-9)


@each_name
@often
@given(problems(counts), st.data())
def test_weights(name, problem, data):
    """Weights count as in scikit-learn, whole ones exactly."""
    X, y, queries, options = problem
    numbers = data.draw(st.sampled_from([st.integers(1, 5), st.floats(0.125, 4)]))
    weights = data.draw(st.lists(numbers, min_size=len(y), max_size=len(y)))
    models = [model.fit(X, y, sample_weight=weights) for model in pair(name, options)]

    assert_alike(models, queries, 1e-12 if isinstance(weights[0], int) else 1e-9)


@each_name
@often
@given(problems(counts), st.integers(0, 12))
def test_batches(name, problem, place):
    """Batches whose classes were declared give what they give in scikit-learn."""
    X, y, queries, options = problem
    models = pair(name, options)
    for model in models:
        model.partial_fit(X[:1], y[:1], classes=np.unique(y))
        for batch in (slice(1, place), slice(max(place, 1), None)):
            if len(y[batch]):
                model.partial_fit(X[batch], y[batch])

    assert_alike(models, queries, 1e-12)


@often
@given(problems(st.one_of(counts.map(float), st.floats(-8, 8))), thresholds)
def test_threshold(problem, threshold):
    """Numbers of either sign are present or absent as in scikit-learn."""
    X, y, queries, options = problem
    if threshold is None:
        X, queries = (X > 0).astype(float), (queries > 0).astype(float)
    models = pair("BernoulliNB", options | {"binarize": threshold})

    assert_alike([model.fit(X, y) for model in models], queries, 1e-12)


@each_name
@pytest.mark.parametrize("n_features", [3_000, 200_000])
def test_wide(name, n_features):
    """Wide sparse tables with many classes give scikit-learn's posteriors."""
    random = np.random.default_rng(n_features)
    X = sparse.random(300, n_features, 0.01, "csr", random_state=random)
    X.data = np.ceil(9 * X.data)
    y = random.integers(0, 20, 300)
    theirs, ours = (model.fit(X, y) for model in pair(name, {"alpha": 0.1}))

    assert theirs.feature_count_.tobytes() == ours.feature_count_.tobytes()
    compare(theirs.predict_log_proba(X), ours.predict_log_proba(X), 1e-9)
