"""``priory store export``: write a store as JSON lines or as a bogofilter word list."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from priory._show import counted, shown
from priory.cli._errors import CommandError, render_os
from priory.cli._output import check_output, writer
from priory.cli._progress import Progress
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import listed, open_filter
from priory.mailfilter.store import KINDS

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter import Store

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="output file (default: stdout)",
    )
    parser.add_argument(
        "--format",
        choices=KINDS,
        default=KINDS[0],
        help="output format: JSON lines, which are complete, or a word list for `bogoutil -l`, "
        "with the message counts of two classes (default: %(default)s)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    add_settings(parser, "store", "timeout", "spam", "ham")


def run(options: argparse.Namespace) -> int:
    """Write line after line; a file takes its place when it is whole."""
    config, path = read_config(options), None if options.file == "-" else options.file
    if path is not None:
        _check(path, config, force=options.force)
    with open_filter(config, "ro") as mail, mail.store.reading():
        if options.format == "bogofilter":
            _check_classes(mail.store, config)
        n_lines = _write(mail.store, path, options.format, config)
    if path is not None:
        print(f"{shown(path)}: {counted(n_lines, 'line')}")
    return 0


def _check(path: str, config: Config, *, force: bool) -> None:
    check_output(path, config.get("store"), option="")
    if os.path.exists(path) and not force:
        raise CommandError(f"{path}: file exists: name another file, or replace it with --force")


def _check_classes(store: Store, config: Config) -> None:
    """Say what a word list cannot hold."""
    two, names = (config.get("spam"), config.get("ham")), [one.name for one in store.classes]
    others = [name for name in names if name not in two]
    if names and others == names:
        raise CommandError(
            f"{store.path} has neither {two[0]} nor {two[1]}, the two classes of a word list, but "
            f"{listed(names)}: name two of them with --spam and --ham"
        )
    if others:
        complain(f"a word list has two classes, so these are left out: {listed(others)}")


def _write(store: Store, path: str | None, kind: str, config: Config) -> int:
    size = store.n_tokens + store.journal.messages
    is_seen = path is None and sys.stdout.isatty()
    lines = store.export_lines(kind, spam=config.get("spam"), good=config.get("ham"))
    number = 0
    try:
        with (
            Progress(size, is_wanted=not is_seen, thing="line") as progress,
            writer(path, private=True) as out,
        ):
            for number, line in enumerate(lines, 1):
                out.buffer.write(line)
                progress.update(number, number)
            out.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        what = render_os(error, path or "standard output")
        raise CommandError(f"{what}; the export is not whole") from error
    return number
