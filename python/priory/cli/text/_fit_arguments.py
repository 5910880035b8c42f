"""The options of ``priory text fit``, and the model that they ask for."""

from __future__ import annotations

import argparse
from typing import Any

from priory.cli._data import add_data_arguments
from priory.cli._errors import CommandError
from priory.cli.text._model import has_words

__all__ = ["SPELLED", "add_arguments", "unfitted"]

MAKE_WORDS = {
    "min_df": "--min-df",
    "max_df": "--max-df",
    "analyzer": "--analyzer",
    "ngram_range": "--ngrams",
    "stop_words": "--stop-words",
    "stem": "--stem",
    "strip_accents": "--strip-accents",
}
COMMON = ("alpha", *MAKE_WORDS, "n_jobs")
OF_WORDS = {"estimate": "--estimate", "max_features": "--max-features", "rank_by": "--rank-by"}
OF_NEIGHBORS = {"n_neighbors": "--neighbors", "metric": "--metric", "weights": "--weights"}
SPELLED = {"alpha": "--alpha", "n_jobs": "--jobs"} | MAKE_WORDS | OF_WORDS | OF_NEIGHBORS
KNN = "knn"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; what is not given is what the model has by default."""
    add_data_arguments(parser, labelled=True)
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="the file the model is written to"
    )
    parser.add_argument("--json", action="store_true", help="report as JSON")
    _add_model_arguments(parser.add_argument_group("model"))
    words = parser.add_argument_group("words")
    _add_choice_arguments(words)
    _add_word_arguments(words)


def _add_model_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--model",
        choices=["multinomial", "boolean", "bernoulli", "complement", KNN],
        default="multinomial",
        help="what counts of a word: each time it occurs, that it is there, also its absence, or "
        "each time it occurs, judged by all other classes; or knn: the nearest texts vote, and "
        "the model holds all texts (default: %(default)s)",
    )
    group.add_argument(
        "--alpha",
        type=float,
        metavar="A",
        help="how often each word counts as seen beforehand (default: 1.0); of knn, how many votes "
        "each label has beforehand (default: 0.0)",
    )
    group.add_argument(
        "--estimate",
        choices=["mean", "map", "mle"],
        help="which estimate of the probabilities is used (default: mean; not with knn)",
    )
    _add_neighbor_arguments(group)
    group.add_argument(
        "--jobs",
        dest="n_jobs",
        type=int,
        metavar="N",
        help="the number of threads; -1 is one a core (default: -1)",
    )


def _add_neighbor_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--neighbors",
        dest="n_neighbors",
        type=int,
        metavar="K",
        help="how many texts vote (default: 5; only with knn)",
    )
    group.add_argument(
        "--metric",
        metavar="NAME",
        help="what is near: cosine or euclidean (words by tf-idf), jaccard, jensenshannon, "
        "kullback_leibler or manhattan (counts of words), or a distance of strings such as "
        "levenshtein or ncd (default: cosine; only with knn)",
    )
    group.add_argument(
        "--weights",
        choices=["uniform", "distance"],
        help="whether all votes weigh the same, or nearer ones more (default: uniform; only with "
        "knn)",
    )


def _add_choice_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--min-df",
        type=_frequency,
        metavar="N",
        help="use words of at least N texts, or of a share such as 0.01 (default: 1)",
    )
    group.add_argument(
        "--max-df",
        type=_frequency,
        metavar="N",
        help="use words of at most N texts, or of a share (default: 1.0, all)",
    )
    group.add_argument(
        "--max-features",
        type=int,
        metavar="K",
        help="use only the K words that rank highest (not with knn)",
    )
    group.add_argument(
        "--rank-by",
        choices=["frequency", "chi2", "mutual_info"],
        help="what words are ranked by (default: frequency; not with knn)",
    )


def _add_word_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--analyzer",
        choices=["word", "char", "char_wb"],
        help="count words, or characters, or those within words (default: word)",
    )
    group.add_argument(
        "--ngrams",
        dest="ngram_range",
        type=_ngrams,
        metavar="N-M",
        help="count runs of N to M words or characters (default: 1-1)",
    )
    group.add_argument(
        "--stop-words", metavar="LANGUAGE", help="leave out the stop words of a language"
    )
    group.add_argument("--stem", metavar="LANGUAGE", help="reduce words to their stems")
    group.add_argument(
        "--strip-accents",
        choices=["unicode", "ascii"],
        help="count é as e, by scikit-learn's rule of that name",
    )


def _frequency(word: str) -> float:
    """Read a number of texts (an integer) or a share of them (with a point)."""
    try:
        return int(word) if word.lstrip("+-").isdecimal() else float(word)
    except ValueError:
        message = f"must be a number of texts or a share such as 0.01, not {word!r}"
        raise argparse.ArgumentTypeError(message) from None


def _ngrams(word: str) -> tuple[int, int]:
    """Read a range such as 1-2, or one number."""
    least, _, greatest = word.partition("-")
    try:
        return int(least), int(greatest or least)
    except ValueError:
        message = f"must be a number or a range such as 1-2, not {word!r}"
        raise argparse.ArgumentTypeError(message) from None


def unfitted(options: argparse.Namespace) -> Any:
    """Make the model that was asked for; options of another kind of model are refused."""
    is_knn = options.model == KNN
    taken, others = (OF_NEIGHBORS, OF_WORDS) if is_knn else (OF_WORDS, OF_NEIGHBORS)
    _refuse(options, others, f"--model {options.model}")
    from priory import TextClassifier, TextNeighbors  # noqa: PLC0415 (slow: mistakes come first)

    given = {name: getattr(options, name) for name in (*COMMON, *taken)}
    given = {name: value for name, value in given.items() if value is not None}
    model: Any = TextNeighbors(**given) if is_knn else TextClassifier(model=options.model, **given)
    if not has_words(model):
        _refuse(options, MAKE_WORDS, f"--metric {options.metric}, which compares texts as they are")
    return model


def _refuse(options: argparse.Namespace, useless: dict[str, str], by: str) -> None:
    """Refuse options that would be read and not used."""
    for name, option in useless.items():
        if getattr(options, name) is not None:
            raise CommandError(f"{option} means nothing to {by}: leave it out")
