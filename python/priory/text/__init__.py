"""Text classifiers: Naive Bayes and k-nearest neighbours over strings, with their model files."""

from priory.text.classifier import TextClassifier
from priory.text.counts import TextCounts
from priory.text.explanation import Evidence, TellingWord, TextExplanation
from priory.text.files.errors import ModelFileError
from priory.text.loading import load_model
from priory.text.near.wordless import WordlessWarning
from priory.text.neighbor_explanation import TextNeighbor, TextNeighborsExplanation
from priory.text.neighbors import TextNeighbors

__all__ = [
    "Evidence",
    "ModelFileError",
    "TellingWord",
    "TextClassifier",
    "TextCounts",
    "TextExplanation",
    "TextNeighbor",
    "TextNeighbors",
    "TextNeighborsExplanation",
    "WordlessWarning",
    "load_model",
]
