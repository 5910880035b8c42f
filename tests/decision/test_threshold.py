import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import config_context
from sklearn.datasets import load_breast_cancer, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import FixedThresholdClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from tests.errors import refused

import priory
from decision.given import Given, GivenLogs
from priory.decision import CostClassifier, ThresholdClassifier

MAIL = ("ham", "spam")
RATIOS = [1e-6, 0.01, 0.5, 1.0, 3.0, 99.0, 1e6]


def test_ratio_is_compared_with_c():
    """Spam must be more than c times as probable as ham."""
    rows = [[0.5, 0.5], [0.3, 0.7], [0.2, 0.8], [0.1, 0.9]]
    model = ThresholdClassifier(Given(MAIL))
    assert_allclose(np.exp(model.log_ratio(rows)), [1, 7 / 3, 4, 9])
    assert_array_equal(model.predict(rows), ["ham", "spam", "spam", "spam"])
    assert_array_equal(model.set_params(c=3.9).predict(rows), ["ham", "ham", "spam", "spam"])
    assert_array_equal(model.set_params(c=8.9).predict(rows), ["ham", "ham", "ham", "spam"])
    assert_array_equal(model.set_params(c=0.1).predict(rows), ["spam"] * 4)


def test_algorithm_of_the_book():
    """The offset and the sum over the words of Algorithm 1.1 are those of the model."""
    # Documents over the words "buy", "you" and "now", four of them ham and two spam.
    X = np.array([[0, 2, 1], [0, 1, 0], [1, 3, 0], [0, 0, 1], [3, 0, 1], [2, 1, 1]])
    y = np.array(["ham"] * 4 + ["spam"] * 2)
    c, n_words = 2.5, 3
    b = np.log(c) + np.log(4) - np.log(2)
    words = {label: np.ones(n_words) + X[y == label].sum(axis=0) for label in MAIL}
    p_ham, p_spam = (words[label] / words[label].sum() for label in MAIL)
    t = -b + X @ (np.log(p_spam) - np.log(p_ham))

    model = ThresholdClassifier(priory.MultinomialNB(alpha=1), c=c).fit(X, y)

    assert model.offset_ == pytest.approx(b)
    assert_allclose(model.log_ratio(X) - np.log(c), t)
    assert_array_equal(model.predict(X), np.where(t > 0, "spam", "ham"))
    assert model.set_params(positive="ham").offset_ == pytest.approx(
        np.log(c) - np.log(4) + np.log(2)
    )


def test_offset_of_texts():
    """A classifier of texts has the offset of its texts, or of the prior it is given."""
    texts, labels = ["buy now", "see you", "you there?"], ["spam", "ham", "ham"]
    model = ThresholdClassifier(priory.TextClassifier(), 3).fit(texts, labels)
    assert model.offset_ == pytest.approx(np.log(3) + np.log(2) - np.log(1))
    model.set_params(estimator__class_prior=[0.5, 0.5]).fit(texts, labels)
    assert model.offset_ == pytest.approx(np.log(3))


@pytest.mark.parametrize("inner", [GaussianNB(), LinearDiscriminantAnalysis()])
def test_offset_of_other_models(inner):
    """Models that call their prior otherwise have an offset, too, in a pipeline or not."""
    X, y = make_classification(n_samples=40, weights=[0.75], flip_y=0, random_state=0)
    share = np.log(np.mean(y == 0) / np.mean(y == 1))
    assert ThresholdClassifier(inner).fit(X, y).offset_ == pytest.approx(share)
    scaled = make_pipeline(StandardScaler(), inner)
    assert ThresholdClassifier(scaled).fit(X, y).offset_ == pytest.approx(share)


