"""Documents of every kind, and parameters of every kind."""

import io

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.errors import refused

from priory import CountVectorizer, HashingVectorizer, TfidfVectorizer
from priory.tokens import MailAnalyzer


def string_dtype():
    """Return NumPy's type of strings of any width, which old versions do not have."""
    if not hasattr(np.dtypes, "StringDType"):
        pytest.skip("this NumPy has no StringDType")
    return np.dtypes.StringDType()


TEXTS = ["Buy cheap now", "see you", "", "naïve café: buy BUY", "中文 text"]
EXPECTED = CountVectorizer(n_jobs=1).fit_transform(TEXTS).toarray()

KINDS = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "dictionary keys": dict.fromkeys,
    "object array": lambda texts: np.array(texts, dtype=object),
    "string array": np.array,
    "variable-width string array": lambda texts: np.array(texts, string_dtype()),
    "pandas object": lambda texts: pd.Series(texts, dtype=object),
    "pandas str": lambda texts: pd.Series(texts, dtype="str"),
    "pandas string": lambda texts: pd.Series(texts, dtype="string"),
    "pandas string[pyarrow]": lambda texts: pd.Series(texts, dtype="string[pyarrow]"),
    "pandas category": lambda texts: pd.Series(texts, dtype="category"),
    "pandas odd index": lambda texts: pd.Series(texts, index=[7] * len(texts)),
    "pandas index": pd.Index,
    "polars": pl.Series,
    "arrow": lambda texts: pa.array(texts, pa.string()),
    "arrow large": lambda texts: pa.array(texts, pa.large_string()),
    "arrow view": lambda texts: pa.array(texts, pa.string_view()),
    "arrow chunked": lambda texts: pa.chunked_array([texts[:2], [], texts[2:]], pa.string()),
}
SLICED = ["list", "object array", "string array", "pandas str", "pandas string[pyarrow]", "polars"]
SLICED += ["arrow", "arrow large", "arrow view", "arrow chunked"]
WITH_NULLS = [kind for kind in KINDS if kind.startswith(("pandas", "polars", "arrow"))]
WITH_NULLS += ["list", "generator", "object array"]


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind):
    """Documents count alike, whatever holds them."""
    documents = KINDS[kind](TEXTS)

    assert CountVectorizer().fit_transform(documents).toarray().tolist() == EXPECTED.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_in_transform(kind):
    """A fitted vectorizer reads every kind, too."""
    vectorizer = CountVectorizer().fit(TEXTS)

    assert vectorizer.transform(KINDS[kind](TEXTS)).toarray().tolist() == EXPECTED.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_in_python(kind):
    """Where Python analyses, every kind is read, too."""
    vectorizer = CountVectorizer(token_pattern=r"(?u)\w\w+")  # noqa: S106

    assert vectorizer.fit_transform(KINDS[kind](TEXTS)).toarray().tolist() == EXPECTED.tolist()


def test_set():
    """A set has no order, but all its documents are read."""
    counts = CountVectorizer().fit_transform(set(TEXTS)).toarray()

    assert sorted(counts.tolist()) == sorted(EXPECTED.tolist())


@pytest.mark.parametrize("kind", SLICED)
def test_slices(kind):
    """A slice holds its own documents and no others."""
    documents = KINDS[kind](TEXTS)[1:4]
    expected = CountVectorizer().fit_transform(TEXTS[1:4]).toarray()

    assert CountVectorizer().fit_transform(documents).toarray().tolist() == expected.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_empty(kind):
    """No documents make no rows."""
    documents = KINDS[kind]([])
    if kind == "string array":
        documents = documents.astype(str)

    assert CountVectorizer().fit(TEXTS).transform(documents).shape == (0, EXPECTED.shape[1])


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_nulls_as_empty(kind):
    """A missing document is an empty one if so wished."""
    documents = KINDS[kind]([*TEXTS[:3], None, *TEXTS[3:]])
    counts = CountVectorizer(missing="empty").fit_transform(documents).toarray()

    assert np.delete(counts, 3, axis=0).tolist() == EXPECTED.tolist()
    assert not counts[3].any()


@pytest.mark.parametrize("kind", WITH_NULLS)
def test_nulls_are_errors(kind):
    """Else it is an error that names its index and the remedy."""
    documents = KINDS[kind]([*TEXTS[:3], None, *TEXTS[3:]])

    with refused("missing-value", place="document 3", parameter="missing"):
        CountVectorizer().fit(documents)


@pytest.mark.parametrize("nothing", [None, float("nan"), np.nan, np.float32("nan"), pd.NA, pd.NaT])
@pytest.mark.parametrize("make", [CountVectorizer, HashingVectorizer, TfidfVectorizer])
def test_missing(make, nothing):
    """Everything that stands for nothing is missing."""
    with refused("missing-value", place="document 1"):
        make().fit_transform(["buy now", nothing])

    assert make(missing="empty").fit_transform(["buy now", nothing]).sum(axis=1)[1] == 0


@pytest.mark.parametrize("analyzer", ["word", MailAnalyzer()])
@pytest.mark.parametrize("make", [CountVectorizer, HashingVectorizer, TfidfVectorizer])
def test_no_rule_for_what_is_missing(make, analyzer):
    """A rule for missing documents that is none is refused, also if it was set after fit."""
    vectorizer = make(analyzer=analyzer).fit([b"buy now"]).set_params(missing="drop")

    with refused("bad-parameter", parameter="missing"):
        vectorizer.transform([b"buy now", None])


