import argparse
import os
import sys

import pytest

from priory.cli import _data, _file
from priory.cli._errors import CommandError


def read(*words, labelled=True):
    """Read all rows of some data: pairs of text and label, or texts."""
    parser = argparse.ArgumentParser()
    _data.add_data_arguments(parser, labelled=labelled)
    data = _data.Data(parser.parse_args(list(map(str, words))))
    rows = [row for batch in data.batches() for row in batch]
    data.report_bad()
    return [(row.text, row.label) if labelled else row.text for row in rows]


def write(path, content):
    """Write a file, and return its path."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


TWO = [("buy now", "spam"), ("see\nyou", "ham")]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'label,text\nspam,buy now\nham,"see\nyou"\n'),
        ("a.CSV", 'label,text\r\nspam,buy now\r\nham,"see\nyou"\r\n'),
        ("a.csv", '\n\nlabel,text\n\nspam,buy now\n\nham,"see\nyou"'),
        ("a.csv", '\ufefflabel,text\nspam,buy now\nham,"see\nyou"\n'),
        ("a.jsonl", '{"label": "spam", "text": "buy now"}\n{"text": "see\\nyou", "label": "ham"}'),
        ("a.ndjson", '{"label":"spam","text":"buy now"}\n\n{"text":"see\\nyou","label":"ham"}\n'),
        ("a.json", '\ufeff{"label":"spam","text":"buy now"}\r\n{"text":"see\\nyou","label":"ham"}'),
    ],
)
def test_formats(tmp_path, name, content):
    """A file is read as its name says, with or without a byte order mark and blank lines."""
    assert read(write(tmp_path / name, content)) == TWO


def test_tsv(tmp_path):
    """In TSV a tab always separates, and quotes are part of the text."""
    path = write(tmp_path / "a.tsv", 'label\ttext\nham\t"so, he said\nham\t\n')

    assert read(path) == [('"so, he said', "ham"), ("", "ham")]


def test_quoted_tsv(tmp_path):
    """Tables with tabs and quotes are read as CSV with another delimiter."""
    path = write(tmp_path / "a.tsv", 'label\ttext\nspam\t"buy now"\nham\t"see\nyou"\n')

    assert read(path, "--format", "csv", "--delimiter", "tab") == TWO


def test_lines(tmp_path):
    """Of a plain text every line is a text, the empty one too."""
    path = write(tmp_path / "a.txt", 'buy "now\r\n\nsee, you')

    assert read(path, labelled=False) == ['buy "now', "", "see, you"]


def test_format_by_name(tmp_path):
    """The format can be named where the name of the file does not tell it."""
    path = write(tmp_path / "a.data", "label,text\nham,hello\n")

    assert read(path, "--format", "csv") == [("hello", "ham")]


@pytest.mark.parametrize("name", ["a.data", "a", "a.txt"])
def test_unknown_format(tmp_path, name):
    """A file whose name tells no format with labels is refused."""
    path = write(tmp_path / name, "label,text\nham,hello\n")

    with pytest.raises(CommandError, match=rf"format of .*{name}: set --format"):
        read(path)


def test_columns_by_name(tmp_path):
    """Columns have any names and any order."""
    path = write(tmp_path / "a.csv", "id,body,class\n1,hello,ham\n")

    assert read(path, "--text", "body", "--label", "class") == [("hello", "ham")]


def test_columns_by_number(tmp_path):
    """Without a header columns are numbered from one on, and the first line is a row."""
    path = write(tmp_path / "a.csv", "1,hello,ham\n2,text,label\n")
    words = ["--no-header", "--text", "2", "--label", "3"]

    assert read(path, *words) == [("hello", "ham"), ("text", "label")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--text", "body"], r"no column 'body' \(columns: label, text\): set --text"),
        (["--label", "class"], "no column 'class'.*--label"),
        (["--no-header"], "without a header, give the numbers of columns: --text, --label"),
        (["--no-header", "--text", "0", "--label", "1"], "--text must be a number from 1 to 2"),
        (["--no-header", "--text", "1", "--label", "3"], "--label must be .*, not '3'"),
        (["--no-header", "--text", "x", "--label", "1"], "--text must be .*, not 'x'"),
    ],
)
def test_missing_columns(mail, words, message):
    """A column that is not there is refused, with those that are."""
    with pytest.raises(CommandError, match=message):
        read(mail, *words)


def test_ambiguous_column(tmp_path):
    """Two columns of the same name are refused."""
    path = write(tmp_path / "a.csv", "label,text,text\nham,a,b\n")

    with pytest.raises(CommandError, match=r"several columns 'text'.*: rename all but one"):
        read(path)


@pytest.mark.parametrize("words", [["--text", "a"], ["--no-header"]])
def test_options_without_meaning(tmp_path, words):
    """Options that speak of columns are refused where there are none."""
    with pytest.raises(CommandError, match=r"name columns|is for CSV and TSV"):
        read(tmp_path, *words)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.txt"])
def test_empty_file(tmp_path, name):
    """A file without a byte has no rows, whatever its format."""
    assert read(write(tmp_path / name, ""), labelled=False) == []


def test_no_file(tmp_path):
    """A file that is not there is an error that says so."""
    with pytest.raises(CommandError, match=r"cannot read .*a\.csv: no such file"):
        read(tmp_path / "a.csv")


def test_long_field(tmp_path):
    """A field may be longer than Python's csv module takes by default."""
    text = "spam " * 100_000

    assert read(write(tmp_path / "a.csv", f'label,text\nham,"{text}"\n')) == [(text, "ham")]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl"])
