"""NaN means not observed: it is left out of what is learned and of what is judged."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from tests.errors import refused
from variants import first_of_each_class, slow

from naive_bayes.samples import LABELS, MAILS, counted, state
from priory import BernoulliNB, MultinomialNB, PoissonNB, TruncatedCountNB

MODELS = (
    BernoulliNB(),
    BernoulliNB(estimate="mle", binarize=1.0),
    PoissonNB(),
    PoissonNB(exposure="length"),
    PoissonNB(estimate="predictive"),
    PoissonNB(estimate="predictive", exposure="length"),
    TruncatedCountNB(),
    TruncatedCountNB(K=3, alpha=[1, 2, 3], estimate="map"),
)
FIRST, VARIANTS = first_of_each_class(MODELS)
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)
each_drawn = pytest.mark.parametrize("model", [*FIRST, *slow(*VARIANTS)], ids=repr)
seeds = st.integers(0, 2**32 - 1)


def fresh(model):
    """Return a model with the same parameters that has learned nothing."""
    return type(model)(**model.get_params())


def with_holes(seed=0, **options):
    """Draw counts of which some were not observed, in one row none at all, and labels."""
    X, y = counted(seed=seed, **options)
    random = np.random.default_rng(seed)
    X = np.where(random.random(X.shape) < 0.25, np.nan, X)
    X[random.integers(len(X))] = np.nan
    return X, y


def assert_same_tables(one, other, *, exactly=True):
    """Assert that two models have the same classes and tables, bit for bit or up to rounding."""
    assert one.classes_.tolist() == other.classes_.tolist()
    for name in one._counts.sums:
        mine, theirs = one._counts[name], other._counts[name]
        if exactly:
            assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
            assert mine.tobytes() == theirs.tobytes()
        else:
            np.testing.assert_allclose(*np.broadcast_arrays(mine, theirs), atol=1e-12)


@each_model
def test_row_of_nothing(model):
    """A row of which nothing was observed has the class prior, exactly."""
    X, y = with_holes()
    model = fresh(model).fit(X, y)

    joint = model.predict_joint_log_proba(np.full((1, 7), np.nan))

    assert joint[0].tolist() == model.class_log_prior_.tolist()


@each_model
def test_marginalised(model):
    """A feature that was not observed is one that the model never had."""
    X, y = counted()
    if getattr(model, "exposure", None) == "length":
        X[:, 2] = 0  # what is not observed has no part in the length
    model = fresh(model).fit(X, y)
    narrow = fresh(model).fit(np.delete(X, 2, axis=1), y)
    query = X.astype(float)
    query[:, 2] = np.nan

    np.testing.assert_allclose(
        model.predict_joint_log_proba(query),
        narrow.predict_joint_log_proba(np.delete(X, 2, axis=1)),
        rtol=1e-12,
    )


@each_model
def test_learned_without_holes(model):
    """A feature is learned from the rows in which it was observed, as if there were no others."""
    X, y = counted(n_rows=60)
    some = np.random.default_rng(1).random(len(X)) < 0.3
    some[:3] = False
    X[:, 1:] = 0
    X[some] = 0  # so that lengths do not differ
    holed = X.astype(float)
    holed[some, 0] = np.nan
    model = fresh(model).set_params(fit_prior=False).fit(holed, y)
    without = fresh(model).fit(X[~some], y[~some])
    query = np.full((5, 7), np.nan)
    query[:, 0] = range(5)

    np.testing.assert_allclose(
        model.predict_joint_log_proba(query), without.predict_joint_log_proba(query), rtol=1e-12
    )


@each_drawn
@given(seeds, st.integers(1, 39))
def test_forget(model, seed, n_kept):
    """To learn A and B and to forget B is to learn A, bit for bit, with NaN in both."""
    X, y = with_holes(n_classes=5, seed=seed)
    order = np.random.default_rng(seed).permutation(len(X))
    kept, forgotten = order[:n_kept], order[n_kept:]

    learned = fresh(model).fit(X, y).forget(X[forgotten], y[forgotten])

    expected = fresh(model).fit(X[kept], y[kept])
    if not np.isnan(X[kept]).any():
        assert learned._counts["missing"].shape[1] == 1
    assert_same_tables(learned, expected)


@each_drawn
@given(seeds, st.integers(1, 39))
def test_merge_and_batches(model, seed, place):
    """Parts that are merged, or learned one after the other, are the whole."""
    X, y = with_holes(n_classes=5, seed=seed)
    whole = fresh(model).fit(X, y)
    parts = (slice(place), slice(place, None))
    one, other = (fresh(model).fit(X[part], y[part]) for part in parts)
    batches = fresh(model).partial_fit(X[:place], y[:place], classes=np.unique(y))

    assert_same_tables(one.merge(other), whole)
    assert_same_tables(batches.partial_fit(X[place:], y[place:]), whole)


@each_model
def test_holes_come_late(model):
    """A model may learn whole rows first, and meet NaN in a merge or a batch of one."""
    X, y = with_holes()
    whole = np.nan_to_num(X)
    first = fresh(model).fit(whole, y)
    expected = fresh(model).fit(np.vstack([whole, X]), np.concatenate([y, y]))

    merged = fresh(model).fit(whole, y).merge(fresh(model).fit(X, y))
    for i in range(len(X)):
        first.partial_fit(X[i : i + 1], y[i : i + 1])

    assert_same_tables(merged, expected)
    assert_same_tables(first, expected)


@each_drawn
@given(seeds)
def test_fractional_weights(model, seed):
    """With fractional weights, what is left agrees up to rounding."""
    X, y = with_holes(seed=seed)
    weights = np.random.default_rng(seed).uniform(0.001, 3, len(X))

    learned = fresh(model).fit(X, y, weights).forget(X[20:], y[20:], weights[20:])

    assert_same_tables(learned, fresh(model).fit(X[:20], y[:20], weights[:20]), exactly=False)


@each_model
def test_weights_repeat_rows(model):
    """Weight 2 is the row twice, and weight 0 is no row, whatever was not observed."""
    X, y = with_holes()
    weights = np.arange(len(X)) % 3
    repeated = np.repeat(np.arange(len(X)), weights)

    assert_same_tables(fresh(model).fit(X, y, weights), fresh(model).fit(X[repeated], y[repeated]))


@each_model
def test_forgotten_holes_were_there(model):
    """A row that lacks what every learned row had was not learned: nothing is changed."""
    learned = fresh(model).fit(MAILS, LABELS)
    before = state(learned)

    with refused("below-zero", place="column 0, class 'spam'"):
        learned.forget([[np.nan, 1, 0]], ["spam"])

    assert state(learned) == before


@pytest.mark.parametrize("family", [BernoulliNB, TruncatedCountNB])
def test_forgotten_zeros_were_there(family):
    """A row that shows a feature's absence was not learned, if the other rows did not show it."""
    model = family().fit([[1], [np.nan]], ["a", "a"])
    before = state(model)

    with refused("below-zero", place="column 0, class 'a'"):
        model.forget([[0]], ["a"])

    assert state(model) == before


