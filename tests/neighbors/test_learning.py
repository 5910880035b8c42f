"""Learning, forgetting and merging are about rows: what stays is the rows, in their order."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from tests.errors import refused

import priory
from priory.errors import InputError

X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 3.0], [1.0, 0.0], [4.0, 1.0]])
LABELS = np.array(["ham", "spam", "ham", "spam", "ham", "spam"])
VALUES = np.array([0.0, 1.0, 4.0, 9.0, 2.0, -1.0])
QUERIES = np.array([[0.5, 0.0], [3.0, 2.0], [0.0, 0.0]])
MODELS = {
    "classifier": (priory.KNeighborsClassifier, LABELS),
    "regressor": (priory.KNeighborsRegressor, VALUES),
}
KINDS = {"dense": np.asarray, "csr": sparse.csr_array, "csc": sparse.csc_matrix}

each_model = pytest.mark.parametrize("name", MODELS)
each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def fitted(name, rows, **parameters):
    """Fit a model on some of the rows."""
    model, targets = MODELS[name]
    return model(n_neighbors=2, **parameters).fit(X[rows], targets[rows])


def assert_same(one, other):
    """Compare all that two models are: their rows, targets, weights and classes."""
    assert one._counts == other._counts
    mine, theirs = (model._counts.kept.all() for model in (one, other))
    for field in ("rows", "targets", "weights"):
        a, b = getattr(mine, field), getattr(theirs, field)
        a, b = (m.toarray() if sparse.issparse(m) else m for m in (a, b))
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    if hasattr(one, "classes_"):
        assert one.classes_.dtype == other.classes_.dtype
        assert one.classes_.tolist() == other.classes_.tolist()
    np.testing.assert_array_equal(one.predict(QUERIES), other.predict(QUERIES))


@each_model
@each_kind
def test_batches_are_the_whole(name, kind):
    """Rows that are learned one by one are the rows learned at once."""
    model, targets = MODELS[name]
    whole = model(n_neighbors=2).fit(kind(X), targets)
    one_by_one = model(n_neighbors=2).fit(kind(X[:1]), targets[:1])
    for i in range(1, len(X)):
        one_by_one.partial_fit(kind(X[i : i + 1]), targets[i : i + 1])

    assert_same(one_by_one, whole)


@each_model
@each_kind
def test_learn_then_forget_is_nothing(name, kind):
    """What was learned and forgotten leaves no trace, whatever rows are equal to it."""
    targets = MODELS[name][1]
    before = fitted(name, slice(0, 3))
    after = fitted(name, slice(0, 3))
    after.partial_fit(kind(X[1:]), targets[1:]).forget(kind(X[1:]), targets[1:])

    assert_same(after, before)


@each_model
def test_merge_is_learning_both(name):
    """Rows of another model stand behind one's own, and that one stays as it is."""
    one, other = fitted(name, slice(0, 4)), fitted(name, slice(4, 6))
    before = pickle.dumps(other)

    assert_same(one.merge(other), fitted(name, slice(0, 6)))
    assert pickle.dumps(other) == before


@each_model
@pytest.mark.parametrize(
    ("rows", "place"),
    [([1, 0, 0], 2), ([5, 0], 0)],
    ids=["too often", "never"],
)
def test_forget_names_the_row(name, rows, place):
    """A row that is not there is named, and none of the others is forgotten."""
    model = fitted(name, slice(0, 5))
    targets = MODELS[name][1]
    targets = targets.copy()
    targets[5] = targets[0]
    with refused("not-learned", place=f"row {place}"):
        model.forget(X[rows], targets[rows])

    assert_same(model, fitted(name, slice(0, 5)))


@each_model
def test_rows_are_the_models_own(name):
    """Whoever fills the arrays that were learned with something else changes no model."""
    model, targets = MODELS[name]
    rows, values = X[:3].copy(), targets[:3].copy()
    one = model(n_neighbors=2).fit(rows, values)
    for buffer, later in ((rows, X[3:]), (values, targets[3:])):
        buffer[:] = later
    one.partial_fit(rows, values)
    rows[:], values[:] = 7, targets[0]

    assert_same(one, model(n_neighbors=2).fit(X, targets))


def test_distances_are_the_models_own():
    """Whoever changes the matrix of distances that was learned changes no model."""
    distances = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
    model = priory.KNeighborsRegressor(2, metric="precomputed").fit(distances, VALUES)
    before = model.predict(None)
    distances[:] = 1

    np.testing.assert_array_equal(model.predict(None), before)


