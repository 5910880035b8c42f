"""The list of senders whose mail is never called spam: addresses and domains."""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mail.addresses import fold, is_address, is_domain, sender, strict_headers
from priory.mailfilter._authentication import HEADER, is_authenticated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.mailfilter.settings import Settings

__all__ = ["entries", "exempt", "read_file"]


def entries(names: Iterable[str]) -> frozenset[str]:
    """Return addresses and domains as they are compared.

    >>> sorted(entries(["Ann@example.com", "example.org"]))
    ['ann@example.com', 'example.org']
    """
    return frozenset(_entry(name, f"entry {index}") for index, name in enumerate(names, start=1))


def _entry(text: str, place: str) -> str:
    is_entry = isinstance(text, str) and (is_address(text) or is_domain(text)) and "*" not in text
    if not is_entry:
        raise InputError(
            f"neither an address nor a domain: {text!r:.80}",
            code="bad-sender",
            place=place,
            parameter="never_junk",
            remedy="write ann@example.com, or example.com for all of its addresses",
        )
    return fold(text)


def read_file(path: str) -> frozenset[str]:
    """Read a list from a file: an entry a line, and comments behind a #."""
    with open(path, encoding="utf-8-sig", errors="surrogateescape", opener=_at_once) as file:
        _check_ends(file.fileno(), path)
        lines = [re.sub(r"(?:^|\s)#.*", "", line).strip() for line in file]
    return frozenset(
        _entry(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line
    )


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting, as one would for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check_ends(file: int, path: str) -> None:
    """Refuse what may never end, as a pipe or a device; the empty one is nobody's list."""
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) and not os.path.samestat(status, os.stat(os.devnull)):
        raise InputError(
            "not a regular file",
            code="not-a-file",
            place=path,
            parameter="never_junk",
            remedy="write the list into a file",
        )


def exempt(raw: bytes, settings: Settings) -> str | None:
    """Return the sender of a message if the list has it, and if it can be believed.

    Parameters
    ----------
    raw : bytes
        The message.
    settings : Settings
        The list, and whom to believe that a message is from its sender.

    Returns
    -------
    str or None
        The address.
    """
    headers = strict_headers(raw, "from", HEADER)
    address = sender(headers)
    if address is None or not _has(frozenset(settings.never_junk), address):
        return None
    if settings.never_junk_unauthenticated:
        return address
    values = [value for name, value in headers if name == HEADER]
    domain = address.rpartition("@")[2]
    is_believed = is_authenticated(values, fold(settings.trusted_authserv or ""), domain)
    return address if is_believed else None


def _has(listed: frozenset[str], address: str) -> bool:
    """Tell whether a list has an address, its domain, or a domain above that."""
    domain = address.rpartition("@")[2]
    above = [domain[found.end() :] for found in re.finditer(r"\.", domain)]
    return not listed.isdisjoint({address, domain, *above})
