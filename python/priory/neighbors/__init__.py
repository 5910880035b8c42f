"""Nearest neighbours: rows are kept as they are, and those that are near answer for a new one."""
