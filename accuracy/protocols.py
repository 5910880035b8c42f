"""By which protocols mail is judged: folds, halves, by date, online, and cold start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.messages import is_odd

from priory.errors import InputError
from priory.evaluate.outcomes import LabelledMessage
from priory.evaluate.plan import Run, Runs
from priory.evaluate.protocols import chronological, cold_starts, folds, online
from priory.mail.arrival import arrival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.messages import Mail

    from priory.evaluate.plan import Plan

LEARNED = (5, 20, 100, 500)  # messages of each class, by which a cold start is tried


@dataclass(frozen=True)
class Protocol:
    """A plan, and whether programs that are slow go through it, too."""

    plan: Plan
    is_short: bool = False


def labelled(mail: Sequence[Mail]) -> list[LabelledMessage]:
    """Take messages with the time of their arrival."""
    return [LabelledMessage(one.raw, one.label, one.place, arrival(one.raw)) for one in mail]


def protocols(messages: Sequence[LabelledMessage], judged: int) -> list[Protocol]:
    """Plan all that mail is tried by; a cold start judges so many of each class."""
    return [
        Protocol(folds(messages)),
        *(Protocol(half, is_short=True) for half in halves(messages)),
        Protocol(chronological(messages)),
        Protocol(online(messages)),
        *(Protocol(start, is_short=True) for start in starts(messages, judged)),
    ]


def halves(messages: Sequence[LabelledMessage]) -> tuple[Runs, Runs]:
    """Plan to learn one half by the SHA-1 of places and to judge the other, and the reverse."""
    sides = [
        tuple(i for i, one in enumerate(messages) if is_odd(one.place) is side)
        for side in (False, True)
    ]
    even, odd = sides
    return (
        Runs("halves: even SHA-1 learned, odd judged", (Run(even, odd),)),
        Runs("halves swapped: odd SHA-1 learned, even judged", (Run(odd, even),)),
    )


def starts(messages: Sequence[LabelledMessage], judged: int) -> tuple[Runs, ...]:
    """Plan cold starts of all sizes for which there is mail enough; the points are the same."""
    for n_sizes in range(len(LEARNED), 0, -1):
        try:
            return cold_starts(messages, LEARNED[:n_sizes], judged=judged)
        except InputError as error:
            if error.code != "too-few-messages":
                raise
    return ()
