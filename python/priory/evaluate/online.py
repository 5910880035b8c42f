"""The online protocol: each message is judged as it arrives, and learned when somebody says so."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from priory._show import counted
from priory.errors import InputError
from priory.evaluate.plan import Judge, Learn, Reset
from priory.evaluate.stream import stream_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage
    from priory.evaluate.plan import Step, Steps

__all__ = ["Feedback", "Online", "online"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What a filter is told of the messages that it has judged.

    Parameters
    ----------
    delay : int, default=0
        How many further messages are judged before it is told of one.
    share : float, default=1.0
        The share of messages that it is told of; `seed` draws them.
    every : int, default=1
        It is told of the first of so many messages in a row.
    only_errors : bool, default=False
        Whether it is told only of those that it called another class or unsure.
    seed : int, default=0
        Draws the share.

    Examples
    --------
    >>> from priory.evaluate.online import Feedback
    >>> print(Feedback(delay=500, only_errors=True))
    mistakes and unsure alone, 500 messages later
    """

    delay: int = 0
    share: float = 1.0
    every: int = 1
    only_errors: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        for name, least in (("delay", 0), ("every", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                what = f"{name} must be an integer of at least {least}, not {value!r}"
                raise InputError(what, code="bad-parameter", parameter=name)
        if not 0 < self.share <= 1:
            what = f"share must be above 0 and at most 1, not {self.share!r}"
            raise InputError(what, code="bad-parameter", parameter="share")
        if self.share < 1 and self.every > 1:
            what = "share and every exclude each other"
            raise InputError(what, code="incompatible-parameters", parameter="every")

    def __str__(self) -> str:
        said = [
            f"{self.share * 100:g} %" * (self.share < 1),
            f"one in {self.every}" * (self.every > 1),
            "mistakes and unsure alone" * self.only_errors,
            f"{counted(self.delay, 'message')} later" * (self.delay > 0),
        ]
        return ", ".join(filter(None, said)) or "immediate"

    def chosen(self, n_messages: int) -> list[bool]:
        """Tell for each message in turn whether the filter may hear of it."""
        if self.share < 1:
            draw = Random(self.seed)  # noqa: S311 (not for secrets)
            return [draw.random() < self.share for _ in range(n_messages)]
        return [position % self.every == 0 for position in range(n_messages)]


@dataclass(frozen=True, slots=True)
class Online:
    """A plan by which messages are judged one by one, and learned by the feedback on each.

    Parameters
    ----------
    order : tuple of int
        The messages in the order in which they arrive.
    labels : tuple of str
        The classes of all messages, by which mistakes are known.
    feedback : Feedback
        What the filter is told.
    """

    order: tuple[int, ...]
    labels: tuple[str, ...]
    feedback: Feedback

    @property
    def name(self) -> str:
        """The protocol in words."""
        return f"online, feedback: {self.feedback}"

    @property
    def start(self) -> str:
        """Nothing: it begins without any knowledge, and learns."""
        return ""

    @property
    def total(self) -> int:
        """How many messages are judged: how many will be learned may depend on the verdicts."""
        return len(self.order)

    def work(self, step: Step) -> int:
        """Return how many messages a step judges."""
        return len(step.indices) if isinstance(step, Judge) else 0

    def steps(self) -> Steps:
        """Yield what is done; what is still delayed at the end is never learned."""
        yield Reset(0)
        pending: deque[int | None] = deque()
        for index, is_chosen in zip(self.order, self.feedback.chosen(self.total), strict=True):
            judgements = yield Judge((index,))
            is_right = judgements is not None and judgements[0].verdict == self.labels[index]
            is_told = is_chosen and not (self.feedback.only_errors and is_right)
            pending.append(index if is_told else None)
            if len(pending) > self.feedback.delay:
                due = pending.popleft()
                if due is not None:
                    yield Learn((due,))


def online(
    messages: Sequence[LabelledMessage],
    feedback: Feedback | None = None,
    *,
    order: str = "time",
) -> Online:
    """Plan to judge each message before it is learned, as a filter at work does.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    feedback : Feedback, optional
        Which messages are learned after they were judged, and when; all of them, and at once,
        unless it says otherwise.
    order : {"time", "listed"}
        By the time of arrival, or as they are listed, such as in an index of TREC.

    Returns
    -------
    Online

    Raises
    ------
    InputError
        If a message has no time (code ``"missing-date"``), or if `check_labels` refuses the
        messages.

    Examples
    --------
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> from priory.evaluate.protocols import online
    >>> messages = [LabelledMessage(b"", "ham", time=2.0), LabelledMessage(b"", "spam", time=1.0)]
    >>> for step in online(messages).steps():
    ...     print(step)
    Reset(run=0)
    Judge(indices=(1,))
    Learn(indices=(1,))
    Judge(indices=(0,))
    Learn(indices=(0,))
    """
    stream = stream_of(messages, order)
    labels = tuple(message.label for message in messages)
    return Online(stream, labels, feedback or Feedback())
