"""Messages in any form become bytes."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from email.message import Message as EmailMessage
    from typing import TypeAlias

__all__ = ["Letter", "raw_of"]

_HEAD = 2**13  # bytes that tell what a file is
_GZIP = b"\x1f\x8b\x08"
# A message as bytes, as a path to a file of its own, or as the standard library has it.
Letter: TypeAlias = "bytes | os.PathLike[str] | EmailMessage"


def raw_of(message: Letter) -> bytes:
    """Return the bytes of a message."""
    if isinstance(message, bytes):
        return message
    if isinstance(message, (bytearray, memoryview)):
        return bytes(message)
    if isinstance(message, os.PathLike):
        with open(message, "rb") as file:
            return _one(file.read(), os.fspath(message))
    if hasattr(message, "as_bytes"):
        return message.as_bytes()
    kind = type(message).__name__
    raise TypeError(
        f"a message must be bytes, a Path or an email.message.Message, not {kind}: "
        "a str may be a path or a text, so say which by Path(...) or encode()"
    )


def _one(raw: bytes, path: str) -> bytes:
    """Return the content of a file unless it is something else than one message."""
    bare = raw[:_HEAD].lstrip(b"\r\n")
    if bare.startswith((b"From ", _GZIP)):
        what = "packed by gzip" if bare.startswith(_GZIP) else "an mbox, which may have many"
        raise ValueError(
            f"{path} is no single message but {what}: read its messages with "
            "priory.mail.read_mailbox, and give the raw of each"
        )
    if not bare:
        raise ValueError(f"{path} is empty: give the path of a message")
    return raw
