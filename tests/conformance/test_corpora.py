"""Whole corpora beside scikit-learn: the samples, 20 Newsgroups, the SMS Spam Collection."""

import pytest
from benchmarks import corpora
from sklearn.feature_extraction import text as sklearn_text
from variants import slow

import priory
from conformance.comparison import assert_equal
from priory.mail import Message

COUNTS = {
    "words": {},
    "words in pairs": {"ngram_range": (1, 2)},
    "few words": {"min_df": 2, "max_df": 0.3, "max_features": 2000, "binary": True},
    "words without accents": {"strip_accents": "unicode", "stop_words": "english"},
    "characters of words": {"analyzer": "char_wb", "ngram_range": (3, 4)},
    "characters": {"analyzer": "char", "ngram_range": (2, 3), "lowercase": False},
}
EVERY = {"words": 1, "words in pairs": 2, "few words": 4, "words without accents": 10}
SELDOM = 20  # one article in so many, where scikit-learn is slow
MANY = 1000


@pytest.fixture(scope="module", params=["sample", *slow("corpus")])
def texts(request):
    """Return long and short texts: samples, and corpora if they stand beside the project."""
    if request.param == "sample":
        mails = [Message.parse(mail.raw).text for mail in priory.sample.mailbox()]
        return {"news": mails, "messages": priory.sample.messages()[0]}
    if not (corpora.SHARED / f"{corpora.NEWS}.tar.xz").is_file():
        pytest.skip(f"there are no corpora in {corpora.SHARED}")
    found = corpora.from_folder(corpora.SHARED)
    return {"news": found.news.texts, "messages": found.short.texts}


def assert_alike(name, options, documents, *, exact=True):
    """Assert that our vectorizer learns and counts what scikit-learn's does."""
    theirs, ours = (getattr(module, name)(**options) for module in (sklearn_text, priory))
    expected = theirs.fit_transform(documents)

    assert_equal(expected, ours.fit_transform(documents), exact)
    assert_equal(expected, ours.transform(documents), exact)
    if hasattr(theirs, "vocabulary_"):
        assert theirs.vocabulary_ == ours.vocabulary_


@pytest.mark.parametrize("options", COUNTS.values(), ids=COUNTS)
def test_counts_of_messages(texts, options):
    """Counts are equal on every message."""
    assert_alike("CountVectorizer", options, texts["messages"])


@pytest.mark.parametrize("kind", COUNTS)
def test_counts_of_news(texts, kind):
    """Counts are equal on every article, or on every few where there are many."""
    step = EVERY.get(kind, SELDOM) if len(texts["news"]) > MANY else 1

    assert_alike("CountVectorizer", COUNTS[kind], texts["news"][::step])


@pytest.mark.parametrize("corpus", ["messages", "news"])
def test_hashes(texts, corpus):
    """Columns, signs and lengths of hashes are equal on every text."""
    assert_alike("HashingVectorizer", {}, texts[corpus])


@pytest.mark.parametrize("corpus", ["messages", "news"])
def test_weights(texts, corpus):
    """Tf-idf weights are equal up to rounding on every text."""
    assert_alike("TfidfVectorizer", {"sublinear_tf": True}, texts[corpus], exact=False)
