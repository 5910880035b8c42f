"""Priory's mail filter: in Python, and as the command, a process with all it takes."""

from __future__ import annotations

import json
import secrets
import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import priory
from benchmarks.mailboxes import Mailbox, Written, folder, written
from benchmarks.process import run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.data import Data

PROGRAM = Path(sys.executable).with_name("priory")
VERDICTS = (0, 1, 2)


class Stored:
    """A store in a folder of its own."""

    def __init__(self) -> None:
        self.folder = folder(self)
        self.store = self.folder / "mail.db"

    @property
    def n_bytes(self) -> int:
        """The size of the store."""
        return sum(path.stat().st_size for path in self.folder.glob("mail.db*"))

    def learned(self) -> tuple[int, int]:
        """Count the messages and the tokens of the store."""
        with priory.MailFilter(self.store, mode="ro") as mail:
            return sum(one.messages for one in mail.store.classes), mail.store.n_tokens


class MailFilter(Stored):
    """The filter in Python; the messages are in memory."""

    def learn(self, messages: list[bytes], labels: list[str]) -> None:
        """Learn messages."""
        with priory.MailFilter(self.store) as mail:
            mail.learn_many(zip(messages, labels, strict=True))

    fit = learn

    def classify(self, messages: list[bytes]) -> Verdicts:
        """Judge messages."""
        with priory.MailFilter(self.store, mode="ro") as mail:
            return Verdicts(list(mail.classify_many(messages)))

    def learn_one(self, messages: list[bytes]) -> None:
        """Open the store, learn a message that it never saw, and close it."""
        with priory.MailFilter(self.store) as mail:
            learn_changed(mail, messages[0])

    def learn_next(self, messages: list[bytes]) -> None:
        """Learn a message that it never saw into the store, which stays open."""
        learn_changed(self.opened, messages[0])

    @cached_property
    def opened(self) -> priory.MailFilter:
        """The filter, opened once."""
        return priory.MailFilter(self.store)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the open filter: memory is measured in another process."""
        return {name: value for name, value in vars(self).items() if name != "opened"}


def learn_changed(mail: priory.MailFilter, message: bytes) -> None:
    """Change a message, and learn it."""
    if mail.learn(message + secrets.token_hex().encode(), "spam") != "learned":
        raise RuntimeError("a new message was taken for another")


class Verdicts:
    """Verdicts as objects."""

    def __init__(self, verdicts: list[priory.mailfilter.Verdict]) -> None:
        self.verdicts = verdicts

    def labels(self) -> Any:
        """Take their labels."""
        return np.array([verdict.label for verdict in self.verdicts])


class Command(Stored):
    """The program, with its output in a file."""

    def __init__(self, *, json: bool = False) -> None:
        super().__init__()
        self.output = self.folder / "output"
        self.json = json

    def prepare(self, data: Data) -> Data:
        """Write the messages into mailboxes and files."""
        return written(data)

    def call(self, command: str, *words: str | Path, **more: Any) -> int:
        """Run a command on the store."""
        return run(PROGRAM, command, "--store", self.store, *words, stdout=self.output, **more)

    def learn(self, messages: Mapping[str, Mailbox]) -> None:
        """Learn the messages of each class."""
        for label, some in messages.items():
            self.call("learn", label, some.mbox)

    fit = learn

    def classify(self, messages: Mailbox) -> Lines:
        """Judge the messages of a mailbox."""
        self.call("classify", *["--json"] * self.json, messages.mbox)
        return Lines(self.output, is_json=self.json)

    def classify_one(self, messages: Written) -> None:
        """Judge one message."""
        self.call("classify", messages.first, codes=VERDICTS)

    def filter_one(self, messages: Written) -> None:
        """Pass one message on, with a header."""
        self.call("filter", stdin=messages.first)


class Lines:
    """Verdicts in a file, a line each."""

    def __init__(self, path: Path, *, is_json: bool) -> None:
        self.path = path
        self.is_json = is_json

    def labels(self) -> Any:
        """Read their labels, after the measurement."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        if self.is_json:
            return np.array([json.loads(line)["verdict"] for line in lines])
        return np.array([line.split()[0] for line in lines])
