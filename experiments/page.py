"""The page of an experiment: question, data, command, table, and a verdict written by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.measures import roca
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.messages import Mail

    from experiments.choices import Setting
    from experiments.compared import Comparison
    from experiments.judge import Score, Scores
    from experiments.questions import Options, Question

FOLDER = Path(__file__).parent
NO_VERDICT = "Not written yet."
DIGITS = 4  # of the area above the ROC curve; what looks equal is a tie
MEASURES: Mapping[str, Callable[[Score], float]] = {
    "ham called spam": lambda score: score.found.ham_lost,
    "spam missed": lambda score: score.found.spam_missed,
    "1-ROCA %": lambda score: round(roca(score), DIGITS),
}
COMPARED = tuple(f"{name}: won/tied/lost" for name in MEASURES)
# The columns of names.
WORDS = {"variant", "model", "method", "stated", "power", "table", "votes"}
WORDS |= {"best by accuracy", "best by log loss"}
COLUMNS = ("variant", "model", *MEASURES, "cost", "tokens", *COMPARED)


@dataclass(frozen=True)
class Tally:
    """In how many folds a variant did better than the baseline, as well, and worse."""

    won: int
    tied: int
    lost: int

    @classmethod
    def of(cls, ours: list[Any], base: list[Any], measure: Callable[[Any], float]) -> Tally:
        """Compare two variants fold by fold; less is better."""
        signs = Counter(
            int(measure(a) > measure(b)) - int(measure(a) < measure(b))
            for a, b in zip(ours, base, strict=True)
        )
        return cls(signs[-1], signs[0], signs[1])

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.tied + other.tied, self.lost + other.lost)

    def __str__(self) -> str:
        return "/".join(map(str, astuple(self)))


def path(name: str, question: Question | Setting | Comparison) -> Path:
    """Say where the page of a question lies."""
    return FOLDER / f"{question.number:03}-{name}.md"


def verdict(file: Path) -> str:
    """Read the verdict that stands in a page."""
    page = file.read_text(encoding="utf-8") if file.is_file() else ""
    _, heading, text = page.partition("\n## Verdict\n")
    return text.strip() if heading else NO_VERDICT


def page(
    name: str, question: Question, mail: list[Mail], found: Mapping[str, Mapping[str, Scores]]
) -> str:
    """Write the page of a question, and keep its verdict."""
    tables = [*(table(question, view, scores) for view, scores in found.items()), summary(found)]
    asked = f"{question.text}\n\n{variants(question)}"
    return assemble(name, question, asked, data(mail, found), tables)


def assemble(
    name: str,
    question: Question | Setting | Comparison,
    asked: str,
    data: str,
    tables: Iterable[str],
) -> str:
    """Put a page together, with the verdict that it has."""
    sections = {
        "Question": asked,
        "Data": data,
        "Command": f"```console\n$ python -m experiments.run {name} --write\n```",
        "Table": "\n\n".join(tables),
        "Verdict": verdict(path(name, question)),
    }
    text = "\n".join(f"\n## {heading}\n\n{body}" for heading, body in sections.items())
    return f"# {question.number:03}: {name}\n{text}\n"


def variants(question: Question) -> str:
    """List the variants as a user would write them; the first is the baseline."""
    lines = [f"- {name}: `{written(options)}`" for name, options in question.variants.items()]
    return "\n".join([f"{lines[0]}, the baseline", *lines[1:]])


def written(options: Options) -> str:
    """Write the call of an analyser."""
    return f"MailAnalyzer({', '.join(f'{name}={value!r}' for name, value in options.items())})"


def data(mail: list[Mail], found: Mapping[str, Mapping[str, Scores]]) -> str:
    """Say what was judged."""
    n_spam = sum(message.label == "spam" for message in mail)
    scores = next(iter(next(iter(found.values())).values()))
    n_folds = len(next(iter(scores.values())))
    return (
        f"{len(mail):,} messages of the SpamAssassin corpus, {len(mail) - n_spam:,} ham and "
        f"{n_spam:,} spam, in {n_folds} folds; analyser version {MailAnalyzer().version}."
    )


def table(question: Question, view: str, scores: Mapping[str, Scores]) -> str:
    """Write what each variant and model did, in the sum of the folds and against the baseline."""
    base = scores[question.baseline]
    rows = [
        row(variant, model, folds, None if variant == question.baseline else base[model])
        for model in base
        for variant, folds in ((name, by_model[model]) for name, by_model in scores.items())
    ]
    return f"### {view}\n\n{markdown(COLUMNS, rows)}"


def summary(found: Mapping[str, Mapping[str, Scores]]) -> str:
    """Write how often each variant won, over all folds, models and views."""
    baseline, *others = next(iter(found.values()))
    pairs = {
        variant: [
            (s[variant][model], s[baseline][model]) for s in found.values() for model in s[variant]
        ]
        for variant in others
    }
    rows = [
        [variant, *(str(total(compared, measure)) for measure in MEASURES.values())]
        for variant, compared in pairs.items()
    ]
    return f"### All together\n\n{markdown(('variant', *COMPARED), rows)}"


def total(
    compared: list[tuple[list[Score], list[Score]]], measure: Callable[[Score], float]
) -> Tally:
    """Add up the comparisons of a variant with the baseline."""
    return sum((Tally.of(ours, base, measure) for ours, base in compared), Tally(0, 0, 0))


def markdown(columns: Sequence[str], rows: list[list[str]]) -> str:
    """Write a table; words stand on the left, numbers on the right."""
    rule = ["---" if name in WORDS else "---:" for name in columns]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, rule, *rows))


def row(variant: str, model: str, folds: list[Score], base: list[Score] | None) -> list[str]:
    """Write one line of a table; the baseline is not compared."""
    return [
        variant,
        model,
        f"{sum(score.found.ham_lost for score in folds)}",
        f"{sum(score.found.spam_missed for score in folds)}",
        f"{mean(map(roca, folds)):.{DIGITS}f}",
        f"{sum(score.cost for score in folds)}",
        f"{mean(score.features for score in folds):,.0f}",
        *("" if base is None else str(Tally.of(folds, base, m)) for m in MEASURES.values()),
    ]


def mean(numbers: Iterable[float]) -> float:
    """Return the mean of some numbers."""
    numbers = list(numbers)
    return sum(numbers) / len(numbers)
