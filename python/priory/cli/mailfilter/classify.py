"""``priory classify``: what messages are, one line a message."""

from __future__ import annotations

import sys
from itertools import tee

from priory.cli._show import dump, number, shown
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._messages import Messages, add_message_arguments, as_json
from priory.cli.mailfilter._settings import JUDGING, add_settings
from priory.cli.mailfilter._store import open_filter
from priory.mailfilter.settings import UNSURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from priory.mailfilter import Settings, Verdict

__all__ = ["MISTAKE", "add_arguments", "exit_code", "line", "run", "verdict_json"]

MISTAKE = 3  # the codes below it are verdicts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_message_arguments(parser)
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Judge message after message."""
    config, messages = read_config(options), Messages(options)
    code = 0
    with open_filter(config, "ro") as mail:
        entries, copies = tee(messages.read(bar=not sys.stdout.isatty()))
        verdicts = mail.classify_many(copy.raw for copy in copies)
        for entry, verdict in zip(entries, verdicts, strict=True):
            code = exit_code(verdict, mail.settings)
            if options.json:
                dump({**as_json(entry), **verdict_json(verdict)})
            else:
                print(line(verdict), shown(entry.place), sep="  ")
    if messages.n_faults or not messages.n_read:
        return MISTAKE
    return code if messages.is_one else 0


def exit_code(verdict: Verdict, settings: Settings) -> int:
    """Return the exit code of a verdict: 0 for spam, 2 for unsure, 1 for ham and all else."""
    return {settings.spam: 0, UNSURE: 2}.get(verdict.label, 1)


def line(verdict: Verdict) -> str:
    """Return a verdict and the probability of the best class."""
    best = f"{verdict.best}={verdict.probability:.4f}" if verdict.probabilities else "-"
    return f"{verdict.label:<6}  {best:<11}"


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict for JSON."""
    return {
        "verdict": verdict.label,
        "best": verdict.best if verdict.probabilities else None,
        "probability": verdict.probability,
        "probabilities": dict(verdict.probabilities),
        "log_odds": number(verdict.log_odds),
        "why_unsure": verdict.why_unsure,
    }
