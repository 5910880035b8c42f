import copy
import pickle
import unicodedata
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from tests.errors import refused

from priory import Analyzer, CountVectorizer, _core
from priory.errors import InputTypeError


def pickled(thing):
    """Send something through a pickle."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 (our own)


def test_frozen():
    """A specification cannot be changed behind the back of what was built with it."""
    with pytest.raises(FrozenInstanceError):
        Analyzer().lowercase = False


def test_equality():
    """Specifications are equal if all that they say is."""
    assert Analyzer(stop_words=frozenset(["an", "the"])) == Analyzer(stop_words={"the", "an"})
    assert Analyzer() != Analyzer(ngram_range=(1, 2))
    assert Analyzer() != replace(Analyzer(), version="priory 0")


def test_version():
    """The version names the rules, the Unicode of the running Python, and Snowball's."""
    version = Analyzer().version

    assert version.startswith("priory ")
    assert unicodedata.unidata_version in version
    assert _core.stem_version() in version


def test_other_version():
    """A specification made elsewhere is refused by name rather than read differently."""
    old = replace(Analyzer(), version="priory 0, unicode 9.0.0")

    with refused("version-mismatch"):
        old.tokenize("buy now")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_copies(copied):
    """Copies and pickles are equal and find the same tokens."""
    spec = Analyzer(stem="english", phrases=("free money",), domain_features=("money",))

    assert copied(spec) == spec
    assert copied(spec).tokenize("Free MONEY: $5") == spec.tokenize("Free MONEY: $5")


def test_vectorizer_keeps_it():
    """A fitted vectorizer holds the specification of its tokens."""
    options = {"ngram_range": (1, 2), "stem": "english", "phrases": ("buy now",)}
    vectorizer = CountVectorizer(stop_words=["the"], **options).fit(["buy the watch now"])

    assert vectorizer.analyzer_ == Analyzer(stop_words=frozenset(["the"]), **options)


def test_python_analysers_have_none():
    """What a Python callable does cannot be written down, so there is no specification."""
    assert CountVectorizer(analyzer=str.split).fit(["buy now"]).analyzer_ is None


@pytest.mark.parametrize(
    "extra", [{"stem": "english"}, {"phrases": ("a b",)}, {"domain_features": ("money",)}]
)
@pytest.mark.parametrize("kind", ["char", "char_wb"])
def test_words_only(kind, extra):
    """What speaks of words is refused where tokens are made of characters."""
    with refused("incompatible-parameters", parameter=next(iter(extra))):
        Analyzer(kind=kind, **extra)


@pytest.mark.parametrize(
    "option",
    [
        {"domain_features": ("emoji",)},
        {"kind": "sentence"},
        {"strip_accents": "latin"},
        {"stem": "klingon"},
        {"ngram_range": (2, 1)},
    ],
)
def test_unknown_values(option):
    """A value that means nothing is refused at once, by name, with those that would do."""
    with refused("bad-parameter", parameter=next(iter(option))):
        Analyzer(**option)


def test_all_fields_decide():
    """Each part of a specification changes the tokens of some text."""
    text = "The ÉTÉ sales: FREE money!! free money for 3 $"
    other = {
        "kind": "char",
        "ngram_range": (1, 2),
        "lowercase": False,
        "strip_accents": "ascii",
        "stop_words": frozenset(["the"]),
        "stem": "english",
        "domain_features": ("numbers",),
        "phrases": ("free money",),
    }

    assert other.keys() == {field.name for field in fields(Analyzer)} - {"version"}
    for name, value in other.items():
        assert Analyzer(**{name: value}).tokenize(text) != Analyzer().tokenize(text), name


@pytest.mark.parametrize("document", [None, b"buy now", 5, ["buy"]])
def test_not_text(document):
    """Something else than text is a TypeError."""
    with refused("wrong-type", kind=InputTypeError):
        Analyzer().tokenize(document)
