"""Maildir++ folder names in modified UTF-7, and detection of Junk and Trash folders.

A folder called Junk is the directory ``.Junk``; the inbox, which is the Maildir itself, is the
empty string here. Other characters than ASCII are written in IMAP's modified UTF-7 (RFC 3501).
"""

from __future__ import annotations

import re
from binascii import Error, a2b_base64, b2a_base64

from priory.errors import InputError

__all__ = ["INBOX", "called", "directory", "find_junk", "is_junk", "is_trash", "is_within"]

INBOX = ""
# What mail programs call them; before each there may stand INBOX and a dot.
JUNK = ("Junk", "Spam", "Junk E-mail", "Junk Email", "Junk Mail", "Bulk Mail")
TRASH = (
    *("Trash", "Deleted", "Deleted Items", "Deleted Messages", "Deleted Mail", "Bin"),
    *("Papierkorb", "Gelöschte Elemente", "Gelöschte Objekte", "Corbeille", "Éléments supprimés"),
    *("Papelera", "Elementos eliminados", "Cestino", "Posta eliminata", "Prullenbak"),
    *("Verwijderde items", "Lixeira", "Itens excluídos", "Kosz", "Elementy usunięte", "Koš"),
    *("Papperskorgen", "Roskakori", "Slettet post", "Удаленные", "Корзина", "ごみ箱", "已删除邮件"),
)
_CODED = re.compile(r"&([^-]*)-")
_OTHERS = re.compile(r"[^ -~]+|&")


def directory(name: str) -> str:
    """Return the directory of a folder.

    >>> directory("Junk"), directory("INBOX"), directory("INBOX.Spam"), directory("Müll")
    ('.Junk', '', '.INBOX.Spam', '.M&APw-ll')
    """
    bare = name.removeprefix(".")
    if bare.upper() == "INBOX":
        return INBOX
    if not all(bare.split(".")) or "/" in bare or not bare.isprintable():
        raise InputError(
            f"invalid Maildir folder name {name!r}",
            code="folder-name",
            parameter="name",
            remedy="use printable characters, no '/', and no empty components between dots",
        )
    return "." + _OTHERS.sub(_encoded, bare)


def called(folder: str) -> str:
    """Return what a folder is called.

    >>> called(".M&APw-ll"), called("")
    ('Müll', 'INBOX')
    """
    return _CODED.sub(_decoded, folder.removeprefix(".")) if folder else "INBOX"


def is_within(folder: str, other: str) -> bool:
    """Tell whether a folder is another one, or stands below it.

    >>> is_within(".Lists.Python", ".Lists"), is_within(".Listserv", ".Lists")
    (True, False)
    """
    return folder == other or folder.startswith(f"{other}.")


def is_junk(folder: str) -> bool:
    """Tell whether a folder has, or stands below, a usual name of one for junk."""
    return _first(folder) in _JUNK


def is_trash(folder: str, chosen: str | None) -> bool:
    """Tell whether a folder is for trash: the chosen one, or one of a usual name."""
    return (chosen is not None and is_within(folder, chosen)) or _first(folder) in _TRASH


def find_junk(folders: list[str]) -> str:
    """Return the folder for junk among those of a Maildir, or what it will be called.

    >>> find_junk(["", ".Archive", ".INBOX.Spam"]), find_junk([""])
    ('.INBOX.Spam', '.Junk')
    """
    for name in _JUNK:
        for folder in folders:
            if _first(folder) == name and not _below(folder):
                return folder
    return directory(JUNK[0])


def _parts(folder: str) -> list[str]:
    parts = called(folder).casefold().split(".")
    return parts[1:] if len(parts) > 1 and parts[0] == "inbox" else parts


def _first(folder: str) -> str:
    return _parts(folder)[0]


def _below(folder: str) -> list[str]:
    return _parts(folder)[1:]


def _encoded(found: re.Match[str]) -> str:
    if found[0] == "&":
        return "&-"
    coded = b2a_base64(found[0].encode("utf-16-be", "surrogatepass"), newline=False)
    return f"&{coded.decode().rstrip('=').replace('/', ',')}-"


def _decoded(found: re.Match[str]) -> str:
    if not found[1]:
        return "&"
    try:
        coded = found[1].replace(",", "/")
        padded = coded + "=" * (-len(coded) % 4)
        return a2b_base64(padded, strict_mode=True).decode("utf-16-be")
    except (Error, ValueError):
        return found[0]


_JUNK = tuple(name.casefold() for name in JUNK)
_TRASH = frozenset(name.casefold() for name in TRASH)
