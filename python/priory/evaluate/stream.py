"""Messages as a stream: their order, and what is learned before a point of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate.labels import check_labels
from priory.evaluate.plan import Run, Runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["chronological", "stream_of"]

_ORDERS = ("time", "listed")


def chronological(
    messages: Sequence[LabelledMessage], train: float = 0.5, *, order: str = "time"
) -> Runs:
    """Plan to learn the first messages, and to judge those that came later.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    train : float, default=0.5
        The share that is learned.
    order : {"time", "listed"}
        By the time of arrival, or as they are listed.

    Returns
    -------
    Runs

    Raises
    ------
    InputError
        If a message has no time (code ``"missing-date"``), if nothing is left to be judged
        (``"too-few-messages"``), or if one class alone would be learned (``"too-few-classes"``).
    """
    stream = stream_of(messages, order)
    if not 0 < train < 1:
        what = f"train must be above 0 and below 1, not {train!r}"
        raise InputError(what, code="bad-parameter", parameter="train")
    cut = round(train * len(stream))
    learned, judged = stream[:cut], stream[cut:]
    if not judged or not learned:
        what = f"{train:g} of {len(stream)} messages leaves nothing to learn or to judge"
        raise InputError(what, code="too-few-messages", parameter="train")
    if len({messages[index].label for index in learned}) == 1:
        what = f"the first {cut} messages are all of the class {messages[learned[0]].label!r}"
        remedy = "learn a larger share, or evaluate by folds"
        raise InputError(what, code="too-few-classes", parameter="train", remedy=remedy)
    return Runs(f"first {train * 100:g} % learned, the rest judged", (Run(learned, judged),))


def stream_of(messages: Sequence[LabelledMessage], order: str) -> tuple[int, ...]:
    """Return the indices of messages in an order; those of one second stay as they are listed."""
    check_labels(messages)
    if order not in _ORDERS:
        what = f"order must be one of {', '.join(_ORDERS)}, not {order!r}"
        raise InputError(what, code="bad-parameter", parameter="order")
    if order == "listed":
        return tuple(range(len(messages)))
    times = [message.time or 0.0 for message in messages]
    undated = [message for message in messages if message.time is None]
    if undated:
        raise InputError(
            "the message has no date by which it could be ordered",
            code="missing-date",
            place=undated[0].place or None,
            remedy="leave it out, or evaluate by folds",
            note=f"{len(undated)} of {len(messages)} messages have none",
        )
    return tuple(sorted(range(len(messages)), key=times.__getitem__))