@each_model
def test_rows_stand_alone(model):
    """A row has the same answer in any company, with NaN or without, bit for bit."""
    X, y = with_holes()
    model = fresh(model).fit(X, y)
    X = np.vstack([X, np.nan_to_num(X)])
    together = model.predict_joint_log_proba(X)

    alone = np.vstack([model.predict_joint_log_proba(row[np.newaxis]) for row in X])

    assert together.tobytes() == alone.tobytes()


@each_model
def test_explained(model):
    """The terms of a row add up, and what was not observed has none."""
    X, y = with_holes()
    model = fresh(model).fit(X, y)

    explained = model.explain(X)

    np.testing.assert_allclose(
        [explanation.joint_log_proba for explanation in explained],
        model.predict_joint_log_proba(X),
        rtol=1e-12,
    )
    least = 1.0 if getattr(model, "binarize", None) else 0.0
    for row, explanation in zip(X, explained, strict=True):
        assert explanation.features.tolist() == np.flatnonzero(row > least).tolist()


@each_drawn
@given(seeds)
def test_sparse(model, seed):
    """NaN in a sparse matrix means what it means in a dense one, to the bit."""
    X, y = with_holes(seed)
    dense, sparser = fresh(model).fit(X, y), fresh(model).fit(sparse.csr_matrix(X), y)

    joint = sparser.predict_joint_log_proba(sparse.csc_array(X))

    assert_same_tables(sparser, dense)
    assert joint.tobytes() == dense.predict_joint_log_proba(X).tobytes()
    assert_same_tables(sparser.forget(sparse.csr_matrix(X[9:]), y[9:]), dense.forget(X[9:], y[9:]))


