"""Any table of codes: CategoricalNB counts and answers as the installed scikit-learn's does."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn import naive_bayes as sklearn_naive_bayes

import priory

often = settings(max_examples=150)
weights = st.one_of(st.integers(1, 5), st.floats(0.125, 4))


@st.composite
def problems(draw):
    """Draw a table of codes, labels, weights or None, and parameters that fit them."""
    n_rows, n_features = draw(st.integers(1, 12)), draw(st.integers(1, 5))
    X = draw(arrays.arrays(np.int64, (n_rows, n_features), elements=st.integers(0, 6)))
    y = draw(arrays.arrays(np.int64, n_rows, elements=st.integers(0, 3)))
    present = len(np.unique(y))
    numbers = st.integers(1, 9)
    optional = {
        "alpha": st.floats(0.01, 100),
        "fit_prior": st.booleans(),
        "class_prior": st.lists(st.floats(0.01, 1), min_size=present, max_size=present),
        "min_categories": st.one_of(
            numbers, st.lists(numbers, min_size=n_features, max_size=n_features)
        ),
    }
    weight = draw(st.one_of(st.none(), st.lists(weights, min_size=n_rows, max_size=n_rows)))
    return X, y, weight, draw(st.fixed_dictionaries({}, optional=optional))


def pair(options):
    """Return scikit-learn's classifier and ours."""
    return [module.CategoricalNB(**options) for module in (sklearn_naive_bayes, priory)]


def assert_alike(theirs, ours, queries):
    """Assert that two fitted models have the same counts, parameters and posteriors."""
    np.testing.assert_array_equal(theirs.classes_, ours.classes_)
    np.testing.assert_allclose(ours.class_count_, theirs.class_count_, rtol=1e-12)
    np.testing.assert_allclose(ours.class_log_prior_, theirs.class_log_prior_, atol=1e-12)
    for name in ("category_count_", "feature_log_prob_"):
        for mine, other in zip(getattr(ours, name), getattr(theirs, name), strict=True):
            np.testing.assert_allclose(mine, other, rtol=1e-12, atol=1e-12)
    for name in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
        mine, other = (getattr(model, name)(queries) for model in (ours, theirs))
        np.testing.assert_allclose(mine, other, rtol=1e-11, atol=1e-11)


@often
@given(problems())
def test_fit(problem):
    """Codes, weighted or not, give scikit-learn's counts, parameters and posteriors."""
    X, y, weight, options = problem
    theirs, ours = (model.fit(X, y, sample_weight=weight) for model in pair(options))

    assert_alike(theirs, ours, X)
    np.testing.assert_array_equal(ours.n_categories_, theirs.n_categories_)


@often
@given(problems(), st.integers(1, 12))
def test_batches(problem, place):
    """Batches whose classes were declared give what they give in scikit-learn."""
    X, y, weight, options = problem
    theirs, ours = pair(options)
    for model in (theirs, ours):
        for batch in (slice(place), slice(place, None)):
            if len(y[batch]):
                some = None if weight is None else weight[batch]
                model.partial_fit(X[batch], y[batch], classes=np.unique(y), sample_weight=some)

    assert_alike(theirs, ours, X)


def test_many_rows():
    """Large tables on all threads give scikit-learn's counts to the bit, and its posteriors."""
    random = np.random.default_rng(0)
    X, y = random.integers(0, [2, 3, 30, 500, 9], (60_000, 5)), random.integers(0, 11, 60_000)
    theirs, ours = (model.fit(X, y) for model in pair({"alpha": 0.1}))

    for mine, other in zip(ours.category_count_, theirs.category_count_, strict=True):
        assert mine.tolist() == other.tolist()
    np.testing.assert_allclose(
        ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X), rtol=1e-12
    )
