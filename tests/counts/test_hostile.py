"""Input that nobody would wish for: a clear error or a right answer, and nothing half-changed."""

import os
import sys
import weakref

import numpy as np
import pyarrow as pa
import pytest
from sklearn.feature_extraction.text import CountVectorizer as Slow
from tests.errors import refused

from priory import CountVectorizer, HashingVectorizer, TfidfVectorizer
from priory.errors import InputTypeError

ALL = [CountVectorizer, HashingVectorizer, TfidfVectorizer]
IN_PYTHON = [{"token_pattern": r"\w+"}, {"tokenizer": str.split}]
STRANGERS = [5, 1.5, True, ["buy"], {"buy": 1}, object(), np.array(["a", "b"]), np.int64(3), print]


def survives(work):
    """Work in a forked child, which may die of it, and tell whether it ended well."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = int(not work())
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


class Text(str):
    """A text that is not quite a str: one can watch how long it lives."""

    __slots__ = ("__weakref__",)
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda thing: type(thing).__name__)
@pytest.mark.parametrize("make", ALL)
def test_wrong_type(make, stranger):
    """A document that is no text is an error that names its index and type."""
    with refused("wrong-type", kind=InputTypeError, place="document 1") as raised:
        make().fit_transform(["buy now", stranger])
    assert type(stranger).__name__ in raised.value.what


@pytest.mark.filterwarnings("ignore:The parameter 'token_pattern' will not be used")
@pytest.mark.parametrize("options", IN_PYTHON, ids=str)
def test_wrong_type_in_python(options):
    """The same where Python analyses."""
    with refused("wrong-type", kind=InputTypeError, place="document 1"):
        CountVectorizer(**options).fit_transform(["buy now", 5])


def test_objects_for_a_callable():
    """Documents of any type may go to an analyser that takes them."""
    documents = [np.array(["buy", "now"]), ["buy"], ("now", "now")]
    counts = CountVectorizer(analyzer=list).fit_transform(documents)

    assert counts.toarray().tolist() == [[1, 1], [1, 0], [0, 2]]


@pytest.mark.parametrize("token", [5, None, b"buy", ("a", "b"), "\ud800"], ids=repr)
def test_tokens_that_are_no_text(token):
    """A token that is no text is an error that names the document and says what came."""
    with pytest.raises((TypeError, ValueError), match="document 1"):
        CountVectorizer(analyzer=list).fit([["buy"], [token]])


@pytest.mark.parametrize(
    "text", ["buy \ud800 now", "\udfffbuy now", "buy\udcff now", "naïve \ud83d now"]
)
def test_lone_surrogates_in_words(text):
    """A lone surrogate belongs to no word, as in scikit-learn."""
    vectorizer = CountVectorizer().fit([text])

    assert vectorizer.vocabulary_ == Slow().fit([text]).vocabulary_
    assert vectorizer.transform([text]).sum() == Slow().fit_transform([text]).sum()


@pytest.mark.parametrize("analyzer", ["char", "char_wb"])
@pytest.mark.parametrize("make", ALL)
def test_lone_surrogates_in_characters(make, analyzer):
    """Where it would be a token itself, it is an error that names the document."""
    with refused("lone-surrogate", place="document 1"):
        make(analyzer=analyzer).fit_transform(["buy", "\ud800"])


def test_null_characters():
    """A null character is a character like any other."""
    texts = ["buy\0now \0 \0\0", "\0", "cheap\0"]
    vectorizer = CountVectorizer().fit(texts)

    assert vectorizer.vocabulary_ == {"buy": 0, "now": 2, "cheap": 1}
    for analyzer in ("char", "char_wb"):
        options = {"analyzer": analyzer, "ngram_range": (1, 2)}
        expected = Slow(**options).fit(texts).vocabulary_
        assert CountVectorizer(**options).fit(texts).vocabulary_ == expected


def test_terms_that_differ_in_nulls():
    """Terms that differ only in null characters are different terms."""
    counts = CountVectorizer(analyzer=list).fit_transform([["a", "a\0", "", "\0"], ["a\0"]])

    assert counts.toarray().tolist() == [[1, 1, 1, 1], [0, 0, 0, 1]]


@pytest.mark.parametrize("options", [{}, {"ngram_range": (1, 2)}, {"analyzer": "char_wb"}], ids=str)
def test_large_document(options):
    """One document of 20 MB among small ones is counted whole."""
    once = "buy cheap watches now "
    times = 20_000_000 // len(once)
    vectorizer = CountVectorizer(**options)
    counts = vectorizer.fit_transform(["now", once * times, ""]).toarray()
    expected = CountVectorizer(**options).fit([once]).get_feature_names_out()

    assert set(expected) <= set(vectorizer.get_feature_names_out())
    assert counts[1, vectorizer.vocabulary_["y" if "analyzer" in options else "buy"]] == times


def test_large_word():
    """A word of 20 MB is a word."""
    word = "x" * 20_000_000
    vectorizer = CountVectorizer().fit([word, "now"])

    assert list(vectorizer.vocabulary_) == ["now", word]
    assert vectorizer.transform([word + "x", word]).toarray().tolist() == [[0, 0], [0, 1]]


def test_large_separator():
    """20 MB of blanks between two words are a blank."""
    text = "buy" + " " * 20_000_000 + "now"

    assert CountVectorizer(ngram_range=(2, 2)).fit([text]).vocabulary_ == {"buy now": 0}


@pytest.mark.parametrize("make", ALL)
def test_many_empty_documents(make):
    """A million empty documents are a million empty rows."""
    documents = [""] * 1_000_000
    documents[-1] = "buy now"
    counts = make().fit_transform(documents)

    assert counts.shape[0] == 1_000_000
    assert counts.nnz == counts.indptr[-1] == 2


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("greatest", [10**5, 10**9, 10**18])
@pytest.mark.parametrize("analyzer", ["word", "char", "char_wb"])
def test_long_ngrams(analyzer, greatest):
    """N-grams longer than any document cost nothing, least of all the process."""
    texts = ["buy cheap now", "see you"]
    expected = CountVectorizer(analyzer=analyzer, ngram_range=(1, 13)).fit(texts).vocabulary_
    vectorizer = CountVectorizer(analyzer=analyzer, ngram_range=(1, greatest))

    assert survives(lambda: vectorizer.fit(texts).vocabulary_ == expected)


@pytest.mark.parametrize("documents", [[], [""], ["", " .,"], ["a b c"]])
@pytest.mark.parametrize("make", [CountVectorizer, TfidfVectorizer])
def test_empty_vocabulary(make, documents):
    """Documents without words are an error with scikit-learn's words."""
    with refused("empty-vocabulary"):
        make().fit(documents)


