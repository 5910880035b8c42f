"""Models of neighbours on disk."""

import json
import stat
import sys

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tests.errors import refused

from priory import TextClassifier, TextNeighbors, sample
from priory.errors import InputError
from priory.text import ModelFileError, load_model
from priory.text.files.file import read, write
from priory.tokens import MailAnalyzer

TEXTS, LABELS = sample.messages()
NEW = ["Win a free phone now", "See you at the station at noon"]


@pytest.fixture
def path(tmp_path):
    """Save a model of the sample."""
    path = tmp_path / "near.safetensors"
    TextNeighbors().fit(TEXTS, LABELS).save(path)
    return path


def answers(model):
    """Return what a model says."""
    return model.predict_proba(NEW).tolist(), [a.tolist() for a in model.kneighbors(NEW)]


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"n_neighbors": 3, "weights": "distance", "alpha": np.array([0.5, 1])},
        {"metric": "manhattan", "min_df": 2, "stop_words": {"the"}, "stem": "english"},
        {"analyzer": "char_wb", "ngram_range": (2, 3), "projection": 10, "random_state": 7},
        {"sublinear_tf": False, "use_idf": False, "metric_params": {}},
    ],
    ids=str,
)
def test_a_loaded_model_is_the_saved_one(tmp_path, parameters):
    """Parameters, texts, weights and answers are the same, and so is what is learned later."""
    model = TextNeighbors(**parameters).fit(TEXTS, LABELS, sample_weight=np.arange(60) + 0.5)
    model.save(tmp_path / "model")
    loaded = TextNeighbors.load(tmp_path / "model")

    assert str(loaded.get_params()) == str(
        {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in model.get_params().items()}
    ).replace("{'the'}", "['the']")
    assert loaded.weights_.tolist() == model.weights_.tolist()
    assert answers(loaded) == answers(model)
    for each in (model, loaded):
        each.partial_fit(["qwertz"], ["ham"]).forget(TEXTS[:5], LABELS[:5], np.arange(5) + 0.5)
    assert answers(loaded) == answers(model)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_texts_are_for_their_owner(path):
    """Nobody else may read a new file; one that is replaced keeps its permissions."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)

    TextNeighbors().fit(TEXTS, LABELS).save(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_messages_are_stored(tmp_path):
    """Bytes of messages come back as they are, whatever they are."""
    mails = [b"Subject: a\n\n\xff\x00 one", b"", b"Subject: b\n\ntwo"]
    TextNeighbors(1, analyzer=MailAnalyzer()).fit(mails, [0, 1, 1]).save(tmp_path / "model")

    loaded = TextNeighbors.load(tmp_path / "model")

    assert loaded.texts_.tolist() == mails
    assert loaded.predict([mails[2]]).tolist() == [1]


@pytest.mark.parametrize("labels", [[1, 0], [True, False], ["b", "é"], np.array(["x", ""], object)])
def test_labels_keep_their_type(tmp_path, labels):
    """Strings, whole numbers and truth values come back as such."""
    TextNeighbors(1).fit(["buy Ωμέγα", "see"], labels).save(tmp_path / "model")
    loaded = TextNeighbors.load(tmp_path / "model")

    assert loaded.predict(["ωμέγα", "see"]).tolist() == list(labels)


def test_declared_classes_and_nothing_are_stored(tmp_path):
    """A model without texts keeps its declared classes, and can be taught again."""
    model = TextNeighbors(1).partial_fit(["buy"], ["a"], classes=["b"]).forget(["buy"], ["a"])
    model.save(tmp_path / "model")

    loaded = TextNeighbors.load(tmp_path / "model")

    assert loaded.classes_.tolist() == ["b"]
    assert loaded.partial_fit(["buy"], ["a"]).predict(["buy"]).tolist() == ["a"]


def test_the_file_can_be_read_by_others(path):
    """The arrays are what any safetensors reader finds."""
    arrays = load_file(path)

    assert bytes(arrays["text_letters"]) == "".join(TEXTS).encode()
    assert len(arrays["codes"]) == len(arrays["weights"]) == len(TEXTS)


@pytest.mark.parametrize(
    "parameters",
    [
        {"metric": lambda a, b: abs(len(a) - len(b))},
        {"weights": np.ones_like},
        {"analyzer": str.split},
    ],
    ids=lambda parameters: next(iter(parameters)),
)
def test_code_is_not_stored(tmp_path, parameters):
    """Python code is refused, and nothing is written."""
    model = TextNeighbors(**parameters).fit(TEXTS, LABELS)

    with refused("not-stored", InputError):
        model.save(tmp_path / "model")
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_cannot_be_used_is_not_saved(path):
    """Parameters that no longer make the learned words are refused, and the good file stays."""
    before = path.read_bytes()
    model = TextNeighbors.load(path).set_params(stem="english")

    with refused("changed-since-fit"):
        model.save(path)
    assert path.read_bytes() == before


def test_either_kind_is_named(path, tmp_path):
    """A file of the other kind is refused with what to call, and `load_model` knows both."""
    TextClassifier().fit(TEXTS, LABELS).save(tmp_path / "words")

    with refused("wrong-format", remedy="use TextNeighbors.load"):
        TextClassifier.load(path)
    with refused("wrong-format", remedy="use TextClassifier.load"):
        TextNeighbors.load(tmp_path / "words")
    assert isinstance(load_model(path), TextNeighbors)
    assert isinstance(load_model(tmp_path / "words"), TextClassifier)


def test_foreign_files_are_refused(tmp_path):
    """A file of something else is no model."""
    save_file({"weights": np.ones(3)}, tmp_path / "other")
    (tmp_path / "text").write_bytes(b"no safetensors")
    for name in ("other", "text"):
        with pytest.raises(ModelFileError):
            TextNeighbors.load(tmp_path / name)
        with pytest.raises(ModelFileError):
            load_model(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        load_model(tmp_path / "nowhere")


def test_truncated_files_are_refused(path):
    """No beginning of a file is a model."""
    content = path.read_bytes()
    for length in (0, 7, 8, 100, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(ModelFileError):
            TextNeighbors.load(path)


@pytest.mark.parametrize(
    "damage",
    [
        {"text_ends": lambda a: np.r_[a[:-1], a[-1] + 1]},
        {"text_ends": lambda a: np.r_[-1, a[1:]]},
        {"text_ends": lambda a: np.r_[a[1], a[0], a[2:]]},
        {"text_ends": lambda a: a[:-1]},
        {"text_ends": lambda a: a.astype(np.int32)},
        {"text_letters": lambda a: np.full_like(a, 255)},
        {"text_letters": lambda a: a.reshape(1, -1)},
        {"codes": lambda a: a + 1},
        {"codes": lambda a: a - 1},
        {"codes": lambda a: a[:-1]},
        {"codes": lambda a: a * 0},
        {"weights": lambda a: a * np.nan},
        {"weights": lambda a: -a},
        {"weights": lambda a: a * np.inf},
        {"weights": lambda a: a[:-1]},
        {"label_letters": lambda a: np.full_like(a, 255)},
        {"label_ends": lambda a: a + 1},
        {"declared": lambda a: np.append(a, 5)},
        {"declared": lambda a: np.append(a, -1)},
    ],
)
def test_damaged_arrays_are_refused(path, damage):
    """Whatever is out of its bounds is a file that cannot be loaded."""
    arrays, metadata = read(path)
    changed = {name: np.array(array) for name, array in arrays.items()}
    for name, change in damage.items():
        changed[name] = np.ascontiguousarray(change(changed[name]))
    write(path, changed, metadata)

    with refused("damaged-file", ModelFileError, place=str(path)):
        TextNeighbors.load(path)


@pytest.mark.parametrize("name", ["text_letters", "text_ends", "codes", "weights", "declared"])
def test_missing_arrays_are_named(path, name):
    """An array that is not there is named."""
    arrays, metadata = read(path)
    write(path, {n: np.array(a) for n, a in arrays.items() if n != name}, metadata)

    with refused("damaged-file", ModelFileError) as caught:
        TextNeighbors.load(path)
    assert repr(name) in caught.value.what


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": "2"}, "unsupported-version"),
        ({"format": "priory something"}, "foreign-file"),
        ({"parameters": "[]"}, "damaged-file"),
        ({"parameters": "{}"}, "damaged-file"),
        ({"parameters": "{" * 100_000}, "damaged-file"),
        ({"analyzer": json.dumps({"version": "old"})}, "analyzer-mismatch"),
        ({"labels": "float"}, "damaged-file"),
    ],
)
def test_hostile_metadata_is_refused(path, change, code):
    """What the header says is believed only if it makes sense."""
    arrays, metadata = read(path)
    write(path, {name: np.array(array) for name, array in arrays.items()}, metadata | change)

    with refused(code, ModelFileError, place=str(path)):
        TextNeighbors.load(path)


@pytest.mark.parametrize(
    "parameter", [{"metric": "nonsense"}, {"n_neighbors": 0}, {"unknown": 1}, {"weights": 5}]
)
def test_hostile_parameters_are_refused(path, parameter):
    """Parameters of a file are checked as those of anybody."""
    arrays, metadata = read(path)
    changed = json.dumps(json.loads(metadata["parameters"]) | parameter)
    write(
        path,
        {name: np.array(array) for name, array in arrays.items()},
        metadata | {"parameters": changed},
    )

    with refused("damaged-file", ModelFileError, place=str(path)):
        TextNeighbors.load(path)
