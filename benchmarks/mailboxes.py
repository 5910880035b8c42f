"""Messages written as mailboxes and as files, for programs that read nothing else."""

from __future__ import annotations

import re
import shutil
import tempfile
import weakref
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.data import Data

if TYPE_CHECKING:
    from collections.abc import Iterable

SCRATCH = tempfile.TemporaryDirectory()
ENVELOPE = b"From nobody@example.org Thu Jan  1 00:00:00 1970\n"
FROM = re.compile(rb"^(?=>*From )", re.MULTILINE)


@dataclass(frozen=True)
class Mailbox:
    """Messages as an mbox."""

    mbox: Path


@dataclass(frozen=True)
class Written(Mailbox):
    """Messages as an mbox, and one in each file of a list, which is a file, too."""

    names: Path
    first: Path


def folder(owner: object) -> Path:
    """Make a folder that goes when its owner does."""
    path = Path(tempfile.mkdtemp(dir=SCRATCH.name))
    weakref.finalize(owner, shutil.rmtree, path, ignore_errors=True)
    return path


def mbox(messages: Iterable[bytes], path: Path) -> Path:
    """Write a mailbox."""
    with path.open("wb") as file:
        file.writelines(map(entry, messages))
    return path


def entry(raw: bytes) -> bytes:
    """Write a message as a mailbox has it."""
    return ENVELOPE + FROM.sub(b">", raw).rstrip(b"\n") + b"\n\n"


def write(messages: list[bytes]) -> Written:
    """Write messages in every way."""
    place = Path(tempfile.mkdtemp(dir=SCRATCH.name))
    names = [place / f"{i:06}" for i in range(len(messages))]
    for name, raw in zip(names, messages, strict=True):
        name.write_bytes(raw)
    listed = place / "names"
    listed.write_text("".join(f"{name}\n" for name in names))
    return Written(mbox(messages, place / "mbox"), listed, names[0])


@cache
def written(data: Data) -> Data:
    """Write the messages of each class to learn from, and those to judge."""
    pairs = list(zip(data.X, data.y or (), strict=True)) if data.y else []
    learned = {
        label: write([raw for raw, its_label in pairs if its_label == label])
        for label in dict.fromkeys(data.y or ())
    }
    return Data(learned, new=write(data.new) if data.new else None)
