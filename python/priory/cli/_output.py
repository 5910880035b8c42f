"""Atomic output files."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from priory._links import is_planted, resolve
from priory._temporary import set_mode, sync_folder, temporary_path
from priory.cli._errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["check_output", "writer"]

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def check_output(path: str, *inputs: str, option: str = "-o", thing: str = "model") -> None:
    """Refuse a place where a file cannot or must not be written, before any work is done.

    The option is the one that named it, or "" where that was an argument; the thing is what goes
    there.
    """
    how = f" with {option}" if option else ""
    if path == "-":
        raise CommandError(f"a {thing} cannot go to standard output: name a file{how}")
    if not path:
        raise CommandError(f"empty file name{f' after {option}' if option else ''}: name a file")
    # Asked before links are followed: those of pipes, such as /dev/stdout, lead nowhere.
    if Path(path).exists() and not Path(path).is_file():
        raise CommandError(f"cannot write {path}: not a regular file: name a file{how}")
    final = _final(path)
    folder = final.parent
    if _is_open(sys.stdout, final):
        raise CommandError(f"cannot write {path}: it is standard output: name another{how}")
    if not folder.is_dir():
        raise CommandError(f"cannot write {path}: folder {folder} does not exist: create it")
    if not os.access(folder, os.W_OK):
        raise CommandError(f"cannot write {path}: folder {folder} is not writable")
    for read in inputs:
        if _is_read(final, read):
            raise CommandError(f"{path} would overwrite the input {read}: name another{how}")


def _is_read(final: Path, read: str) -> bool:
    """Tell whether a file is one that is read, by whatever name, or lies in a folder that is."""
    if read == "-" and _is_open(sys.stdin, final):
        return True
    if not Path(read).exists():
        return False
    source = Path(read).resolve()
    return final.is_relative_to(source) or (final.exists() and final.samefile(source))


def _is_open(stream: TextIO | None, path: Path) -> bool:
    """Tell whether a stream reads or writes the file of a path."""
    if stream is None:
        return False
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except OSError:  # no such file, or a stream that is none of the system's
        return False


def _final(path: str) -> Path:
    """Return the file that a link leads to, not the link; refuse one that others have put there."""
    links, real = resolve(path)
    planted = next(filter(is_planted, links), None)
    if planted is not None:
        raise CommandError(
            f"cannot write {path}: somebody else could have put a link there: {planted}: "
            "name the file that it leads to, or run it as the owner (sudo -u)"
        )
    if Path(real).is_symlink():
        raise CommandError(f"cannot write {path}: symbolic link loop")
    return Path(real)


@contextmanager
def writer(path: str | None, *, private: bool = False) -> Iterator[TextIO]:
    """Open a file that takes its place only if all goes well; None is standard output.

    Only its owner may read a file that is private, also where others could read one before.
    """
    if path is None:
        yield sys.stdout
        return
    final = _final(path)
    temporary = temporary_path(final.parent)
    try:
        mode = 0o600 if private else 0o666
        descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as out:  # noqa: PTH123
            yield out
            out.flush()
            with suppress(FileNotFoundError):
                set_mode(out.fileno(), 0o600) if private else set_mode(
                    out.fileno(), final.stat().st_mode
                )
            os.fsync(out.fileno())
        temporary.replace(final)
        sync_folder(final.parent)
    except OSError as error:
        # What is read meanwhile may fail without a name, too, but not for want of room.
        is_full = error.filename is None and error.errno in _FULL
        if is_full or str(error.filename) == str(temporary):
            error.filename = path  # the temporary one means nothing to anybody
        raise
    finally:
        temporary.unlink(missing_ok=True)
