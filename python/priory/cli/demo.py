"""``priory demo``: learn from most of the sample, predict the rest, and show why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.cli._show import table
from priory.cli.text._evidence import report
from priory.cli.text.words import words_table

if TYPE_CHECKING:
    import argparse

    from priory import TextClassifier

__all__ = ["add_arguments", "run"]

HELD_OUT = slice(2, None, 5)  # every fifth message is not learned from
WIDTH = 46


def add_arguments(_: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(_: argparse.Namespace) -> int:
    """Print verdicts on messages that were not learned from, telling words, an explanation."""
    from priory import TextClassifier, sample  # noqa: PLC0415 (slow)

    texts, labels = sample.messages()
    unseen, truth = texts[HELD_OUT], labels[HELD_OUT]
    del texts[HELD_OUT], labels[HELD_OUT]
    model = TextClassifier().fit(texts, labels)
    print(
        f"Learned {model.n_words_} words from {len(texts)} messages, {labels.count('spam')} of "
        f"them spam.\n\nVerdicts on {len(unseen)} messages that it had not seen:\n"
    )
    print(_verdicts(model, unseen, truth))
    print("\nThe most telling words:\n")
    print("\n\n".join(words_table(label, words) for label, words in model.words(5).items()))
    print("\nWhat speaks for the first verdict, and against it:\n")
    print(report(model.explain(unseen[0]), 8))
    return 0


def _verdicts(model: TextClassifier, texts: list[str], truth: list[str]) -> str:
    """Lay out what the model says of messages, and how often it is right."""
    verdicts = model.predict(texts).tolist()
    rows = []
    for text, label, shares, right in zip(
        texts, verdicts, model.predict_proba(texts), truth, strict=True
    ):
        short = text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}..."
        rows.append([short, label, f"{max(shares):.3f}", "" if label == right else f"no, {right}"])
    n_right = sum(label == right for label, right in zip(verdicts, truth, strict=True))
    head = ["message", "verdict", "probability", ""]
    return f"{table(head, rows)}\n\n{n_right} of {len(texts)} are right."
