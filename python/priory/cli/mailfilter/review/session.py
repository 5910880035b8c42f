"""A review without its terminal: what waits, what is learned, and what can be taken back."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from priory.cli.mailfilter.review.whereabouts import is_there
from priory.mailfilter._interrupts import deferred

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.cli.mailfilter.review.shortlist import Candidate
    from priory.mail import Limits
    from priory.mailfilter import MailFilter, Verdict

__all__ = ["KEPT", "UNDONE", "Change", "Judged", "Lesson", "Session"]

# After each lesson so many of those that wait are judged again.
WINDOW, WINDOW_BYTES = 300, 8 * 2**20
_TAKEN = ("learned", "corrected")
UNDONE, KEPT = "undone", "kept"  # what became of an undo


class Judged(NamedTuple):
    """A message with its verdict of this moment, and the messages learned of each class."""

    candidate: Candidate
    verdict: Verdict
    learned: dict[str, int]


class Lesson(NamedTuple):
    """What was learned of a message, what it was before, and how that went."""

    raw: bytes
    label: str
    before: str | None
    outcome: str


class Change(NamedTuple):
    """What a lesson changed for those that wait.

    Attributes
    ----------
    lesson : Lesson
        The lesson, or the one that was taken back.
    undo : {"undone", "kept"} or None
        Whether it was taken back, or kept because another program has changed it since.
    now_sure : Counter of str
        By class, messages that were unsure and are no longer: they are not asked about.
    unsure_again : int
        Messages that were sure and are no longer.
    """

    lesson: Lesson
    undo: str | None
    now_sure: Counter[str]
    unsure_again: int


class Step(NamedTuple):
    """What was done to a message, and all that waited before it, which was the first of them."""

    waiting: tuple[Candidate, ...]
    lesson: Lesson | None  # None where it was skipped


class Session:
    """What waits for an answer, and what was answered.

    Nothing of the store is locked between two calls, and another program may learn there.

    Parameters
    ----------
    mail : MailFilter
        What judges and learns.
    candidates : sequence of Candidate
        What is asked about, in this order.
    """

    def __init__(self, mail: MailFilter, candidates: Sequence[Candidate]) -> None:
        self._mail = mail
        self._waiting = tuple(candidates)
        self._steps: list[Step] = []

    @property
    def limits(self) -> Limits:
        """How much of a message is parsed."""
        return self._mail.store.analyzer.limits

    @property
    def n_waiting(self) -> int:
        """How many messages wait, the one at hand among them."""
        return len(self._waiting)

    @property
    def n_unsure(self) -> int:
        """How many of them are unsure."""
        return sum(one.is_unsure for one in self._waiting)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._steps)

    def drop_gone(self) -> list[str]:
        """Pass over messages that are no longer where they were, and return their places."""
        gone = []
        while self._waiting and not is_there(self._waiting[0].entry):
            gone.append(self._waiting[0].entry.place)
            self._waiting = self._waiting[1:]
        return gone

    def current(self) -> Judged | None:
        """Judge the message at hand, with its evidence; None where nothing waits."""
        if not self._waiting:
            return None
        first, mail = self._waiting[0], self._mail
        with mail.store.reading():  # what is shown belongs together, whoever learns meanwhile
            verdict = mail.classify(first.entry.raw)
            learned = {one.name: one.messages for one in mail.store.classes}
        return Judged(first, verdict, learned)

    def skip(self) -> None:
        """Leave the message at hand as it is; the next review asks again."""
        self._steps.append(Step(self._waiting, None))
        self._waiting = self._waiting[1:]

    def learn(self, label: str) -> Change:
        """Learn that the message at hand is of a class: it is on the disk when this returns."""
        raw, store = self._waiting[0].entry.raw, self._mail.store
        with deferred():
            before = store.labels([raw])[0]
            lesson = Lesson(raw, label, before, self._mail.learn(raw, label))
            self._steps.append(Step(self._waiting, lesson))
            self._waiting = self._waiting[1:]
        return self._judge_again(lesson, undo=None)

    def undo(self) -> Change | None:
        """Take the last step back, and come back to its message; None where it was skipped."""
        waiting, lesson = self._steps[-1]
        with deferred():
            undo = None if lesson is None else self._unlearn(lesson)
            self._steps.pop()
            self._waiting = waiting
        return None if lesson is None else self._judge_again(lesson, undo=undo)

    def _unlearn(self, lesson: Lesson) -> str:
        """Bring the store back to before a lesson, unless somebody else has changed it since."""
        raw, mail = lesson.raw, self._mail
        if lesson.outcome not in _TAKEN:
            return UNDONE
        if mail.store.labels([raw])[0] != lesson.label:
            return KEPT
        if lesson.before is None:
            mail.forget(raw)
        else:
            mail.learn(raw, lesson.before)
        return UNDONE

    def _judge_again(self, lesson: Lesson, *, undo: str | None) -> Change:
        """Judge the next ones anew: what is sure by now, or was learned, need not wait."""
        asked = self._waiting[:1] if undo else ()  # who takes something back wants to see it
        rest = self._waiting[len(asked) :]
        size = _within_window(rest)
        raws = [one.entry.raw for one in rest[:size]]
        verdicts, known = self._mail.classify_many(raws), self._mail.store.labels(raws)
        judged = [
            (old, old._replace(label=verdict.label))
            for old, verdict, label in zip(rest, verdicts, known, strict=False)
            if label is None
        ]
        settled = [new.label for old, new in judged if old.is_unsure and not new.is_unsure]
        again = sum(new.is_unsure and not old.is_unsure for old, new in judged)
        left = [new for old, new in judged if new.is_unsure or not old.is_unsure]
        self._waiting = (*asked, *sorted((*left, *rest[size:]), key=lambda one: one.rank))
        return Change(lesson, undo, Counter(settled), again)

    def summary(self) -> str:
        """Say what was learned and skipped, and what is left."""
        lessons = [step.lesson for step in self._steps if step.lesson is not None]
        labels = Counter(one.label for one in lessons if one.outcome in _TAKEN)
        told = [f"{n:,} learned as {label}" for label, n in sorted(labels.items())]
        n_skipped = sum(step.lesson is None for step in self._steps)
        told = told or ["nothing learned"]
        told += [f"{n_skipped:,} skipped"] if n_skipped else []
        told += [f"{self.n_unsure:,} unsure left"] if self.n_waiting else []
        return ", ".join(told)


def _within_window(candidates: Sequence[Candidate]) -> int:
    """Return how many of the next messages are judged again: judging takes its time."""
    sizes = accumulate(len(one.entry.raw) for one in candidates[:WINDOW])
    return sum(size <= WINDOW_BYTES for size in sizes)
