"""Store: token counts per class in one SQLite file, with learn, forget and look-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory._threads import n_threads
from priory.errors import InputTypeError
from priory.mailfilter import _classes, _journal, _learning, _lessons, _schema, _seal, _tokens
from priory.mailfilter._classes import ClassCounts, check_name
from priory.mailfilter._exchange import KINDS
from priory.mailfilter._tokens import Counts
from priory.mailfilter._upkeep import Upkeep
from priory.mailfilter.errors import StoreError, corrupt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from priory import _core
    from priory.mailfilter._journal import JournalCounts
    from priory.mailfilter._learning import LearnBatch
    from priory.mailfilter._lessons import Teaching

__all__ = ["KINDS", "ClassCounts", "Counts", "Store", "StoreError", "check_name"]


class Store(Upkeep):
    r"""What was learned of mail: for each token and class, in how many messages and how often.

    All of it is one SQLite file. What changes it happens as a whole or not at all, and is on the
    disk when the call returns. Several programs, threads and forked children may use a store at
    once; one at a time writes.

    Parameters
    ----------
    path : str or path
        The file.
    analyzer : MailAnalyzer, optional
        What counts as a token, for a new store. A store that is there keeps its own; another one
        is refused.
    mode : {"rw", "ro"}, default="rw"
        Whether the store may be changed. With "rw" it is created if it is not there.
    timeout : float, default=30.0
        Seconds to wait for another program that writes.

    Raises
    ------
    StoreError
        If the file is not a store, or cannot be read or written, or is from a newer version; its
        `code` tells which.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from priory.mailfilter.store import Store
    >>> folder = TemporaryDirectory()
    >>> store = Store(Path(folder.name, "words.db"))
    >>> lunch, pills = b"Subject: lunch\n\nAt noon?", b"Subject: pills\n\nCheap, cheap!"
    >>> store.learn([(lunch, "ham"), (pills, "spam")])
    ['learned', 'learned']
    >>> store.classes[1]
    ClassCounts(name='spam', messages=1, tokens=4, occurrences=5)
    >>> store.counts(["cheap", "noon", "unheard"])
    {'cheap': ((0, 0), (1, 2)), 'noon': ((1, 1), (0, 0))}
    >>> store.learn([(pills, "spam"), (lunch, "spam")])
    ['known', 'corrected']
    >>> store.forget([lunch, pills, pills])
    ['forgotten', 'forgotten', 'unknown']
    >>> store.close()
    >>> folder.cleanup()
    """

    @property
    def classes(self) -> tuple[ClassCounts, ...]:
        """What is known of each class, in the order in which they were first learned.

        A class of which everything was forgotten is gone; the next new one takes its place.
        """
        with self.reading():  # of one moment, or a writer beside would look like damage
            _seal.check(self._db)
            return _classes.read(self._db)

    @property
    def n_tokens(self) -> int:
        """The number of different tokens."""
        with self.reading():
            return _tokens.number(self._db)

    @property
    def journal(self) -> JournalCounts:
        """How many messages are known one by one, and how many of them are spent.

        Messages that were imported without a journal, as from bogofilter, are not among them.
        """
        with self.reading():
            _seal.check(self._db)
            found = _journal.counts(self._db)
            if found.messages != _classes.told(self._db):
                raise corrupt("the journal has more or fewer messages than were learned")
            return found

    @property
    def teaching(self) -> Teaching:
        """How many messages taught lessons, and whether all should be taught anew."""
        with self.reading():
            return _lessons.teaching(self._db)

    def learn(self, batch: Sequence[tuple[bytes, str]], *, threads: int | None = None) -> list[str]:
        """Learn messages, all of them or none.

        Parameters
        ----------
        batch : sequence of (bytes, str)
            Messages and their classes. In large batches a message costs least.
        threads : int, optional
            Threads that read messages: as many as there are cores, unless you say otherwise.

        Returns
        -------
        list of str
            For each message "learned"; "known" if it was learned so before, which changes nothing;
            "corrected" if it had been learned as another class; "spent" if so, and it cannot be
            corrected, because `compact` has dropped what it added.
        """
        return self._learn(self._given(batch, threads), threads)

    def _given(self, batch: Sequence[tuple[bytes, str]], threads: int | None = None) -> LearnBatch:
        """Check messages that shall be learned, and find out which are the same."""
        messages, last = list(batch), None
        for index, (raw, name) in enumerate(messages):
            _check_message(raw, index)
            if name is not last:  # of neighbours, most are of one class
                check_name(name)
                last = name
        return _learning.read(messages, n_threads(-1 if threads is None else threads))

    def _unknown(self, given: LearnBatch) -> dict[bytes, bytes]:
        with self.reading():
            return _learning.unknown(self._db, given, self.analyzer.count)

    def _learn(self, given: LearnBatch, threads: int | None = None) -> list[str]:
        self._check_rules()
        with self._writing() as db:
            return _learning.learn(db, given, self._counter(threads), _schema.day_before())

    def forget(self, batch: Sequence[bytes]) -> list[str]:
        """Forget messages, all of them or none.

        Exactly what a message added is taken away, also if this copy of it is not the same.

        Parameters
        ----------
        batch : sequence of bytes
            Messages.

        Returns
        -------
        list of str
            For each message "forgotten"; "unknown" if it was not learned; "spent" if it was, and
            cannot be forgotten, because `compact` has dropped what it added.
        """
        messages = list(batch)
        for index, raw in enumerate(messages):
            _check_message(raw, index)
        identified = list(zip(_journal.identify(messages, n_threads(-1)), messages, strict=True))
        with self._writing() as db:
            return _learning.forget(db, identified, self._counter(threads=1), _schema.day_before())

    def labels(self, batch: Sequence[bytes]) -> list[str | None]:
        """Say as what messages were learned.

        Parameters
        ----------
        batch : sequence of bytes
            Messages, or copies of them that gained headers on the way.

        Returns
        -------
        list of str or None
            The class of each message; None if it was not learned, or if that is not sure, because
            an earlier version learned it and `compact` has dropped what it added.
        """
        digests = _journal.identify(batch, n_threads(-1))
        return self._labels(list(zip(digests, batch, strict=True)))

    def _labels(self, messages: Sequence[tuple[bytes, bytes]]) -> list[str | None]:
        with self.reading():
            found = _journal.labels(self._db, dict(messages), self.analyzer.count)
        return [found.get(digest) for digest, _ in messages]

    def counts(self, tokens: Iterable[str]) -> dict[str, Counts]:
        """Look tokens up.

        Parameters
        ----------
        tokens : iterable of str

        Returns
        -------
        dict from str to tuple of (int, int)
            For each token that is known, and each class, how many messages have the token and how
            often it occurs in them.
        """
        with self.reading():
            return _tokens.counts(self._db, tokens)

    def histogram(self) -> list[list[tuple[int, int]]]:
        """Count, for each class, the tokens that stand in so many of its messages.

        Returns
        -------
        list of list of (int, int)
            For each class the numbers of messages, 0 among them, each with how many tokens have it.
        """
        with self.reading():
            return _tokens.histogram(self._db)

    def ledger(self, tokens: Iterable[str] | None = None) -> _core.Ledger:
        """Return what is known of some tokens, or of all, as the core reads it."""
        with self.reading():
            return _tokens.whole(self._db) if tokens is None else _tokens.find(self._db, tokens)

    def lessons(self, tokens: Iterable[str] | None = None) -> _core.Ledger:
        """Return what mistakes taught about some tokens, or all, as the core reads it."""
        with self.reading():
            return _lessons.whole(self._db) if tokens is None else _lessons.find(self._db, tokens)

    @property
    def numbers(self) -> list[int]:
        """By which a ledger knows the classes."""
        with self.reading():
            return list(_classes.ids(self._db).values())

    def rows(self) -> Iterator[tuple[str, int, Counts]]:
        """Read all tokens.

        Yields
        ------
        token : str
            In the order of their UTF-8 bytes.
        day : int
            When it was last learned, such as 20260131.
        counts : tuple of (int, int)
            Messages and occurrences, for each class.
        """
        with self._looking() as db:
            yield from _tokens.rows(db)


def _check_message(raw: bytes, index: int) -> None:
    if not isinstance(raw, bytes):
        raise InputTypeError(
            f"a message must be bytes, not {type(raw).__name__}",
            code="bad-parameter",
            place=f"message {index}",
            parameter="batch",
            remedy="do not decode it",
        )
