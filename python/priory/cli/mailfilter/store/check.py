"""``priory store check``: check the integrity of a store."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import open_filter

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter import Store

__all__ = ["MISTAKE", "add_arguments", "run"]

SOUND, UNSOUND, MISTAKE = 0, 1, 3
REMEDY = "Put a backup in its place, or learn the mail again into a new store."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Say what was looked at, and what is wrong with it."""
    config = read_config(options)
    problems, seen = _check(config)
    path = os.path.abspath(config.get("store"))
    if options.json:
        dump(
            {
                "store": path_text(path),
                "sound": not problems,
                "problems": problems,
                "seen": seen or None,
            }
        )
    elif problems:
        print(f"{shown(path)}: {counted(len(problems), 'problem')}")
        print(*map(shown, problems), REMEDY, sep="\n")
    else:
        print(f"{shown(path)}: no problem", *_verified(seen), sep="\n")
    return UNSOUND if problems else SOUND


def _check(config: Config) -> tuple[list[str], dict[str, int]]:
    """Return what is wrong, and if that is nothing, how much was looked at."""
    try:
        with open_filter(config, "ro") as mail, mail.store.reading():
            problems = mail.store.check()
            return problems, {} if problems else _seen(mail.store)
    except CommandError as error:
        if error.__cause__ is not None and _is_damage(error.__cause__.__cause__):
            return [f"The file is damaged: {error.__cause__.__cause__}."], {}
        raise


def _is_damage(error: BaseException | None) -> bool:
    """Tell whether SQLite cannot even read the tables that all begins with, or misses one."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_missing = code == sqlite3.SQLITE_ERROR and str(error).startswith("no such ")
    return is_missing or code == sqlite3.SQLITE_CORRUPT


def _seen(store: Store) -> dict[str, int]:
    classes, journal = store.classes, store.journal
    return {
        "classes": len(classes),
        "tokens": store.n_tokens,
        "messages": sum(one.messages for one in classes),
        "journal": journal.messages,
        "spent": journal.spent,
    }


def _verified(seen: dict[str, int]) -> list[str]:
    """Say what was looked at, and what cannot be."""
    tokens = counted(seen["tokens"], "token")
    journal = counted(seen["journal"] - seen["spent"], "message")
    lines = [
        "SQLite finds no damage in the file.",
        f"The counts of {tokens} add up to the sums of the classes, and none is too small.",
        f"They agree with what {journal} of the journal added.",
    ]
    lost = seen["spent"] + seen["messages"] - seen["journal"]
    if lost:
        lines.append(
            f"Of {counted(lost, 'message')} the journal does not know what was added, because it "
            "was compacted or imported: there it was only looked whether the counts are too small."
        )
    return lines
