"""Predictions of TextClassifier, against scikit-learn and against itself."""

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from tests.errors import refused

from priory import ComplementNB as OurComplementNB
from priory import TextClassifier, sample
from priory.errors import InputError

TEXTS, LABELS = sample.messages()
MODELS = {
    "multinomial": MultinomialNB,
    "boolean": MultinomialNB,
    "bernoulli": BernoulliNB,
    "complement": ComplementNB,
}


def twin(model, texts, **parameters):
    """Return the joint log-probabilities that scikit-learn gives."""
    counting = ("min_df", "max_df", "max_features", "analyzer", "ngram_range", "stop_words")
    vectorizer = CountVectorizer(
        binary=model == "boolean", **{k: v for k, v in parameters.items() if k in counting}
    )
    others = {k: v for k, v in parameters.items() if k not in counting}
    classifier = MODELS[model](**others).fit(vectorizer.fit_transform(TEXTS), LABELS)
    return classifier.predict_joint_log_proba(vectorizer.transform(texts))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"alpha": 0.1},
        {"fit_prior": False},
        {"class_prior": [0.9, 0.1]},
        {"min_df": 2},
        {"min_df": 0.03, "max_df": 0.2},
        {"max_df": 5, "ngram_range": (1, 2)},
        {"analyzer": "char_wb", "ngram_range": (2, 3)},
        {"analyzer": "char", "ngram_range": (1, 2)},
        {"stop_words": "english"},
    ],
    ids=str,
)
def test_scores_are_scikit_learns(model, parameters):
    """The joint log-probabilities are those of a vectorizer and a classifier."""
    ours = TextClassifier(model=model, **parameters).fit(TEXTS, LABELS)
    texts = [*TEXTS, "", "nothing known: qwertz", "Free FREE free now"]
    expected = twin(model, texts, **parameters)
    if model == "complement" and "class_prior" in parameters:
        expected = expected + np.log(parameters["class_prior"])  # which scikit-learn ignores
    np.testing.assert_allclose(ours.predict_joint_log_proba(texts), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "change",
    [
        *({"model": model} for model in MODELS),
        {"model": "complement", "max_features": 20, "alpha": 0.1},
        {"alpha": 0.5},
        {"estimate": "map", "alpha": 1.5},
        {"min_df": 2, "max_df": 0.5},
        {"max_features": 20},
        {"max_features": 20, "rank_by": "chi2"},
        {"max_features": 20, "rank_by": "mutual_info"},
        {"class_prior": [0.2, 0.8]},
        {"n_jobs": 1},
    ],
    ids=str,
)
def test_parameters_may_change_after_fit(change):
    """A changed model answers as one that was fitted with the change."""
    changed = TextClassifier().fit(TEXTS, LABELS)
    changed.predict(TEXTS)
    changed.set_params(**change)
    fresh = TextClassifier(**change).fit(TEXTS, LABELS)
    scores = [model.predict_joint_log_proba(TEXTS) for model in (changed, fresh)]
    assert np.array_equal(*scores)
    assert changed.vocabulary() == fresh.vocabulary()
    assert changed.n_words_ == len(fresh.vocabulary())


def test_a_bad_change_is_refused_by_name():
    """A parameter that makes no sense is named when it is first used."""
    model = TextClassifier().fit(TEXTS, LABELS)
    with refused("bad-parameter", parameter="model"):
        model.set_params(model="poisson").predict(TEXTS)
    with refused("shape-mismatch", parameter="class_prior"):
        model.set_params(model="bernoulli", class_prior=[1.0]).predict(TEXTS)
    with refused("bad-parameter", parameter="class_prior"):
        model.set_params(class_prior=[-1, 2]).predict(TEXTS)
    with refused("bad-parameter", parameter="alpha"):
        model.set_params(class_prior=None, alpha=-1).predict(TEXTS)
    with refused("no-mode", parameter="alpha"):
        TextClassifier(estimate="map", alpha=0.5).fit(TEXTS, LABELS)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=5))
def test_one_text_is_a_batch_of_one(texts):
    """Scores do not depend on the texts beside, bit for bit."""
    model = TextClassifier().fit(TEXTS, LABELS)
    together = model.predict_joint_log_proba(texts)
    alone = [model.predict_joint_log_proba([text])[0] for text in texts]
    assert np.array_equal(together, alone)


@pytest.mark.parametrize("model", MODELS)
def test_an_empty_text_answers_the_prior(model):
    """Multinomially nothing is said; in Bernoulli's model every word is absent."""
    ours = TextClassifier(model=model).fit(TEXTS, LABELS)
    if model in ("multinomial", "boolean"):
        counts = ours.class_count_ / ours.class_count_.sum()
        np.testing.assert_allclose(ours.predict_proba(["", "qwertz"]), [counts, counts])
    else:
        np.testing.assert_allclose(ours.predict_joint_log_proba([""]), twin(model, [""]))


