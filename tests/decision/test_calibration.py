"""Probabilities that come true as often as they say."""

import pickle

import numpy as np
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize, minimize_scalar
from scipy.special import log_softmax
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    LeaveOneOut,
    StratifiedKFold,
    cross_validate,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.fixes import parse_version

from priory import (
    CalibratedClassifier,
    GaussianNB,
    PriorShiftClassifier,
    TextClassifier,
    reliability,
)
from priory.decision._temperature import biases_of, temperature_of

CLASSES = ("a", "b", "c")
THIRDS = (1 / 3, 1 / 3, 1 / 3)
PRIOR = (0.7, 0.1, 0.2)


def drawn(n, prior=THIRDS, *, seed=0, copies=8):
    """Draw rows of three normal classes, each feature several times, which misleads Naive Bayes."""
    rng = np.random.default_rng(seed)
    y = rng.choice(3, size=n, p=prior)
    means = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    return np.tile(rng.normal(means[y], 2.0), copies), np.array(CLASSES)[y]


X, y = drawn(600)


@pytest.mark.filterwarnings("ignore:all .* held-out rows:UserWarning")  # blobs far apart
@parametrize_with_checks(
    [
        CalibratedClassifier(GaussianNB(), cv=2),
        CalibratedClassifier(LogisticRegression(), cv=3),
        CalibratedClassifier(GaussianNB(), "bias", cv=2),
        CalibratedClassifier(GaussianNB(), "isotonic", cv=2),
    ]
)
def test_scikit_learn_checks(estimator, check):
    """It conducts itself as scikit-learn's classifiers do."""
    check(estimator)


def log_loss(model, rows, labels):
    """Return the mean log loss."""
    own = np.searchsorted(model.classes_, labels)
    return -np.mean(model.predict_log_proba(rows)[np.arange(len(own)), own])


@pytest.mark.parametrize("copies", [1, 8, 50])
def test_temperature_undoes_copies(copies):
    """Features that are there so many times make Naive Bayes that many times too sure."""
    model = CalibratedClassifier(GaussianNB()).fit(*drawn(20_000, copies=copies))
    assert_allclose(model.temperature_, copies, rtol=0.06)
    rows, labels = drawn(5000, seed=1, copies=copies)
    once = GaussianNB().fit(drawn(20_000, copies=1)[0], drawn(20_000, copies=1)[1])
    assert_allclose(log_loss(model, rows, labels), log_loss(once, rows[:, :2], labels), rtol=0.01)
    assert_array_equal(model.predict(rows), model.estimator_.predict(rows))


def test_temperature_has_the_least_loss():
    """The temperature is the one with which held-out rows have the least log loss."""
    model = CalibratedClassifier(GaussianNB()).fit(X, y)
    logs = np.empty((len(y), 3))
    for learned, asked in StratifiedKFold(5).split(X, y):
        logs[asked] = GaussianNB().fit(X[learned], y[learned]).predict_log_proba(X[asked])
    own = np.searchsorted(CLASSES, y)

    def loss(temperature):
        return -np.sum(log_softmax(logs / temperature, axis=1)[np.arange(len(y)), own])

    best = minimize_scalar(loss, bounds=(0.5, 100), options={"xatol": 1e-9}).x
    assert_allclose(model.temperature_, best, rtol=1e-5)


@pytest.mark.skipif(
    parse_version(sklearn.__version__) < parse_version("1.8"),
    reason="this scikit-learn has no temperature",
)
@pytest.mark.parametrize("labels", [y, np.where(y == "a", "a", "b")], ids=["three", "two"])
def test_it_is_scikit_learns_temperature(labels):
    """Where nothing is saturated the probabilities are scikit-learn's."""
    ours = CalibratedClassifier(LogisticRegression()).fit(X, labels)
    theirs = CalibratedClassifierCV(LogisticRegression(), method="temperature", ensemble=False)
    assert_allclose(
        ours.predict_proba(X), theirs.fit(X, labels).predict_proba(X), rtol=1e-5, atol=1e-7
    )


def test_isotonic_is_scikit_learns():
    """The isotonic method is scikit-learn's, of log odds."""
    labels = np.where(y == "a", "a", "b")
    ours = CalibratedClassifier(LogisticRegression(), "isotonic", cv=3).fit(X, labels)
    theirs = CalibratedClassifierCV(LogisticRegression(), method="isotonic", cv=3, ensemble=False)
    theirs.fit(X, labels)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)
    assert not hasattr(ours, "temperature_")
    weights = np.where(labels == "a", 3.0, 1.0)
    ours.fit(X, labels, sample_weight=weights)
    theirs.fit(X, labels, sample_weight=weights)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)


