"""bogofilter's lexer, if it is installed: one process that reads a whole mailbox.

An ImportError says that it is not.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

from benchmarks.data import Data
from benchmarks.mailboxes import SCRATCH, mbox
from benchmarks.process import run

PROGRAM = shutil.which("bogolexer")
if PROGRAM is None:
    raise ImportError("no bogolexer on the PATH; Debian's package bogofilter has it")


class MailCounter:
    """Messages become tokens, which are printed and not counted."""

    def prepare(self, data: Data) -> Data:
        """Write the messages into a mailbox."""
        return written(data)

    def count(self, mailbox: Path) -> None:
        """Print the tokens of a mailbox to nowhere."""
        run(str(PROGRAM), "-C", "-p", stdin=mailbox)


MailMatrix = MailCounter


@cache
def written(data: Data) -> Data:
    """Write a mailbox."""
    return Data(mbox(data.X, Path(tempfile.mkstemp(".mbox", dir=SCRATCH.name)[1])))
