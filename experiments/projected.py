"""What random projections keep of distances, and what they do to nearest neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from benchmarks import corpora, messages
from benchmarks.projection import spectra
from sklearn.metrics.pairwise import euclidean_distances

from priory import GaussianRandomProjection, KNeighborsClassifier, TfidfVectorizer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ASKED = 5  # one row in so many of the test part is asked about
HELD_OUT = 3  # one mail in so many is held out
SPECTRA = (8_000, 1_000, 5_000)  # learned, asked, measurements of each
NEIGHBORS = 7
PAIRED = 2_000  # rows of which all pairs are looked at
TIMES = 3  # work is timed so often, and the least counts: others use the machine, too


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows that are learned, and rows that are asked about, with their labels."""

    learned: Any
    labels: Any
    asked: Any
    truth: Any


@dataclass(frozen=True)
class Asked:
    """How often neighbours were right, and the seconds of learning and of asking."""

    accuracy: float
    learning: float
    asking: float


def load(folder: Path | None = None) -> dict[str, Rows]:
    """Read the newsgroups and the mail that are there, and draw spectra beside them."""
    found: dict[str, Rows] = {}
    place = folder or corpora.SHARED
    if all(any(place.glob(f"{name}*")) for name in (corpora.NEWS, corpora.SMS)):
        found["20 Newsgroups, words"] = news(corpora.from_folder(place))
    mail = messages.load(folder)
    if mail:
        found["SpamAssassin, 4-grams of characters"] = characters(mail)
    if found:
        X, y = spectra(sum(SPECTRA[:2]), SPECTRA[2])
        n = SPECTRA[0]
        found["spectra, drawn"] = Rows(X[:n], y[:n], X[n:], y[n:])
    return found


def news(texts: corpora.Corpora) -> Rows:
    """Weigh the words of the newsgroups."""
    words = TfidfVectorizer(sublinear_tf=True)
    learned, asked = words.fit_transform(texts.news.texts), texts.test.every(ASKED)
    labels = np.array(texts.news.labels)
    return Rows(learned, labels, words.transform(asked.texts), np.array(asked.labels))


def characters(mail: list[messages.Mail]) -> Rows:
    """Count what stands in raw messages, four characters at a time."""
    grams = TfidfVectorizer(analyzer="char", ngram_range=(4, 4), use_idf=False, min_df=2)
    held_out = np.arange(len(mail)) % HELD_OUT == 0
    texts = [message.raw.decode("latin-1") for message in mail]
    y = np.array([message.label for message in mail])
    learned = grams.fit_transform([texts[i] for i in np.flatnonzero(~held_out)])
    asked = grams.transform([texts[i] for i in np.flatnonzero(held_out)])
    return Rows(learned, y[~held_out], asked, y[held_out])


def changes(X: Any, dimensions: int) -> Any:
    """Say by which share of itself each squared distance of some rows is off."""
    rows = X[:: max(1, X.shape[0] // PAIRED)][:PAIRED]
    pairs = np.triu_indices(rows.shape[0], 1)
    before = euclidean_distances(rows, squared=True)[pairs]
    projected = GaussianRandomProjection(dimensions, random_state=0).fit_transform(rows)
    after = euclidean_distances(projected, squared=True)[pairs]
    apart = before > 0
    return np.abs(after[apart] / before[apart] - 1)


def ask(rows: Rows, dimensions: int | None) -> Asked:
    """Ask the neighbours after a projection, or without one."""
    model = KNeighborsClassifier(
        NEIGHBORS, algorithm="brute", projection=dimensions, random_state=0
    )
    learning, _ = timed(lambda: model.fit(rows.learned, rows.labels))
    asking, labels = timed(lambda: model.predict(rows.asked))
    return Asked(float(np.mean(labels == rows.truth)), learning, asking)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Do some work several times and measure the least of its seconds."""
    seconds = []
    for _ in range(TIMES):
        start = perf_counter()
        result = work()
        seconds.append(perf_counter() - start)
    return min(seconds), result
