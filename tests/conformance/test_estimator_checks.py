"""scikit-learn's common checks of an estimator's conduct, on every estimator.

For estimators that read text scikit-learn generates hardly any check. Those of its checks that
need no input are asked for by name, and those that do are written here for texts.
"""

import pickle
import warnings

import numpy as np
import pytest
from sklearn import clone, get_config, set_config
from sklearn.exceptions import NotFittedError, SkipTestWarning
from sklearn.utils import estimator_checks, get_tags
from variants import parametrize_with_checks

import priory

TEXTS = ("buy cheap pills now", "see you now", "cheap cheap loans", "")
VECTORIZERS = (
    priory.CountVectorizer(),
    priory.CountVectorizer(unk=True, max_count=2, min_df=2, stem="english"),
    priory.HashingVectorizer(),
    priory.HashingVectorizer(n_features=7, phrases=["see you"]),
    priory.TfidfVectorizer(),
    priory.TfidfVectorizer(max_features=3, unk=True, domain_features=["numbers"]),
)
CLASSIFIERS = (
    priory.BernoulliNB(),
    priory.BernoulliNB(alpha=2, estimate="map", binarize=0.5, fit_prior=False),
    priory.GaussianNB(),
    priory.GaussianNB(estimate="predictive", prior_count=0.5, var_smoothing=0.01),
    priory.CategoricalNB(),
    priory.CategoricalNB(alpha=2, estimate="map", min_categories=4, fit_prior=False),
    priory.ComplementNB(),
    priory.ComplementNB(alpha=2, estimate="map", norm=True, fit_prior=False),
    priory.MultinomialNB(),
    priory.MultinomialNB(alpha=1.5, estimate="map", fit_prior=False),
    priory.GaussianDiscriminant(),
    priory.GaussianDiscriminant(shrinkage="auto"),
    priory.GaussianDiscriminant(covariance="full", shrinkage=0.1, estimate="predictive"),
    priory.GaussianDiscriminant(covariance="diagonal", shrinkage=0.1),
    priory.KernelNB(),
    priory.KernelNB(bandwidth=0.5, grid=64, fit_prior=False),
    priory.MultinomialNB(estimate="predictive", prior_alpha=1),
    priory.PoissonNB(),
    priory.PoissonNB(estimate="predictive", exposure="length"),
    priory.TruncatedCountNB(),
    priory.TruncatedCountNB(K=2, alpha=[2, 1], estimate="map", prior_alpha=2),
)
PROJECTIONS = (
    priory.GaussianRandomProjection(n_components=2),
    priory.GaussianRandomProjection(n_components=2, compute_inverse_components=True, n_jobs=None),
)
NEIGHBORS = (
    priory.KNeighborsClassifier(),
    priory.KNeighborsClassifier(3, weights="distance", metric="manhattan", alpha=0.5),
    priory.KNeighborsRegressor(),
    priory.KNeighborsRegressor(3, weights="distance", algorithm="brute"),
)
WITHOUT_INPUT = (
    "check_do_not_raise_errors_in_init_or_set_params",
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_estimator_tags_renamed",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_param_validation",
    "check_parameters_default_constructible",
    "check_set_params",
    "check_valid_tag_types",
)

# Checks that hand on fractions as categories, which scikit-learn cuts off and ours refuses; what
# they check is checked on whole numbers in tests/naive_bayes/test_categorical.py.
OF_FRACTIONS = (
    "check_classifiers_one_label_sample_weights",
    "check_positive_only_tag_during_fit",
    "check_sample_weight_equivalence_on_dense_data",
)
# Its numbers are below 0, whatever the tags say; tests/naive_bayes/test_class_weight.py has others.
OF_WEIGHTS = "check_class_weight_classifiers"


# Checks that fail for what a model is, each with its reason.
FEW_ROWS = {
    "check_sample_weight_equivalence_on_dense_data": "some covariances of its 15 rows of 30 "
    "features are singular, which is an error that names the remedy"
}
WHOLE_ROWS = {
    "check_estimators_nan_inf": "what was not observed is refused in fit only: in predict it is "
    "left out of the density"
}
ROWS_ARE_NEIGHBOURS = {
    f"check_sample_weight_equivalence_on_{kind}_data": "a row that weighs 2 has two votes, but is "
    "one of the k neighbours; a copy of it would be another"
    for kind in ("dense", "sparse")
}


def exceptions(estimator):
    """Return the checks that may fail, with their reasons."""
    if type(estimator) in map(type, NEIGHBORS):
        return ROWS_ARE_NEIGHBOURS
    return exceptions_of_families(estimator)