def test_isotonic_of_saturated_posteriors():
    """Probabilities that are all 0 or 1 are told apart by their logarithms."""
    rows, labels = drawn(3000, seed=4, copies=300)
    model = CalibratedClassifier(GaussianNB(), "isotonic").fit(rows, labels)
    new, truth = drawn(3000, seed=5, copies=300)
    assert np.mean(GaussianNB().fit(rows, labels).predict_proba(new).max(axis=1) == 1) > 0.8
    once = GaussianNB().fit(rows[:, :2], labels)
    assert log_loss(model, new, truth) < 1.05 * log_loss(once, new[:, :2], truth)
    on_probabilities = CalibratedClassifierCV(GaussianNB(), method="isotonic", ensemble=False)
    on_probabilities.fit(rows, labels)
    proba = on_probabilities.predict_proba(new)
    assert reliability(truth, model.predict_proba(new)).brier < reliability(truth, proba).brier


def test_the_method_of_the_last_fit_counts():
    """A method that is set after fit takes effect with the next fit, and leaves nothing behind."""
    model = CalibratedClassifier(GaussianNB()).fit(X, y)
    before = model.predict_proba(X)
    assert_array_equal(model.set_params(method="isotonic").predict_proba(X), before)
    assert not hasattr(model.fit(X, y), "temperature_")


def test_biases_undo_a_wrong_prior():
    """With biases the mean probability of each class is its share, whatever prior was inside."""
    rows, labels = drawn(6000, PRIOR, copies=3)
    inner = GaussianNB(priors=[0.1, 0.8, 0.1])
    model = CalibratedClassifier(inner, "bias").fit(rows, labels)
    once = GaussianNB().fit(rows[:, :2], labels)
    assert_allclose(model.temperature_, 3, rtol=0.1)
    expected = np.log(PRIOR) - np.log([0.1, 0.8, 0.1]) / model.temperature_
    assert_allclose(np.diff(model.bias_), np.diff(expected), atol=0.2)
    assert_allclose(model.predict_proba(rows), once.predict_proba(rows[:, :2]), atol=0.05)
    shares = [np.mean(labels == label) for label in CLASSES]
    assert_allclose(model.predict_proba(rows).mean(axis=0), shares, atol=0.005)


def test_biases_have_the_least_loss():
    """No temperature and biases near those found have a lower log loss on held-out rows."""
    logs = GaussianNB().fit(X, y).predict_log_proba(X)
    own, ones = np.searchsorted(CLASSES, y), np.ones(len(y))
    temperature, bias = biases_of(logs, own, ones, temperature_of(logs, own, ones))
    found = np.concatenate([[1 / temperature], bias])

    def loss(parameters):
        scores = parameters[0] * logs + parameters[1:]
        return -np.sum(log_softmax(scores, axis=1)[np.arange(len(y)), own])

    other = minimize(loss, found, method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-10})
    assert loss(found) < other.fun + 1e-4
    assert loss(found) < loss(np.array([1 / temperature_of(logs, own, ones), 0, 0, 0])) - 0.1


def test_biases_and_new_classes():
    """Batches keep the biases, and a class that has none is an error that says what to do."""
    model = CalibratedClassifier(GaussianNB(), "bias").fit(X, y).partial_fit(X, y)
    assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    model.partial_fit(X[:5], ["d"] * 5)
    with pytest.raises(ValueError, match="fit again"):
        model.predict(X)


class Backwards(ClassifierMixin, BaseEstimator):
    """A classifier whose classes are not sorted."""

    def fit(self, X, y):
        """Fit a model of a wrong prior."""
        self.model_ = GaussianNB(priors=[0.1, 0.8, 0.1]).fit(X, y)
        self.classes_ = self.model_.classes_[::-1]
        return self

    def predict_proba(self, X):
        """Return its posteriors in the order from the last class to the first."""
        return self.model_.predict_proba(X)[:, ::-1]


