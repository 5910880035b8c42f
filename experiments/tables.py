"""The tables of 011: votes, mushrooms, incomes and passengers, with their missing values."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import pandas as pd
from benchmarks.corpora import SHARED, files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TABULAR = "tabular"
UNKNOWN = "?"  # what the files have where nothing is known
ADULT = [
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "income",
]
PASSENGER = ["Pclass", "Sex", "Age", "SibSp", "Parch", "Fare", "Embarked"]


@dataclass(frozen=True, eq=False)
class Table:
    """A table of features as a user reads it, and the class of each row."""

    X: pd.DataFrame
    y: Any

    @property
    def text(self) -> str:
        """Say how large the table is, and how much of it is missing."""
        n_numbers = self.X.select_dtypes("number").shape[1]
        return (
            f"{len(self.X):,} rows, {self.X.shape[1] - n_numbers} columns of categories and "
            f"{n_numbers} of numbers, {int(self.X.isna().to_numpy().sum()):,} values missing"
        )


def load(folder: Path | None = None) -> dict[str, Table]:
    """Read the tables that lie in ``tabular`` or ``tabular.tar.xz``; none if they are not there."""
    found = {PurePosixPath(p).name: raw for p, raw in files(folder or SHARED, TABULAR, "")}
    readers = {"house-votes": votes, "mushroom": mushroom, "adult": adult, "titanic": titanic}
    return {name: reader(found) for name, reader in readers.items()} if found else {}


def votes(found: Mapping[str, bytes]) -> Table:
    """Read how members of the House voted, and their parties."""
    return first_is_class(found["house-votes-84.data"])


def mushroom(found: Mapping[str, bytes]) -> Table:
    """Read what mushrooms look like, and whether they are edible."""
    return first_is_class(found["agaricus-lepiota.data"])


def first_is_class(raw: bytes) -> Table:
    """Read a table without a header; its first column is the class."""
    frame = pd.read_csv(BytesIO(raw), header=None, na_values=UNKNOWN)
    frame.columns = pd.Index(["class", *(f"x{i}" for i in range(1, frame.shape[1]))])
    return Table(frame.drop(columns="class"), frame["class"].to_numpy())


def adult(found: Mapping[str, bytes]) -> Table:
    """Read both parts of the census, and who earns more than 50,000."""
    parts = [
        pd.read_csv(
            BytesIO(found[f"adult.{part}"]),
            names=ADULT,
            na_values=UNKNOWN,
            skipinitialspace=True,
            comment="|",  # the first line of the test part, in some copies
        )
        for part in ("data", "test")
    ]
    frame = pd.concat(parts, ignore_index=True)
    # The labels of the test part end with a full stop.
    return Table(frame.drop(columns="income"), frame["income"].str.rstrip(".").to_numpy())


def titanic(found: Mapping[str, bytes]) -> Table:
    """Read who survived; names, tickets and cabins belong to one passenger or few."""
    frame = pd.read_csv(BytesIO(found["titanic.csv"]))
    return Table(frame[PASSENGER], frame["Survived"].to_numpy())
