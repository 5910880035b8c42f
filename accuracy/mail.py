"""Mail filters on the SpamAssassin corpus: Priory at its defaults, bogofilter and SpamProbe."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accuracy.protocols import LEARNED, labelled, protocols, starts
from priory._show import counted
from priory.cli._progress import Progress
from priory.evaluate.duplicates import count_twins, text_keys
from priory.evaluate.filters import PrioryFilter
from priory.evaluate.gather import gather
from priory.evaluate.peers import PEERS
from priory.evaluate.trial import run
from priory.mailfilter import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.messages import Mail

    from accuracy.protocols import Protocol
    from priory.evaluate.duplicates import Twins
    from priory.evaluate.outcomes import Filter, LabelledMessage, Trial
    from priory.evaluate.report import Report

CORPUS = "SpamAssassin"
SETTINGS = Settings()
SLOW = ("spamprobe",)  # about 20 ms for a message learned, and 10 ms for one judged


@dataclass(frozen=True)
class Found:
    """What filters did by one protocol, and how many of the messages they had seen before."""

    report: Report
    twins: Twins


def missing(mail: Sequence[Mail], judged: int, *, is_all: bool) -> list[str]:
    """Name what is left out."""
    n_starts = len(starts(labelled(mail), judged))
    lacking = [f"{name}: it is not installed" for name in PEERS if name not in peers()]
    slow = [name for name in SLOW if name in peers() and not is_all]
    lacking += [f"{name} by folds, by date and online: it is slow (--all)" for name in slow]
    sizes = LEARNED[n_starts:]
    return lacking + [
        f"cold start from {size}+{size}: there are too few messages" for size in sizes
    ]


def peers() -> dict[str, str]:
    """Return the versions of the programs that are installed."""
    return {name: _version(name) for name in PEERS if shutil.which(name)}


def _version(name: str) -> str:
    done = subprocess.run([name, "-V"], capture_output=True, text=True, check=False)
    found = re.search(r"\d+(?:\.\w+)+", done.stdout + done.stderr)
    return found[0] if found else "unknown"


def judge(mail: Sequence[Mail], *, judged: int, is_all: bool, resamples: int) -> Iterator[Found]:
    """Let all filters go through all protocols."""
    messages = labelled(mail)
    keys = text_keys(messages)
    with ExitStack() as stack:
        filters: list[Filter] = [PrioryFilter(SETTINGS), *(PEERS[one](SETTINGS) for one in peers())]
        for one in filters:
            stack.callback(one.close)
        for protocol in protocols(messages, judged):
            trials = list(_trials(protocol, messages, filters, is_all=is_all))
            report = gather(CORPUS, trials, SETTINGS, resamples=resamples, curves=False)
            yield Found(report, count_twins(protocol.plan, keys))


def _trials(
    protocol: Protocol,
    messages: Sequence[LabelledMessage],
    filters: Sequence[Filter],
    *,
    is_all: bool,
) -> Iterator[Trial]:
    for one in filters:
        if is_all or protocol.is_short or one.name not in SLOW:
            with Progress(protocol.plan.total, thing="message") as bar:
                trial = run(
                    protocol.plan, messages, one, progress=lambda done, _: bar.update(done, done)
                )
            if trial.failure:  # numbers of some of the mail would say nothing
                sys.exit(trial.failure)
            if trial.is_partial:
                raise KeyboardInterrupt
            yield trial


def about(twins: Twins) -> str:
    """Say how many messages were judged that had been learned in other words."""
    return (
        f"{twins.with_twin:,} of {counted(twins.judged, 'message')} judged have the text of one "
        "that was learned: they flatter every filter."
    )
