"""PyPI's fast-mail-parser, which is made of Rust's mailparse.

It is not a dependency of anything: the package is fetched when it is first asked for, and an
ImportError says that it could not be had.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks import wheel
from benchmarks.corpora import CACHE

wheel.install("fast-mail-parser", CACHE / "fast-mail-parser")
fast_mail_parser = import_module("fast_mail_parser")


class MailParser:
    """Messages become headers and texts."""

    def parse(self, messages: list[bytes]) -> None:
        """Parse messages one by one, and keep none, as one reads a mailbox."""
        for raw in messages:
            parsed(raw)

    def texts(self, messages: list[bytes]) -> list[str]:
        """Return what each message says: its plain texts, then its HTML."""
        return ["\n".join(plain + html) for _, plain, html in map(parsed, messages)]


def parsed(raw: bytes) -> tuple[Any, list[str], list[str]]:
    """Parse a message without decoding its attachments, and ask for its headers and texts."""
    try:
        mail = fast_mail_parser.parse_email(raw, mode="lazy")
    except fast_mail_parser.ParseError:
        return {}, [], []
    return mail.headers, mail.text_plain, mail.text_html
