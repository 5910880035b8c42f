from dataclasses import replace

from evaluate.said import said, stream, trial
from priory.evaluate import gather
from priory.evaluate.duplicates import Twins
from priory.evaluate.outcomes import Trial
from priory.evaluate.report import Labelled, Mistake
from priory.mailfilter import Settings

SETTINGS = Settings()


def test_results_are_measured():
    """A trial becomes measures, intervals, curves and the table of verdicts."""
    [result] = gather("x", [trial(stream(200))], SETTINGS).results

    assert (result.measures.ham, result.measures.spam) == (100, 100)
    assert result.intervals["hm"][0] <= result.measures.hm <= result.intervals["hm"][1]
    assert (result.roc[0], result.roc[-1]) == ((0.0, 0.0), (1.0, 1.0))
    assert sum(result.histogram.ham) == 100
    assert sum(one.messages for one in result.reliability) == 200
    assert sum(result.confusion.values()) == 200


def test_what_is_given_is_passed_on():
    """The title, mistakes, conflicts, time and the class of spam stand in the report."""
    mistake, twin = Mistake("box#1", "ham", "junk"), [Labelled("box#2", "ham")]
    found = gather(
        "Mail of last year",
        [trial([said("junk", "junk", 1.0, 0.9), said("ham", "ham", -1.0, 0.1)])],
        Settings(spam="junk"),
        mistakes=[mistake],
        conflicts=[twin],
        duration=3.5,
    )

    assert (found.title, found.duration, found.spam) == ("Mail of last year", 3.5, "junk")
    assert (found.mistakes, found.conflicts) == ([mistake], [twin])


def test_only_a_filter_that_goes_on_has_a_learning_curve():
    """Folds begin anew, so that nothing is learned over them."""
    online, folds = (gather("x", [trial(stream(200, runs=n))], SETTINGS) for n in (1, 10))

    assert online.results[0].learning
    assert not folds.results[0].learning


def test_a_filter_that_learns_nothing_meanwhile_has_no_learning_curve():
    """What is judged after a point in time says nothing of learning."""
    later = [replace(one, learned=500) for one in stream(200, runs=1)]

    assert not gather("x", [trial(later)], SETTINGS).results[0].learning


def test_the_first_filter_is_compared_with_each_other():
    """Each further filter is compared with the first, and not with the others."""
    outcomes = stream(60)

    found = gather("x", [trial(outcomes, name) for name in "abc"], SETTINGS)

    assert [(one.one, one.other) for one in found.comparisons] == [("a", "b"), ("a", "c")]


def test_protocols_are_not_compared():
    """Filters are compared on the same messages alone."""
    other = Trial("b", "online", tuple(stream(60, seed=1)))

    assert gather("x", [trial(stream(60)), other], SETTINGS).comparisons == []


def test_partial_trials_are_not_compared():
    """A filter that has not judged all messages is measured and not compared."""
    outcomes = stream(60)
    cut = trial(outcomes[:31], "b", is_partial=True)

    found = gather("x", [trial(outcomes), cut], SETTINGS)

    assert (len(found.results), found.comparisons, found.is_partial) == (2, [], True)


def test_filters_that_judged_nothing_are_named():
    """A filter that was interrupted before it began has no result, and the report is partial."""
    found = gather("x", [trial(stream(60)), trial([], "b", is_partial=True)], SETTINGS)

    assert [result.name for result in found.results] == ["a"]
    assert (found.unjudged, found.is_partial) == (["b"], True)


def test_twins_stand_with_their_filter():
    """Twins are those of the trial at the same place, also if one before it judged nothing."""
    trials = [trial([], "a"), trial(stream(60), "b")]

    [result] = gather("x", trials, SETTINGS, twins=[Twins(0, 0), Twins(60, 7)]).results

    assert (result.name, result.twins) == ("b", Twins(60, 7))


def test_the_same_seed_gives_the_same_report():
    """What is drawn for intervals is drawn by the seed."""
    trials = [trial(stream(80))]
    one, same, other = (gather("x", trials, SETTINGS, seed=seed) for seed in (1, 1, 2))

    assert one == same
    assert one.results[0].intervals != other.results[0].intervals
