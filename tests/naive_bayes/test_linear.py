import numpy as np
import pytest
from scipy.special import expit, softmax

from naive_bayes.samples import LABELS, MAILS, counted, each_family
from priory import BernoulliNB
from priory.naive_bayes.scores.linear import Linear

ESTIMATES = ({}, {"alpha": 0.3}, {"alpha": 2, "estimate": "map"}, {"class_prior": [0.2, 0.8]})


def seen_by(family, X):
    """Return the features as the weights want them."""
    return (X > 0).astype(float) if family is BernoulliNB else X


@each_family
@pytest.mark.parametrize("parameters", ESTIMATES, ids=str)
def test_logistic_form(family, parameters):
    """With two classes the posterior of the second is the logistic function of the score."""
    X, y = counted(n_classes=2)
    model = family(**parameters).fit(X, y)

    assert model.coef_.shape == (1, 7)
    assert model.intercept_.shape == (1,)
    scores = seen_by(family, X) @ model.coef_[0] + model.intercept_[0]
    np.testing.assert_allclose(expit(scores), model.predict_proba(X)[:, 1], rtol=1e-12)
    assert (model.classes_[(scores > 0).astype(int)] == model.predict(X)).all()


@each_family
def test_sign_of_the_weights(family):
    """A word of the second class has a positive weight, one of the first a negative one."""
    model = family().fit([[3, 0, 1], [0, 3, 1]], ["ham", "spam"])

    assert np.sign(model.coef_.round(12)).tolist() == [[-1, 1, 0]]


@each_family
@pytest.mark.parametrize("n_classes", [1, 3, 5])
def test_softmax_form(family, n_classes):
    """With more classes, or one, the posterior is the softmax of the scores."""
    X, y = counted(n_classes=n_classes)
    model = family().fit(X, y)

    assert model.coef_.shape == (n_classes, 7)
    scores = seen_by(family, X) @ model.coef_.T + model.intercept_
    np.testing.assert_allclose(scores, model.predict_joint_log_proba(X), rtol=1e-12)
    np.testing.assert_allclose(softmax(scores, axis=1), model.predict_proba(X), rtol=1e-12)


@each_family
def test_no_weights_for_zeros(family):
    """Where a probability is 0 there are no weights, and hasattr says so."""
    model = family(estimate="mle").fit(MAILS, LABELS)

    assert not hasattr(model, "coef_")
    with pytest.raises(AttributeError, match=r"some probabilities are 0.*alpha > 0"):
        _ = model.intercept_


def test_zeros_are_kept_apart():
    """Impossible presence and impossible absence rule a class out, and never cancel."""
    certain, never = np.log([[1.0, 0.5]]), np.array([[-np.inf, np.log(0.5)]])

    impossible = Linear.of(never, certain, np.zeros(1))
    necessary = Linear.of(certain, never, np.zeros(1))

    assert np.isfinite(impossible.weights).all()
    assert np.isfinite(necessary.weights).all()
    assert necessary.ruling_out.weights.tolist() == [[-1], [0]]
    assert necessary.ruling_out.bias.tolist() == [1]
    assert impossible.ruling_out.weights.tolist() == [[1], [0]]
