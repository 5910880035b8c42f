"""The neighbours as evidence."""

import numpy as np
import pytest

from priory import KNeighborsClassifier, KNeighborsRegressor

X = np.array([[0.0], [1.0], [2.0], [3.0], [4.0]])
LABELS = np.array(["a", "a", "b", "b", "c"])
QUERIES = [[1.25], [3.0], [0.1]]


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("alpha", [0, 0.5, [1, 0, 2]])
@pytest.mark.parametrize("sample_weight", [None, [1, 2, 0.5, 1, 3]])
def test_votes_add_up(weights, alpha, sample_weight):
    """The votes of the neighbours and the prior are the probabilities."""
    model = KNeighborsClassifier(3, weights=weights, alpha=alpha)
    model.fit(X, LABELS, sample_weight=sample_weight)
    explained = model.explain(QUERIES)

    for explanation, probabilities in zip(explained, model.predict_proba(QUERIES), strict=True):
        votes = [explanation.votes[explanation.labels == label].sum() for label in model.classes_]
        np.testing.assert_allclose(explanation.prior + votes, probabilities)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("alpha", [0, [2, 0, 0], [0.3, 0.1, 0.2]])
def test_same_as_the_prediction(weights, alpha):
    """An explanation has the probabilities of the model to the bit, and so its label in a tie."""
    rng = np.random.default_rng(0)
    rows, queries = rng.normal(size=(60, 2)), rng.normal(size=(300, 2))
    model = KNeighborsClassifier(9, weights=weights, alpha=alpha).fit(rows, rng.integers(0, 3, 60))
    explained = model.explain(queries)

    probabilities = [explanation.probabilities for explanation in explained]
    np.testing.assert_array_equal(probabilities, model.predict_proba(queries))
    assert [explanation.label for explanation in explained] == model.predict(queries).tolist()


def test_neighbours_are_told():
    """An explanation has the neighbours, nearest first, each with its label and its vote."""
    (explanation,) = KNeighborsClassifier(2, alpha=1).fit(X, LABELS).explain([[1.6]])

    assert explanation.indices.tolist() == [2, 1]
    np.testing.assert_allclose(explanation.distances, [0.4, 0.6])
    assert explanation.labels.tolist() == ["b", "a"]
    assert explanation.votes.tolist() == [0.2, 0.2]
    assert explanation.prior.tolist() == [0.2, 0.2, 0.2]


def test_several_outputs():
    """With several outputs each has an explanation of each row."""
    model = KNeighborsClassifier(3).fit(X, np.column_stack([LABELS, LABELS[::-1]]))
    explained = model.explain(QUERIES)

    for row, probabilities in enumerate(zip(*model.predict_proba(QUERIES), strict=True)):
        for output in (0, 1):
            np.testing.assert_allclose(explained[row][output].probabilities, probabilities[output])


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("y", [X[:, 0] ** 2, np.hstack([X, -X])])
def test_values_average_to_the_prediction(weights, y):
    """The values of the neighbours, by their weights, are the prediction."""
    model = KNeighborsRegressor(3, weights=weights).fit(X, y, sample_weight=[1, 2, 3, 1, 2])
    explained = model.explain(QUERIES)

    predictions = [explanation.prediction for explanation in explained]
    np.testing.assert_allclose(predictions, model.predict(QUERIES))
    np.testing.assert_allclose([explanation.weights.sum() for explanation in explained], 1)


def test_printed():
    """Printed, the votes for the label and the prior add up to its probability."""
    (explanation,) = KNeighborsClassifier(3, alpha=1).fit(X, LABELS).explain([[1.6]])

    classes, own, others = str(explanation).split("\n\n")
    title, _, *voters, prior = own.splitlines()
    assert title == "b, because of 2 of the 3 nearest rows:"
    assert [line.split()[-1] for line in (*voters, prior)] == ["0.1667"] * 3
    assert classes.splitlines()[1].split()[-1] == "0.5000"
    assert len(others.splitlines()) == 3


def test_printed_in_part():
    """Beyond the number that was asked for, neighbours are one line."""
    (explanation,) = KNeighborsClassifier(5).fit(X, LABELS).explain([[0.0]])

    own, others = explanation.to_text(n=1).split("\n\n")[1:]
    assert [line.split()[0] for line in own.splitlines()[2:]] == ["0", "(1"]
    assert [line.split() for line in others.splitlines()[2:]] == [["(3", "more)", "0.6000"]]


def test_printed_values():
    """The average of several outputs has a column for each."""
    values = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]
    (explanation,) = KNeighborsRegressor(4).fit(X, values).explain([[0.0]])

    lines = explanation.to_text(n=2).splitlines()
    assert lines[0] == "The average of the 4 nearest rows:"
    assert lines[1].split() == ["row", "distance", "weight", "value", "0", "value", "1"]
    assert lines[-2].split() == ["(2", "more)", "0.5000"]
    assert lines[-1].split() == ["(average)", "4", "5"]
