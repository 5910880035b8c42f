"""Explanations of a text and of a row, of two classes, of three, of one, and of none."""

import numpy as np

from priory import MultinomialNB, TextClassifier

TEXTS = ["buy cheap pills now", "cheap loans, buy", "see you at lunch", "lunch now", "goal by goal"]
LABELS = ["spam", "spam", "ham", "ham", "news"]
TEXT = "Cheap, CHEAP lunch for gnomes"


def of_text(text=TEXT, **parameters):
    """Explain a text."""
    return TextClassifier(**parameters).fit(TEXTS, LABELS).explain(text)


def of_row(**parameters):
    """Explain a row of counts."""
    X = np.array([[3, 1, 0], [0, 2, 1], [1, 4, 0], [0, 0, 3]])
    y = ["ham", "spam", "spam", "news"]
    return MultinomialNB(**parameters).fit(X, y).explain([[0, 2, 1]])[0]
