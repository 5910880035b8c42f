"""What the benchmarks are made of; they themselves are run by hand."""

import tarfile
from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks import (
    decisions,
    email_compat32,
    email_default,
    generated,
    messages,
    mixed,
    mixed_parts,
    neighbors,
    strings,
    strings_rapidfuzz,
)
from benchmarks.case import perform
from benchmarks.corpora import Labelled
from benchmarks.data import Data
from benchmarks.mail import fewer_tokens, other_texts
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


def test_copies_are_other_objects():
    """A copied text or message is equal to the first, and not the same."""
    for rows in (["a text"], [b"a message"]):
        first, second = Data(rows).copies(2).X

        assert first == second
        assert first is not second


def test_messages_are_found(tmp_path):
    """A corpus is read out of its folders or its archive, without the lines of a mailbox."""
    unpacked, packed = tmp_path / "unpacked", tmp_path / "packed"
    (unpacked / "spamassassin" / "hard_ham").mkdir(parents=True)
    (unpacked / "spamassassin" / "hard_ham" / "1").write_bytes(b"From me\nTo: you\n\nHi\n")
    packed.mkdir()
    with tarfile.open(packed / "spamassassin.tar.xz", "w:xz") as archive:
        archive.add(unpacked / "spamassassin", "spamassassin")
    expected = [messages.Mail("hard_ham/1", "ham", b"To: you\n\nHi\n")]

    assert messages.load(unpacked) == expected
    assert messages.load(packed) == expected
    assert messages.load(tmp_path) == []


def test_policies_agree():
    """Both policies of Python's parser see the same texts in generated messages."""
    raws = [mail.raw for mail in messages.generate(20_000)]
    old, new = email_compat32.MailParser(), email_default.MailParser()

    assert old.texts(raws) == new.texts(raws)


def test_tokens_of_a_peer():
    """The tokenizer in plain Python says where a word stood, and sees what HTML shows."""
    raw = messages.message("cheap pills from http://pills.example/ now", html=True)
    counts = email_compat32.MailCounter().counts(raw)

    assert counts["pills"] == 2 + 2  # in either part, alone and in the URL
    assert counts["subject:cheap"] == 1
    assert counts["url:www.cheap.example"] == 1
    assert "class" not in counts


def test_other_texts_are_refused():
    """A parser that sees another text than a peer's is found out, but may guess charsets."""
    raws = Data([b"\nA caf\xe9\n", b"\nB\n"])
    peer = email_compat32.MailParser(), None
    guessing, blind = (SimpleNamespace(texts=lambda _, b=b: ["A caf\xe9", b]) for b in ("B", ""))

    assert other_texts((guessing, None), peer, raws) == ""
    assert other_texts((blind, None), peer, raws) == "the text of 1 of 2 messages"


def test_fewer_tokens_are_refused():
    """A tokenizer that does less than a peer's is found out, also in a matrix."""
    matrix = np.array([[2, 3], [1, 0]])

    assert fewer_tokens((None, matrix), (None, 6), TEXTS) == ""
    assert fewer_tokens((None, 1), (None, matrix), TEXTS) == "1 tokens instead of 6"


def test_parts_of_a_mixed_model():
    """The parts that a user would put together are the model beside which they are timed."""
    table = mixed.drawn()[:500]
    data = Data(table.drop(columns="y"), table["y"].to_numpy(dtype=object), table.drop(columns="y"))
    models = [kind().fit(data.X, data.y) for kind in (priory.MixedNB, mixed_parts.MixedNB)]

    ours, theirs = ((model, model.predict(data.new)) for model in models)

    assert difference(ours, theirs, data) == ""
    assert difference((models[0], ours[1][::-1]), theirs, data).endswith("of 500 labels")


def test_dear_decisions_are_refused():
    """Decisions that cost more than another one by the posterior are counted."""
    X = np.eye(3, decisions.CLASSES)
    posterior = np.log(np.where(X == 1, 0.991, 0.001))

    assert not decisions.difference((None, np.array([0, 1, 2])), (None, posterior), Data(X))
    assert "1 of 3" in decisions.difference((None, np.array([0, 5, 2])), (None, posterior), Data(X))


def test_other_neighbors_are_refused():
    """Rows whose neighbours are farther than the reference's, or vote otherwise, are counted."""
    X = np.arange(9.0)[:, None]
    data = Data(X, np.arange(9) % 2, X)
    near, far = (priory.KNeighborsClassifier(3).fit(rows, data.y) for rows in (X, X + 1))
    ours, theirs = ((model, model.predict(X)) for model in (near, far))
    otherwise = near, np.where(X[:, 0] == 4, 1 - ours[1], ours[1])

    assert neighbors.difference(ours, ours, data) == ""
    assert "of 1 of 9" in neighbors.difference(otherwise, ours, data)
    assert "of 3 of 9" in neighbors.difference(ours, theirs, data)


def test_far_neighbors_are_refused():
    """Texts whose neighbours are not the nearest, or have other distances, are counted."""
    data = Data([f"{'free' * i} entry {i}" for i in range(9)], [0] * 9)
    ours, theirs = (
        library.KNeighborsClassifier(metric="levenshtein").fit(data.X, data.y).kneighbors(data.X)
        for library in (priory, strings_rapidfuzz)
    )
    far = (ours[0] + np.eye(9, 5, -4), ours[1])
    others = (ours[0], ours[1][:, ::-1])

    assert strings.difference((None, ours), (None, theirs), data) == ""
    assert "5 of 9" in strings.difference((None, far), (None, theirs), data)
    assert "9 of 9" in strings.difference((None, others), (None, theirs), data)
