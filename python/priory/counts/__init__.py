"""Tokens become counts: vectorizers with scikit-learn's interface and results."""

from priory.counts.count import CountVectorizer
from priory.counts.hashing import HashingVectorizer
from priory.counts.tfidf import TfidfTransformer, TfidfVectorizer

__all__ = ["CountVectorizer", "HashingVectorizer", "TfidfTransformer", "TfidfVectorizer"]
