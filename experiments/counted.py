"""What the mail filter computes, for many messages and settings at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import CountVectorizer, _core
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from benchmarks.messages import Mail


@dataclass(frozen=True)
class Counted:
    """Messages as counts of tokens.

    Parameters
    ----------
    mail : list of Mail
        The messages.
    spam : array of bool
        Which messages are spam.
    counts : sparse matrix
        How often each token occurs in each message.
    identities : list of bytes
        By what the filter knows each message; copies are learned once.
    """

    mail: list[Mail]
    spam: Any
    counts: Any
    identities: list[bytes]

    @classmethod
    def of(cls, mail: list[Mail]) -> Counted:
        """Count the tokens of messages."""
        raw = [message.raw for message in mail]
        return cls(
            mail,
            np.array([message.label == "spam" for message in mail], dtype=bool),
            CountVectorizer(analyzer=MailAnalyzer(), n_jobs=None).fit_transform(raw),
            _core.mail_digests(raw, 1),
        )

    @cached_property
    def present(self) -> Any:
        """1 where a token occurs in a message."""
        return self.counts > 0

    def learn(self, rows: Any) -> Learned:
        """Learn some of the messages, each copy once."""
        first = {self.identities[row]: row for row in reversed(rows)}
        learned = np.array(sorted(first.values()), dtype=np.intp)
        by_class = [learned[~self.spam[learned]], learned[self.spam[learned]]]
        sums = [[_sum(m, of) for of in by_class] for m in (self.present, self.counts)]
        return Learned(self, tuple(len(of) for of in by_class), *map(np.array, sums))


def _sum(matrix: Any, rows: Any) -> Any:
    """Add up some rows of a matrix."""
    return np.asarray(matrix[rows].sum(axis=0), dtype=float).ravel()


@dataclass(frozen=True)
class Learned:
    """What was learned of ham and of spam.

    Parameters
    ----------
    counted : Counted
        All messages.
    messages : tuple of int
        How many were learned of ham and of spam.
    in_messages, occurrences : arrays of shape (2, n_tokens)
        How many of these have each token, and how often it occurs in them.
    """

    counted: Counted
    messages: tuple[int, ...]
    in_messages: Any
    occurrences: Any

    @property
    def smallest(self) -> int:
        """The messages of the smaller class."""
        return min(self.messages)

    @cached_property
    def known(self) -> Any:
        """Which tokens were learned."""
        return self.in_messages.sum(axis=0) > 0

    def score(self, rows: Any, event: str, alpha: float) -> Scored:
        """Score some messages under an event model."""
        base, weights = self._weights(event, alpha)
        once = event in ("boolean", "bernoulli")
        matrix = (self.counted.present if once else self.counted.counts)[rows]
        return Scored(
            base + matrix @ weights,
            self.counted.present[rows] @ self.known.astype(np.intp),
            self.counted.spam[rows],
            self.smallest,
        )

    def _weights(self, event: str, alpha: float) -> tuple[float, Any]:
        """Return what speaks for spam before any token, and what each token adds."""
        if event == "bernoulli":
            messages = np.array(self.messages)[:, None]
            absent = np.log(messages - self.in_messages + alpha)
            logs = np.log(self.in_messages + alpha) - absent
            absences = (absent - np.log(messages + 2 * alpha))[:, self.known].sum(axis=1)
            base = absences[1] - absences[0]
        else:
            # With two classes, all others than one are the other: the complement changes nothing.
            counts = self.in_messages if event == "boolean" else self.occurrences
            totals = counts.sum(axis=1, keepdims=True) + alpha * self.known.sum()
            logs = np.log(counts + alpha) - np.log(totals)
            base = 0.0
        return base, np.where(self.known, logs[1] - logs[0], 0.0)


@dataclass(frozen=True)
class Scored:
    """What messages score.

    Parameters
    ----------
    odds : array
        The score of spam less that of ham.
    known : array
        How many tokens of each message were learned.
    spam : array of bool
        Which messages are spam.
    smallest : int
        The messages that the smaller class had learned.
    """

    odds: Any
    known: Any
    spam: Any
    smallest: int
