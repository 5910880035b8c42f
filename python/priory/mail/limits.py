"""Limits: caps on the size and complexity of a parsed message."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import index

from priory import _core
from priory.errors import InputError, InputTypeError

__all__ = ["Limits"]

_DEFAULTS = dict(_core.default_limits())


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    r"""Caps on what a message may cost.

    Reaching one is never an error: the rest is left unread, and the message gets a mark, for
    example ``cap-parts``.

    Parameters
    ----------
    message : int, default=33554432
        Bytes of a message.
    parts : int, default=1000
        Parts of a message.
    depth : int, default=32
        Parts within parts; what stands deeper is read as plain text.
    headers : int, default=10000
        Headers of a message and its parts together.
    header : int, default=65536
        Bytes of one header.
    text : int, default=1048576
        Bytes of the text of one part, decoded.
    tokens : int, default=100000
        Tokens of a message.

    Examples
    --------
    >>> from priory.mail import Limits, Message
    >>> Message.parse(b"Subject: hello\n\nworld", Limits(text=3)).text
    'wor'
    """

    message: int = _DEFAULTS["message"]
    parts: int = _DEFAULTS["parts"]
    depth: int = _DEFAULTS["depth"]
    headers: int = _DEFAULTS["headers"]
    header: int = _DEFAULTS["header"]
    text: int = _DEFAULTS["text"]
    tokens: int = _DEFAULTS["tokens"]

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                what = f"{name} must be an integer, not {value!r}"
                raise InputTypeError(what, code="bad-parameter", parameter=name)
            if not 1 <= index(value) < 2**63:
                what = f"{name} must be from 1 to {2**63 - 1}, not {value!r}"
                raise InputError(what, code="bad-parameter", parameter=name)
