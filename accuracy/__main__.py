"""The command ``python -m accuracy``, run from the root of the repository."""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import messages

import accuracy
from accuracy import mail, text
from priory.evaluate.report import to_json, to_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.messages import Mail

PARTS = ("mail", "text")
KEPT = ("filter", "messages", "measures", "intervals")
INTERRUPTED = 130


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the options of the command."""
    parser = argparse.ArgumentParser(prog="python -m accuracy", description=accuracy.__doc__)
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("PRIORY_DATA") or None,
        help="folder with spamassassin, 20news-bydate, r8-r52 and sms-spam, as .tar.xz or unpacked "
        "(or PRIORY_DATA)",
    )
    parser.add_argument("--only", choices=PARTS, help="leave out the other part")
    parser.add_argument(
        "--all",
        action="store_true",
        help="let slow programs go through all protocols: half an hour more",
    )
    parser.add_argument(
        "--judged",
        type=int,
        default=500,
        metavar="N",
        help="messages of each class that a cold start judges (default: %(default)s)",
    )
    parser.add_argument(
        "--resamples",
        type=int,
        default=1000,
        metavar="N",
        help="resamples of the bootstrap for intervals (default: %(default)s)",
    )
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Find the corpora, judge them, print the tables, and write the numbers."""
    try:
        run(parse(arguments))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)  # the numbers of the last whole run stay where they are


def run(options: argparse.Namespace) -> None:
    """Judge what is there."""
    corpus = messages.load(options.data) if options.only != "text" else []
    found = text.load(options.data) if options.only != "mail" else []
    texts = [one for one in found if one.learned.texts]
    if not corpus and not texts:
        sys.exit("There are no corpora: name the folder where they lie with --data.")
    left_out = [f"{one.name}: it is not there" for one in found if one not in texts]
    if options.only != "text":
        left_out += _left_out(corpus, options)
    for what in left_out:
        print(f"Left out: {what}.", flush=True)
    numbers = {
        "versions": {name: version(name) for name in ("priory", "scikit-learn")} | mail.peers(),
        "left_out": left_out,
        "mail": _mail(corpus, options),
        "text": [_printed(one) for one in text.judge(texts)],
    }
    if options.json:
        options.json.write_text(json.dumps(rounded(numbers), indent=1) + "\n", encoding="utf-8")


def _left_out(corpus: list[Mail], options: argparse.Namespace) -> list[str]:
    if not corpus:
        return [f"{mail.CORPUS}: it is not there"]
    return mail.missing(corpus, options.judged, is_all=options.all)


def _mail(corpus: list[Mail], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Judge the mail, if there is any, and print a report for each protocol."""
    numbers = []
    found = mail.judge(
        corpus, judged=options.judged, is_all=options.all, resamples=options.resamples
    )
    for one in found if corpus else ():
        print(f"\n{to_text(one.report)}\n\n{mail.about(one.twins)}", flush=True)
        written = to_json(one.report)
        numbers.append(
            {
                "corpus": mail.CORPUS,
                "protocol": written["filters"][0]["protocol"],
                "twins": one.twins._asdict(),
                "filters": [{key: each[key] for key in KEPT} for each in written["filters"]],
                "comparisons": written["comparisons"],
            }
        )
    return numbers


def _printed(found: text.Found) -> dict[str, Any]:
    print(f"\n{text.to_text(found)}", flush=True)
    return text.to_json(found)


def rounded(value: Any) -> Any:
    """Keep six digits of numbers: the others differ between machines."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
