"""Messages that are too large to be stored: each is about a cap."""

from collections.abc import Callable
from dataclasses import dataclass, field

# Marks of the tokens, not of the message: rust/core/src/tokens/mail tests the first, and
# tests/tokens/test_mail_disguises.py the others.
ELSEWHERE = {"cap-tokens", "compatibility-letters", "mixed-scripts", "invisible-letters"}


def anything(_):
    """Expect nothing but the marks."""


@dataclass(frozen=True)
class Case:
    """A message that is written when it is asked for, and what is expected of it."""

    name: str
    write: Callable
    marks: tuple
    limits: dict = field(default_factory=dict)
    check: Callable = anything


def multipart(boundary, parts):
    """Write a multipart of whole parts."""
    head = b"Content-Type: multipart/mixed; boundary=%s\n\n" % boundary
    body = b"".join(b"--%s\n%s\n" % (boundary, part) for part in parts)
    return head + body + b"--%s--\n" % boundary


def tiny_parts(count):
    """Write very many parts of one letter."""
    return b"Subject: confetti\n" + multipart(b"b", [b"\nx"] * count)


def deep(depth):
    """Write multiparts within multiparts, each with a boundary of its own."""
    head = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(depth)
    )
    tail = b"".join(b"--b%d--\n" % i for i in reversed(range(depth)))
    return b"Subject: well\n" + head + b"\nThe ground.\n" + tail


def forwards(depth):
    """Write messages within messages."""
    return b"Content-Type: message/rfc822\n\n" * depth + b"Subject: core\n\nThe core.\n"


def headers(count):
    """Write very many headers."""
    return b"".join(b"X-%d: y\n" % i for i in range(count)) + b"\nText.\n"


def long_header(size):
    """Write a header without end."""
    return b"Subject: " + b"s" * size + b"\nX-After: yes\n\nText.\n"


def long_text(size):
    """Write a text without end."""
    return b"Subject: long\n\n" + b"word " * (size // 5)


def attached(size, parts):
    """Write long texts that are attached, and one that is not."""
    part = b"Content-Disposition: attachment\n\n" + b"word " * (size // 5)
    return multipart(b"b", [part] * parts + [b"\nShown."])


def within(limit):
    """Expect no more parts than the limit."""

    def check(message):
        assert 0 < len(message.parts) <= limit

    return check


def no_deeper(limit):
    """Expect no part deeper than the limit."""

    def check(message):
        assert max(part.path.count(".") for part in message.parts) <= limit

    return check


def after_is_read(message):
    """Expect that a header behind a long one is read, and the long one in part."""
    assert message.get("x-after") == "yes"
    assert 0 < len(message.subject) <= 64 << 10


def reaches(text):
    """Expect a text at the bottom."""

    def check(message):
        assert message.text.strip() == text

    return check


def no_longer(size):
    """Expect a text that was cut."""

    def check(message):
        assert 0 < len(message.text) <= size

    return check


CASES = [
    Case("parts below the cap", lambda: tiny_parts(900), ()),
    Case("many tiny parts", lambda: tiny_parts(100_000), ("cap-parts",), check=within(1000)),
    Case("few parts", lambda: tiny_parts(9), ("cap-parts",), {"parts": 5}, within(5)),
    Case("some nesting", lambda: deep(20), (), check=reaches("The ground.")),
    Case("deep nesting", lambda: deep(5_000), ("cap-depth",), check=no_deeper(32)),
    Case("little depth", lambda: deep(8), ("cap-depth",), {"depth": 4}, no_deeper(4)),
    Case("forwards", lambda: forwards(9), ("forwarded",), check=reaches("The core.")),
    Case("many forwards", lambda: forwards(5_000), ("cap-depth", "forwarded"), check=no_deeper(32)),
    Case("many headers", lambda: headers(50_000), ("cap-headers",)),
    Case("few headers", lambda: headers(9), ("cap-headers",), {"headers": 4}),
    Case("long header", lambda: long_header(1 << 20), ("cap-header",), check=after_is_read),
    Case("long text", lambda: long_text(3 << 20), ("cap-text",), check=no_longer(1 << 20)),
    Case("short text", lambda: long_text(99), ("cap-text",), {"text": 20}, no_longer(20)),
    Case("attached", lambda: attached(60_000, 1), (), check=reaches("Shown.")),
    Case("long attached", lambda: attached(70_000, 1), ("cap-attached",), check=reaches("Shown.")),
    Case("many attached", lambda: attached(9_000, 9), ("cap-attached",), check=reaches("Shown.")),
    Case("large", lambda: long_text(999), ("cap-message",), {"message": 500}, no_longer(500)),
]
