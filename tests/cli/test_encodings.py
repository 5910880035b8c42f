import argparse
import encodings.aliases

import pytest

from priory.cli import _data, _file
from priory.cli._errors import CommandError

TABLE = "label,text\nham,hello\n"
EVERY_BYTE = bytes(range(256)) * 2


def read(*words):
    """Read all rows of some data: pairs of text and label."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    _data.add_data_arguments(parser, labelled=True)
    data = _data.Data(parser.parse_args(list(map(str, words))))
    return [(row.text, row.label) for batch in data.batches() for row in batch]


@pytest.mark.parametrize(
    "name", ["klingon", "rot13", "hex", "base64", "", "idna", "punycode", "undefined", "\udce9"]
)
def test_no_encoding_of_texts(name):
    """What is no encoding, or none that gets past bytes that are no text, is refused."""
    with pytest.raises(argparse.ArgumentTypeError, match="unknown text encoding"):
        _file.text_encoding(name)


def accepted():
    """Return the encodings of Python that are taken."""
    names = sorted(set(encodings.aliases.aliases.values()))
    found = []
    for name in names:
        try:
            found.append(_file.text_encoding(name))
        except argparse.ArgumentTypeError:
            continue
    return found


@pytest.mark.filterwarnings("ignore:invalid escape sequence:DeprecationWarning")
@pytest.mark.parametrize("name", accepted())
def test_any_bytes(tmp_path, name):
    """In no encoding that is taken do any bytes whatever end in anything but a line."""
    path = tmp_path / "a.csv"
    path.write_bytes(EVERY_BYTE)

    with pytest.raises(CommandError, match=r"a\.csv"):
        read(path, "--encoding", name)


@pytest.mark.parametrize("name", ["utf-16", "utf-32"])
def test_no_byte_order_mark(tmp_path, name):
    """A file without the byte order mark that its encoding needs is named, with a remedy."""
    path = tmp_path / "a.csv"
    path.write_text(TABLE, encoding="utf-8")

    with pytest.raises(CommandError, match=r"a\.csv, line 1: .* BOM: name another --encoding"):
        read(path, "--encoding", name)


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_header_in_another_encoding(tmp_path, name, suffix):
    """A header that is not in the encoding is told so, not that a column is missing."""
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(TABLE.encode(name))

    with pytest.raises(CommandError, match="first line is not valid utf-8: set --encoding"):
        read(path)


def test_lone_surrogate(tmp_path):
    """Half of a surrogate pair, which UTF-7 can spell, makes a bad row."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"label,text\nham,+2AA-\n")

    with pytest.raises(CommandError, match="line 2: not valid UTF-7"):
        read(path, "--encoding", "utf-7")
