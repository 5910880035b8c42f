"""Message input: conversion to bytes, and batching."""

from __future__ import annotations

import math
import os
from time import monotonic
from typing import TYPE_CHECKING

from priory import _core
from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from email.message import Message as EmailMessage
    from typing import TypeAlias, TypeVar

    T = TypeVar("T")

__all__ = ["JUDGED_BYTES", "PATIENCE", "MessageLike", "batches", "raw_of"]

# Messages that are learned in one transaction, which writes most blocks anew, or judged at once.
MOST = 4000
MOST_BYTES = 32 * 2**20
# Verdicts wait so many seconds for further messages, and for no more than what threads can share.
PATIENCE = 0.2
JUDGED_BYTES = 4 * 2**20

_HEAD = 2**13  # bytes that tell what a file is
_GZIP = b"\x1f\x8b\x08"
# A message as bytes, as a path to a file of its own, or as the standard library has it.
MessageLike: TypeAlias = "bytes | os.PathLike[str] | EmailMessage"


def raw_of(message: MessageLike) -> bytes:
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
    raise InputTypeError(
        f"a message must be bytes, a Path or an email.message.Message, not {kind}",
        code="bad-parameter",
        parameter="message",
        remedy="a str may be a path or a text, so say which by Path(...) or encode()",
    )


def _one(raw: bytes, path: str) -> bytes:
    """Return the content of a file unless it is something else than one message."""
    bare = raw[:_HEAD].lstrip(b"\r\n")
    if bare.startswith(_GZIP):
        raise _not_one(path, "gzipped")
    if bare.startswith(b"From "):
        return _of_mbox(raw, path)
    if not bare:
        raise _no_message(path, "empty file")
    return raw


def _of_mbox(raw: bytes, path: str) -> bytes:
    """Return the message of an mbox that has no other, as mail programs save single ones."""
    mbox = _core.Mbox(len(raw))
    found = [*mbox.feed(raw), *mbox.finish()]
    if len(found) > 1:
        raise _not_one(path, f"an mbox of {len(found)}")
    if not found[0][0].strip():
        raise _no_message(path, "no message in it")
    return found[0][0]


def _no_message(path: str, what: str) -> InputError:
    return InputError(what, code="no-message", place=path, remedy="pass the path of a message")


def _not_one(path: str, what: str) -> InputError:
    return InputError(
        f"not a single message but {what}",
        code="not-one-message",
        place=path,
        remedy="read it with priory.mail.read_mailbox, and pass the raw of each message",
    )


def batches(
    messages: Iterable[T],
    size: Callable[[T], int],
    patience: float = math.inf,
    *,
    first: float | None = None,
    most_bytes: int = MOST_BYTES,
) -> Iterator[list[T]]:
    """Gather messages to be learned or judged together, no longer than the patience lasts.

    The first ones may have less time.
    """
    batch: list[T] = []
    n_bytes = 0
    end = monotonic() + (patience if first is None else first)
    for message in messages:
        batch.append(message)
        n_bytes += size(message)
        if len(batch) >= MOST or n_bytes >= most_bytes or monotonic() >= end:
            yield batch
            batch, n_bytes, end = [], 0, monotonic() + patience
    if batch:
        yield batch
