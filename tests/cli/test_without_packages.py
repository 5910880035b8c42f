"""The commands on texts where NumPy, SciPy or scikit-learn is not installed."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys

class Absent:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "{package}":
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent)
from priory.cli import program
raise SystemExit(program())
"""
COMMANDS = [
    ["fit", "mail.csv", "-o", "model"],
    ["predict", "model", "mail.csv"],
    ["explain", "model", "cheap"],
    ["words", "model"],
    ["plot", "costs", "model", "mail.csv", "-o", "a.png"],
    ["plot", "reliability", "model", "mail.csv", "-o", "a.png"],
]


@pytest.mark.parametrize(
    ("package", "words"),
    [*(("numpy", words) for words in COMMANDS), ("scipy", COMMANDS[0]), ("sklearn", COMMANDS[0])],
)
def test_missing_package(mail, package, words):
    """It is one line that says what to install."""
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PROGRAM.format(package=package), "text", *words],
        check=False,
        cwd=mail.parent,
        capture_output=True,
        text=True,
    )

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("priory: text commands need NumPy, SciPy and scikit-learn: pip ")
