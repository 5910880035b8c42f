"""The charts of a report, with captions that say how to read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.evaluate.report.svg import (
    WIDTH,
    Axis,
    Line,
    histogram_pair,
    line_chart,
    reliability_diagram,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.curves import Histogram
    from priory.evaluate.report.report import Report, Result

__all__ = ["Figure", "learning", "reliability", "roc", "scores"]

SMALL = 460.0, 300.0  # pixels of charts that stand side by side
CUTS = (99, 98, 95, *range(90, -10, -10))  # percent where the axis of spam may begin
WIDE_RANGE = 20  # of numbers learned: from here on their axis has logarithms
HEADROOM = 1.05  # above the highest point
LEAST = 0.001  # percent
LEARNING = (
    ("hm", "Good mail lost", "good mail lost, %"),
    ("hu", "Good mail unsure", "good mail unsure, %"),
    ("sm", "Spam missed", "spam missed, %"),
    ("su", "Spam unsure", "spam unsure, %"),
    ("cost", "Cost", "cost of a message"),
)


class Figure(NamedTuple):
    """Charts as SVG, and how to read them; none where there is nothing to draw."""

    charts: list[str]
    caption: str


def roc(report: Report) -> Figure:
    """Draw the ROC curves of all filters, with their own verdicts marked."""
    lines = [
        Line(result.name, [(100 * x, 100 * y) for x, y in result.roc], _operating_point(result))
        for result in report.results
        if result.roc
    ]
    caption = (
        "How much spam is caught if so much good mail may be lost, for every threshold on the "
        "score: higher and further to the left is better. Dots are the verdicts of the filters."
    )
    x = Axis("good mail lost, %", _least_lost(lines), 100.0, "log")
    y = Axis("spam caught, %", _cut(lines), 100.0)
    chart = line_chart(lines, title="ROC", meaning=caption, x=x, y=y)
    return Figure([chart] if lines else [], caption)


def _operating_point(result: Result) -> tuple[float, float] | None:
    m = result.measures
    if not m.ham or not m.spam:
        return None
    caught = m.spam - m.spam_missed - m.spam_unsure
    return 100 * m.ham_lost / m.ham, 100 * caught / m.spam


def _least_lost(lines: Sequence[Line]) -> float:
    shares = (x for line in lines for x, _ in (*line.points, line.mark or (0, 0)) if x > 0)
    return min(max(min(shares, default=1.0), LEAST), 10.0)


def _cut(lines: Sequence[Line]) -> float:
    """Return where the axis of spam begins: all but the rise where no good mail is lost is seen."""
    lowest = [max((y for x, y in line.points if x <= 0), default=0.0) for line in lines]
    lowest += [line.mark[1] for line in lines if line.mark is not None]
    return next(cut for cut in CUTS if cut <= min(lowest, default=0.0))


def scores(report: Report) -> Figure:
    """Draw the scores of ham and of spam, a chart for each filter."""
    caption = (
        "How many messages have which score. Where ham and spam overlap, no threshold is right "
        "for all; the axis has logarithms, so that a single message is seen."
    )
    found = [(one.name, one.histogram) for one in report.results if one.histogram is not None]
    width = WIDTH if len(found) == 1 else SMALL[0]
    return Figure([_score_chart(*one, caption, width) for one in found], caption)


def _score_chart(name: str, histogram: Histogram, caption: str, width: float) -> str:
    edges, ham, spam = histogram.edges, histogram.ham, histogram.spam
    title = f"Scores of {name}"
    return histogram_pair(edges, ham, spam, title=title, meaning=caption, width=width)


def reliability(report: Report) -> Figure:
    """Draw the reliability of all filters that give probabilities."""
    lines = [
        Line(result.name, [(one.mean_probability, one.spam_share) for one in result.reliability])
        for result in report.results
        if result.reliability
    ]
    caption = (
        "Of messages with so much probability of spam, how many are spam: on the dotted line "
        "probabilities are right. Dots stand for about as many messages each, "
        "unless many have the same probability."
    )
    chart = reliability_diagram(lines, title="Reliability", meaning=caption)
    return Figure([chart] if lines else [], caption)


def learning(report: Report) -> Figure:
    """Draw what mistakes and costs become as filters learn, a chart for each."""
    caption = "What became of messages, by how many the filter had learned when it judged them."
    return Figure([chart for which in LEARNING for chart in _learning(report, *which)], caption)


def _learning(report: Report, field: str, title: str, label: str) -> list[str]:
    lines = [Line(result.name, _over_time(result, field)) for result in report.results]
    lines = [line for line in lines if line.points]
    if not lines:
        return []
    xs = [x for line in lines for x, _ in line.points]
    most = max(y for line in lines for _, y in line.points) or 1.0
    width, height = SMALL
    chart = line_chart(
        lines,
        title=title,
        meaning=f"{title} over the messages learned.",
        x=_learned(min(x for x in xs if x) if any(xs) else 1.0, max(xs)),
        y=Axis(label, 0.0, HEADROOM * most),
        width=width,
        height=height,
        dots=True,
    )
    return [chart]


def _over_time(result: Result, field: str) -> list[tuple[float, float]]:
    found = ((float(one.learned), getattr(one, field)) for one in result.learning)
    return [(learned, value) for learned, value in found if value is not None]


def _learned(least: float, most: float) -> Axis:
    if most >= WIDE_RANGE * least:
        return Axis("messages learned", least, most, "log")
    return Axis("messages learned", 0.0, most)