@each_model
@pytest.mark.parametrize("X_asked", [None, np.ones((1, 6))], ids=["kept", "new"])
@pytest.mark.parametrize(
    ("before", "after"), [("precomputed", "euclidean"), ("euclidean", "precomputed")]
)
def test_metrics_of_another_kind(name, X_asked, before, after):
    """A metric that is set after fit cannot make rows of distances, nor distances of rows."""
    model, targets = MODELS[name]
    rows = np.abs(np.subtract.outer(VALUES, VALUES))
    model = model(n_neighbors=2, metric=before).fit(rows, targets).set_params(metric=after)

    with refused("metric-mismatch", parameter="metric"):
        model.predict(X_asked)
    for change in (model.partial_fit, model.forget):
        with refused("unsupported", parameter="metric"):
            change(rows, targets)
    with refused("unsupported", parameter="metric"):
        model.merge(model)


BREAKING = {
    "bytes among str": ({"metric": "levenshtein"}, ["a", "b"], [b"c", b"d"], ("wrong-type", 0)),
    "str among bytes": ({"metric": "osa"}, [b"a", b"b"], ["c", "d"], ("wrong-type", 0)),
    "zeros": ({"metric": "cosine"}, [[1.0], [2.0]], [[1.0], [0.0]], ("undefined-distance", 1)),
    "nothing to compress": (
        {"metric": "ncd", "metric_params": {"compressor": lambda text: len(text) or None}},
        ["a", "b"],
        ["c", ""],
        ("bad-return", 1),
    ),
    "projected zeros": (
        {"metric": "cosine", "projection": 1},
        [[1.0], [2.0]],
        [[1.0], [0.0]],
        ("undefined-distance", 1),
    ),
}


def refused_row(code, row):
    """Expect an error about a row, which some call a training row."""
    return pytest.raises(
        InputError, check=lambda error: error.code == code and error.place.endswith(f"row {row}")
    )


each_breaking = pytest.mark.parametrize(
    ("parameters", "rows", "others", "fault"), BREAKING.values(), ids=BREAKING
)


@each_model
@each_breaking
def test_rows_without_distance_are_not_learned(name, parameters, rows, others, fault):
    """Rows that cannot be compared are refused when they come, and leave no trace."""
    model, targets = MODELS[name]
    one = model(1, **parameters).fit(rows, targets[:2])
    before = one.kneighbors(rows)

    with refused_row(*fault):
        one.partial_fit(others, targets[2:4])
    np.testing.assert_array_equal(one.kneighbors(rows), before)


@each_model
@each_breaking
def test_rows_without_distance_are_not_merged(name, parameters, rows, others, fault):
    """Rows of another model that cannot be compared with one's own are refused at once."""
    model, targets = MODELS[name]
    one = model(1, **parameters).fit(rows, targets[:2])
    metric = "l2" if isinstance(rows[0], list) else "ncd"  # which compare anything of their kind
    other = model(1, metric=metric).fit(others, targets[2:4])

    with refused_row(*fault):
        one.merge(other)
    assert one.n_samples_fit_ == len(rows)


@each_model
def test_strings_of_another_kind_after_all_are_forgotten(name):
    """A model that forgot all its strings may go on with bytes."""
    model, targets = MODELS[name]
    one = model(1, metric="levenshtein").fit(["a"], targets[:1]).forget(["a"], targets[:1])

    assert one.partial_fit([b"c"], targets[1:2]).predict([b"c"]) == targets[1:2]


@each_model
def test_other_examples_are_not_equal(name):
    """Rows with other targets, features or labels are other examples, whatever is declared."""
    model, targets = MODELS[name]
    one = fitted(name, slice(0, 3))._counts
    frame = pd.DataFrame(X[:3], columns=["a", "b"])

    assert one != fitted(name, slice(0, 4))._counts
    assert one != model().fit(X[:3], targets[[1, 0, 2]])._counts
    assert one != model().fit(frame, targets[:3])._counts
    assert one != model().fit(X[:3], np.column_stack([targets[:3]] * 2))._counts
    if name == "classifier":
        assert one != model().fit(X[:3], ["ham", "spin", "ham"])._counts
        assert one == model().partial_fit(X[:3], targets[:3], classes=["ham", "spam"])._counts


@each_model
@pytest.mark.parametrize("verb", ["fit", "partial_fit", "forget", "merge"])
def test_interrupted(name, verb, monkeypatch):
    """A model that is interrupted while it learns is the one from before."""
    model, rows = fitted(name, slice(0, 4)), (X[:2], MODELS[name][1][:2])
    other = fitted(name, slice(4, 6))
    before = model.predict(QUERIES)

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    for place in ("Kept.__add__", "Kept.__sub__", "TrainingRows.__init__"):
        module = "_kept" if place.startswith("Kept") else "_training_rows"
        monkeypatch.setattr(f"priory.neighbors.{module}.{place}", interrupt)
    with pytest.raises(KeyboardInterrupt):
        getattr(model, verb)(*((other,) if verb == "merge" else rows))
    monkeypatch.undo()

    assert_same(model, fitted(name, slice(0, 4)))
    np.testing.assert_array_equal(model.predict(QUERIES), before)
