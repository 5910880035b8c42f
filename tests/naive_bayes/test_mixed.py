import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from tests.errors import refused

from naive_bayes.measured import measured
from naive_bayes.mixed_samples import COINS_AND_DICE, LABELS, MAILS, OF_MAIL, TWO_COINS, assert_same
from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CategoricalNB,
    Discretizer,
    GaussianDiscriminant,
    GaussianNB,
    HashingVectorizer,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)
from priory.errors import InputTypeError


@pytest.mark.parametrize("options", [{}, {"fit_prior": False}, {"class_prior": [0.2, 0.5, 0.3]}])
def test_one_prior(options):
    """Coins in two parts are the same coins in one, under any prior: it counts once."""
    X, y = counted()
    alpha = [1.0, 1, 1, 0.5, 0.5, 0.5, 0.5]

    mixed = MixedNB(TWO_COINS, **options).fit(X, y)

    whole = BernoulliNB(alpha=alpha, **options).fit(X, y)
    np.testing.assert_allclose(
        mixed.predict_joint_log_proba(X), whole.predict_joint_log_proba(X), rtol=1e-12
    )
    np.testing.assert_allclose(mixed.predict_proba(X), whole.predict_proba(X), rtol=1e-9)
    assert mixed.predict(X).tolist() == whole.predict(X).tolist()
    np.testing.assert_array_equal(mixed.class_log_prior_, whole.class_log_prior_)


def test_sum_of_the_parts():
    """The joint log-probability is the prior and what each part adds to its own prior."""
    X, y = counted()
    mixed = MixedNB(COINS_AND_DICE).fit(X, y)
    coins, dice = BernoulliNB().fit(X[:, [4, 0]], y), MultinomialNB().fit(X[:, 1:4], y)

    expected = (
        coins.predict_joint_log_proba(X[:, [4, 0]])
        + dice.predict_joint_log_proba(X[:, 1:4])
        - coins.class_log_prior_
    )

    np.testing.assert_allclose(mixed.predict_joint_log_proba(X), expected, rtol=1e-12)


