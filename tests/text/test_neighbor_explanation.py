"""The nearest texts as evidence."""

import json

import numpy as np
import pytest

from priory import TextNeighbors, sample
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
TEXT = "Win a free phone now"


@pytest.fixture
def model():
    """Fit a model of the sample."""
    return TextNeighbors(weights="distance", alpha=0.5).fit(TEXTS, LABELS)


def test_votes_add_up(model):
    """The votes of each class and its prior are its probability."""
    explanation = model.explain(TEXT)
    sums = dict(zip(model.classes_, explanation.prior, strict=True))
    for near in explanation.neighbors:
        sums[near.label] += near.vote

    np.testing.assert_allclose(list(sums.values()), model.predict_proba([TEXT])[0], rtol=1e-12)
    assert explanation.label == model.predict([TEXT])[0]


def test_neighbors_are_those_that_are_found(model):
    """Places, distances, labels and texts are those of `kneighbors`."""
    distances, places = model.kneighbors([TEXT])
    near = model.explain(TEXT).neighbors

    assert [each.index for each in near] == places[0].tolist()
    assert [each.distance for each in near] == distances[0].tolist()
    assert [each.text for each in near] == [TEXTS[place] for place in places[0]]
    assert [each.label for each in near] == [LABELS[place] for place in places[0]]


def test_shared_words_add_up_to_the_cosine(model):
    """What each shared word adds, the most first, makes 1 less the distance."""
    for near in model.explain(TEXT).neighbors:
        amounts = list(near.words.values())

        assert sum(amounts) == pytest.approx(1 - near.distance, abs=1e-12)
        assert amounts == sorted(amounts, reverse=True)
        assert all(word in near.text.lower() for word in near.words)


def test_other_metrics_share_no_words(model):
    """Where a distance is no sum over shared words, none are told."""
    explanation = model.set_params(metric="manhattan").explain(TEXT)

    assert explanation.words == [{}] * 5
    assert "shared words" not in explanation.to_text()


def test_a_text_without_words(model):
    """It has no neighbours, and the shares of the classes are all there is."""
    explanation = model.explain("xyzzy")

    assert explanation.neighbors == []
    assert explanation.probabilities.tolist() == explanation.prior.tolist()
    assert explanation.prior.tolist() == [37.5 / 61, 23.5 / 61]
    assert "No word of the text is in use" in explanation.to_text()
    assert "No word of the text is in use" in explanation.to_html()
    assert json.loads(explanation.to_json())["neighbors"] == []
    assert len(explanation.to_frame()) == 0


def test_forms_are_those_of_the_text(model):
    """Printed it is the tables, and in a notebook the page."""
    explanation = model.explain(TEXT)

    assert str(explanation) == explanation.to_text()
    assert explanation._repr_html_() == explanation.to_html(fragment=True)


def test_messages():
    """Of messages people see the subject and the text, and programs the bytes."""
    mails = [b"Subject: =?utf-8?q?caf=C3=A9?=\n\nTea at noon?", b"Subject: pills\n\nBuy"]
    model = TextNeighbors(1, analyzer=MailAnalyzer()).fit(mails, ["ham", "spam"])

    explanation = model.explain(b"Subject: tea\n\nTea?")

    assert explanation.neighbors[0].text == mails[0]
    assert "café Tea at noon?" in explanation.to_text()
    assert json.loads(explanation.to_json())["neighbors"][0]["text"] == "café\nTea at noon?"
