"""The GeneralNB of wnb under the name of ours, with a distribution for each column by its type.

It is not a dependency of anything: the package is fetched when it is first asked for, and an
ImportError says that it could not be had.
"""

import warnings
from importlib import import_module
from typing import Any, Self

from benchmarks import wheel
from benchmarks.corpora import CACHE

wheel.install("wnb", CACHE / "wnb")
wnb = import_module("wnb")


class MixedNB:
    """A GeneralNB; numbers are normal, words are categories."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learn rows."""
        normal, categorical = wnb.Distribution.NORMAL, wnb.Distribution.CATEGORICAL
        kinds = [normal if dtype.kind in "if" else categorical for dtype in X.dtypes]
        self.model = wnb.GeneralNB(kinds, alpha=1.0).fit(X, y)
        return self

    def predict(self, X: Any) -> Any:
        """Return labels."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what lies beyond a distribution's support
            return self.model.predict(X)
