"""TextClassifier: strings in, labels out."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions

from priory._threads import n_threads
from priory.counts import CountVectorizer
from priory.naive_bayes.scores.estimate import class_log_prior, pseudo_counts
from priory.naive_bayes.scores.posterior import Posterior
from priory.text import _model as model_file
from priory.text._events import EVENT_MODELS, Events
from priory.text._learning import TextLearner
from priory.text._reader import READING, TOKENS
from priory.text._scores import TextScores
from priory.text._selection import RANKS, Selection

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["TextClassifier"]


class TextClassifier(TextLearner, TextScores, Posterior, ClassifierMixin, BaseEstimator):
    """Naive Bayes over the words of texts: one object from strings to labels.

    It counts every word of every class, and keeps all counts. Which words are used, how their
    counts are smoothed and what they mean (the event model) is decided when a prediction is made,
    so these parameters may change after fit.

    Parameters
    ----------
    model : {"multinomial", "boolean", "bernoulli", "complement"}, default="multinomial"
        Whether words are drawn position by position; so, but each word of a text once; are in a
        text or not; or are drawn, and a class is judged by the words of all others, as in
        :class:`ComplementNB`, which has no prior unless ``class_prior`` gives one. All have the
        same counts.
    alpha : float, default=1.0
        The parameter of the Dirichlet prior: what is added to each count, unless ``estimate`` says
        otherwise.
    estimate : {"mean", "map", "mle"}, default="mean"
        As in :class:`MultinomialNB`.
    fit_prior : bool, default=True
        Whether the classes' shares of the texts are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The prior itself.
    min_df, max_df : int or float, default=1 and 1.0
        Words of fewer or more texts are not used. An integer is a number of texts, a float a share.
    max_features : int or None, default=None
        At most so many words are used, the best by ``rank_by``.
    rank_by : {"frequency", "chi2", "mutual_info"}, default="frequency"
        What makes a word good: that it is frequent, or that it is relevant to the class.
    analyzer, ngram_range, lowercase, strip_accents, stop_words, stem, domain_features, phrases
        What a word is, as in :class:`CountVectorizer`. They may not change after fit. With a
        :class:`~priory.tokens.MailAnalyzer` texts are the bytes of messages.
    encoding, decode_error, missing, n_jobs
        How texts are read, as in :class:`CountVectorizer`.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The number of texts of each class.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the classes' prior.
    analyzer_ : Analyzer, MailAnalyzer or None
        The frozen specification of the words, or None if a Python callable makes them.

    See Also
    --------
    MultinomialNB, BernoulliNB, ComplementNB : The same models over matrices.
    CountVectorizer : Makes these matrices.

    Examples
    --------
    >>> from priory import TextClassifier
    >>> model = TextClassifier().fit(
    ...     ["buy cheap pills", "buy now", "see you at lunch", "lunch now?"],
    ...     ["spam", "spam", "ham", "ham"],
    ... )
    >>> model.predict(["cheap lunch", "buy buy buy"])
    array(['ham', 'spam'], dtype='<U4')
    >>> model.explain("buy now").evidence[0].word
    'buy'
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "model": [StrOptions(set(EVENT_MODELS))],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "estimate": [StrOptions({"mean", "map", "mle"})],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "rank_by": [StrOptions(set(RANKS))],
        **{
            name: CountVectorizer._parameter_constraints[name]
            for name in ("min_df", "max_df", "max_features", *TOKENS, *READING)
        },
        "strip_accents": [StrOptions({"ascii", "unicode"}), None],
    }

    def __init__(
        self,
        *,
        model: str = "multinomial",
        alpha: float = 1.0,
        estimate: str = "mean",
        fit_prior: bool = True,
        class_prior: Any = None,
        min_df: float = 1,
        max_df: float = 1.0,
        max_features: int | None = None,
        rank_by: str = "frequency",
        analyzer: Any = "word",
        ngram_range: tuple[int, int] = (1, 1),
        lowercase: bool = True,
        strip_accents: str | None = None,
        stop_words: Any = None,
        stem: str | None = None,
        domain_features: Any = (),
        phrases: Any = (),
        encoding: str = "utf-8",
        decode_error: str = "strict",
        missing: str = "error",
        n_jobs: int | None = -1,
    ) -> None:
        self.model = model
        self.alpha = alpha
        self.estimate = estimate
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.rank_by = rank_by
        self.analyzer = analyzer
        self.ngram_range = ngram_range
        self.lowercase = lowercase
        self.strip_accents = strip_accents
        self.stop_words = stop_words
        self.stem = stem
        self.domain_features = domain_features
        self.phrases = phrases
        self.encoding = encoding
        self.decode_error = decode_error
        self.missing = missing
        self.n_jobs = n_jobs

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file in the safetensors format, whole or not at all.

        Parameters
        ----------
        path : path-like
            Where the file shall stand. A file that is there is replaced.
        """
        self._check_is_fitted()
        model_file.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a model from a file that `save` wrote.

        The file is mapped, not read, and it runs no code. A file that is damaged, foreign, or made
        by a newer version is refused.

        Parameters
        ----------
        path : path-like
            The file.

        Returns
        -------
        TextClassifier
        """
        return model_file.load(cls, path)

    @property
    def _events(self) -> Events:
        return self._derive("events", self._make_events)

    def _make_events(self) -> Events:
        counts = self.counts_
        selection = Selection(self.min_df, self.max_df, self.max_features, self.rank_by)
        return EVENT_MODELS[self.model](
            counts.table,
            selection.places(counts.table, counts.class_count),
            counts.class_count,
            pseudo_count=pseudo_counts(self.alpha, self.estimate, 0, 0),
            prior=self.class_log_prior_,
            threads=n_threads(self.n_jobs),
        )

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the classes' prior."""
        return self._class_log_prior(self.class_count_)

    def _class_log_prior(self, class_count: Any) -> Any:
        if self.class_prior is None and not EVENT_MODELS[self.model].has_prior:
            return np.zeros(len(class_count))
        return class_log_prior(class_count, self.class_prior, fit_prior=self.fit_prior)

    def _check_parameters(self, n_classes: int) -> None:
        pseudo_counts(self.alpha, self.estimate, 0, 0)
        self._class_log_prior(np.ones(n_classes))
