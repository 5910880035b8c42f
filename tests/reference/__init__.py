"""Tests of the reference, and what they share."""
