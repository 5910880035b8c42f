"""Tests of what becomes of tables before they are models."""
