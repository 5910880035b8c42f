"""Python's `email` with the policy that its documentation recommends, and `re`."""

from __future__ import annotations

import email
import email.policy
from typing import TYPE_CHECKING

from benchmarks import email_compat32
from benchmarks.email_compat32 import Parsed, text, texts

if TYPE_CHECKING:
    from email.message import EmailMessage


def parsed(raw: bytes) -> Parsed:
    """Parse a message, and decode its headers and texts."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    try:
        headers = [(name, str(value)) for name, value in message.items()]
    except IndexError:  # some versions cannot read some headers
        return email_compat32.parsed(raw)
    return Parsed(headers, *texts(message, content))


def content(part: EmailMessage) -> str:
    """Decode the text of a part; where the policy cannot, by hand."""
    try:
        return str(part.get_content())
    except (LookupError, UnicodeError):
        return text(part)


class MailParser(email_compat32.MailParser):
    """Messages become headers and texts."""

    parsed = staticmethod(parsed)


class MailCounter(email_compat32.MailCounter):
    """Messages become counts of tokens."""

    parsed = staticmethod(parsed)


MailMatrix = MailCounter  # and no matrix: less work than ours
