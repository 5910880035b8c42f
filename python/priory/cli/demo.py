"""``priory demo``: learn a part of the sample mailbox, classify the rest, and explain it."""

from __future__ import annotations

from collections import Counter
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from priory import sample
from priory._show import table
from priory.cli._terminal import console
from priory.cli.mailfilter._explanation import draw, explained, report
from priory.cli.mailfilter._verdict import line
from priory.mailfilter import MailFilter
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._explanation import Explanation
    from priory.mailfilter import Verdict
    from priory.sample import SampleMail

    Judged = list[tuple[SampleMail, Verdict]]

__all__ = ["add_arguments", "run"]

HELD_OUT = slice(None, None, 3)  # every third message is not learned from
TOP = 4  # tokens that an explanation shows, each way
TRUTHS = ("ham", "spam")
VERDICTS = ("ham", UNSURE, "spam")
NEXT = """\
Now with your own mail, which is only read:

  priory learn spam FOLDER     and  priory learn ham FOLDER
  priory classify MESSAGE      and  priory explain MESSAGE"""


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(_: argparse.Namespace) -> int:
    """Print what was learned, verdicts on what was not, and one of each kind explained."""
    known = sample.mailbox()
    unseen = known[HELD_OUT]
    del known[HELD_OUT]
    with TemporaryDirectory(prefix="priory-") as folder, MailFilter(f"{folder}/mail.db") as mail:
        mail.learn_many((one.raw, one.label) for one in known)
        print(_lesson(mail))
        verdicts = mail.classify_many(one.raw for one in unseen)
        judged = list(zip(unseen, verdicts, strict=True))
        print(f"\n{_summary(judged)}\n\n{_doubtful(judged)}\n\nWhy? One of each verdict:")
        for one in _one_of_each(judged):
            print()
            _explain(explained(mail, one.name, one.raw, TOP))
    print(f"\n{NEXT}")
    return 0


def _explain(found: Explanation) -> None:
    """Show an explanation, with colours and bars on a terminal."""
    out = console()
    if out is None:
        print(report(found))
    else:
        draw(found, out)


def _lesson(mail: MailFilter) -> str:
    """Say what was learned."""
    n_messages = sum(one.messages for one in mail.store.classes)
    parts = " and ".join(f"{one.messages} {one.name}" for one in mail.store.classes)
    return f"Learned {n_messages} messages ({parts}), {mail.store.n_tokens:,} different tokens."


def _summary(judged: Judged) -> str:
    """Lay out how many messages of each kind got which verdict."""
    counts = Counter((one.label, verdict.label) for one, verdict in judged)
    rows = [[truth, *(str(counts[truth, label]) for label in VERDICTS)] for truth in TRUTHS]
    head = f"Confusion matrix on {len(judged)} held-out messages:"
    return f"{head}\n\n{table(['truth', *VERDICTS], rows)}"


def _doubtful(judged: Judged) -> str:
    """List the messages that were not recognised, as `priory classify` does."""
    lines = [f"{line(v)}  {one.name}" for one, v in judged if v.label != one.label]
    head = "Misclassified or unsure:"
    return "\n".join([head, "", *lines])


def _one_of_each(judged: Judged) -> list[SampleMail]:
    """Return the first message of each verdict."""
    first = {verdict.label: one for one, verdict in reversed(judged)}
    return [first[label] for label in VERDICTS if label in first]
