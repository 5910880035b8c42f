"""Tests of messages, and what they share."""
