"""Labelled messages: from mailboxes by class, or from an index file as TREC has it."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from priory.errors import InputError
from priory.evaluate.outcomes import LabelledMessage
from priory.evaluate.spool import Spool
from priory.mail import Fault, NotMail, read_mailbox
from priory.mail.arrival import arrival, file_time
from priory.mail.mailbox import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from priory.mail import Entry

    PathLike: TypeAlias = str | os.PathLike[str]
    OnFault: TypeAlias = Callable[[Fault], object]

__all__ = ["index_paths", "read_index", "read_mailboxes"]


def read_mailboxes(
    mailboxes: Iterable[tuple[str, PathLike]],
    *,
    max_bytes: int = MAX_BYTES,
    on_fault: OnFault = warnings.warn,
) -> Iterator[LabelledMessage]:
    r"""Read mailboxes of which all messages have one class.

    Messages are kept on disk, see `Spool`. Their time is that of the topmost ``Received`` header,
    else of ``Date``, else of the file, where a file is one message.

    Parameters
    ----------
    mailboxes : iterable of (str, path)
        Classes, each with a mailbox such as `priory.mail.read_mailbox` reads. A class may have
        several.
    max_bytes : int, default=64 MiB
        How much of a message is read.
    on_fault : callable, default=warnings.warn
        Called with a `Fault` for each thing that cannot be read, or has no message.

    Returns
    -------
    iterator of LabelledMessage
        In the order of the mailboxes, and of the messages in each.

    Raises
    ------
    OSError
        If a mailbox does not exist, before the first message is read.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from priory.evaluate.messages import read_mailboxes
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "junk.eml")
    ...     _ = path.write_bytes(b"Date: 1 Jan 2004 00:00:00 +0000\n\nCheap pills")
    ...     [message] = read_mailboxes([("spam", path)])
    >>> message.label, message.time
    ('spam', 1072915200.0)
    """
    pairs = [(label, os.fspath(path)) for label, path in mailboxes]
    for _, path in pairs:
        if path != "-":
            os.stat(path)  # noqa: PTH116 (a Path would take "" for the folder at hand)
    return _read_pairs(pairs, max_bytes, on_fault)


def read_index(
    index: PathLike,
    *,
    max_bytes: int = MAX_BYTES,
    on_fault: OnFault = warnings.warn,
) -> Iterator[LabelledMessage]:
    """Read the messages that an index file names.

    Each line is a class, blanks or tabs, and a path from the folder of the index, as in the
    corpora of TREC: ``spam ../data/inmail.1``. Blank lines and those that begin with ``#`` do not
    count. A path may be a mailbox of which all messages have this class.

    Parameters
    ----------
    index : path
        The index file. All of it is checked before the first message is read.
    max_bytes, on_fault
        As of `read_mailboxes`. A file that cannot be read, or has no message, is passed over.

    Returns
    -------
    iterator of LabelledMessage
        In the order of the lines.

    Raises
    ------
    InputError
        If a line cannot be read (code ``"index-line"``), names no file (``"index-path"``), or if
        there is no line (``"empty-input"``).
    OSError
        If the index cannot be read.
    """
    return _read_pairs(index_paths(index), max_bytes, on_fault)


def index_paths(index: PathLike) -> list[tuple[str, str]]:
    """Return the classes and the paths of an index file, which all exist.

    Raises
    ------
    InputError, OSError
        As of `read_index`.
    """
    lines = _lines(Path(index))
    if not lines:
        raise InputError(
            "the index names no message",
            code="empty-input",
            place=os.fspath(index),
            remedy="write lines such as: spam folder/message",
        )
    _check_paths(lines)
    return [(line.label, line.path) for line in lines]


class _Line(NamedTuple):
    """A line of an index: where it stands, and what it says."""

    place: str
    label: str
    path: str


def _lines(index: Path) -> list[_Line]:
    written = index.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    numbered = enumerate(map(bytes.strip, written), start=1)
    return [_line(line, index, number) for number, line in numbered if line and line[:1] != b"#"]


def _line(line: bytes, index: Path, number: int) -> _Line:
    words = os.fsdecode(line).split(maxsplit=1)
    place = f"{index}, line {number}"
    if len(words) == 1:
        what = f"not a class and a path: {words[0][:60]!r}"
        raise InputError(what, code="index-line", place=place, remedy="write: spam folder/message")
    return _Line(place, words[0], str(index.parent / words[1]))


def _check_paths(lines: Sequence[_Line]) -> None:
    """Say at once what is missing: who waits for an hour wants no such answer at its end."""
    exists = os.path.exists  # where a name is too long for the system, a Path would raise
    missing = [line for line in lines if not exists(line.path)]
    if missing:
        place, _, path = missing[0]
        more = f"{len(missing) - 1} more paths of the index are missing" if missing[1:] else None
        what, remedy = f"no such file: {path}", "paths start from the folder of the index"
        raise InputError(what, code="index-path", place=place, remedy=remedy, note=more)


def _read_pairs(
    pairs: Sequence[tuple[str, str]], max_bytes: int, on_fault: OnFault
) -> Iterator[LabelledMessage]:
    spool = Spool()
    for label, path in pairs:
        try:
            entries = read_mailbox(path, max_bytes=max_bytes, on_fault=on_fault)
        except OSError as error:
            why = f"cannot read the file: {error.strerror or error}"
            on_fault(Fault(path, why, code="unreadable"))
            continue
        is_empty = True
        for entry in entries:
            is_empty = False
            yield _labelled(entry, label, spool)
        if is_empty:
            on_fault(NotMail(path, "no message in it, skipped", code="not-mail"))


def _labelled(entry: Entry, label: str, spool: Spool) -> LabelledMessage:
    when = arrival(entry.raw)
    return LabelledMessage(
        spool.add(entry.raw), label, entry.place, file_time(entry) if when is None else when
    )
