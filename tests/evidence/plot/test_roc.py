import numpy as np
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, make_blobs
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.preprocessing import StandardScaler
from tests.errors import refused

from priory import GaussianNB
from priory.evidence.plot import RocDisplay

X, y = load_breast_cancer(return_X_y=True)
X = StandardScaler().fit_transform(X)


def test_area_and_point_of_two_classes():
    """One curve with scikit-learn's area, and a mark where `predict` stands."""
    model = LogisticRegression().fit(X[::2], y[::2])
    display = RocDisplay.from_estimator(model, X[1::2], y[1::2])
    scores = model.predict_proba(X[1::2])[:, 1]
    (tn, fp), (fn, tp) = confusion_matrix(y[1::2], model.predict(X[1::2]))
    assert_allclose(display.areas, [roc_auc_score(y[1::2], scores)])
    assert_allclose(display.points, [(fp / (fp + tn), tp / (tp + fn))])
    assert "area" in display.ax_.get_legend().get_texts()[0].get_text()


def test_saturated_probabilities_still_rank():
    """Where Naive Bayes says 1 of many rows, their logarithms still tell them apart."""
    model = GaussianNB().fit(X[::2], y[::2])
    assert (model.predict_proba(X[1::2])[:, 1] == 1).sum() > 1
    display = RocDisplay.from_estimator(model, X[1::2], y[1::2])
    odds = np.subtract(*model.predict_joint_log_proba(X[1::2]).T[::-1])
    assert_allclose(display.areas, [roc_auc_score(y[1::2], odds)])


def test_many_classes():
    """Of many classes the worst are named, and all are drawn."""
    rows, labels = make_blobs(1000, centers=20, cluster_std=3, random_state=0)
    display = RocDisplay.from_estimator(GaussianNB().fit(rows, labels), rows, labels)
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert len(display.areas) == 20
    assert len(legend) == 7  # three classes, their operating points, and all others
    assert legend[0].startswith("17 others")
    assert legend[1].startswith(f"{display.areas.argmin()} ")


def test_one_class_of_several():
    """A class that is named has the only curve."""
    logs = np.log([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    display = RocDisplay.from_predictions(["a", "b", "c"], logs, positive="b")
    assert list(display.names) == ["b"]
    assert_allclose(display.areas, [1])


def test_classes_without_rows_have_no_curve():
    """A class of which there is no row is left out; labels that are no class are refused."""
    logs = np.log([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    display = RocDisplay.from_predictions(["a", "b"], logs, classes=["a", "b", "c"])
    assert list(display.names) == ["a", "b"]
    with refused("unknown-label", parameter="y"):
        RocDisplay.from_predictions(["a", "d"], logs, classes=["a", "b", "c"])
    with refused("too-few-classes", parameter="y"):
        RocDisplay.from_predictions(["a", "a"], logs, classes=["a", "b", "c"])


def test_bad_input():
    """A class that is none, and probabilities of another shape, are refused."""
    logs = np.log([[0.5, 0.5], [0.4, 0.6]])
    with refused("unknown-label", parameter="positive"):
        RocDisplay.from_predictions(["a", "b"], logs, positive="c")
    with refused("shape-mismatch", parameter="log_proba"):
        RocDisplay.from_predictions(["a", "b"], logs, classes=["a", "b", "c"])
