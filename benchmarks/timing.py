"""Repeated, interleaved measurements of contenders that do the same work."""

import gc
import statistics
from dataclasses import dataclass, field
from math import ceil
from time import perf_counter, process_time
from typing import Any

from benchmarks.case import Outcome, Work
from benchmarks.data import encoded

SLOW = 1.0
SHORTEST = 0.05
SCANS = 9


@dataclass
class Contender:
    """Some work, and the times of its runs in seconds.

    Parameters
    ----------
    work : callable
        Does the work once.
    runs : int
        The runs in each round.
    """

    work: Work
    runs: int = 1
    loops: int = 1
    times: list[float] = field(default_factory=list)

    def first(self) -> Outcome:
        """Run to warm up and to choose the loops of a run; a slow first run counts as a run."""
        seconds, outcome = timed(self.work, 1)
        while seconds * self.loops < SHORTEST:
            # The first loops are slow, so their number is found by and by.
            self.loops = min(2 * self.loops, ceil(SHORTEST / seconds))
            seconds, outcome = timed(self.work, self.loops)
        if seconds >= SLOW:
            self.times.append(seconds)
        return outcome

    def round(self, number: int) -> None:
        """Take the runs of one round, unless they were taken already."""
        while len(self.times) < number * self.runs:
            self.times.append(timed(self.work, self.loops)[0])

    def busy(self) -> float:
        """Run once more, and say how many cores were busy: seconds of all threads a second."""
        start, spent = perf_counter(), process_time()
        self.work()
        return (process_time() - spent) / (perf_counter() - start)

    @property
    def median(self) -> float:
        """The median time of a run."""
        return statistics.median(self.times)


def timed(work: Work, loops: int) -> tuple[float, Outcome]:
    """Time some loops; the mean seconds, and the last outcome, which is freed outside the time."""
    gc.collect()
    start = perf_counter()
    for _ in range(loops):
        outcome = work()
    return (perf_counter() - start) / loops, outcome


def interleave(contenders: list[Contender], rounds: int) -> None:
    """Take the runs in rounds, so that a slow minute of the machine hits every contender."""
    for number in range(1, rounds + 1):
        for contender in contenders:
            contender.round(number)


def scan_rate(rows: list[Any]) -> float:
    """Time a bare scan over the joined rows: bytes a second, the physical limit of one thread.

    The byte it seeks never stands in UTF-8, and is taken out of messages, so the scan reads
    everything.
    """
    joined = b"\n".join(encoded(row) for row in rows).replace(b"\xff", b"?")
    scan = Contender(lambda: (None, joined.find(b"\xff")))
    scan.first()
    interleave([scan], SCANS)
    return len(joined) / scan.median
