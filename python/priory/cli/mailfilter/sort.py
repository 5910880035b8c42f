"""``priory sort``: move the spam of a Maildir into Junk, and other classes into their folders."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli._terminal import is_terminal
from priory.cli.mail._paths import complain
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._filing import check_folders, read_choices, unlearned, unlearned_notes
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._sorted import Report
from priory.cli.mailfilter._store import open_filter, warn_of_classes, warn_of_rules
from priory.errors import InputError
from priory.mailfilter._beside import old_places
from priory.mailfilter._interrupts import deferred
from priory.mailfilter.sorting.maildir import Maildir
from priory.mailfilter.sorting.names import called
from priory.mailfilter.sorting.places import Places
from priory.mailfilter.sorting.places_file import check_safe
from priory.mailfilter.sorting.sorter import Sorter

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter.sorting.steps import Step

__all__ = ["add_arguments", "run"]

_FOLDERS = ("junk", "file", "trash", "when_unsure", "unsure_folder")
_SETTINGS = (*_FOLDERS, "store", "places", "timeout", *JUDGING)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("maildir", metavar="MAILDIR", help="the Maildir")
    parser.add_argument(
        "--folder",
        action="append",
        metavar="NAME",
        help="folder to sort (default: INBOX); repeatable",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="also sort messages that are marked as read, answered, forwarded or flagged",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only show what would be done, and do nothing"
    )
    parser.add_argument(
        "--learn-from-moves",
        action="store_true",
        help="first learn from what you moved since the last time: into the folder of a class it "
        "is of that class, as into Junk it is spam; out of Junk it is ham, unless you moved it to "
        "the trash, and back into the inbox it is ham, too",
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines")
    add_settings(parser, *_SETTINGS)


def run(options: argparse.Namespace) -> int:
    """Learn from moves, judge, move, and say what was done."""
    config, maildir = read_config(options), _maildir(options.maildir)
    choices = read_choices(options, config)
    report = Report(options, maildir)
    is_writing = options.learn_from_moves and not options.dry_run
    with open_filter(config, "rw" if is_writing else "ro") as mail:
        warn_of_classes(mail)
        warn_of_rules(mail)
        with _places(config, mail.store.path, maildir, options) as places:
            sorter = Sorter(mail, maildir, places, choices, report.fault)
            check_folders(sorter.filing, maildir)
            is_refused = False
            try:
                _sort(sorter, options, report)
            except InputError as error:  # of what is not as it should be in the Maildir
                is_refused = not report.has_begun
                raise CommandError(render(error)) from error
            finally:
                if not is_refused:
                    report.sum_up()
    return report.exit_code


def _places(config: Config, store: str, maildir: Maildir, options: argparse.Namespace) -> Places:
    """Open what is remembered, in a folder that is made where nobody named another."""
    path = config.get("places")
    if config.sources["places"] == "default" and not options.dry_run:
        check_safe(path)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    return Places(path, maildir.root, config.get("timeout"), earlier=old_places(store))


def _sort(sorter: Sorter, options: argparse.Namespace, report: Report) -> None:
    if not options.dry_run:
        sorter.recover()
    if options.learn_from_moves:
        for learned in sorter.learn(is_trial=options.dry_run):
            report.learned(learned)
    _note_unlearned(sorter, report)
    steps = report.judged(sorter.plan(), sorter.n_files)
    report.n_kept, report.wanted = sorter.n_kept, sorter.shortage()
    try:
        if not options.dry_run:
            _carry_out(sorter, steps, report)
    finally:
        report.show(steps)


def _note_unlearned(sorter: Sorter, report: Report) -> None:
    """Say which folders wait for a class; on a terminal alone, as cron would mail each line."""
    filing = sorter.filing
    folders = {label: called(folder) for label, folder in filing.folders.items()}
    report.unlearned = unlearned(folders, sorter.classes, filing.spam, filing.ham)
    if is_terminal("stderr"):
        for note in unlearned_notes(report.unlearned, sorter.classes):
            complain(note)


def _carry_out(sorter: Sorter, steps: list[Step], report: Report) -> None:
    """Move message after message; Ctrl-C waits for the one at hand."""
    try:
        with closing(sorter.carry_out(steps)) as outcomes:
            is_over = False
            while not is_over:
                with deferred():
                    step, error = next(outcomes, (None, None))
                    if step is not None and error is not None:
                        report.failed(step, error)
                    is_over = step is None
    except KeyboardInterrupt:
        report.broken_off = "interrupted"
        raise
    except OSError as error:  # of one message it would be an outcome
        report.broken_off = "cannot create its folder"
        raise CommandError(
            f"cannot create folder {error.filename}: {error.strerror or error}: check "
            "permissions, or name another folder (--junk, --file, --unsure-folder)"
        ) from error


def _maildir(path: str) -> Maildir:
    try:
        return Maildir(path)
    except InputError as error:
        raise CommandError(render(error)) from error
