"""``priory explain``: the verdict on messages, and the evidence for and against it."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from priory._page import TAIL, page_head
from priory._show import dump
from priory.cli._errors import CommandError
from priory.cli._output import check_output, writer
from priory.cli._terminal import console
from priory.cli.mailfilter._classes import check_named
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._explanation import as_json, draw, explained, report
from priory.cli.mailfilter._messages import Messages, add_message_arguments
from priory.cli.mailfilter._messages import as_json as place_json
from priory.cli.mailfilter._page import write_section
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter, warn_of_rules
from priory.cli.mailfilter._verdict import tell_missing
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from priory.cli.mailfilter._config import Config
    from priory.cli.mailfilter._explanation import Explanation
    from priory.mail import Entry

__all__ = ["add_arguments", "run"]

PAGE = b"<!DOCTYPE HTML>"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_message_arguments(parser)
    parser.add_argument(
        "-n",
        "--top",
        type=int,
        default=10,
        metavar="N",
        help="tokens to show on each side (default: %(default)s), the others summed up by origin; "
        "JSON has all",
    )
    parser.add_argument("--html", metavar="FILE", help="write an HTML page; - is stdout")
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Explain message after message."""
    if options.top < 0:
        raise CommandError(f"--top must be 0 or more, not {options.top}")
    if options.html and options.json:
        raise CommandError("--html and --json exclude each other: leave one out")
    config, messages = read_config(options), Messages(options)
    found = _explanations(config, messages, options)
    if options.html is not None:
        if options.html != "-":
            _check_page(options.html, config.get("store"), *messages.paths)
        _write_page(found, options.html)
    else:
        _print(found, is_json=options.json)
    return 2 if messages.n_faults or messages.is_missing else 0


def _explanations(
    config: Config, messages: Messages, options: argparse.Namespace
) -> Iterator[tuple[Entry, Explanation]]:
    """Explain the messages one by one, and say in the end what would make verdicts surer."""
    more: Mapping[str, int] = {}
    learned: Sequence[str] = ()
    with open_filter(config, "ro") as mail:
        check_named(mail, config)
        warn_of_rules(mail)
        for entry in messages.read(bar=False):
            found = explained(mail, entry.place, entry.raw, options.top)
            if found.verdict.label == UNSURE:
                more, learned = found.missing, list(found.messages)
            yield entry, found
    if not options.json:
        tell_missing(more, learned)


def _print(found: Iterator[tuple[Entry, Explanation]], *, is_json: bool) -> None:
    out = None if is_json else console()
    is_first = True
    for entry, explanation in found:
        if is_json:
            dump({**place_json(entry), **as_json(explanation)})
            continue
        print("" if is_first else "\n", end="")
        if out is None:
            print(report(explanation))
        else:
            draw(explanation, out)
        is_first = False


def _check_page(path: str, *inputs: str) -> None:
    """Refuse to replace anything but a page: messages may stand behind ``--html`` by mistake."""
    check_output(path, *inputs, option="--html", thing="page")
    with suppress(FileNotFoundError), open(path, "rb") as file:
        start = file.read(len(PAGE))
        if start and start.upper() != PAGE:
            raise CommandError(
                f"{path}: file exists and is not an HTML page: name another with --html"
            )


def _write_page(found: Iterator[tuple[Entry, Explanation]], path: str) -> None:
    first = next(found, None)
    if first is None:  # an older page is worth more than an empty one
        return
    with writer(None if path == "-" else path, private=True) as out:
        out.write(page_head())
        for _, explanation in chain([first], found):
            write_section(explanation, out)
        out.write(TAIL)
