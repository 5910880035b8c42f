"""The plain Python reference against scikit-learn, the vectors and the numbers of the books."""

import json
import math
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
import snowballstemmer
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import (
    CountVectorizer,
    HashingVectorizer,
    TfidfTransformer,
)
from sklearn.utils import murmurhash3_32

from priory import Analyzer, sample
from priory import _reference as reference

VECTORS = json.loads((Path(__file__).parent / "vectors" / "tokens.json").read_text("utf-8"))
OWN_OPTIONS = {"stem", "domain_features", "phrases"}
untimed = settings(deadline=None)

DIFFICULT = (
    "aAbBzZ09_ \t\n\r\x00\x1c\x85\xa0.,!$'-éÉßẞΣİ\u0131\u017f\u212a²Ⅳﬁ\u0301\u200b\u2028\ufeff中🎉𐐀"
)
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8")),
    st.text(DIFFICULT),
    st.lists(st.sampled_from(["the", "Of", "buy", "NOW", "cheap,", "a", "ÉTÉ"])).map(" ".join),
)
NGRAM_RANGES = st.tuples(st.integers(1, 4), st.integers(0, 3)).map(lambda r: (r[0], sum(r)))
SMALL_DOCUMENTS = st.lists(st.lists(st.sampled_from(["bank", "loan", "free", "money"]), max_size=8))
OPTIONS = st.fixed_dictionaries(
    {
        "analyzer": st.sampled_from(["word", "char", "char_wb"]),
        "ngram_range": NGRAM_RANGES,
        "lowercase": st.booleans(),
        "strip_accents": st.sampled_from([None, "unicode", "ascii"]),
        "stop_words": st.sampled_from([[], ["the", "of"]]),
    }
)


def rows_of(matrix):
    """Read a CSR matrix as the reference writes rows."""
    cells = list(zip(matrix.indices.tolist(), matrix.data.tolist(), strict=True))
    return [dict(cells[start:end]) for start, end in pairwise(matrix.indptr.tolist())]


def sklearn_counts(documents, **options):
    """Count documents that are already tokens."""
    vectorizer = CountVectorizer(analyzer=list, **options)
    rows = rows_of(vectorizer.fit_transform(documents))
    return vectorizer.get_feature_names_out().tolist(), rows


def title(vector):
    """Name a vector in the test report."""
    return f"{vector['why']}: {vector['note']}"


@pytest.mark.parametrize("vector", VECTORS, ids=title)
def test_vectors(vector):
    """The reference gives each vector's tokens, in the vector's order."""
    options = dict(vector["options"])
    if "stem" in options:
        options["stem"] = snowballstemmer.stemmer(options["stem"]).stemWord

    assert vector["expected"] == reference.tokenize(vector["input"], **options)


@pytest.mark.parametrize(
    "vector", [v for v in VECTORS if not OWN_OPTIONS & v["options"].keys()], ids=title
)
def test_vectors_are_sklearns(vector):
    """Where scikit-learn has the options, it gives each vector's tokens too."""
    analyze = CountVectorizer(**vector["options"]).build_analyzer()

    assert vector["expected"] == analyze(vector["input"])


def test_vectors_differ():
    """No two vectors ask the same question, and every one says why it is there."""
    questions = {json.dumps([vector["input"], vector["options"]]) for vector in VECTORS}

    assert len(VECTORS) == len(questions)
    assert all(vector["why"] and vector["note"] for vector in VECTORS)


@untimed
@given(TEXTS, OPTIONS)
def test_tokens(text, options):
    """Any text under any options becomes scikit-learn's tokens."""
    expected = CountVectorizer(**options).build_analyzer()(text)

    assert expected == reference.tokenize(text, **options)


def test_unknown_option():
    """A misspelt option is named, not ignored."""
    with pytest.raises(TypeError, match="ngrams"):
        reference.tokenize("buy now", ngrams=(1, 2))


@untimed
@given(st.text("012.,aé_ $"))
def test_numbers(text):
    """The possessive rule for numbers equals one that only looks ahead."""
    longest = r"(?<!\w)[0-9]+(?:[.,][0-9]+)*(?!\w|[.,][0-9])"
    expected = [f"number:{len(re.sub('[.,]', '', found))}" for found in re.findall(longest, text)]

    assert expected == reference.domain_features(text, ["numbers"])


