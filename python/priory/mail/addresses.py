"""Addresses of messages: the one sender, read strictly, and all recipients."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from priory.mail.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["fold", "is_address", "is_domain", "recipients", "sender", "strict_headers"]

_LONGEST = 998  # characters of a line of mail, and so of a From that is read
_MOST = 2**18  # bytes of headers that are read
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\U0010ffff]+"
_LABEL = r"(?!-)[A-Za-z0-9\-\u0080-\U0010ffff]+(?<!-)"
_DOMAIN = rf"{_LABEL}(?:\.{_LABEL})*"
_ADDRESS = rf"{_ATOM}(?:\.{_ATOM})*@{_DOMAIN}"
_NAME = r'(?:[^\x00-\x08\x0a-\x1f\x7f"<>@,;:()\[\]\\]|"(?:[^"\\\x00-\x1f\x7f]|\\[ -~])*")*'
_REMARK = r'(?:[ \t]+\([^\x00-\x1f\x7f"<>@,;:()\[\]\\]*\))?'  # where names once stood
_FROM = rf"[ \t]*(?:{_NAME}<({_ADDRESS})>|({_ADDRESS}){_REMARK})[ \t]*"
_RECIPIENTS = ("to", "cc", "bcc")


def fold(text: str) -> str:
    """Return a text in lower case, but for letters beyond ASCII, of which some would become others.

    >>> fold("Ann@Example.COM"), fold("STRA\u00dfE")
    ('ann@example.com', 'stra\u00dfe')
    """
    return text.encode("utf-8", "surrogateescape").lower().decode("utf-8", "surrogateescape")


def is_address(text: str) -> bool:
    """Tell whether a text is a plain address: no quotes, no comments, nothing encoded."""
    return _is(_ADDRESS, text) and "=?" not in text


def is_domain(text: str) -> bool:
    """Tell whether a text is a domain below another one, such as example.com."""
    return _is(_DOMAIN, text) and "." in text


def _is(pattern: str, text: str) -> bool:
    is_short = len(text) <= _LONGEST
    return is_short and text.isprintable() and re.fullmatch(pattern, text) is not None


def sender(headers: Iterable[tuple[str, str]]) -> str | None:
    """Return the address of the one sender, folded; None if there may be a doubt who that is.

    Parameters
    ----------
    headers : iterable of (str, str)
        What `strict_headers` returns.

    Returns
    -------
    str or None
        None unless there is one From, and in it one address, with a name before it or without.

    Examples
    --------
    >>> sender([("from", '"Ann, at work" <Ann@example.com>')])
    'ann@example.com'
    >>> sender([("from", "ann@example.com, bob@example.com")])
    """
    found = [value for name, value in headers if name == "from"]
    if len(found) != 1 or len(found[0]) > _LONGEST:
        return None
    parts = re.fullmatch(_FROM, found[0])
    address = (parts[1] or parts[2]) if parts else ""
    return fold(address) if is_address(address) else None


def strict_headers(raw: bytes, *wanted: str) -> list[tuple[str, str]]:
    """Return some headers of a message as they stand, nothing decoded, each on one line.

    Parameters
    ----------
    raw : bytes
        The message.
    *wanted : str
        Their names, in lower case.

    Returns
    -------
    list of (str, str)
        Lower-case names and values; empty if two parsers do not agree on which there are, or if
        something is wrong with the headers: whoever trusts in them must see what readers see.
    """
    head = _head(raw)
    if head is None or b"\0" in head or b"\r" in head.replace(b"\r\n", b"\n"):
        return []
    from email.parser import BytesHeaderParser  # noqa: PLC0415 (few messages need it)

    parsed = BytesHeaderParser().parsebytes(head)
    found = [(name.lower(), value) for name, value in parsed.raw_items() if name.lower() in wanted]
    seen = [name.strip().lower() for name, _ in Message.parse(raw).headers]
    if parsed.defects or [name for name, _ in found] != [name for name in seen if name in wanted]:
        return []
    try:
        return [(name, _unfolded(value)) for name, value in found]
    except UnicodeDecodeError:
        return []


def _head(raw: bytes) -> bytes | None:
    """Return the bytes before the first empty line, unless they are too many."""
    ends = [raw.find(line, 0, _MOST) for line in (b"\n\n", b"\n\r\n")]
    end = min((end + 1 for end in ends if end >= 0), default=len(raw))
    return raw[:end] if end <= _MOST else None


def _unfolded(value: str) -> str:
    text = value.encode("ascii", "surrogateescape").decode("utf-8")
    return re.sub(r"\r?\n(?=[ \t])", "", text).rstrip("\r\n")


def recipients(raw: bytes) -> set[str]:
    r"""Return the addresses that a message was sent to, folded.

    Parameters
    ----------
    raw : bytes
        The message.

    Returns
    -------
    set of str
        Those in To, Cc and Bcc that are plain ones.

    Examples
    --------
    >>> recipients(b"To: Ann <ann@example.com>\nCc: list:;\nSubject: lunch\n\n")
    {'ann@example.com'}
    """
    from email.parser import BytesHeaderParser  # noqa: PLC0415 (takes long to load)
    from email.utils import getaddresses  # noqa: PLC0415

    parsed = BytesHeaderParser().parsebytes(_head(raw) or b"")
    values = [str(value) for name in _RECIPIENTS for value in parsed.get_all(name, [])]
    return {fold(address) for _, address in getaddresses(values) if is_address(address)}
