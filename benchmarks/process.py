"""Other programs run to their end, timed as a whole or asked for their peak of memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from benchmarks.mailboxes import SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

KIB = 1024
CHANGES = ("PRIORY_", "PYTHON")
# A process starts with the peak of its parent, so that a small one must be its parent.
WATCHER = (
    "import os, sys; child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ);"
    "_, status, used = os.wait4(child, 0);"
    "print(used.ru_maxrss, file=open(sys.argv[1], 'w'));"
    "sys.exit(os.waitstatus_to_exitcode(status))"
)


class Watch:
    """Whether peaks are asked for, and the highest so far in bytes."""

    report: Path | None = None
    peak = 0


@contextmanager
def watching() -> Iterator[type[Watch]]:
    """Ask every program within for its peak, which passes through a file."""
    with tempfile.NamedTemporaryFile() as file:
        Watch.report, Watch.peak = Path(file.name), 0
        try:
            yield Watch
        finally:
            Watch.report = None


def run(
    *command: str | Path,
    stdin: Path | None = None,
    stdout: Path | None = None,
    codes: tuple[int, ...] = (0,),
) -> int:
    """Run a program, and fail unless it ends with one of the codes.

    Parameters
    ----------
    *command : str or Path
        The program and its arguments.
    stdin, stdout : Path or None, default=None
        The files that it reads and writes; None for nothing.
    codes : tuple of int, default=(0,)
        How it may end.

    Returns
    -------
    int
        How it ended.
    """
    words = [str(word) for word in command]
    if Watch.report is not None:
        words = [sys.executable, "-I", "-S", "-c", WATCHER, str(Watch.report), *words]
    with reading(stdin) as source, writing(stdout) as sink:
        code = subprocess.run(
            words, stdin=source, stdout=sink, env=environment(), check=False
        ).returncode
    if code not in codes:
        raise RuntimeError(f"{' '.join(words)} ended with {code}")
    if Watch.report is not None:
        Watch.peak = max(Watch.peak, int(Watch.report.read_text()) * KIB)
    return code


def reading(path: Path | None) -> IO[bytes]:
    """Open what a program reads."""
    return Path(path or os.devnull).open("rb")


def writing(path: Path | None) -> IO[bytes]:
    """Open what a program writes."""
    return Path(path or os.devnull).open("wb")


def environment() -> dict[str, str]:
    """Leave out what changes a setting of Priory's, or how Python starts and writes.

    Without compiled files, for instance, a start takes three times as long.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(CHANGES)}
    return {**kept, "XDG_CONFIG_HOME": SCRATCH.name}
