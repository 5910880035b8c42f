"""Vectorizers from documents to token counts, compatible with scikit-learn."""

from priory.counts.count import CountVectorizer
from priory.counts.hashing import HashingVectorizer
from priory.counts.tfidf import TfidfVectorizer
from priory.counts.tfidf_transformer import TfidfTransformer

__all__ = ["CountVectorizer", "HashingVectorizer", "TfidfTransformer", "TfidfVectorizer"]
