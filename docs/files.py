"""The sources, folder by folder, each with the first sentence of its own documentation.

`conf.py` puts the list on the page ``files``; ``python docs/files.py`` prints it.
"""

from __future__ import annotations

import ast
import re
import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TREES = (
    "python/priory",
    "rust/core/src",
    "rust/core/tests",
    "rust/core/benches",
    "rust/core/fuzz/fuzz_targets",
    "rust/python/src",
    "benchmarks",
    "experiments",
    "accuracy",
    "docs",
)
DOORS = {"__init__.py", "lib.rs", "main.rs", "mod.rs"}  # each speaks for its folder


def sources() -> list[Path]:
    """Return the paths of all sources from the root, tree by tree and room by room."""
    found = [path for tree in TREES for path in (ROOT / tree).rglob("*.[pr][ys]")]
    return sorted((path.relative_to(ROOT) for path in found), key=_place)


def _place(path: Path) -> tuple[int, Path, list[str]]:
    """Sort what stands in a folder behind the file that speaks for it."""
    tree = [path.is_relative_to(tree) for tree in TREES].index(True)
    name = "" if path.name in DOORS else path.stem
    return tree, room(path), [*path.parent.parts, name]


def room(path: Path) -> Path:
    """Return the folder under whose heading a source is listed: its tree, or the next below it."""
    tree = next(Path(tree) for tree in TREES if path.is_relative_to(tree))
    inside = path.relative_to(tree).parts
    return tree / inside[0] if len(inside) > 1 else tree


def first_sentence(path: Path) -> str:
    """Return the first paragraph of a module's documentation, as one line."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.suffix == ".py":
        documentation = ast.get_docstring(ast.parse(text)) or ""
    else:
        documentation = "\n".join(line.strip() for line in re.findall(r"(?m)^//!(.*)$", text))
    return " ".join(documentation.partition("\n\n")[0].split())


def page() -> str:
    """Return the list as Markdown: a heading and a table for each room."""
    return "\n".join(_section(folder, list(paths)) for folder, paths in groupby(sources(), room))


def _section(folder: Path, paths: list[Path]) -> str:
    rows = [f"| `{_name(path, folder)}` | {first_sentence(path)} |\n" for path in paths]
    return f"## {folder.as_posix()}\n\n| file | what it does |\n|---|---|\n{''.join(rows)}"


def _name(path: Path, folder: Path) -> str:
    """Return the path below a folder; a file that speaks for a folder has the folder's name."""
    below = path.relative_to(folder)
    speaks = path.name in DOORS and below.name != str(below)
    return f"{below.parent.as_posix()}/" if speaks else below.as_posix()


if __name__ == "__main__":
    sys.stdout.write(page())