def test_empty_vocabulary_given():
    """A vocabulary without words is an error."""
    with refused("bad-parameter", parameter="vocabulary"):
        CountVectorizer(vocabulary=[]).fit(["buy now"])


@pytest.mark.parametrize(
    "option",
    [
        {"analyzer": "sentence"},
        {"strip_accents": "latin"},
        {"stop_words": "klingon"},
        {"stop_words": [5]},
        {"stem": "klingon"},
        {"domain_features": ["emoji"]},
        {"domain_features": "money"},
        {"phrases": "free money"},
        {"phrases": [5]},
        {"missing": "drop"},
        {"unk": "yes"},
        {"max_count": 0},
        {"max_count": 1.5},
        {"n_jobs": 0},
        {"n_jobs": "all"},
        {"ngram_range": (2, 1)},
        {"ngram_range": (-1, 1)},
        {"ngram_range": (1, 1.5)},
        {"min_df": -1},
        {"max_features": 0},
        {"vocabulary": [1, 2]},
        {"vocabulary": ["\ud800"]},
        {"input": "url"},
        {"decode_error": "panic"},
    ],
    ids=str,
)
@pytest.mark.parametrize("make", [CountVectorizer, TfidfVectorizer])
def test_unknown_options(make, option):
    """An option that means nothing is an error that names it."""
    (name,) = option

    with pytest.raises((ValueError, TypeError)) as raised:
        make(**option).fit(["buy now"])

    words = {name, str(next(iter(option.values()))), name.replace("_", " ").removesuffix("s")}
    assert any(word in str(raised.value) for word in words)


