"""Token counts of messages and of bags, summed by class in the core."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory import _core

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Bags", "CountedMessages", "MailCounter"]

Bags = list[tuple[bytes, int, int]]  # a bag, the index of its class, 1 to add or -1 to take away


@dataclass(frozen=True, slots=True)
class CountedMessages:
    """Messages that were counted, and the digest of each."""

    counted: _core.CountedMail
    digests: list[bytes]


@dataclass(frozen=True, slots=True)
class MailCounter:
    """How messages are counted."""

    analyzer: _core.MailAnalyzer
    threads: int = 1

    def count(self, messages: Mapping[bytes, bytes]) -> CountedMessages:
        """Count the tokens of messages, which are given by their digests."""
        counted = _core.count_mail(list(messages.values()), self.analyzer, self.threads)
        return CountedMessages(counted, list(messages))

    def __call__(
        self,
        rows: CountedMessages,
        labels: Mapping[bytes, int],
        moved: Bags,
        classes: Sequence[int],
        day: int = 0,
    ) -> tuple[_core.Ledger, dict[bytes, bytearray], list[tuple[int, int]]]:
        """Return what changes, the bags of the messages, and the sums of changes by class.

        Of the rows, those are learned that have a label, which is the index of a class.
        """
        given = [labels.get(digest) for digest in rows.digests]
        try:
            changes, bags, totals = _core.tally_mail(
                rows.counted, given, moved, list(classes), day, self.threads
            )
        except ValueError as error:
            raise sqlite3.IntegrityError(f"in the journal, {error}") from error
        return changes, dict(zip(rows.digests, bags, strict=True)), totals

    def of_bags(
        self, moved: Bags, classes: Sequence[int]
    ) -> tuple[_core.Ledger, list[tuple[int, int]]]:
        """Return what bags change, and the sums of changes by class."""
        changes, _, totals = self(self.count({}), {}, moved, classes)
        return changes, totals
