"""Vectorizers of messages: the counts of MailAnalyzer's tokens."""

import io
import pickle
from collections import Counter
from itertools import cycle

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.feature_extraction import text as sklearn_text
from tests.errors import refused

from priory import CountVectorizer, HashingVectorizer, TfidfVectorizer
from priory.errors import InputTypeError
from priory.mail import Limits
from priory.tokens import MailAnalyzer

MAIL = MailAnalyzer()
MESSAGES = [
    b"From: Ann <ann@example.com>\nSubject: Lunch\n\nSee you at noon, or at one?",
    b"Subject: FREE\nX-Spam-Flag: YES\n\nfree money http://a.example/free",
    b"Content-Type: text/html\n\n<p>free<p style='display:none'>hidden</p>",
    "Content-Type: text/plain; charset=utf-8\n\n価格表 Größe".encode(),
    b"",
    b"\xff\xfe no message at all",
]
ALL = [CountVectorizer, HashingVectorizer, TfidfVectorizer]


def arrays(matrix):
    """Return what a sparse matrix is made of, to the bit."""
    return [array.tobytes() for array in (matrix.indptr, matrix.indices, matrix.data)]


def test_counts():
    """Each message has the counts of its tokens, and the vocabulary is sorted."""
    vectorizer = CountVectorizer(analyzer=MAIL)
    matrix = vectorizer.fit_transform(MESSAGES).toarray()
    names = vectorizer.get_feature_names_out()

    assert names.tolist() == sorted({token for raw in MESSAGES for token in MAIL.tokenize(raw)})
    for raw, row in zip(MESSAGES, matrix, strict=True):
        assert Counter(MAIL.tokenize(raw)) == {names[i]: row[i] for i in row.nonzero()[0]}


def of_latin_1(text):
    """Return the tokens of a message that scikit-learn decoded."""
    return MAIL.tokenize(text.encode("latin-1"))


@pytest.mark.parametrize("name", ["CountVectorizer", "HashingVectorizer", "TfidfVectorizer"])
def test_scikit_learn(name):
    """The numbers are scikit-learn's for the same function from message to tokens."""
    theirs = getattr(sklearn_text, name)(analyzer=of_latin_1, encoding="latin-1")
    theirs = theirs.fit_transform(MESSAGES)
    ours = {cls.__name__: cls for cls in ALL}[name](analyzer=MAIL).fit_transform(MESSAGES)

    np.testing.assert_allclose(ours.toarray(), theirs.toarray())


@pytest.mark.parametrize("cls", ALL)
def test_threads(cls):
    """The number of threads changes no bit, neither in fit nor in transform."""
    many = [raw + b" word%d" % i for i in range(50) for raw in MESSAGES]
    one, two = (cls(analyzer=MAIL, n_jobs=n) for n in (1, 2))

    assert arrays(one.fit_transform(many)) == arrays(two.fit_transform(many))
    assert arrays(one.transform(many[::-1])) == arrays(two.transform(many[::-1]))


@pytest.mark.parametrize("cls", [CountVectorizer, TfidfVectorizer])
def test_partial_fit(cls):
    """Batches teach what all messages teach at once, but for the order of the columns."""
    whole, grown = cls(analyzer=MAIL).fit(MESSAGES), cls(analyzer=MAIL)
    for start in range(0, len(MESSAGES), 2):
        grown.partial_fit(MESSAGES[start : start + 2])
    order = np.argsort(grown.get_feature_names_out())

    assert sorted(grown.get_feature_names_out()) == whole.get_feature_names_out().tolist()
    expected = whole.transform(MESSAGES).toarray()
    np.testing.assert_allclose(grown.transform(MESSAGES).toarray()[:, order], expected)


CONTAINERS = {
    "tuple": tuple,
    "generator": iter,
    "array": lambda messages: np.array(messages, dtype=object),
    "series": pd.Series,
    "arrow": lambda messages: pa.array(messages, pa.binary()),
    "chunks": lambda messages: pa.chunked_array([messages[:2], messages[2:]], pa.binary()),
    "polars": pl.Series,
    "arrow series": lambda messages: pd.Series(messages, dtype=pd.ArrowDtype(pa.binary())),
    "buffers": lambda messages: [memoryview(bytearray(raw)) for raw in messages],
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_containers(name):
    """Messages may come in whatever holds bytes."""
    vectorizer = CountVectorizer(analyzer=MAIL)
    expected = arrays(vectorizer.fit_transform(MESSAGES))

    assert arrays(vectorizer.fit_transform(CONTAINERS[name](MESSAGES))) == expected


def test_files(tmp_path):
    """Messages may be in files, open or named."""
    paths = [tmp_path / f"{i}.eml" for i in range(len(MESSAGES))]
    for path, raw in zip(paths, MESSAGES, strict=True):
        path.write_bytes(raw)
    expected = arrays(CountVectorizer(analyzer=MAIL).fit_transform(MESSAGES))
    opened = CountVectorizer(analyzer=MAIL, input="file")
    named = CountVectorizer(analyzer=MAIL, input="filename")

    assert arrays(opened.fit_transform([io.BytesIO(raw) for raw in MESSAGES])) == expected
    for names in (paths, map(str, paths), [bytes(path) for path in paths]):
        assert arrays(named.fit_transform(names)) == expected


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA])
@pytest.mark.parametrize("source", ["content", "file", "filename"])
def test_missing(cls, nothing, source):
    """A missing message is an error that names it, or an empty message if that is wanted."""
    vectorizer = cls(analyzer=MAIL, input=source)
    with refused("missing-value", place="document 0", parameter="missing"):
        vectorizer.fit_transform([nothing])
    empty = cls(analyzer=MAIL).fit_transform([b""])

    found = vectorizer.set_params(missing="empty").fit_transform([nothing])

    assert arrays(found) == arrays(empty)


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize("wrong", ["Subject: hi", "", 5, [b"x"]])
def test_wrong_types(cls, wrong):
    """What is not bytes is refused, and the error says which document it was."""
    with refused("wrong-type", kind=InputTypeError, place="document 1") as raised:
        cls(analyzer=MAIL).fit_transform([b"", wrong])
    assert type(wrong).__name__ in raised.value.what


