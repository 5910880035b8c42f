import numpy as np
import pytest
from matplotlib import pyplot as plt
from numpy.testing import assert_allclose
from scipy import integrate, stats
from sklearn.datasets import load_iris, make_blobs
from sklearn.naive_bayes import GaussianNB as SklearnGaussianNB
from tests.errors import refused

from priory import BernoulliNB, GaussianDiscriminant, GaussianNB, KernelNB, PoissonNB
from priory.errors import InputTypeError
from priory.evidence.plot import DensityDisplay

X, y = load_iris(return_X_y=True, as_frame=True)


def test_curves_are_densities():
    """The curve of a class is the normal density that the model has learned."""
    model = GaussianNB().fit(X, y)
    display = DensityDisplay.from_estimator(model, X, features=["petal width (cm)"])
    sd = np.sqrt(model.var_[:, 3])
    expected = stats.norm.pdf(display.points[0][:, np.newaxis], model.theta_[:, 3], sd)
    assert_allclose(display.densities[0], expected, rtol=1e-9)
    assert len(display.ax_.lines) == 3


@pytest.mark.parametrize("family", [KernelNB, GaussianDiscriminant])
def test_marginals_integrate_to_one(family):
    """Other models' curves are densities, too: their areas are 1."""
    display = DensityDisplay.from_estimator(family().fit(X, y), X)
    areas = integrate.trapezoid(display.densities, display.points[:, :, np.newaxis], axis=1)
    assert_allclose(areas, 1, atol=0.02)


def test_names_that_matplotlib_would_hide():
    """A class whose name begins with a bar is in the legend, and dollars are no formula."""
    labels = np.array(["_a", "$b_{1$", "c"])[y]
    display = DensityDisplay.from_estimator(GaussianNB().fit(X, labels), X)
    display.figure_.canvas.draw()
    assert len(display.figure_.legends[0].get_texts()) == 3


def test_features_that_tell_come_first():
    """Petals tell iris species apart, sepals less so."""
    display = DensityDisplay.from_estimator(GaussianNB().fit(X, y), X, features=2)
    assert sorted(display.names) == ["petal length (cm)", "petal width (cm)"]
    assert len(display.axes_) == 2


def test_many_classes_stand_above_each_other():
    """The curves of more classes than colours have base lines of their own."""
    rows, labels = make_blobs(400, centers=20, random_state=0)
    display = DensityDisplay.from_estimator(GaussianNB().fit(rows, labels), rows)
    assert len(display.ax_.get_yticks()) == 20
    assert display.ax_.get_xlabel() == f"feature {display.names[0]}"
    assert not display.figure_.legends


def test_axes_are_given_one_for_each():
    """Axes that are given must be as many as features."""
    model = GaussianNB().fit(X, y)
    _, panels = plt.subplots(1, 2)
    display = DensityDisplay.from_estimator(model, X, features=[0, 1], ax=panels)
    assert display.ax_ is panels[0]
    with refused("shape-mismatch", parameter="ax"):
        DensityDisplay.from_estimator(model, X, features=[0, 1, 2], ax=panels)


def test_bad_input():
    """Unknown features, other columns, and models that cannot leave features out are refused."""
    model = GaussianNB().fit(X, y)
    with refused("unknown-column", parameter="features"):
        DensityDisplay.from_estimator(model, X, features=["stem"])
    with refused("shape-mismatch", parameter="X"):
        DensityDisplay.from_estimator(model, X.to_numpy()[:, :2])
    with refused("bad-parameter", parameter="features"):
        DensityDisplay.from_estimator(model, X, features=0)
    for other in (SklearnGaussianNB(), BernoulliNB(), PoissonNB()):
        with refused("unsupported", InputTypeError, parameter="model"):
            DensityDisplay.from_estimator(other.fit(X, y), X)
