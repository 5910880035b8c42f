"""A message as Python's own ``email`` package sees it, in the shape of ours."""

import re
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header

FOLD = re.compile(r"\r\n|\r|\n")


def parse(raw):
    """Parse bytes with the policy that understands most."""
    return message_from_bytes(raw, policy=policy.default)


def headers(part):
    """Return the headers of a part as pairs of name and value, decoded."""
    return [(name, header(value)) for name, value in part.raw_items()]


def header(raw):
    """Unfold and decode a value; bytes outside ASCII are UTF-8 or lost."""
    value = FOLD.sub("", str(raw)).strip(" \t")
    value = value.encode("ascii", "surrogateescape").decode("utf-8", "replace")
    try:
        return "".join(map(decoded, decode_header(value)))
    except HeaderParseError:
        return value


def decoded(piece):
    """Decode a piece of a header, which may be text already."""
    text, charset = piece
    if isinstance(text, str):
        return text
    return decode(text, charset) if charset else text.decode("raw-unicode-escape")


def decode(text, charset):
    """Decode bytes of a charset, of none if the package does not know it."""
    try:
        return text.decode(charset, "replace")
    except LookupError:
        return text.decode("ascii", "replace")


def encoding(part):
    """Return the transfer encoding that a part declares."""
    return str(part.get("content-transfer-encoding", "")).strip().lower()


def content(part):
    """Return the bytes of a part that holds no others, its encoding undone."""
    if "content-transfer-encoding" in part:  # which the package overlooks if it is folded
        part.replace_header("content-transfer-encoding", encoding(part))
    return part.get_payload(decode=True) or b""


def text(part):
    """Return the text of a part that holds no others."""
    return decode(content(part), part.get_content_charset() or "ascii")


def is_attachment(part):
    """Tell whether a part says that it is no part of the text."""
    return (part.get_content_disposition() or "inline") != "inline"


def is_text(part):
    """Tell whether a part is shown."""
    return part.get_content_maintype() == "text" and not is_attachment(part)