def exceptions_of_families(estimator):
    """Return those of Naive Bayes."""
    if isinstance(estimator, priory.CategoricalNB):
        return dict.fromkeys((*OF_FRACTIONS, OF_WEIGHTS), "a fraction is no category")
    if get_tags(estimator).input_tags.positive_only:
        return {OF_WEIGHTS: "there are no counts below 0"}
    if isinstance(estimator, priory.KernelNB) and not estimator.fit_prior:
        return {OF_WEIGHTS: "weights of classes change the prior, which is given"}
    if not isinstance(estimator, priory.GaussianDiscriminant):
        return {}
    if estimator.estimate == "predictive":
        return {OF_WEIGHTS: "a predictive needs rows that weigh something"} | of_rows(estimator)
    return of_rows(estimator)


def of_rows(estimator):
    """Return the checks whose rows discriminant analysis may refuse."""
    may_be_singular = estimator.covariance != "shared" or estimator.shrinkage is None
    whole_rows = estimator.covariance != "diagonal"
    return (FEW_ROWS if may_be_singular else {}) | (WHOLE_ROWS if whole_rows else {})


with warnings.catch_warnings():
    warnings.simplefilter("ignore", SkipTestWarning)  # what the module's docstring says
    generated = parametrize_with_checks(
        [*VECTORIZERS, priory.TfidfTransformer(), *PROJECTIONS, *CLASSIFIERS, *NEIGHBORS],
        expected_failed_checks=exceptions,
    )

each_vectorizer = pytest.mark.parametrize("vectorizer", VECTORIZERS, ids=repr)


@generated
def test_generated(estimator, check):
    """The estimator passes the check that scikit-learn generates for it, unless it is excepted."""
    check(estimator)


@each_vectorizer
@pytest.mark.parametrize("name", WITHOUT_INPUT)
def test_without_input(vectorizer, name):
    """The vectorizer passes the checks that look at parameters and tags only."""
    check = getattr(estimator_checks, name)

    check(type(vectorizer).__name__, clone(vectorizer))


@each_vectorizer
def test_fit_again(vectorizer):
    """A second fit forgets the first."""
    once = clone(vectorizer).fit_transform(TEXTS)

    twice = clone(vectorizer).fit(["nothing alike"] * 2).fit_transform(TEXTS)

    np.testing.assert_array_equal(once.toarray(), twice.toarray())


@each_vectorizer
def test_two_ways_to_fit(vectorizer):
    """To fit and then to transform is to do both at once."""
    both = clone(vectorizer).fit_transform(TEXTS)

    np.testing.assert_array_equal(
        both.toarray(), clone(vectorizer).fit(TEXTS).transform(TEXTS).toarray()
    )


@each_vectorizer
def test_pickled(vectorizer):
    """A fitted vectorizer comes back from a pickle with the same results."""
    fitted = clone(vectorizer).fit(TEXTS)
    restored = pickle.loads(pickle.dumps(fitted))  # noqa: S301 (our own)

    np.testing.assert_array_equal(
        fitted.transform(TEXTS).toarray(), restored.transform(TEXTS).toarray()
    )


@each_vectorizer
def test_transform_changes_nothing(vectorizer):
    """Transforming leaves parameters and what was learned alone."""
    fitted = clone(vectorizer).fit(TEXTS)
    before = pickle.dumps(fitted)

    fitted.transform(["something else", "buy"])

    assert before == pickle.dumps(fitted)


@each_vectorizer
def test_rows_stand_alone(vectorizer):
    """A document has the same row in any company and any order."""
    fitted = clone(vectorizer).fit(TEXTS)
    together = fitted.transform(TEXTS).toarray()
    alone = [fitted.transform([text]).toarray()[0] for text in TEXTS]

    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(together[::-1], fitted.transform(TEXTS[::-1]).toarray())


@pytest.mark.parametrize("name", ["CountVectorizer", "TfidfVectorizer"])
@pytest.mark.parametrize(
    ("method", "arguments"),
    [("transform", [TEXTS]), ("inverse_transform", [[[1, 0]]]), ("get_feature_names_out", [])],
)
def test_not_fitted(name, method, arguments):
    """What needs a vocabulary says that there is none yet."""
    vectorizer = getattr(priory, name)()

    with pytest.raises(NotFittedError):
        getattr(vectorizer, method)(*arguments)


@pytest.fixture
def sparse_arrays():
    """Set scikit-learn to return sparse arrays instead of sparse matrices."""
    if "sparse_interface" not in get_config():
        pytest.skip("this scikit-learn cannot be set to return sparse arrays")
    set_config(sparse_interface="sparray")
    yield
    set_config(sparse_interface="spmatrix")


@each_vectorizer
@pytest.mark.usefixtures("sparse_arrays")
def test_sparse_arrays(vectorizer):
    """The kind of matrix is the one scikit-learn is set to return."""
    fitted = clone(vectorizer).fit(TEXTS)

    assert type(fitted.transform(TEXTS)).__name__ == "csr_array"
    assert type(clone(vectorizer).fit_transform(TEXTS)).__name__ == "csr_array"
