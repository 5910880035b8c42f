"""What messages and bags of the journal change, counted by the core."""

from __future__ import annotations

import _sqlite3 as sqlite3  # which takes less time to load than what stands on it

from priory import _core
from priory._record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Bags", "Tally"]

Bags = list[tuple[bytes, int, int]]  # a bag, the index of its class, 1 to add or -1 to take away


class Tally(Record):
    """How messages are counted."""

    analyzer: _core.MailAnalyzer
    threads: int = 1

    def __call__(
        self,
        messages: Sequence[bytes],
        labels: Sequence[int],
        moved: Bags,
        classes: Sequence[int],
        day: int = 0,
    ) -> tuple[_core.Ledger, list[bytearray], list[tuple[int, int]]]:
        """Return what changes, the bags of the messages, and the sums of changes by class."""
        try:
            return _core.tally_mail(
                list(messages), list(labels), self.analyzer, moved, list(classes), day, self.threads
            )
        except ValueError as error:
            raise sqlite3.IntegrityError(f"in the journal, {error}") from error
