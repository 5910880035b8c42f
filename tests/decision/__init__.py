"""Tests of the decisions, and what they share."""
