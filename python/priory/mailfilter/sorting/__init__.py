"""Sorting of a Maildir: files classes into folders, spam into Junk, and learns from moves."""