@untimed
@given(st.lists(TEXTS, max_size=5))
def test_counts(texts):
    """Vocabulary and counts are scikit-learn's, sorted by code point."""
    documents = [reference.tokenize(text) for text in texts]
    assume(any(documents))
    vectorizer = CountVectorizer()
    expected = rows_of(vectorizer.fit_transform(texts))

    assert (vectorizer.get_feature_names_out().tolist(), expected) == reference.count(documents)


@untimed
@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_counts_of_known_words(texts):
    """Words outside a given vocabulary are left out, its order is kept."""
    vocabulary = ["now", "buy", "été"]
    expected = rows_of(CountVectorizer(vocabulary=vocabulary).transform(texts))

    _, rows = reference.count([reference.tokenize(text) for text in texts], vocabulary)

    assert expected == rows


@untimed
@given(SMALL_DOCUMENTS, SMALL_DOCUMENTS)
def test_grow(first, second):
    """A second batch leaves the columns of the first alone and appends its new words sorted."""
    vocabulary = reference.grow(reference.grow([], first), second)
    known = len(reference.grow([], first))

    assert reference.count(first)[0] == vocabulary[:known]
    assert sorted(vocabulary[known:]) == vocabulary[known:]
    assert reference.count(first + second)[0] == sorted(vocabulary)


@untimed
@given(SMALL_DOCUMENTS)
def test_truncated_at_one(documents):
    """Counts truncated at one are scikit-learn's binary counts."""
    assume(any(documents))
    vocabulary, rows = reference.count(documents)

    assert sklearn_counts(documents, binary=True) == (vocabulary, reference.truncate(rows, 1))


SHARES = st.one_of(st.integers(1, 4), st.floats(0, 1))


@untimed
@given(SMALL_DOCUMENTS, SHARES, SHARES)
def test_pruned_by_document_frequency(documents, min_df, max_df):
    """Rare and frequent words leave as in scikit-learn, which refuses to keep none."""
    pruned = reference.prune(*reference.count(documents), min_df, max_df)
    try:
        expected = sklearn_counts(documents, min_df=min_df, max_df=max_df)
    except ValueError:
        assert pruned[0] == []
    else:
        assert expected == pruned


@untimed
@given(SMALL_DOCUMENTS, st.integers(1, 4))
def test_pruned_to_most_frequent(documents, max_features):
    """The kept words are as frequent as scikit-learn's, and the same unless there is a tie."""
    assume(any(documents))
    expected, _ = sklearn_counts(documents, max_features=max_features)
    total = Counter(token for tokens in documents for token in tokens)

    kept, _ = reference.prune(*reference.count(documents), max_features=max_features)

    assert sorted(total[word] for word in expected) == sorted(total[word] for word in kept)
    assert expected == kept or len(set(total.values())) < len(total)


@untimed
@given(SMALL_DOCUMENTS, st.integers(1, 3))
def test_unk(documents, max_features):
    """With the unknown word's column every token of a document is counted once."""
    vocabulary, rows = reference.prune(*reference.count(documents), max_features=max_features)

    names, extended = reference.unk(vocabulary, rows, documents)

    assert [*vocabulary, "<unk>"] == names
    assert [len(tokens) for tokens in documents] == [sum(row.values()) for row in extended]


@untimed
@given(st.binary(max_size=40), st.integers(0, 2**31 - 1))
def test_murmurhash(data, seed):
    """The hash is scikit-learn's MurmurHash3, whatever the length and the seed."""
    assert murmurhash3_32(data, seed=seed) == reference.murmurhash3_32(data, seed)


@untimed
@given(TEXTS, st.integers(1, 2**20), st.booleans(), st.sampled_from([None, "l1", "l2"]))
def test_hashed(text, n_features, alternate_sign, norm):
    """Hashed columns, signs and cancelled zeros are scikit-learn's."""
    hasher = HashingVectorizer(n_features=n_features, alternate_sign=alternate_sign, norm=norm)
    (expected,) = rows_of(hasher.transform([text]))

    row = reference.hashed(reference.tokenize(text), n_features, alternate_sign)

    assert expected == pytest.approx(reference.normalize(row, norm))


