import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from tests.errors import refused

from naive_bayes.samples import (
    LABELS,
    MAILS,
    assert_same,
    counted,
    each_distribution,
    each_family,
    state,
)
from priory import BernoulliNB, KernelNB, MultinomialNB, PoissonNB, TruncatedCountNB
from priory.naive_bayes.rows.rows import Rows


def with_long_indices(X):
    """Return a CSR matrix with 64-bit indices."""
    matrix = sparse.csr_matrix(X)
    matrix.indices, matrix.indptr = (a.astype(np.int64) for a in (matrix.indices, matrix.indptr))
    return matrix


def strided(X):
    """Return a CSR matrix none of whose arrays is contiguous."""
    matrix = sparse.csr_matrix(X)
    for name in ("data", "indices", "indptr"):
        setattr(matrix, name, np.repeat(getattr(matrix, name), 2)[::2])
    return matrix


def read_only(X):
    """Return an array that cannot be written to."""
    X = np.array(X)
    X.flags.writeable = False
    return X


KINDS = {
    "list": np.ndarray.tolist,
    "int32": lambda X: X.astype(np.int32),
    "uint8": lambda X: X.astype(np.uint8),
    "float32": lambda X: X.astype(np.float32),
    "float64": lambda X: X.astype(np.float64),
    "other byte order": lambda X: X.astype(">f8"),
    "objects": lambda X: X.astype(object),
    "Fortran order": np.asfortranarray,
    "strides": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "backwards": lambda X: X[::-1].copy()[::-1],
    "read-only": read_only,
    "frame": lambda X: pd.DataFrame(X.astype(float)).rename(columns=lambda j: j),
    "csr_matrix": sparse.csr_matrix,
    "csr_array": sparse.csr_array,
    "csc_matrix": sparse.csc_matrix,
    "csc_array": sparse.csc_array,
    "coo_matrix": sparse.coo_matrix,
    "lil_matrix": sparse.lil_matrix,
    "csr float32": lambda X: sparse.csr_matrix(X, dtype=np.float32),
    "csr float64": lambda X: sparse.csr_matrix(X, dtype=np.float64),
    "csr 64-bit indices": with_long_indices,
    "csr strided": strided,
}


@each_family
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(family, kind):
    """The same numbers are the same rows, whatever kind of matrix holds them."""
    X, y = counted()
    model = family().fit(X, y)
    other = family().fit(KINDS[kind](X), y)

    assert_same(model, other)
    expected = model.predict_joint_log_proba(X)
    assert expected.tobytes() == other.predict_joint_log_proba(KINDS[kind](X)).tobytes()
    assert_same(model.forget(X[:5], y[:5]), other.forget(KINDS[kind](X[:5]), y[:5]))


def disordered(X):
    """Return a matrix with duplicates, unsorted columns and zeros that are written down."""
    rows = [[(j, n - 1) for j, n in enumerate(row) if n] for row in X.tolist()]
    rows = [[(j, 1) for j, _ in row] + [(0, 0)] + row[::-1] for row in rows]
    data = np.array([n for row in rows for _, n in row], dtype=float)
    indices = np.array([j for row in rows for j, _ in row], dtype=np.int32)
    indptr = np.cumsum([0, *map(len, rows)], dtype=np.int32)
    matrix = sparse.csr_matrix((data, indices, indptr), shape=X.shape)
    assert not matrix.has_canonical_format
    return matrix


@pytest.mark.parametrize(
    "model",
    [
        MultinomialNB(),
        BernoulliNB(),
        BernoulliNB(binarize=1.5),
        PoissonNB(),
        TruncatedCountNB(K=3),
    ],
    ids=repr,
)
def test_disordered(model):
    """Entries of one place are one number, their order is nothing, and the matrix is left alone."""
    X, y = counted()
    matrix = disordered(X)
    copied = matrix.copy()
    expected = model.fit(X, y).predict_joint_log_proba(X)
    counts = model.feature_count_.copy()

    model.fit(matrix, y)

    np.testing.assert_array_equal(counts, model.feature_count_)
    np.testing.assert_allclose(model.predict_joint_log_proba(matrix), expected, rtol=1e-14)
    explained = [explanation.joint_log_proba for explanation in model.explain(matrix)]
    np.testing.assert_allclose(explained, expected, rtol=1e-14)
    assert matrix.data.tolist() == copied.data.tolist()
    assert matrix.indices.tolist() == copied.indices.tolist()


