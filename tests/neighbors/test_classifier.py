"""KNeighborsClassifier, where it has what scikit-learn's has not."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import KNeighborsClassifier as Theirs
from sklearn.utils import get_tags
from tests.errors import refused

from priory import KNeighborsClassifier
from priory.errors import InputTypeError

X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0], [6.0]])
Y = np.array(["a", "a", "b", "b", "c", "c"])


def test_ties_between_rows():
    """Of rows that are equally far, those that were learned first vote."""
    model = KNeighborsClassifier(n_neighbors=1)

    assert model.fit([[1], [-1]], ["b", "a"]).predict([[0]]) == ["b"]
    assert model.fit([[-1], [1]], ["a", "b"]).predict([[0]]) == ["a"]


def test_ties_between_classes():
    """Of classes with equally many votes the first wins."""
    assert KNeighborsClassifier(n_neighbors=2).fit(X, Y).predict([[1.5]]) == ["a"]


def test_sample_weights_multiply_votes():
    """A row that weighs 3 has three votes, and is one neighbour."""
    model = KNeighborsClassifier(n_neighbors=3).fit(X, Y, sample_weight=[1, 3, 1, 2, 1, 1])

    np.testing.assert_allclose(model.predict_proba([[2]]), [[3 / 6, 3 / 6, 0]])


def test_equal_weights_change_nothing():
    """Weights that are all the same leave the shares as they are."""
    plain = KNeighborsClassifier(3, weights="distance").fit(X, Y)
    weighed = KNeighborsClassifier(3, weights="distance").fit(X, Y, sample_weight=[4] * 6)

    np.testing.assert_allclose(plain.predict_proba(X + 0.3), weighed.predict_proba(X + 0.3))


def test_repeated_rows_are_weights_of_one_neighbour():
    """With k = 1 a heavy row answers as its copies do; with more they take the places of others."""
    copied = KNeighborsClassifier(n_neighbors=1).fit(np.repeat(X, 2, axis=0), np.repeat(Y, 2))
    weighed = KNeighborsClassifier(n_neighbors=1).fit(X, Y, sample_weight=[2] * 6)
    queries = X + 0.3

    np.testing.assert_array_equal(copied.predict_proba(queries), weighed.predict_proba(queries))
    copied.n_neighbors = weighed.n_neighbors = 2
    assert copied.predict_proba([[1.6]]).tolist() == [[0, 1, 0]]
    assert weighed.predict_proba([[1.6]]).tolist() == [[0.5, 0.5, 0]]


def test_weightless_rows():
    """Neighbours whose weights are all 0 have no answer, unless there is a prior."""
    model = KNeighborsClassifier(n_neighbors=1).fit(X, Y, sample_weight=[1, 0, 1, 1, 1, 1])

    with refused("zero-weight", place="row 1"):
        model.predict([[0], [1]])
    assert model.set_params(alpha=1).predict_proba([[1]]).tolist() == [[1 / 3] * 3]


def test_alpha_counts_in_neighbours():
    """The prior is added to the votes of each class."""
    model = KNeighborsClassifier(n_neighbors=3, alpha=0.5).fit(X, Y)

    np.testing.assert_allclose(model.predict_proba([[1.2]]), [[2.5 / 4.5, 1.5 / 4.5, 0.5 / 4.5]])


def test_alpha_by_class():
    """A prior for each class moves the decision."""
    model = KNeighborsClassifier(n_neighbors=3, alpha=[0, 0, 3]).fit(X, Y)

    np.testing.assert_allclose(model.predict_proba([[1.2]]), [[2 / 6, 1 / 6, 3 / 6]])
    assert model.predict([[1.2]]) == ["c"]


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_alpha_beside_distances(scale):
    """Weights by distance are scaled to the number of neighbours, whatever the unit is."""
    model = KNeighborsClassifier(n_neighbors=2, weights="distance", alpha=1).fit(X * scale, Y)

    # At 1.25 the distances are 0.25 and 0.75: the shares are 3/4 and 1/4 of two neighbours.
    expected = [[2.5 / 5, 1.5 / 5, 1 / 5]]
    np.testing.assert_allclose(model.predict_proba([[1.25 * scale]]), expected)


def test_without_alpha_as_scikit_learn():
    """Without a prior probabilities are scikit-learn's, bit for bit."""
    rng = np.random.default_rng(5)
    rows, labels = rng.normal(size=(80, 3)), rng.integers(0, 4, 80)
    queries = np.vstack([rng.normal(size=(20, 3)), rows[:5]])
    for weights in ("uniform", "distance", lambda d: np.exp(-d)):
        ours, theirs = (
            cls(7, weights=weights, algorithm="kd_tree").fit(rows, labels)
            for cls in (KNeighborsClassifier, Theirs)
        )
        np.testing.assert_array_equal(ours.predict_proba(queries), theirs.predict_proba(queries))
        np.testing.assert_array_equal(ours.predict(queries), theirs.predict(queries))


