"""Rules of the house that no linter checks."""

import ast
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from docs import files

ROOT = Path(__file__).parent.parent
LONGEST = {".py": 450, ".rs": 500}
BYTES = (".eml",)  # messages, in any charset and with any line ends
ONE_SENTENCE = re.compile(r"(?:(?![.!?] [A-Z])[^|])+\.")  # a bar would end its cell in the list
OF_A_MACHINE = re.compile(r"(?<![\w.<])/(?:home|root|Users|work|tmp)/\w")


@cache
def sources():
    """Read the text files of the project."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a checkout: there is no list of the project's files")
    listed = subprocess.run(  # noqa: S603
        [git, "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.split("\0") if name and not name.endswith(BYTES)]
    paths = [ROOT / name for name in names]
    return {path.relative_to(ROOT): path.read_text("utf-8") for path in paths if path.is_file()}


@pytest.mark.parametrize("suffix", LONGEST)
def test_files_are_short(suffix):
    """A file that one person can hold in mind does one thing."""
    lengths = {p: len(text.splitlines()) for p, text in sources().items() if p.suffix == suffix}

    assert lengths
    assert {path: n for path, n in lengths.items() if n > LONGEST[suffix]} == {}


def test_no_paths_of_a_machine():
    """Nothing in the project depends on where somebody keeps it."""
    found = {path: OF_A_MACHINE.findall(text) for path, text in sources().items()}

    assert {path: paths for path, paths in found.items() if paths} == {}


def test_lines_end_alike():
    """Lines end with a line feed, the last one too, and not with blanks."""
    bad = [p for p, text in sources().items() if text and (not text.endswith("\n") or "\r" in text)]
    blanks = [p for p, text in sources().items() if re.search(r"[ \t]$", text, re.MULTILINE)]

    assert bad == []
    assert blanks == []


def test_tests_say_what_they_test():
    """Every test has a docstring of one sentence."""
    tests = [(p, text) for p, text in sources().items() if p.name.startswith("test_")]
    found = {path: [f.name for f in functions(text) if not is_sentence(f)] for path, text in tests}

    assert {path: names for path, names in found.items() if names} == {}


def test_sources_say_what_they_do():
    """Every source begins with one sentence, which stands in the list of files."""
    code = [p for p in sources() if p.suffix in {".py", ".rs"} and p.parts[0] != "tests"]
    said = {path: files.first_sentence(path) for path in code}

    assert set(code) <= set(files.sources())
    assert {path: text for path, text in said.items() if not ONE_SENTENCE.fullmatch(text)} == {}


def functions(text):
    """Return the tests of a file."""
    nodes = ast.walk(ast.parse(text))
    return [f for f in nodes if isinstance(f, ast.FunctionDef) and f.name.startswith("test_")]


def is_sentence(function):
    """Tell whether the docstring of a function is one line that ends with a full stop."""
    return bool(re.fullmatch(r".+\.", ast.get_docstring(function) or ""))
