"""TextNeighborsExplanation: the nearest neighbours of a text and their votes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from priory.evidence import neighbors as evidence
from priory.neighbors import NeighborExplanation

__all__ = ["TextNeighbor", "TextNeighborsExplanation"]


@dataclass(frozen=True, slots=True, eq=False)
class TextNeighbor:
    """One of the texts that are nearest.

    Attributes
    ----------
    text : str or bytes
        The text, or the message.
    label : object
        Its label.
    distance : float
        How far it is.
    vote : float
        What it adds to the probability of its label.
    index : int
        Where it stands among the texts that were learned.
    words : dict from str to float
        Under cosine, the words that both texts have, with what each adds to the cosine; those that
        add most come first. Otherwise nothing.
    """

    text: Any
    label: Any
    distance: float
    vote: float
    index: int
    words: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class TextNeighborsExplanation(NeighborExplanation):
    """Why a text gets its label: because of these neighbours.

    The votes of the neighbours of a class and its prior add up to its probability. Printed, it is a
    table; in a notebook, the texts, too. A text without a word in use has no neighbours, and the
    prior is all there is: the shares of the classes among the texts that were learned.

    Attributes
    ----------
    text : str or bytes
        The text, or the message.
    texts : list
        The texts of the neighbours, the nearest first.
    words : list of dict
        The words that each of them shares with the text.
    """

    text: Any = field(kw_only=True)
    texts: list[Any] = field(kw_only=True)
    words: list[dict[str, float]] = field(kw_only=True)

    @property
    def neighbors(self) -> list[TextNeighbor]:
        """The nearest texts, the nearest first."""
        columns = (self.labels, self.distances, self.votes, self.indices)
        numbers = (column.tolist() for column in columns)
        return list(map(TextNeighbor, self.texts, *numbers, self.words))

    def to_html(self, *, n: int = 20, fragment: bool = False) -> str:
        """Return a page with the nearest texts; see `priory.evidence.neighbors.to_html`."""
        return evidence.to_html(self, n=n, fragment=fragment)

    def to_json(self) -> str:
        """Return all of it as one line of JSON; see `priory.evidence.neighbors.to_json`."""
        return evidence.to_json(self)

    def to_frame(self, *, library: str | None = None) -> Any:
        """Return a data frame of the nearest; see `priory.evidence.neighbors.to_frame`."""
        return evidence.to_frame(self, library=library)

    def to_text(self, *, n: int = 20) -> str:
        """Return tables for the terminal; see `priory.evidence.neighbors.to_text`."""
        return evidence.to_text(self, n=n)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        """Return what notebooks show."""
        return self.to_html(fragment=True)