def test_parameters_may_change_after_fit():
    """What rows answer follows from the parameters as they are when asked."""
    model = KNeighborsClassifier(n_neighbors=1).fit(X, Y)
    before = model.predict([[4.8]])
    model.set_params(n_neighbors=5, weights="distance", p=1, metric="canberra")
    fresh = KNeighborsClassifier(5, weights="distance", metric="canberra").fit(X, Y)

    assert before == ["c"]
    np.testing.assert_array_equal(model.predict_proba(X), fresh.predict_proba(X))


def test_search_outlives_other_parameters():
    """A change of what the search does not depend on does not build it again."""
    model = KNeighborsClassifier(n_neighbors=1).fit(X, Y)
    search = model._derived().search
    model.set_params(n_neighbors=3, weights="distance", alpha=1, n_jobs=1)

    assert model._derived().search is search
    assert model.set_params(p=1)._derived().search is not search


def test_bad_parameters_after_fit():
    """Parameters that changed are checked when they are used."""
    model = KNeighborsClassifier().fit(X, Y).set_params(n_neighbors=-1)

    with refused("bad-parameter", parameter="n_neighbors"):
        model.predict(X)


def test_first_batch_declares_classes():
    """The first batch has to say which classes there are, and those without rows get nothing."""
    with refused("missing-parameter", parameter="classes"):
        KNeighborsClassifier().partial_fit(X, Y)
    model = KNeighborsClassifier(2).partial_fit(X[:3], Y[:3], classes=["c", "b", "a"])

    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.predict_proba([[1.4]]).tolist() == [[0.5, 0.5, 0]]


def test_new_class_later():
    """A label that was never seen becomes a class, and leaves with its rows."""
    model = KNeighborsClassifier(1).fit(X[2:4], Y[2:4])
    model.partial_fit(X[[0, 4]], ["alpha", "c"])

    assert model.classes_.tolist() == ["alpha", "b", "c"]
    assert model.predict(X[[0, 2, 4]]).tolist() == ["alpha", "b", "c"]
    assert model.forget(X[:1], ["alpha"]).classes_.tolist() == ["b", "c"]
    assert model.predict(X[[0, 2, 4]]).tolist() == ["b", "b", "c"]


def test_declared_class_stays():
    """A class that was declared stays when its rows go."""
    model = KNeighborsClassifier(1).partial_fit(X, Y, classes=["a", "b", "c"])
    model.forget(X[4:], Y[4:])

    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.predict_proba([[9]]).tolist() == [[0, 1, 0]]


def test_other_classes_are_refused():
    """Later batches may repeat the classes, and not declare others."""
    model = KNeighborsClassifier(1).fit(X, Y).partial_fit(X, Y, classes=["a", "b"])

    with refused("unknown-label", parameter="classes"):
        model.partial_fit(X, Y, classes=["a", "z"])