def test_offset_of_models_without_a_prior():
    """The prior of a model that does not tell it is the shares of the labels it learned here."""
    X, y = make_classification(n_samples=40, weights=[0.75], flip_y=0, random_state=0)
    share = np.log(np.mean(y == 0) / np.mean(y == 1))
    model = ThresholdClassifier(LogisticRegression(), 2)
    assert model.fit(X, y).offset_ == pytest.approx(np.log(2) + share)
    model.fit(X, y, sample_weight=np.where(y == 0, 5, 1))
    assert model.offset_ == pytest.approx(np.log(10) + share)
    scaled = ThresholdClassifier(make_pipeline(StandardScaler(), LogisticRegression()))
    scaled.fit(X, y, logisticregression__sample_weight=np.where(y == 0, 5, 1))
    assert scaled.offset_ == pytest.approx(np.log(5) + share)
    model = ThresholdClassifier(SGDClassifier(loss="log_loss"))
    model.partial_fit(X[:20], y[:20], classes=[0, 1]).partial_fit(X[20:], y[20:])
    assert model.offset_ == pytest.approx(share)


def test_no_offset_of_labels_that_were_not_seen():
    """What came fitted learned from labels that nobody knows here, also if it learns more."""
    X, y = make_classification(n_samples=40, weights=[0.75], flip_y=0, random_state=0)
    model = ThresholdClassifier(SGDClassifier(loss="log_loss").fit(X, y))
    with pytest.raises(AttributeError, match="SGDClassifier"):
        _ = model.offset_
    assert not hasattr(model.partial_fit(X[:5], y[:5]), "offset_")
    frozen = FrozenEstimator(LogisticRegression().fit(X, y))
    assert not hasattr(ThresholdClassifier(frozen).fit(X[:5], y[:5]), "offset_")


@pytest.fixture(scope="module")
def cancer():
    """Return rows, labels, and a model of them that was fitted."""
    X, y = load_breast_cancer(return_X_y=True)
    return X, y, priory.GaussianNB().fit(X, y)


@pytest.mark.parametrize("c", RATIOS)
def test_c_is_a_ratio_of_costs(cancer, c):
    """The rule is the cheapest decision if a false alarm costs c times a miss."""
    X, _, inner = cancer
    model = ThresholdClassifier(inner, c)
    assert_array_equal(model.predict(X), CostClassifier(inner, [[0, c], [1, 0]]).predict(X))
    model.set_params(positive=0)
    assert_array_equal(model.predict(X), CostClassifier(inner, [[0, 1], [c, 0]]).predict(X))


@pytest.mark.parametrize("c", RATIOS)
@pytest.mark.parametrize("positive", [0, 1])
def test_c_is_a_threshold_of_the_probability(cancer, c, positive):
    """The rule is scikit-learn's with the threshold c / (1 + c), for either class."""
    X, _, inner = cancer
    fixed = FixedThresholdClassifier(
        inner, threshold=c / (1 + c), pos_label=positive, response_method="predict_proba"
    )
    model = ThresholdClassifier(inner, c, positive=positive)
    assert_array_equal(model.predict(X), fixed.predict(X))


def test_it_never_saturates():
    """Logarithms tell apart what probabilities cannot."""
    rows = [[-2000.0, 0.0], [-3000.0, 0.0]]
    model = ThresholdClassifier(GivenLogs(MAIL), c=1e300)
    assert_array_equal(model.predict(rows), ["spam", "spam"])
    assert_array_equal(model.log_ratio(rows), [2000, 3000])


@given(st.floats(-700, 700), st.floats(1e-300, 1e300))
def test_more_conservative_is_less_spam(odds, c):
    """Whatever is spam for some c is spam for each smaller one."""
    rows = [[-np.logaddexp(0, odds), -np.logaddexp(0, -odds)]]
    model = ThresholdClassifier(GivenLogs(MAIL), c)
    if model.predict(rows) == "spam":
        assert model.set_params(c=c / 2).predict(rows) == "spam"
    else:
        assert model.set_params(c=c * 2).predict(rows) == "ham"


def test_certainty_is_no_error():
    """A class that is impossible loses against any c; two of them are an error."""
    model = ThresholdClassifier(Given(MAIL), 1e9)
    assert_array_equal(model.predict([[0, 1], [1, 0]]), ["spam", "ham"])
    with refused("unknown-posterior", place="row 1"):
        model.predict([[0, 1], [0, 0]])
    with refused("unknown-posterior", place="row 0"):
        model.predict([[np.nan, np.nan]])


