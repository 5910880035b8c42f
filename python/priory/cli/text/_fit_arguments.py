"""The options of ``priory text fit``, and the estimator they configure."""

from __future__ import annotations

import argparse
from typing import Any

from priory.cli._data import add_data_arguments
from priory.cli._errors import CommandError
from priory.cli.text._model import has_words

__all__ = ["MODELS", "OPTIONS", "REMEDIES", "add_arguments", "add_model_groups", "unfitted"]

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
OPTIONS = {"alpha": "--alpha", "n_jobs": "--jobs"} | MAKE_WORDS | OF_WORDS | OF_NEIGHBORS
OF_WORD_ANALYZER = {name: MAKE_WORDS[name] for name in ("stop_words", "stem")}
REMEDIES = {
    "crossed-limits": "lower --min-df or raise --max-df",
    "no-mode": "use --estimate mean, or an --alpha of at least 1",
    "too-few-rows": "learn more texts or lower --neighbors",
    "unknown-metric": "choose one of them",
}
KNN = "knn"
MODELS = ("multinomial", "boolean", "bernoulli", "complement", KNN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; what is not given is what the model has by default."""
    add_data_arguments(parser, labelled=True)
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="model file to write"
    )
    parser.add_argument("--json", action="store_true", help="output a JSON report")
    add_model_groups(parser)


def add_model_groups(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which model is fitted."""
    _add_model_arguments(parser.add_argument_group("model"))
    words = parser.add_argument_group("words")
    _add_choice_arguments(words)
    _add_word_arguments(words)


def _add_model_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--model",
        choices=MODELS,
        default="multinomial",
        help="Naive Bayes event model: multinomial, boolean (multinomial over word presence), "
        "bernoulli or complement; or knn, k-nearest neighbours, whose model file holds all texts "
        "(default: %(default)s)",
    )
    group.add_argument(
        "--alpha",
        type=float,
        metavar="A",
        help="additive (Laplace) smoothing of word counts (default: 1.0); with knn, of votes "
        "(default: 0.0)",
    )
    group.add_argument(
        "--estimate",
        choices=["mean", "map", "mle"],
        help="probability estimate: posterior mean, MAP or maximum likelihood (default: mean; "
        "not with knn)",
    )
    _add_neighbor_arguments(group)
    group.add_argument(
        "--jobs",
        dest="n_jobs",
        type=int,
        metavar="N",
        help="number of threads; -1 uses all cores (default: -1)",
    )


def _add_neighbor_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--neighbors",
        dest="n_neighbors",
        type=int,
        metavar="K",
        help="number of neighbours (default: 5; only with knn)",
    )
    group.add_argument(
        "--metric",
        metavar="NAME",
        help="distance: cosine or euclidean (tf-idf), jaccard, jensenshannon, kullback_leibler or "
        "manhattan (word counts), or a string distance such as levenshtein or ncd (default: "
        "cosine; only with knn)",
    )
    group.add_argument(
        "--weights",
        choices=["uniform", "distance"],
        help="weight votes equally or by inverse distance (default: uniform; only with knn)",
    )


def _add_choice_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--min-df",
        type=_frequency,
        metavar="N",
        help="minimum document frequency, a count or a proportion such as 0.01 (default: 1)",
    )
    group.add_argument(
        "--max-df",
        type=_frequency,
        metavar="N",
        help="maximum document frequency, a count or a proportion (default: 1.0)",
    )
    group.add_argument(
        "--max-features",
        type=int,
        metavar="K",
        help="use the K best words only (not with knn)",
    )
    group.add_argument(
        "--rank-by",
        choices=["frequency", "chi2", "mutual_info"],
        help="ranking for --max-features (default: frequency; not with knn)",
    )


def _add_word_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--analyzer",
        choices=["word", "char", "char_wb"],
        help="features: words, characters, or characters within word boundaries (default: word)",
    )
    group.add_argument(
        "--ngrams",
        dest="ngram_range",
        type=_ngrams,
        metavar="N-M",
        help="n-gram range (default: 1-1)",
    )
    group.add_argument(
        "--stop-words", metavar="LANGUAGE", help="remove the stop words of this language"
    )
    group.add_argument(
        "--stem", metavar="LANGUAGE", help="stem words by the Snowball stemmer of this language"
    )
    group.add_argument(
        "--strip-accents",
        choices=["unicode", "ascii"],
        help="remove accents, as scikit-learn does",
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
    if options.analyzer not in (None, "word"):
        _refuse(options, OF_WORD_ANALYZER, f"--analyzer {options.analyzer}")
    if options.rank_by is not None and options.max_features is None:
        raise CommandError("--rank-by has no effect without --max-features: add that or remove it")
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
            raise CommandError(f"{option} has no effect with {by}: remove it")
