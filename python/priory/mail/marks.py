"""Descriptions of the marks (parser warnings) of a message."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["MARKS"]

MARKS: Mapping[str, str] = MappingProxyType(
    {
        "empty": "The message is empty.",
        "no-headers": "There is no header before the text.",
        "broken-header": "Invalid header line.",
        "no-body": "The message ends within its headers.",
        "nul": "NUL byte in a header or a text.",
        "no-boundary": "A multipart does not name its boundary.",
        "absent-boundary": "The boundary that a multipart names never appears.",
        "open-boundary": "The last boundary of a multipart is missing.",
        "loose-boundary": "Text follows a boundary on its line.",
        "no-parts": "A multipart is closed before its first part.",
        "preamble": "Long text or a link stands before the first part of a multipart.",
        "epilogue": "Text stands behind the last part of a multipart.",
        "broken-type": "Invalid content type or disposition.",
        "unknown-encoding": "Unknown transfer encoding.",
        "broken-base64": "Invalid base64.",
        "broken-quoted-printable": "Invalid quoted-printable.",
        "broken-encoded-word": "An encoded word of a header cannot be decoded.",
        "unknown-charset": "Unknown charset.",
        "wrong-charset": "Some bytes are invalid in the declared charset.",
        "undeclared-charset": "There are bytes above ASCII, and no charset is declared for them.",
        "encrypted": "A part is encrypted.",
        "signed": "A part is signed.",
        "forwarded": "The message holds another message.",
        "program": "The name of an attachment ends like that of a program.",
        "hidden-text": "There is text that readers are not shown.",
        "split-word": "A comment or an empty element within a word.",
        "numeric-letters": "Plain letters are written as numeric character references.",
        "compatibility-letters": "Words are written in mathematical, wide or enclosed letters.",
        "mixed-scripts": "Words mix letters of several scripts that look alike.",
        "invisible-letters": "Characters that are not seen stand within words.",
        "script": "There is a script.",
        "form": "There is a form to fill in.",
        "frame": "There is a frame or an embedded object.",
        "remote-image": "A picture is fetched from elsewhere.",
        "tiny-image": "A picture is too small to be seen.",
        "link-mismatch": "A link shows one host and goes to another.",
        "refresh": "The page sends its reader elsewhere by itself.",
        "cap-message": "The message is longer than what was read of it.",
        "cap-parts": "There are more parts than were read.",
        "cap-depth": "Parts are nested more deeply than is read.",
        "cap-headers": "There are more headers than were read.",
        "cap-header": "A header is longer than what was read of it.",
        "cap-text": "A text is longer than what was read of it.",
        "cap-attached": "The attached texts are longer than what was read of them.",
        "cap-tokens": "There are more tokens than were taken.",
    }
)
