import pytest
import stop_words as package
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from tests.errors import refused

from priory import CountVectorizer
from priory.tokens.stop_words import stop_words

LANGUAGES = sorted(package.LANGUAGE_MAPPING.values())


def test_english():
    """English stop words are scikit-learn's."""
    assert stop_words("english") == ENGLISH_STOP_WORDS


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"english"}))
def test_other_languages(language):
    """Stop words of other languages are the package's, and there are some."""
    assert stop_words(language) == set(package.get_stop_words(language))
    assert stop_words(language)


def test_unknown_language():
    """An unknown language is named, and the known ones are listed."""
    with refused("bad-parameter", parameter="stop_words") as raised:
        stop_words("klingon")
    assert "german" in raised.value.remedy


def test_in_a_vectorizer():
    """A vectorizer leaves out the stop words of a language given by name."""
    vectorizer = CountVectorizer(stop_words="german").fit(["Der Hund und die Katze"])

    assert vectorizer.get_feature_names_out().tolist() == ["hund", "katze"]


def test_unknown_language_in_a_vectorizer():
    """A vectorizer refuses an unknown language when it is fitted."""
    with refused("bad-parameter", parameter="stop_words"):
        CountVectorizer(stop_words="klingon").fit(["buy now"])


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
def test_own_words(kind):
    """Stop words of one's own may come in any collection."""
    vectorizer = CountVectorizer(stop_words=kind(["buy"])).fit(["buy cheap"])

    assert vectorizer.vocabulary_ == {"cheap": 0}


def test_words_that_the_analyser_cuts():
    """A stop word that the analyser would cut is warned of, as in scikit-learn."""
    with pytest.warns(UserWarning, match=r"inconsistent.*\['don'\]"):
        CountVectorizer(stop_words=["don't"]).fit(["don't buy"])
