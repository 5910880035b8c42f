"""How good text classifiers are: k folds or a test set, measures, and comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from priory.errors import InputError
from priory.evaluate.folds import deal, units_of
from priory.evaluate.text_measures import (
    TextContest,
    TextMeasures,
    accuracy_interval,
    compare_texts,
    confused,
    measure_texts,
)
from priory.evaluate.text_trial import TextTrial

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

__all__ = [
    "TextContest",
    "TextMeasures",
    "TextTrial",
    "accuracy_interval",
    "compare_texts",
    "confused",
    "cross_validate",
    "hold_out",
    "measure_texts",
]


class _Said(NamedTuple):
    """Predicted labels, their probabilities, and those of the true labels."""

    predicted: list[str]
    confidence: NDArray[np.float64] | None
    likelihood: NDArray[np.float64] | None


def cross_validate(
    models: Mapping[str, Any],
    texts: Sequence[str],
    labels: Sequence[str],
    *,
    folds: int = 10,
    seed: int = 0,
    is_grouped: bool = False,
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
    is_grouped : bool, default=False
        Whether texts that are the same, letter by letter, come into one fold.
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
    run = (_grouped if is_grouped else _stratified)(texts, labels, folds, seed)
    said: dict[str, list[tuple[NDArray[np.int64], _Said]]] = {name: [] for name in models}
    for fold in range(folds):
        test = np.flatnonzero(run == fold)
        train = np.flatnonzero(run != fold).tolist()
        for name, model in models.items():
            fitted = _clone(model).fit([texts[i] for i in train], [labels[i] for i in train])
            said[name].append((test, _predicted(fitted, texts, labels, test.tolist())))
        if on_fold is not None:
            on_fold(fold + 1)
    twins = _twins(texts, run)
    return [_gathered(name, parts, labels, run, twins) for name, parts in said.items()]


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
    known = set(train[0])
    twins = sum(text in known for text in texts)
    trials = []
    for name, model in models.items():
        said = _predicted(_clone(model).fit(*train), texts, labels, range(len(texts)))
        run = np.zeros(len(texts), dtype=np.int64)
        trials.append(_gathered(name, [(all_of_them, said)], labels, run, twins))
    return trials


def _check_folds(n: int, folds: int) -> None:
    if not 2 <= folds <= n:  # noqa: PLR2004 (one fold would learn nothing)
        what = f"{n} texts cannot be dealt out to {folds} folds"
        remedy = f"take 2 to {n} folds" if n > 1 else "add texts"
        raise InputError(what, code="bad-parameter", parameter="folds", remedy=remedy)


def _twins(texts: Sequence[str], run: NDArray[np.int64]) -> int:
    """Count the texts that stand in another fold, too."""
    folds: dict[str, set[int]] = {}
    for text, fold in zip(texts, run.tolist(), strict=True):
        folds.setdefault(text, set()).add(fold)
    return sum(len(folds[text]) > 1 for text in texts)


def _grouped(
    texts: Sequence[str], labels: Sequence[str], folds: int, seed: int
) -> NDArray[np.int64]:
    """Deal texts out to folds, those that are the same to one."""
    units = units_of(texts)
    _check_folds(len(units), folds)
    return np.array(deal(units, labels, folds, seed), dtype=np.int64)


def _stratified(
    texts: Sequence[str], labels: Sequence[str], folds: int, seed: int
) -> NDArray[np.int64]:
    """Deal the texts of each label out to folds, in shuffled order."""
    _check_folds(len(texts), folds)
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
    name: str,
    parts: Sequence[tuple[NDArray[np.int64], _Said]],
    labels: Sequence[str],
    run: NDArray[np.int64],
    twins: int,
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
        twins,
    )


def _joined(
    parts: Sequence[NDArray[np.float64] | None], order: NDArray[np.int64]
) -> NDArray[np.float64] | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known)[order] if known else None
