"""Sorting of a Maildir: files spam into Junk, and learns from moves."""
