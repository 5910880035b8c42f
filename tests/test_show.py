import json
import unicodedata

import pytest

from priory._show import cell, dump, json_line, shown

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
BIDI = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
TURNING = [char for char in map(chr, range(0x110000)) if unicodedata.bidirectional(char) in BIDI]


@pytest.mark.parametrize("char", CONTROLS + TURNING, ids=ascii)
def test_spelled_out(char):
    """Nothing that a terminal obeys, or that turns text around, reaches it."""
    spelled = shown(f"a{char}b")

    assert spelled.isascii()
    assert spelled.isprintable()
    assert spelled.encode().decode("unicode_escape") == f"a{char}b"


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("one\ttwo\r\n", r"one\ttwo\r\n"),
        ("\u202egpj.exe", r"\u202egpj.exe"),
        ("V\u200bi\xada", r"V\u200bi\xada"),
        ("two\u2028lines", r"two\u2028lines"),
        ("\U000e0041", r"\U000e0041"),
        ("caf\udce9", r"caf\xe9"),
        ("\ud800\udc41", r"\ud800\udc41"),
    ],
)
def test_spelling(text, spelled):
    """Each is spelled as Python spells it in strings."""
    assert shown(text) == spelled


@pytest.mark.parametrize("text", ["größer", "日本", "👩\u200d🚀", "Auf\u200clage", "\\"])
def test_as_it_is(text):
    """What people write stays as it is, joiners of emoji and words among it."""
    assert shown(text) == text


def test_cell():
    """A cell breaks neither its row nor the terminal."""
    assert cell("a\tb\x1b") == r"a\tb\x1b"


@pytest.mark.parametrize("text", ["\x7f\x1b\x00\u202e", "\ud800", "é"], ids=ascii)
def test_dump(text, capsys):
    """JSON is printable ASCII, whatever it holds."""
    dump({"text": text})

    out = capsys.readouterr().out.removesuffix("\n")
    assert out.isascii()
    assert out.isprintable()
    assert json.loads(out) == {"text": text}


def test_json_line():
    """JSON is what `json` writes, and nothing that it could not read."""
    value = {"a": [1, 2.5, None, True, "x"], "b": {"c": (), "1": 1e-300}}

    assert json_line(value) == json.dumps(value)
    with pytest.raises(ValueError, match="float"):
        json_line(float("nan"))
    with pytest.raises(TypeError, match="set"):
        json_line({1, 2})
