"""Models on disk."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tests.errors import refused

from priory import TextClassifier, sample
from priory.errors import InputError, InputTypeError
from priory.text import ModelFileError
from priory.text.files.file import read, write

TEXTS, LABELS = sample.messages()


@pytest.fixture
def path(tmp_path):
    """Save a model of the sample."""
    path = tmp_path / "model.safetensors"
    TextClassifier().fit(TEXTS, LABELS).save(path)
    return path


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"model": "bernoulli", "alpha": 0.3, "min_df": 2},
        {"ngram_range": (1, 2), "stop_words": "german", "stem": "english"},
        {"stop_words": ["the", "a"], "phrases": ["call me"], "domain_features": ("money",)},
        {"stop_words": {"the"}, "class_prior": np.array([0.5, 0.5])},
        {"analyzer": "char_wb", "strip_accents": "unicode", "max_df": 0.9},
    ],
    ids=str,
)
def test_a_loaded_model_is_the_saved_one(tmp_path, parameters):
    """Predictions, explanations and further learning are the same, bit for bit."""
    model = TextClassifier(**parameters).fit(TEXTS, LABELS)
    model.save(tmp_path / "model")
    loaded = TextClassifier.load(tmp_path / "model")
    texts = TEXTS * 50
    assert np.array_equal(
        loaded.predict_joint_log_proba(texts), model.predict_joint_log_proba(texts)
    )
    for each in (model, loaded):
        each.partial_fit(["qwertz"], ["new"]).forget(TEXTS[:5], LABELS[:5]).set_params(
            class_prior=None
        )
    assert np.array_equal(
        loaded.predict_joint_log_proba(TEXTS), model.predict_joint_log_proba(TEXTS)
    )


@pytest.mark.parametrize("model", ["multinomial", "boolean", "bernoulli", "complement"])
def test_single_texts_are_scored_without_reading_the_whole(tmp_path, monkeypatch, model):
    """A mapped model scores a few texts from their words alone, with the same result."""
    fitted = TextClassifier(model=model).fit(TEXTS, LABELS)
    fitted.save(tmp_path / "model")
    monkeypatch.setattr("priory.text.scores.scores.LETTERS_OF_A_TEXT", 0)
    loaded = TextClassifier.load(tmp_path / "model")
    few = loaded.predict_joint_log_proba(TEXTS[:3])
    assert "_scorer" not in vars(loaded._derived())
    np.testing.assert_allclose(few, fitted.predict_joint_log_proba(TEXTS[:3]), rtol=1e-12)
    loaded.predict(TEXTS * 10)
    assert "_scorer" in vars(loaded._derived())


def test_a_model_that_cannot_be_used_is_not_saved(path):
    """Parameters that no longer make the learned words are refused, and the good file stays."""
    before = path.read_bytes()
    model = TextClassifier.load(path).set_params(stem="english")
    with refused("changed-since-fit"):
        model.save(path)
    assert path.read_bytes() == before


def test_a_mapped_model_takes_what_others_take(path):
    """No texts, missing texts and long texts are answered as by any model."""
    loaded = TextClassifier.load(path)
    assert loaded.predict_proba([]).shape == (0, 2)
    with refused("missing-value", place="document 2"):
        loaded.predict(["buy", "see", None])
    with refused("wrong-type", InputTypeError, place="document 1"):
        loaded.predict(["buy", 5])
    loaded.predict(["buy now " * 100_000])
    assert "_scorer" in vars(loaded._derived())


@pytest.mark.parametrize("labels", [[1, 0], [True, False], ["b", "é"], np.array(["x", ""], object)])
def test_labels_keep_their_type(tmp_path, labels):
    """Strings, whole numbers and truth values come back as such."""
    model = TextClassifier().fit(["buy", "see"], labels)
    model.save(tmp_path / "model")
    loaded = TextClassifier.load(tmp_path / "model")
    assert loaded.predict(["buy", "see"]).tolist() == list(labels)


def test_declared_classes_are_stored(tmp_path):
    """A class without texts is still declared after loading."""
    TextClassifier().partial_fit(["buy"], ["a"], classes=["a", "b"]).save(tmp_path / "model")
    loaded = TextClassifier.load(tmp_path / "model").forget(["buy"], ["a"])
    assert loaded.classes_.tolist() == ["a", "b"]


def test_an_empty_model_is_stored(tmp_path):
    """A model that has forgotten everything can be saved and taught again."""
    TextClassifier().fit(["buy"], ["a"]).forget(["buy"], ["a"]).save(tmp_path / "model")
    loaded = TextClassifier.load(tmp_path / "model").partial_fit(["buy"], ["a"])
    assert loaded.predict(["buy"]).tolist() == ["a"]


def test_the_file_can_be_read_by_others(path):
    """The arrays are what any safetensors reader finds."""
    arrays = load_file(path)
    assert arrays["class_count"].sum() == len(TEXTS)
    assert bytes(arrays["label_letters"]) == b"hamspam"


def test_code_is_not_stored(tmp_path):
    """A Python analyser is refused by name, and nothing is written."""
    model = TextClassifier(analyzer=str.split).fit(TEXTS, LABELS)
    with refused("not-stored", InputError, parameter="analyzer"):
        model.save(tmp_path / "model")
    with refused("not-stored", InputError, parameter="y"):
        TextClassifier().fit(["a b"], [1.0]).save(tmp_path / "model")
    with refused("not-stored", InputError, parameter="y"):
        TextClassifier().fit(["a b"], np.array([2**63], np.uint64)).save(tmp_path / "model")
    with pytest.raises(UnicodeEncodeError, match="surrogates"):
        TextClassifier().fit(["a b"], ["\ud800"]).save(tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_a_model_may_be_saved_over_itself(path):
    """Replacing the file that is mapped leaves a whole model."""
    model = TextClassifier.load(path).partial_fit(["qwertz"], ["spam"])
    model.save(path)
    assert "qwertz" in TextClassifier.load(path).vocabulary()


def damaged(path, change_arrays=None, **change_metadata):
    """Write a model again with changes."""
    arrays, metadata = read(path)
    arrays = {name: array.copy() for name, array in arrays.items()}
    if change_arrays is not None:
        change_arrays(arrays)
    metadata |= change_metadata
    write(path, arrays, {name: text for name, text in metadata.items() if text is not None})


def parameters(**changes):
    """Return parameters as they stand in a file."""
    return json.dumps({"ngram_range": [1, 1], "domain_features": [], "phrases": []} | changes)


@pytest.mark.parametrize(
    ("metadata", "code"),
    [
        ({"format": "something else"}, "foreign-file"),
        ({"format": None}, "foreign-file"),
        ({"version": "2"}, "unsupported-version"),
        ({"version": None}, "unsupported-version"),
        ({"parameters": "{"}, "damaged-file"),
        ({"parameters": "[" * 100_000}, "damaged-file"),
        ({"parameters": parameters(evil=1)}, "damaged-file"),
        ({"parameters": parameters(model="evil")}, "damaged-file"),
        ({"parameters": parameters(ngram_range=[1, 2])}, "analyzer-mismatch"),
        ({"parameters": None}, "damaged-file"),
        ({"labels": "pickle"}, "damaged-file"),
        ({"analyzer": "5"}, "damaged-file"),
    ],
    ids=str,
)
def test_foreign_and_newer_files_are_refused(path, metadata, code):
    """What is not a model of this format is refused, by name."""
    damaged(path, **metadata)
    with refused(code, ModelFileError, place=str(path)):
        TextClassifier.load(path)


def test_other_words_are_refused(path):
    """A model made with another Unicode is refused, and both versions are named."""
    described = json.loads(read(path)[1]["analyzer"])
    damaged(
        path, analyzer=json.dumps(described | {"version": "priory 0, unicode 1"}, sort_keys=True)
    )
    with refused("analyzer-mismatch", ModelFileError) as caught:
        TextClassifier.load(path)
    assert "'priory 0, unicode 1'" in caught.value.what


def setter(name, place, value):
    """Return a function that changes one number of one array."""

    def change(arrays):
        arrays[name][place] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        setter("ends", 0, 10**9),
        setter("ends", 0, -1),
        setter("ends", -1, 0),
        setter("letters", 0, 255),
        setter("letters", 0, ord("~")),
        setter("indptr", 1, 10**9),
        setter("indptr", 0, 1),
        setter("indptr", 1, 0),
        setter("classes", 0, 2),
        setter("classes", 0, -1),
        setter("occurrences", 0, 0),
        setter("documents", 0, -5),
        setter("documents", 0, 10**9),
        setter("class_count", 0, 0),
        setter("label_ends", 0, 100),
        setter("label_ends", 0, -1),
        setter("label_letters", 0, ord("z")),
        setter("label_letters", 0, 255),
        lambda arrays: arrays.pop("ends"),
        lambda arrays: arrays.update(ends=arrays["ends"].astype(np.float64)),
        lambda arrays: arrays.update(ends=arrays["ends"].reshape(-1, 1)),
        lambda arrays: arrays.update(documents=arrays["documents"][:-1]),
        lambda arrays: arrays.update(class_count=arrays["class_count"][:-1]),
        lambda arrays: arrays.update(declared=np.array([7])),
        lambda arrays: arrays.update(declared=np.array([-1])),
        setter("class_count", 0, 2**62),
    ],
)
def test_damaged_counts_are_refused(path, change):
    """Every bound is checked before anything is used."""
    damaged(path, change)
    with refused("damaged-file", ModelFileError, place=str(path)):
        TextClassifier.load(path)


def test_truncated_and_foreign_files_are_refused(path, tmp_path):
    """A file that ends early, another format and a stranger's safetensors are all named."""
    whole = path.read_bytes()
    damaged = dict.fromkeys((b"", whole[:100], whole[:-1], b"\x80\x04."), "damaged-file")
    foreign = dict.fromkeys((b"PK\3\4" + whole, b"label,text\nham,lunch\n"), "foreign-file")
    for content, code in (damaged | foreign).items():
        path.write_bytes(content)
        with refused(code, ModelFileError, place=str(path)):
            TextClassifier.load(path)
    save_file({"weights": np.zeros(3)}, tmp_path / "stranger")
    with refused("foreign-file", ModelFileError):
        TextClassifier.load(tmp_path / "stranger")
    with pytest.raises(FileNotFoundError):
        TextClassifier.load(tmp_path / "absent")
