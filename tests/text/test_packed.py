"""Counts as bytes: what was written comes back, and nothing else is believed."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load
from tests.errors import refused

from priory import TextClassifier, TextCounts, sample
from priory.errors import InputError
from priory.mail import Limits
from priory.text import ModelFileError
from priory.text.files.layout import layers, unpack
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
SMALL = TextClassifier().fit(["buy now, now", "see you"], ["spam", "ham"]).counts_

texts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1)


@given(texts, st.integers(1, 3))
def test_what_was_written_comes_back(texts, n_classes):
    """Whatever the letters are."""
    labels = [f"ö{i % n_classes}" for i in range(len(texts))]
    counts = TextClassifier(analyzer="char").fit(texts, labels).counts_
    assert TextCounts.from_bytes(counts.to_bytes()) == counts


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"ngram_range": (1, 2), "stop_words": "german", "stem": "english"},
        {"stop_words": ["the", "a"], "phrases": ["call me"], "domain_features": ("money",)},
        {"analyzer": "char_wb", "strip_accents": "unicode", "lowercase": False},
    ],
    ids=str,
)
def test_the_specification_comes_back(parameters):
    """Counts that came back are of the same words, and add up with those that were kept."""
    counts = TextClassifier(**parameters).fit(TEXTS, LABELS).counts_
    back = TextCounts.from_bytes(counts.to_bytes())
    assert back == counts
    assert back.analyzer == counts.analyzer
    model = TextClassifier.from_counts(back + counts, **parameters)
    assert model.class_count_.sum() == 2 * len(TEXTS)


def test_counts_of_mail_come_back():
    """The analyser of messages is stored with its limits."""
    analyzer = MailAnalyzer(pairs=True, limits=Limits(parts=7))
    counts = TextClassifier(analyzer=analyzer).fit([b"Subject: a\n\nbuy"], ["spam"]).counts_
    back = TextCounts.from_bytes(counts.to_bytes())
    assert back == counts
    assert back.analyzer == analyzer


@pytest.mark.parametrize("labels", [[1, 0], [True, False], ["b", "é"], np.array(["x", ""], object)])
def test_labels_keep_their_type(labels):
    """Strings, whole numbers and truth values come back as such, and declared ones stay so."""
    model = TextClassifier().partial_fit(["buy", "see"], labels, classes=labels[:1])
    back = TextCounts.from_bytes(model.counts_.to_bytes())
    assert back.classes.tolist() == sorted(labels)
    assert back.declared.tolist() == list(labels[:1])
    assert back.classes.dtype.kind == (
        "U" if isinstance(labels[0], str) else back.classes.dtype.kind
    )


def test_nothing_is_stored():
    """Counts of which nothing is left come back as such."""
    nothing = SMALL - SMALL
    assert TextCounts.from_bytes(nothing.to_bytes()) == nothing


def test_other_programs_read_it():
    """The arrays are what any safetensors reader finds."""
    arrays = load(SMALL.to_bytes())
    assert bytes(arrays["letters"]) == b"buynowseeyou"
    assert arrays["occurrences"].tolist() == [1, 2, 1, 1]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda b: memoryview(bytearray(b))])
def test_any_bytes(kind):
    """Bytes come in any object that holds them."""
    assert TextCounts.from_bytes(kind(SMALL.to_bytes())) == SMALL


@pytest.mark.parametrize("shift", [0, 1, 4])
def test_bytes_may_lie_anywhere(shift):
    """Also where arrays may not, or with others between."""
    whole = bytes(shift) + SMALL.to_bytes()
    assert TextCounts.from_bytes(memoryview(whole)[shift:]) == SMALL
    spread = bytes(byte for each in SMALL.to_bytes() for byte in (each, 0))
    assert TextCounts.from_bytes(memoryview(spread)[::2]) == SMALL


def test_bytes_are_copied_if_they_can_change():
    """What somebody can write to is copied, and what nobody can is not."""
    whole = SMALL.to_bytes()
    letters = TextCounts.from_bytes(whole).table.letters
    assert np.shares_memory(letters, np.frombuffer(whole, np.uint8))
    changing = bytearray(whole)
    counts = TextCounts.from_bytes(changing)
    changing[-12:] = b"############"
    assert counts == SMALL


def test_what_holds_no_bytes():
    """Is refused as such."""
    with pytest.raises(TypeError, match="bytes-like"):
        TextCounts.from_bytes("counts")


def test_what_cannot_be_stored():
    """Words that Python code makes, and labels that no file has, are refused by name."""
    with refused("not-stored", InputError, parameter="analyzer"):
        TextClassifier(analyzer=str.split).fit(["a"], ["b"]).counts_.to_bytes()
    with refused("not-stored", InputError, parameter="y"):
        TextClassifier().fit(["a b"], [1.0]).counts_.to_bytes()


def test_formats_are_not_mixed_up(tmp_path):
    """A model is not counts, and counts are not a model; both are named."""
    TextClassifier().fit(TEXTS, LABELS).save(tmp_path / "model")
    with refused("wrong-format", ModelFileError, remedy="use TextClassifier.load"):
        TextCounts.from_bytes((tmp_path / "model").read_bytes())
    (tmp_path / "counts").write_bytes(SMALL.to_bytes())
    with refused("wrong-format", ModelFileError, remedy="use TextCounts.from_bytes"):
        TextClassifier.load(tmp_path / "counts")


def changed(change=None, **metadata):
    """Return bytes with changes in arrays and metadata."""
    arrays, texts = unpack(SMALL.to_bytes())
    arrays = {name: array.copy() for name, array in arrays.items()}
    if change is not None:
        change(arrays)
    kept = {name: text for name, text in (texts | metadata).items() if text is not None}
    return b"".join(layers(arrays, kept))


def analyzer(**changes):
    """Return the specification as text, with changes."""
    settings = json.loads(unpack(SMALL.to_bytes())[1]["analyzer"]) | changes
    return json.dumps(settings, sort_keys=True)


@pytest.mark.parametrize(
    ("metadata", "code"),
    [
        ({"format": "something else"}, "foreign-file"),
        ({"version": "2"}, "unsupported-version"),
        ({"labels": "pickle"}, "damaged-file"),
        ({"labels": None}, "damaged-file"),
        ({"analyzer": None}, "damaged-file"),
        ({"analyzer": "{"}, "damaged-file"),
        ({"analyzer": "[]"}, "damaged-file"),
        ({"analyzer": "5"}, "damaged-file"),
        ({"analyzer": "[" * 100_000}, "damaged-file"),
        ({"analyzer": analyzer(version="priory 0")}, "analyzer-mismatch"),
        ({"analyzer": analyzer(evil=1)}, "damaged-file"),
        ({"analyzer": analyzer(kind="evil")}, "damaged-file"),
        ({"analyzer": analyzer(lowercase="evil")}, "damaged-file"),
        ({"analyzer": analyzer(stop_words=5)}, "damaged-file"),
        ({"analyzer": analyzer(stop_words=["b", "a"])}, "damaged-file"),
        ({"analyzer": analyzer(phrases=[{}])}, "damaged-file"),
        ({"analyzer": analyzer(ngram_range=[1, 10**400])}, "damaged-file"),
        ({"analyzer": analyzer(limits={})}, "damaged-file"),
        ({"analyzer": analyzer(limits=[])}, "damaged-file"),
        ({"analyzer": analyzer() + " "}, "damaged-file"),
    ],
    ids=str,
)
def test_foreign_and_newer_bytes_are_refused(metadata, code):
    """What is not counts of this format is refused, by name."""
    with refused(code, ModelFileError):
        TextCounts.from_bytes(changed(**metadata))


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
anything = st.recursive(
    plain, lambda some: st.lists(some) | st.dictionaries(st.text(max_size=5), some), max_leaves=5
)


@given(st.sampled_from(sorted(json.loads(analyzer()))), anything)
def test_no_setting_is_believed(name, value):
    """Whatever stands in the place of a setting, it is one or it is refused."""
    content = changed(analyzer=analyzer(**{name: value}))
    assert is_refused(content) or TextCounts.from_bytes(content).analyzer.tokenize("buy now")


def setter(name, place, value):
    """Return a function that changes one number of one array."""

    def change(arrays):
        arrays[name][place] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        setter("ends", 0, 10**9),
        setter("ends", -1, 0),
        setter("letters", 0, 255),
        setter("letters", 0, ord("~")),
        setter("indptr", 1, 10**9),
        setter("classes", 0, 2),
        setter("occurrences", 0, 0),
        setter("documents", 0, 10**9),
        setter("class_count", 0, 0),
        setter("class_count", 0, 2**62),
        setter("label_ends", 0, -1),
        setter("label_letters", 0, ord("z")),
        setter("label_letters", 2, 0),
        lambda arrays: arrays.pop("ends"),
        lambda arrays: arrays.update(ends=arrays["ends"].astype(np.float64)),
        lambda arrays: arrays.update(class_count=arrays["class_count"][:-1]),
        lambda arrays: arrays.update(class_count=np.append(arrays["class_count"], 5)),
        lambda arrays: arrays.update(declared=np.array([7])),
        lambda arrays: arrays.update(declared=np.array([-1])),
    ],
)
def test_damaged_counts_are_refused(change):
    """Every bound is checked before anything is used."""
    with refused("damaged-file", ModelFileError):
        TextCounts.from_bytes(changed(change))


def test_cut_off():
    """Bytes that were cut off anywhere, or have one too many, are refused."""
    whole = SMALL.to_bytes()
    for piece in [*(whole[:size] for size in range(len(whole))), whole + b"\0"]:
        with refused("damaged-file", ModelFileError):
            TextCounts.from_bytes(piece)


@pytest.mark.parametrize("seed", range(4))
def test_random_damage(seed):
    """Bytes that are changed, dropped or doubled give counts or one error, never another."""
    random, whole = np.random.default_rng(seed), SMALL.to_bytes()
    n_refused = 0
    for _ in range(1000):
        content = bytearray(whole)
        for at in random.integers(0, len(whole), random.integers(1, 5)):
            start = min(int(at), len(content) - 1)
            kind = random.integers(3)
            if kind == 0:
                content[start] = random.integers(256)
            elif kind == 1:
                del content[start : start + random.integers(1, 9)]
            else:
                content[start:start] = content[start : start + random.integers(1, 9)]
        n_refused += is_refused(bytes(content))
    assert n_refused > 500


def is_refused(content):
    """Read some bytes; what is not refused can be used."""
    try:
        counts = TextCounts.from_bytes(content)
    except ModelFileError:
        return True
    assert (counts + counts - counts) == counts
    assert TextCounts.from_bytes(counts.to_bytes()) == counts
    return False


@given(st.binary(max_size=200))
def test_other_bytes_are_refused(content):
    """No stranger's bytes cause another error."""
    with pytest.raises(ModelFileError):
        TextCounts.from_bytes(content)
