"""What the benchmarks are made of; they themselves are run by hand."""

import numpy as np
import pytest
from benchmarks import generated
from benchmarks.case import perform
from benchmarks.corpora import Labelled
from benchmarks.data import Data
from benchmarks.pipeline import TextClassifier as Pipeline
from benchmarks.posteriors import difference

import priory

TEXTS = Data(
    ["buy cheap pills", "buy now", "see you at lunch", "lunch now?"],
    ["spam", "spam", "ham", "ham"],
    ["buy lunch", "cheap pills"],
    ["ham", "spam"],
)


def test_held_out_texts():
    """Texts are held out with their labels, and none is lost or on both sides."""
    whole = Labelled([f"text {i}" for i in range(12)], [str(i) for i in range(12)])
    kept, held_out = whole.split()

    assert held_out == Labelled(["text 0", "text 5", "text 10"], ["0", "5", "10"])
    assert sorted(kept.texts + held_out.texts) == sorted(whole.texts)


def test_generated_classes_differ():
    """Classes of generated texts can be told apart."""
    pairs = list(generated.labelled(400_000, 100, 2))
    train, test = Labelled.of(pairs).split()
    data = Data(train.texts, train.labels, test.texts, test.labels)
    _, labels = perform(priory.TextClassifier(), "fit+predict", data, None)

    assert data.accuracy(labels) > 0.9


@pytest.mark.parametrize("method", ["fit", "fit+predict"])
def test_equal_results_pass(method):
    """Priory's classifier does what scikit-learn's pipeline does."""
    ours, theirs = (perform(m(), method, TEXTS, None) for m in (priory.TextClassifier, Pipeline))

    assert not difference(ours, theirs, TEXTS)


def test_wrong_labels_are_refused():
    """Labels that differ from the reference's are counted."""
    model, labels = perform(priory.TextClassifier(), "fit+predict", TEXTS, None)

    assert difference((model, labels), (model, np.array(["?", "?"])), TEXTS) == "2 of 2 labels"


def test_wrong_probabilities_are_refused():
    """Joint log-probabilities that differ from the reference's are named."""
    ours = perform(priory.TextClassifier(alpha=0.9), "fit", TEXTS, None)
    theirs = perform(Pipeline(), "fit", TEXTS, None)

    assert "joint log-probabilities" in difference(ours, theirs, TEXTS)


def test_what_is_read():
    """A method with several steps reads what each of them reads."""
    assert TEXTS.n_rows("fit+predict") == 6
    assert TEXTS.n_bytes("load+predict") == len("buy lunch" + "cheap pills")
