"""Strings in, labels out."""

from priory.text._file import ModelFileError
from priory.text.classifier import TextClassifier
from priory.text.explanation import Evidence, TellingWord, TextExplanation

__all__ = ["Evidence", "ModelFileError", "TellingWord", "TextClassifier", "TextExplanation"]
