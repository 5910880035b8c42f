"""Cold start: how a filter does that has learned a few messages, at several points in time."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from priory._show import counted
from priory.errors import InputError
from priory.evaluate.plan import Run, Runs
from priory.evaluate.stream import stream_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["cold_starts"]

_SIZES = (5, 20, 100, 500)
_MOST_JUDGED = 1000  # of each side, where nobody says how many


def cold_starts(
    messages: Sequence[LabelledMessage],
    learned: Iterable[int] | None = None,
    *,
    spam: str = "spam",
    n_points: int = 7,
    judged: int | None = None,
    order: str = "time",
) -> tuple[Runs, ...]:
    """Plan to begin anew at several points of a stream.

    At each point a new filter learns the last N spam and the last N other messages before it, in
    their order, and judges the next ones of both. The points lie evenly between the first and the
    last at which there are enough messages, and are the same for each N.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    learned : iterable of int, optional
        Each N; otherwise those of 5, 20, 100 and 500 that leave enough to judge: `judged`, or as
        many as were learned.
    spam : str, default="spam"
        The class of spam; all others are good mail.
    n_points : int, default=7
        How many points. Where there are fewer, each is taken once.
    judged : int, optional
        How many messages are judged after a point, of spam and of good mail each; otherwise as
        many as there are after the first point, up to 1,000, and the name of the plan says so.
    order : {"time", "listed"}
        By the time of arrival, or as they are listed.

    Returns
    -------
    tuple of Runs
        A plan for each N, with a run for each point.

    Raises
    ------
    InputError
        If no message is spam (code ``"unknown-label"``), if no point has enough messages before
        and after it (``"too-few-messages"``), or if a message has no time (``"missing-date"``).
    """
    sizes = _SIZES if learned is None else tuple(learned)
    _check_numbers(sizes, n_points, 1 if judged is None else judged)
    stream = stream_of(messages, order)
    sides = _sides(messages, stream, spam)
    if learned is None:
        sizes = tuple(n for n in sizes if _room(sides, n)[1] >= (judged or n)) or sizes[:1]
    first, room = _first_point(sides, max(sizes), judged)
    n_judged = judged or min(room, _MOST_JUDGED)
    points = _points(sides, first, n_judged, n_points)
    said = f"{n_judged}+{n_judged} judged, " * (judged is None) + counted(len(points), "point")
    return tuple(
        Runs(
            f"cold start, {size}+{size} learned, {said}",
            tuple(_run(stream, sides, point, size, n_judged) for point in points),
            start=f"{size}+{size}",
        )
        for size in sizes
    )


def _check_numbers(sizes: Sequence[int], n_points: int, judged: int) -> None:
    if not sizes:
        raise InputError("there is no number to learn", code="bad-parameter", parameter="learned")
    numbers = [*(("learned", size) for size in sizes), ("n_points", n_points), ("judged", judged)]
    for name, value in numbers:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            what = f"{name} must be an integer of at least 1, not {value!r}"
            raise InputError(what, code="bad-parameter", parameter=name)


def _sides(
    messages: Sequence[LabelledMessage], stream: Sequence[int], spam: str
) -> tuple[list[int], list[int]]:
    """Return the positions of good mail and of spam in the stream."""
    sides: tuple[list[int], list[int]] = ([], [])
    for position, index in enumerate(stream):
        sides[messages[index].label == spam].append(position)
    if not sides[True]:
        what = f"no message is of the class {spam!r}"
        raise InputError(what, code="unknown-label", parameter="spam")
    return sides


def _first_point(sides: Sequence[Sequence[int]], size: int, judged: int | None) -> tuple[int, int]:
    """Return the first point with enough before it, and how many of both come after it."""
    first, room = _room(sides, size)
    if room >= (judged or 1):
        return first, room
    good, spam = map(len, sides)
    n = judged or 1
    raise InputError(
        f"no point of the stream has {size} spam and {size} others before it, and {n} of each "
        "after it",
        code="too-few-messages",
        parameter="judged" if room else "learned",
        remedy=_possible(sides, size, n),
        note=f"there are {spam} spam and {good} others",
    )


def _possible(sides: Sequence[Sequence[int]], size: int, judged: int) -> str:
    """Say which numbers there are messages for."""
    rooms = [(n, _room(sides, n)[1]) for n in range(1, min(map(len, sides)) + 1)]
    fewer = max((n for n, room in rooms if room >= judged), default=0)
    room = _room(sides, size)[1]
    ways = [f"learn at most {fewer}"] * (fewer > 0) + [f"judge at most {room}"] * (room > 0)
    if ways:
        return ", or ".join(ways)
    n, room = max(rooms, key=min)  # as many of both numbers as there can be
    return f"learn at most {n} and judge at most {room}" if room else "take folds instead"


def _points(sides: Sequence[Sequence[int]], first: int, judged: int, n_points: int) -> list[int]:
    """Return points from the first to the last that has enough of both sides after it."""
    last = min(side[-judged] for side in sides)
    steps = max(n_points - 1, 1)
    return sorted({first + (last - first) * step // steps for step in range(n_points)})


def _room(sides: Sequence[Sequence[int]], size: int) -> tuple[int, int]:
    """Return the first point with enough before it, and how many of both come after it."""
    if any(len(side) < size for side in sides):
        return 0, 0
    first = max(side[size - 1] for side in sides) + 1
    return first, min(len(side) - bisect_left(side, first) for side in sides)


def _run(
    stream: Sequence[int], sides: Sequence[Sequence[int]], point: int, size: int, judged: int
) -> Run:
    cuts = [bisect_left(side, point) for side in sides]
    before = [p for side, cut in zip(sides, cuts, strict=True) for p in side[cut - size : cut]]
    after = [p for side, cut in zip(sides, cuts, strict=True) for p in side[cut : cut + judged]]
    learned, later = (tuple(stream[p] for p in sorted(some)) for some in (before, after))
    return Run(learned, later)
