import ast
import subprocess
import sys
from pathlib import Path

import pytest

from priory import _core

STUB = Path(_core.__file__).with_name("_core.pyi")
FROM_OBJECT = set(dir(object)) | {"__module__", "__doc__", "__slotnames__"}


def is_public(name):
    """Tell whether a name is meant for users of the module: protocols of Python's own are."""
    return not name.startswith("_") or (name.startswith("__") and name not in FROM_OBJECT)


def definitions(body):
    """Map the names that a body of the stub defines to their nodes."""
    named = (ast.ClassDef, ast.FunctionDef)
    found = {node.name: node for node in body if isinstance(node, named)}
    found |= {n.target.id: n for n in body if isinstance(n, ast.AnnAssign) and n.value is None}
    return {name: node for name, node in found.items() if not name.startswith("_")}


def stub():
    """Read the stub."""
    return definitions(ast.parse(STUB.read_text("utf-8")).body)


def classes():
    """Name the classes of the module."""
    return [name for name, value in vars(_core).items() if isinstance(value, type)]


def test_stub_exists():
    """The stub stands beside the module, where type checkers look for it."""
    assert STUB.is_file()


def test_names():
    """Stub and module name the same things."""
    assert sorted(name for name in vars(_core) if not name.startswith("_")) == sorted(stub())


@pytest.mark.parametrize("name", classes())
def test_methods(name):
    """A class has the same methods in the stub and in the module."""
    body = stub()[name].body
    stubbed = {node.name for node in body if isinstance(node, ast.FunctionDef)} - {"__new__"}
    real = {method for method in vars(getattr(_core, name)) if is_public(method)}

    assert real == stubbed


@pytest.mark.parametrize("name", classes())
def test_classes_are_final(name):
    """A class of the core cannot be subclassed, and its stub says so."""
    decorators = [node.id for node in stub()[name].decorator_list]

    assert "final" in decorators
    with pytest.raises(TypeError):
        type("Sub", (getattr(_core, name),), {})


@pytest.mark.slow
def test_signatures(tmp_path):
    """Signatures agree, as far as mypy's own comparison of stub and module can tell."""
    pytest.importorskip("mypy")
    allowed = tmp_path / "allowed"
    allowed.write_text(r"priory\._core\.__all__" + "\n", "utf-8")
    command = [sys.executable, "-m", "mypy.stubtest", "priory._core", "--allowlist", allowed]

    compared = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603

    assert compared.returncode == 0, compared.stdout