def test_duplicates_without_threshold():
    """Two ones in one place are a two, which is neither presence nor absence."""
    twice = sparse.csr_matrix(([1.0, 1.0], [0, 0], [0, 2]), shape=(1, 3))

    with refused("not-binary", parameter="binarize", place="row 0, column 0"):
        BernoulliNB(binarize=None).fit(twice, ["ham"])


@each_family
def test_memory_map(family, tmp_path):
    """A matrix may lie in a file that is mapped read-only."""
    X, y = counted()
    np.save(tmp_path / "X.npy", X.astype(float))
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")

    model = family().fit(mapped, y)

    assert_same(model, family().fit(X, y))
    assert_same(model.partial_fit(mapped, y), family().fit(X, y, np.full(len(X), 2)))


@each_family
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csr_array])
def test_one_row(family, kind):
    """A row learned or judged alone is a batch of one, bit for bit."""
    X, y = counted()
    X = kind(X.astype(float))
    whole = family().fit(X, y)
    expected = whole.predict_joint_log_proba(X)
    model = family().partial_fit(X[:1], y[:1], classes=np.unique(y))

    for i in range(1, len(y)):
        model.partial_fit(X[i : i + 1], y[i : i + 1])

    assert_same(model, whole)
    alone = [model.predict_joint_log_proba(X[i : i + 1]) for i in range(len(y))]
    assert expected.tobytes() == np.vstack(alone).tobytes()


@each_distribution
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_empty_row(family, kind):
    """A row without words is judged by the prior, and by the absences where they count."""
    X, y = counted()
    model = family().fit(X, y)
    empty = model.predict_joint_log_proba(kind(np.zeros((1, X.shape[1]))))[0]
    absences = (y[:, np.newaxis] == model.classes_).T.astype(float) @ (X == 0) + 1
    absences /= model.class_count_[:, np.newaxis] + 2

    terms = np.log(absences).sum(axis=1) if family is BernoulliNB else 0
    np.testing.assert_allclose(empty, model.class_log_prior_ + terms, rtol=1e-14)


@each_family
def test_feature_names(family):
    """The names of a data frame are learned, and other names refused."""
    frame = pd.DataFrame(MAILS, columns=["buy", "cheap", "now"])
    model = family().fit(frame, LABELS)

    assert model.feature_names_in_.tolist() == ["buy", "cheap", "now"]
    assert model.predict(frame).tolist() == LABELS.tolist()
    with refused("feature-names", parameter="X"):
        model.predict(frame[["now", "buy", "cheap"]])
    with pytest.raises(ValueError, match="feature names should match"):
        model.forget(frame.rename(columns={"buy": "sell"}), LABELS)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csc_matrix])
@pytest.mark.parametrize(
    ("family", "value", "code"),
    [
        (BernoulliNB, np.inf, "infinite-value"),
        (MultinomialNB, np.inf, "infinite-value"),
        (MultinomialNB, np.nan, "missing-value"),
    ],
)
def test_not_finite(family, kind, value, code):
    """A number that is none is named by row and column, with a remedy."""
    X = MAILS.astype(float)
    X[2, 1] = value
    model = family().fit(MAILS, LABELS)

    for call in (model.fit, model.partial_fit, model.forget):
        with refused(code, parameter="X", place="row 2, column 1"):
            call(kind(X), LABELS)
    for call in (model.predict, model.predict_proba, model.explain):
        with refused(code, parameter="X", place="row 2, column 1"):
            call(kind(X))


@pytest.mark.parametrize("model", [MultinomialNB(), BernoulliNB(binarize=None)], ids=repr)
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("value", [-1, -0.5])
def test_negative(model, kind, value):
    """A negative count is named by row and column, with a remedy."""
    X = MAILS.astype(float)
    X[3, 0] = value

    with refused("negative-value", parameter="X", place="row 3, column 0"):
        model.fit(kind(X), LABELS)