def test_biases_are_in_the_order_of_the_classes():
    """Each class gets its own bias, also where the classes of the classifier are not sorted."""
    rows = X[:, :2]
    expected = CalibratedClassifier(GaussianNB(priors=[0.1, 0.8, 0.1]), "bias").fit(rows, y)
    model = CalibratedClassifier(Backwards(), "bias").fit(rows, y)
    assert_allclose(model.bias_, expected.bias_[::-1], rtol=1e-4)
    assert_allclose(model.predict_proba(rows), expected.predict_proba(rows)[:, ::-1], rtol=1e-4)


def test_biases_of_declared_classes():
    """A class that is declared but in none of the first rows has the bias 0."""
    some = y != "c"
    model = CalibratedClassifier(GaussianNB(), "bias")
    model.partial_fit(X[some], y[some], classes=CLASSES)
    assert model.bias_[:2].all()
    assert model.bias_[2] == 0
    assert_allclose(model.partial_fit(X, y).predict_proba(X).sum(axis=1), 1)


def test_calibrated_posteriors_serve_adapt():
    """Naive Bayes that is too sure misleads the estimate of a prior; calibrated it does not."""
    train, labels = drawn(50_000, seed=2)
    new, _ = drawn(4000, PRIOR, seed=1)
    naive = PriorShiftClassifier(GaussianNB()).fit(train, labels).adapt(new)
    calibrated = PriorShiftClassifier(CalibratedClassifier(GaussianNB())).fit(train, labels)
    calibrated.adapt(new)
    assert np.max(np.abs(naive.prior_ - PRIOR) / naive.prior_std_) > 6
    assert np.max(np.abs(calibrated.prior_ - PRIOR) / calibrated.prior_std_) < 3


@pytest.mark.parametrize("method", ["bias", "isotonic"])
@pytest.mark.parametrize("frozen", [False, True], ids=["learning", "frozen"])
def test_class_prior_is_the_shares(method, frozen):
    """Biases and steps make the shares of their rows the prior, with their weights."""
    weights = np.where(y == "a", 3.0, 1.0)
    inner = FrozenEstimator(GaussianNB().fit(X, y)) if frozen else GaussianNB()
    model = CalibratedClassifier(inner, method).fit(X, y, sample_weight=weights)
    sums = np.array([weights[y == label].sum() for label in CLASSES])
    assert_allclose(np.exp(model.class_log_prior_), sums / sums.sum())
    means = np.average(model.predict_proba(X), axis=0, weights=weights)
    assert_allclose(means, sums / sums.sum(), atol=0.02)


@pytest.mark.parametrize("frozen", [False, True], ids=["learning", "frozen"])
def test_class_prior_of_a_temperature(frozen):
    """A temperature divides the prior inside; a row that says nothing has what is left of it."""
    texts = ["buy now", "see you", "see you now", "buy you"] * 5
    labels = np.array(["spam", "ham", "ham", "ham"] * 5)
    labels[:2] = "ham", "spam"
    inner = TextClassifier()
    if frozen:
        inner = FrozenEstimator(inner.fit(texts[1:], labels[1:]))
    model = CalibratedClassifier(inner).fit(texts, labels)
    assert abs(model.temperature_ - 1) > 0.05
    assert_allclose(model.predict_proba(["?"]), [np.exp(model.class_log_prior_)])
    shifted = PriorShiftClassifier(model, [0.5, 0.5])
    assert_allclose(shifted.predict_proba(["?"]), [[0.5, 0.5]])


def test_adapt_after_a_temperature():
    """Evidence counted several times is mended by a temperature, also if a class was rare."""
    train, labels = drawn(20_000, PRIOR, seed=2)
    new, _ = drawn(4000, seed=1)
    model = PriorShiftClassifier(CalibratedClassifier(GaussianNB())).fit(train, labels).adapt(new)
    assert np.max(np.abs(model.prior_ - THIRDS)) < 0.05


