"""TextClassifier over messages: bytes in, labels out."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone
from tests.errors import refused

from priory import CountVectorizer, MultinomialNB, TextClassifier, sample
from priory.cli._errors import CommandError
from priory.cli.text import _model as commands
from priory.errors import InputError, InputTypeError
from priory.mail import Limits
from priory.text import ModelFileError
from priory.text.files.file import read, write
from priory.tokens import MailAnalyzer

MAIL = MailAnalyzer(pairs=True, limits=Limits(parts=50, tokens=5000))
TEXTS, LABELS = sample.messages()
MESSAGES = [
    f"From: {label}@{i % 7}.example\nSubject: {text[:20]}\n"
    f"Content-Type: text/plain; charset=utf-8\n\n{text}".encode()
    for i, (text, label) in enumerate(zip(TEXTS, LABELS, strict=True))
]


@pytest.fixture
def model():
    """Return a model of messages."""
    return TextClassifier(analyzer=MAIL).fit(MESSAGES, LABELS)


@pytest.fixture
def path(model, tmp_path):
    """Save a model of messages."""
    model.save(tmp_path / "model")
    return tmp_path / "model"


def scores(model, messages=MESSAGES):
    """Return the joint log-probabilities of messages."""
    return model.predict_joint_log_proba(messages)


def test_predict(model):
    """The numbers are those of the same model over the matrix of counts."""
    vectorizer = CountVectorizer(analyzer=MAIL)
    apart = MultinomialNB().fit(vectorizer.fit_transform(MESSAGES), LABELS)

    assert model.predict(MESSAGES).tolist() == LABELS
    expected = apart.predict_joint_log_proba(vectorizer.transform(MESSAGES))
    np.testing.assert_allclose(scores(model), expected)


def test_threads():
    """The number of threads changes no bit."""
    one, two = (TextClassifier(analyzer=MAIL, n_jobs=n).fit(MESSAGES, LABELS) for n in (1, 2))

    assert np.array_equal(scores(one), scores(two))
    assert one.vocabulary() == two.vocabulary()


def test_explain(model):
    """An explanation names tokens with their origins, and adds up to the prediction."""
    explanation = model.explain(MESSAGES[0])

    assert explanation.text == MESSAGES[0]
    assert {word.word for word in explanation.evidence} == set(MAIL.tokenize(MESSAGES[0]))
    assert all(word.places == [] for word in explanation.evidence)
    np.testing.assert_allclose(explanation.joint_log_proba, scores(model, MESSAGES[:1])[0])


def test_explain_unknown(model):
    """Tokens that were never seen are named as unknown."""
    assert "subject:xyzzy" in model.explain(b"Subject: xyzzy\n\n").unknown


def test_words(model):
    """The most telling words of a class carry their origins."""
    assert "from:spam@0.example" in [word.word for word in model.words(2000)["spam"]]


def test_partial_fit(model):
    """Learning in batches is learning at once."""
    grown = TextClassifier(analyzer=MAIL)
    for start in range(0, len(MESSAGES), 7):
        grown.partial_fit(MESSAGES[start : start + 7], LABELS[start : start + 7])

    assert np.array_equal(scores(grown), scores(model))


def test_forget(model):
    """What is forgotten leaves no trace."""
    before = scores(model)
    model.partial_fit([b"Subject: new\n\nwords"], ["other"])
    model.forget([b"Subject: new\n\nwords"], ["other"])

    assert model.classes_.tolist() == ["ham", "spam"]
    assert np.array_equal(scores(model), before)


def test_merge(model):
    """Two models of halves are one of all."""
    halves = [
        TextClassifier(analyzer=MAIL).fit(MESSAGES[i::2], LABELS[i::2]).set_params(n_jobs=1)
        for i in (0, 1)
    ]

    assert np.array_equal(scores(halves[0].merge(halves[1])), scores(model))


def test_merge_of_others(model):
    """Models that take other things for tokens are not merged."""
    other = TextClassifier(analyzer=MailAnalyzer()).fit(MESSAGES, LABELS)

    with refused("incompatible-merge", InputError):
        model.merge(other)


def test_wrong_types(model):
    """A text is no message, and the error says which one it was."""
    with refused("wrong-type", InputTypeError, place="document 1"):
        TextClassifier(analyzer=MAIL).fit([b"", "text"], ["ham", "spam"])
    with refused("wrong-type", InputTypeError, place="document 1"):
        model.predict([b"", "text"])
    with refused("wrong-type", InputTypeError, place="document 0"):
        model.explain("text")


def test_missing(model):
    """A missing message is an error, or an empty message if that is wanted."""
    with refused("missing-value", parameter="missing", place="document 0"):
        model.explain(None)
    model.set_params(missing="empty")

    assert model.explain(None).text == b""
    assert np.array_equal(scores(model, [None]), scores(model, [b""]))


def test_parameters(model):
    """The analyser is a parameter like others: cloned, pickled, and not changed after fit."""
    restored = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own)

    assert clone(model).analyzer == MAIL
    assert np.array_equal(scores(restored), scores(model))
    with refused("changed-since-fit"):
        model.set_params(analyzer=MailAnalyzer()).predict(MESSAGES)


@pytest.mark.parametrize("unused", [{"ngram_range": (1, 2)}, {"stop_words": ["free"]}], ids=str)
def test_unused(unused):
    """What makes words of texts is not used for mail, and a warning says so."""
    with pytest.warns(UserWarning, match=f"'{next(iter(unused))}' will not be used"):
        TextClassifier(analyzer=MAIL, **unused).fit(MESSAGES, LABELS)


@pytest.mark.parametrize("wrong", [{"stem": "english"}, {"phrases": ["free"]}], ids=str)
def test_refused(wrong):
    """What only words of texts have is refused."""
    with refused("incompatible-parameters", parameter="analyzer"):
        TextClassifier(analyzer=MAIL, **wrong).fit(MESSAGES, LABELS)


def test_load(model, path):
    """A loaded model is the saved one, its analyser included."""
    loaded = TextClassifier.load(path)

    assert loaded.analyzer == loaded.analyzer_ == MAIL
    assert np.array_equal(scores(loaded), scores(model))
    assert loaded.explain(MESSAGES[0]).label == model.explain(MESSAGES[0]).label
    loaded.partial_fit([b"Subject: new\n\n"], ["ham"]).merge(model).forget(MESSAGES, LABELS)
    loaded.save(path)
    assert TextClassifier.load(path).analyzer == MAIL


def test_few_messages(model, path, monkeypatch):
    """A mapped model scores a few messages from their tokens alone, with the same result."""
    monkeypatch.setattr("priory.text.scores.scores.LETTERS_OF_A_TEXT", -100)
    loaded = TextClassifier.load(path)

    np.testing.assert_allclose(scores(loaded, MESSAGES[:2]), scores(model, MESSAGES[:2]))
    assert "_scorer" not in vars(loaded._derived())


def rewrite(path, name, change):
    """Change a part of the metadata of a model file."""
    arrays, metadata = read(path)
    arrays = {key: np.array(array) for key, array in arrays.items()}
    stored = json.loads(metadata[name])
    change(stored)
    write(path, arrays, metadata | {name: json.dumps(stored, sort_keys=True)})


def test_other_version(path):
    """A model whose tokens are those of other rules is refused by name."""
    rewrite(path, "analyzer", lambda spec: spec.update(version="mail 0"))

    with refused("analyzer-mismatch", ModelFileError, place=str(path)):
        TextClassifier.load(path)


@pytest.mark.parametrize(
    "change",
    [
        {"pairs": False},
        {"case": "other"},
        {"case": []},
        {"max_length": 10**30},
        {"limits": {"parts": -1}},
        {"limits": {"parts": 10**30}},
        {"limits": {"colour": 1}},
        {"limits": None},
        {"colour": 1},
        {"version": "mail 0"},
    ],
    ids=str,
)
def test_other_specification(path, change):
    """A file whose parameters are not those of its tokens, or are none at all, is refused."""
    rewrite(path, "parameters", lambda parameters: parameters["analyzer"]["mail"].update(change))

    with pytest.raises(ModelFileError):
        TextClassifier.load(path)


@pytest.mark.parametrize("analyzer", [{}, {"mail": 5}, {"text": {}}, [], 5])
def test_no_specification(path, analyzer):
    """A file that names no analyser is refused."""
    rewrite(path, "parameters", lambda parameters: parameters.update(analyzer=analyzer))

    with pytest.raises(ModelFileError):
        TextClassifier.load(path)


def test_made_elsewhere():
    """A specification of another version learns nothing."""
    with refused("version-mismatch"):
        TextClassifier(analyzer=replace(MAIL, version="mail 0")).fit(MESSAGES, LABELS)


def test_commands_of_texts(path):
    """The commands that read texts do not take a model of messages."""
    with pytest.raises(CommandError, match="is a model of messages"):
        commands.load(str(path))
