"""Texts become labels: the cases against scikit-learn and Vowpal Wabbit."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from benchmarks import generated
from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK, SHORT_BYTES, repetitions
from benchmarks.data import Data
from benchmarks.posteriors import difference

if TYPE_CHECKING:
    from benchmarks.corpora import Corpora

CLASSIFIER = "TextClassifier"
MILLION = 1_000_000
WORDS_OF_A_TEXT = 100
THREADS: dict[int, float | None] = {1: 30, 2: 45}
FIT = Case("text-fit", CLASSIFIER, "fit", "news", THREADS, repetitions=3)
SAME = ("scikit-learn",)
NOTE = """\
Texts to labels. scikit-learn: CountVectorizer and MultinomialNB, kept in a pickle; explained by
the products of counts and log-probabilities, sorted, without the places of words in the text, which
Priory finds. text-explain shall take no more than ten times what text-one takes.
Vowpal Wabbit: its defaults (one pass; --oaa, or --binary for two classes), on a second thread for
reading. It is another model: its results are not compared. It reads files in its own format, with
the words cut out and the texts shuffled in advance, unmeasured. Measured are: reading the file,
learning and writing the model (fit); reading both and writing the predictions (predict)."""


def case(name: str, method: str, corpus: str, fit_on: str | None = None) -> Case:
    """Make a case on a whole corpus."""
    return Case(name, CLASSIFIER, method, corpus, THREADS, fit_on=fit_on, repetitions=3)


CASES = (
    FIT,
    case("text-predict", "predict", "news", "news"),
    case("text-fit-predict", "fit+predict", "news"),
    case("text-fit-short", "fit", "short"),
    case("text-predict-short", "predict", "short", "short"),
    case("text-fit-predict-short", "fit+predict", "short"),
    Case("text-one", CLASSIFIER, "predict", "one", {1: 20}, fit_on="news", peers=SAME),
    Case(
        "text-explain",
        CLASSIFIER,
        "explain",
        "one",
        {1: None},
        fit_on="news",
        attribute="evidence",
        peers=SAME,
    ),
    Case(
        "text-load",
        CLASSIFIER,
        "load",
        "million",
        {1: None},
        fit_on="million",
        peers=SAME,
        limit=0.01,
    ),
    Case(
        "text-load-one",
        CLASSIFIER,
        "load+predict",
        "million",
        {1: None},
        fit_on="million",
        peers=SAME,
    ),
)


@cache
def news(corpora: Corpora, quick: bool) -> Data:
    """Take the long texts."""
    share = QUICK if quick else 1
    train, test = corpora.news.every(share), corpora.test.every(share)
    return Data(train.texts, train.labels, test.texts, test.labels)


def short(corpora: Corpora, quick: bool) -> Data:
    """Take the short texts, some of them held out, and repeat both."""
    times = repetitions(corpora.short.texts, SHORT_BYTES // (QUICK if quick else 1))
    train, test = (part.repeated(times) for part in corpora.short.split())
    return Data(train.texts, train.labels, test.texts, test.labels)


def one(corpora: Corpora, quick: bool) -> Data:
    """Take a long text of median length."""
    texts = sorted(news(corpora, quick).new, key=len)
    middle = [texts[len(texts) // 2]]
    return Data(middle, new=middle)


def million(corpora: Corpora, quick: bool) -> Data:  # noqa: ARG001 (as all data is asked for)
    """Make texts in which each of a million words stands once, in two classes, and ask for one."""
    n_words = MILLION // (QUICK if quick else 1)
    # Single letters are no words.
    vocabulary = generated.make_vocabulary(n_words + len(generated.LETTERS))
    words = [word for word in vocabulary if len(word) > 1][:n_words]
    texts = [
        " ".join(words[i :: n_words // WORDS_OF_A_TEXT]) for i in range(n_words // WORDS_OF_A_TEXT)
    ]
    labels = ["even", "odd"] * (len(texts) // 2)
    return Data(texts, labels, texts[-1:])


STAGE = Stage(
    peers={"scikit-learn": "benchmarks.pipeline"},
    others={"Vowpal Wabbit": "benchmarks.vowpal"},
    cases=CASES,
    data={"news": news, "short": short, "one": one, "million": million},
    difference=difference,
    growth=FIT,
    note=NOTE,
)
