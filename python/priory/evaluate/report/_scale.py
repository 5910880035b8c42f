"""Scales of charts: where values stand on an axis, and which of them are named there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

__all__ = ["Axis", "LinearScale", "LogScale", "MirroredScale", "Scale"]

INTERVALS = 5  # between ticks, about so many
ZERO_GAP = 28.0  # pixels that an axis of logarithms keeps for zero
ONE = 14.0  # pixels of a bar that stands for one: its name has room beside that of its mirror
ROOMY = 130.0  # pixels from a power of ten to the next that have room for 2 and 5
HEADROOM = 1.3  # above the highest bar
ROUND_STEPS = (1.0, 2.0, 5.0, 10.0)
TINY = 1e-9  # of a step: what rounding may be off


class Scale(Protocol):
    """Where values stand on an axis, in pixels."""

    def at(self, value: float) -> float:
        """Return the place of a value; what lies beyond an end stands at the end."""

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are named, and their names."""


class Axis(NamedTuple):
    """An axis: what it shows, from where to where.

    Attributes
    ----------
    label : str
        What it shows.
    low, high : float
        Its ends; of logarithms `low` is the least value above zero, which has a place of its own.
    kind : {"linear", "log", "mirrored"}
        What takes equal room: differences, ratios, or ratios to both sides of zero.
    """

    label: str
    low: float
    high: float
    kind: Literal["linear", "log", "mirrored"] = "linear"

    def scale(self, start: float, end: float) -> Scale:
        """Return its scale between two places, in pixels."""
        if self.kind == "linear":
            return LinearScale(self.low, max(self.high, self.low + TINY), start, end)
        if self.kind == "log":
            return LogScale(self.low, max(self.high, self.low * 10), start, end)
        middle = (start + end) / 2
        return MirroredScale(LogScale(1.0, max(self.high * HEADROOM, 10.0), middle, end, ONE))


@dataclass(frozen=True, slots=True)
class LinearScale:
    """Equal differences take equal room.

    >>> scale = LinearScale(0.0, 50.0, 0.0, 100.0)
    >>> scale.at(25.0), scale.ticks()[1:3]
    (50.0, [(10.0, '10'), (20.0, '20')])
    """

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the place of a value; what lies beyond an end stands at the end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are named, and their names."""
        step = _round_step((self.high - self.low) / INTERVALS)
        decimals = max(0, -math.floor(math.log10(step) + TINY))
        first, last = math.ceil(self.low / step - TINY), math.floor(self.high / step + TINY)
        return [(i * step, _signed(i * step, decimals)) for i in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class LogScale:
    """Equal ratios take equal room, and zero stands apart at the start.

    >>> scale = LogScale(1.0, 100.0, 0.0, 128.0)
    >>> scale.at(0.0), scale.at(1.0), scale.at(10.0)
    (0.0, 28.0, 78.0)
    """

    low: float
    high: float
    start: float
    end: float
    gap: float = ZERO_GAP

    def at(self, value: float) -> float:
        """Return the place of a value; what lies beyond an end stands at the end."""
        if value <= 0:
            return self.start
        value = min(max(value, self.low), self.high)
        share = math.log(value / self.low) / math.log(self.high / self.low)
        first = self.start + math.copysign(self.gap, self.end - self.start)
        return first + share * (self.end - first)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are named, and their names: zero, and round numbers."""
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        room = abs(self.end - self.start) / math.log10(self.high / self.low)
        steps = ROUND_STEPS[:3] if room > ROOMY else ROUND_STEPS[:1]
        powers = range(first, last + 1)
        named = [(s * 10.0**i, f"{s * 10.0**i:,.{max(0, -i)}f}") for i in powers for s in steps]
        low, high = self.low * (1 - TINY), self.high * (1 + TINY)
        return [(0.0, "0"), *((value, name) for value, name in named if low <= value <= high)]


@dataclass(frozen=True, slots=True)
class MirroredScale:
    """The same scale to both sides of zero, for what is counted upwards and downwards."""

    half: LogScale

    def at(self, value: float) -> float:
        """Return the place of a value; what lies beyond an end stands at the end."""
        there = self.half.at(abs(value))
        return there if value >= 0 else 2 * self.half.start - there

    def ticks(self) -> list[tuple[float, str]]:
        """Return the values that are named, and their names, which have no sign."""
        up = self.half.ticks()[1:]
        return [*((-value, name) for value, name in reversed(up)), (0.0, ""), *up]


def _round_step(least: float) -> float:
    """Return the next step that people count by."""
    power = 10.0 ** math.floor(math.log10(least))
    return power * next(step for step in ROUND_STEPS if step * power >= least * (1 - TINY))


def _signed(value: float, decimals: int) -> str:
    """Return a number with the sign that is as wide as a digit."""
    return f"{value:,.{decimals}f}".replace("-", "\N{MINUS SIGN}")
