"""The rooms of the Rust core stand on each other in one direction."""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "rust" / "core" / "src"

# Each may use what stands before it; those of one line do not know each other.
LAYERS = (
    {"error"},
    {"memory", "threads"},
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
