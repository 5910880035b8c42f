"""TextExplanation: the contribution of each word to the log-probability of each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from priory import evidence
from priory.naive_bayes import Explanation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.tokens.places import Places

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


class _AllEvidence(Sequence[Evidence]):
    """The evidence of all words: of each it is made when it is looked at, as few may be."""

    def __init__(self, explanation: TextExplanation) -> None:
        self._of, self._places = explanation, explanation._placed()

    def __len__(self) -> int:
        return len(self._of.features)

    @overload
    def __getitem__(self, at: int) -> Evidence: ...
    @overload
    def __getitem__(self, at: slice) -> list[Evidence]: ...
    def __getitem__(self, at: int | slice) -> Evidence | list[Evidence]:
        chosen = range(len(self))[at]
        return self._one(chosen) if isinstance(chosen, int) else [self._one(i) for i in chosen]

    def __iter__(self) -> Iterator[Evidence]:
        words, counts = self._of.features.tolist(), self._of.values.tolist()
        return map(Evidence, words, counts, self._places.tolist(), self._of.contributions)

    def __repr__(self) -> str:
        return repr(list(self))

    def _one(self, i: int) -> Evidence:
        of = self._of
        return Evidence(of.features[i], int(of.values[i]), self._places.of(i), of.contributions[i])


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
    _found: list[Places] = field(default_factory=list, init=False, repr=False)

    @property
    def places(self) -> list[list[tuple[int, int]]]:
        """Where each word stands in the text, found out when it is asked for."""
        return self._placed().tolist()

    def _placed(self) -> Places:
        """Return where the words stand, and keep it."""
        if not self._found:
            self._found.append(self._reader.places(self.text, self.features.tolist()))
        return self._found[0]

    @property
    def unknown(self) -> list[str]:
        """The words that the model does not use, in the order of the text."""
        known = set(self.features.tolist())
        return [word for word in dict.fromkeys(self._reader.tokens(self.text)) if word not in known]

    @property
    def evidence(self) -> Sequence[Evidence]:
        """The words in use, by how much they speak for the best class against the next one."""
        return _AllEvidence(self)

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
