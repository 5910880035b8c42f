"""Tokens become counts: vectorizers with scikit-learn's interface and results."""

from priory.counts.count import CountVectorizer
from priory.counts.hashing import HashingVectorizer
from priory.counts.tfidf import TfidfVectorizer
from priory.counts.tfidf_transformer import TfidfTransformer

__all__ = ["CountVectorizer", "HashingVectorizer", "TfidfTransformer", "TfidfVectorizer"]
