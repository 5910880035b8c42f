"""Messages in any form become bytes."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from email.message import Message as EmailMessage
    from typing import TypeAlias

__all__ = ["Letter", "raw_of"]

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
            return file.read()
    if hasattr(message, "as_bytes"):
        return message.as_bytes()
    kind = type(message).__name__
    raise TypeError(
        f"a message must be bytes, a Path or an email.message.Message, not {kind}: "
        "a str may be a path or a text, so say which by Path(...) or encode()"
    )
