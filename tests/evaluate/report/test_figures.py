import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from priory.evaluate.report import Report, _figures

SVG = "{http://www.w3.org/2000/svg}"


def of(*results):
    """Return a report of results."""
    return Report(title="Mail", results=results)


def circles(chart):
    """Return the dots of a chart, as they tell their numbers."""
    return [e[0].text for e in ET.fromstring(chart).iter(f"{SVG}circle")]  # noqa: S314 (ours)


def names(chart):
    """Return all that is written in a chart."""
    return [e.text for e in ET.fromstring(chart).iter(f"{SVG}text")]  # noqa: S314 (ours)


def test_roc_marks_the_verdicts(priory):
    """The dot is what was lost and what was caught; what is unsure is not caught."""
    (chart,) = _figures.roc(of(priory)).charts

    assert circles(chart) == ["priory: 0.191113, 93.87"]


def test_roc_shows_what_differs(priory):
    """The axis of spam begins below the point where no ham is lost, so that curves are apart."""
    (chart,) = _figures.roc(of(priory)).charts

    assert {"70", "100"} <= set(names(chart))
    assert "60" not in names(chart)


def test_learning_has_a_chart_for_each_measure(priory):
    """Lost, missed, unsure and cost have a chart each, and what is not defined has no point."""
    charts = _figures.learning(of(priory)).charts

    assert [names(chart)[0] for chart in charts] == [
        "Good mail lost",
        "Good mail unsure",
        "Spam missed",
        "Spam unsure",
        "Cost",
    ]
    assert circles(charts[0]) == ["priory: 2,000, 0.2"]
    assert circles(charts[2]) == ["priory: 50.5, 9.5", "priory: 2,000, 1.1"]


def test_each_filter_has_its_scores(priory, peer):
    """Scores are compared with those of the same filter alone, so that each has a chart."""
    other = replace(peer, histogram=priory.histogram)
    charts = _figures.scores(of(priory, other)).charts

    assert [names(chart)[0] for chart in charts] == ["Scores of priory", "Scores of bogofilter"]


def test_what_is_missing_has_no_chart(peer):
    """A filter of which only measures are known has no chart."""
    figures = (_figures.roc, _figures.scores, _figures.reliability, _figures.learning)

    assert [draw(of(peer)).charts for draw in figures] == [[], [], [], []]


@pytest.mark.parametrize("learned", [0.0, 1.0, 75000.0])
def test_odd_results_are_drawn(priory, learned):
    """Curves without a rise, without mistakes and of one point have numbers for all places."""
    point = priory.learning[1]._replace(learned=learned, hm=0.0, sm=0.0, cost=0.0)
    bins = priory.histogram._replace(ham=[0, 0], spam=[0, 0])
    odd = replace(priory, roc=[(0.0, 0.0), (1.0, 1.0)], learning=[point], histogram=bins)
    figures = (_figures.roc, _figures.scores, _figures.learning)
    charts = [chart for draw in figures for chart in draw(of(odd)).charts]

    assert len(charts) == 7
    assert not [chart for chart in charts if re.search(r'"[^"]*\b(nan|inf)\b', chart)]
