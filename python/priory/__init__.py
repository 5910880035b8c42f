"""Naive Bayes for Python with a compiled core."""

__version__ = "0.1.0"
