"""The experiment on tables: they are read as a user reads them, and recipes are judged alike."""

import re
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
from experiments import page, recipes, run, tables, tables_page
from experiments.compared import COMPARISONS, Score, judge, scored
from experiments.tables import Table

FILES = {
    "house-votes-84.data": "republican,n,y,?\ndemocrat,?,y,n\n",
    "agaricus-lepiota.data": "p,x,?\ne,b,s\n",
    "adult.data": "39, State-gov, 7, B, 13, N, A, N, W, Male, 2, 0, 40, US, <=50K\n",
    "adult.test": "|1x3\n25, ?, 2, 11th, 7, N, M, O, B, Male, 0, 0, 40, US, >50K.\n\n",
    "titanic.csv": "Survived,Pclass,Name,Sex,Age,SibSp,Parch,Fare,Cabin,Embarked\n"
    '0,3,"A, B",male,,1,0,7.25,,S\n',
}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with small tables."""
    (tmp_path / "tabular").mkdir()
    for name, text in FILES.items():
        (tmp_path / "tabular" / name).write_text(text, "utf-8")
    return tmp_path


def made(n_rows, *, numbers, missing=0.1):
    """Make a table of which each column tells something about the class."""
    rng = np.random.default_rng(0)
    y = rng.integers(2, size=n_rows)
    X = pd.DataFrame(
        {f"x{i}": np.where(rng.random(n_rows) < 0.2 + 0.6 * y, "y", "n") for i in "ab"}
    )
    if numbers:
        X["size"] = rng.normal(y)
    return Table(X.mask(rng.random(X.shape) < missing), y)


def test_tables_are_read(folder):
    """Question marks are missing, and the labels of both parts of the census are alike."""
    found = tables.load(folder)

    assert list(found) == list(recipes.RECIPES)
    assert {name: int(t.X.isna().to_numpy().sum()) for name, t in found.items()} == {
        "house-votes": 2,
        "mushroom": 1,
        "adult": 1,
        "titanic": 1,
    }
    assert found["house-votes"].y.tolist() == ["republican", "democrat"]
    assert found["adult"].y.tolist() == ["<=50K", ">50K"]
    assert found["adult"].text.startswith("2 rows, 8 columns of categories and 6 of numbers")


def test_absent_tables_are_named(folder):
    """A folder without tables has none, and the command says what to do."""
    assert tables.load(folder / "tabular") == {}
    with pytest.raises(SystemExit, match="--data"):
        run.main(["tables", "--data", str(folder / "tabular")])


def test_score():
    """Errors are counted by the most probable class, and the log loss is that of the right one."""
    log_proba = np.log([[0.9, 0.1], [0.8, 0.2]])
    model = Mock(classes_=[0, 1], predict_log_proba=Mock(return_value=log_proba))
    table = made(4, numbers=True)
    found, own = scored(model, table, [0, 1], [2, 3]), table.y[2:]

    assert (found.n, found.errors) == (2, own.sum())
    assert found.log_loss == pytest.approx(-log_proba[[0, 1], own].mean())


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (recipes.bernoulli, recipes.their_bernoulli),
        (recipes.one_hot_gaussian, recipes.their_one_hot_gaussian),
    ],
)
def test_the_same_model_scores_the_same(ours, theirs):
    """Where nothing is missing, a recipe of ours that is theirs in short has its numbers."""
    table = made(60, numbers=False, missing=0)
    pairs = zip(judge(ours, table, 3), judge(theirs, table, 3), strict=True)

    for a, b in pairs:
        assert (a.n, a.errors) == (b.n, b.errors)
        assert a.log_loss == pytest.approx(b.log_loss)


def test_lines_are_counted():
    """The name, the docstring and blank lines of a recipe do not count."""

    def recipe():
        """Do nothing."""
        names = ["a"]

        return len(names)

    assert recipes.lines(recipe) == 2


def test_best_of_theirs():
    """Ours is compared with that of theirs which has the fewest errors."""
    few, many = [Score(10, 1, 0.5)], [Score(10, 2, 0.1)]
    judged = {"priory: a": few, "scikit-learn: b": many, "scikit-learn: c": few}

    assert tables_page.best(judged, tables_page.MEASURES["accuracy"]) == "scikit-learn: c"
    assert tables_page.best(judged, tables_page.MEASURES["log loss"]) == "scikit-learn: b"


def test_page_is_written(tmp_path, monkeypatch):
    """Tables become a page with a row for each recipe, and a verdict survives the next run."""
    small = {"house-votes": made(60, numbers=False), "adult": made(60, numbers=True)}
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(run.tables, "load", lambda _: small)
    monkeypatch.setattr(tables_page, "DEALS", 2)
    monkeypatch.setattr(tables_page, "ROUNDS", 1)
    file = page.path("tables", COMPARISONS["tables"])
    file.write_text("\n## Verdict\n\nOne line.\n", "utf-8")

    run.main(["tables", "--folds", "2", "--write"])

    text = file.read_text("utf-8")
    assert text.endswith("\n## Verdict\n\nOne line.\n")
    assert len(re.findall(r"(?m)^\| priory: MixedNB \|", text)) == len(small)
    assert "| both parts |" in text
