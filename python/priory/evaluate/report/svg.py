"""Charts as SVG: lines, reliability, and scores of ham beside those of spam."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from priory.evaluate.report._drawing import Key, element, framed, label, place
from priory.evaluate.report._scale import Axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.report._drawing import Frame

__all__ = ["Axis", "Line", "histogram_pair", "line_chart", "reliability_diagram"]

WIDTH, HEIGHT = 640.0, 380.0
FILTERS = 4  # that have a colour of their own
NEAR = 0.5  # pixels: of points that are nearer to each other one is enough
MOST_DOTS = 60  # with more of them a line is a line


class Line(NamedTuple):
    """A line of a chart.

    Attributes
    ----------
    name : str
        What it shows, such as the name of a filter.
    points : sequence of (float, float)
        Where it goes.
    mark : (float, float) or None
        A point that is marked, which need not lie on it.
    """

    name: str
    points: Sequence[tuple[float, float]]
    mark: tuple[float, float] | None = None


def line_chart(
    lines: Sequence[Line],
    *,
    title: str,
    meaning: str,
    x: Axis,
    y: Axis,
    width: float = WIDTH,
    height: float = HEIGHT,
    dots: bool = False,
) -> str:
    """Draw lines, such as an ROC curve or a learning curve.

    Parameters
    ----------
    lines : sequence of Line
        The lines; the first few have colours and dashes of their own.
    title, meaning : str
        What the chart is called, and what it shows, for those who do not see it.
    x, y : Axis
        The axes. What lies beyond their ends is drawn at the end.
    width, height : float, default=640 and 380
        Its size in pixels.
    dots : bool, default=False
        Whether each point has a dot, which says its numbers; not where there are very many.

    Returns
    -------
    str
        An ``<svg>`` element, for a page or a file.

    Examples
    --------
    >>> from priory.evaluate.report.svg import Axis, Line, line_chart
    >>> percent = Axis("spam not caught, %", 0.0, 10.0)
    >>> chart = line_chart([Line("priory", [(100, 8.0), (200, 5.0)])], title="Learning",
    ...                    meaning="Less with time.", x=Axis("learned", 0, 200), y=percent)
    >>> chart[:4], chart.count("<polyline")
    ('<svg', 1)
    """
    frame = framed(x, y, _keys(lines), width, height)
    return frame.chart(title, meaning, _curves(lines, frame, dots=dots))


def reliability_diagram(lines: Sequence[Line], *, title: str, meaning: str) -> str:
    """Draw the share of spam over the mean probability; on the diagonal probabilities are right.

    Parameters
    ----------
    lines : sequence of Line
        A line for each filter, with points of mean probability and share of spam.
    title, meaning : str
        What the chart is called, and what it shows, for those who do not see it.

    Returns
    -------
    str
        An ``<svg>`` element.
    """
    x, y = Axis("mean probability of spam", 0.0, 1.0), Axis("share of spam", 0.0, 1.0)
    frame = framed(x, y, _keys(lines), WIDTH * 0.75, HEIGHT * 1.2)
    ideal = _polyline([(0.0, 0.0), (1.0, 1.0)], frame, "line ideal")
    return frame.chart(title, meaning, [ideal, *_curves(lines, frame, dots=True)])


def histogram_pair(
    edges: Sequence[float],
    ham: Sequence[int],
    spam: Sequence[int],
    *,
    title: str,
    meaning: str,
    width: float = WIDTH,
) -> str:
    """Draw how many messages have which score: ham upwards, spam downwards.

    Numbers have an axis of logarithms, so that a single message is seen beside thousands.

    Parameters
    ----------
    edges : sequence of float
        Where bins begin and end: one more than there are bins.
    ham, spam : sequence of int
        Messages in each bin.
    title, meaning : str
        What the chart is called, and what it shows, for those who do not see it.
    width : float, default=640
        Its width in pixels.

    Returns
    -------
    str
        An ``<svg>`` element.
    """
    most = float(max((*ham, *spam), default=1))
    x = Axis("score: the further to the right, the more like spam", edges[0], edges[-1])
    y = Axis("messages", -most, most, "mirrored")
    keys = [
        Key("ham, upwards", "ham", is_line=False),
        Key("spam, downwards", "spam", is_line=False),
    ]
    frame = framed(x, y, keys, width, HEIGHT)
    bars = [*_bars(edges, ham, "ham", frame), *_bars(edges, spam, "spam", frame)]
    return frame.chart(title, meaning, bars)


def _keys(lines: Sequence[Line]) -> list[Key]:
    return [Key(line.name, _color(number)) for number, line in enumerate(lines)]


def _color(number: int) -> str:
    return f"filter{number % FILTERS}"


def _curves(lines: Sequence[Line], frame: Frame, *, dots: bool) -> list[str]:
    parts = []
    for number, line in enumerate(lines):
        color = _color(number)
        parts.append(_polyline(line.points, frame, f"line {color}"))
        if dots and len(line.points) <= MOST_DOTS:
            parts += [_dot(line.name, point, frame, color, 3) for point in line.points]
        if line.mark is not None:
            parts.append(_dot(line.name, line.mark, frame, color, 6))
    return parts


def _polyline(points: Sequence[tuple[float, float]], frame: Frame, kind: str) -> str:
    places = _thinned([(frame.x.at(x), frame.y.at(y)) for x, y in points])
    path = " ".join(f"{place(x)},{place(y)}" for x, y in places)
    return element("polyline", {"class": kind, "points": path})


def _thinned(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Leave out what nobody sees: a curve of many thousand points is as long as its picture."""
    kept = places[:1]
    for x, y in places[1:-1]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= NEAR:
            kept.append((x, y))
    return kept + places[1:][-1:]


def _dot(name: str, point: tuple[float, float], frame: Frame, color: str, radius: int) -> str:
    x, y = point
    at = {"cx": place(frame.x.at(x)), "cy": place(frame.y.at(y)), "r": f"{radius}"}
    said = element("title", {}, label(f"{name}: {x:,.6g}, {y:.4g}"))
    return element("circle", {"class": f"fill {color}", **at}, said)


def _bars(edges: Sequence[float], counts: Sequence[int], kind: str, frame: Frame) -> list[str]:
    """Draw the bars of one class: those of ham upwards, those of spam downwards."""
    sign = 1 if kind == "ham" else -1
    parts = []
    for (low, high), count in zip(pairwise(edges), counts, strict=True):
        ends = sorted((frame.y.at(0), frame.y.at(sign * count)))
        said = element("title", {}, label(f"{low:.4g} to {high:.4g}: {count:,} {kind}"))
        box = _box(frame.x.at(low), ends[0], frame.x.at(high), ends[1])
        parts += [element("rect", {"class": f"fill {kind}", **box}, said)] if count else []
    return parts


def _box(left: float, top: float, right: float, bottom: float) -> dict[str, str]:
    """Return where a bar is, with a gap to the next one where there is room for it."""
    wide = max(right - left - 1, 1.0)
    at = {"x": left, "y": top, "width": wide, "height": bottom - top}
    return {name: place(pixels) for name, pixels in at.items()}
