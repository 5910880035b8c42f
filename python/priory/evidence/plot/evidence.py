"""EvidenceDisplay: bar chart of the log-odds of one prediction."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory.errors import InputError
from priory.evidence._odds import Odds, difference
from priory.evidence.plot._axes import Display, colour, feature_name, spelled

__all__ = ["EvidenceDisplay"]


class EvidenceDisplay(Display):
    """Bars of evidence: log-odds of one class against another, term by term.

    Parameters
    ----------
    terms : ndarray of shape (n_terms,)
        What each speaks for the class, less what it speaks for the other.
    names : list of str
        The terms: words or features, the prior, all the rest.
    label, against : object
        The two classes.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.

    Examples
    --------
    >>> from priory import TextClassifier, sample
    >>> from priory.evidence.plot import EvidenceDisplay
    >>> model = TextClassifier().fit(*sample.messages())
    >>> display = EvidenceDisplay.from_explanation(model.explain("win a prize, call now"))
    >>> display.label, display.against
    ('spam', 'ham')
    """

    def __init__(self, terms: Any, *, names: Any, label: Any, against: Any) -> None:
        self.terms = terms
        self.names = names
        self.label = label
        self.against = against

    @classmethod
    def from_explanation(
        cls, explanation: Any, *, against: Any = None, n: int = 15, ax: Any = None
    ) -> Self:
        """Draw an explanation.

        Parameters
        ----------
        explanation : Explanation or TextExplanation
            What `explain` of a model returned for one row or one text.
        against : label, default=None
            The class to compare with; by default the next best.
        n : int, default=15
            How many words or features are named, the loudest.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        EvidenceDisplay
        """
        if n < 0:
            raise InputError(
                f"must be 0 or more, not {n!r}",
                code="bad-parameter",
                place="n",
                parameter="n",
            )
        odds = Odds.of(explanation, against)
        if len(odds.pair) == 1:
            raise InputError(
                "an evidence plot needs two classes, but there is one",
                code="too-few-classes",
                parameter="explanation",
            )
        named, others = odds.strongest(n)
        rest = {"(prior)": explanation.prior, "(absent)": explanation.absent}
        if others:
            rest[f"({len(others)} others)"] = explanation.contributions[others].sum(axis=0)
        if explanation.remainder is not None:
            rest["(remainder)"] = explanation.remainder
        told = {name: float(difference(terms, odds.pair)) for name, terms in rest.items()}
        told = {name: term for name, term in told.items() if term}
        names = [feature_name(explanation.features[place]) for place in named]
        label, reference = (explanation.classes.tolist()[c] for c in odds.pair)
        return cls(
            np.array([*odds.weights[named], *told.values()]),
            names=[*names, *told],
            label=label,
            against=reference,
        ).plot(ax)

    def _inches(self) -> tuple[float, float]:
        return 6.4, 1.4 + 0.25 * len(self.names)

    def _draw(self, ax: Any) -> None:
        n = len(self.names)
        # A word that never occurs in a class decides alone: its bar ends where the axes do.
        longest = 1.15 * max(np.abs(self.terms[np.isfinite(self.terms)]), default=1.0) or 1.0
        ends = np.clip(self.terms, -longest, longest)
        # Orange and blue are on the sides where they are on pages and terminals.
        colours = [colour(1) if term > 0 else colour(0) for term in self.terms]
        bars = ax.barh(range(n), ends, color=colours, height=0.7)
        ax.bar_label(bars, [_signed(term) for term in self.terms], padding=3, fontsize="small")
        ax.axvline(0, color="black", linewidth=0.8)
        ax.set_yticks(range(n), self.names)
        ax.set(ylim=(n - 0.4, -0.6), xlim=(-1.25 * longest, 1.25 * longest))
        label, against = spelled(self.label), spelled(self.against)
        ax.set_xlabel(f"speaks for {against}  ←   log-odds   →  speaks for {label}")
        with np.errstate(invalid="ignore"):
            ax.set_title(f"{label} against {against}: {_signed(self.terms.sum())}")


def _signed(term: float) -> str:
    if np.isnan(term):  # both classes are ruled out
        return "not known"
    return f"{term:+.2f}" if np.isfinite(term) else ("+∞" if term > 0 else "-∞")
