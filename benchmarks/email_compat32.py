"""Python's own way from a message to its words: `email` with its older, faster policy, and `re`."""

from __future__ import annotations

import email
import re
from collections import Counter
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from email.message import Message

WORD = re.compile(r"[\w$'!-]{3,20}")
HOST = re.compile(r"https?://(?:[^/@\s\"'<>]*@)?([\w.-]+)", re.IGNORECASE)
RELAY = re.compile(r"\b(?:from|by)\s+([\w.-]+)")
TELLING = {
    *("subject", "from", "sender", "reply-to", "return-path", "errors-to", "to", "cc", "date"),
    *("message-id", "list-id", "list-post", "list-unsubscribe", "precedence", "importance"),
    *("x-mailer", "user-agent", "organization", "x-priority", "mime-version", "content-type"),
}
UNSEEN = ("script", "style", "title")


class Parsed(NamedTuple):
    """The headers, the plain texts and the HTML of a message."""

    headers: list[tuple[str, str]]
    plain: list[str]
    html: list[str]


def parsed(raw: bytes) -> Parsed:
    """Parse a message, and decode its headers and texts."""
    message = email.message_from_bytes(raw)
    headers = [(name, decoded(str(value))) for name, value in message.items()]
    return Parsed(headers, *texts(message, text))


def texts(message: Any, decode: Callable[[Any], str]) -> tuple[list[str], list[str]]:
    """Decode the texts of a message, plain ones and HTML."""
    plain: list[str] = []
    html: list[str] = []
    for part in message.walk():
        if part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
            continue
        (html if part.get_content_subtype() == "html" else plain).append(decode(part))
    return plain, html


def decoded(value: str) -> str:
    """Decode the encoded words of a header."""
    if "=?" not in value:
        return value
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, UnicodeError):
        return value


def text(part: Message) -> str:
    """Decode the text of a part, with replacement characters where it is wrong."""
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        return content.decode("latin-1")


class Page(HTMLParser):
    """Collects the text of a page, and where its links go."""

    def __init__(self) -> None:
        super().__init__()
        self.unseen = 0
        self.text: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links, and the beginning of what is not shown."""
        self.unseen += tag in UNSEEN
        self.links += [value for name, value in attrs if value and name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        """Note the end of what is not shown."""
        self.unseen -= tag in UNSEEN and self.unseen > 0

    def handle_data(self, data: str) -> None:
        """Take what is shown."""
        if not self.unseen:
            self.text.append(data)


def tokens(message: Parsed) -> Iterator[str]:
    """Cut a message into words: those of headers say which, and hosts that they are hosts."""
    for name, value in message.headers:
        origin = name.lower()
        pattern = RELAY if origin == "received" else WORD if origin in TELLING else None
        for word in pattern.findall(value.lower()) if pattern else ():
            yield f"{origin}:{word}"
    for plain in message.plain:
        yield from words(plain)
    for html in message.html:
        page = Page()
        page.feed(html)
        page.close()
        yield from words(" ".join(page.text))
        for host in HOST.findall(" ".join(page.links)):
            yield f"url:{host.lower()}"


def words(text: str) -> Iterator[str]:
    """Cut a text into words and hosts."""
    yield from WORD.findall(text.lower())
    for host in HOST.findall(text):
        yield f"url:{host.lower()}"


class MailParser:
    """Messages become headers and texts."""

    parsed = staticmethod(parsed)

    def parse(self, messages: list[bytes]) -> None:
        """Parse messages one by one, and keep none, as one reads a mailbox."""
        for raw in messages:
            self.parsed(raw)

    def texts(self, messages: list[bytes]) -> list[str]:
        """Return what each message says: its plain texts, then its HTML."""
        return ["\n".join(found.plain + found.html) for found in map(self.parsed, messages)]


class MailCounter(MailParser):
    """Messages become counts of tokens."""

    def counts(self, raw: bytes) -> Counter[str]:
        """Count the tokens of a message."""
        return Counter(tokens(self.parsed(raw)))

    def count(self, messages: list[bytes]) -> int:
        """Count the tokens of messages one by one; their number in all."""
        return sum(self.counts(raw).total() for raw in messages)


MailMatrix = MailCounter  # and no matrix: less work than ours
