"""``priory store replay``: teach all messages anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import open_filter
from priory.mailfilter._interrupts import deferred

if TYPE_CHECKING:
    import argparse
    from typing import Any

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Teach all messages anew, and say how many these were."""
    with open_filter(read_config(options), "rw", create=False) as mail, deferred():
        replayed = mail.store.replay()
        told = {"store": path_text(mail.store.path), **replayed._asdict()}
    if options.json:
        dump(told)
    else:
        print(_report(told))
    return 0


def _report(told: dict[str, Any]) -> str:
    place, taught = shown(told["store"]), counted(told["taught"], "message")
    if told["pending"]:
        return f"{place}: nothing is taught, because messages of one class alone have no mistakes"
    lines = [f"{place}: {taught} taught anew"]
    if told["frozen"]:
        frozen = counted(told["frozen"], "message")
        lines.append(f"What {frozen} known only by digest taught stays as it was.")
    return "\n".join(lines)
