"""Text becomes tokens."""

from priory.tokens.analyzer import Analyzer

__all__ = ["Analyzer"]