def test_weights_count_in_the_calibration():
    """A row of weight 2 is calibrated on as two rows in its fold are."""
    folds = np.arange(len(y)) % 3
    twice = np.flatnonzero(y == "b")
    splits = [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in range(3)]
    weights = np.where(y == "b", 2.0, 1.0)
    weighted = CalibratedClassifier(GaussianNB(), cv=splits).fit(X, y, sample_weight=weights)
    more = np.concatenate([folds, folds[twice]])
    splits = [(np.flatnonzero(more != fold), np.flatnonzero(more == fold)) for fold in range(3)]
    repeated = CalibratedClassifier(GaussianNB(), cv=splits)
    repeated.fit(np.vstack([X, X[twice]]), np.concatenate([y, y[twice]]))
    assert_allclose(weighted.temperature_, repeated.temperature_, rtol=1e-6)


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_weights_are_routed(method):
    """With scikit-learn's routing of metadata the weights arrive as without it."""
    weights = np.where(y == "b", 2.0, 1.0)
    plain = CalibratedClassifier(LogisticRegression(), method, cv=2)
    plain.fit(X, y, sample_weight=weights)
    with sklearn.config_context(enable_metadata_routing=True):
        asking = LogisticRegression().set_fit_request(sample_weight=True)
        routed = CalibratedClassifier(asking, method, cv=2).fit(X, y, sample_weight=weights)
    assert_allclose(routed.predict_proba(X), plain.predict_proba(X))


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_weights_of_a_pipeline(method):
    """The weights of a pipeline's last step count as those of the classifier alone."""
    weights = np.where(y == "b", 3.0, 1.0)
    plain = CalibratedClassifier(GaussianNB(), method, cv=3).fit(X, y, sample_weight=weights)
    piped = CalibratedClassifier(make_pipeline("passthrough", GaussianNB()), method, cv=3)
    piped.fit(X, y, gaussiannb__sample_weight=weights)
    assert_array_equal(piped.predict_proba(X), plain.predict_proba(X))
    assert_array_equal(piped.class_log_prior_, plain.class_log_prior_)


def test_frozen_classifier():
    """A frozen classifier learns nothing more, and is calibrated on all rows given."""
    inner = GaussianNB().fit(*drawn(2000, seed=3))
    model = CalibratedClassifier(FrozenEstimator(inner)).fit(X, y)
    assert_allclose(model.temperature_, 8, rtol=0.3)
    assert_array_equal(model.predict(X), inner.predict(X))
    isotonic = CalibratedClassifier(FrozenEstimator(inner), "isotonic").fit(X, y)
    assert log_loss(isotonic, X, y) < log_loss(inner, X, y) / 2
    with pytest.raises(ValueError, match=r"y holds \['d'\], .* of the frozen classifier"):
        model.fit(X, np.where(y == "a", "d", y))
    with pytest.raises(ValueError, match=r"no row is of class 'c', which the frozen.*another"):
        isotonic.fit(X[y != "c"], y[y != "c"])


def test_a_fitted_classifier_is_not_calibrated():
    """Without fit there is no temperature, also if the classifier inside came fitted."""
    with pytest.raises(NotFittedError):
        CalibratedClassifier(GaussianNB().fit(X, y)).predict(X)


def test_partial_fit():
    """More rows are learned, and the temperature stays; the first rows are those of fit."""
    model = CalibratedClassifier(GaussianNB()).partial_fit(X[:300], y[:300], classes=CLASSES)
    fitted = CalibratedClassifier(GaussianNB()).fit(X[:300], y[:300])
    assert_allclose(model.temperature_, fitted.temperature_, rtol=1e-6)
    model.partial_fit(X[300:], y[300:])
    whole = GaussianNB().fit(X, y).predict_log_proba(X) / fitted.temperature_
    assert_allclose(model.predict_log_proba(X), log_softmax(whole, axis=1), atol=1e-6)
    shares = np.array([np.mean(y == label) for label in CLASSES])
    tempered = log_softmax(np.log(shares) / model.temperature_)
    assert_allclose(model.class_log_prior_, tempered, atol=1e-6)
    assert not hasattr(CalibratedClassifier(GaussianNB(), "isotonic"), "partial_fit")
    assert not hasattr(CalibratedClassifier(LogisticRegression()), "partial_fit")


def test_zeros_of_probability():
    """Neighbours that are sure and wrong cost much, as with scikit-learn, but not everything."""
    model = CalibratedClassifier(KNeighborsClassifier(10)).fit(X, y)
    rows, labels = drawn(600, seed=1)
    assert np.isfinite(model.predict_log_proba(rows)).all()
    assert log_loss(model, rows, labels) < np.log(3)


