"""How well a plain Naive Bayes does with the tokens of an analyser, fold by fold."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.measures import DEFAULT, measured
from priory import BernoulliNB, CountVectorizer, MultinomialNB
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.messages import Mail

    from experiments.questions import Options
    from priory.evaluate.measures import Measures

MODELS: Mapping[str, Any] = {
    "multinomial, alpha=1": MultinomialNB(alpha=1),
    "multinomial, alpha=0.01": MultinomialNB(alpha=0.01),
    "Bernoulli, alpha=1": BernoulliNB(alpha=1),
    "Bernoulli, alpha=0.01": BernoulliNB(alpha=0.01),
}
COST = 10  # of a ham called spam; a missed spam costs 1


@dataclass(frozen=True)
class Score:
    """What a model did with the messages of one fold, having learned from the others.

    Parameters
    ----------
    found : Measures
        The verdicts at a probability of 0.5, and how scores rank the messages.
    features : int
        The distinct tokens that were learned.
    """

    found: Measures
    features: int

    @property
    def cost(self) -> int:
        """The mistakes, weighed."""
        return COST * self.found.ham_lost + self.found.spam_missed


Scores = Mapping[str, list[Score]]


def folds(mail: list[Mail], n_folds: int) -> Any:
    """Deal the messages of each folder into folds, in the order of a hash of their places.

    So each fold has its share of each folder, and a message is always in the same fold.
    """
    dealt: Counter[str] = Counter()
    fold = np.empty(len(mail), dtype=np.intp)
    for i in sorted(range(len(mail)), key=lambda i: digest(mail[i].place)):
        folder = mail[i].place.partition("/")[0]
        fold[i] = dealt[folder] % n_folds
        dealt[folder] += 1
    return fold


def digest(place: str) -> bytes:
    """Hash a place, the same on every machine."""
    return hashlib.sha256(place.encode()).digest()


def judge(mail: list[Mail], options: Options, n_folds: int) -> Scores:
    """Score every model on the tokens of an analyser; a list of one score a fold for each."""
    vectorizer = CountVectorizer(analyzer=MailAnalyzer(**options), n_jobs=None)
    X = vectorizer.fit_transform([message.raw for message in mail])
    spam = np.array([message.label == "spam" for message in mail])
    scores: dict[str, list[Score]] = {name: [] for name in MODELS}
    for train, test in splits(folds(mail, n_folds)):
        seen = np.unique(X[train].indices)
        learned, asked = X[train][:, seen], X[test][:, seen]
        for name, model in MODELS.items():
            model.fit(learned, spam[train])
            scores[name].append(score(model, asked, spam[test]))
    return scores


def splits(fold: Any) -> Iterator[tuple[Any, Any]]:
    """Give the rows to learn from and the rows to judge, fold by fold."""
    for number in range(fold.max() + 1):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def score(model: Any, X: Any, spam: Any) -> Score:
    """Score the predictions of a fitted model."""
    ham_log, spam_log = model.predict_joint_log_proba(X).T
    # The difference keeps its order where probabilities are all 0 or 1.
    odds = spam_log - ham_log
    said = np.where(odds > 0, DEFAULT.spam, DEFAULT.ham)
    return Score(measured(odds, spam, said), features=X.shape[1])
