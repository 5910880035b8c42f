"""Priory's way from messages to texts, to counts, and to a matrix."""

from __future__ import annotations

from typing import Any

from priory import CountVectorizer
from priory.mail import Message
from priory.tokens import MailAnalyzer


class MailParser:
    """Messages become headers and texts."""

    def parse(self, messages: list[bytes]) -> None:
        """Parse messages one by one, and keep none, as one reads a mailbox."""
        for raw in messages:
            parsed(raw)

    def texts(self, messages: list[bytes]) -> list[str]:
        """Return what each message says: its plain texts, then its HTML."""
        return [written(Message.parse(raw)) for raw in messages]


def parsed(raw: bytes) -> tuple[Any, str]:
    """Parse a message, and ask for its headers and its text, which HTML has only after reading."""
    message = Message.parse(raw)
    return message.headers, message.text


def written(message: Message) -> str:
    """Return the texts of a message as they were sent."""
    plain = [part.text for part in message.parts if part.kind == "text"]
    html = [part.source for part in message.parts if part.kind == "html"]
    return "\n".join(plain + html)


class MailCounter:
    """Messages become counts of tokens, one by one."""

    def __init__(self) -> None:
        self.analyzer = MailAnalyzer()

    def count(self, messages: list[bytes]) -> int:
        """Count the tokens of messages one by one; their number in all."""
        return sum(sum(self.analyzer.count(raw).values()) for raw in messages)


class MailMatrix:
    """Messages become a matrix of counts, all in one call."""

    def __init__(self, n_jobs: int = 1) -> None:
        self.n_jobs = n_jobs

    def count(self, messages: list[bytes]) -> Any:
        """Learn a vocabulary, and count."""
        vectorizer = CountVectorizer(analyzer=MailAnalyzer(), n_jobs=self.n_jobs)
        return vectorizer.fit_transform(messages)
