"""``priory store check``: check the integrity of a store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, shown
from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._settings import add_settings
from priory.cli.mailfilter._store import complaints
from priory.cli.mailfilter.store._repair import repair
from priory.mailfilter import Store, StoreError

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config

__all__ = ["MISTAKE", "add_arguments", "run"]

SOUND, UNSOUND, MISTAKE = 0, 1, 3
# Where SQLite cannot even read the tables that all begins with, or misses one.
DAMAGE = ("store-damaged", "store-incomplete")
REPAIRABLE = (*DAMAGE, "analyzer-invalid")
REMEDY = "Put a backup in its place, or salvage what is whole with `priory store check --repair`."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--repair",
        action="store_true",
        help="salvage what is whole in a damaged store into a new file",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="file of the repaired store (default: the store's name with .repaired)",
    )
    parser.add_argument(
        "--replace",
        action="store_true",
        help="put the repaired store in place; the damaged one is kept with .damaged",
    )
    parser.add_argument(
        "--force", action="store_true", help="overwrite an existing file of a repaired store"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout")


def run(options: argparse.Namespace) -> int:
    """Say what was looked at, and what is wrong with it."""
    _check_options(options)
    config = read_config(options)
    problems, seen = _check(config, REPAIRABLE if options.repair else DAMAGE)
    path = os.path.abspath(config.get("store"))
    told = {
        "store": path_text(path),
        "sound": not problems,
        "problems": problems,
        "seen": seen or None,
    }
    if not options.json:
        _tell(path, problems, seen, is_repaired=options.repair)
    if options.repair:
        told["repaired"] = repair(path, config.get("timeout"), options) if problems else None
    if options.json:
        dump(told)
    return UNSOUND if problems else SOUND


def _check_options(options: argparse.Namespace) -> None:
    if not options.repair and (options.output is not None or options.replace or options.force):
        raise CommandError("--output, --replace and --force are for --repair: add it")
    if options.replace and options.output is not None:
        raise CommandError("--output and --replace exclude each other: omit one of them")


def _tell(path: str, problems: list[str], seen: dict[str, int], *, is_repaired: bool) -> None:
    if problems:
        print(f"{shown(path)}: {counted(len(problems), 'problem')}")
        print(*map(shown, problems), *([] if is_repaired else [REMEDY]), sep="\n")
    else:
        print(f"{shown(path)}: no problem", *_verified(seen), sep="\n")


def _check(config: Config, damage: tuple[str, ...]) -> tuple[list[str], dict[str, int]]:
    """Return what is wrong, and if that is nothing, how much was looked at."""
    path, timeout = config.get("store"), config.get("timeout")
    with complaints():
        try:
            with Store(path, mode="ro", timeout=timeout) as store, store.reading():
                problems = store.check()
                return problems, {} if problems else _seen(store)
        except StoreError as error:
            if error.code not in damage:
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
        "taught": store.teaching.taught,
    }


def _verified(seen: dict[str, int]) -> list[str]:
    """Say what was looked at, and what cannot be."""
    tokens = counted(seen["tokens"], "token")
    journal = counted(seen["journal"] - seen["spent"], "message")
    lines = [
        "SQLite finds no damage in the file.",
        f"The counts of {tokens} add up to the sums of the classes, and none is too small.",
        f"They agree with what {journal} of the journal added.",
        f"Lessons agree with what {counted(seen['taught'], 'message')} taught.",
    ]
    lost = seen["spent"] + seen["messages"] - seen["journal"]
    if lost:
        lines.append(
            f"Of {counted(lost, 'message')} the journal does not know what was added, because it "
            "was compacted or imported: for these, only a lower bound was checked."
        )
    return lines
