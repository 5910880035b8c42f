"""Model files: atomic writes, and reads by memory mapping."""

from __future__ import annotations

import errno
import mmap
import os
import stat
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from priory._temporary import set_mode, sync_folder, temporary_path
from priory.text.files.errors import ModelFileError
from priory.text.files.layout import layers, unpack

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

    from numpy.typing import NDArray

__all__ = ["ModelFileError", "read", "write"]


def write(
    path: str | os.PathLike[str],
    arrays: Mapping[str, NDArray[Any]],
    metadata: Mapping[str, str],
    *,
    private: bool = False,
) -> None:
    """Write a file atomically.

    A file that stood there is replaced in one step at the very end. Its permissions stay, and
    whoever has it mapped keeps the old one. A symbolic link stays, too: its target is replaced.

    Parameters
    ----------
    path : path-like
        Where the file shall stand.
    arrays : mapping from str to ndarray
        Arrays of int64, uint64, float64, int32, uint32 or uint8.
    metadata : mapping from str to str
        Texts that belong to them: together with the names at most 4 MB.
    private : bool, default=False
        Whether only its owner may read a file that is new.
    """
    pieces = layers(arrays, metadata)
    with _replacing(path, 0o600 if private else 0o666) as file:
        file.writelines(pieces)


def read(
    path: str | os.PathLike[str], *, is_checked: bool = True
) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Map a file into memory.

    Parameters
    ----------
    path : path-like
        A file of `write`, or of another program that writes safetensors.
    is_checked : bool, default=True
        Whether all of it is read, and compared with its digest.

    Returns
    -------
    arrays : dict from str to ndarray
        Read-only arrays that lie in the file.
    metadata : dict from str to str

    Raises
    ------
    ModelFileError
        If the file is truncated, damaged, or of another format.
    OSError
        If there is no such file, or it may not be read.
    """
    mapped = _map(path)
    try:
        return unpack(mapped, is_checked=is_checked)
    except ModelFileError as error:
        error.place = os.fspath(path)
        raise


@contextmanager
def _replacing(path: str | os.PathLike[str], new_mode: int) -> Iterator[BinaryIO]:
    """Open a new file, which takes the place of the one at `path` if all goes well."""
    target = Path(os.path.realpath(path))
    mode = target.stat().st_mode if target.exists() else None
    if mode is not None and not stat.S_ISREG(mode):
        raise _not_a_file(path, mode)
    temporary = temporary_path(target.parent)
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=new_mode)) as file:
            if mode is not None:
                set_mode(file.fileno(), mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename2 is None:
            error.filename = os.fspath(path)  # the temporary one means nothing to anybody
        raise


def _map(path: str | os.PathLike[str]) -> mmap.mmap | bytes:
    with open(os.fspath(path), "rb", opener=_at_once) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise _not_a_file(path, status.st_mode)
        if status.st_size == 0:
            return b""  # nothing to map
        return mmap.mmap(file.fileno(), status.st_size, access=mmap.ACCESS_READ)


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting, as one would for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _not_a_file(path: str | os.PathLike[str], mode: int) -> OSError:
    if stat.S_ISDIR(mode):
        return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    return OSError(errno.EINVAL, "Not a regular file", os.fspath(path))
