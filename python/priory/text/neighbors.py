"""TextNeighbors: k-nearest neighbours over texts."""

from __future__ import annotations

import warnings
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from priory._naming import named_rows
from priory._sklearn import Interval, StrOptions
from priory.counts import CountVectorizer
from priory.errors import InputError
from priory.neighbors import KNeighborsClassifier
from priory.text._reader import READING, TOKENS
from priory.text.files import neighbors as model_file
from priory.text.near.comparable import check_comparison, compares_words
from priory.text.near.kept import KeptTexts
from priory.text.near.voting import VOTING, Voting
from priory.text.near.wordless import NO_WORDS, WordlessWarning
from priory.text.neighbor_explanation import TextNeighborsExplanation

if TYPE_CHECKING:
    from os import PathLike

    from priory.neighbors._examples import Examples

__all__ = ["TextNeighbors"]


class TextNeighbors(KeptTexts, ClassifierMixin, BaseEstimator):
    """The nearest texts of those that were learned vote: strings in, labels out.

    It keeps the labelled texts, and nothing else. What their words are worth and which of them are
    near is decided when a prediction is made, so all parameters but those that make words may
    change after fit.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many texts vote.
    weights : {"uniform", "distance"} or callable, default="uniform"
        What their votes weigh, as in :class:`KNeighborsClassifier`.
    metric : str or callable, default="cosine"
        What is near. ``"cosine"`` and ``"euclidean"`` compare words weighed by tf-idf,
        ``"jaccard"``, ``"jensenshannon"``, ``"kullback_leibler"`` and ``"manhattan"`` counts of
        words. All others, as ``"levenshtein"`` and ``"ncd"``, and callables ``f(text, learned)``
        compare the texts as they are.
    metric_params : dict, default=None
        More parameters of the metric.
    alpha : float or array-like of shape (n_classes,), default=0.0
        How many votes each class has beforehand.
    projection : int, float, {"gaussian", "sparse"} or transformer, default=None
        How words are projected to fewer dimensions, as in :class:`KNeighborsClassifier`.
    random_state : int, default=0
        The seed of the projection, so that answers follow from texts and parameters alone.
    sublinear_tf, use_idf : bool, default=True
        How words are weighed, as in :class:`TfidfVectorizer`: 1 + log(count) for the count, and
        less for a word of many texts.
    min_df, max_df : int or float, default=1 and 1.0
        Words of fewer or more texts are not used. An integer is a number of texts, a float a share.
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
    texts_, labels_, weights_ : ndarray of shape (n_texts,)
        The texts with their labels and weights, in the order they were learned.
    n_words_ : int
        The number of words in use.
    compares_words : bool
        Whether the metric compares words, and not the texts as they are.
    analyzer_ : Analyzer, MailAnalyzer or None
        The frozen specification of the words, or None if a Python callable makes them.

    See Also
    --------
    KNeighborsClassifier : The same over matrices, and over strings.
    TextClassifier : Naive Bayes over the words, which keeps counts and no texts.

    Notes
    -----
    Words that none of the learned texts has are not looked at. Where words are compared, a text
    without a word in use is near to none: it is nobody's neighbour, and if it is asked for, all
    texts vote, with a warning. If none of the learned texts has words, that is so for every text.

    Examples
    --------
    >>> from priory import TextNeighbors
    >>> model = TextNeighbors(n_neighbors=2).fit(
    ...     ["buy cheap pills", "buy now", "see you at lunch", "lunch now?"],
    ...     ["spam", "spam", "ham", "ham"],
    ... )
    >>> model.predict(["cheap cheap pills now", "lunch at noon?"])
    array(['spam', 'ham'], dtype='<U4')
    >>> [near.text for near in model.explain("lunch at noon?").neighbors]
    ['see you at lunch', 'lunch now?']
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **{name: KNeighborsClassifier._parameter_constraints[name] for name in VOTING},
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "metric": [str, callable],  # check_comparison knows the names
        "random_state": [Interval(Integral, 0, 2**32 - 1, closed="both")],
        "sublinear_tf": ["boolean"],
        "use_idf": ["boolean"],
        **{
            name: CountVectorizer._parameter_constraints[name]
            for name in ("min_df", "max_df", *TOKENS, *READING)
        },
        "strip_accents": [StrOptions({"ascii", "unicode"}), None],
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Any = "uniform",
        metric: Any = "cosine",
        metric_params: dict[str, Any] | None = None,
        alpha: Any = 0.0,
        projection: Any = None,
        random_state: int = 0,
        sublinear_tf: bool = True,  # experiments/014
        use_idf: bool = True,
        min_df: float = 1,
        max_df: float = 1.0,
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
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.metric = metric
        self.metric_params = metric_params
        self.alpha = alpha
        self.projection = projection
        self.random_state = random_state
        self.sublinear_tf = sublinear_tf
        self.use_idf = use_idf
        self.min_df = min_df
        self.max_df = max_df
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

    def _validate_params(self) -> None:
        super()._validate_params()
        check_comparison(self)

    def _derive(self, counts: Examples) -> Voting:
        return Voting(counts, self._parameters_now())

    def _voting(self) -> Voting:
        """Return what follows from the texts and the parameters, if there is a class."""
        if len(self.classes_) == 0:
            raise InputError(
                "everything was forgotten, so there is no class to predict",
                code="no-classes",
                remedy="fit again",
            )
        return self._derived()

    @property
    def compares_words(self) -> bool:
        """Whether the metric compares words, and not the texts as they are."""
        return compares_words(self.metric)

    @property
    def n_words_(self) -> int:
        """The number of words in use."""
        return len(self._derived().words)

    def predict(self, X: Any) -> Any:
        """Return the label for which most of the nearest texts vote.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.

        Returns
        -------
        ndarray of shape (n_texts,)
            Of labels with as many votes, the first.
        """
        places = self._warned(X).argmax(axis=1)
        return self.classes_[places]

    def predict_proba(self, X: Any) -> Any:
        """Return the share of the votes of the nearest texts for each class.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.

        Returns
        -------
        ndarray of shape (n_texts, n_classes)
            For a text without a word in use all texts vote, with a warning.
        """
        return self._warned(X)

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithm of the share of the votes for each class.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.

        Returns
        -------
        ndarray of shape (n_texts, n_classes)
        """
        with np.errstate(divide="ignore"):
            return np.log(self._warned(X))

    def _warned(self, X: Any) -> Any:
        """Return the probabilities of texts, with a warning if some have no neighbours."""
        proba, wordless = self._voting().judge(X)
        if len(wordless):
            warnings.warn(WordlessWarning(wordless), stacklevel=3)
        return proba

    def kneighbors(
        self, X: Any = None, n_neighbors: int | None = None, *, return_distance: bool = True
    ) -> Any:
        """Return the nearest of the texts that were learned.

        Parameters
        ----------
        X : iterable of str or bytes, default=None
            The texts. Each must have a word in use. None stands for the texts that were learned,
            each without itself.
        n_neighbors : int, default=None
            How many; None is what the model was made with.
        return_distance : bool, default=True
            Whether distances are returned, too.

        Returns
        -------
        distances : ndarray of shape (n_texts, n_neighbors)
            The nearest first.
        indices : ndarray of shape (n_texts, n_neighbors)
            Where they stand in ``texts_``. Of texts that are as near, the one that was learned
            first comes first.
        """
        voting = self._voting()
        rows, wordless = (None, voting.wordless()) if X is None else voting.rows(X)
        if len(wordless):
            raise InputError(
                NO_WORDS, code="no-words", place=named_rows(wordless), remedy="leave it out"
            )
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        voting.compared.check(k, without_self=rows is None)
        distances, found = np.empty((0, k)), np.empty((0, k), dtype=np.int64)
        if rows is None or rows.shape[0]:
            distances, found = voting.voters.kneighbors(rows, k)
        indices = voting.compared.places[found]
        return (distances, indices) if return_distance else indices

    def explain(self, text: str | bytes) -> TextNeighborsExplanation:
        """Say because of which texts a text gets its label.

        Parameters
        ----------
        text : str or bytes
            One text.

        Returns
        -------
        TextNeighborsExplanation
            Its votes and its prior add up to `predict_proba`.

        Examples
        --------
        >>> from priory import TextNeighbors
        >>> model = TextNeighbors(n_neighbors=1).fit(["buy now", "see you now"], ["spam", "ham"])
        >>> print(model.explain("Buy, buy!"))
        label  probability
        spam        1.0000
        ham         0.0000
        <BLANKLINE>
        spam, because of the nearest text:
        text     label  distance    vote  shared words
        buy now   spam    0.1852  1.0000           buy
        """
        voting = self._voting()
        (text,) = voting.reader.texts([text])
        rows, wordless = voting.compared.read([text])
        if len(wordless):
            nothing = np.array([])
            return TextNeighborsExplanation(
                self.classes_,
                nothing.astype(np.int64),
                nothing,
                self.classes_[:0],
                nothing,
                voting.shares(),
                voting.shares(),
                text=text,
                texts=[],
                words=[],
            )
        (found,) = voting.asked_voters().explain(rows)
        places = voting.compared.places[found.indices]
        return TextNeighborsExplanation(
            self.classes_,
            places,
            found.distances,
            voting.labels(places),
            found.votes,
            found.prior,
            found.probabilities,
            text=text,
            texts=voting.texts[places].tolist(),
            words=voting.shared_words(rows, found.indices),
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a file in the safetensors format, whole or not at all.

        The file holds the texts: whoever can read it can read them.

        Parameters
        ----------
        path : path-like
            Where the file shall stand. Only its owner may read a new one; a file that is there is
            replaced, and keeps its permissions.
        """
        self._check_is_fitted()
        model_file.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a model from a file that `save` wrote.

        It runs no code. A file that is damaged, foreign, or made by a newer version is refused.

        Parameters
        ----------
        path : path-like
            The file.

        Returns
        -------
        TextNeighbors
        """
        return model_file.load(cls, path)
