"""Evidence by origin: what many tokens say together, where a table has no room for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory._show import counted
from priory.cli.mail._token_counts import origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.mailfilter import Evidence

__all__ = ["Group", "by_origin", "grouped"]

MOST = 10  # groups that have a row each


class Group(NamedTuple):
    """Tokens of one origin, or of several: how many there are, and what they say together."""

    origin: str | None  # None where there are several
    tokens: int
    weight: float
    lesson: float

    @property
    def name(self) -> str:
        """What stands in a table: ``42 words of the text``, ``12 of relay``, ``9 other tokens``."""
        if self.origin == "body":
            return f"{counted(self.tokens, 'word')} of the text"
        if self.origin is None:
            return counted(self.tokens, "other token")
        return f"{self.tokens:,} of {self.origin}"


def by_origin(evidence: Iterable[Evidence]) -> list[Group]:
    """Sum evidence up by origin, the strongest sum first."""
    found: dict[str, list[Evidence]] = {}
    for one in evidence:
        found.setdefault(origin(one.token), []).append(one)
    groups = [_group(name, tokens) for name, tokens in found.items()]
    return sorted(groups, key=lambda one: (-abs(one.weight), one.origin or ""))


def grouped(evidence: Iterable[Evidence]) -> list[Group]:
    """Sum evidence up by origin; the weakest groups are one."""
    groups = by_origin(evidence)
    if len(groups) <= MOST:
        return groups
    rest = groups[MOST - 1 :]
    tokens, weight, lesson = (sum(parts) for parts in zip(*(one[1:] for one in rest), strict=True))
    return [*groups[: MOST - 1], Group(None, int(tokens), weight, lesson)]


def _group(name: str, tokens: list[Evidence]) -> Group:
    weight, lesson = sum(one.weight for one in tokens), sum(one.lesson for one in tokens)
    return Group(name, len(tokens), weight, lesson)