@pytest.mark.parametrize("model", MODELS)
def test_nothing_over_nothing_is_not_known(model):
    """Where maximum likelihood gives 0/0, probabilities are NaN and no label is guessed."""
    texts, labels = ["buy", "see"], ["spam", "ham"]
    ours = TextClassifier(model=model, estimate="mle").fit(texts, labels)
    assert ours.predict(["buy"]).tolist() == ["spam"]
    assert ours.predict_proba(["buy"]).tolist() == [[0, 1]]
    with pytest.warns(RuntimeWarning, match="row 1: every class has probability 0"):
        assert np.isnan(ours.predict_proba(["buy", "buy see"])[1]).all()
    with refused("no-answer", parameter="X", place="row 1"):
        ours.predict(iter(["buy", "buy see"]))
    assert ours.explain("buy see").label is None


def test_zeros_are_counted_in_any_input():
    """Without smoothing, too, a string is refused, and a column or a generator is read once."""
    model = TextClassifier(estimate="mle").fit(["buy now", "see"], ["spam", "ham"])
    with refused("single-string"):
        model.predict("buy")
    for texts in (pa.array(["buy", "see"]), pl.Series(["buy", "see"]), iter(["buy", "see"])):
        assert model.predict(texts).tolist() == ["spam", "ham"]


def test_one_class_only():
    """A single class is certain."""
    model = TextClassifier().fit(["buy now"], ["spam"])
    assert model.predict_proba(["now", "never"]).tolist() == [[1], [1]]
    assert model.words(1)["spam"][0].word == "buy"


def test_a_million_words_do_not_underflow():
    """The score of a long text is the sum of its terms, and the posterior is a probability."""
    model = TextClassifier().fit(["buy now", "see you"], ["spam", "ham"])
    scores = model.predict_joint_log_proba(["buy " * 1_000_000])
    expected = np.log(0.5) + 1_000_000 * np.log([1 / 6, 2 / 6])
    np.testing.assert_allclose(scores, [expected], rtol=1e-13)
    assert model.predict_proba(["buy see " * 500_000]).tolist() == [[0.5, 0.5]]


def test_an_unfitted_model_says_so():
    """Everything that needs counts asks for fit."""
    model = TextClassifier()
    for call in (model.predict, model.explain, model.save):
        with pytest.raises(NotFittedError):
            call("buy")
    for call in (model.vocabulary, model.words):
        with pytest.raises(NotFittedError):
            call()


def test_bytes_and_generators_are_texts():
    """Texts come in as the vectorizers take them."""
    model = TextClassifier(encoding="utf-16").fit((t.encode("utf-16") for t in TEXTS), LABELS)
    assert np.array_equal(
        model.predict_proba(iter(TEXTS)), TextClassifier().fit(TEXTS, LABELS).predict_proba(TEXTS)
    )


def test_telling_words_have_counts():
    """The most telling words of a class are those that others have not."""
    model = TextClassifier().fit(["buy buy now", "see you now"], ["spam", "ham"])
    spam, ham = (model.words(2)[label] for label in ("spam", "ham"))
    assert [word.word for word in spam] == ["buy", "now"]
    assert [word.word for word in ham] == ["see", "you"]
    assert spam[0].counts == {"ham": 0, "spam": 2}
    with refused("bad-parameter", InputError, parameter="k"):
        model.words(0)
    assert spam[0].weight == pytest.approx(np.log(3 / 7 / (1 / 7)))


THREE = ["buy buy now", "see you now", "you win", "buy and win"], ["spam", "ham", "news", "spam"]


@pytest.mark.parametrize("estimate", ["mean", "mle"])
@pytest.mark.parametrize("class_prior", [None, [0.2, 0.3, 0.5]])
def test_complement_of_several_classes(estimate, class_prior):
    """The scores of three classes are those of the family over a matrix, zeros included."""
    texts, labels = THREE
    parameters = {"estimate": estimate, "class_prior": class_prior}
    ours = TextClassifier(model="complement", **parameters).fit(texts, labels)
    vectorizer = CountVectorizer()
    theirs = OurComplementNB(**parameters).fit(vectorizer.fit_transform(texts), labels)
    texts = [*texts, "", "see and win", "buy"]
    expected = theirs.predict_joint_log_proba(vectorizer.transform(texts))
    assert np.isneginf(expected).any() == (estimate == "mle")
    np.testing.assert_allclose(ours.predict_joint_log_proba(texts), expected, rtol=1e-12)


def test_telling_words_of_each_model():
    """What tells most is what other classes have not, whatever is counted of it."""
    texts, labels = THREE
    model = TextClassifier().fit(texts, labels)
    for name in MODELS:
        telling = model.set_params(model=name).words(1)
        assert [telling[label][0].word for label in ("ham", "spam")] == ["see", "buy"]
    weights = {
        word.word: word.weight for word in model.set_params(model="complement").words(9)["spam"]
    }
    # Of 11 positions 6 are spam's, 3 ham's and 2 news's; "buy" has three of spam's; 6 words.
    spam, ham, news = -np.log(1 / 11), -np.log(4 / 14), -np.log(4 / 15)
    assert weights["buy"] == pytest.approx(spam - (ham + news) / 2)
    assert TextClassifier(model="complement").fit(["aa bb bb"], ["x"]).words(1)["x"][0].weight > 0
