"""What rows have beside features and labels reaches the sources of a fusion that request it."""

import numpy as np
import pytest
import sklearn
from numpy.testing import assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from decision.test_fusion import CLASSES, LEFT, RIGHT, X, halves, y
from priory import FusionClassifier, GaussianNB, PriorShiftClassifier


@pytest.fixture
def routing():
    """Enable scikit-learn's routing of metadata."""
    with sklearn.config_context(enable_metadata_routing=True):
        yield


class Told(GaussianNB):
    """A model that is told something about each row."""

    def fit(self, X, y, sample_weight=None, hint=None):
        """Remember what was told."""
        self.hint_ = hint
        return super().fit(X, y, sample_weight)


@pytest.mark.usefixtures("routing")
def test_metadata_is_routed():
    """Each source gets what it requests, for the rows that it sees, also in a cross-validation."""
    weights, hint = np.where(y == "a", 2.0, 1.0), np.arange(len(y))
    asking = Told().set_fit_request(sample_weight=True, hint=True)
    other = GaussianNB().set_fit_request(sample_weight=False)
    model = FusionClassifier([("left", asking, LEFT), ("right", other, RIGHT)])
    holed = np.where((hint % 4 == 0)[:, np.newaxis] & [1, 1, 0, 0], np.nan, X)
    left, right = model.fit(holed, y, sample_weight=weights, hint=hint).estimators_
    assert_array_equal(left.hint_, hint[hint % 4 > 0])
    assert left.class_count_.sum() == weights[hint % 4 > 0].sum()
    assert right.class_count_.sum() == 200
    assert not hasattr(model, "set_fit_request")
    around = PriorShiftClassifier(model).fit(X, y, sample_weight=weights, hint=hint)
    assert_array_equal(around.estimator_.estimators_[0].hint_, hint)
    scorer = make_scorer(accuracy_score).set_score_request(sample_weight=False)
    search = GridSearchCV(model, {"weights": [[1, 1]]}, scoring=scorer, error_score="raise")
    search.fit(X, y, sample_weight=weights, hint=hint)
    assert len(search.best_estimator_.estimators_[0].hint_) == 200


@pytest.mark.usefixtures("routing")
def test_routed_batches_and_predictions():
    """Weights of rows reach sources in batches, and weights of sources a fusion in a pipeline."""
    weights = np.where(y == "a", 2.0, 1.0)
    asking = GaussianNB().set_partial_fit_request(sample_weight=True)
    model = halves(asking).partial_fit(X, y, classes=CLASSES, sample_weight=weights)
    assert [one.class_count_.sum() for one in model.estimators_] == [weights.sum()] * 2
    fusion = halves().set_predict_request(weights=True)
    pipeline = make_pipeline(StandardScaler(), fusion).fit(X, y)
    only = pipeline.predict(X, weights=[1, 0])
    assert_array_equal(only, clone(fusion).set_params(weights=[1, 0]).fit(X, y).predict(X))


@pytest.mark.usefixtures("routing")
def test_what_nobody_requests():
    """What is given and neither requested nor refused by a source is an error."""
    with pytest.raises(UnsetMetadataPassedError, match="sample_weight"):
        halves().fit(X, y, sample_weight=np.ones(len(y)))


def test_without_routing_there_are_only_weights():
    """Without routing nothing but weights is handed on."""
    with pytest.raises(ValueError, match="hint"):
        halves(Told()).fit(X, y, hint=y)
