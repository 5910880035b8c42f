"""What the words of a text say about its class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from priory import evidence
from priory.naive_bayes import Explanation

__all__ = ["Evidence", "TellingWord", "TextExplanation"]


@dataclass(slots=True, eq=False)  # not frozen: making many of them would take three times as long
class Evidence:
    """One word of a text.

    Attributes
    ----------
    word : str
        The word, as it is counted.
    count : int
        How often it occurs in the text.
    places : list of tuple of (int, int)
        Where it stands: ``text[start:end]``. Nothing for words of messages, which are decoded.
    contributions : ndarray of shape (n_classes,)
        What it adds to the joint log-probability of each class.
    """

    word: str
    count: int
    places: list[tuple[int, int]]
    contributions: Any


@dataclass(frozen=True, slots=True, eq=False)
class TextExplanation(Explanation):
    """The terms of a text's joint log-probabilities.

    Its features are the words in use, by how much they speak for the best class against the next
    one, and its values their counts. Printed, it is a table; in a notebook, the shaded text.

    Attributes
    ----------
    text : str or bytes
        The text, or the message.
    """

    text: Any = field(kw_only=True)
    _reader: Any = field(kw_only=True, repr=False)
    _found: dict[str, list[tuple[int, int]]] = field(default_factory=dict, init=False, repr=False)

    @property
    def places(self) -> list[list[tuple[int, int]]]:
        """Where each word stands in the text, found out when it is asked for."""
        found = self._read()
        return [found[word] for word in self.features.tolist()]

    @property
    def unknown(self) -> list[str]:
        """The words that the model does not use, in the order of the text."""
        known = set(self.features)
        return [word for word in self._read() if word not in known]

    def _read(self) -> dict[str, list[tuple[int, int]]]:
        """Return where each word of the text stands, known or not."""
        if not self._found:
            self._found.update(self._reader.places(self.text))
        return self._found

    @property
    def evidence(self) -> list[Evidence]:
        """The words in use, by how much they speak for the best class against the next one."""
        words, counts = self.features.tolist(), self.values.tolist()
        return list(map(Evidence, words, counts, self.places, self.contributions))

    def to_html(self, *, against: Any = None, n: int = 20, fragment: bool = False) -> str:
        """Return a page with the words of the text shaded; see `priory.evidence.to_html`."""
        return evidence.to_html(self, against=against, n=n, fragment=fragment)

    def to_json(self, *, against: Any = None) -> str:
        """Return all of it as one line of JSON; see `priory.evidence.to_json`."""
        return evidence.to_json(self, against=against)

    def to_frame(self, *, against: Any = None, library: str | None = None) -> Any:
        """Return a data frame with a row for each term; see `priory.evidence.to_frame`."""
        return evidence.to_frame(self, against=against, library=library)

    def to_text(self, *, against: Any = None, n: int = 20, color: bool = False) -> str:
        """Return tables for the terminal; see `priory.evidence.to_text`."""
        return evidence.to_text(self, against=against, n=n, color=color)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        """Return what notebooks show."""
        return self.to_html(fragment=True)


@dataclass(frozen=True, slots=True)
class TellingWord:
    """A word that speaks for a class.

    Attributes
    ----------
    word : str
        The word.
    weight : float
        How much it tells, by what `TextClassifier.words` was asked to rank by.
    counts : dict
        How often it occurs in each class.
    """

    word: str
    weight: float
    counts: dict[Any, int]