@each_model
def test_sparse_explanations(model):
    """Of sparse rows, too, all terms add up: zeros that are stored, zeros that are not, and NaN."""
    X, y = with_holes()
    model = fresh(model).fit(X, y)
    rows = sparse.csr_matrix(X)
    rows.data[::5] = 0

    explained = model.explain(rows)

    together = [each.joint_log_proba for each in explained]
    np.testing.assert_allclose(together, model.predict_joint_log_proba(rows), rtol=1e-12)
    np.testing.assert_allclose(
        together, [each.joint_log_proba for each in model.explain(rows.toarray())], rtol=1e-12
    )
    assert not any(np.isnan(each.values).any() or (each.values == 0).any() for each in explained)


@each_model
def test_zeros_speak(model):
    """What absent features say stands in the explanation of a row of zeros, dense or sparse."""
    X, y = counted()
    model = fresh(model).fit(X, y)

    for zeros in (np.zeros((1, 7)), sparse.csr_matrix((1, 7))):
        (explanation,) = model.explain(zeros)
        assert len(explanation.features) == 0
        joint = model.predict_joint_log_proba(zeros)[0]
        np.testing.assert_allclose(explanation.absent + explanation.prior, joint, rtol=1e-12)


def test_wide_sparse_rows():
    """Rows with NaN are worked on in blocks, which leaves no trace."""
    random = np.random.default_rng(0)
    X = random.poisson(0.1, (40, 100_000)).astype(float)
    X[random.random(X.shape) < 0.0001] = np.nan
    model = PoissonNB().fit(sparse.csr_matrix(X), np.arange(40) % 3)

    joint = model.predict_joint_log_proba(sparse.csr_matrix(X))

    alone = [model.predict_joint_log_proba(row[np.newaxis])[0] for row in X]
    assert joint.tobytes() == np.array(alone).tobytes()


def test_holes_that_are_stored_twice():
    """A number that was not observed stays so when a matrix has another one for its place."""
    twice = sparse.csr_matrix(([1.0, np.nan, 2.0], [0, 0, 1], [0, 3]), shape=(1, 3))
    model = PoissonNB().fit(MAILS, LABELS)

    joint = model.predict_joint_log_proba(twice)

    assert joint.tobytes() == model.predict_joint_log_proba([[np.nan, 2, 0]]).tobytes()


def test_dice_have_no_holes():
    """A die has no density of its own for a word, so MultinomialNB refuses NaN, with a remedy."""
    with refused("missing-value", parameter="X", place="row 0, column 1"):
        MultinomialNB().fit([[1, np.nan]], ["ham"])


@each_model
def test_infinity(model):
    """Infinity is no count beside NaN either, and is named with its place."""
    with refused("infinite-value", parameter="X", place="row 1, column 0"):
        fresh(model).fit([[np.nan, 1], [np.inf, 2]], ["ham", "spam"])


@each_model
def test_input_is_left_alone(model):
    """NaN is still there after it was learned."""
    X, y = with_holes()
    before = X.tobytes()

    fresh(model).fit(X, y).predict_proba(X)

    assert X.tobytes() == before


def test_never_observed():
    """With maximum likelihood nothing is known of a feature that a class never showed."""
    model = BernoulliNB(estimate="mle").fit(
        [[1, np.nan], [0, np.nan], [1, 1], [0, 0]], list("aabb")
    )

    assert model.predict_proba([[1, np.nan]]).tolist() == [[0.5, 0.5]]
    with pytest.warns(RuntimeWarning, match="row 0: a class has learned nothing"):
        assert np.isnan(model.predict_proba([[1, 1]])).all()
    smoothed = model.set_params(estimate="mean").predict_proba([[np.nan, 1]])
    np.testing.assert_allclose(smoothed, [[0.5, 0.5]])
