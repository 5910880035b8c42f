"""Subclasses that change a step, as scikit-learn's guide shows them, and other ways in."""

from io import BytesIO, StringIO

import pytest
from sklearn.feature_extraction import text as sklearn_text

import priory
from conformance.comparison import ask, assert_answers_alike, assert_equal

NAMES = ("CountVectorizer", "HashingVectorizer", "TfidfVectorizer")
TEXTS = ["Hello wörld hello", "The WORLD is wide", "hi hi"]


class OwnAnalyzer:
    """Makes every letter a token."""

    def build_analyzer(self):
        """Return the analyser."""
        return list


class OwnPreprocessor:
    """Turns texts round."""

    def build_preprocessor(self):
        """Return the preprocessor."""
        return lambda text: text[::-1]


class OwnTokenizer:
    """Cuts texts at the letter l."""

    def build_tokenizer(self):
        """Return the tokenizer."""
        return lambda text: text.split("l")


class OwnStopWords:
    """Leaves the world out."""

    def get_stop_words(self):
        """Return the stop words."""
        return frozenset(["world"])


class OwnDecoder:
    """Reads a document as something else."""

    def decode(self, doc):
        """Return the text of a document."""
        return f"read {super().decode(doc)}"


class OwnStems:
    """Wraps the analyser of its base."""

    def build_analyzer(self):
        """Return the analyser."""
        analyze = super().build_analyzer()
        return lambda text: [word[:3] for word in analyze(text)]


MIXINS = (OwnAnalyzer, OwnPreprocessor, OwnTokenizer, OwnStopWords, OwnDecoder, OwnStems)


@pytest.mark.parametrize("analyzer", ["word", "char", "char_wb"])
@pytest.mark.parametrize("mixin", MIXINS)
@pytest.mark.parametrize("name", NAMES)
def test_subclasses(name, mixin, analyzer):
    """A step that a subclass changes is changed."""
    theirs, ours = (
        type(name, (mixin, getattr(module, name)), {})(analyzer=analyzer)
        for module in (sklearn_text, priory)
    )

    assert_answers_alike(ask(theirs, TEXTS, TEXTS), ask(ours, TEXTS, TEXTS), exact=False)


class Half:
    """A document that a preprocessor can read."""

    def __init__(self, text):
        self.text = text


@pytest.mark.parametrize("name", NAMES)
def test_documents_of_any_kind(name):
    """What a preprocessor takes need not be text."""
    documents = [Half(text) for text in TEXTS]
    options = {"preprocessor": lambda half: half.text}
    theirs, ours = (getattr(module, name)(**options) for module in (sklearn_text, priory))

    assert_answers_alike(ask(theirs, documents, documents), ask(ours, documents, documents), False)


@pytest.mark.parametrize("analyzer", ["word", "char", str.split])
@pytest.mark.parametrize("name", NAMES)
def test_files(name, analyzer, tmp_path):
    """Texts in files named or open are read and decoded."""
    for i, text in enumerate(TEXTS):
        (tmp_path / f"{i}.txt").write_text(text, encoding="latin-1")
    paths = sorted(tmp_path.iterdir())
    options = {"input": "filename", "encoding": "latin-1", "analyzer": analyzer}
    theirs, ours = (getattr(module, name)(**options) for module in (sklearn_text, priory))

    assert_answers_alike(ask(theirs, paths, paths), ask(ours, paths, paths), exact=False)


@pytest.mark.parametrize("name", NAMES)
def test_open_files(name):
    """Open files are read, of bytes or of text."""
    matrices = []
    for module in (sklearn_text, priory):
        files = [BytesIO(TEXTS[0].encode()), StringIO(TEXTS[1])]
        matrices.append(getattr(module, name)(input="file").fit_transform(files))

    assert_equal(*matrices, exact=False)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("wrong", ["a text", b"bytes", 5, None])
def test_no_list_of_documents(name, wrong):
    """One text, or what is no list of texts, is refused with the same kind of error."""
    errors = [ask(getattr(module, name)(), wrong, wrong).error for module in (sklearn_text, priory)]

    assert issubclass(errors[1], (ValueError, TypeError))
    assert errors[0] in (errors[1], AttributeError)
