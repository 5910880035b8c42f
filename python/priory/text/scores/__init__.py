"""Scoring of texts: event models, feature selection and joint log-probabilities."""
