import argparse

import pytest

from priory.cli import _data
from priory.cli._errors import CommandError

GOOD = [("hello", "ham"), ("bye", "ham")]
TABLE = {
    "few fields": (
        "csv",
        b"label,text\nham,hello\nham\nham,bye\n",
        "the number of fields is 1, and the header has",
    ),
    "many fields": (
        "csv",
        b"label,text\nham,hello\nham,a,b\nham,bye\n",
        "the number of fields is 3, and the header",
    ),
    "few cells": (
        "tsv",
        b"label\ttext\nham\thello\nham\nham\tbye\n",
        "the number of fields is 1, and the header",
    ),
    "blank label": ("csv", b"label,text\nham,hello\n ,text\nham,bye\n", "the label is blank"),
    "bytes": ("csv", b"label,text\nham,hello\nham,caf\xe9\nham,bye\n", "not valid UTF-8"),
    "label bytes": (
        "tsv",
        b"label\ttext\nham\thello\n\xff\tx\nham\tbye",
        "not valid UTF-8",
    ),
    "quote": ("csv", b'label,text\nham,hello\nham,"a"b\nham,bye\n', "broken CSV .* quote"),
}
OBJECTS = {
    "broken": (b'{"label": "ham"', "broken JSON"),
    "deep": (b"[" * 100_000, "broken JSON"),
    "list": (b'["ham", "text"]', "not an object: write one JSON object"),
    "array of many lines": (b"[", "broken JSON .*`jq -c"),
    "number": (b"5", "not an object"),
    "no text": (b'{"label": "ham"}', "'text' is missing"),
    "null": (b'{"label": "ham", "text": null}', "'text' is missing"),
    "text of another type": (b'{"label": "ham", "text": 5}', "'text' must be a string, not 5"),
    "no label": (b'{"text": "hi"}', "'label' is missing"),
    "label of another type": (b'{"text": "hi", "label": [1]}', r"'label' must be .*, not \[1\]"),
    "blank label": (b'{"text": "hi", "label": ""}', "the label is blank"),
    "surrogate": (b'{"text": "\\ud83d", "label": "ham"}', "'text' contains a lone surrogate"),
    "bytes": (b'{"text": "\xff", "label": "ham"}', "not valid UTF-8"),
}
LINES = b'{"label": "ham", "text": "hello"}\n\n%s\n{"label": "ham", "text": "bye"}\n'
CASES = {
    f"{name} ({suffix})": (suffix, content, 3, why)
    for name, (suffix, content, why) in TABLE.items()
}
CASES |= {
    f"{name} (jsonl)": ("jsonl", LINES % line, 3, why) for name, (line, why) in OBJECTS.items()
}


def read(*words):
    """Read all rows of some data: pairs of text and label."""
    parser = argparse.ArgumentParser()
    _data.add_data_arguments(parser, labelled=True)
    data = _data.Data(parser.parse_args(list(map(str, words))))
    rows = [(row.text, row.label) for batch in data.batches() for row in batch]
    data.report_bad()
    return rows


@pytest.mark.parametrize("case", CASES)
def test_stops(tmp_path, case):
    """A bad row stops the reading with its file, its line and what is wrong."""
    suffix, content, line, why = CASES[case]
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(content)

    with pytest.raises(CommandError, match=rf"a\.{suffix}, line {line}: .*{why}.*--skip-bad"):
        read(path)


@pytest.mark.parametrize("case", CASES)
def test_skips(tmp_path, capsys, case):
    """If asked to, bad rows are left out, and the first is named at the end."""
    suffix, content, line, _ = CASES[case]
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(content)

    assert read(path, "--skip-bad") == GOOD
    assert capsys.readouterr().err.startswith(f"priory: left out 1 bad row: {path}, line {line}: ")


def test_counts(tmp_path, capsys):
    """The number of rows left out is told, and the place of the first."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"label,text\nham\nham,hello\n,\n,x,\nham,bye\n")

    assert read(path, "--skip-bad") == GOOD
    assert "left out 3 bad rows, the first: " in capsys.readouterr().err


def test_line_of_a_long_row(tmp_path):
    """A row is named by the line where it begins, after rows of several lines."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'label,text\nham,"a\nb\nc"\n"","d\ne"\n')

    with pytest.raises(CommandError, match="line 5: the label is blank"):
        read(path)


def test_open_quote(tmp_path):
    """A quote that is never closed is named by the line where its row begins."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'label,text\nham,hello\nham,"a\nham,b\nham,c\n')

    with pytest.raises(CommandError, match=r"line 3: broken CSV \(unexpected end of data\)"):
        read(path)


def test_empty_text(tmp_path):
    """An empty text is a text."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'label,text\nham,\nham,""\n')

    assert read(path) == [("", "ham"), ("", "ham")]


def test_labels_of_json(tmp_path):
    """Integers and booleans of JSON are labels, spelled as they stand there."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "a", "label": 1}\n{"text": "b", "label": true}\n')

    assert read(path) == [("a", "1"), ("b", "true")]


def test_other_columns_do_not_matter(tmp_path):
    """Bytes that are no text do no harm in a column that nobody reads."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"label,text,id\nham,hello,\xff\nham,bye,2\n")

    assert read(path) == GOOD


def test_file_outside_classes(tmp_path):
    """A file that is not in a class folder is bad."""
    (tmp_path / "README").write_bytes(b"hello")

    with pytest.raises(CommandError, match="README, line 1: not in a class folder"):
        read(tmp_path)


def test_bytes_of_a_file(tmp_path):
    """A file with bytes that are no text is named, with the line of the first."""
    (tmp_path / "ham").mkdir()
    (tmp_path / "ham" / "a").write_bytes(b"one\ntwo \xff\n")

    with pytest.raises(CommandError, match="a, line 2: not valid UTF-8"):
        read(tmp_path)
