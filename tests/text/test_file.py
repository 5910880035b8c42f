import json
import os
import pickle
import stat
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from tests.errors import refused

from priory.text.files.errors import ModelFileError
from priory.text.files.file import read, write

TYPES = (np.int64, np.int32, np.uint8, np.float64, np.uint32, np.uint64)
ARRAYS = {
    "counts": np.arange(6).reshape(2, 3),
    "ends": np.array([3, 8, 11], np.int32),
    "words": np.frombuffer(b"buycheapnow", np.uint8),
    "none": np.zeros((0, 4)),
    "one": np.array(7, np.uint64),
}
METADATA = {"analyzer": '{"kind": "word"}', "naïve": "Bayes 🎉"}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
arrays = st.sampled_from(TYPES).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0, max_side=4))
)


def assert_equal(found, expected):
    """Compare arrays bit by bit, with their types and shapes."""
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tobytes() == array.tobytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Make one folder for all examples of hypothesis."""
    return tmp_path_factory.mktemp("models")


def test_round_trip(tmp_path):
    """What was written is read: names, types, shapes, values, texts."""
    write(tmp_path / "model", ARRAYS, METADATA)
    found, metadata = read(tmp_path / "model")

    assert_equal(found, ARRAYS)
    assert metadata == METADATA


@given(st.dictionaries(texts, arrays, max_size=5), st.dictionaries(texts, texts, max_size=3))
def test_any_round_trip(folder, written, metadata):
    """Any arrays and texts come back, and the original library reads the same."""
    write(folder / "model", written, metadata)

    assert_equal(read(folder / "model")[0], written)
    assert read(folder / "model")[1] == metadata
    assert_equal(load_file(folder / "model"), written)


@given(
    st.dictionaries(texts, arrays, min_size=1, max_size=5),
    st.dictionaries(texts, texts, max_size=3),
)
def test_files_of_the_original(folder, written, metadata):
    """Files of the original library are read."""
    save_file(written, folder / "original", metadata)
    found, texts_found = read(folder / "original")

    assert_equal(found, written)
    assert texts_found == metadata


def test_metadata_for_the_original(tmp_path):
    """The original library finds the texts, too."""
    write(tmp_path / "model", ARRAYS, METADATA)

    with safe_open(tmp_path / "model", "numpy") as file:
        assert METADATA.items() <= file.metadata().items()


def test_nothing_in_it(tmp_path):
    """A file without arrays and texts is a file."""
    write(tmp_path / "model", {}, {})

    assert read(tmp_path / "model") == ({}, {})


def test_path_as_text(tmp_path):
    """A path may be a string."""
    write(str(tmp_path / "model"), ARRAYS, {})

    assert_equal(read(str(tmp_path / "model"))[0], ARRAYS)


@pytest.mark.parametrize(
    "array", [np.asfortranarray(np.eye(3)[:2]), np.arange(9)[::2], np.arange(3).astype(">i8")]
)
def test_arrays_in_another_order(tmp_path, array):
    """Arrays that lie otherwise in memory are written in the order of the format."""
    write(tmp_path / "model", {"array": array}, {})

    np.testing.assert_array_equal(read(tmp_path / "model")[0]["array"], array)


def test_arrays_are_mapped(tmp_path):
    """Arrays are aligned, cannot be written to, and own no memory."""
    write(tmp_path / "model", ARRAYS, METADATA)
    found, _ = read(tmp_path / "model")

    for array in found.values():
        assert (array.flags.aligned, array.flags.writeable, array.flags.owndata) == (1, 0, 0)


def test_no_array_is_read(tmp_path):
    """An array of a terabyte is there at once, since nothing but the header is read."""
    size = 2**40
    header = {"hole": {"dtype": "U8", "shape": [size], "data_offsets": [0, size]}}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with (tmp_path / "sparse").open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        try:
            file.truncate(8 + len(text) + size)
        except OSError:
            pytest.skip("this file system knows no files with holes")

    assert read(tmp_path / "sparse")[0]["hole"].shape == (size,)


def test_same_bytes(tmp_path):
    """The order in which arrays are handed over does not change the file."""
    write(tmp_path / "one", ARRAYS, METADATA)
    write(tmp_path / "other", dict(reversed(ARRAYS.items())), METADATA)

    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_replaced_while_mapped(tmp_path):
    """Arrays of a file stay what they were when another one takes its place."""
    write(tmp_path / "model", ARRAYS, {})
    found, _ = read(tmp_path / "model")

    write(tmp_path / "model", {name: array + 1 for name, array in found.items()}, {})

    assert_equal(found, ARRAYS)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("before", [None, b"the old file"])
def test_all_or_nothing(tmp_path, monkeypatch, error, step, before):
    """Whatever stops the writing, the old file stays as it was and nothing else lies about."""
    if before is not None:
        (tmp_path / "model").write_bytes(before)

    def fail(*_):
        raise error

    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), fail)
    with pytest.raises(type(error)):
        write(tmp_path / "model", ARRAYS, METADATA)

    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert left == ({} if before is None else {"model": before})


def test_failure_names_the_file(tmp_path):
    """An error names the path that was asked for, not a temporary one."""
    with pytest.raises(FileNotFoundError) as caught:
        write(tmp_path / "no folder" / "model", ARRAYS, {})

    assert caught.value.filename == str(tmp_path / "no folder" / "model")


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_permissions(tmp_path, umask):
    """A new file has the permissions of any other new file."""
    old = os.umask(umask)
    try:
        write(tmp_path / "model", ARRAYS, {})
        (tmp_path / "other").touch()
    finally:
        os.umask(old)

    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {0o666 & ~umask}


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_permissions_stay(tmp_path):
    """A file that was made private is still private when it is written again."""
    write(tmp_path / "model", ARRAYS, {})
    (tmp_path / "model").chmod(0o600)

    write(tmp_path / "model", ARRAYS, {})

    assert stat.S_IMODE((tmp_path / "model").stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="links need privileges elsewhere")
@pytest.mark.parametrize("exists", [False, True])
def test_links(tmp_path, exists):
    """A symbolic link goes on pointing to its file, which is the new one."""
    (tmp_path / "folder").mkdir()
    if exists:
        (tmp_path / "folder" / "model").write_bytes(b"old")
    (tmp_path / "link").symlink_to("folder/model")

    write(tmp_path / "link", ARRAYS, {})

    assert (tmp_path / "link").is_symlink()
    assert_equal(read(tmp_path / "folder" / "model")[0], ARRAYS)
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["model"]


def test_many_writers(tmp_path):
    """A reader sees one whole file or another while two threads write."""
    versions = [{"a": np.full(1000, i)} for i in range(2)]
    write(tmp_path / "model", versions[0], {})
    writers = [
        threading.Thread(target=lambda v=v: [write(tmp_path / "model", v, {}) for _ in range(20)])
        for v in versions
    ]
    for writer in writers:
        writer.start()
    seen = [read(tmp_path / "model")[0]["a"] for _ in range(200)]
    for writer in writers:
        writer.join()

    assert all(len(set(array.tolist())) == 1 for array in seen)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


@pytest.mark.parametrize("call", [read, lambda path: write(path, ARRAYS, {})])
def test_folder(tmp_path, call):
    """A folder is no file, and stays a folder."""
    with pytest.raises(IsADirectoryError, match=tmp_path.name):
        call(tmp_path)

    assert tmp_path.is_dir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("call", [read, lambda path: write(path, ARRAYS, {})])
def test_named_pipe(tmp_path, call):
    """A named pipe is refused at once, by name, and stays one."""
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(OSError, match=r"regular file.*pipe"):
        call(tmp_path / "pipe")

    assert (tmp_path / "pipe").is_fifo()


def test_missing(tmp_path):
    """A file that is not there is the usual error, with its path."""
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("written", "metadata", "code"),
    [
        ({"a": np.zeros(2, np.float32)}, {}, "not-stored"),
        ({"a": np.array(["x"])}, {}, "not-stored"),
        ({"a": np.array([None])}, {}, "not-stored"),
        ({"__metadata__": np.zeros(1)}, {}, "bad-name"),
        ({1: np.zeros(1)}, {}, "bad-name"),
        ({}, {1: "a"}, "bad-name"),
        ({}, {"a": 1}, "damaged-file"),
        ({}, {"a": "x" * 5_000_000}, "too-large"),
        ({str(i): np.zeros(1) for i in range(1001)}, {}, "damaged-file"),
    ],
)
def test_what_no_file_can_hold(tmp_path, written, metadata, code):
    """What could not be read again is refused before anything is written."""
    with refused(code):
        write(tmp_path / "model", written, metadata)
    with pytest.raises(UnicodeEncodeError, match="surrogates"):
        write(tmp_path / "model", {}, {"a": "\ud800"})

    assert list(tmp_path.iterdir()) == []


def test_error_message(tmp_path):
    """The error of a foreign file names it, says what is wrong and what to do."""
    (tmp_path / "model").write_bytes(b"not a model at all")

    with refused("foreign-file", ModelFileError, place=str(tmp_path / "model")) as caught:
        read(tmp_path / "model")
    assert caught.value.remedy
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301


def flips(content, step):
    """Return the content with one bit flipped, at places all over it."""
    for place in range(0, 8 * len(content), step):
        damaged = bytearray(content)
        damaged[place // 8] ^= 1 << place % 8
        yield bytes(damaged)


def test_flipped_bits(tmp_path):
    """A flipped bit is refused wherever it is, unless all that it changes is no digest."""
    write(tmp_path / "model", ARRAYS, METADATA)
    content = (tmp_path / "model").read_bytes()

    for damaged in flips(content, 7):
        (tmp_path / "damaged").write_bytes(damaged)
        try:
            arrays, metadata = read(tmp_path / "damaged")
        except ModelFileError:
            continue
        assert_equal(arrays, ARRAYS)
        assert METADATA.items() <= metadata.items()


@pytest.mark.parametrize(
    ("before", "after"), [(b'"note":"a"', b'"note":"\\u0061"'), (b'"note":"a"', b'"note": "a"')]
)
def test_other_bytes_of_the_same_meaning(tmp_path, before, after):
    """The digest is of the bytes as they are, not of what they say."""
    write(tmp_path / "model", ARRAYS, {"note": "a"})
    content = (tmp_path / "model").read_bytes()
    end = 8 + int.from_bytes(content[:8], "little")
    header = content[8:end].replace(before, after)
    header += b" " * (-len(header) % 8)

    (tmp_path / "model").write_bytes(len(header).to_bytes(8, "little") + header + content[end:])

    assert read(tmp_path / "model", is_checked=False)[1] == {"note": "a"}
    with refused("damaged-file", ModelFileError):
        read(tmp_path / "model")


def test_digest_of_another_name(tmp_path):
    """What an unreleased version called a digest, and was of other bytes, is not compared."""
    write(tmp_path / "model", ARRAYS, {"digest": "0" * 32})

    assert_equal(read(tmp_path / "model")[0], ARRAYS)


def test_files_without_digest(tmp_path):
    """Files of other programs, and of versions without digests, are read."""
    save_file({"a": np.arange(3)}, tmp_path / "model", {"note": "none"})

    arrays, metadata = read(tmp_path / "model")

    assert arrays["a"].tolist() == [0, 1, 2]
    assert metadata == {"note": "none"}