def test_columns_by_name():
    """Columns may be named, and texts go through a vectorizer of their own."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    assert model.predict(MAILS).tolist() == LABELS
    words = model.named_parts_["subject"]
    assert words.feature_count_.tolist() == [[0, 0, 1, 1], [2, 3, 1, 0]]
    assert model.named_parts_["links"].feature_count_.tolist() == [[1], [5]]


@pytest.mark.parametrize("library", [pl.from_pandas, pa.Table.from_pandas], ids=["polars", "arrow"])
def test_other_frames(library):
    """Frames of polars and of Arrow are learned as those of pandas."""
    ours = MixedNB(OF_MAIL).fit(library(MAILS), LABELS)

    assert_same(ours, MixedNB(OF_MAIL).fit(MAILS, LABELS))
    assert ours.feature_names_in_.tolist() == ["known", "subject", "links"]
    np.testing.assert_array_equal(
        ours.predict_proba(library(MAILS)), MixedNB(OF_MAIL).fit(MAILS, LABELS).predict_proba(MAILS)
    )


@pytest.mark.parametrize(
    "library",
    [pd.DataFrame, pl.from_pandas, pa.Table.from_pandas],
    ids=["pandas", "polars", "arrow"],
)
def test_names_for_transformers(library):
    """Transformers see the names of columns of any library, and missing numbers as NaN."""
    table = pd.DataFrame({"flag": [True, False, True], "a": [1, 2, 3], "b": [1.5, np.nan, 9]})
    edges = Discretizer({"b": [0, 5, 10], "a": [0, 2, 10]})
    model = MixedNB([("bins", (edges, MultinomialNB()), ["a", "b"])])

    with refused("missing-value", parameter="X", place="part 'bins', row 1, column 'b'"):
        model.fit(library(table), [0, 1, 1])
    fitted = model.fit(library(table.fillna(7)), [0, 1, 1])

    assert fitted.named_parts_["bins"].feature_count_.tolist() == [[0, 0], [2, 2]]
    assert fitted.parts_[0].steps[0].feature_names_in_.tolist() == ["a", "b"]


def test_pipeline_for_a_part():
    """A pipeline of scikit-learn is transformers and a family."""
    pipeline = make_pipeline(HashingVectorizer(n_features=16, alternate_sign=False), BernoulliNB())
    model = MixedNB([("words", pipeline, "subject")]).fit(MAILS, LABELS)

    assert_same(
        model, MixedNB([("words", tuple(dict(pipeline.steps).values()), 1)]).fit(MAILS, LABELS)
    )


def test_columns_by_function_and_mask():
    """Columns may be chosen by a function of the table, and by a mask."""
    X, y = counted()
    by_mask = MixedNB([("coins", BernoulliNB(), np.arange(7) > 4)]).fit(X, y)

    by_function = MixedNB([("coins", BernoulliNB(), lambda table: [table.shape[1] - 2, -1])])

    assert_same(by_mask, by_function.fit(X, y))
    assert by_mask.parts_[0].columns == [5, 6]


@pytest.mark.parametrize(
    ("columns", "places"),
    [
        (slice("subject", "links"), [1, 2]),
        (slice("subject"), [0, 1]),
        (slice("subject", None), [1, 2]),
        (slice(1, 3), [1, 2]),
    ],
)
def test_columns_by_slice(columns, places):
    """A slice of names holds its end, as in ColumnTransformer; one of places does not."""
    given = ColumnTransformer([("words", "passthrough", columns)]).fit(MAILS)
    strings = MAILS.astype(str)

    model = MixedNB([("words", CategoricalNB(), columns)]).fit(strings, LABELS)

    assert model.parts_[0].columns == places
    assert given.get_feature_names_out().tolist() == [f"words__{MAILS.columns[j]}" for j in places]


def test_slice_of_strangers():
    """A slice from or to a column that is not there is refused."""
    with refused("unknown-column", parameter="families", place="part 'a'"):
        MixedNB([("a", BernoulliNB(), slice("from", "links"))]).fit(MAILS, LABELS)


@pytest.mark.parametrize(
    ("family", "table", "expected"),
    [
        (
            CategoricalNB(),
            {"b": [0, -1]},
            refused("negative-value", parameter="X", place="row 1, column 'b'"),
        ),
        (
            CategoricalNB(),
            {"b": ["x", 1.5], "a": [0, -1]},
            refused("negative-value", parameter="X", place="row 1, column 'a'"),
        ),
        (
            (Discretizer(), CategoricalNB()),
            {"b": [0, np.inf]},
            refused("infinite-value", parameter="X", place="part 'p', row 1, column 'b'"),
        ),
        (
            (Discretizer(start=-1), MultinomialNB()),
            {"b": [0, 1]},
            refused("negative-value", parameter="X", place="part 'p', row 0, column 'a'"),
        ),
    ],
)
def test_columns_are_named(family, table, expected):
    """What a family or a transformer refuses is named by the column of the table."""
    X = pd.DataFrame({"flag": [True, False], "a": [0, 1]} | table)

    with expected:
        MixedNB([("p", family, ["a", "b"])]).fit(X, [0, 1])


@pytest.mark.parametrize(
    ("family", "place"),
    [
        (MultinomialNB(), "column 'b', class 1"),
        (GaussianNB(), "column 'b', class 1"),
        ((Discretizer([0, 5, 99]), MultinomialNB()), "part 'p', column 'b', class 1"),
    ],
)
def test_columns_are_named_in_forget(family, place):
    """What cannot be forgotten is named by the column of the table, too."""
    X = pd.DataFrame({"flag": [True, False], "a": [1, 2], "b": [3, 4]})
    model = MixedNB([("p", family, ["a", "b"])]).fit(X, [0, 1])

    with refused("below-zero", place=place):
        model.forget(X[1:].assign(b=99), [1])


def test_explain():
    """The terms of all parts, under the names of the table, add up to the answer."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    explained = model.explain(MAILS)

    np.testing.assert_allclose(
        [one.joint_log_proba for one in explained], model.predict_joint_log_proba(MAILS)
    )
    assert explained[1].features.tolist() == ["known", "subject__buy", "subject__cheap", "links"]
    assert explained[1].values.tolist() == [0, 1, 1, 2]  # noqa: PD011 (no frame)
    assert explained[1].absent.tolist() == [0, 0]
    np.testing.assert_array_equal(explained[1].prior, model.class_log_prior_)


@pytest.mark.parametrize("family", [BernoulliNB(), PoissonNB(estimate="mle"), TruncatedCountNB()])
def test_explained_columns(family):
    """Each column has its line, zeros as well, but for those that were not observed."""
    X = np.array([[0, 1, 2], [1, 0, 0], [0, 0, 3], [2, 1, 0]], dtype=float)
    model = MixedNB([("counts", family, [2, 0]), ("number", GaussianNB(), [1])])
    model.fit(X, ["a", "b", "a", "b"])
    queries = np.vstack([X, [np.nan, 1, 0]])
    expected = X[:, [2, 0, 1]].clip(max=1) if isinstance(family, BernoulliNB) else X[:, [2, 0, 1]]

    *explained, holed = model.explain(queries)

    assert {tuple(one.features) for one in explained} == {(2, 0, 1)}
    assert [one.values.tolist() for one in explained] == expected.tolist()  # noqa: PD011 (no frame)
    assert holed.features.tolist() == [2, 1]
    np.testing.assert_allclose(
        [one.joint_log_proba for one in (*explained, holed)], model.predict_joint_log_proba(queries)
    )


def test_explained_remainder():
    """If a part is no sum over its columns, the whole is none."""
    X, y = measured()
    parts = [("together", GaussianDiscriminant(), [0, 1]), ("alone", GaussianNB(), [2])]

    (explanation,) = MixedNB(parts).fit(X, y).explain(X[:1])

    (part,) = GaussianDiscriminant().fit(X[:, :2], y).explain(X[:1, :2])
    assert explanation.kind == "leave-one-out"
    np.testing.assert_allclose(explanation.remainder, part.remainder)


