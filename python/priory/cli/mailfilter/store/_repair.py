"""The repair of a damaged store, and the report on it."""

from __future__ import annotations

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


def repair(path: str, timeout: float, options: argparse.Namespace) -> dict[str, Any]:
    """Salvage what is whole, say what was lost, and return both for JSON.

    Parameters
    ----------
    path : str
        The damaged store.
    timeout : float
        Seconds to wait for another program that writes.
    options : argparse.Namespace
        The options of the command.

    Returns
    -------
    dict
    """
    with complaints():
        found, kept = _repair(path, timeout, options)
    if not options.json:
        advice = _kept(kept) if options.replace else _next(kept)
        print("", f"{shown(found.path)}: repaired", *_report(found), *advice, sep="\n")
    return asdict(found) | {"path": path_text(found.path), "damaged": path_text(kept)}


def _repair(path: str, timeout: float, options: argparse.Namespace) -> tuple[Repaired, str]:
    """Return what was salvaged, and where the damaged store is now."""
    if options.replace:
        from priory.mailfilter._replace import replace  # noqa: PLC0415 (few stores need it)

        return replace(path, timeout)
    target = options.output or f"{path}.repaired"
    return Store.repair(path, target, overwrite=options.force), path


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


def _kept(damaged: str) -> Iterator[str]:
    yield f"The damaged store was kept: {shown(damaged)}."


def _next(damaged: str) -> Iterator[str]:
    """Say that the damaged store is where it was, and how to put a new one in its place."""
    yield f"The damaged store is as it was: {shown(damaged)}."
    words = shlex.join(["--store", damaged, "--repair", "--replace"])
    yield f"To put a repaired one in its place: priory store check {shown(words)}"