@untimed
@given(SMALL_DOCUMENTS, st.booleans(), st.booleans(), st.sampled_from([None, "l1", "l2"]))
def test_tfidf(documents, smooth_idf, sublinear_tf, norm):
    """Weights are scikit-learn's under every option."""
    assume(any(documents))
    counts = CountVectorizer(analyzer=list).fit_transform(documents)
    options = {"smooth_idf": smooth_idf, "sublinear_tf": sublinear_tf, "norm": norm}
    expected = rows_of(TfidfTransformer(**options).fit_transform(counts))

    weights = reference.tfidf(reference.count(documents)[1], **options)

    assert expected == [pytest.approx(row) for row in weights]


def test_tfidf_of_new_documents():
    """New documents are weighed by what the old ones taught."""
    vectorizer = CountVectorizer(vocabulary=["bank", "loan", "free"])
    old = vectorizer.transform(["bank loan bank", "bank"])
    new = vectorizer.transform(["free loan loan"])
    expected = rows_of(TfidfTransformer().fit(old).transform(new))

    weights = reference.tfidf(rows_of(new), learned_from=rows_of(old))

    assert expected == [pytest.approx(row) for row in weights]


def test_dictionary_of_the_notes():
    """The vector of the lecture notes has ones at "a" and "buy" (one letter: a given word)."""
    dictionary = ["a", "aardvark", "aardwolf", "buy", "zygmurgy"]
    _, rows = reference.count([["buy", "a", "a"]], dictionary)

    assert reference.truncate(rows, 1) == [{0: 1, 3: 1}]


def test_words_of_no_dictionary():
    """A word no dictionary has, such as "cs229", is a feature once it occurs."""
    assert reference.tokenize("CS229 deadline") == ["cs229", "deadline"]


def test_order_is_ignored():
    """Milk, bread and eggs are the same bag in any order."""
    texts = ["Milk, bread, eggs", "eggs, milk, bread"]
    _, (one, other) = reference.count([reference.tokenize(text) for text in texts])

    assert one == other


def test_bank_loan_bank():
    """The two bank messages have the same words present and different counts."""
    texts = ["bank loan bank", "bank loan loan bank"]
    vocabulary, rows = reference.count([reference.tokenize(text) for text in texts])
    present = reference.truncate(rows, 1)

    assert vocabulary == ["bank", "loan"]
    assert present[0] == present[1]
    assert rows == [{0: 2, 1: 1}, {0: 2, 1: 2}]


def test_four_mails():
    """The four mails over buy, cheap and now give the table, seven estimates and the verdict."""
    texts = ["buy cheap", "buy now", "cheap", "now"]
    vocabulary, rows = reference.count([reference.tokenize(text) for text in texts])
    table = reference.tabulate(rows, ["spam", "spam", "ham", "ham"], 3)
    shares = reference.bernoulli(table, estimate="mle")
    _, (query,) = reference.count([reference.tokenize("buy cheap")], vocabulary)

    assert vocabulary == ["buy", "cheap", "now"]
    assert rows == [{0: 1, 1: 1}, {0: 1, 2: 1}, {1: 1}, {2: 1}]
    assert shares["spam"] == [1, 0.5, 0.5]
    assert shares["ham"] == [0, 0.5, 0.5]
    assert table.documents["spam"] / table.documents.total() == 0.5
    joint = reference.log_joint(query, table, shares, absences=True)
    assert reference.posterior(joint) == {"spam": 1, "ham": 0}


@pytest.mark.parametrize("n_spam", [1, 5, 100])
def test_word_never_seen(n_spam):
    """A word never seen makes 0/0 of everything, and Laplace's smoothing makes it 1/(2 + n)."""
    rows, labels = [{0: 1}] * n_spam + [{}] * 3, ["spam"] * n_spam + ["ham"] * 3
    table = reference.tabulate(rows, labels, 2)
    shares = reference.bernoulli(table, estimate="mle")

    with pytest.raises(ZeroDivisionError, match="0/0"):
        reference.posterior(reference.log_joint({1: 1}, table, shares, absences=True))
    assert reference.bernoulli(table)["spam"][1] == Fraction(1, 2 + n_spam)
    assert reference.bernoulli(table)["ham"][1] == Fraction(1, 2 + 3)