def test_two_classes_are_wanted():
    """A ratio is one of two classes, neither fewer nor more."""
    X = [[0.0], [1.0], [2.0]]
    with refused("not-binary", parameter="y"):
        ThresholdClassifier(GaussianNB()).fit(X, [0, 1, 2])
    with refused("not-binary", parameter="y"):
        ThresholdClassifier(GaussianNB()).fit(X, [0, 0, 0])
    with refused("not-binary", parameter="y"):
        ThresholdClassifier(Given("abc")).predict([[1, 0, 0]])


@pytest.mark.parametrize("c", [0, -1, "much", np.nan])
def test_c_is_above_zero(c):
    """A ratio of probabilities is above zero, in fit and when it is set later."""
    model = ThresholdClassifier(GaussianNB(), c)
    with refused("bad-parameter", parameter="c"):
        model.fit([[0.0], [1.0]], MAIL)
    model = ThresholdClassifier(Given(MAIL)).set_params(c=c)
    with refused("bad-parameter", parameter="c"):
        model.predict([[0.5, 0.5]])


def test_positive_is_a_class():
    """The positive label must be one that there is."""
    with refused("unknown-label", parameter="positive"):
        ThresholdClassifier(GaussianNB(), positive="eggs").fit([[0.0], [1.0]], MAIL)


# After scikit-learn's tests of FixedThresholdClassifier.


def test_equivalence_with_the_classifier_inside():
    """With c = 1 the answers are those of the classifier inside."""
    X, y = make_classification(n_samples=100, random_state=0)
    inner = LogisticRegression().fit(X, y)
    model = ThresholdClassifier(LogisticRegression()).fit(X, y)
    assert_array_equal(model.predict(X), inner.predict(X))
    assert_allclose(model.predict_proba(X), inner.predict_proba(X))


@pytest.mark.parametrize("threshold", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("positive", [0, 1])
def test_thresholds_of_probabilities(threshold, positive):
    """Labels are those of a threshold that is applied by hand."""
    X, y = make_classification(n_samples=50, random_state=0)
    model = ThresholdClassifier(
        LogisticRegression(), threshold / (1 - threshold), positive=positive
    )
    proba = model.fit(X, y).predict_proba(X)[:, positive]
    assert_array_equal(model.predict(X), np.where(proba > threshold, positive, 1 - positive))


def test_nothing_is_changed_by_a_second_wrapper():
    """A threshold around a threshold decides by the probabilities alone."""
    X, y = make_classification(random_state=0)
    once = ThresholdClassifier(LogisticRegression(), 3).fit(X, y)
    twice = ThresholdClassifier(ThresholdClassifier(LogisticRegression(), 0.1), 3).fit(X, y)
    assert_array_equal(once.predict(X), twice.predict(X))


def test_fitted_classifiers_need_no_fit():
    """A classifier that came fitted decides at once, and weights reach one that is fitted here."""
    X, y = make_classification(random_state=0)
    weights = np.random.default_rng(0).uniform(size=len(y))
    fitted = LogisticRegression().fit(X, y, sample_weight=weights)
    model = ThresholdClassifier(LogisticRegression(), 2).fit(X, y, sample_weight=weights)
    assert_array_equal(ThresholdClassifier(fitted, 2).predict(X), model.predict(X))
    assert_array_equal(model.classes_, [0, 1])
    assert model.n_features_in_ == X.shape[1]


@config_context(enable_metadata_routing=True)
def test_metadata_routing():
    """Weights reach the classifier inside if it asks for them."""
    X, y = make_classification(random_state=0)
    weights = np.where(np.arange(len(y)) % 2, 1, 2)
    inner = LogisticRegression().set_fit_request(sample_weight=True)
    model = ThresholdClassifier(inner).fit(X, y, sample_weight=weights)
    assert_allclose(model.estimator_.coef_, inner.fit(X, y, sample_weight=weights).coef_)


def test_probabilities_of_zero_and_one():
    """Trees, whose probabilities are 0 and 1, are decided as they decide."""
    X, y = make_classification(random_state=0)
    model = ThresholdClassifier(DecisionTreeClassifier(random_state=0), 50).fit(X, y)
    assert_array_equal(model.predict(X), y)
