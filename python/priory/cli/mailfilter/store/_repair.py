"""The repair of a damaged store, and the report on it."""

from __future__ import annotations

import os
import shlex
from dataclasses import asdict
from typing import TYPE_CHECKING

from priory._show import counted, path_text, shown
from priory.cli.mailfilter._store import complaints
from priory.mailfilter import Store

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from priory.mailfilter._repair import Repaired

__all__ = ["repair"]


def repair(path: str, options: argparse.Namespace) -> dict[str, Any]:
    """Salvage what is whole, say what was lost, and return both for JSON.

    Parameters
    ----------
    path : str
        The damaged store.
    options : argparse.Namespace
        The options of the command.

    Returns
    -------
    dict
    """
    from priory.mailfilter._repair import put_in_place  # noqa: PLC0415 (few stores need it)

    target = options.output or f"{path}.repaired"
    with complaints():
        found = Store.repair(path, target, overwrite=options.force)
        kept = put_in_place(found.path, path) if options.replace else path
    if not options.json:
        where = path if options.replace else found.path
        print("", f"{shown(where)}: repaired", *_report(found), *_next(kept, found), sep="\n")
    told = asdict(found) | {"path": path_text(path if options.replace else found.path)}
    return told | {"damaged": path_text(kept)}


def _report(found: Repaired) -> Iterator[str]:
    kept = f"{counted(found.messages, 'message')} of the journal and {_tokens(found.tokens)}"
    yield f"Kept: {kept}."
    if found.lost_messages is None:
        yield "How many messages of the journal were lost cannot be told."
    elif found.lost_messages:
        yield (
            f"Lost: {counted(found.lost_messages, 'message')} of the journal. What they added "
            "counts as far as it can be read; they cannot be forgotten, and count twice if they "
            "are learned again."
        )
    if found.lost_bags:
        yield (
            f"{counted(found.lost_bags, 'message')} can no longer be forgotten or corrected: "
            "what was added by them cannot be read."
        )
    if found.lost_tokens:
        yield f"Lost: {_tokens(found.lost_tokens)}."
    for name in found.unnamed:
        yield f"The name of a class was lost: it is now {shown(repr(name))}."
    if found.is_analyzer_lost:
        yield "The analyser could not be read: the default one was taken."
    if found.unreadable:
        yield f"{counted(found.unreadable, 'place')} of the file could not be read."


def _tokens(number: int) -> str:
    return counted(number, "token")


def _next(kept: str, found: Repaired) -> Iterator[str]:
    """Say where the damaged store is, and how to put the new one in its place."""
    if os.path.exists(found.path):
        yield f"The damaged store is as it was: {shown(kept)}."
        words = shlex.join(["--store", kept, "--repair", "--replace", "--force"])
        yield f"To put the new one in its place: priory store check {shown(words)}"
    else:
        yield f"The damaged store was kept: {shown(kept)}."
