"""Duplicates: messages that are the same, by their bytes or by their text."""

from __future__ import annotations

import re
from collections import defaultdict
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.evaluate.outcomes import Judgement
from priory.evaluate.plan import Judge, Learn, Reset, walk
from priory.mail import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage, Outcome
    from priory.evaluate.plan import Plan, Step
    from priory.evaluate.trial import Progress

__all__ = ["Twins", "conflicts", "copy_keys", "count_twins", "text_keys"]

_AT_ONCE = 500  # messages in memory
_LEAST = 50  # letters by which a text is known; of less, such as "thanks", many are the same
_NO_LETTERS = re.compile(r"[\W\d_]+")


class Twins(NamedTuple):
    """How many messages were judged, and how many of them had a twin among those learned."""

    judged: int
    with_twin: int


def copy_keys(messages: Sequence[LabelledMessage]) -> list[bytes]:
    r"""Return keys that are equal for copies of a message, as the filter's journal knows them.

    What relays add or change does not count.

    Examples
    --------
    >>> from priory.evaluate.duplicates import copy_keys
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> texts = [b"Subject: a", b"Received: here\nSubject: a", b"Subject: b"]
    >>> first, second, third = copy_keys([LabelledMessage(text, "ham") for text in texts])
    >>> first == second, first == third
    (True, False)
    """
    rest = iter(messages)
    return [
        digest
        for some in iter(lambda: [message.raw for message in islice(rest, _AT_ONCE)], [])
        for digest in _core.mail_digests(some, 1)
    ]


def text_keys(
    messages: Sequence[LabelledMessage], *, progress: Progress | None = None
) -> list[bytes]:
    r"""Return keys that are equal for messages of which readers see the same letters.

    Headers, numbers, punctuation and case do not count: a campaign is sent many times over, with
    another number in each letter. A message of fewer than 50 letters has the key of its copies.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    progress : callable, optional
        Called with how much is done and how much there is to do, in messages.

    Returns
    -------
    list of bytes
        A key for each message.

    Examples
    --------
    >>> from priory.evaluate.duplicates import text_keys
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> text = b"Subject: %d\n\n%d: the cheapest of all the pills that anybody will ever sell you!"
    >>> first, second = (LabelledMessage(text % (i, i), "spam") for i in (7, 8))
    >>> len(set(text_keys([first, second])))
    1
    """
    keys = copy_keys(messages)
    for index, message in enumerate(messages):
        keys[index] = _text_key(message) or keys[index]
        if progress is not None:
            progress(index + 1, len(keys))
    return keys


def _text_key(message: LabelledMessage) -> bytes | None:
    letters = _NO_LETTERS.sub("", Message.parse(message.raw).text.casefold())
    if len(letters) < _LEAST:
        return None
    return blake2b(letters.encode("utf-8", "replace"), digest_size=16).digest()


def conflicts(messages: Sequence[LabelledMessage], keys: Sequence[bytes]) -> list[list[int]]:
    """Return the messages that are the same and have different labels, group by group.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    keys : sequence of bytes
        Of `copy_keys` or `text_keys`.

    Returns
    -------
    list of list of int
        Where they stand among the messages.
    """
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        groups[key].append(index)
    return [group for group in groups.values() if len({messages[i].label for i in group}) > 1]


def count_twins(
    plan: Plan, keys: Sequence[bytes], outcomes: Sequence[Outcome] | None = None
) -> Twins:
    """Count the messages of a plan of which the filter has learned the same before.

    They flatter every filter.

    Parameters
    ----------
    plan : Plan
        What is learned and judged when.
    keys : sequence of bytes
        Of `copy_keys` or `text_keys`.
    outcomes : sequence of Outcome, optional
        What a filter said by this plan, all of it. Without them, where feedback depends on
        verdicts, the count is how many there can be.

    Returns
    -------
    Twins
    """
    learned: set[bytes] = set()
    judged = with_twin = 0

    def do(step: Step) -> list[Judgement] | None:
        nonlocal judged, with_twin
        match step:
            case Reset():
                learned.clear()
            case Learn(indices):
                learned.update(keys[index] for index in indices)
            case Judge(indices):
                start, judged = judged, judged + len(indices)
                with_twin += sum(keys[index] in learned for index in indices)
                return None if outcomes is None else [*map(_said, outcomes[start:judged])]
        return None

    walk(plan, do)
    return Twins(judged, with_twin)


def _said(outcome: Outcome) -> Judgement:
    return Judgement(outcome.verdict, outcome.score, outcome.probability)
