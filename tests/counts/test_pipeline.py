"""The vectorizers among scikit-learn's other estimators."""

import joblib
import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction import text as slow
from sklearn.feature_selection import SelectKBest, chi2, mutual_info_classif
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import FeatureUnion, make_pipeline

from priory import CountVectorizer, HashingVectorizer, TfidfTransformer, TfidfVectorizer, sample

TEXTS, LABELS = sample.messages()
PAIRS = [
    (CountVectorizer(), slow.CountVectorizer()),
    (CountVectorizer(ngram_range=(1, 2)), slow.CountVectorizer(ngram_range=(1, 2))),
    (TfidfVectorizer(), slow.TfidfVectorizer()),
    (HashingVectorizer(alternate_sign=False), slow.HashingVectorizer(alternate_sign=False)),
]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS, ids=str)
def test_predictions(ours, theirs):
    """A classifier says on our counts what it says on scikit-learn's."""
    one, other = (
        cross_val_predict(make_pipeline(vectorizer, MultinomialNB()), TEXTS, LABELS, cv=3)
        for vectorizer in (ours, theirs)
    )

    assert one.tolist() == other.tolist()


def test_grid_search():
    """Parameters are searched in a pipeline, ours too."""
    pipeline = make_pipeline(CountVectorizer(), TfidfTransformer(), MultinomialNB())
    grid = {
        "countvectorizer__ngram_range": [(1, 1), (1, 2)],
        "countvectorizer__stem": [None, "english"],
    }
    search = GridSearchCV(pipeline, grid, cv=3).fit(TEXTS, LABELS)

    assert len(search.cv_results_["params"]) == 4
    assert search.score(TEXTS, LABELS) > 0.9


@pytest.mark.parametrize("score", [chi2, mutual_info_classif])
def test_selection(score):
    """Words are selected by relevance as on scikit-learn's counts, and keep their names."""
    kept = []
    for vectorizer in (CountVectorizer(), slow.CountVectorizer()):
        function = (
            score if score is chi2 else lambda X, y: mutual_info_classif(X, y, random_state=0)
        )
        pipeline = make_pipeline(vectorizer, SelectKBest(function, k=8)).fit(TEXTS, LABELS)
        kept.append(pipeline.get_feature_names_out().tolist())

    assert kept[0] == kept[1]
    assert "free" in kept[0]


def test_union():
    """Words and characters stand side by side, with names that tell which is which."""
    union = FeatureUnion(
        [("word", CountVectorizer()), ("char", CountVectorizer(analyzer="char_wb", unk=True))]
    )
    counts, names = union.fit_transform(TEXTS), union.get_feature_names_out()

    assert counts.shape == (len(TEXTS), len(names))
    assert {"word__free", "char__f", "char__<unk>"} <= set(names)


def test_column_of_a_table():
    """A vectorizer reads one column of a table."""
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"text": TEXTS, "length": [len(text) for text in TEXTS]})
    columns = ColumnTransformer([("words", CountVectorizer(), "text")], remainder="passthrough")

    assert columns.fit_transform(table).shape == (60, 374)
    assert columns.get_feature_names_out()[-1] == "remainder__length"


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_joblib(backend):
    """Parallel jobs count what one job counts."""
    vectorizer = CountVectorizer(ngram_range=(1, 2)).fit(TEXTS)
    parts = [TEXTS[start : start + 20] for start in (0, 20, 40)]

    counted = joblib.Parallel(n_jobs=2, backend=backend)(
        joblib.delayed(vectorizer.transform)(part) for part in parts
    )

    expected = vectorizer.transform(TEXTS).toarray()
    assert np.vstack([counts.toarray() for counts in counted]).tolist() == expected.tolist()