def test_wrong_order():
    """Columns in another order are refused, and the error says which and what to do."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    with refused("feature-names", parameter="X"):
        model.predict(MAILS[["links", "subject", "known"]])


def test_wrong_names():
    """Columns of another name are refused by name."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    with pytest.raises(ValueError, match=r"unseen at fit time:\n- urls\n.*now missing:\n- links"):
        model.predict(MAILS.rename(columns={"links": "urls"}))


@pytest.mark.parametrize("verb", ["predict", "partial_fit", "forget"])
def test_other_type(verb):
    """A column that holds something else than in fit is refused by name, with the remedy."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)
    arguments = () if verb == "predict" else (LABELS,)

    with refused("column-type", parameter="X", place="column 'links'"):
        getattr(model, verb)(MAILS.astype({"links": str}), *arguments)


def test_whole_numbers_and_fractions():
    """Whole numbers and fractions are numbers alike."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    np.testing.assert_array_equal(
        model.predict_proba(MAILS.astype({"links": np.float32})), model.predict_proba(MAILS)
    )


@pytest.mark.parametrize(
    ("families", "expected"),
    [
        (
            [("a", BernoulliNB(), ["from"])],
            refused("unknown-column", parameter="families", place="part 'a'"),
        ),
        (
            [("a", BernoulliNB(), [7])],
            refused("unknown-column", parameter="families", place="part 'a'"),
        ),
        (
            [("a", BernoulliNB(), [])],
            refused("bad-parameter", parameter="families", place="part 'a'"),
        ),
        ([], refused("bad-parameter", parameter="families")),
        ([("a", BernoulliNB())], refused("bad-parameter", parameter="families")),
        (
            [("a", BernoulliNB(), [0]), ("b", BernoulliNB(), ["known"])],
            refused("duplicate-column", parameter="families", place="column 'known'"),
        ),
        (
            [("a", BernoulliNB(), [0]), ("a", BernoulliNB(), [2])],
            refused("duplicate-name", parameter="families", place="part 'a'"),
        ),
        (
            [("a", BernoulliNB(fit_prior=False), [0])],
            refused("unsupported", parameter="fit_prior", place="part 'a'"),
        ),
        (
            [("a", BernoulliNB(class_prior=[0.5, 0.5]), [0])],
            refused("unsupported", parameter="class_prior", place="part 'a'"),
        ),
        (
            [("a", BernoulliNB(prior_alpha=1), [0])],
            refused("unsupported", parameter="prior_alpha", place="part 'a'"),
        ),
    ],
)
def test_bad_families(families, expected):
    """Families that cannot be a model are refused, with the part and what to do."""
    with expected:
        MixedNB(families).fit(MAILS, LABELS)


def test_no_family():
    """What is no family of ours is refused."""
    with refused("wrong-type", kind=InputTypeError, parameter="families", place="part 'a'"):
        MixedNB([("a", Discretizer(), [0])]).fit(MAILS, LABELS)


def test_discretize_with_families():
    """Where families are given, the discretizer belongs into one of them."""
    with refused("unsupported", parameter="discretize"):
        MixedNB(OF_MAIL, discretize=Discretizer()).fit(MAILS, LABELS)


def test_missing_with_families():
    """Where families are given, what is missing is theirs to say."""
    with refused("unsupported", parameter="missing"):
        MixedNB(OF_MAIL, missing="category").fit(MAILS, LABELS)


def test_ruled_out():
    """One factor of 0 makes the product 0, whatever the other parts say."""
    strict = [
        ("a", BernoulliNB(estimate="mle"), [0]),
        ("b", MultinomialNB(estimate="mle"), [1, 2]),
    ]
    X = [[1, 2, 0], [0, 0, 3]]
    model = MixedNB(strict).fit(X, ["x", "y"])

    assert model.predict_proba(X).tolist() == [[1, 0], [0, 1]]
    with refused("no-answer", parameter="X", place="row 0"):
        model.predict([[1, 0, 1]])


def test_everything_forgotten():
    """A model that forgot everything says so."""
    X, y = counted()
    model = MixedNB(TWO_COINS).fit(X, y).forget(X, y)

    assert len(model.classes_) == 0
    with refused("no-classes"):
        model.predict(X)


def test_rows_stand_alone():
    """A row has the same answer in any company, bit for bit."""
    X, y = counted()
    model = MixedNB(COINS_AND_DICE).fit(X, y)

    alone = np.vstack([model.predict_joint_log_proba(X[i : i + 1]) for i in range(len(X))])

    assert model.predict_joint_log_proba(X).tobytes() == alone.tobytes()


def test_pickled():
    """A model comes back from a pickle with the same answers."""
    model = MixedNB(OF_MAIL).fit(MAILS, LABELS)

    restored = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own)

    np.testing.assert_array_equal(restored.predict_proba(MAILS), model.predict_proba(MAILS))
