"""The whole of a message in the user's pager."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

from priory.cli.mail._report import report
from priory.mail import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail import Entry, Limits

__all__ = ["page"]

_DEFAULT = "less"
_WHOLE = argparse.Namespace(all_headers=True, text=True, links=True)


def page(entry: Entry, limits: Limits) -> str | None:
    """Show a message in ``$PAGER`` or less, and return what went wrong, if something did."""
    text = report(1, entry, Message.parse(entry.raw, limits), _WHOLE)
    command = os.environ.get("PAGER", "").strip() or _DEFAULT
    try:
        with _ignored_interrupts():
            subprocess.run(  # noqa: S603 (the user's own program)
                shlex.split(command) or [_DEFAULT],  # such as of a lone pair of quotes or a comment
                input=f"{text}\n".encode(),
                check=False,
            )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        return f"cannot run {command}: {why}: set PAGER to a program that shows text"
    return None


@contextmanager
def _ignored_interrupts() -> Iterator[None]:
    """Let Ctrl-C be the pager's: a function, unlike SIG_IGN, is not inherited by it."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
