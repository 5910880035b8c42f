"""A spool: messages on disk while they are evaluated, in a file that has no name."""

from __future__ import annotations

import os
import tempfile
import weakref
from threading import Lock
from typing import NamedTuple

__all__ = ["Spool", "Spooled"]

_ROOMY = "/var/tmp"  # noqa: S108 (the file has no name; /tmp is often memory)


class Spool:
    """Keeps messages as they were read, until nobody holds one of them.

    Tens of thousands would fill the memory, and where they came from may change meanwhile: a mail
    program renames files of a Maildir, and standard input is read once. Nothing is left on the
    disk, even if the program is killed. ``TMPDIR`` names the folder.

    Examples
    --------
    >>> from priory.evaluate.spool import Spool
    >>> spool = Spool()
    >>> first, second = spool.add(b"one"), spool.add(b"another")
    >>> second.read(), first.read()
    (b'another', b'one')
    """

    def __init__(self) -> None:
        self._folder = _folder()
        self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 (closed below)
        self._lock = Lock()
        self._end = 0
        weakref.finalize(self, self._file.close)

    def add(self, raw: bytes) -> Spooled:
        """Keep a message."""
        start = self._end
        try:
            with self._lock:
                self._file.seek(start)
                self._file.write(raw)
                self._file.flush()
        except OSError as error:  # which says nothing of where, as the file has no name
            raise OSError(error.errno, error.strerror, self._folder) from error
        self._end += len(raw)
        return Spooled(self, start, len(raw))

    def read(self, start: int, size: int) -> bytes:
        """Return some of the bytes that were kept."""
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)


class Spooled(NamedTuple):
    """A message in a spool."""

    spool: Spool
    start: int
    size: int

    def read(self) -> bytes:
        """Return the message."""
        return self.spool.read(self.start, self.size)


def _folder() -> str:
    """Return where there is room: what the user names, else where large files go."""
    is_named = any(name in os.environ for name in ("TMPDIR", "TEMP", "TMP"))
    is_roomy = not is_named and os.access(_ROOMY, os.W_OK | os.X_OK)
    return _ROOMY if is_roomy else tempfile.gettempdir()
