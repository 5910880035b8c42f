"""TextNeighbors: what is near, and who votes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from tests.errors import refused

from priory import TextNeighbors, sample
from priory.errors import InputError, InputTypeError
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
NEW = ["Win a free phone now", "See you at the station at noon", "phone me", "free free money"]
MAILS = [
    b"Subject: lunch?\n\nSee you at noon?",
    b"Subject: cheap pills\n\nBuy now!",
    b"Subject: Re: lunch?\n\nAt noon it is.",
]
OF_RARE = {"analyzer": MailAnalyzer(), "min_df": 99}


@given(st.lists(st.sampled_from([*NEW, "", "xyzzy"]), max_size=6))
@pytest.mark.filterwarnings("ignore:row:RuntimeWarning")
def test_one_text_is_a_batch_of_one(texts):
    """A text gets the same answer in any company, bit for bit."""
    model = TextNeighbors(weights="distance").fit(TEXTS, LABELS)

    alone = [model.predict_proba([text])[0].tolist() for text in texts]

    assert model.predict_proba(texts).tolist() == alone


def test_threads_do_not_change_bits():
    """One thread and several give the same answers."""
    one, many = (TextNeighbors(n_jobs=n).fit(TEXTS, LABELS).predict_proba(NEW) for n in (1, 3))

    assert np.array_equal(one, many)


def test_parameters_change_after_fit():
    """A model with other parameters answers as one that was made with them."""
    changed = TextNeighbors().fit(TEXTS, LABELS)
    changed.predict(NEW)
    changed.set_params(n_neighbors=3, metric="manhattan", alpha=0.5, min_df=2)
    made = clone(changed).fit(TEXTS, LABELS)

    assert np.array_equal(changed.predict_proba(NEW), made.predict_proba(NEW))


def test_weights_multiply_votes():
    """Of two neighbours the one that weighs more wins, and the other one without weight."""
    model = TextNeighbors(2).fit(["buy now", "buy here"], ["a", "b"], sample_weight=[1, 3])

    assert model.predict_proba(["buy"]).tolist() == [[0.25, 0.75]]
    assert model.explain("buy").probabilities.tolist() == [0.25, 0.75]


def test_alpha_is_votes_beforehand():
    """Each class has so many more votes than its neighbours give it."""
    model = TextNeighbors(1, alpha=1).fit(["buy now", "see you"], ["spam", "ham"])

    assert model.predict_proba(["buy"]).tolist() == [[1 / 3, 2 / 3]]
    assert model.set_params(alpha=[0, 1]).predict_proba(["buy"]).tolist() == [[0, 1]]


def test_neighbours_of_the_texts_themselves():
    """Without texts, those that were learned are asked about, each without itself."""
    model = TextNeighbors(3).fit(TEXTS, LABELS)

    distances, indices = model.kneighbors()
    nearest = model.kneighbors(n_neighbors=1, return_distance=False)

    for i in (0, 17, 59):
        others = TextNeighbors(3).fit(TEXTS, LABELS).kneighbors([TEXTS[i]], 4)
        expected = [j for j in others[1][0].tolist() if j != i][:3]
        assert indices[i].tolist() == expected
    assert (distances >= 0).all()
    assert nearest.tolist() == indices[:, :1].tolist()


def test_fewer_neighbours_than_vote_may_be_asked_for():
    """How many vote does not matter to who asks for fewer, only to predictions."""
    model = TextNeighbors(9).fit(["buy now", "see you", "buy", "you"], list("abab"))

    assert model.kneighbors(["buy"], 2)[1].tolist() == [[2, 0]]
    with refused("too-few-rows", InputError, parameter="n_neighbors"):
        model.predict(["buy"])


def test_ties_go_to_the_first():
    """Of texts that are as near, the one that was learned first is nearer."""
    model = TextNeighbors(1).fit(["see", "buy", "buy"], ["a", "c", "b"])

    assert model.kneighbors(["buy"])[1].tolist() == [[1]]
    assert model.predict(["buy"]).tolist() == ["c"]
    assert model.set_params(n_neighbors=2).predict(["buy"]).tolist() == ["b"]


def test_mail():
    """With an analyser of mail texts are messages, and stay bytes."""
    model = TextNeighbors(2, analyzer=MailAnalyzer()).fit(MAILS, ["ham", "spam", "ham"])

    explanation = model.explain(b"Subject: lunch\n\nNoon?")

    assert explanation.label == "ham"
    assert explanation.texts == [MAILS[2], MAILS[0]]
    assert "Re: lunch? At noon it is." in explanation.to_text()
    with refused("wrong-type", InputTypeError, place="document 0"):
        model.predict(["no bytes"])


def test_predictions_change_nothing():
    """Predicting leaves no attribute behind."""
    model = TextNeighbors().fit(TEXTS, LABELS)
    before = set(vars(model))
    model.predict(NEW)

    assert set(vars(model)) == before


@pytest.mark.parametrize(
    ("fit", "code", "parameter"),
    [
        (lambda: TextNeighbors().fit(["a b"], ["a", "b"]), "shape-mismatch", "y"),
        (lambda: TextNeighbors().fit(["a b"], [None]), "missing-value", "y"),
        (lambda: TextNeighbors().fit([5], ["a"]), "wrong-type", None),
        (lambda: TextNeighbors(0).fit(TEXTS, LABELS), "bad-parameter", "n_neighbors"),
        (lambda: TextNeighbors(metric="nonsense").fit(TEXTS, LABELS), "unknown-metric", "metric"),
        (lambda: TextNeighbors(alpha=-1).fit(TEXTS, LABELS).predict(NEW), "bad-parameter", "alpha"),
        (
            lambda: TextNeighbors().fit(TEXTS, LABELS, sample_weight=[-1] * 60),
            "bad-weight",
            "sample_weight",
        ),
        (
            lambda: TextNeighbors(1, alpha=[-1, 2]).fit(TEXTS, LABELS).predict([""]),
            "bad-parameter",
            "alpha",
        ),
        (
            lambda: TextNeighbors(1, alpha=[1, 2, 3]).fit(TEXTS, LABELS).predict([""]),
            "shape-mismatch",
            "alpha",
        ),
        (
            lambda: TextNeighbors(**OF_RARE).fit(MAILS, ["a"] * 3).predict(MAILS),
            "crossed-limits",
            "min_df",
        ),
        (
            lambda: TextNeighbors(metric=lambda *_: np.nan).fit(TEXTS, LABELS).predict(NEW),
            "bad-return",
            "metric",
        ),
        (lambda: TextNeighbors(projection="x").fit(TEXTS, LABELS), "bad-parameter", "projection"),
        (
            lambda: TextNeighbors(projection=3, metric="jaccard").fit(TEXTS, LABELS),
            "incompatible-parameters",
            "projection",
        ),
    ],
)
def test_mistakes(fit, code, parameter):
    """What cannot be learned or answered is an error that says why."""
    with refused(code, parameter=parameter):
        fit()


def test_misspelt_metric():
    """The metric that may be meant is named."""
    with refused("unknown-metric") as caught:
        TextNeighbors(metric="levenstein").fit(TEXTS, LABELS)

    assert "'levenshtein'" in caught.value.what


@pytest.mark.parametrize(
    ("fit", "code", "parameter"),
    [
        (lambda: TextNeighbors().fit([], []), "empty-input", "X"),
        (lambda: TextNeighbors().fit("text", ["a"]), "single-string", "X"),
        (
            lambda: TextNeighbors(61).fit(TEXTS, LABELS).predict(NEW),
            "too-few-rows",
            "n_neighbors",
        ),
        (
            lambda: TextNeighbors().fit(TEXTS, LABELS).kneighbors(NEW, 61),
            "too-few-rows",
            "n_neighbors",
        ),
        (
            lambda: TextNeighbors(2).fit(["buy", ""], [0, 1]).predict(NEW),
            "too-few-rows",
            "n_neighbors",
        ),
        (lambda: TextNeighbors(1).fit(["buy", ""], [0, 1]).kneighbors(), "no-words", None),
        (
            lambda: TextNeighbors(2).fit(["buy", "see"], [0, 1]).kneighbors(),
            "too-few-rows",
            "n_neighbors",
        ),
        (lambda: TextNeighbors(min_df=99).fit(TEXTS, LABELS), "crossed-limits", "min_df"),
        (
            lambda: TextNeighbors(min_df=3, max_df=2).partial_fit(TEXTS, LABELS),
            "crossed-limits",
            "min_df",
        ),
        (
            lambda: TextNeighbors(min_df=0.9, max_df=0.1).fit(TEXTS, LABELS),
            "crossed-limits",
            "min_df",
        ),
        (
            lambda: TextNeighbors(metric="osa", projection=3).fit(TEXTS, LABELS),
            "bad-parameter",
            "projection",
        ),
    ],
)
def test_refusals(fit, code, parameter):
    """What cannot be learned or answered is an error with a code and the parameter."""
    with refused(code, InputError, parameter=parameter):
        fit()


@pytest.mark.parametrize(
    ("metric", "params"),
    [
        ("cosine", {"x": 1}),
        ("kullback_leibler", {"smoothing": -1}),
        ("levenshtein", {"x": 1}),
        ("ncd", {"x": 1}),
        ("ncd", {"compressor": "zip"}),
    ],
)
def test_wrong_parameters_of_metrics(metric, params):
    """What a metric does not take is refused when the model begins to learn."""
    with refused("bad-parameter", parameter="metric_params"):
        TextNeighbors(metric=metric, metric_params=params).fit(TEXTS, LABELS)


def test_few_texts_may_become_more():
    """Limits that the first texts do not reach are no mistake where more texts may come."""
    model = TextNeighbors(1, min_df=2).partial_fit(["buy now"], ["spam"], classes=["ham", "spam"])

    assert model.partial_fit(["buy it"], ["ham"]).predict(["buy"]) == ["spam"]


def test_a_projection_is_the_same_each_time():
    """Answers follow from texts and parameters alone."""
    one, other = (TextNeighbors(projection=20).fit(TEXTS, LABELS) for _ in range(2))

    assert np.array_equal(one.kneighbors(NEW)[0], other.kneighbors(NEW)[0])
    assert not np.array_equal(
        one.kneighbors(NEW)[0], other.set_params(random_state=1).kneighbors(NEW)[0]
    )
    assert one.explain(NEW[0]).words == [{}] * 5


def test_unfitted():
    """A model that has learned nothing says so."""
    with pytest.raises(NotFittedError):
        TextNeighbors().predict(["buy"])
