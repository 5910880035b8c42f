"""The page of a question about the filter's settings."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.measures import DEFAULT, EDGES, Belief, Measured, Reliability, roc, roca, shifted
from experiments.page import DIGITS, Tally, markdown, mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from experiments.choices import Choice, Choices, Setting
    from experiments.counted import Scored
    from experiments.trials import Trial

    # By how many messages of each class were learned.
    Trials = Mapping[int | None, list[Trial]]

SURE = 0.99
POWERS = (0, 0.25, 0.5, 0.65, 0.75, 1)
COLUMNS = (
    "learned of each",
    "variant",
    "ham called spam",
    "spam missed",
    "unsure ham",
    "unsure spam",
    "cost a message",
    "1-ROCA %",
    "log loss",
    "Brier",
    "ECE",
    "sure",
    "of these right %",
)
COMPARED: Mapping[str, Any] = {
    "cost": lambda one: round(one.cost, 6),
    "1-ROCA %": lambda one: round(roca(one), DIGITS),
    "log loss": lambda one: round(one.log_loss, 6),
}


def tables(name: str, setting: Setting, views: Mapping[str, Trials]) -> Iterator[str]:
    """Write the tables of a question."""
    default = next(iter(setting.choices.values()))
    if name == "held-out":
        [[trial]] = next(iter(views.values())).values()
        yield held_out(default.score(trial), default.belief)
        return
    for view, trials in views.items():
        yield f"### {view}\n\n{table(setting.choices, trials)}"
        if name == "probability":
            yield f"#### Strength with the least log loss\n\n{strengths(default, trials)}"
            for best in (DEFAULT.spam, DEFAULT.ham):
                title = f"#### Stated and observed by default, where {best} is more probable"
                yield f"{title}\n\n{reliability(default, trials, best)}"


def table(choices: Choices, trials: Trials) -> str:
    """Write what each choice did, in the sum of the folds and against the default."""
    rows = []
    for size, folds in trials.items():
        done: dict[Choice, list[Measured]] = {}
        for name, choice in choices.items():
            results = [choice.score(trial) for trial in folds]
            beliefs = choice.beliefs(results)
            measured = [Measured.of(*pair) for pair in zip(results, beliefs, strict=True)]
            numbers = row(measured, Reliability.of(results, beliefs))
            rows.append([learned(size), name, *numbers, *compared(measured, base(choice, done))])
            done[choice] = measured
    return markdown((*COLUMNS, *(f"{name}: won/tied/lost" for name in COMPARED)), rows)


def base(choice: Choice, done: Mapping[Choice, list[Measured]]) -> list[Measured] | None:
    """Return what a choice is compared with: the default, and fitted ones the fitted default."""
    default = next(iter(done), None)
    if default is None or choice == replace(default, fitted=True):
        return None
    return done.get(replace(default, fitted=choice.fitted), done[default])


def learned(size: int | None) -> str:
    """Say how many messages of each class were learned."""
    return "all" if size is None else str(size)


def row(measured: Sequence[Measured], reliability: Reliability) -> list[str]:
    """Write the sums over the folds."""
    n = sum(one.n for one in measured)
    sure, right = reliability.above(SURE)
    return [
        *(
            str(sum(getattr(one.found, name) for one in measured))
            for name in ("ham_lost", "spam_missed", "ham_unsure", "spam_unsure")
        ),
        f"{sum(one.cost for one in measured) / n:.4f}",
        f"{mean(map(roca, measured)):.{DIGITS}f}",
        f"{sum(one.log_loss for one in measured) / n:.4f}",
        f"{sum(one.brier for one in measured) / n:.4f}",
        f"{reliability.distance:.4f}",
        f"{sure:.0f}",
        percent(right),
    ]


def compared(ours: Sequence[Measured], base: Sequence[Measured] | None) -> list[str]:
    """Write in how many folds a choice did better than the default, as well, and worse."""
    if base is None:
        return [""] * len(COMPARED)
    return [str(Tally.of(list(ours), list(base), measure)) for measure in COMPARED.values()]


def strengths(choice: Choice, trials: Trials) -> str:
    """Write which strength has the least log loss, by the power and by what was learned."""
    rows = []
    for power in POWERS:
        fits = (
            Belief(1, 0, power).fitted([choice.score(trial) for trial in folds]).strength
            for folds in trials.values()
        )
        rows.append([str(power), *(f"{fit:.2f}" for fit in fits)])
    shifts = [
        shifted([choice.score(trial) for trial in folds], Belief(1, 0)) for folds in trials.values()
    ]
    rows.append(["0.5, if there is a shift, too", *(f"{strength:.2f}" for strength, _ in shifts)])
    rows.append(["that shift, towards spam", *(f"{shift:+.2f}" for _, shift in shifts)])
    return markdown(("power", *map(learned, trials)), rows)


def reliability(choice: Choice, trials: Trials, best: str) -> str:
    """Write how often the best class is right, by its probability and by what was learned."""
    by_size = [
        stated([choice.score(trial) for trial in folds], choice.belief, best)
        for folds in trials.values()
    ]
    names = [f"{learned(size)}: {what}" for size in trials for what in ("messages", "right %")]
    rows = [
        [name, *chain.from_iterable(cells)] for name, *cells in zip(bins(), *by_size, strict=True)
    ]
    return markdown(("stated", *names), rows)


def stated(results: Sequence[Scored], belief: Belief, best: str) -> list[list[str]]:
    """Write how many messages each row of `EDGES` has, and how many of them are right."""
    found = Reliability.of(results, [belief] * len(results), best)
    pairs = zip(found.messages, found.right, strict=True)
    return [[f"{n:.0f}", percent(right)] for n, right in pairs]


def bins() -> list[str]:
    """Name the rows of a table of probabilities."""
    return [f"{low} to {high}" for low, high in zip(EDGES, (*EDGES[1:], 1), strict=True)]


def percent(share: float) -> str:
    """Write a share, if there is one."""
    return "" if np.isnan(share) else f"{100 * share:.1f}"


def held_out(scored: Scored, belief: Belief) -> str:
    """Write what became of the other half, and what other costs would have made of it."""
    measured = Measured.of(scored, belief)
    numbers = row([measured], Reliability.of([scored], [belief]))
    points = [
        [str(lost), str(missed)] for lost, missed in roc(belief.log_odds(scored), scored.spam)
    ]
    sides = [stated([scored], belief, best) for best in (DEFAULT.spam, DEFAULT.ham)]
    rows = [[name, *spam, *ham] for name, spam, ham in zip(bins(), *sides, strict=True)]
    names = ("stated", "spam: messages", "spam: right %", "ham: messages", "ham: right %")
    return "\n\n".join(
        [
            f"### By default\n\n{markdown(COLUMNS[2:], [numbers])}",
            f"### ROC\n\n{markdown(('ham called spam', 'spam not caught'), points)}",
            f"### Stated and observed\n\n{markdown(names, rows)}",
        ]
    )
