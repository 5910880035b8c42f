"""Labels: what the classes of messages must be, if a filter is to be evaluated by them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.mailfilter._classes import check_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["check_labels"]


def check_labels(messages: Sequence[LabelledMessage]) -> None:
    """Refuse messages by which no filter can be evaluated.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.

    Raises
    ------
    InputError
        If there is none (code ``"empty-input"``), if one has no class (``"unlabelled-message"``)
        or a class that a filter cannot learn, such as ``"unsure"`` (``"class-name"``), or if there
        is one class alone (``"too-few-classes"``).
    """
    if not messages:
        what, remedy = "there is no message to evaluate", "name mailboxes that have some"
        raise InputError(what, code="empty-input", remedy=remedy)
    for message in messages:
        if not isinstance(message.label, str) or not message.label.strip():
            what, remedy = "the message has no class", "name its class, such as ham"
            place = message.place or None
            raise InputError(what, code="unlabelled-message", place=place, remedy=remedy)
    labels = Counter(message.label for message in messages)
    for label in labels:
        check_name(label)
    if len(labels) == 1:
        what = f"all {len(messages):,} messages are of the class {next(iter(labels))!r}"
        raise InputError(what, code="too-few-classes", remedy="add messages of another class")
