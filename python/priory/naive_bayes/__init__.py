"""Counts become posteriors: one family of class-conditional distributions a file."""

from priory.naive_bayes._explanation import Explanation
from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.gaussian import GaussianNB
from priory.naive_bayes.multinomial import MultinomialNB
from priory.naive_bayes.poisson import PoissonNB
from priory.naive_bayes.truncated import TruncatedCountNB

__all__ = ["BernoulliNB", "Explanation", "GaussianNB", "MultinomialNB"]
