import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import priory
from priory import _core

ROOT = Path(__file__).parent.parent
HEAVY = {"numpy", "scipy", "sklearn", "pandas", "stop_words"}


def loaded_by(code):
    """Name the modules that a fresh Python has loaded after some code."""
    code += "; import json, sys; print(json.dumps(sorted(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603
    return set(json.loads(ran.stdout))


def test_import_is_light():
    """Importing the package loads none of the libraries its estimators need."""
    assert not loaded_by("import priory, priory._core") & HEAVY


def test_tokens_are_light():
    """Tokenizing needs neither NumPy nor scikit-learn."""
    code = "from priory import Analyzer; Analyzer(strip_accents='unicode').tokenize('été')"

    assert not loaded_by(code) & HEAVY


def test_sample_is_light():
    """The sample mailbox is read without NumPy and scikit-learn."""
    assert not loaded_by("from priory import sample; sample.mailbox()") & HEAVY


def test_store_is_light():
    """To look words up in a store needs neither NumPy nor what maintains stores."""
    heavy = HEAVY | {"asyncio", "priory.mailfilter._merge"}

    assert not loaded_by("import priory.mailfilter.store") & heavy


def test_command_line_is_light():
    """The command line loads a command only when it runs."""
    assert not loaded_by("import priory.cli.main") & HEAVY


@pytest.mark.parametrize("name", priory.__all__)
def test_public_names(name):
    """Every public name is there, and bears its own name."""
    assert getattr(priory, name).__name__.removeprefix("priory.") == name


def test_dir():
    """All public names are shown to who asks what the package has."""
    assert set(priory.__all__) < set(dir(priory))


@pytest.mark.parametrize("room", ["mail", "tokens"])
def test_dir_of_rooms(room):
    """So are the names of a room, before they are loaded and after."""
    code = (
        f"import priory.{room} as room; names = set(room.__all__); assert names < set(dir(room)); "
        "[getattr(room, name) for name in names]; assert names < set(dir(room))"
    )

    assert "priory._core" in loaded_by(code)


def test_unknown_name():
    """A name that is not there is an AttributeError which says so."""
    with pytest.raises(AttributeError, match="'priory' has no attribute 'Naive'"):
        _ = priory.Naive


def test_profile():
    """Tests and benchmarks speak of a release build."""
    assert _core.build_profile == "release"


def test_versions():
    """The version is the same wherever it is written."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))

    assert priory.__version__ == project["project"]["version"]
    assert priory.__version__ == workspace["workspace"]["package"]["version"]


def test_typed():
    """Type checkers are told that the package has annotations."""
    assert (Path(priory.__file__).parent / "py.typed").is_file()
