"""Which messages are asked about: unsure ones first, the newest first, and not too many."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from priory.cli.mailfilter.review.arrival import arrived
from priory.mailfilter._messages import batches
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail import Entry
    from priory.mailfilter import MailFilter

__all__ = ["Candidate", "Shortlist", "shortlisted"]

MOST_BYTES = 256 * 2**20  # that wait in memory: what does not fit is asked about another time


class Candidate(NamedTuple):
    """A message that may be asked about, and what it is taken for."""

    entry: Entry
    label: str
    arrived: float
    number: int  # by which it was read: of messages of one moment, the last is the newest

    @property
    def is_unsure(self) -> bool:
        """Whether the verdict leaves it to the reader."""
        return self.label == UNSURE

    @property
    def rank(self) -> tuple[bool, float, int]:
        """What it is sorted by."""
        return not self.is_unsure, -self.arrived, -self.number


@dataclass(slots=True)
class Shortlist:
    """The candidates that come first, of all that were offered.

    Attributes
    ----------
    limit : int
        How many there may be.
    only_unsure : bool
        Whether those of a sure verdict are left out.
    candidates : list of Candidate
        The first ones, in their order.
    n_read, n_known : int
        Messages read, and those of them that were learned before.
    """

    limit: int
    only_unsure: bool = False
    candidates: list[Candidate] = field(default_factory=list)
    n_read: int = 0
    n_known: int = 0
    _n_bytes: int = 0

    def offer(self, candidate: Candidate) -> None:
        """Take a candidate, and let the last ones go where there are too many."""
        if self.only_unsure and not candidate.is_unsure:
            return
        insort(self.candidates, candidate, key=lambda one: one.rank)
        self._n_bytes += len(candidate.entry.raw)
        while len(self.candidates) > self.limit or self._is_too_large():
            self._n_bytes -= len(self.candidates.pop().entry.raw)

    def _is_too_large(self) -> bool:
        return self._n_bytes > MOST_BYTES and len(self.candidates) > 1


def shortlisted(mail: MailFilter, entries: Iterator[Entry], shortlist: Shortlist) -> Shortlist:
    """Judge all messages, and offer those that were not learned to a list.

    Parameters
    ----------
    mail : MailFilter
        What judges, and knows what was learned.
    entries : iterator of Entry
        The messages.
    shortlist : Shortlist
        The list, which is returned.

    Returns
    -------
    Shortlist
    """
    numbers = count()
    for batch in batches(entries, lambda entry: len(entry.raw)):
        labels = mail.store.labels([entry.raw for entry in batch])
        new = [entry for entry, label in zip(batch, labels, strict=True) if label is None]
        shortlist.n_read += len(batch)
        shortlist.n_known += len(batch) - len(new)
        verdicts = mail.classify_many([entry.raw for entry in new])
        for entry, verdict in zip(new, verdicts, strict=True):
            shortlist.offer(Candidate(entry, verdict.label, arrived(entry), next(numbers)))
    return shortlist
