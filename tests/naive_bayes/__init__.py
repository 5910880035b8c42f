"""Tests of the Naive Bayes families, and what they share."""
