"""Connections that wait for other programs in short steps, so that Ctrl-C is heard."""

from __future__ import annotations

import sqlite3
from time import monotonic, sleep
from typing import TYPE_CHECKING

from priory.mailfilter import _interrupts
from priory.mailfilter.errors import corrupt

if TYPE_CHECKING:
    from typing import Any, TypeVar

    C = TypeVar("C", bound="PatientConnection")

__all__ = ["PatientConnection", "open_patiently", "uri"]

# SQLite waits within one call, in which Python hears no signal: so each call waits this long.
_STEP = 0.1  # seconds
_PAUSE = 0.02  # where SQLite does not wait at all


class PatientConnection(sqlite3.Connection):
    """A connection whose statements wait for other programs up to `patience` seconds."""

    patience = 0.0

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, again and again while the file is locked."""
        end = monotonic() + self.patience
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not is_busy or monotonic() + _PAUSE >= end:
                    raise
            except UnicodeDecodeError as error:  # in what SQLite says of a damaged schema
                raise corrupt(str(error)) from error
            if not self.in_transaction:  # nothing was begun that Ctrl-C would have to wait for
                _interrupts.deliver_noted()
            sleep(_PAUSE)


def uri(path: str, **query: str) -> str:
    """Write a path as SQLite reads it, whatever characters it has."""
    escaped = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    options = "&".join(f"{key}={value}" for key, value in query.items())
    return f"file:///{escaped.lstrip('/')}?{options}"


def open_patiently(name: str, timeout: float, kind: type[C]) -> C:
    """Open a database by its URI; a thread has its own, and whoever closes a store closes all."""
    db = sqlite3.connect(
        name,
        timeout=min(timeout, _STEP),
        isolation_level=None,
        check_same_thread=False,
        uri=True,
        factory=kind,
    )
    db.patience = timeout
    db.execute("PRAGMA trusted_schema = OFF")  # a file may come from a stranger
    return db
