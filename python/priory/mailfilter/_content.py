"""What a bag of tokens says of a message that no relay changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["content"]

# Where tokens come from that a copy has, too, which travelled further: from the headers of the
# author, and from the body. Words of the text have no origin.
_AUTHORS = ("from", "from-name", "subject", "to", "to-name")
_BODY = ("alt", "charset", "encoding", "file", "hidden", "odd", "path", "scheme", "size", "type")
_LINKS = ("mailto", "mailto-name", "url")
_ORIGINS = frozenset(("", *_AUTHORS, *_BODY, *_LINKS))


def content(tokens: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the tokens, with their counts, that all copies of a message have.

    >>> content([("cheap", 2), ("relay:example.com", 1), ("subject:pills", 1)])
    {'cheap': 2, 'subject:pills': 1}
    """
    return {token: count for token, count in tokens if _origin(token) in _ORIGINS}


def _origin(token: str) -> str:
    before, colon, _ = token.partition(":")
    return before if colon else ""
