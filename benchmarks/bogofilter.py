"""bogofilter, if it is installed: a process for each class, which reads a mailbox.

An ImportError says that it is not.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.mailboxes import Written, folder, written
from benchmarks.process import run

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.data import Data

PROGRAM = shutil.which("bogofilter")
if PROGRAM is None:
    raise ImportError("no bogofilter on the PATH; Debian has a package of this name")

LEARN = {"ham": "-n", "spam": "-s"}
LABELS = {"S": "spam", "H": "ham", "U": "unsure"}
VERDICTS = (0, 1, 2)


class Bogofilter:
    """A word list as bogofilter makes it without a configuration: ``-C``."""

    def __init__(self, **_: Any) -> None:
        self.folder = folder(self)
        self.output = self.folder / "output"
        self.database = self.folder / "database"
        self.database.mkdir()

    def prepare(self, data: Data) -> Data:
        """Write the messages into mailboxes and files."""
        return written(data)

    def call(self, *words: str, **more: Any) -> int:
        """Run the program on the word list."""
        return run(str(PROGRAM), "-C", "-d", self.database, *words, **more)

    def learn(self, messages: dict[str, Written]) -> None:
        """Learn the messages of each class."""
        for label, some in messages.items():
            self.call(LEARN[label], "-M", stdin=some.mbox)

    fit = learn

    def classify(self, messages: Written) -> Printed:
        """Judge the messages of a mailbox."""
        self.call("-T", "-M", stdin=messages.mbox, stdout=self.output, codes=VERDICTS)
        return Printed(self.output)

    def classify_one(self, messages: Written) -> None:
        """Judge one message."""
        self.call("-T", stdin=messages.first, codes=VERDICTS)

    def filter_one(self, messages: Written) -> None:
        """Pass one message on, with a header."""
        self.call("-p", stdin=messages.first, stdout=self.output, codes=VERDICTS)

    def learn_one(self, messages: Written) -> None:
        """Learn one message."""
        self.call(LEARN["spam"], stdin=messages.first)

    learn_next = learn_one

    @property
    def n_bytes(self) -> int:
        """The size of the word list."""
        return sum(path.stat().st_size for path in self.database.iterdir())

    def learned(self) -> tuple[int, int]:
        """Count the messages and the tokens of the word list."""
        words = self.folder / "words"
        run("bogoutil", "-d", self.database / "wordlist.db", stdout=words)
        lines = [line.split() for line in words.read_bytes().split(b"\n") if line]
        counts = next(line for line in lines if line[0] == b".MSG_COUNT")
        return int(counts[1]) + int(counts[2]), sum(not line[0].startswith(b".") for line in lines)


class Printed:
    """Verdicts in a file, a line each; the letter stands before the score."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def labels(self) -> Any:
        """Read the verdicts."""
        lines = self.path.read_text(encoding="latin-1").splitlines()
        return np.array([LABELS[line.split()[-2]] for line in lines])


MailFilter = Command = Bogofilter