def test_bank_loan_bank_posteriors():
    """The two bank messages are one message to the Bernoulli model, and two to the multinomial."""
    rows, labels = [{0: 3, 1: 1}, {0: 1}, {1: 2}], ["spam", "spam", "ham"]
    queries = [{0: 2, 1: 1}, {0: 2, 1: 2}]
    counted = reference.tabulate(rows, labels, 2)
    present = reference.tabulate(reference.truncate(rows, 1), labels, 2)
    shares = reference.bernoulli(present), reference.multinomial(counted)

    coins = [
        reference.log_joint(row, present, shares[0], absences=True)
        for row in reference.truncate(queries, 1)
    ]
    dice = [reference.posterior(reference.log_joint(row, counted, shares[1])) for row in queries]

    assert coins[0] == coins[1]
    assert dice[0]["spam"] > dice[1]["spam"]


def test_log_sum_exp():
    """log(e^-120 + e^-121) is log(1 + e^-1) - 120, and nothing at all is minus infinity."""
    assert reference.log_sum_exp([-120, -121]) == math.log(1 + math.exp(-1)) - 120
    assert reference.log_sum_exp([-math.inf, -math.inf]) == -math.inf


MAILS = [["buy", "cheap", "buy"], ["cheap"], ["see", "you", "now"], ["now"], ["see", "buy"]]
VERDICTS = ["spam", "spam", "ham", "ham", "ham"]


@pytest.mark.parametrize("c", [1, 0.25, 8])
def test_algorithm(c):
    """Algorithm 1.1, step by step: the dictionary, p, the offset b, and the score t of a mail."""
    D, p, b = reference.train(MAILS, VERDICTS, c)

    assert D == ["buy", "cheap", "now", "see", "you"]
    assert p[0] == [Fraction(n, 5 + 4) for n in (1 + 2, 1 + 2, 1, 1, 1)]
    assert p[1] == [Fraction(n, 5 + 6) for n in (1 + 1, 1, 1 + 2, 1 + 2, 1 + 1)]
    assert b == math.log(c) + math.log(3) - math.log(2)

    verdict, t = reference.classify(["buy", "cheap", "buy", "never"], D, p, b)
    ratio = Fraction(2, 3) * Fraction(3 * 11, 2 * 9) ** 2 * Fraction(3 * 11, 9)
    assert t == pytest.approx(math.log(ratio) - math.log(c))
    assert verdict == ("spam" if ratio > c else "ham")


def test_algorithm_is_the_multinomial_model():
    """Without a threshold Algorithm 1.1 compares the two posteriors of the multinomial model."""
    vocabulary, rows = reference.count(MAILS)
    table = reference.tabulate(rows, VERDICTS, len(vocabulary))
    probabilities = reference.multinomial(table)
    D, p, b = reference.train(MAILS, VERDICTS)

    assert p == [probabilities["spam"], probabilities["ham"]]
    for tokens, row in zip(MAILS, rows, strict=True):
        joint = reference.log_joint(row, table, probabilities)
        _, t = reference.classify(tokens, D, p, b)
        assert t == pytest.approx(joint["spam"] - joint["ham"])


@pytest.mark.parametrize("order", [1, -1])
def test_phrases_of_one_token(order):
    """Phrases that would have one token are one phrase: the first."""
    wanted = [["free", "money"], ["free_money"]][::order]
    text = "free_money free money free_money free_money free money"
    phrases = [" ".join(phrase) for phrase in wanted]

    tokens = reference.tokenize(text, phrases=phrases)

    assert Analyzer(phrases=phrases).tokenize(text) == tokens
    assert tokens.count("phrase:free_money") == (2 if order == 1 else 3)


def test_counts_up_to_a_bound():
    """With K = 3 a word that occurs more than K - 1 times has count two, the unknown word too."""
    documents = [["free"] * 5 + ["offer"], ["free", "win", "win", "win"]]
    vocabulary, rows = reference.unk(*reference.count(documents, ["free", "offer"]), documents)

    assert vocabulary == ["free", "offer", "<unk>"]
    assert reference.truncate(rows, 2) == [{0: 2, 1: 1}, {0: 1, 2: 2}]


def test_sample():
    """The sample has distinct messages, two labels, and spam that shouts more than ham."""
    texts, labels = sample.messages()
    shouts = Counter()
    for text, label in zip(texts, labels, strict=True):
        shouts[label] += len(reference.domain_features(text, ["capitals", "punctuation"]))

    assert len(texts) == len(set(texts))
    assert set(labels) == {"ham", "spam"}
    assert shouts["spam"] > 10 * shouts["ham"]