@pytest.mark.parametrize("method", ["temperature", "bias"])
def test_all_right_is_no_lesson(method):
    """If no held-out row is wrong, the probabilities stay, and a warning says why."""
    rows = np.concatenate([np.arange(10.0), 13 + np.arange(10.0)]).reshape(-1, 1)
    with pytest.warns(UserWarning, match="all 20 held-out rows are given to their classes"):
        model = CalibratedClassifier(GaussianNB(), method).fit(rows, np.repeat([0, 1], 10))
    assert model.temperature_ == 1
    assert_array_equal(model.bias_, 0)


def test_one_class():
    """Where all rows are of one class there is nothing to calibrate."""
    model = CalibratedClassifier(GaussianNB()).fit(X, ["a"] * len(X))
    assert model.temperature_ == 1
    assert_array_equal(model.predict_proba(X), 1)
    with pytest.raises(ValueError, match=r"all rows are of class 'a'.*two classes"):
        model.set_params(method="isotonic").fit(X, ["a"] * len(X))


def test_worse_than_chance():
    """Where the classifier knows less than nothing, the answer is that all is as likely."""
    rng = np.random.default_rng(0)
    frozen = FrozenEstimator(GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [1, 1, 0, 0]))
    rows = np.concatenate([rng.normal(0.5, 1, 50), rng.normal(4.5, 1, 50)]).reshape(-1, 1)
    model = CalibratedClassifier(frozen).fit(rows, np.repeat([0, 1], 50))
    assert_allclose(model.predict_proba(rows), 0.5, atol=0.01)


@pytest.mark.parametrize(
    ("rows", "labels", "cv", "message"),
    [
        (X[:8], np.repeat(["a", "b"], [5, 3]), 5, "class 'b' has 3 of .*5 folds"),
        (X[:8], np.repeat(["a", "b"], [5, 3]).astype(object), 5, "class 'b' has 3"),
        (X[:1], y[:1], 5, "has 1 of the n_samples=1 rows"),
        (X[:2], y[:2], LeaveOneOut(), "give more rows"),
        (
            X[:8],
            np.repeat(["a", "b"], [4, 4]),
            KFold(2),
            r"y holds \['a'\], .* of the model of fold 0",
        ),
    ],
)
def test_bad_folds(rows, labels, cv, message):
    """Too few rows, or folds without a class, are named with the remedy."""
    with pytest.raises(ValueError, match=message):
        CalibratedClassifier(GaussianNB(), cv=cv).fit(rows, labels)


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_folds_of_a_generator(method):
    """Folds may come one by one."""
    listed = CalibratedClassifier(GaussianNB(), method, cv=list(StratifiedKFold(3).split(X, y)))
    one_by_one = CalibratedClassifier(GaussianNB(), method, cv=StratifiedKFold(3).split(X, y))
    expected = listed.fit(X, y).predict_proba(X)
    assert_array_equal(one_by_one.fit(X, y).predict_proba(X), expected)


def test_no_folds():
    """A generator that was used up is told."""
    model = CalibratedClassifier(GaussianNB(), cv=StratifiedKFold(3).split(X, y)).fit(X, y)
    with pytest.raises(ValueError, match="used up after one fit"):
        model.fit(X, y)


def test_it_nests():
    """In pipelines, searches and cross-validation it is a classifier as any other."""
    model = make_pipeline(StandardScaler(), CalibratedClassifier(GaussianNB(), cv=2))
    scores = cross_validate(model, X, y, scoring="neg_log_loss", error_score="raise")
    search = GridSearchCV(
        CalibratedClassifier(make_pipeline(StandardScaler(), GaussianNB())),
        {
            "method": ["temperature", "bias", "isotonic"],
            "estimator__gaussiannb__var_smoothing": [1e-9, 1],
        },
        scoring="neg_log_loss",
        error_score="raise",
    ).fit(X, y)
    assert -scores["test_score"].mean() < 1.2
    assert -search.best_score_ < 1.2
    again = pickle.loads(pickle.dumps(clone(model).fit(X, y)))  # noqa: S301
    assert_array_equal(again.predict(X), model.fit(X, y).predict(X))


def test_texts():
    """Lists of texts are dealt into folds, too."""
    texts = ["buy now", "buy cheap", "see you", "see me", "you and me", "cheap me"] * 4
    labels = ["spam", "spam", "ham", "ham", "ham", "spam"] * 3 + ["ham"] * 6
    model = CalibratedClassifier(TextClassifier(), cv=3).fit(texts, labels)
    assert model.temperature_ != 1
    assert_allclose(model.predict_proba(texts).sum(axis=1), 1)
