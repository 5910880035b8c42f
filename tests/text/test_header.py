"""Files made to mislead a reader: each one is refused, for the reason it deserves."""

import json

import numpy as np
import pytest

from priory.text.files.errors import ModelFileError
from priory.text.files.file import read, write
from priory.text.files.header import parse

SOUND = {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}


def file_of(header, data=b"\0" * 4, length=None):
    """Make the bytes of a file."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def array(**changes):
    """Describe one array of four bytes, with changes for the worse."""
    return file_of({"a": SOUND | changes})


def two(first, second, size=4):
    """Describe two arrays by their offsets."""
    entries = {
        name: {"dtype": "U8", "shape": [end - begin], "data_offsets": [begin, end]}
        for name, (begin, end) in (("a", first), ("b", second))
    }
    return file_of(entries, b"\0" * size)


FOREIGN = "not a Priory model file"
HOSTILE = {
    "empty": (b"", "0 bytes, too few"),
    "seven bytes": (b"\0" * 7, "7 bytes, too few"),
    "no header": (b"\0" * 8, FOREIGN),
    "header longer than the file": (file_of({}, b"", length=99), "too few for the header"),
    "header of 2**64 - 1 bytes": (b"\xff" * 20, FOREIGN),
    "header over the limit": (file_of(b"{}" + b" " * 4 * 2**20), "limit of 4194304"),
    "not UTF-8": (file_of(b'{"\xff": 1}'), "JSON.*utf-8"),
    "UTF-16": (file_of("{}".encode("utf-16")), FOREIGN),
    "byte order mark": (file_of(b"\xef\xbb\xbf{}"), FOREIGN),
    "blank before the object": (file_of(b" {}", b""), FOREIGN),
    "not JSON": (file_of(b"{'a': 1}"), "not valid JSON"),
    "a list": (file_of([]), FOREIGN),
    "two objects": (file_of(b"{}{}"), "not valid JSON"),
    "NUL behind the object": (file_of(b"{}\0"), "not valid JSON"),
    "nested deeply": (file_of(b'{"a":' * 200_000), "nested"),
    "lists nested deeply": (file_of(b'{"a":' + b"[" * 1_000_000), "nested"),
    "a number of many digits": (file_of(b'{"a": ' + b"9" * 100_000 + b"}"), "not valid JSON"),
    "NaN": (file_of(b'{"a": NaN}'), "NaN"),
    "Infinity": (file_of(b'{"a": -Infinity}'), "Infinity"),
    "a name twice": (file_of(b'{"a": 1, "a": 1}'), "duplicate key"),
    "a key twice": (file_of(b'{"a": {"dtype": "U8", "dtype": "I64"}}'), "duplicate key"),
    "a name with a surrogate": (file_of({"\ud800": SOUND}), "must have exactly dtype"),
    "entry of a number": (file_of({"a": 1}), "'a' must have exactly dtype"),
    "entry of a list": (file_of({"a": [1, 2, 3]}), "'a' must have exactly dtype"),
    "entry without shape": (
        file_of({"a": {"dtype": "U8", "data_offsets": [0, 4]}}),
        "must have exactly dtype",
    ),
    "entry with more": (array(code="print()"), "must have exactly dtype"),
    "unknown type": (array(dtype="BF16"), "not one of I64"),
    "type of Python": (array(dtype="object"), "not one of"),
    "type of a list": (array(dtype=["U8"]), "not one of"),
    "shape of a number": (array(shape=4), "shape of array 'a'"),
    "shape below zero": (array(shape=[-4]), "shape of array 'a'"),
    "two sizes below zero": (array(shape=[-2, -2]), "shape of array 'a'"),
    "shape of a fraction": (array(shape=[4.0]), "shape of array 'a'"),
    "shape of true": (array(shape=[4, True]), "shape of array 'a'"),
    "shape of text": (array(shape=["4"]), "shape of array 'a'"),
    "shape of null": (array(shape=None), "shape of array 'a'"),
    "too many dimensions": (array(shape=[4] + [1] * 64), "at most 32"),
    "shape too large": (array(shape=[5]), "do not match"),
    "shape too small": (array(shape=[3]), "do not match"),
    "product of 2**64 and 4": (array(shape=[2**32 + 1, 2**32 - 1, 4]), "overflows"),
    "no item, but sizes that overflow": (
        array(shape=[0, 2**40, 2**40], data_offsets=[0, 0]),
        "overflows",
    ),
    "items of another size": (array(dtype="I64"), "do not match"),
    "one offset": (array(data_offsets=[4]), "two sizes"),
    "three offsets": (array(data_offsets=[0, 2, 4]), "two sizes"),
    "offsets of text": (array(data_offsets="04"), "two sizes"),
    "offset below zero": (array(data_offsets=[-4, 0]), "two sizes"),
    "offsets of fractions": (array(data_offsets=[0.0, 4.0]), "two sizes"),
    "end before begin": (array(data_offsets=[4, 0]), "do not match"),
    "end behind the file": (array(shape=[5], data_offsets=[0, 5]), "only 4 follow"),
    "far behind the file": (array(data_offsets=[2**64, 2**64 + 4]), "gap"),
    "not from the beginning": (array(shape=[3], data_offsets=[1, 4]), "gap"),
    "not to the end": (array(shape=[3], data_offsets=[0, 3]), "1 trailing bytes"),
    "bytes and no array": (file_of({}), "4 trailing bytes"),
    "overlap": (two((0, 3), (2, 4)), "overlaps"),
    "one place for two": (two((0, 4), (0, 4)), "overlaps"),
    "a hole": (two((0, 1), (2, 4)), "gap"),
    "bytes behind": (two((0, 2), (2, 4), size=5), "1 trailing bytes"),
    "unaligned": (
        file_of(
            {
                "a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]},
                "b": {"dtype": "I32", "shape": [1], "data_offsets": [1, 5]},
            },
            b"\0" * 5,
        ),
        "'b' is not aligned",
    ),
    "unaligned by its header": (
        (98).to_bytes(8, "little")
        + json.dumps({"a": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]}})
        .encode()
        .ljust(98)
        + b"\0" * 8,
        "'a' is not aligned",
    ),
    "metadata of a list": (file_of({"__metadata__": ["a"]}, b""), "metadata"),
    "metadata of null": (file_of({"__metadata__": None}, b""), "metadata"),
    "metadata of numbers": (file_of({"__metadata__": {"a": 1}}, b""), "metadata"),
    "metadata of objects": (file_of({"__metadata__": {"a": {}}}, b""), "metadata"),
    "metadata with a surrogate": (file_of({"__metadata__": {"a": "\udfff"}}, b""), "metadata"),
    "metadata as an array": (file_of({"__metadata__": SOUND}), "metadata"),
    "too many arrays": (
        file_of({str(i): SOUND | {"shape": [0], "data_offsets": [0, 0]} for i in range(1001)}, b""),
        "1001 arrays",
    ),
    "a pickle": (
        b"\x80\x04\x95\x1c\0\0\0\0\0\0\0\x8c\x08builtins\x94\x8c\x05print\x94\x93\x94.",
        FOREIGN,
    ),
    "an .npz": (b"PK\x03\x04" + b"\0" * 60, FOREIGN),
}


@pytest.mark.parametrize(("content", "reason"), HOSTILE.values(), ids=HOSTILE)
def test_hostile(tmp_path, content, reason):
    """A file that is not what it claims is refused, by name and for that reason."""
    path = tmp_path / "hostile"
    path.write_bytes(content)

    with pytest.raises(ModelFileError, match=reason) as caught:
        read(path)
    assert caught.value.place == str(path)
    codes = {FOREIGN: "foreign-file", "limit of 4194304": "too-large"}
    assert caught.value.code == codes.get(reason, "damaged-file")


def test_sound():
    """The file that the hostile ones differ from is sound."""
    assert len(parse(json.dumps({"a": SOUND}).encode(), 4)[0]) == 1


def test_long_names_are_not_repeated(tmp_path):
    """The message stays short even if a name is long."""
    (tmp_path / "model").write_bytes(file_of({"x" * 100_000: 1}))

    with pytest.raises(ModelFileError) as caught:
        read(tmp_path / "model")
    assert len(str(caught.value)) < 1000


def outcome(path, content):
    """Read some bytes: the arrays as lists and the metadata, or nothing if they are refused."""
    path.write_bytes(content)
    try:
        arrays, metadata = read(path)
    except ModelFileError:
        return None
    return {name: (a.dtype, a.shape, a.tobytes()) for name, a in arrays.items()}, metadata


@pytest.fixture
def small(tmp_path):
    """Write a small file."""
    write(tmp_path / "small", {"n": np.arange(3), "t": np.array([7], np.uint8)}, {"k": "v"})
    return (tmp_path / "small").read_bytes()


def test_cut_off(tmp_path, small):
    """A file that was cut off anywhere, or has a byte too many, is refused."""
    pieces = [small[:size] for size in range(len(small))] + [small + b"\0"]

    assert [outcome(tmp_path / "cut", piece) for piece in pieces] == [None] * len(pieces)


def test_damaged_header(tmp_path, small):
    """A byte of the header that changed is noticed, or all bytes of the arrays are still read."""
    for at in range(len(small) - 25):
        for byte in {0, 0x20, 0x22, 0x2C, 0x30, 0x31, 0x39, 0x5B, 0x7B, 0x7D, 0xFF, small[at] ^ 1}:
            found = outcome(tmp_path / "damaged", small[:at] + bytes([byte]) + small[at + 1 :])
            assert found is None or sum(len(data) for *_, data in found[0].values()) == 25


def test_random_damage(tmp_path, small):
    """Bytes that are changed, dropped or doubled at random never cause another error."""
    random = np.random.default_rng(0)
    for _ in range(2000):
        content = bytearray(small)
        for at in random.integers(0, len(small), random.integers(1, 5)):
            at = min(at, len(content) - 1)  # noqa: PLW2901 (pieces were dropped)
            change = random.integers(3)
            if change == 0:
                content[at] = random.integers(256)
            elif change == 1:
                del content[at : at + random.integers(1, 9)]
            else:
                content[at:at] = content[at : at + random.integers(1, 9)]
        outcome(tmp_path / "random", bytes(content))
