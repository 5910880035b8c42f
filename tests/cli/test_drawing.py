"""Explanations of texts on a pseudo-terminal."""

import re
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
pytest.importorskip("rich")

from tests.cli.terminals import WITHOUT_RICH, on_terminal

TEXT = "[red]Cheap, CHEAP\x1b[2J\nlunch for gnomes"


def test_explain(model):
    """Words have bars, the text is shaded, and nothing in it is obeyed."""
    code, written = on_terminal("text", "explain", model, TEXT)

    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", written).splitlines()]
    assert code == 0
    assert re.fullmatch(r"spam +0\.\d{4}  █+", lines[1])
    assert any(re.fullmatch(r"cheap +2 +-\S+ +-\S+ +\+\S+ +│█+", line) for line in lines)
    assert any(re.fullmatch(r"lunch +1 +-\S+ +-\S+ +-\S+ +█+│", line) for line in lines)
    assert lines[-2:] == [r"[red][+Cheap], [+CHEAP]\x1b[2J", "[-lunch] for gnomes"]
    assert re.search(r"\x1b\[30;48;5;\d+m\[\+Cheap\]", written)
    assert "\x1b[2J" not in written


def test_without_rich(model):
    """Where rich is not installed, there are still colours."""
    _, written = on_terminal("text", "explain", model, TEXT, program=WITHOUT_RICH)

    assert "\x1b[38;5;166mcheap" in written
    assert "█" not in written


def test_neighbors(near):
    """Neighbours are shaded by their votes, and no line is wider than the terminal."""
    code, written = on_terminal("text", "explain", near, "cheap watches \x1b[2J now", columns=50)

    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", written).splitlines()]
    assert code == 0
    assert re.fullmatch(r"spam +0\.\d{4}  █+", lines[1])
    assert any(re.fullmatch(r"Buy cheap .*… +spam +0\.\d{4} .*", line) for line in lines)
    assert max(map(len, lines)) <= 50
    assert re.search(r"\x1b\[30;48;5;\d+mCheap", written)


@pytest.mark.parametrize("name", ["model", "near"])
def test_encoding_without_bars(request, name):
    """Where the terminal has no block characters, nothing is spelled out in their place."""
    plain = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}

    code, written = on_terminal("text", "explain", request.getfixturevalue(name), "cheap", **plain)

    assert code == 0
    assert "\\u" not in written
    assert re.search(r"spam +0\.\d{4}\n", written)
