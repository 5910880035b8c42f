"""A message laid out for people.

What comes from the message stands behind blanks and never breaks its line, so it cannot pass for
what is said of it, which begins at the margin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import counted, shown
from priory.cli.mail._mailbox import heading
from priory.mail import MARKS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from priory.mail import Entry, Header, Link, Message, Part

__all__ = ["report"]

USUAL = {"from", "sender", "reply-to", "to", "cc", "bcc", "date", "subject"}
MOST_HEADERS = 20
MOST_LINKS = 10
MOST_PARTS = 5  # of which the text is shown
MOST_LINES, MOST_CHARACTERS = 10, 600  # of the text of a part
LONGEST = 200  # characters of a value, unless all was asked for
WIDEST = 24  # characters of the names in a column; longer ones stand out


def report(number: int, entry: Entry, message: Message, options: argparse.Namespace) -> str:
    """Lay out what the parser saw of a message."""
    lines = [f"{heading(number, entry)}, {counted(len(entry.raw), 'byte')}"]
    lines += _section("Headers", _headers(message.headers, options.all_headers))
    lines += _section("Parts", map(_part, message.parts))
    lines += _texts(message.parts, options.text)
    lines += _section("Links", _links(message.links, options.links))
    lines += _section("Marks", _pairs([(mark, MARKS[mark]) for mark in message.marks]))
    return "\n".join(lines)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    """Put lines below a title; without lines there is none."""
    found = [f"  {line}".rstrip() for line in lines]
    return [title, *found] if found else []


def _headers(headers: tuple[Header, ...], is_all: bool) -> list[str]:
    wanted = headers
    if not is_all:
        wanted = tuple(header for header in headers if header.name.lower() in USUAL)[:MOST_HEADERS]
    lines = _pairs([(_cut(f"{name}:", is_all), _cut(value, is_all)) for name, value in wanted])
    return [*lines, *_more(len(headers) - len(wanted), "header", "--all-headers")]


def _part(part: Part) -> str:
    """Describe a part: where it stands, what it is, and how the file is called."""
    is_container = part.kind in {"multipart", "message"}
    size = None if is_container else counted(part.size, "byte")
    said = [part.type, part.charset, part.encoding, size]
    what = ", ".join(_cut(word) for word in said if word)
    name = f": {_cut(part.name)}" if part.name else ""
    return f"{'  ' * part.path.count('.')}{part.path} {what}{name}"


def _texts(parts: tuple[Part, ...], is_all: bool) -> list[str]:
    """Show the text of each part, and apart from it what is hidden there."""
    lines = []
    texts = [(part.path, part.text, part.hidden) for part in parts]
    found = [(path, text, hidden) for path, text, hidden in texts if text.strip() or hidden.strip()]
    wanted = found if is_all else found[:MOST_PARTS]
    for path, text, hidden in wanted:
        lines += _section(f"Text of part {path}", _text(text, is_all))
        lines += _section(f"Hidden text of part {path}", _text(hidden, is_all))
    rest = _more(len(found) - len(wanted), "part", "--text")
    return [*lines, *_section("Text of other parts", rest)]


def _text(text: str, is_all: bool) -> list[str]:
    """Return the lines of a text, or its beginning and how much more there is."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    head = whole if is_all else "\n".join(whole[:MOST_CHARACTERS].split("\n")[:MOST_LINES])
    lines = [shown(line.expandtabs()) for line in head.split("\n")] if head else []
    return [*lines, *_more(len(whole) - len(head), "character", "--text")]


def _links(links: tuple[Link, ...], is_all: bool) -> list[str]:
    """Return where each link goes, and below it what it shows."""
    wanted = links if is_all else links[:MOST_LINKS]
    pairs = []
    for kind, target, seen in wanted:
        pairs.append((kind, _cut(target, is_all)))
        pairs += [("  shows", _cut(seen, is_all))] if seen.strip() else []
    return [*_pairs(pairs), *_more(len(links) - len(wanted), "link", "--links")]


def _pairs(pairs: list[tuple[str, str]]) -> list[str]:
    """Lay out names and what they stand for in two columns."""
    width = min(WIDEST, max((len(name) for name, _ in pairs), default=0))
    return [f"{name:<{width}}  {value}" for name, value in pairs]


def _cut(text: str, is_all: bool = False) -> str:
    """Return a text on one line, and not too much of it."""
    if is_all or len(text) <= LONGEST:
        return shown(text)
    return f"{shown(text[:LONGEST])}... ({len(text) - LONGEST:,} more characters)"


def _more(n: int, thing: str, option: str) -> list[str]:
    return [f"({counted(n, f'more {thing}')}: see {option})"] if n else []
