"""The peak memory of one piece of work; run as a program, so that the process is fresh."""

import gc
import pickle
import resource
import sys
from pathlib import Path

from benchmarks import process
from benchmarks.case import perform, prepared

KIB = 1024
RESET_PEAK = "5"


def reset_peak() -> None:
    """Set the high-water mark back to what is resident now, where the system can."""
    mark = Path("/proc/self/clear_refs")
    if mark.exists():
        mark.write_text(RESET_PEAK, encoding="ascii")


def peak_bytes() -> int:
    """Read the high-water mark of this process.

    Linux hands ``ru_maxrss`` down from the parent through exec, so the mark of the address space
    itself is read there.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) * KIB
    unit = 1 if sys.platform == "darwin" else KIB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(pickled: str, method: str, attribute: str) -> None:
    """Load the estimator and the data, do the work, print the growth of the mark in bytes.

    Where the work is done by other programs, the peak of the largest is the higher number.
    """
    with Path(pickled).open("rb") as file:
        estimator, data = pickle.load(file)  # noqa: S301 - written by this program a moment ago
    data = prepared(estimator, data)
    gc.collect()
    reset_peak()
    before = peak_bytes()
    with process.watching() as programs:
        outcome = perform(estimator, method, data, attribute or None)
    print(max(peak_bytes() - before, programs.peak))
    del outcome


if __name__ == "__main__":
    main(*sys.argv[1:])