@each_family
@pytest.mark.parametrize(
    "changes",
    [
        {"indices": np.array([0, 3, 0, 2, 1, 2], dtype=np.int32)},
        {"indices": np.array([0, -1, 0, 2, 1, 2], dtype=np.int32)},
        {"indices": np.array([0, 2**32 + 1, 0, 2, 1, 2])},
        {"indices": np.array([0, 1, 0], dtype=np.int32)},
        {"data": np.ones(3)},
        {"indptr": np.array([0, 2, 4, 5, 2**30], dtype=np.int32)},
        {"indptr": np.array([0, 2**30, 4, 5, 6], dtype=np.int32)},
        {"indptr": np.array([0, 4, 2, 5, 6], dtype=np.int32)},
        {"indptr": np.array([-1, 2, 4, 5, 6], dtype=np.int32)},
    ],
    ids=str,
)
def test_corrupted(family, changes):
    """Arrays that make no matrix are refused, and the model stays as it was."""
    model = family().fit(MAILS, LABELS)
    before = state(model)
    matrix = sparse.csr_matrix(MAILS.astype(float))
    for name, array in changes.items():
        setattr(matrix, name, array)

    for call in (model.fit, model.partial_fit, model.forget):
        with pytest.raises(ValueError, match="do not fit together"):
            call(matrix, LABELS)
    with pytest.raises(ValueError, match="do not fit together"):
        model.predict(matrix)

    assert state(model) == before


def test_nothing_is_copied():
    """A matrix of the right kind is read where it lies."""
    X = sparse.csr_matrix(MAILS.astype(float))
    dense = np.ascontiguousarray(MAILS, dtype=float)
    model = MultinomialNB().fit(MAILS, LABELS)
    bounds = (0, 1)

    assert np.shares_memory(Rows.of(model, X, bounds, reset=False).data, X.data)
    assert np.shares_memory(Rows.of(model, X, bounds, reset=False).indices, X.indices)
    assert np.shares_memory(Rows.of(model, dense, bounds, reset=False).data, dense)


@each_family
def test_wrong_width(family):
    """A matrix with other columns is refused on the fast path, too."""
    model = family().fit(MAILS, LABELS)

    for X in (MAILS[:, :2], sparse.csr_matrix(MAILS[:, :2], dtype=float)):
        with pytest.raises(ValueError, match=r"X has 2 features, but .* is expecting 3"):
            model.predict(X)


@each_family
def test_arrays_may_be_longer_than_the_matrix(family):
    """What stands behind the last row belongs to nobody."""
    matrix = sparse.csr_matrix(MAILS.astype(float))
    longer = sparse.csr_matrix(MAILS.astype(float))
    longer.data = np.append(longer.data, [7.0, np.nan])
    longer.indices = np.append(longer.indices, [0, 99]).astype(np.int32)
    one, other = (family().fit(X, LABELS) for X in (matrix, longer))
    assert np.array_equal(one.feature_count_, other.feature_count_)


@pytest.mark.parametrize(
    ("family", "value"),
    [
        (BernoulliNB, np.inf),
        (MultinomialNB, np.nan),
        (MultinomialNB, -1.0),
        (PoissonNB, -1.0),
        (TruncatedCountNB, np.inf),
        (KernelNB, np.inf),
    ],
)
def test_columns_have_names(family, value):
    """A number that is refused is named by the name of its column, if it has one, and its row."""
    frame = pd.DataFrame(MAILS.astype(float), columns=["buy", "cheap", "now"])
    spoilt = frame.copy()
    spoilt.loc[2, "cheap"] = value
    code = {np.inf: "infinite-value", -1.0: "negative-value"}.get(value, "missing-value")
    model = family().fit(frame, LABELS)

    for call in (model.fit, model.partial_fit, model.forget):
        with refused(code, parameter="X", place="row 2, column 'cheap'"):
            call(spoilt, LABELS)
    with refused(code, parameter="X", place="row 2, column 1"):
        family().fit(spoilt.to_numpy(), LABELS)


@pytest.mark.parametrize("family", [BernoulliNB, MultinomialNB, PoissonNB, KernelNB])
def test_names_of_what_cannot_be_forgotten(family):
    """A feature of which too much would be forgotten is called by its name."""
    frame = pd.DataFrame(MAILS, columns=["buy", "cheap", "now"])
    model = family().fit(frame, LABELS)

    with refused("below-zero", place="column 'cheap', class 'spam'"):
        model.forget(frame.assign(cheap=5)[:2], LABELS[:2])
