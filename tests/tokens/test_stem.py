import pytest
import snowballstemmer
from tests.errors import refused

from priory import Analyzer, CountVectorizer, _core

TEXTS = {
    "english": "Generously running ponies were happily relational, dying skies, 3d news agreed.",
    "german": "Die aufeinanderfolgenden Häuser schlugen kräftig, Straßen größerer Bücher.",
    "french": "Les continuellement majestueuses chanteuses naïves étaient finalement arrivées.",
    "spanish": "Las canciones rápidamente cantadas volvían, leyéndoselo tranquilamente.",
    "italian": "Le pronunciazioni velocemente abbandonate volevano guardandogli.",
    "portuguese": "As canções rapidamente cantadas estávamos conversações.",
    "russian": "Красивые девочки читали интересные книги вечерами.",
    "turkish": "Çocuklar evlerinden kitaplarını getirdiler, İstanbul'da ışıklar.",
    "finnish": "Edeltäjistään huolimatta taloissammekin juoksentelisinkohan.",
    "swedish": "Jaktkarlarne skrattade klokheterna behållandes.",
    "arabic": "الكتاب والمدرسة يكتبون الطلاب المكتبات",
    "hungarian": "Megszentségteleníthetetlenségeskedéseitekért házainkban könyvekkel.",
}
OURS = set(_core.stem_languages())


@pytest.mark.parametrize("language", TEXTS)
def test_parity(language):
    """Each word has the stem that Snowball's own package gives it."""
    words = Analyzer().tokenize(TEXTS[language])
    expected = snowballstemmer.stemmer(language).stemWords(words)

    assert expected == Analyzer(stem=language).tokenize(TEXTS[language])
    assert expected != words


@pytest.mark.parametrize("language", sorted(OURS))
def test_every_language(language):
    """Every language stems every sample text, whatever the script, to words that are not empty."""
    for text in TEXTS.values():
        words = Analyzer().tokenize(text)
        stems = _core.stem(language, words)

        assert len(stems) == len(words)
        assert all(stems)


def test_languages_of_snowball():
    """Every language of Snowball's own package is here, under the same name."""
    assert set(snowballstemmer.algorithms()) - {"porter"} <= OURS


@pytest.mark.parametrize("language", sorted(OURS & set(snowballstemmer.algorithms())))
def test_short_and_odd_words(language):
    """Words of one letter, of digits and of other scripts have Snowball's stems or stay whole."""
    words = ["a", "ing", "ed", "s", "'", "123", "_", "ß", "ı", "yy", "日本", "ο", "ة", "e" * 300]
    stemmer = snowballstemmer.stemmer(language)

    assert [stemmer.stemWord(word) or word for word in words] == _core.stem(language, words)


def test_after_stop_words():
    """Stop words are left out as they stand in the text, before stemming."""
    spec = Analyzer(stem="english", stop_words=frozenset(["running", "run"]))

    assert spec.tokenize("running runs run runner") == ["run", "runner"]


def test_stems_that_meet():
    """Words of one stem share a column."""
    vectorizer = CountVectorizer(stem="english", n_jobs=1)
    counts = vectorizer.fit_transform(["connect connected", "connection connects"])

    assert vectorizer.vocabulary_ == {"connect": 0}
    assert counts.toarray().tolist() == [[2], [2]]


def test_ngrams_of_stems():
    """N-grams are made of stems."""
    spec = Analyzer(stem="english", ngram_range=(2, 2))

    assert spec.tokenize("buying watches daily") == ["buy watch", "watch daili"]


def test_with_a_tokenizer():
    """Words that a Python tokenizer finds are stemmed, too."""
    vectorizer = CountVectorizer(stem="english", tokenizer=str.split, token_pattern=None)

    assert vectorizer.fit(["buying watches"]).vocabulary_ == {"buy": 0, "watch": 1}


def test_unknown_language_with_a_tokenizer():
    """An unknown language is refused, too, where Python makes the tokens."""
    with refused("bad-parameter", parameter="stem"):
        CountVectorizer(stem="klingon", tokenizer=str.split, token_pattern=None).fit(["buy"])


def test_unknown_language():
    """An unknown language is refused by name, and the known ones are listed."""
    with pytest.raises(ValueError, match=r"klingon.*english"):
        _core.stem("klingon", ["qapla"])
