"""Parsed messages: headers, MIME parts, text, links and marks."""

from __future__ import annotations

from typing import NamedTuple

from priory import _core
from priory.errors import InputTypeError
from priory.mail.limits import Limits

__all__ = ["Header", "Link", "Message", "Part"]

_LIMITS = Limits()


class Header(NamedTuple):
    """A header: its name as written, and its value on one line, encoded words decoded."""

    name: str
    value: str


class Link(NamedTuple):
    """A link of an HTML part.

    Attributes
    ----------
    kind : {"anchor", "image", "form", "resource"}
        What is done with it.
    target : str
        Where it goes.
    shown : str
        What a reader sees of it: the text of an anchor, the alternative text of a picture.
    """

    kind: str
    target: str
    shown: str


class Part:
    """A part of a message.

    Attributes
    ----------
    path : str
        The place in the tree of parts, such as ``"1.2"``; ``"1"`` is the message itself.
    type : str
        The media type in lower case, such as ``"text/html"``.
    kind : {"multipart", "message", "text", "html", "attachment"}
        What it is to its reader.
    charset, encoding, name : str or None
        The charset, the transfer encoding and the name of the file, as declared.
    size : int
        Bytes of the body as they stand in the message; 0 for containers.
    """

    __slots__ = ("_index", "_mail", "charset", "encoding", "kind", "name", "path", "size", "type")

    def __init__(self, mail: _core.Mail, index: int) -> None:
        self._mail, self._index = mail, index
        (
            self.path,
            self.type,
            self.kind,
            self.charset,
            self.encoding,
            self.name,
            self.size,
        ) = mail.describe(index)

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Part {self.path} {self.type}{name}, {self.size} bytes>"

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers of the part."""
        return tuple(map(Header._make, self._mail.headers(self._index)))

    @property
    def text(self) -> str:
        """The text a reader sees; that of an attachment if it is text; empty for containers."""
        return self._mail.text(self._index)

    @property
    def hidden(self) -> str:
        """Text of an HTML part that is there and not shown."""
        return self._mail.hidden(self._index)

    @property
    def source(self) -> str:
        """The decoded source of an HTML part."""
        return self._mail.source(self._index)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of an HTML part."""
        return tuple(map(Link._make, self._mail.links(self._index)))


class Message:
    r"""What the parser saw of a message.

    Any bytes are a message: what is malformed becomes one of the `marks`. Made by `parse`.

    Attributes
    ----------
    parts : tuple of Part
        All parts in the order they stand; the first is the message itself.

    Examples
    --------
    >>> from priory.mail import Message
    >>> message = Message.parse(b"Subject: =?utf-8?q?caf=C3=A9?=\nTo: you\n\nTea or coffee?")
    >>> message.subject
    'café'
    >>> message.get("to"), message.get("cc")
    ('you', None)
    >>> message.text
    'Tea or coffee?'
    >>> Message.parse(b"no header at all").marks
    ('no-headers',)
    """

    __slots__ = ("_mail", "parts")

    def __init__(self, mail: _core.Mail) -> None:
        self._mail = mail
        self.parts = tuple(Part(mail, index) for index in range(len(mail)))

    @classmethod
    def parse(cls, raw: bytes, limits: Limits = _LIMITS) -> Message:
        """Read a message.

        Parameters
        ----------
        raw : bytes
            The message as it stands in a mailbox. Nothing in it is an error.
        limits : Limits, optional
            How much of it is read.

        Returns
        -------
        Message
            What the parser saw.
        """
        if not isinstance(raw, bytes):
            what = f"a message must be bytes, not {type(raw).__name__}"
            remedy = "do not decode it"
            raise InputTypeError(what, code="bad-parameter", parameter="raw", remedy=remedy)
        if not isinstance(limits, Limits):
            what = f"limits must be Limits(...), not {limits!r}"
            raise InputTypeError(what, code="bad-parameter", parameter="limits")
        return cls(_core.Mail.parse(raw, limits))

    def __repr__(self) -> str:
        n_parts = len(self.parts)
        return f"<Message {self.subject!r}, {n_parts} part{'s' * (n_parts != 1)}>"

    @property
    def headers(self) -> tuple[Header, ...]:
        """The headers, in the order they stand."""
        return self.parts[0].headers

    def get(self, name: str) -> str | None:
        """Return the first value of a header.

        Parameters
        ----------
        name : str
            The name of the header, in any case.

        Returns
        -------
        str or None
            Its value, or None if there is no such header.
        """
        wanted = name.lower()
        return next((value for name, value in self.headers if name.lower() == wanted), None)

    @property
    def subject(self) -> str | None:
        """The subject."""
        return self.get("subject")

    @property
    def text(self) -> str:
        """The text a reader sees, of all parts but attachments."""
        shown = (part for part in self.parts if part.kind != "attachment")
        return "\n".join(text for part in shown if (text := part.text))

    @property
    def hidden(self) -> str:
        """The text that is not shown, of all parts."""
        return "\n".join(text for part in self.parts if (text := part.hidden))

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of all parts."""
        return tuple(link for part in self.parts for link in part.links)

    @property
    def marks(self) -> tuple[str, ...]:
        """What is odd about the message, each mark once."""
        return tuple(self._mail.marks())
