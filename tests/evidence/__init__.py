"""Tests of how explanations are shown, and what they share."""
