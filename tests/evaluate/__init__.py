"""Tests of the evaluation, and what they share."""
