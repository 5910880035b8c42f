"""WordsDisplay: word probabilities in each class."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from priory.errors import InputError, InputTypeError
from priory.evidence.plot._axes import (
    FEW,
    Display,
    colour,
    feature_name,
    in_order,
    marker,
    spelled,
)

__all__ = ["WordsDisplay"]

MOST_NAMES = 60  # of words that can be read beside an axis


class WordsDisplay(Display):
    """The probabilities of words given the class.

    Few words are named, with a mark for each class, or a field of shades where there are more
    classes than colours. Many words are drawn as curves over their numbers, one above the other.

    Parameters
    ----------
    probabilities : ndarray of shape (n_classes, n_words)
        P(word | class).
    classes : ndarray of shape (n_classes,)
        The classes.
    names : array-like of shape (n_words,)
        The words.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What is drawn on.
    figure_ : matplotlib Figure
        The figure of it.

    Examples
    --------
    >>> from priory import TextClassifier, sample
    >>> from priory.evidence.plot import WordsDisplay
    >>> model = TextClassifier().fit(*sample.messages())
    >>> display = WordsDisplay.from_estimator(model)
    >>> len(display.names)
    20
    """

    def __init__(self, probabilities: Any, *, classes: Any, names: Any) -> None:
        self.probabilities = probabilities
        self.classes = classes
        self.names = names

    @classmethod
    def from_estimator(
        cls, model: Any, *, words: Any = 20, names: Any = None, ax: Any = None
    ) -> Self:
        """Draw what a fitted model of words has learned.

        Parameters
        ----------
        model : TextClassifier, BernoulliNB, MultinomialNB or one of scikit-learn's
            The model: with `feature_log_prob_`, or of texts.
        words : int, "all" or list, default=20
            How many words: those whose presence tells most of each class against all others, in
            turn. Or all of them, or these.
        names : array-like of shape (n_features,), default=None
            The words of a model that does not know them.
        ax : matplotlib Axes, default=None
            Where to draw; by default on new axes.

        Returns
        -------
        WordsDisplay
        """
        check_is_fitted(model)
        probabilities, names = _learned(model, names)
        chosen = _chosen(probabilities, names, words)
        return cls(probabilities[:, chosen], classes=model.classes_, names=names[chosen]).plot(ax)

    def _inches(self) -> tuple[float, float]:
        n_classes, n_words = self.probabilities.shape
        if n_words > MOST_NAMES:
            return 6.4, 1 + max(3.8, 0.35 * n_classes)
        return 6.4, max(3.0, 1.2 + 0.22 * n_words)

    def _draw(self, ax: Any) -> None:
        n_classes, n_words = self.probabilities.shape
        if n_words > MOST_NAMES:
            self._curves(ax)
            return
        draw = self._marks if n_classes <= FEW else self._shades
        draw(ax)
        ax.set_yticks(range(n_words), [feature_name(name) for name in self.names])
        ax.set_ylim(n_words - 0.5, -0.5)

    def _marks(self, ax: Any) -> None:
        places = np.arange(self.probabilities.shape[1])
        ax.hlines(
            places, self.probabilities.min(axis=0), self.probabilities.max(axis=0), color="0.8"
        )
        for place, (name, row) in enumerate(zip(self.classes, self.probabilities, strict=True)):
            style = {"color": colour(place), "marker": marker(place), "linestyle": ""}
            ax.plot(row, places, label=spelled(name), **style)
        if (self.probabilities > 0).all():
            _take_logarithms(ax)
        ax.set_xlabel("probability in the class")
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)

    def _shades(self, ax: Any) -> None:
        with np.errstate(divide="ignore"):
            image = ax.imshow(np.log10(self.probabilities.T), aspect="auto", cmap="cividis")
        labels = [spelled(name) for name in self.classes]
        ax.set_xticks(range(len(labels)), labels, rotation=90)
        bar = ax.figure.colorbar(image, ax=ax)
        bar.set_label("probability in the class, as power of ten")

    def _curves(self, ax: Any) -> None:
        """Draw lines for each class on a base of its own, to one scale, so that rare words show."""
        height = self.probabilities.max() or 1.0
        places = np.arange(self.probabilities.shape[1])
        for place, row in enumerate(self.probabilities):
            base = len(self.classes) - 1 - place
            lines = base + 0.9 * np.sqrt(row / height)
            ax.vlines(places, base, lines, color=colour(place), linewidth=0.6)
            ax.axhline(base, color="0.7", linewidth=0.5)
        ticks = np.arange(len(self.classes))[::-1]
        ax.set_yticks(ticks, [spelled(name) for name in self.classes])
        ax.set_xlabel(f"word (lines are square roots; the highest is that of {height:.2g})")
        ax.set_ylim(-0.1, len(ticks))
        ax.set_xlim(-0.5, len(places) - 0.5)


def _take_logarithms(ax: Any) -> None:
    """Make the scale logarithmic, with few plain numbers along it."""
    from matplotlib import ticker  # noqa: PLC0415 (only those who draw need it)

    ax.set_xscale("log")
    ax.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 3), numticks=8))
    ax.xaxis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    ax.xaxis.set_minor_formatter(ticker.NullFormatter())


def _learned(model: Any, names: Any) -> tuple[Any, Any]:
    """Return the probabilities that a model has learned, and the names of its words."""
    if not hasattr(model, "feature_log_prob_") or isinstance(model.feature_log_prob_, list):
        raise InputTypeError(
            f"{type(model).__name__} has no word probabilities",
            code="unsupported",
            parameter="model",
            remedy="plot its features with DensityDisplay",
        )
    probabilities = np.exp(model.feature_log_prob_)
    if (probabilities > 1 + 1e-9).any():
        raise InputTypeError(
            f"{type(model).__name__} has complement weights here, not word probabilities",
            code="unsupported",
            parameter="model",
            remedy="plot another model of the same counts",
        )
    if names is None and hasattr(model, "vocabulary"):  # a model of texts knows its words
        names = model.vocabulary()
    elif names is None:
        names = getattr(model, "feature_names_in_", np.arange(probabilities.shape[1]))
    if len(names) != probabilities.shape[1]:
        raise InputError(
            f"there are {len(names)} names for {probabilities.shape[1]} features",
            code="shape-mismatch",
            parameter="names",
        )
    return probabilities, np.asarray(names, dtype=object)


def _chosen(probabilities: Any, names: Any, words: Any) -> Any:
    """Return the places of words: all, these, or the most telling."""
    if isinstance(words, str):
        if words != "all":
            raise InputError(
                f"words={words!r} is not valid",
                code="bad-parameter",
                parameter="words",
                remedy="pass a number, 'all', or a list of words",
            )
        return np.arange(len(names))
    if not np.iterable(words):
        if words < 1:
            raise InputError(
                f"must be 1 or more, not {words!r}",
                code="bad-parameter",
                place="words",
                parameter="words",
            )
        return _most_telling(probabilities, words)
    places = {name: place for place, name in enumerate(names.tolist())}
    if unknown := [word for word in words if word not in places]:
        raise InputError(
            f"the model has no word {unknown[0]!r}",
            code="unknown-word",
            parameter="words",
        )
    return np.array([places[word] for word in words])


def _most_telling(probabilities: Any, n: int) -> Any:
    """Return the words that tell most of each class, in turn, those of a class together."""
    orders = [in_order(_information(probabilities, c)) for c in range(len(probabilities))]
    turns = dict.fromkeys(word for turn in zip(*orders, strict=True) for word in turn)
    chosen = list(turns)[:n]
    return np.array(sorted(chosen, key=lambda word: probabilities[:, word].argmax()))


def _information(probabilities: Any, c: int) -> Any:
    """Return what the presence of each word tells of a class against all others."""
    own = probabilities[c]
    others = np.delete(probabilities, c, axis=0).mean(axis=0) if len(probabilities) > 1 else 0 * own
    with np.errstate(divide="ignore", invalid="ignore"):
        present, absent = own * np.log(own / others), (1 - own) * np.log((1 - own) / (1 - others))
    return np.where(own > others, np.nan_to_num(present) + np.nan_to_num(absent), 0.0)
