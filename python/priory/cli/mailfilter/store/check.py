"""``priory store check``: check the integrity of a store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import complaints
from priory.mailfilter import Store, StoreError

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config

__all__ = ["MISTAKE", "add_arguments", "run"]

SOUND, UNSOUND, MISTAKE = 0, 1, 3
# Where SQLite cannot even read the tables that all begins with, or misses one.
DAMAGE = ("store-damaged", "store-incomplete")
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
    path, timeout = config.get("store"), config.get("timeout")
    with complaints():
        try:
            with Store(path, mode="ro", timeout=timeout) as store, store.reading():
                problems = store.check()
                return problems, {} if problems else _seen(store)
        except StoreError as error:
            if error.code not in DAMAGE:
                raise
            return [f"The file is damaged: {error.__cause__ or error.what}."], {}


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
            "was compacted or imported: for these, only a lower bound was checked."
        )
    return lines