@pytest.mark.parametrize("options", [{"token_pattern": r"\w+"}, {"preprocessor": str.lower}])
def test_missing_in_python(options):
    """A missing document is named where Python analyses, too."""
    with refused("missing-value", place="document 1"):
        CountVectorizer(**options).fit(["buy now", None])

    counts = CountVectorizer(missing="empty", **options).fit_transform(["buy now", None])
    assert counts.toarray().tolist() == [[1, 1], [0, 0]]


def test_index_across_batches():
    """The index of a missing document counts from the first one, however many there are."""
    documents = pa.chunked_array([["a"] * 140_000, ["b", None]])

    for held in (documents, documents.to_pylist()):
        with refused("missing-value", place="document 140001"):
            CountVectorizer().fit(held)


@pytest.mark.parametrize("encoding", ["utf-8", "UTF8", "utf_8", "latin-1", "utf-16", "cp1252"])
def test_encodings(encoding):
    """Bytes are decoded as the encoding says."""
    documents = [text.encode(encoding) for text in TEXTS[:4]]
    expected = CountVectorizer().fit_transform(TEXTS[:4]).toarray()

    counts = CountVectorizer(encoding=encoding).fit_transform(documents)

    assert counts.toarray().tolist() == expected.tolist()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, np.bytes_])
def test_kinds_of_bytes(kind):
    """Bytes may come in anything that holds them."""
    documents = [kind(text.encode()) for text in TEXTS]

    assert CountVectorizer().fit_transform(documents).toarray().tolist() == EXPECTED.tolist()


def test_text_and_bytes():
    """Text and bytes may stand side by side."""
    documents = [TEXTS[0], TEXTS[1].encode(), *TEXTS[2:]]

    assert CountVectorizer().fit_transform(documents).toarray().tolist() == EXPECTED.tolist()


@pytest.mark.parametrize(
    ("decode_error", "words"), [("ignore", ["caf", "now"]), ("replace", ["caf", "now"])]
)
def test_decode_error(decode_error, words):
    """Bytes that are no text are left out or replaced if so wished."""
    vectorizer = CountVectorizer(decode_error=decode_error).fit([b"caf\xe9 now"])

    assert vectorizer.get_feature_names_out().tolist() == words


@pytest.mark.parametrize("options", [{}, {"token_pattern": r"\w+"}, {"analyzer": "char"}])
def test_undecodable(options):
    """Else the error is Python's own and names the document."""
    with pytest.raises(UnicodeDecodeError) as raised:
        CountVectorizer(**options).fit([b"buy", b"caf\xe9"])

    assert "document 1" in "".join([str(raised.value), *getattr(raised.value, "__notes__", [])])


@pytest.mark.parametrize("options", [{}, {"token_pattern": r"(?u)\w\w+"}])
def test_files(options):
    """Documents may be open files, of bytes or of text."""
    files = [io.BytesIO(text.encode()) for text in TEXTS[:2]]
    files += [io.StringIO(text) for text in TEXTS[2:]]

    counts = CountVectorizer(input="file", **options).fit_transform(files)

    assert counts.toarray().tolist() == EXPECTED.tolist()


@pytest.mark.parametrize("options", [{}, {"token_pattern": r"(?u)\w\w+"}])
def test_filenames(tmp_path, options):
    """Documents may be named by the files that hold them."""
    names = [tmp_path / str(i) for i in range(len(TEXTS))]
    for name, text in zip(names, TEXTS, strict=True):
        name.write_text(text, "utf-8")

    counts = CountVectorizer(input="filename", **options).fit_transform(map(str, names))

    assert counts.toarray().tolist() == EXPECTED.tolist()


def test_absent_file(tmp_path):
    """A file that is not there is named."""
    with pytest.raises(FileNotFoundError, match="nothing-here"):
        CountVectorizer(input="filename").fit([tmp_path / "nothing-here"])


TABLES = {
    "pandas frame": pd.DataFrame({"text": TEXTS}),
    "polars frame": pl.DataFrame({"text": TEXTS}),
    "arrow table": pa.table({"text": TEXTS}),
    "2-d array": np.array([TEXTS]),
    "list of lists": [TEXTS],
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind):
    """A table is refused: it does not say which column holds the text."""
    with pytest.raises(TypeError, match=r"one of its columns|document 0"):
        CountVectorizer().fit(TABLES[kind])


@pytest.mark.parametrize("column", [pa.array([1, 2]), pl.Series([1.5]), pa.array([b"buy"])])
def test_columns_without_text(column):
    """A column of something else is refused with its type and a remedy."""
    with pytest.raises(TypeError, match=r"(?i)(int64|float64|binary).*strings"):
        CountVectorizer().fit(column)


@pytest.mark.parametrize("make", [CountVectorizer, HashingVectorizer, TfidfVectorizer])
@pytest.mark.parametrize("document", ["buy now", b"buy now", np.array("buy now")])
def test_one_text(make, document):
    """One text is refused: its characters are hardly meant to be the documents."""
    with pytest.raises((ValueError, TypeError), match=r"[Ii]terable|0-d"):
        make().fit_transform(document)


def test_all_null_column():
    """A column that holds nothing is read as documents that are missing."""
    vectorizer = CountVectorizer(missing="empty").fit(TEXTS)

    assert vectorizer.transform(pa.nulls(3)).nnz == 0


def test_files_are_read_once(tmp_path):
    """A preprocessor gets the text of a file, not its name."""
    (tmp_path / "one").write_text("Buy NOW")
    vectorizer = CountVectorizer(input="filename", preprocessor=str.upper)

    assert vectorizer.fit([tmp_path / "one"]).get_feature_names_out().tolist() == ["BUY", "NOW"]