def test_endless_line(tmp_path, monkeypatch, suffix):
    """A line without an end stops the reading before it fills the memory."""
    monkeypatch.setattr(_file, "LONGEST", 1000)
    path = write(tmp_path / f"a.{suffix}", b"x" * 5000)

    with pytest.raises(CommandError, match="line 1: the line is longer than 1000 characters"):
        read(path)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8"])
def test_encodings(tmp_path, encoding):
    """Files come in any encoding that Python knows."""
    path = write(tmp_path / "a.csv", "label,text\nham,crème brûlée\n".encode(encoding))

    assert read(path, "--encoding", encoding) == [("crème brûlée", "ham")]


def test_standard_input(standard_input):
    """Standard input is one text a line where no labels are wanted."""
    standard_input(b"buy now\nsee you\n")

    assert read("-", labelled=False) == ["buy now", "see you"]


def test_standard_input_as_csv(standard_input, mail):
    """Standard input has any format that is named."""
    standard_input(mail.read_bytes())

    assert read("-", "--format", "csv") == read(mail)


def test_standard_input_with_labels(standard_input):
    """Labelled texts on standard input need the name of their format."""
    standard_input(b"label,text\n")

    with pytest.raises(CommandError, match="format of standard input: set --format"):
        read("-")


def test_folder(tmp_path):
    """Of a folder each file is a text, at any depth, labelled by the folder of the first level."""
    for name in ("spam/b.txt", "spam/a/deep.eml", "ham/c", "ham/.hidden", ".git/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write(tmp_path / name, f"this is {name}\n")

    assert read(tmp_path) == [
        ("this is ham/c\n", "ham"),
        ("this is spam/a/deep.eml\n", "spam"),
        ("this is spam/b.txt\n", "spam"),
    ]


def test_folder_without_labels(tmp_path):
    """Where no labels are wanted, files may stand anywhere in a folder."""
    write(tmp_path / "a", "one")
    (tmp_path / "b").mkdir()
    write(tmp_path / "b" / "c", b"\xef\xbb\xbftwo")

    assert read(tmp_path, labelled=False) == ["one", "two"]


def test_batches(tmp_path, monkeypatch):
    """Rows come in batches that are bounded by their number and by their characters."""
    monkeypatch.setattr(_data, "MOST_ROWS", 3)
    monkeypatch.setattr(_data, "MOST_CHARACTERS", 10)
    parser = argparse.ArgumentParser()
    _data.add_data_arguments(parser, labelled=False)
    path = write(tmp_path / "a.txt", "a\nb\nc\nd\n0123456789\ne\n")

    data = _data.Data(parser.parse_args([str(path)]))

    assert [len(batch) for batch in data.batches()] == [3, 2, 1]
    assert data.n_rows == 6


def test_bounded_memory(standard_input, monkeypatch):
    """No more is read than a batch needs, but for a buffer."""
    monkeypatch.setattr(_data, "MOST_ROWS", 10)
    standard_input(b"some words\n" * 100_000)
    parser = argparse.ArgumentParser()
    _data.add_data_arguments(parser, labelled=False)

    batches = _data.Data(parser.parse_args(["-"])).batches()

    assert len(next(batches)) == 10
    assert sys.stdin.buffer.tell() < 100_000


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.write_bytes(path.read_bytes() + b"ham,more\n"),
        lambda path: path.write_bytes(b"label,text\n"),
        lambda path: os.utime(path, (1, 1)),
        lambda path: path.unlink(),
        lambda path: path.rename(path.with_name("b")) and path.write_text("label,text\n"),
    ],
    ids=["grown", "cut", "touched", "removed", "replaced"],
)
def test_changed_file(mail, monkeypatch, change):
    """A file that changes while it is read is an error."""
    monkeypatch.setattr(_data, "MOST_ROWS", 1)
    parser = argparse.ArgumentParser()
    _data.add_data_arguments(parser, labelled=True)
    batches = _data.Data(parser.parse_args([str(mail)])).batches()

    next(batches)
    change(mail)

    with pytest.raises(CommandError, match=r"mail\.csv changed while it was read"):
        list(batches)
