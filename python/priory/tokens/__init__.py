"""Text and mail become tokens."""

from priory.tokens.analyzer import Analyzer
from priory.tokens.mail import MailAnalyzer

__all__ = ["Analyzer", "MailAnalyzer"]
