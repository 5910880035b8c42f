"""TextClassifier: Naive Bayes over the words of texts."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, NoReturn, Self

from sklearn.base import BaseEstimator, ClassifierMixin

from priory._sklearn import Interval, StrOptions
from priory.counts import CountVectorizer
from priory.errors import InputError
from priory.text._learning import TextLearner
from priory.text._reader import READING, TOKENS
from priory.text.files import classifier as model_file
from priory.text.scores.events import EVENT_MODELS
from priory.text.scores.selection import RANKS
from priory.text.scores.telling import telling_words

if TYPE_CHECKING:
    from os import PathLike

    from priory.text.explanation import TellingWord, TextExplanation

__all__ = ["TextClassifier"]


class TextClassifier(TextLearner, ClassifierMixin, BaseEstimator):
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
    counts_ : TextCounts
        All that was learned, as a value that can be added to others.
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
    def class_log_prior_(self) -> Any:
        """The logarithms of the classes' prior."""
        return self._derived().prior

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(text, class) for each text and each class.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.

        Returns
        -------
        ndarray of shape (n_texts, n_classes)
        """
        scores = self._derived()
        if not len(scores.counts.classes):
            self._refuse_no_classes()
        return scores.joint_log_proba(X)

    def explain(self, text: str | bytes) -> TextExplanation:
        """Say what each word of a text adds to the joint log-probability of each class.

        Parameters
        ----------
        text : str or bytes
            One text.

        Returns
        -------
        TextExplanation
            Its terms add up to `predict_joint_log_proba`.

        Examples
        --------
        >>> from priory import TextClassifier
        >>> model = TextClassifier().fit(["buy now", "see you now"], ["spam", "ham"])
        >>> for word in model.explain("Buy, buy!").evidence:
        ...     print(word.word, word.count, word.places)
        buy 2 [(0, 3), (5, 8)]
        """
        self._refuse_no_classes()
        return self._derived().explain(text)

    def vocabulary(self) -> list[str]:
        """Return the words in use, sorted.

        Returns
        -------
        list of str
        """
        return self._derived().vocabulary()

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithms of the words' probabilities given each class, in vocabulary order."""
        events = self._derived().events
        return events.present(events.places).T

    @property
    def n_words_(self) -> int:
        """The number of words in use."""
        return len(self._derived().events.places)

    def words(
        self, k: int = 10, *, by: str = "log_ratio", min_count: int = 1
    ) -> dict[Any, list[TellingWord]]:
        """Return the most telling words of each class, with their counts.

        Parameters
        ----------
        k : int, default=10
            How many of each class.
        by : {"log_ratio", "mutual_info"}, default="log_ratio"
            The logarithm of a word's probability in the class over its mean probability in the
            others; or the mutual information, in nats, of the word's presence and whether the class
            is this one, of words that are in a larger share of its texts than of others. Rare words
            can have large ratios, but little information.
        min_count : int, default=1
            Words that occur less often, in all classes together, are left out.

        Returns
        -------
        dict from label to list of TellingWord
            The most telling first.
        """
        if k < 1:
            _refuse("k", 1, k)
        if min_count < 0:
            _refuse("min_count", 0, min_count)
        self._refuse_no_classes()
        return telling_words(self._derived(), k, by, min_count)


def _refuse(parameter: str, least: int, value: int) -> NoReturn:
    raise InputError(
        f"must be {least} or more, not {value!r}",
        code="bad-parameter",
        place=parameter,
        parameter=parameter,
    )
