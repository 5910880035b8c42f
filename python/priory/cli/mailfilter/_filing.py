"""Folders that a sort is given: read from options and settings, and checked against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render
from priory.cli.mailfilter._kinds import FOLDER
from priory.cli.mailfilter._store import listed
from priory.errors import InputError
from priory.mailfilter.sorting.names import INBOX, called, directory
from priory.mailfilter.sorting.steps import Choices

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter.sorting.filing import Filing
    from priory.mailfilter.sorting.maildir import Maildir

__all__ = ["check_folders", "read_choices", "unlearned", "unlearned_notes"]


def read_choices(options: argparse.Namespace, config: Config) -> Choices:
    """Return what the user chose.

    Raises
    ------
    CommandError
        If a name is none of a folder, or the folder for spam is named twice.
    """
    junk, trash, when = config.get("junk"), config.get("trash"), config.get("when_unsure")
    folder_of = {label: directory(name) for label, name in (config.get("file") or {}).items()}
    _check_spam(config, folder_of.get(config.get("spam")))
    return Choices(
        folders=tuple(map(_folder, options.folder or ["INBOX"])),
        junk=None if junk is None else directory(junk),
        folder_of=folder_of,
        trash=None if trash is None else directory(trash),
        unsure=directory(config.get("unsure_folder")) if when == "move" else None,
        is_flagging=when == "flag",
        is_all=options.all,
    )


def _check_spam(config: Config, other: str | None) -> None:
    """Spam has a setting of its own: what else is said of its folder must be the same."""
    junk = config.get("junk")
    if None not in (junk, other) and directory(junk) != other:
        raise CommandError(
            f"{config.named('junk')} and {config.named('file')} name two folders for "
            f"{config.get('spam')!r}: {junk} and {called(other or INBOX)}: name one of them"
        )


def _folder(name: str) -> str:
    try:
        return directory(FOLDER.check(name))
    except InputError as error:
        raise CommandError(f"--folder: {render(error)}") from None
    except ValueError:
        raise CommandError(f"--folder must be {FOLDER.what}, not {name!r}") from None


def check_folders(filing: Filing, maildir: Maildir) -> None:
    """Refuse folders that are not there, and those into or out of which nothing can be sorted.

    Raises
    ------
    CommandError
        If one is for two things, is the inbox, or is missing.
    """
    _check_uses(filing)
    there = maildir.folders()
    for folder in filing.sources:
        if folder not in there:
            names = listed(list(map(called, there)))
            raise CommandError(f"{maildir.root} has no folder {called(folder)}: there are {names}")
        label = filing.label(folder)
        if label is not None:
            raise CommandError(
                f"{called(folder)} is the folder that {label} goes into: name others"
            )


def _check_uses(filing: Filing) -> None:
    """Refuse a folder that is for several classes: nobody could tell what a move into it means."""
    uses = [*filing.folders.items()]
    uses += [] if filing.unsure is None else [("unsure", filing.unsure)]
    first: dict[str, str] = {}
    for label, folder in uses:
        if folder == INBOX:
            raise CommandError(f"{label} messages cannot go into the inbox: name another folder")
        other = first.setdefault(folder, label)
        if other != label:
            raise CommandError(
                f"{called(folder)} would be the folder of both {other} and {label}: name another "
                "for one of them (--file, --junk, --unsure-folder)"
            )


def unlearned(folders: Mapping[str, str], names: Iterable[str], *own: str) -> dict[str, str]:
    """Return the classes that have a folder and were never learned, each with its folder.

    Parameters
    ----------
    folders : mapping of str to str
        The folders of classes.
    names : iterable of str
        The classes that were learned.
    *own : str
        Classes of which it is said elsewhere, as spam and ham.
    """
    missing = sorted(folders.keys() - {*names, *own})
    return {label: folders[label] for label in missing}


def unlearned_notes(missing: Mapping[str, str], names: list[str]) -> list[str]:
    """Say of each class that has a folder and was never learned what to do.

    Parameters
    ----------
    missing : mapping of str to str
        Of `unlearned`.
    names : list of str
        The classes that were learned.
    """
    there = f" (there are {listed(names)})" if names else ""
    return [
        f"no class {label!r} was learned{there}, so nothing is filed into {folder}: learn it "
        f"(priory learn {label} PATH), or move messages there and sort with --learn-from-moves"
        for label, folder in missing.items()
    ]
