"""Text classifiers on three corpora: the models of Priory, and pipelines of scikit-learn."""

from __future__ import annotations

import warnings
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from benchmarks import corpora
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from priory import TextClassifier
from priory._show import table
from priory.evaluate.texts import (
    accuracy_interval,
    compare_texts,
    cross_validate,
    hold_out,
    measure_texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from benchmarks.corpora import Labelled

    from priory.evaluate.texts import TextContest, TextMeasures, TextTrial

FOLDS = 10
EVENTS = ("multinomial", "boolean", "bernoulli", "complement")
CONTEST = ["right alone", "alike", "wrong alone", "p"]
HEAD = ["model", "accuracy % [95% interval]", "macro-F1 %", "log loss", "ECE"]


@dataclass(frozen=True)
class Corpus:
    """Texts with labels: to learn, and to judge; if there are none to judge, all by folds."""

    name: str
    learned: Labelled
    judged: Labelled | None = None

    @property
    def protocol(self) -> str:
        """By what the texts are judged."""
        return f"{FOLDS} folds" if self.judged is None else "train and test part"

    def trials(self, models: Mapping[str, Any]) -> list[TextTrial]:
        """Let models learn and judge."""
        learned = (self.learned.texts, self.learned.labels)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # texts without words are judged, too
            if self.judged is None:
                return cross_validate(models, *learned, folds=FOLDS)
            return hold_out(models, learned, (self.judged.texts, self.judged.labels))


@dataclass(frozen=True)
class Found:
    """What each model did with a corpus, and the first beside each other one."""

    corpus: Corpus
    measures: Mapping[str, TextMeasures]
    contests: Mapping[str, TextContest]
    twins: int


def models() -> dict[str, Any]:
    """Make the models, all at their defaults."""
    own = {f"priory {event}": TextClassifier(model=event) for event in EVENTS}
    return {
        **own,
        "scikit-learn TF-IDF, LinearSVC": make_pipeline(
            TfidfVectorizer(), LinearSVC(random_state=0)
        ),
        "scikit-learn TF-IDF, ComplementNB": make_pipeline(TfidfVectorizer(), ComplementNB()),
        "scikit-learn counts, MultinomialNB": make_pipeline(CountVectorizer(), MultinomialNB()),
    }


def load(folder: Path | None) -> list[Corpus]:
    """Read the corpora; those that are not there have no texts."""
    place = folder or corpora.SHARED
    return [
        Corpus("20 Newsgroups by date", *corpora.news(place)),
        Corpus("Reuters R8", *corpora.reuters(place)),
        Corpus("SMS Spam Collection", corpora.sms(place)),
    ]


def judge(found: list[Corpus]) -> Iterator[Found]:
    """Let all models learn and judge each corpus."""
    for corpus in found:
        trials = corpus.trials(models())
        first, *others = trials
        yield Found(
            corpus,
            {trial.model: measure_texts(trial) for trial in trials},
            {other.model: compare_texts(first, other) for other in others},
            first.twins,
        )


def to_text(found: Found) -> str:
    """Lay out what was found as a table."""
    n_texts = next(iter(found.measures.values())).texts
    title = f"{found.corpus.name}, {found.corpus.protocol}: {n_texts:,} texts judged"
    rows = [[name, *_cells(measures)] for name, measures in found.measures.items()]
    twins = f"{found.twins:,} of them had a twin, letter by letter, among what was learned."
    first = next(iter(found.measures))
    contests = [[name, *_contest(one)] for name, one in found.contests.items()]
    beside = table([f"{first} against", *CONTEST], contests)
    return f"{title}\n{twins}\n{table(HEAD, rows)}\n{beside}"


def _contest(found: TextContest) -> list[str]:
    return [*map(str, (found.won, found.tied, found.lost)), f"{found.p_value:.2g}"]


def _cells(measures: TextMeasures) -> list[str]:
    low, high = accuracy_interval(measures)
    return [
        f"{100 * measures.accuracy:.2f} [{100 * low:.2f} to {100 * high:.2f}]",
        f"{100 * measures.macro_f1:.2f}",
        *("-" if one is None else f"{one:.4f}" for one in (measures.log_loss, measures.ece)),
    ]


def to_json(found: Found) -> dict[str, Any]:
    """Return what was found as JSON can hold it."""
    return {
        "corpus": found.corpus.name,
        "protocol": found.corpus.protocol,
        "models": [
            {
                "model": name,
                "measures": asdict(one),
                "intervals": {"accuracy": list(accuracy_interval(one))},
            }
            for name, one in found.measures.items()
        ],
    }
