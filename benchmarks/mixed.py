"""Columns of several kinds become classes: MixedNB beside its own parts, and beside wnb."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK, SHARED, files
from benchmarks.data import Data
from benchmarks.posteriors import difference

if TYPE_CHECKING:
    from benchmarks.corpora import Corpora

ROWS, NUMBERS = 48_842, 6
SIZES = (8, 16, 7, 14, 6, 5, 2, 41)  # of the categories of adult
PARTS, WNB = "its parts", "wnb"


@cache
def adult(corpora: Corpora, quick: bool) -> Data:
    """Read the census, or draw a table of its size; a word stands where something is missing."""
    found = [raw for _, raw in sorted(files(corpora.folder or SHARED, "tabular", "/adult."))]
    table = pd.concat(map(read, found), ignore_index=True) if found else drawn()
    table = table[:: QUICK if quick else 1].reset_index(drop=True)
    X, y = table.iloc[:, :-1], table.iloc[:, -1].to_numpy(dtype=object)
    return Data(X, y, X, y)


def read(raw: bytes) -> pd.DataFrame:
    """Read a part of the census; the labels of one part end with a full stop."""
    table = pd.read_csv(
        BytesIO(raw), header=None, skipinitialspace=True, comment="|", keep_default_na=False
    )
    table.columns = pd.Index([f"x{j}" for j in range(table.shape[1])])
    return table.assign(**{table.columns[-1]: table.iloc[:, -1].str.rstrip(".")})


def drawn() -> pd.DataFrame:
    """Draw numbers and words that depend on the class."""
    random = np.random.default_rng(0)
    y = random.random(ROWS) < 1 / 4
    numbers = {f"n{j}": random.normal(y, 1) for j in range(NUMBERS)}
    codes = (np.minimum(random.geometric(0.3 + y / 4) - 1, size - 1) for size in SIZES)
    words = {
        f"w{j}": np.array([f"word {k}" for k in range(max(SIZES))])[code]
        for j, code in enumerate(codes)
    }
    return pd.DataFrame(numbers | words | {"y": np.where(y, "more", "less")})


def categories(corpora: Corpora, quick: bool) -> Data:
    """Give the words the type that pandas has for categories."""
    data = adult(corpora, quick)
    words = data.X.select_dtypes(exclude="number").columns
    X = data.X.astype(dict.fromkeys(words, "category"))
    return Data(X, data.y, X, data.y)


STAGE = Stage(
    peers={PARTS: "benchmarks.mixed_parts"},
    others={WNB: "benchmarks.mixed_wnb"},
    cases=tuple(
        Case(f"mixed-{name}-{data}", "MixedNB", "fit+predict", data, {1: target}, peers=(peer,))
        for data in ("adult", "categories")
        for name, peer, target in (("parts", PARTS, 1), ("wnb", WNB, 100))
    ),
    data={"adult": adult, "categories": categories},
    difference=difference,
    threaded=False,
    note=(
        "The census of 1994 (adult), 48,842 rows of 6 numbers and 8 columns of words, which are "
        "strings, or categories of pandas; a drawn table of that size if it is not at hand. Its "
        "parts: a CategoricalNB of the words and a GaussianNB of the numbers, each by itself. wnb: "
        "its GeneralNB, with normal and categorical distributions for the same columns."
    ),
)
