"""What the words of a text say about its class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Evidence", "TellingWord", "TextExplanation", "joint_log_proba"]


@dataclass(frozen=True, slots=True, eq=False)
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
class TextExplanation:
    """The terms of a text's joint log-probabilities.

    Attributes
    ----------
    text : str or bytes
        The text, or the message.
    classes : ndarray of shape (n_classes,)
        The labels.
    prior : ndarray of shape (n_classes,)
        The logarithm of the prior.
    absent : ndarray of shape (n_classes,)
        What all absent words add together; nothing where absence says nothing.
    evidence : list of Evidence
        The words in use, by how much they speak for the best class against the next one.
    unknown : list of str
        The words that the model does not use.
    """

    text: Any
    classes: Any
    prior: Any
    absent: Any
    evidence: list[Evidence]
    unknown: list[str]

    @property
    def joint_log_proba(self) -> Any:
        """The joint log-probability of each class, which is the sum of all terms.

        One factor of 0 makes the product 0, whatever is not known of the others.
        """
        contributions = [word.contributions for word in self.evidence]
        return joint_log_proba(self.prior, contributions, self.absent)

    @property
    def probabilities(self) -> Any:
        """The posterior probability of each class; NaN if every class has probability 0."""
        scores = self.joint_log_proba
        with np.errstate(invalid="ignore"):
            shares = np.exp(scores - scores.max())
        return shares / shares.sum()

    @property
    def label(self) -> Any:
        """The most probable class, or None if every class has probability 0."""
        scores = self.joint_log_proba
        return self.classes.tolist()[scores.argmax()] if np.isfinite(scores.max()) else None


def joint_log_proba(prior: Any, contributions: Any, absent: Any) -> Any:
    """Add terms by class; one factor of 0 makes the product 0, whatever the others are."""
    terms = np.array([prior, absent, *contributions])
    return np.where(np.isneginf(terms).any(axis=0), -np.inf, terms.sum(axis=0))


@dataclass(frozen=True, slots=True)
class TellingWord:
    """A word that speaks for a class.

    Attributes
    ----------
    word : str
        The word.
    weight : float
        The logarithm of its probability in the class over its mean probability in the others; of
        the complement, by how much its weight is above the mean of the others.
    counts : dict
        How often it occurs in each class.
    """

    word: str
    weight: float
    counts: dict[Any, int]
