"""Choices of the mail analyser, judged on real mail: one question a file."""
