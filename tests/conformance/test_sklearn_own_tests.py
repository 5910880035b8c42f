"""scikit-learn's own tests of its vectorizers and models, run on our classes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from scipy.special import logsumexp
from variants import slow

from conformance import dropin

# Each module, how many tests it has at least, and the share of them that use a class of ours.
MODULES = {
    "sklearn.feature_extraction.tests.test_text": (120, 0.9),
    "sklearn.tests.test_naive_bayes": (80, 0.35),  # the others are about the other families
    "sklearn.tests.test_random_projection": (60, 0.3),  # the others are about sparse matrices
    "sklearn.neighbors.tests.test_neighbors": (150, 0.8),
}

TEXT_AND_BAYES, OTHERS = [*MODULES][:2], [*MODULES][2:]

# Tests that are left out because they build no object of a class of ours, and take long.
LEFT_OUT = {
    "sklearn.neighbors.tests.test_neighbors": "radius or nn_model1 or brute_ or graph or "
    "unsupervised_kneighbors or neighbors_metrics or auto_algorithm",
}

# Names of tests that may fail, each with its reason: private parts of scikit-learn that we lack,
# or conduct that differs on purpose.
HALF_CHANGED = (
    "a fit that fails for its prior leaves scikit-learn's model with the classes of that fit, and "
    "the test expects partial_fit to refuse the classes of the fit before; ours changes nothing"
)
FRACTIONS = "lengths in centimetres are no categories: scikit-learn cuts them, ours refuses them"
NO_ROWS = (
    "rows are kept, to be forgotten and merged: a tree of somebody else's is no matrix of rows"
)
EXCEPTIONS = {
    "test_discretenb_provide_prior[BernoulliNB]": HALF_CHANGED,
    "test_discretenb_provide_prior[CategoricalNB]": HALF_CHANGED,
    "test_discretenb_provide_prior_with_partial_fit[CategoricalNB]": FRACTIONS,
    "test_discretenb_provide_prior[ComplementNB]": HALF_CHANGED,
    "test_discretenb_provide_prior[MultinomialNB]": HALF_CHANGED,
    **dict.fromkeys(
        (
            f"test_neigh_predictions_algorithm_agnosticity[float64-KNeighborsRegressor-{k}-"
            f"DM_euclidean-{shape}]"
            for k in ("1-100", "50-500", "100-1000")
            for shape in ("100-100-10", "1000-5-100")
        ),
        "a metric is a name or a function, and no DistanceMetric object",
    ),
    "test_unsupervised_inputs[float64-KNeighborsClassifier]": NO_ROWS,
    "test_unsupervised_inputs[float64-KNeighborsRegressor]": NO_ROWS,
    "test_gnb": "a label that was not declared becomes a class, and is no error",
    "test_gnb_check_update_with_no_data": "calls a private method of scikit-learn's class",
}
if logsumexp([0.0, -50.0]) == 0:
    EXCEPTIONS |= dict.fromkeys(
        (
            f"test_predict_joint_proba[42-{family}NB]"
            for family in ("Bernoulli", "Categorical", "Complement", "Multinomial")
        ),
        "this SciPy, which the test compares with, rounds probabilities near 1 to 1; ours does not",
    )


@pytest.fixture(scope="module", params=[*TEXT_AND_BAYES, *slow(*OTHERS)])
def module(request):
    """Name a module of scikit-learn's tests."""
    return request.param


@pytest.fixture(scope="module")
def report(module, tmp_path_factory):
    """Run the tests in a Python of their own, where our classes have taken the names."""
    folder = tmp_path_factory.mktemp("sklearn")
    path = folder / "report.json"
    command = [sys.executable, "-m", "pytest", "--quiet", "--tb=short", "-c", os.devnull]
    command += ["--rootdir", folder, "-p", "no:cacheprovider", "-p", dropin.__name__]
    paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    variables = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), dropin.REPORT: str(path)}
    subprocess.run(  # noqa: S603 (our own command)
        [*command, "--pyargs", module, "-k", f"not ({LEFT_OUT.get(module, 'nothing')})"],
        env=os.environ | variables,
        cwd=folder,
        check=False,
    )
    return {key: set(names) for key, names in json.loads(path.read_text("utf-8")).items()}


def test_only_written_exceptions_fail(report):
    """The tests that fail are those of the list, and each of these does."""
    assert report["failed"] == EXCEPTIONS.keys() & report["ran"]


def test_ours_were_tested(report, module):
    """Many tests built an object of a class of ours, so the substitution took effect."""
    least, share = MODULES[module]

    assert len(report["ran"]) > least
    assert len(report["built"]) > share * len(report["ran"])
