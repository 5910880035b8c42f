"""The weight of a class multiplies its rows, as their own weights do."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, counted, state
from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    MultiLabelNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)

MODELS = (
    BernoulliNB(),
    CategoricalNB(),
    ComplementNB(),
    GaussianDiscriminant(),
    GaussianNB(),
    KernelNB(grid=range(-3, 14)),
    MixedNB(),
    MixedNB([("coin", BernoulliNB(), [0, 1]), ("rest", PoissonNB(), slice(2, None))]),
    MultinomialNB(),
    PoissonNB(),
    TruncatedCountNB(),
)
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)
WEIGHT = {"ham": 0.3, "news": 5}  # and 1 for lists


def learned(model):
    """Return what a model has learned, to the bit."""
    parts = getattr(model, "parts_", None)
    models = [model] if parts is None else [part.family for part in parts]
    return [table.tobytes() for one in models for table in one._counts.sums.values()]


@each_model
def test_as_weights_of_rows(model):
    """To weigh classes is to weigh their rows, bit for bit, beside weights of the rows."""
    X, y = counted(60)
    own = np.random.default_rng(0).uniform(0, 2, len(y))
    of_classes = np.array([WEIGHT.get(label, 1.0) for label in y.tolist()])

    weighed = clone(model).set_params(class_weight=WEIGHT)

    assert learned(weighed.fit(X, y)) == learned(clone(model).fit(X, y, of_classes))
    assert learned(weighed.fit(X, y, own)) == learned(clone(model).fit(X, y, of_classes * own))
    assert weighed.class_weight_ == WEIGHT
    halves = clone(weighed).partial_fit(
        X[:30], y[:30], classes=np.unique(y), sample_weight=own[:30]
    )
    halves.partial_fit(X[30:], y[30:], sample_weight=own[30:])
    np.testing.assert_allclose(halves.class_count_, weighed.class_count_)


@each_model
def test_balanced(model):
    """Balanced classes weigh the same, as in scikit-learn."""
    X, y = counted(60)
    classes = np.unique(y)

    balanced = clone(model).set_params(class_weight="balanced").fit(X, y)

    rows = clone(model).fit(X, y, compute_sample_weight("balanced", y))
    assert learned(balanced) == learned(rows)
    expected = compute_class_weight("balanced", classes=classes, y=y)
    assert balanced.class_weight_ == dict(zip(classes.tolist(), expected.tolist(), strict=True))
    np.testing.assert_allclose(balanced.class_count_, 20)


@each_model
def test_balanced_with_weights_of_rows(model):
    """What is balanced are the weights of the rows, and a class that has none stays without."""
    X, y = counted(60)
    own = np.where(y == "list", 0.0, np.random.default_rng(0).uniform(0, 2, len(y)))

    balanced = clone(model).set_params(class_weight="balanced").fit(X, y, own)

    half = own.sum() / 2
    np.testing.assert_allclose(balanced.class_count_, [half, 0, half])


@each_model
def test_forgotten_as_learned(model):
    """Rows are forgotten with the weights that they were learned with, which stay."""
    X, y = counted(60)
    balanced = clone(model).set_params(class_weight="balanced").fit(X, y)
    weight = dict(balanced.class_weight_)

    balanced.forget(X[40:], y[40:])

    expected = clone(model).set_params(class_weight=weight).fit(X[:40], y[:40])
    assert balanced.class_weight_ == weight
    np.testing.assert_allclose(
        balanced.predict_joint_log_proba(X[:40]),
        expected.predict_joint_log_proba(X[:40]),
        rtol=1e-6,
    )
    np.testing.assert_allclose(
        balanced.partial_fit(X[40:], y[40:]).class_count_, np.full(3, 20), rtol=1e-9
    )


@each_model
def test_no_balance_of_a_first_batch(model):
    """A first batch does not tell how classes will be shared out, and a remedy is named."""
    balanced = clone(model).set_params(class_weight="balanced")

    with refused("unsupported", parameter="class_weight"):
        balanced.partial_fit(MAILS, LABELS, classes=["ham", "spam"])

    assert not hasattr(balanced, "classes_")


@each_model
def test_changed_after_fit(model):
    """Weights are counted with, so another one needs another fit."""
    X, y = counted(60)
    given = dict(WEIGHT)
    weighed = clone(model).set_params(class_weight=given).fit(X, y)
    given["ham"] = 7.0  # of the very dict that is the parameter
    with refused("changed-parameter", parameter="class_weight"):
        weighed.partial_fit(X[:5], y[:5])
    given["ham"] = WEIGHT["ham"]

    weighed.partial_fit(X[:5], y[:5])
    weighed.class_weight = None
    for verb in (weighed.partial_fit, weighed.forget):
        with refused("changed-parameter", parameter="class_weight"):
            verb(X[:5], y[:5])


@each_model
def test_merge(model):
    """Models merge if their classes weigh the same."""
    X, y = counted(60)
    whole = clone(model).set_params(class_weight=WEIGHT).fit(X, y)
    one, other = (clone(whole).fit(X[part], y[part]) for part in (slice(30), slice(30, None)))
    np.testing.assert_allclose(one.merge(other).class_count_, whole.class_count_)
    one, other = (
        clone(model).set_params(class_weight="balanced").fit(X[part], y[part])
        for part in (slice(20), slice(20, None))
    )

    with refused("incompatible-merge", parameter="class_weight"):
        clone(model).fit(X, y).merge(one)
    with refused("incompatible-merge", parameter="class_weight"):
        one.merge(other)


@each_model
def test_labels_without_a_weight(model):
    """As in scikit-learn, labels may be missing in the weights, or too many, but not both."""
    X, y = counted(60)
    classes = np.unique(y)
    for weight in ({"ham": 2.0}, dict.fromkeys([*classes, "spam"], 2.0)):
        compute_class_weight(weight, classes=classes, y=y)
        clone(model).set_params(class_weight=weight).fit(X, y)

    weight = {"ham": 2.0, "spam": 3.0}
    with pytest.raises(ValueError, match=r"\['list', 'news'\]"):
        compute_class_weight(weight, classes=classes, y=y)
    with refused("unknown-label", parameter="class_weight"):
        clone(model).set_params(class_weight=weight).fit(X, y)


@pytest.mark.parametrize("weight", [-1, np.nan, np.inf])
def test_weights_that_are_none(weight):
    """Weights are finite, and 0 or more."""
    with refused("bad-parameter", parameter="class_weight"):
        BernoulliNB(class_weight={"ham": weight}).fit(MAILS, LABELS)


def test_declared_classes():
    """A class that was declared may have a weight before its first row."""
    for model in (BernoulliNB(), MixedNB()):
        weighed = clone(model).set_params(class_weight={"spam": 2.0})
        weighed.partial_fit(MAILS[2:], LABELS[2:], classes=["ham", "spam"])

        assert weighed.partial_fit(MAILS, LABELS).class_count_.tolist() == [4, 4]


def test_failed_fit():
    """A fit that fails leaves the weights of the one before."""
    model = BernoulliNB(class_weight={"spam": 2.0}).fit(MAILS, LABELS)
    before = state(model)

    with refused("shape-mismatch", parameter="y"):
        model.fit(MAILS, LABELS[:3])

    assert state(model) == before
    assert model.class_weight_ == {"spam": 2.0}


def test_parts_do_not_weigh():
    """The weights of classes belong to a mixed model, not to its parts."""
    model = MixedNB([("coins", BernoulliNB(class_weight="balanced"), slice(None))])

    with refused("unsupported", parameter="class_weight", place="part 'coins'"):
        model.fit(MAILS, LABELS)


def test_several_labels():
    """Rows with a label may weigh more than those without."""
    X, y = counted(60)
    labels = [{label} for label in y.tolist()]

    model = MultiLabelNB(BernoulliNB(class_weight={True: 3.0})).fit(X, labels)

    n_rows = np.unique(y, return_counts=True)[1]
    counts = np.array([model.models_[name].class_count_ for name in model.classes_])
    assert counts.tolist() == np.transpose([60 - n_rows, 3 * n_rows]).tolist()


@each_model
def test_weights_of_another_fit(model):
    """What classes weigh is decided anew by another fit."""
    X, y = counted(60)
    balanced = clone(model).set_params(class_weight="balanced").fit(X[:20], y[:20])

    expected = clone(balanced).fit(X, y).class_weight_
    assert expected != balanced.class_weight_
    assert balanced.fit(X, y).class_weight_ == expected
