"""``priory text fit``: labelled texts become a model."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from priory._show import counted, dump, path_text, plain, shown, spelled
from priory.cli._data import Data, add_data_arguments
from priory.cli._errors import CommandError
from priory.cli._output import check_output
from priory.cli.text._model import complaints

if TYPE_CHECKING:
    from priory import TextClassifier

__all__ = ["add_arguments", "run"]

PARAMETERS = (
    "model",
    "alpha",
    "estimate",
    "min_df",
    "max_df",
    "max_features",
    "rank_by",
    "analyzer",
    "ngram_range",
    "stop_words",
    "stem",
    "strip_accents",
    "n_jobs",
)
MOST_LABELS = 10  # named in the report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes; each parameter's default is that of `TextClassifier`."""
    add_data_arguments(parser, labelled=True)
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="the file the model is written to"
    )
    parser.add_argument("--json", action="store_true", help="report as JSON")
    _add_model_arguments(parser.add_argument_group("model"))
    _add_word_arguments(parser.add_argument_group("words"))


def _add_model_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--model",
        choices=["multinomial", "boolean", "bernoulli", "complement"],
        default="multinomial",
        help="what counts of a word: each time it occurs, that it is there, also its absence, or "
        "each time it occurs, judged by all other classes (default: %(default)s)",
    )
    group.add_argument(
        "--alpha",
        type=float,
        default=1.0,
        metavar="A",
        help="how often each word counts as seen beforehand (default: %(default)s)",
    )
    group.add_argument(
        "--estimate",
        choices=["mean", "map", "mle"],
        default="mean",
        help="which estimate of the probabilities is used (default: %(default)s)",
    )
    group.add_argument(
        "--jobs",
        dest="n_jobs",
        type=int,
        default=-1,
        metavar="N",
        help="the number of threads; -1 is one a core (default: %(default)s)",
    )


def _add_word_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--min-df",
        type=_frequency,
        default=1,
        metavar="N",
        help="use words of at least N texts, or of a share such as 0.01 (default: %(default)s)",
    )
    group.add_argument(
        "--max-df",
        type=_frequency,
        default=1.0,
        metavar="N",
        help="use words of at most N texts, or of a share (default: %(default)s, all)",
    )
    group.add_argument(
        "--max-features", type=int, metavar="K", help="use only the K words that rank highest"
    )
    group.add_argument(
        "--rank-by",
        choices=["frequency", "chi2", "mutual_info"],
        default="frequency",
        help="what words are ranked by (default: %(default)s)",
    )
    group.add_argument(
        "--analyzer",
        choices=["word", "char", "char_wb"],
        default="word",
        help="count words, or characters, or those within words (default: %(default)s)",
    )
    group.add_argument(
        "--ngrams",
        dest="ngram_range",
        type=_ngrams,
        default=(1, 1),
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


def run(options: argparse.Namespace) -> int:
    """Learn batch by batch, then write the model."""
    data = Data(options)
    check_output(options.output, options.data)
    from priory import TextClassifier  # noqa: PLC0415 (slow: not before mistakes are told)

    model = TextClassifier(**{name: getattr(options, name) for name in PARAMETERS})
    with complaints(), closing(data.batches()) as batches:
        for batch in batches:
            model.partial_fit([row.text for row in batch], [row.label for row in batch])
    data.report_bad()
    if not data.n_rows:
        raise CommandError(f"{data.name} has no rows to learn from")
    with complaints():
        model.save(options.output)
    if not model.n_words_:
        print(f"priory: {_wordless(options)}", file=sys.stderr)
    _report(model, data, options)
    return 0


def _wordless(options: argparse.Namespace) -> str:
    """Say what a model without words does, and how it gets some."""
    remedy = "look at the texts, --analyzer, --ngrams and --stop-words"
    if (options.min_df, options.max_df) != (1, 1.0):
        limits = f"--min-df {options.min_df} and --max-df {options.max_df}"
        remedy = f"lower --min-df or raise --max-df ({limits})"
    return f"the model has no words, so it gives every text the same label: {remedy}"


def _report(model: TextClassifier, data: Data, options: argparse.Namespace) -> None:
    """Say what was learned."""
    counts = list(zip(model.classes_, map(int, model.class_count_), strict=True))
    if options.json:
        dump(
            {
                "model": path_text(options.output),
                "texts": data.n_rows,
                "classes": {plain(label): count for label, count in counts},
                "words": int(model.n_words_),
                "bad_rows": data.n_bad,
            }
        )
        return
    classes = ", ".join(f"{count:,} {shown(spelled(label))}" for label, count in counts)
    if len(counts) > MOST_LABELS:
        classes = f"{len(counts):,} labels"
    texts, words = counted(data.n_rows, "text"), counted(model.n_words_, "word")
    print(f"{shown(options.output)}: {texts} ({classes}), {words}")
