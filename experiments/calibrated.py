"""How far probabilities of Naive Bayes can be relied on, as they are and calibrated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from benchmarks import corpora, messages
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.utils import _safe_indexing

from experiments import tables
from priory import (
    BernoulliNB,
    CalibratedClassifier,
    CountVectorizer,
    GaussianNB,
    MixedNB,
    MultinomialNB,
    PriorShiftClassifier,
    TextClassifier,
    estimate_prior,
    reliability,
)
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from priory.decision import Reliability

    Model = Callable[[], Any]

METHODS: Mapping[str, Callable[[Any], Any]] = {
    "as it is": lambda model: model,
    "temperature": CalibratedClassifier,
    "bias": partial(CalibratedClassifier, method="bias"),
    "isotonic": partial(CalibratedClassifier, method="isotonic"),
}
SURE = 0.99
MOST_FOLDS = 3  # in each of which a model is fitted 19 times
SHARES = (0.02, 0.1, 0.5, 0.9)  # of the rarer class, in held-out rows that are drawn anew


@dataclass(frozen=True, eq=False)
class Labelled:
    """Rows with labels, of which some are given as test, and the models that are asked."""

    X: Any
    y: Any
    models: Mapping[str, Model]
    n_train: int | None = None

    def splits(self, n_folds: int) -> Iterator[tuple[Any, Any]]:
        """Yield the rows to learn and those to ask: as given, or in folds."""
        if self.n_train is not None:
            rows = np.arange(len(self.y))
            return iter([(rows[: self.n_train], rows[self.n_train :])])
        return StratifiedKFold(n_folds, shuffle=True, random_state=0).split(self.X, self.y)


@dataclass(frozen=True, eq=False)
class Judged:
    """What a model said of the rows it was asked about, and the truth."""

    y: Any
    logs: Any
    classes: Any
    prior: Any  # that is in its posteriors
    temperature: float | None

    @property
    def reliability(self) -> Reliability:
        """How far it can be relied on."""
        return reliability(self.y, self.logs, classes=self.classes, log=True)

    @property
    def right(self) -> Any:
        """Whether the most probable class is the true one, row by row."""
        return self.classes[self.logs.argmax(axis=1)] == self.y

    @property
    def sure(self) -> Any:
        """Whether the most probable class is given a probability of 0.99 or more, row by row."""
        return np.exp(self.logs.max(axis=1)) >= SURE


def load(folder: Path | None = None) -> dict[str, Labelled]:
    """Read the newsgroups, the mails, the short messages and the census that are there."""
    found: dict[str, Labelled] = {}
    place = folder or corpora.SHARED
    if all(any(place.glob(f"{name}*")) for name in (corpora.NEWS, corpora.SMS)):
        texts = corpora.from_folder(place)
        news = texts.news.texts + texts.test.texts
        labels = np.array(texts.news.labels + texts.test.labels)
        found["20 Newsgroups"] = Labelled(news, labels, of_texts(), len(texts.news.texts))
        found["SMS"] = Labelled(texts.short.texts, np.array(texts.short.labels), of_texts())
    mail = messages.load(folder)
    if mail:
        raw, labels = [one.raw for one in mail], np.array([one.label for one in mail])
        found["SpamAssassin"] = Labelled(raw, labels, of_texts(analyzer=MailAnalyzer()))
    adult = tables.load(folder).get("adult")
    if adult is not None:
        found["adult"] = Labelled(adult.X, adult.y, {"MixedNB": MixedNB})
        numbers = adult.X.select_dtypes("number").to_numpy(dtype=float)
        found["adult, numbers"] = Labelled(numbers, adult.y, {"GaussianNB": GaussianNB})
    return found


def of_texts(**tokens: Any) -> dict[str, Model]:
    """Return models of texts."""
    return {
        "MultinomialNB": lambda: make_pipeline(CountVectorizer(**tokens), MultinomialNB()),
        "BernoulliNB": lambda: make_pipeline(CountVectorizer(**tokens), BernoulliNB()),
        "TextClassifier, alpha 0.1": lambda: TextClassifier(alpha=0.1, **tokens),
    }


def judge(model: Model, method: str, data: Labelled, n_folds: int) -> Judged:
    """Let a model learn and be asked about what it has not seen; folds are put together."""
    asked_of, logs, priors, temperatures = [], [], [], []
    rng = np.random.default_rng(0)
    for rows, asked in data.splits(n_folds):
        learned = rng.permutation(rows)  # the folds of a calibration are dealt in order
        fitted = METHODS[method](model())
        fitted.fit(_safe_indexing(data.X, learned), data.y[learned])
        logs.append(fitted.predict_log_proba(_safe_indexing(data.X, asked)))
        asked_of.append(data.y[asked])
        priors.append(PriorShiftClassifier(fitted).train_prior_)
        temperatures.append(getattr(fitted, "temperature_", np.nan))
    mean = float(np.mean(temperatures))
    return Judged(
        np.concatenate(asked_of),
        np.concatenate(logs),
        fitted.classes_,
        np.mean(priors, axis=0),
        None if np.isnan(mean) else mean,
    )


def estimated(judged: Judged, share: float) -> tuple[float, float]:
    """Estimate the share of the rarer class in rows drawn anew, and its deviation."""
    counts = np.array([np.sum(judged.y == label) for label in judged.classes])
    rare = int(counts.argmin())
    rows = drawn(judged.y == judged.classes[rare], share)
    found = estimate_prior(judged.logs[rows], judged.prior, classes=judged.classes)
    return float(found.prior[rare]), float(found.std[rare])


def drawn(is_rare: Any, share: float) -> Any:
    """Draw as many rows as there are with this share of the rarer class."""
    rng = np.random.default_rng(0)
    n = int(min(is_rare.sum() / share, (~is_rare).sum() / (1 - share)))
    n_rare = round(share * n)
    rare, common = np.flatnonzero(is_rare), np.flatnonzero(~is_rare)
    return np.concatenate([rng.permutation(rare)[:n_rare], rng.permutation(common)[: n - n_rare]])
