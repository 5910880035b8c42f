"""``priory words``: the strongest words of each class, or the counts of given words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import dump, number, shown, table
from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._explanation import MOST_CLASSES, cut
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter
from priory.mailfilter._weights import Telling, looked_up, strongest

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from priory.mailfilter import MailFilter

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "word",
        nargs="*",
        metavar="WORD",
        help="tokens such as cheap or subject:cheap (default: the strongest of each class)",
    )
    parser.add_argument(
        "-n",
        "--top",
        type=int,
        default=10,
        metavar="N",
        help="number of tokens per class (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON lines")
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Show the words that were named, or the strongest of each class."""
    if options.top < 1:
        raise CommandError(f"--top must be 1 or more, not {options.top}")
    with open_filter(read_config(options), "ro") as mail, mail.store.reading():
        if options.word:
            found = looked_up(mail, options.word)
        else:
            _check_classes(mail)
            found = [one for few in strongest(mail, options.top).values() for one in few]
        if options.json:
            for one in found:
                dump(_as_json(one, mail))
        elif options.word:
            print(_table("token", found, mail, with_class=True))
        else:
            names = [one.name for one in mail.store.classes]
            parts = [(name, [one for one in found if one.name == name]) for name in names]
            print("\n\n".join(_table(name, few, mail) for name, few in parts))
    return 0


def _check_classes(mail: MailFilter) -> None:
    names = [one.name for one in mail.store.classes]
    if len(names) < 2:  # noqa: PLR2004 (one class is no choice)
        learned = f"only {names[0]}" if names else "nothing"
        raise CommandError(
            f"{learned} was learned so far: learn messages of each class, or name a WORD"
        )


def _table(title: str, found: list[Telling], mail: MailFilter, *, with_class: bool = False) -> str:
    """Lay out tokens: their class, their weight, and the messages of each class that have them."""
    known = list(enumerate(mail.store.classes))
    # The class that a table is about comes first: there may be more than have a column.
    known.sort(key=lambda pair: not with_class and pair[1].name != title)
    indices, classes = zip(*known[:MOST_CLASSES], strict=True) if known else ((), ())
    head = [shown(title), *(["class"] if with_class else []), "weight"]
    head += [shown(f"of {one.messages:,} {one.name}") for one in classes]
    return table(head, [_row(one, indices, with_class=with_class) for one in found])


def _row(one: Telling, indices: Sequence[int], *, with_class: bool) -> list[str]:
    counts = [f"{one.counts[index][0] if one.counts else 0:,}" for index in indices]
    name = [shown(one.name or "-")] if with_class else []
    return [cut(one.token), *name, f"{one.weight:.2f}" if one.name else "-", *counts]


def _as_json(one: Telling, mail: MailFilter) -> dict[str, Any]:
    names = [known.name for known in mail.store.classes]
    counts = one.counts or ((0, 0),) * len(names)
    return {
        "token": one.token,
        "class": one.name,
        "weight": number(one.weight) if one.name else None,
        "messages": {name: cell[0] for name, cell in zip(names, counts, strict=True)},
        "occurrences": {name: cell[1] for name, cell in zip(names, counts, strict=True)},
    }
