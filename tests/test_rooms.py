"""The rooms stand on each other in one direction, and on scikit-learn through one door."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "rust" / "core" / "src"
PACKAGE = ROOT / "python" / "priory"
DOOR = PACKAGE / "_sklearn.py"

# Each may use what stands before it; those of one line do not know each other.
LAYERS = (
    {"error"},
    {"checksum", "memory", "threads"},
    {"mail"},
    {"tokens"},
    {"counts"},
    {"ledger", "tables"},
    {"neighbors", "posterior"},
)
ROOMS = sorted(set().union(*LAYERS))


def uses(room: str) -> set[str]:
    """Return the other rooms that the files of a room name."""
    files = [SOURCE / f"{room}.rs", *(SOURCE / room).rglob("*.rs")]
    texts = (file.read_text(encoding="utf-8") for file in files if file.exists())
    return {name for text in texts for name in re.findall(r"\bcrate::(\w+)", text)} - {room}


@pytest.mark.parametrize("room", ROOMS)
def test_room_uses_only_those_before_it(room):
    """A room of the core names no room of its own layer or of one that stands on it."""
    layer = next(i for i, layer in enumerate(LAYERS) if room in layer)

    assert uses(room) <= set().union(*LAYERS[:layer])


def test_each_room_has_its_layer():
    """Each file and folder at the root of the core is a room of a layer."""
    assert sorted(path.stem for path in SOURCE.iterdir() if path.name != "lib.rs") == ROOMS


def private_names(source: str) -> list[str]:
    """Return the private names of scikit-learn that a module imports, wherever it does."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    parts = {name: name.split(".") for name in found}
    return [
        name
        for name, (package, *inside) in parts.items()
        if package == "sklearn" and any(part.startswith("_") for part in inside)
    ]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from sklearn.base import _fit_context, clone", ["sklearn.base._fit_context"]),
        ("from sklearn.utils._tags import Tags as T", ["sklearn.utils._tags.Tags"]),
        ("from sklearn import _config", ["sklearn._config"]),
        ("def f():\n    import sklearn.utils._mask", ["sklearn.utils._mask"]),
        ("import sklearn.utils\nfrom sklearn import svm\nfrom numpy import _core", []),
        ("from priory._sklearn import _fit_context\nfrom ._sklearn import Interval", []),
    ],
)
def test_private_names_are_found(source, names):
    """A private module, a private name in a public one, and imports in functions are all seen."""
    assert private_names(source) == names


def test_private_names_of_scikit_learn_have_one_door():
    """No module but `priory._sklearn` imports a private name of scikit-learn."""
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if path != DOOR]
    found = {path: private_names(path.read_text(encoding="utf-8")) for path in files}

    assert {str(path.relative_to(ROOT)): names for path, names in found.items() if names} == {}
    assert private_names(DOOR.read_text(encoding="utf-8"))
