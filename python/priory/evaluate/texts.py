"""How good text classifiers are: k folds or a test set, measures, and comparisons."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from priory.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["TextMeasures", "TextTrial", "cross_validate", "hold_out", "measure_texts"]

BINS = 15
_LEAST = 1e-15  # a probability of 0 for what is true would cost infinitely much


@dataclass(frozen=True, slots=True, eq=False)
class TextTrial:
    """What one model said of texts that it had not learned.

    Attributes
    ----------
    model : str
        The name of the model.
    truth : list of str
        The label of each text.
    predicted : list of str
        The label that was predicted for it.
    confidence : NDArray of float or None
        The probability of that label; None of a model without ``predict_proba``.
    likelihood : NDArray of float or None
        The probability of the true label, 0 if it was not learned; None as above.
    run : NDArray of int
        The fold of the text.
    """

    model: str
    truth: list[str]
    predicted: list[str]
    confidence: NDArray[np.float64] | None
    likelihood: NDArray[np.float64] | None
    run: NDArray[np.int64]

    @property
    def is_right(self) -> NDArray[np.bool_]:
        """Whether each text was given its label."""
        return np.array(self.truth) == np.array(self.predicted)


class _Said(NamedTuple):
    """Predicted labels, their probabilities, and those of the true labels."""

    predicted: list[str]
    confidence: NDArray[np.float64] | None
    likelihood: NDArray[np.float64] | None


@dataclass(frozen=True, slots=True)
class TextMeasures:
    """Measures of a trial.

    Attributes
    ----------
    texts : int
        How many were judged.
    accuracy : float
        The share that was given its label.
    macro_f1 : float
        The mean over all labels of the harmonic mean of precision and recall.
    log_loss : float or None
        The mean of -ln of the probability of the true label, of at least 1e-15; None of a model
        without probabilities.
    ece : float or None
        Expected calibration error: over 15 bins of equal mass by confidence, the mean distance
        of confidence and accuracy; None of a model without probabilities.
    """

    texts: int
    accuracy: float
    macro_f1: float
    log_loss: float | None
    ece: float | None


def cross_validate(
    models: Mapping[str, Any],
    texts: Sequence[str],
    labels: Sequence[str],
    *,
    folds: int = 10,
    seed: int = 0,
    on_fold: Callable[[int], object] | None = None,
) -> list[TextTrial]:
    """Judge each text by models that learned the other folds.

    Parameters
    ----------
    models : mapping from str to estimator
        Models by name; each fold learns a clone. A model without ``predict_proba``, such as
        scikit-learn's ``LinearSVC``, has neither log loss nor calibration error.
    texts, labels : sequence of str
        Texts and their labels.
    folds : int, default=10
        How many; each has its share of every label.
    seed : int, default=0
        By which the texts are shuffled.
    on_fold : callable, optional
        Called with the number of folds that are done.

    Returns
    -------
    list of TextTrial
        One a model, on the same folds.

    Examples
    --------
    >>> from priory import TextClassifier
    >>> from priory.evaluate.texts import cross_validate, measure_texts
    >>> texts, labels = ["good day", "bad day"] * 9, ["up", "down"] * 9
    >>> trial, = cross_validate({"nb": TextClassifier()}, texts, labels, folds=3)
    >>> measure_texts(trial).accuracy
    1.0
    """
    run = _stratified(labels, folds, seed)
    said: dict[str, list[tuple[NDArray[np.int64], _Said]]] = {name: [] for name in models}
    for fold in range(folds):
        test = np.flatnonzero(run == fold)
        train = np.flatnonzero(run != fold).tolist()
        for name, model in models.items():
            fitted = _clone(model).fit([texts[i] for i in train], [labels[i] for i in train])
            said[name].append((test, _predicted(fitted, texts, labels, test.tolist())))
        if on_fold is not None:
            on_fold(fold + 1)
    return [_gathered(name, parts, labels, run) for name, parts in said.items()]


def hold_out(
    models: Mapping[str, Any],
    train: tuple[Sequence[str], Sequence[str]],
    test: tuple[Sequence[str], Sequence[str]],
) -> list[TextTrial]:
    """Judge the texts of a test set by models that learned a training set.

    Parameters
    ----------
    models : mapping from str to estimator
        Models by name.
    train, test : (texts, labels)
        The two sets.

    Returns
    -------
    list of TextTrial
        One a model.
    """
    texts, labels = test
    all_of_them = np.arange(len(texts))
    if not len(texts):
        raise InputError("the test set has no texts", code="empty-input")
    trials = []
    for name, model in models.items():
        said = _predicted(_clone(model).fit(*train), texts, labels, range(len(texts)))
        run = np.zeros(len(texts), dtype=np.int64)
        trials.append(_gathered(name, [(all_of_them, said)], labels, run))
    return trials


def measure_texts(trial: TextTrial) -> TextMeasures:
    """Measure a trial.

    Parameters
    ----------
    trial : TextTrial

    Returns
    -------
    TextMeasures
    """
    right = trial.is_right
    return TextMeasures(
        texts=len(trial.truth),
        accuracy=float(right.mean()),
        macro_f1=_macro_f1(trial),
        log_loss=None if trial.likelihood is None else _log_loss(trial.likelihood),
        ece=None if trial.confidence is None else _calibration_error(trial.confidence, right),
    )


def _log_loss(likelihood: NDArray[np.float64]) -> float:
    return float(-np.log(np.maximum(likelihood, _LEAST)).mean())


def _macro_f1(trial: TextTrial) -> float:
    truth, predicted = np.array(trial.truth), np.array(trial.predicted)
    found = []
    for label in sorted({*trial.truth, *trial.predicted}):
        hits = int(((truth == label) & (predicted == label)).sum())
        found.append(2 * hits / int((truth == label).sum() + (predicted == label).sum()))
    return math.fsum(found) / len(found)


def _calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, min(BINS, len(order)))
    gaps = [abs(confidence[one].mean() - right[one].mean()) * len(one) for one in bins]
    return float(sum(gaps) / len(order))


def _stratified(labels: Sequence[str], folds: int, seed: int) -> NDArray[np.int64]:
    """Deal the texts of each label out to folds, in shuffled order."""
    if not 2 <= folds <= len(labels):  # noqa: PLR2004 (one fold would learn nothing)
        what = f"{len(labels)} texts cannot be dealt out to {folds} folds"
        raise InputError(what, code="bad-parameter", parameter="folds")
    chance = np.random.default_rng(seed)
    run = np.empty(len(labels), dtype=np.int64)
    names, numbers = np.unique(np.array(labels, dtype=object), return_inverse=True)
    dealt = 0  # goes on from label to label, so that no fold is left with the small ones
    for label in range(len(names)):
        places = chance.permutation(np.flatnonzero(numbers == label))
        run[places] = (dealt + np.arange(len(places))) % folds
        dealt += len(places)
    return run


def _clone(model: Any) -> Any:
    from sklearn.base import clone  # noqa: PLC0415 (slow, and mistakes come first)

    return clone(model)


def _predicted(
    model: Any, texts: Sequence[str], labels: Sequence[str], test: Sequence[int]
) -> _Said:
    """Let a fitted model judge the texts of these numbers."""
    asked = [texts[i] for i in test]
    if not hasattr(model, "predict_proba"):
        return _Said(list(map(str, model.predict(asked))), None, None)
    shares = model.predict_proba(asked)
    names = list(map(str, model.classes_))
    shares = np.where(np.isnan(shares), 1 / len(names), shares)  # where nothing can be said
    place = {name: number for number, name in enumerate(names)}
    best = shares.argmax(axis=1)
    rows = zip(shares, (labels[i] for i in test), strict=True)
    likely = [row[place[truth]] if truth in place else 0.0 for row, truth in rows]
    return _Said([names[i] for i in best], shares.max(axis=1), np.array(likely, dtype=np.float64))


def _gathered(
    name: str, parts: Sequence[tuple[NDArray[np.int64], _Said]], labels: Sequence[str], run: Any
) -> TextTrial:
    """Put what was said of the folds into the order of the texts."""
    order = np.argsort(np.concatenate([test for test, _ in parts]))
    predicted = [label for _, said in parts for label in said.predicted]
    return TextTrial(
        name,
        list(labels),
        [predicted[i] for i in order],
        _joined([said.confidence for _, said in parts], order),
        _joined([said.likelihood for _, said in parts], order),
        run,
    )


def _joined(
    parts: Sequence[NDArray[np.float64] | None], order: NDArray[np.int64]
) -> NDArray[np.float64] | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known)[order] if known else None
