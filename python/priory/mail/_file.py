"""Reads one file as a message or an mbox, decompressing gzip, or tells its size."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mail._foreign_links import refuse_link
from priory.mail.entry import Entry, Fault, NotMail, place_of
from priory.mail.mbox import is_mbox, read_mbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import IO

    from priory.mail.entry import Reading

__all__ = ["file_bytes", "has_header", "open_file", "read_file"]

_CHUNK = 2**18
_HEAD = 2**13  # bytes that tell what a file is
_VISIBLE = bytes(range(0x21, 0x7F))  # what names of headers are made of
_GZIP = b"\x1f\x8b\x08"
_FIRST = rb"(?:\xef\xbb\xbf)?[\r\n]*(?:>?From [^\n]*\n[\r\n]*)?[!-9;-~]+[ \t]*:"
_KNOWN = (
    rb"(?im)^(?:bcc|cc|content-[a-z-]+|date|delivered-to|envelope-to|from|in-reply-to|list-[a-z-]+"
    rb"|message-id|mime-version|newsgroups|received|references|reply-to|return-path|sender"
    rb"|status|subject|to|x-[a-z0-9-]+)[ \t]*:"
)


def read_file(
    path: str,
    kind: str | None,
    reading: Reading,
    *,
    only_mail: bool = False,
    opener: Callable[[str], AbstractContextManager[IO[bytes]]] | None = None,
) -> Iterator[Entry]:
    """Read a file as one message or as an mbox; None decides by its first bytes.

    With `only_mail`, a file that does not begin with headers is reported and passed over. An
    `opener` opens the file in another way than `open_file`.
    """
    try:
        opened = (opener or open_file)(path)
    except OSError as error:
        reading.report(_fault(path, error))
        return
    with opened as file:
        faults = reading.faults
        chunks = _unpacked(_chunks(file, path, reading), path, reading)
        # Who writes into a pipe may wait for an answer before the next message.
        head, chunks = _look(chunks, _HEAD, _HEAD if only_mail else len(b"From "))
        if not head and reading.faults > faults:
            return  # nothing of it could be read, and that was said
        if only_mail and not _is_mail(head):
            reading.report(NotMail(path, "no mail headers, skipped", code="not-mail"))
        elif kind == "mbox" or (kind is None and is_mbox(head)):
            yield from read_mbox(chunks, path, reading)
        else:
            yield _message(chunks, path, reading)


def file_bytes(path: str, *, only_mail: bool = False) -> int | None:
    """Return how many bytes `read_file` would find in a file, or None if it must read to know."""
    with open_file(path) as file:
        head = file.read(_HEAD if only_mail else len(_GZIP))
        if head.startswith(_GZIP):
            return None
        return 0 if only_mail and not _is_mail(head) else os.fstat(file.fileno()).st_size


def open_file(path: str) -> AbstractContextManager[IO[bytes]]:
    """Open a regular file, or standard input, which stays open when the context is left."""
    if path == "-":
        if sys.stdin is None:
            what = "standard input is closed"
            raise InputError(what, code="stdin-closed", parameter="path", remedy="name a file")
        return nullcontext(sys.stdin.buffer)
    # What turns out to be a pipe must not wait for somebody to write.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | refuse_link(path))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(None, "not a regular file", path)
    return os.fdopen(descriptor, "rb")


def _chunks(file: IO[bytes], path: str, reading: Reading) -> Iterator[bytes]:
    try:
        while chunk := file.read1(_CHUNK):  # type: ignore[attr-defined]  # all binary files have it
            yield chunk
    except OSError as error:
        reading.report(_fault(path, error))


def _unpacked(chunks: Iterator[bytes], path: str, reading: Reading) -> Iterator[bytes]:
    head, chunks = _look(chunks, len(_GZIP), len(_GZIP))
    if not head.startswith(_GZIP):
        return chunks
    from priory.mail._gzip import gunzip  # noqa: PLC0415 (most files are not packed)

    return gunzip(chunks, lambda code, why: reading.report(Fault(place_of(path), why, code=code)))


def _look(chunks: Iterator[bytes], size: int, text: int) -> tuple[bytes, Iterator[bytes]]:
    """Return the first bytes and then all of them: so many if there are, or so much text."""
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= size or len(head.lstrip(b"\r\n")) >= text:
            break
    return head, chain([head], chunks)


def _is_mail(head: bytes) -> bool:
    """Tell whether a file begins with headers, one of them such as mail has."""
    import re  # noqa: PLC0415 (who reads one message does not wait for it)

    if re.match(_FIRST, head) is None:
        return False
    bare = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    return re.search(_KNOWN, re.split(rb"\n\r?\n", bare, maxsplit=1)[0]) is not None


def has_header(raw: bytes) -> bool:
    """Tell whether what should be a message begins with a header of any name."""
    head = raw[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if head.startswith(b">From "):
        head = head.partition(b"\n")[2]
    name, colon, _ = head.partition(b"\n")[0].partition(b":")
    name = name.rstrip(b" \t")
    return bool(colon and name) and not name.translate(None, _VISIBLE)


def _message(chunks: Iterator[bytes], path: str, reading: Reading) -> Entry:
    """Read one message, and of one that is too long no more than its beginning."""
    raw = bytearray()
    for chunk in chunks:
        raw += chunk
        if len(raw) > reading.max_bytes:
            break
    entry = Entry(bytes(raw[: reading.max_bytes]), path)
    if len(raw) > reading.max_bytes:
        reading.report_cut(entry)
    return entry


def _fault(path: str, error: OSError) -> Fault:
    place = place_of(path)
    if not isinstance(error, FileNotFoundError):
        return Fault(place, f"cannot read the file: {error.strerror or error}", code="unreadable")
    if os.path.islink(path):
        return Fault(place, "broken symbolic link", code="broken-link")
    why = "moved or deleted while the mailbox was read"
    return Fault(place, why, code="gone", remedy="read the mailbox again")
