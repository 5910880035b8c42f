import math
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from priory.evaluate.report._scale import LinearScale, LogScale, MirroredScale
from priory.evaluate.report._style import COLORS
from priory.evaluate.report.svg import (
    Axis,
    Line,
    histogram_pair,
    line_chart,
    reliability_diagram,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title></svg><script>alert(1)</script>&\"'\x00\x1b\ud800\udcff\ufffe\u202e"
PERCENT = Axis("spam, %", 0.0, 100.0)


def chart(*lines, **options):
    """Draw lines over a hundred of something."""
    x = options.pop("x", Axis("learned", 0.0, 100.0))
    return line_chart(lines, title="Learning", meaning="Less is better.", x=x, y=PERCENT, **options)


def parsed(svg):
    """Parse a chart, which must be well-formed."""
    return ET.fromstring(svg)  # noqa: S314 (it is ours)


def texts(svg):
    """Return what a chart says, and where."""
    return [element.text for element in parsed(svg).iter(f"{SVG}text")]


def is_at(text, anchor):
    """Tell whether a text is the name of a tick of one of the axes."""
    return text.get("text-anchor") == anchor and text.get("x") is not None


def points(svg):
    """Return the places of the first line."""
    line = parsed(svg).find(f"{SVG}polyline")
    return [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]


@pytest.mark.parametrize(
    "svg",
    [
        chart(Line(HOSTILE, [(1.0, 2.0)], (3.0, 4.0)), dots=True),
        reliability_diagram([Line(HOSTILE, [(0.1, 0.2)])], title=HOSTILE, meaning=HOSTILE),
        histogram_pair([0.0, 1.0], [3], [4], title=HOSTILE, meaning=HOSTILE),
    ],
)
def test_hostile_names_are_text(svg):
    """Names of any characters leave a chart well-formed, with no element that is not ours."""
    tags = {element.tag.removeprefix(SVG) for element in parsed(svg).iter()}

    assert tags <= {"svg", "title", "desc", "style", "text", "line", "rect", "circle", "polyline"}


def test_charts_tell_what_they_are():
    """A chart is an image with a title and a description, its axes and lines are named."""
    svg = chart(Line("priory", [(0.0, 9.0), (100.0, 2.0)]), Line("peer", [(0.0, 9.0)]))
    root = parsed(svg)

    assert root.get("role") == "img"
    assert [root[0].tag, root[0].text] == [f"{SVG}title", "Learning"]
    assert [root[1].tag, root[1].text] == [f"{SVG}desc", "Less is better."]
    assert {"Learning", "learned", "spam, %", "priory", "peer"} <= set(texts(svg))
    assert {"0", "20", "40", "60", "80", "100"} <= set(texts(svg))


def test_charts_have_colours_for_light_and_dark():
    """Each colour has a value for both, none stands beside the style, and text is the page's."""
    svg = chart(Line("priory", [(0.0, 9.0)]))
    style = parsed(svg).find(f"{SVG}style").text

    for name, (light, dark) in COLORS.items():
        assert f"--{name}: {light};" in style.partition("@media")[0]
        assert f"--{name}: {dark};" in style.partition("@media")[2]
    assert "fill: currentColor" in style
    assert not re.search(r"#[0-9a-f]{3,6}", svg.replace(style, ""))


def test_filters_never_have_the_colours_of_classes():
    """One colour is ham and one is spam: lines of filters have others, each its own."""
    svg = chart(*(Line(str(number), [(0.0, 9.0)]) for number in range(4)))
    kinds = [line.get("class") for line in parsed(svg).iter(f"{SVG}polyline")]

    assert kinds == ["line filter0", "line filter1", "line filter2", "line filter3"]


def test_points_stand_where_the_ticks_say():
    """A point has the place of the tick of the same value, and more is further up."""
    svg = chart(Line("priory", [(20.0, 40.0), (80.0, 60.0)]))
    below = {e.text: e.get("x") for e in parsed(svg).iter(f"{SVG}text") if is_at(e, "middle")}
    beside = {e.text: float(e.get("y")) for e in parsed(svg).iter(f"{SVG}text") if is_at(e, "end")}
    drawn = points(svg)

    assert [x for x, _ in drawn] == [float(below["20"]), float(below["80"])]
    assert [y for _, y in drawn] == pytest.approx([beside["40"] - 4, beside["60"] - 4], abs=0.11)
    assert drawn[0][1] > drawn[1][1]


def test_long_curves_are_thinned():
    """A curve of many points is no longer than its picture, and keeps its ends."""
    curve = [(i / 1000, 100 * math.sqrt(i / 100_000)) for i in range(100_001)]
    drawn = points(chart(Line("priory", curve)))
    ends = points(chart(Line("priory", [curve[0], curve[-1]])))

    assert len(drawn) < 2500
    assert [drawn[0], drawn[-1]] == ends


def test_what_lies_beyond_an_axis_stands_at_its_end():
    """Values beyond an axis are drawn at its end, not outside of the chart."""
    inside = points(chart(Line("priory", [(0.0, 0.0), (100.0, 100.0)])))

    assert points(chart(Line("priory", [(-9.0, -9.0), (900.0, 900.0)]))) == inside


def test_histograms_show_each_message():
    """Ham goes up and spam down, a single message is seen, and empty bins have no bar."""
    svg = histogram_pair([0, 1, 2, 3], [5000, 1, 0], [0, 1, 70], title="Scores", meaning="m")
    bars = [e for e in parsed(svg).iter(f"{SVG}rect") if e.find(f"{SVG}title") is not None]
    ham = [e for e in bars if e.get("class") == "fill ham"]
    spam = [e for e in bars if e.get("class") == "fill spam"]

    assert [e[0].text for e in bars] == [
        "0 to 1: 5,000 ham",
        "1 to 2: 1 ham",
        "1 to 2: 1 spam",
        "2 to 3: 70 spam",
    ]
    assert all(float(e.get("height")) > 5 for e in bars)
    assert float(ham[0].get("y")) < float(ham[1].get("y")) < float(spam[0].get("y"))
    assert {e.get("y") for e in spam} == {spam[0].get("y")}


def test_reliability_has_the_diagonal_and_dots_that_tell():
    """The diagonal is what is ideal, and each dot says its numbers."""
    line = Line("priory", [(0.125, 0.25), (0.875, 0.75)])
    root = parsed(reliability_diagram([line], title="Reliability", meaning="m"))

    assert [e.get("class") for e in root.iter(f"{SVG}polyline")] == ["line ideal", "line filter0"]
    assert [e[0].text for e in root.iter(f"{SVG}circle")] == [
        "priory: 0.125, 0.25",
        "priory: 0.875, 0.75",
    ]


@pytest.mark.parametrize(
    "scale",
    [
        LinearScale(0.0, 7.3, 0.0, 100.0),
        LinearScale(-700.0, 1e6, 0.0, 100.0),
        LinearScale(0.0, 1e-7, 0.0, 100.0),
        LogScale(0.003, 100.0, 0.0, 400.0),
        LogScale(5.0, 50.0, 0.0, 400.0),
        MirroredScale(LogScale(1.0, 5000.0, 100.0, 0.0)),
    ],
)
def test_ticks_are_few_and_in_order(scale):
    """Ticks have different names, stand in order and within the axis, and are few."""
    ticks = scale.ticks()
    places = [scale.at(value) for value, _ in ticks]
    distances = [after - before for before, after in pairwise(places)]

    assert 3 <= len(ticks) <= 16
    assert all(d > 0 for d in distances) or all(d < 0 for d in distances)
    assert {name: abs(value) for value, name in ticks if name} == pytest.approx(
        {
            name: abs(float(name.replace(",", "").replace("\N{MINUS SIGN}", "-")))
            for _, name in ticks
            if name
        }
    )


@pytest.mark.parametrize("kind", ["linear", "log", "mirrored"])
def test_an_axis_of_one_value_is_drawn(kind):
    """An axis whose ends are the same has a place for it."""
    scale = Axis("learned", 5.0, 5.0, kind).scale(0.0, 100.0)

    assert 0 <= scale.at(5.0) <= 100
    assert scale.ticks()


def test_legends_wrap():
    """Names that have no room beside each other make the chart higher, and long ones are cut."""
    one = parsed(chart(Line("a", [(1.0, 1.0)])))
    names = [f"{letter * 60}" for letter in "abcd"]
    four = parsed(chart(*(Line(name, [(1.0, 1.0)]) for name in names)))

    assert float(four.get("height")) > float(one.get("height"))
    assert f"{'d' * 40}…" in [e.text for e in four.iter(f"{SVG}text")]
