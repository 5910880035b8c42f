"""What every run tests, and variants of it that only a slow run does."""

import pytest
from _pytest.mark import ParameterSet
from sklearn.utils import estimator_checks


def slow(*values):
    """Mark values of a parameter, each of which stands for a test, as slow."""
    return [slowly((value,)) for value in values]


def slowly(row):
    """Mark the parameters of a test as slow."""
    row = ParameterSet.extract_from(row)
    return pytest.param(*row.values, marks=[*row.marks, pytest.mark.slow])


def first_of_each_class(estimators):
    """Return the first estimator of each class, and the others: they are variants of it."""
    first = {type(estimator): estimator for estimator in reversed(estimators)}
    variants = [estimator for estimator in estimators if estimator is not first[type(estimator)]]
    return [*reversed(first.values())], variants


def parametrize_with_checks(estimators, **options):
    """Do what scikit-learn's function of that name does, and mark checks of variants as slow."""
    always, more = (
        estimator_checks.parametrize_with_checks(some, **options)
        for some in first_of_each_class(estimators)
    )
    rows = [*always.args[1], *map(slowly, more.args[1])]
    return pytest.mark.parametrize(always.args[0], rows, **always.kwargs)
