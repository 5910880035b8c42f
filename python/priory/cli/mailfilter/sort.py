"""``priory sort``: move the spam of a Maildir into its Junk folder."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._kinds import FOLDER
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._sorted import Report
from priory.cli.mailfilter._store import listed, open_filter, warn_of_classes
from priory.errors import InputError
from priory.mailfilter._beside import old_places
from priory.mailfilter._interrupts import deferred
from priory.mailfilter.sorting.maildir import Maildir
from priory.mailfilter.sorting.names import INBOX, called, directory
from priory.mailfilter.sorting.places import Places
from priory.mailfilter.sorting.places_file import check_safe
from priory.mailfilter.sorting.sorter import Sorter
from priory.mailfilter.sorting.steps import Choices

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter.sorting.steps import Step

__all__ = ["add_arguments", "run"]

_FOLDERS = ("junk", "trash", "when_unsure", "unsure_folder")
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
        help="first learn from what you moved since the last time: into Junk it is spam, and out "
        "of Junk it is ham, unless you moved it to the trash",
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines")
    add_settings(parser, *_SETTINGS)


def run(options: argparse.Namespace) -> int:
    """Learn from moves, judge, move, and say what was done."""
    config, maildir = read_config(options), _maildir(options.maildir)
    choices = _choices(options, config)
    report = Report(options, maildir)
    is_writing = options.learn_from_moves and not options.dry_run
    with open_filter(config, "rw" if is_writing else "ro") as mail:
        warn_of_classes(mail)
        with _places(config, mail.store.path, maildir, options) as places:
            sorter = Sorter(mail, maildir, places, choices, report.fault)
            _check(choices, sorter, maildir)
            try:
                _sort(sorter, options, report)
            except InputError as error:  # of what is not as it should be in the Maildir
                raise CommandError(render(error)) from error
            finally:
                report.sum_up(called(sorter.junk))
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
    steps = report.judged(sorter.plan(), sorter.n_files)
    report.n_kept, report.wanted = sorter.n_kept, sorter.shortage()
    try:
        if not options.dry_run:
            _carry_out(sorter, steps, report)
    finally:
        report.show(steps)


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
            "permissions, or name another folder (--junk, --unsure-folder)"
        ) from error


def _maildir(path: str) -> Maildir:
    try:
        return Maildir(path)
    except InputError as error:
        raise CommandError(render(error)) from error


def _choices(options: argparse.Namespace, config: Config) -> Choices:
    junk, trash, when = config.get("junk"), config.get("trash"), config.get("when_unsure")
    return Choices(
        folders=tuple(map(_folder, options.folder or ["INBOX"])),
        junk=None if junk is None else directory(junk),
        trash=None if trash is None else directory(trash),
        unsure=directory(config.get("unsure_folder")) if when == "move" else None,
        is_flagging=when == "flag",
        is_all=options.all,
    )


def _folder(name: str) -> str:
    try:
        return directory(FOLDER.check(name))
    except InputError as error:
        raise CommandError(f"--folder: {render(error)}") from None
    except ValueError:
        raise CommandError(f"--folder must be {FOLDER.what}, not {name!r}") from None


def _check(choices: Choices, sorter: Sorter, maildir: Maildir) -> None:
    """Refuse folders that are not there, and those that nothing can be sorted out of."""
    if INBOX in (sorter.junk, choices.unsure):
        raise CommandError("spam and unsure messages cannot go into the inbox: name other folders")
    there = maildir.folders()
    for folder in choices.folders:
        if folder not in there:
            names = listed(list(map(called, there)))
            raise CommandError(f"{maildir.root} has no folder {called(folder)}: there are {names}")
        if sorter.is_junk(folder):
            raise CommandError(f"{called(folder)} is the folder that spam goes into: name others")
