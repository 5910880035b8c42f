"""Strings in, labels out."""