def test_forget_unknown_class():
    """A class that nobody learned is named."""
    with refused("unknown-label", parameter="y"):
        KNeighborsClassifier().fit(X, Y).forget(X[:1], ["z"])


def test_forget_by_weight():
    """A row is forgotten with the weight that it was learned with."""
    model = KNeighborsClassifier(1).fit(X, Y, sample_weight=[1, 2, 1, 1, 1, 1])

    with refused("not-learned", place="row 1"):
        model.forget(X[:2], Y[:2])
    assert model.forget(X[:2], Y[:2], sample_weight=[1, 2]).n_samples_fit_ == 4


def test_all_forgotten():
    """A model without rows has no neighbours, and can learn again."""
    model = KNeighborsClassifier(1).fit(X, Y).forget(X, Y)

    with refused("too-few-rows", parameter="n_neighbors"):
        model.predict(X)
    assert model.partial_fit(X, Y).predict(X).tolist() == Y.tolist()


def test_too_many_neighbours():
    """More neighbours than rows are refused when they are asked for, with both numbers."""
    model = KNeighborsClassifier(7).fit(X, Y)

    with refused("too-few-rows", parameter="n_neighbors"):
        model.predict(X)
    with refused("too-few-rows", parameter="n_neighbors"):
        model.kneighbors(n_neighbors=6)


def test_each_row_without_itself():
    """Without queries the rows ask, and are not their own neighbours, copies or not."""
    rows = np.array([[0.0], [0.0], [0.0], [1.0]])
    distances, indices = KNeighborsClassifier(1).fit(rows, [0, 1, 2, 3]).kneighbors()

    assert indices.tolist() == [[1], [0], [0], [0]]
    assert distances.ravel().tolist() == [0, 0, 0, 1]


def test_graph():
    """The graph has a one, or a distance, for each neighbour."""
    model = KNeighborsClassifier(2).fit(X, Y)

    assert model.kneighbors_graph([[0.9]]).toarray().tolist() == [[1, 1, 0, 0, 0, 0]]
    distances = model.kneighbors_graph([[0.75]], mode="distance").toarray()
    assert distances.tolist() == [[0.75, 0.25, 0, 0, 0, 0]]
    with refused("bad-parameter", parameter="mode"):
        model.kneighbors_graph(mode="other")


def test_many_classes_in_little_memory():
    """The votes of many rows for many classes are looked at in blocks, with the same result."""
    rows, labels = np.arange(300.0)[:, None], np.arange(300)
    model = KNeighborsClassifier(3, weights="distance").fit(rows, labels)
    with config_context(working_memory=0.01):
        predicted = model.predict(rows + 0.3)

    np.testing.assert_array_equal(predicted, labels)


def test_tags_of_strings():
    """Who asks for the kind of input is told that strings are compared."""
    of_strings, of_numbers = (
        get_tags(KNeighborsClassifier(metric=metric)).input_tags for metric in ("ncd", "hamming")
    )

    assert (of_strings.string, of_strings.two_d_array) == (True, False)
    assert (of_numbers.string, of_numbers.two_d_array) == (False, True)


def test_several_outputs():
    """Each output has its classes, and learning and forgetting keeps them apart."""
    both = np.column_stack([Y, ["x", "y"] * 3])
    model = KNeighborsClassifier(1).fit(X[:4], both[:4])
    model.partial_fit(X[4:], both[4:])

    assert [classes.tolist() for classes in model.classes_] == [["a", "b", "c"], ["x", "y"]]
    assert model.predict(X).tolist() == both.tolist()
    assert [proba.shape for proba in model.predict_proba(X)] == [(6, 3), (6, 2)]
    model.forget(X[4:], both[4:])
    assert [classes.tolist() for classes in model.classes_] == [["a", "b"], ["x", "y"]]
    with refused("shape-mismatch", parameter="y"):
        model.partial_fit(X, Y)


