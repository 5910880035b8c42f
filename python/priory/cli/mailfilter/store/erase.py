"""``priory store erase``: remove a store, what belongs to it, and backups."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.mailfilter._beside import orphans
from priory.mailfilter._erase import companions, erase

if TYPE_CHECKING:
    from priory.mailfilter._erase import Erased

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("backup", nargs="*", metavar="BACKUP", help="backups to remove as well")
    parser.add_argument("--yes", action="store_true", help="do not ask before removing files")
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store")


def run(options: argparse.Namespace) -> int:
    """Ask, remove the files, and say which."""
    store = os.path.abspath(read_config(options).get("store"))
    files = _files(store, options.backup)
    if not options.yes and not _agreed(files):
        print("Nothing was removed.")
        return 2
    done = erase(files, store)
    if options.json:
        removed, kept = map(path_text, done.removed), done.kept.items()
        dump(
            {
                "store": path_text(store),
                "removed": list(removed),
                "kept": {path_text(path): reason for path, reason in kept},
            }
        )
    else:
        _tell(done)
    return 2 if done.kept else 0


def _files(store: str, backups: list[str]) -> list[str]:
    """Return the files to remove; those of the store may be gone already."""
    own = companions(store)
    usual = read_config(argparse.Namespace())
    # What sorting remembers is of all stores: it goes with the one that is used unless told.
    if os.path.realpath(usual.get("store")) == os.path.realpath(store):
        own.append(os.path.abspath(usual.get("places")))
    named = list(map(os.path.abspath, backups))
    found = [path for path in own if os.path.lexists(path)]
    found += [path for name in own[1:] + named for path in orphans(name)]
    if not found and not named:
        raise CommandError(f"{store}: nothing to erase: there is no store")
    return list(dict.fromkeys([*found, *named]))


def _agreed(files: list[str]) -> bool:
    """Ask on a terminal; elsewhere nobody can answer."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CommandError("nothing was removed: confirm with --yes")
    print("These files will be removed:", *map(shown, files), sep="\n  ", file=sys.stderr)
    print("Remove them? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(done: Erased) -> None:
    print(f"{counted(len(done.removed), 'file')} removed", *map(shown, done.removed), sep="\n  ")
    for path, reason in done.kept.items():
        complain(f"{path}: not removed: {reason}")
