"""Parsers of arguments: PATHs with message numbers, numbers, and limits."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass, fields
from typing import NamedTuple

from priory.mail import Limits

__all__ = ["Numbers", "Source", "limit", "numbers", "source"]

_NUMBERED = re.compile(r"(.+)#([0-9][0-9,-]*)", re.DOTALL)
_RANGE = re.compile(r"([0-9]+)(?:(-)([0-9]*))?")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of messages, as ranges from a first to a last; None is no end."""

    ranges: tuple[tuple[int, int | None], ...]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and any(
            first <= number and (last is None or number <= last) for first, last in self.ranges
        )

    def are_below(self, number: int) -> bool:
        """Tell whether all of them are less than a number."""
        return all(last is not None and last < number for _, last in self.ranges)

    @property
    def highest(self) -> int:
        """The highest number that is named."""
        return max(last or first for first, last in self.ranges)

    @property
    def is_one(self) -> bool:
        """Whether they are one number."""
        return len(self.ranges) == 1 and self.ranges[0][0] == self.ranges[0][1]


class Source(NamedTuple):
    """A PATH, and the messages of it that are wanted; None is all."""

    path: str
    numbers: Numbers | None = None

    def __str__(self) -> str:
        if self.numbers is None:
            return self.path
        return f"{self.path}#{','.join(map(_range_text, self.numbers.ranges))}"


def source(word: str) -> Source:
    """Read a PATH such as inbox, inbox#7 or inbox#3-5; what there is by that name is meant by it.

    >>> source("inbox#3-5")
    Source(path='inbox', numbers=Numbers(ranges=((3, 5),)))
    """
    found = _NUMBERED.fullmatch(word)
    if found is None or os.path.lexists(word):
        return Source(word)
    return Source(found[1], numbers(found[2]))


def _range_text(ends: tuple[int, int | None]) -> str:
    first, last = ends
    return f"{first}" if first == last else f"{first}-{last or ''}"


def numbers(word: str) -> Numbers:
    """Read numbers and ranges such as 3, 1-10,20 and 100-."""
    return Numbers(tuple(map(_range, word.split(","))))


def _range(word: str) -> tuple[int, int | None]:
    found = _RANGE.fullmatch(word.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"must be numbers or ranges such as 1-10, not {word!r}")
    first, last = int(found[1]), int(found[3]) if found[3] else None
    last = last if found[2] else first
    if first < 1:
        raise argparse.ArgumentTypeError("messages are counted from 1, not from 0")
    if last is not None and last < first:
        message = f"{word} names no message: write the lower number first, as {last}-{first}"
        raise argparse.ArgumentTypeError(message)
    return first, last


def limit(word: str) -> tuple[str, int]:
    """Read a limit such as text=1000000."""
    name, _, value = word.partition("=")
    names = [field.name for field in fields(Limits)]
    if name not in names:
        message = f"unknown limit {name!r}: must be one of {', '.join(names)}"
        raise argparse.ArgumentTypeError(message)
    try:
        Limits(**{name: int(value)})
    except ValueError:
        message = f"{name} must be a whole number from 1 to 2**63-1, not {value!r}"
        raise argparse.ArgumentTypeError(message) from None
    return name, int(value)