def test_frames():
    """Columns of a frame have names, and another order is refused by name."""
    frame = pd.DataFrame({"a": [0.0, 1.0], "b": [3.0, 1.0]})
    model = KNeighborsClassifier(1).fit(frame, ["x", "y"])

    assert model.predict(frame).tolist() == ["x", "y"]
    with pytest.raises(ValueError, match="Column 0 is 'b', and was 'a'"):
        model.predict(frame[["b", "a"]])
    frame.loc[1, "b"] = np.nan
    with refused("missing-value", place="row 1, column 'b'"):
        model.predict(frame)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, sparse.coo_matrix])
@pytest.mark.parametrize(("value", "code"), [(np.nan, "missing-value"), (np.inf, "infinite-value")])
def test_no_number(kind, value, code):
    """What has no distance to other rows is named by row and column."""
    rows = np.array([[0.0, 1.0], [2.0, value]])

    with refused(code, place="row 1, column 1", parameter="X"):
        KNeighborsClassifier().fit(kind(rows), [0, 1])


def test_strings_for_numbers():
    """Strings under a metric of numbers are refused, with what to do."""
    with refused("metric-mismatch", parameter="X"):
        KNeighborsClassifier().fit(["one", "two"], [0, 1])


def test_nothing_changes_when_fit_fails():
    """A fit or a batch that fails leaves the model as it was."""
    model = KNeighborsClassifier(1).fit(X, Y)
    before = pickle.dumps(model)
    for bad in ([[np.nan]], [[1, 2]]):
        with pytest.raises(ValueError, match=r"NaN|features|classes"):
            model.partial_fit(bad, ["a"])
    with pytest.raises(ValueError, match="NaN"):
        model.fit([[np.nan, 1]], ["a"])
    with pytest.raises(ValueError, match="inconsistent"):
        model.fit(X, Y[:2])

    assert pickle.dumps(model) == before


def test_not_fitted():
    """A model without rows says so."""
    for ask in ("predict", "predict_proba", "explain", "kneighbors", "kneighbors_graph"):
        with pytest.raises(NotFittedError):
            getattr(KNeighborsClassifier(), ask)(X)


def test_precomputed_has_no_rows():
    """Distances alone cannot be added to, or taken away from."""
    model = KNeighborsClassifier(1, metric="precomputed").fit(np.abs(X - X.T), Y)

    assert model.predict(np.abs([[5.5]] - X.T)).tolist() == ["c"]
    for change in (model.partial_fit, model.forget):
        with refused("unsupported", parameter="metric"):
            change(np.abs(X - X.T), Y)


def test_merge_with_strangers():
    """Models of other features or kinds are not merged."""
    model = KNeighborsClassifier(1).fit(X, Y)

    with refused("incompatible-merge", parameter="other"):
        model.merge(KNeighborsClassifier(1).fit(np.hstack([X, X]), Y))
    with refused("incompatible-merge", kind=InputTypeError):
        model.merge(Theirs().fit(X, Y))
    with refused("incompatible-merge", parameter="other"):
        model.merge(KNeighborsClassifier(1).fit(X, np.column_stack([Y, Y])))


def test_function_below_zero():
    """Distances of a function that are below 0 do not make probabilities of infinity."""
    model = KNeighborsClassifier(2, weights="distance", metric=lambda x, y: y[0] - x[0])
    model.fit([[0.0], [1.0], [5.0]], ["a", "b", "b"])

    with refused("negative-value", place="row 0", parameter="weights"):
        model.predict_proba([[0.5]])


def test_metric_params_changed_in_place():
    """A parameter of the metric that is changed in its dict counts from the next answer on."""
    params = {"weights": (1, 1, 1)}
    model = KNeighborsClassifier(1, metric="levenshtein", metric_params=params).fit(["ab"], [0])

    assert model.kneighbors(["a"])[0] == [[1]]
    params["weights"] = (9, 9, 9)
    assert model.kneighbors(["a"])[0] == [[9]]
    del params["weights"]
    assert model.set_params(n_jobs=1).kneighbors(["a"])[0] == [[1]]