def test_unknown_encoding():
    """An unknown encoding is Python's own error."""
    with pytest.raises(LookupError, match="klingon"):
        CountVectorizer(encoding="klingon").fit([b"buy"])


@pytest.mark.parametrize("n_jobs", [64, 1000])
def test_many_threads(n_jobs):
    """More threads than anybody has give the same answer."""
    texts = ["buy cheap watches now " * 500] * 200
    counts = CountVectorizer(n_jobs=n_jobs).fit_transform(texts)

    assert counts.toarray().tolist() == [[500] * 4] * 200


def test_subclass_of_str():
    """A text of a subclass is a text."""
    counts = CountVectorizer().fit_transform([Text("buy now"), np.str_("buy"), "now"])

    assert counts.toarray().tolist() == [[1, 1], [1, 0], [0, 1]]


def test_documents_are_let_go():
    """Documents are not held after the call, and not let go during it."""
    text = "buy cheap watches " * 3
    before = sys.getrefcount(text)
    vectorizer = CountVectorizer().fit([text] * 1000)
    vectorizer.transform(iter([text] * 1000))

    assert sys.getrefcount(text) == before


def test_documents_made_on_the_way():
    """A generator's documents live as long as they are needed."""
    counts = CountVectorizer().fit_transform(f"buy word{i % 7}" for i in range(300_000))

    assert counts.sum(axis=0).tolist()[0][0] == 300_000


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("method", ["fit_transform", "transform"])
def test_generator_in_bounded_memory(make, method):
    """A generator's documents are let go long before it ends."""
    text, alive, most = "buy cheap watches now " * 50_000, weakref.WeakSet(), 0

    def documents():
        nonlocal most
        for _ in range(80):
            document = Text(text)
            alive.add(document)
            most = max(most, len(alive))
            yield document

    getattr(make().fit([text]), method)(documents())

    assert most < 50


def test_list_that_changes():
    """A list that grows and shrinks under the hands of its reader does no harm."""
    documents = ["buy now"] * 10

    class Changing(list):
        def __iter__(self):
            for i in range(10):
                yield documents[min(i, len(documents) - 1)]
                documents[:] = ["see you"] * (3 + i % 4)

    counts = CountVectorizer().fit_transform(Changing())

    assert counts.sum() == 20


@pytest.mark.parametrize("offsets", [[0, 5, 3, 6], [0, 1, 2, 10**6], [-4, 1, 2, 3]])
def test_damaged_arrow_offsets(offsets):
    """An Arrow column whose offsets lead astray is refused."""
    buffers = [None, pa.py_buffer(np.array(offsets, "i4")), pa.py_buffer(b"abcdefg")]
    try:
        column = pa.Array.from_buffers(pa.string(), 3, buffers)
    except pa.ArrowInvalid:
        pytest.skip("pyarrow itself refuses it")

    with pytest.raises(ValueError, match="Arrow"):
        CountVectorizer().fit(column)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_damaged_arrow_text(kind):
    """An Arrow column of text that is no text is refused."""
    offsets = np.array([0, 4], "i8" if kind == pa.large_string() else "i4")
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"ab\xff\xfe")]
    if kind == pa.string_view():
        buffers = [None, pa.py_buffer(np.int32(4).tobytes() + b"ab\xff\xfe" + bytes(8))]
    column = pa.Array.from_buffers(kind, 1, buffers)

    with pytest.raises(ValueError, match=r"(?i)utf-?8"):
        CountVectorizer().fit(column)


def test_one_long_text_says_little_about_the_others():
    """Room is not made for as many long texts as there are short ones behind the first."""
    texts = ["buy now " * 2**19] + ["buy"] * 100_000
    assert CountVectorizer(n_jobs=1).fit_transform(texts).sum() == 2**20 + 100_000
