"""bogofilter's lexer, if it is installed: one process that reads a whole mailbox.

An ImportError says that it is not.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from benchmarks.data import Data

PROGRAM = shutil.which("bogolexer")
if PROGRAM is None:
    raise ImportError("no bogolexer on the PATH; Debian's package bogofilter has it")

SCRATCH = tempfile.TemporaryDirectory()
ENVELOPE = b"From nobody@example.org Thu Jan  1 00:00:00 1970\n"
FROM = re.compile(rb"^(?=>*From )", re.MULTILINE)


class MailCounter:
    """Messages become tokens, which are printed and not counted."""

    def prepare(self, data: Data) -> Data:
        """Write the messages into a mailbox."""
        return written(data)

    def count(self, mailbox: Path) -> None:
        """Print the tokens of a mailbox to nowhere."""
        with mailbox.open("rb") as file:
            command = [str(PROGRAM), "-C", "-p"]
            subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)


MailMatrix = MailCounter


@cache
def written(data: Data) -> Data:
    """Write a mailbox."""
    mailbox = Path(tempfile.mkstemp(".mbox", dir=SCRATCH.name)[1])
    with mailbox.open("wb") as file:
        file.writelines(ENVELOPE + FROM.sub(b">", raw).rstrip(b"\n") + b"\n\n" for raw in data.X)
    return Data(mailbox)