def test_text_file():
    """A file that was opened as text has no bytes to read."""
    with refused("wrong-type", kind=InputTypeError, place="document 0"):
        CountVectorizer(analyzer=MAIL, input="file").fit([io.StringIO("Subject: hi")])


@pytest.mark.parametrize("cls", ALL)
def test_one_message(cls):
    """One message is no collection of messages."""
    with refused("single-string"):
        cls(analyzer=MAIL).fit_transform(MESSAGES[0])


def test_failure_changes_nothing():
    """A vectorizer that fails in the middle is what it was."""
    vectorizer = CountVectorizer(analyzer=MAIL).fit(MESSAGES[:2])
    before = pickle.dumps(vectorizer)

    with refused("wrong-type", place="document 1"):
        vectorizer.partial_fit([b"new words", "text"])

    assert pickle.dumps(vectorizer) == before


@pytest.mark.parametrize("cls", ALL)
def test_parameters(cls):
    """The analyser is a parameter like others: cloned, set, pickled, and kept after fit."""
    vectorizer = cls(analyzer=MAIL).fit(MESSAGES)
    restored = pickle.loads(pickle.dumps(vectorizer))  # noqa: S301 (our own)

    assert clone(vectorizer).get_params()["analyzer"] == MAIL
    assert restored.analyzer_ == MAIL
    assert arrays(restored.transform(MESSAGES)) == arrays(vectorizer.transform(MESSAGES))
    other = clone(vectorizer).set_params(analyzer=MailAnalyzer(headers="none"))
    assert other.fit(MESSAGES).analyzer_ == MailAnalyzer(headers="none")


def test_joblib():
    """Other processes count as this one does."""
    vectorizer = CountVectorizer(analyzer=MAIL, n_jobs=1).fit(MESSAGES)
    parts = joblib.Parallel(n_jobs=2)(
        joblib.delayed(vectorizer.transform)(part) for part in (MESSAGES[:3], MESSAGES[3:])
    )

    expected = vectorizer.transform(MESSAGES).toarray()
    np.testing.assert_array_equal(np.vstack([part.toarray() for part in parts]), expected)


def test_build_analyzer():
    """The function from a message to its tokens is the analyser's."""
    assert CountVectorizer(analyzer=MAIL).build_analyzer()(MESSAGES[0]) == MAIL(MESSAGES[0])


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize(
    "unused",
    [{"ngram_range": (1, 2)}, {"stop_words": ["free"]}, {"preprocessor": str.lower}],
    ids=str,
)
def test_unused(cls, unused):
    """What makes words of texts is not used for mail, and scikit-learn's warning says so."""
    (name,) = unused
    with pytest.warns(UserWarning, match=f"'{name}' will not be used"):
        vectorizer = cls(analyzer=MAIL, **unused).fit(MESSAGES)

    expected = cls(analyzer=MAIL).fit_transform(MESSAGES)
    assert arrays(vectorizer.transform(MESSAGES)) == arrays(expected)


@pytest.mark.parametrize("cls", ALL)
@pytest.mark.parametrize(
    "extra", [{"stem": "english"}, {"domain_features": ["money"]}, {"phrases": ["free"]}], ids=str
)
def test_refused(cls, extra):
    """What only Priory's words have is refused."""
    with refused("incompatible-parameters", parameter="analyzer"):
        cls(analyzer=MAIL, **extra).fit(MESSAGES)


def test_pruning():
    """Words are chosen, cut and gathered as those of texts are."""
    vectorizer = CountVectorizer(analyzer=MAIL, min_df=2, max_count=1, unk=True)
    matrix = vectorizer.fit_transform(MESSAGES)

    assert "type:text/plain" in vectorizer.vocabulary_
    assert "subject:lunch" not in vectorizer.vocabulary_
    assert vectorizer.get_feature_names_out()[-1] == "<unk>"
    assert matrix.max() == 1


def test_limits():
    """The limits of the analyser hold for each message."""
    vectorizer = CountVectorizer(analyzer=MailAnalyzer(limits=Limits(tokens=2)))

    assert vectorizer.fit_transform(MESSAGES).sum(axis=1).max() == 3


def test_many_batches():
    """Messages of more than a batch are all counted."""
    long = b"X: y\n\n" + b"word " * 200_000
    vectorizer = CountVectorizer(analyzer=MailAnalyzer(limits=Limits(tokens=300_000)))
    matrix = vectorizer.fit_transform([*[long] * 9, b"X: y\n\nword"])

    column = vectorizer.vocabulary_["word"]
    assert matrix[:, column].toarray().ravel().tolist() == [200_000] * 9 + [1]


def test_endless():
    """Messages are taken from an iterator as they are read, not all before."""
    messages = cycle(MESSAGES)

    def some():
        for _ in range(9):
            yield next(messages)
        raise KeyError

    with pytest.raises(KeyError):
        CountVectorizer(analyzer=MAIL).fit(some())
