"""scikit-learn's checks on the first estimator of each class always, on its variants if slow."""

import pytest
from _pytest.mark import ParameterSet
from sklearn.utils import estimator_checks


def parametrize_with_checks(estimators, **options):
    """Do what scikit-learn's function of that name does, and mark the variants as slow."""
    first = {type(estimator): estimator for estimator in reversed(estimators)}
    plain = [estimator for estimator in estimators if estimator is first[type(estimator)]]
    variants = [estimator for estimator in estimators if estimator is not first[type(estimator)]]
    always = estimator_checks.parametrize_with_checks(plain, **options)
    more = estimator_checks.parametrize_with_checks(variants, **options)
    rows = [*always.args[1], *map(slowly, more.args[1])]
    return pytest.mark.parametrize(always.args[0], rows, **always.kwargs)


def slowly(row):
    """Mark the parameters of a test as slow."""
    row = ParameterSet.extract_from(row)
    return pytest.param(*row.values, marks=[*row.marks, pytest.mark.slow])
