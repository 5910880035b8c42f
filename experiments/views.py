"""The data of the questions about settings, in the ways that they are parted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks import corpora
from benchmarks.messages import Mail, halves

from experiments import trials
from experiments.counted import Counted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from experiments.settings_page import Trials

# Messages of each class; None is all there are.
SIZES = (10, 30, 100, 300, None)
LATER_SIZES = (10, 30, 100, None)


@dataclass(frozen=True)
class Data:
    """What is learned and judged, and how that is told."""

    text: str
    trials: Mapping[str, Trials]


def load(name: str, mail: list[Mail], folder: Path | None, n_folds: int) -> Data:
    """Part the mail for a question: nothing but the last one sees the second half."""
    even, odd = halves(mail)
    if name == "held-out":
        text = (
            f"Learned: {told(even)}, the half of the SpamAssassin corpus that 007 to 009 chose by. "
            f"Judged: {told(odd)}, the other half, by the last bit of the SHA-1 of `folder/name`."
        )
        return Data(text, {"": {None: [trials.split(even, odd)]}})
    counted, sms = Counted.of(even), texts(folder)
    found: dict[str, Trials] = {
        "SpamAssassin, folds": {
            size: list(trials.crossed(counted, n_folds, size)) for size in SIZES
        },
        "SpamAssassin, later collections": {
            size: list(trials.later(counted, n_folds, size)) for size in LATER_SIZES
        },
    }
    text = (
        f"One half of the SpamAssassin corpus, {told(even)}, in {n_folds} folds; the other half "
        "was not looked at. The later collections are judged by what `easy_ham` and `spam` taught."
    )
    if sms:
        short = Counted.of(sms)
        found["Short messages, folds"] = {
            size: list(trials.crossed(short, n_folds, size)) for size in SIZES
        }
        text += f" Short messages: the SMS Spam Collection, {told(sms)}, as mail without a header."
    return Data(text, found)


def told(mail: list[Mail]) -> str:
    """Say how many messages of each class there are."""
    spam = sum(message.label == "spam" for message in mail)
    return f"{len(mail) - spam:,} ham and {spam:,} spam"


def texts(folder: Path | None) -> list[Mail]:
    """Read the SMS Spam Collection as mail without a header; nothing if it is not there."""
    found = corpora.sms(folder or corpora.SHARED)
    pairs = zip(found.labels, found.texts, strict=True)
    return [Mail(f"sms/{i}", label, b"\n" + text.encode()) for i, (label, text) in enumerate(pairs)]
