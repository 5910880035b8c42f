"""What scikit-learn has not, beside the plain Python reference."""

from itertools import pairwise

import pytest
import snowballstemmer
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from conformance import strategies as draw
from priory import CountVectorizer, HashingVectorizer, TfidfVectorizer
from priory import _reference as reference

LANGUAGES = ("english", "german", "french", "russian", "turkish", "greek", "finnish", "arabic")
FEATURES = ("numbers", "money", "punctuation", "capitals")


def stemmer(language):
    """Return Snowball's stemmer; a word of which it leaves nothing stays whole."""
    stem = snowballstemmer.stemmer(language).stemWord
    return lambda word: stem(word) or word


STEMMERS = {language: stemmer(language) for language in LANGUAGES}

marked = st.one_of(draw.texts, st.text("0129.,$£€¢ aZÉ_!?-é٣", max_size=30))
worded = st.lists(st.sampled_from(["no", "No!", "yes", "the", "a", "nö", "free"]), max_size=12)
similar = worded.map(" ".join)
inflected = st.lists(
    st.sampled_from(
        ["running", "ponies", "Häuser", "canções", "книгами", "evlerinden", "σπίτια", "كتابها"]
    ),
    max_size=8,
).map(" ".join)
analysis = st.fixed_dictionaries(
    {},
    optional=draw.normalization
    | {"ngram_range": draw.ngram_ranges, "stop_words": st.sampled_from([[], ["the", "no"]])},
)
bags = st.lists(similar, min_size=1, max_size=8)


def rows_of(matrix):
    """Read a sparse matrix as the reference writes rows."""
    cells = list(zip(matrix.indices.tolist(), matrix.data.tolist(), strict=True))
    return [dict(cells[start:end]) for start, end in pairwise(matrix.indptr.tolist())]


def learned(vectorizer, texts):
    """Fit a vectorizer and return the names of its columns and its rows."""
    rows = rows_of(vectorizer.fit_transform(texts))
    return vectorizer.get_feature_names_out().tolist(), rows


def assert_twins(texts, options, reference_options=None):
    """Assert that vocabulary and counts are the reference's."""
    spec = options | (reference_options or {})
    documents = [reference.tokenize(text, **spec) for text in texts]
    assume(any(documents))

    assert reference.count(documents) == learned(CountVectorizer(**options), texts)


@given(st.lists(marked, min_size=1, max_size=4), st.sets(st.sampled_from(FEATURES)), analysis)
def test_domain_features(texts, features, options):
    """Numbers, money, punctuation and capitals are found where the reference finds them."""
    assert_twins(texts, options | {"domain_features": sorted(features)})


@given(bags, st.lists(similar, max_size=3), analysis)
def test_phrases(texts, phrases, options):
    """Phrases are found where the reference finds them, overlaps included."""
    assert_twins(texts, options | {"phrases": phrases})


@given(
    st.lists(st.one_of(inflected, draw.texts), min_size=1, max_size=4),
    st.sampled_from(LANGUAGES),
    analysis,
)
def test_stems(texts, language, options):
    """Stems are Snowball's, taken after stop words are left out and before n-grams are made."""
    stemmed = {"stem": STEMMERS[language]}
    assert_twins(texts, options | {"stem": language}, stemmed)


@given(marked, st.sets(st.sampled_from(FEATURES)), st.sampled_from([None, "english"]))
def test_hashed_extras(text, features, stem):
    """Extra tokens and stems are hashed as any token is."""
    options = {"domain_features": sorted(features), "phrases": ["free", "no no"], "stem": stem}
    tokens = reference.tokenize(text, **options | {"stem": stem and STEMMERS[stem]})

    (row,) = rows_of(HashingVectorizer(**options, norm=None, n_features=64).transform([text]))

    assert reference.hashed(tokens, 64) == row


pruning = st.fixed_dictionaries(
    {}, optional={"min_df": st.integers(1, 3), "max_df": st.floats(0.4, 1)}
)


@settings(max_examples=200)
@given(bags, bags, pruning, st.one_of(st.none(), st.integers(1, 3)), st.booleans())
def test_unk_and_max_count(texts, others, bounds, max_count, unk):
    """Pruned words join the unknown ones, and every count is cut last."""
    documents = [reference.tokenize(text) for text in texts]
    vocabulary, _ = reference.prune(*reference.count(documents), **bounds)
    assume(vocabulary)
    vectorizer = CountVectorizer(**bounds, max_count=max_count, unk=unk)

    assert expected(vocabulary, documents, max_count, unk) == learned(vectorizer, texts)
    others_tokens = [reference.tokenize(text) for text in others]
    assert expected(vocabulary, others_tokens, max_count, unk)[1] == rows_of(
        vectorizer.transform(others)
    )


def expected(vocabulary, documents, max_count, unk):
    """Count the words of a vocabulary as the reference does."""
    names, rows = reference.count(documents, vocabulary)
    if unk:
        names, rows = reference.unk(names, rows, documents)
    return names, rows if max_count is None else reference.truncate(rows, max_count)


batches = st.lists(st.lists(st.one_of(similar, draw.texts), max_size=4), min_size=1, max_size=5)


@given(batches, analysis, st.booleans())
def test_order_of_growth(batches, options, unk):
    """New words stand behind the known ones, sorted among themselves."""
    vectorizer, vocabulary = CountVectorizer(**options, unk=unk), []
    for batch in batches:
        vectorizer.partial_fit(batch)
        tokens = [reference.tokenize(text, **options) for text in batch]
        vocabulary = reference.grow(vocabulary, tokens)
    assume(vocabulary)
    texts = [text for batch in batches for text in batch]
    documents = [reference.tokenize(text, **options) for text in texts]

    assert expected(vocabulary, documents, None, unk)[1] == rows_of(vectorizer.transform(texts))
    assert [*vocabulary, *["<unk>"] * unk] == vectorizer.get_feature_names_out().tolist()


@given(batches, pruning)
def test_pruned_growth(batches, bounds):
    """Bounds on document frequency count the documents of all batches."""
    vectorizer, vocabulary = CountVectorizer(**bounds), []
    for batch in batches:
        vectorizer.partial_fit(batch)
        vocabulary = reference.grow(vocabulary, [reference.tokenize(text) for text in batch])
    documents = [reference.tokenize(text) for batch in batches for text in batch]
    kept, _ = reference.prune(*reference.count(documents, vocabulary), **bounds)
    assume(kept)

    assert kept == vectorizer.get_feature_names_out().tolist()


@given(batches, st.booleans(), st.booleans(), st.sampled_from([None, "l1", "l2"]))
def test_growing_weights(batches, smooth_idf, sublinear_tf, norm):
    """Batches teach the weights that all documents teach at once."""
    options = {"smooth_idf": smooth_idf, "sublinear_tf": sublinear_tf, "norm": norm}
    vectorizer, vocabulary = TfidfVectorizer(**options), []
    for batch in batches:
        vectorizer.partial_fit(batch)
        vocabulary = reference.grow(vocabulary, [reference.tokenize(text) for text in batch])
    assume(vocabulary)
    texts = [text for batch in batches for text in batch]
    _, rows = reference.count([reference.tokenize(text) for text in texts], vocabulary)

    weights = rows_of(vectorizer.transform(texts))

    assert [pytest.approx(row) for row in reference.tfidf(rows, **options)] == weights
