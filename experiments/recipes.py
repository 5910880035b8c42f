"""What a user writes for a table, with Priory and with scikit-learn: a function each."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import partial
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from sklearn import naive_bayes as theirs
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    KBinsDiscretizer,
    OneHotEncoder,
    OrdinalEncoder,
)

from priory import BernoulliNB, CategoricalNB, Discretizer, GaussianNB, MixedNB

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Recipe = Callable[[], Any]


def mixed() -> Any:
    """Choose families by type."""
    return MixedNB()


def mixed_missing() -> Any:
    """Make a category of what is missing."""
    return MixedNB(missing="category")


def mixed_bins() -> Any:
    """Put numbers into ten bins of equally many rows."""
    return MixedNB(discretize=Discretizer(n_bins=10))


def mixed_mdl() -> Any:
    """Put numbers into bins that tell the classes apart."""
    return MixedNB(discretize=Discretizer(strategy="mdl"))


def mixed_missing_mdl() -> Any:
    """Put numbers into such bins, and make a category of what is missing."""
    return MixedNB(discretize=Discretizer(strategy="mdl"), missing="category")


def categorical() -> Any:
    """Leave out what is missing."""
    return CategoricalNB()


def bernoulli() -> Any:
    """Take two categories for 0 and 1; what is missing stays so."""
    return make_pipeline(OrdinalEncoder(), BernoulliNB())


def gaussian() -> Any:
    """Take two categories for 0 and 1, as measurements."""
    return make_pipeline(OrdinalEncoder(), GaussianNB())


def one_hot_gaussian() -> Any:
    """Take each category, and a missing one, for a measurement of 0 or 1."""
    return make_pipeline(OneHotEncoder(handle_unknown="ignore"), GaussianNB())


def their_bernoulli() -> Any:
    """Fill in the most frequent, and take two categories for 0 and 1."""
    return make_pipeline(
        SimpleImputer(strategy="most_frequent"), OrdinalEncoder(), theirs.BernoulliNB()
    )


def their_one_hot_bernoulli() -> Any:
    """Toss a coin for each category, and for a missing one."""
    return make_pipeline(OneHotEncoder(handle_unknown="ignore"), theirs.BernoulliNB())


def their_categorical(strategy: str = "most_frequent") -> Any:
    """Fill in what is missing, and number the categories; 0 is one never seen."""
    return make_pipeline(
        SimpleImputer(strategy=strategy, fill_value="missing"),
        OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1),
        FunctionTransformer(lambda codes: codes + 1),
        theirs.CategoricalNB(),
    )


def their_one_hot_gaussian() -> Any:
    """Take each category, and a missing one, for a measurement of 0 or 1."""
    return make_pipeline(
        OneHotEncoder(handle_unknown="ignore", sparse_output=False), theirs.GaussianNB()
    )


def their_mixed_gaussian() -> Any:
    """Fill in the mean of numbers; take each category for a measurement of 0 or 1."""
    return make_pipeline(
        make_column_transformer(
            (SimpleImputer(), make_column_selector(dtype_include="number")),
            (
                OneHotEncoder(handle_unknown="ignore", sparse_output=False),
                make_column_selector(dtype_exclude="number"),
            ),
        ),
        theirs.GaussianNB(),
    )


def their_bins() -> Any:
    """Fill in what is missing, put numbers into bins, and number the categories."""
    return make_pipeline(
        make_column_transformer(
            (
                make_pipeline(
                    SimpleImputer(),
                    KBinsDiscretizer(10, encode="ordinal"),
                ),
                make_column_selector(dtype_include="number"),
            ),
            (
                make_pipeline(
                    SimpleImputer(strategy="most_frequent"),
                    OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1),
                    FunctionTransformer(lambda codes: codes + 1),
                ),
                make_column_selector(dtype_exclude="number"),
            ),
        ),
        theirs.CategoricalNB(),
    )


def their_product(strategy: str = "most_frequent") -> Any:
    """Multiply what two models say, by hand, and divide by the prior that both have."""

    class Product(ClassifierMixin, BaseEstimator):
        def fit(self, X: Any, y: Any) -> Self:
            self.numbers = make_column_transformer(
                (SimpleImputer(), make_column_selector(dtype_include="number"))
            )
            self.categories = make_column_transformer(
                (
                    make_pipeline(
                        SimpleImputer(strategy=strategy, fill_value="missing"),
                        OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1),
                        FunctionTransformer(lambda codes: codes + 1),
                    ),
                    make_column_selector(dtype_exclude="number"),
                )
            )
            self.gaussian = theirs.GaussianNB().fit(self.numbers.fit_transform(X), y)
            self.categorical = theirs.CategoricalNB().fit(self.categories.fit_transform(X), y)
            self.classes_ = self.gaussian.classes_
            return self

        def predict_log_proba(self, X: Any) -> Any:
            joint = self.gaussian.predict_joint_log_proba(self.numbers.transform(X))
            joint += self.categorical.predict_joint_log_proba(self.categories.transform(X))
            joint -= self.categorical.class_log_prior_
            return joint - np.logaddexp.reduce(joint, axis=1, keepdims=True)

        def predict(self, X: Any) -> Any:
            return self.classes_[self.predict_log_proba(X).argmax(axis=1)]

    return Product()


OURS = "priory"
THEIRS = "scikit-learn"
AS_CATEGORY = "constant"
_MIXED: Mapping[str, Recipe] = {
    f"{OURS}: MixedNB": mixed,
    f"{OURS}: missing as a category, MixedNB": mixed_missing,
    f"{OURS}: MixedNB, 10 bins": mixed_bins,
    f"{OURS}: MixedNB, bins by MDL": mixed_mdl,
    f"{OURS}: missing as a category, MixedNB, bins by MDL": mixed_missing_mdl,
    f"{THEIRS}: impute, one-hot, GaussianNB": their_mixed_gaussian,
    f"{THEIRS}: impute, 10 bins, CategoricalNB": their_bins,
    f"{THEIRS}: impute, GaussianNB times CategoricalNB": their_product,
    f"{THEIRS}: missing as a category, GaussianNB times CategoricalNB": partial(
        their_product, AS_CATEGORY
    ),
}
_CATEGORIES: Mapping[str, Recipe] = {
    f"{THEIRS}: impute, CategoricalNB": their_categorical,
    f"{THEIRS}: missing as a category, CategoricalNB": partial(their_categorical, AS_CATEGORY),
    f"{THEIRS}: one-hot, BernoulliNB": their_one_hot_bernoulli,
    f"{THEIRS}: one-hot, GaussianNB": their_one_hot_gaussian,
}
RECIPES: Mapping[str, Mapping[str, Recipe]] = {
    "house-votes": {
        f"{OURS}: MixedNB": mixed,
        f"{OURS}: missing as a category, MixedNB": mixed_missing,
        f"{OURS}: CategoricalNB": categorical,
        f"{OURS}: BernoulliNB": bernoulli,
        f"{OURS}: GaussianNB": gaussian,
        f"{OURS}: one-hot, GaussianNB": one_hot_gaussian,
        f"{THEIRS}: impute, BernoulliNB": their_bernoulli,
        **_CATEGORIES,
    },
    "mushroom": {
        f"{OURS}: MixedNB": mixed,
        f"{OURS}: missing as a category, MixedNB": mixed_missing,
        f"{OURS}: CategoricalNB": categorical,
        f"{OURS}: one-hot, GaussianNB": one_hot_gaussian,
        **_CATEGORIES,
    },
    "adult": _MIXED,
    "titanic": _MIXED,
}


def lines(recipe: Recipe) -> int:
    """Count the lines of a recipe that hold something, as the formatter writes them."""
    source = textwrap.dedent(inspect.getsource(getattr(recipe, "func", recipe)))
    _, first, *_ = cast("ast.FunctionDef", ast.parse(source).body[0]).body  # after the docstring
    return sum(bool(line.strip()) for line in source.splitlines()[first.lineno - 1 :])
