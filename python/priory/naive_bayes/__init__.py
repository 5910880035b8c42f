"""Naive Bayes classifiers, one family of class-conditional distributions per module."""

from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.categorical import CategoricalNB
from priory.naive_bayes.complement import ComplementNB
from priory.naive_bayes.counts import Counts
from priory.naive_bayes.discriminant import GaussianDiscriminant
from priory.naive_bayes.gaussian import GaussianNB
from priory.naive_bayes.kernel import KernelNB
from priory.naive_bayes.mixed import MixedNB
from priory.naive_bayes.multilabel import MultiLabelNB
from priory.naive_bayes.multinomial import MultinomialNB
from priory.naive_bayes.poisson import PoissonNB
from priory.naive_bayes.scores.explanation import Explanation
from priory.naive_bayes.truncated import TruncatedCountNB

__all__ = [
    "BernoulliNB",
    "CategoricalNB",
    "ComplementNB",
    "Counts",
    "Explanation",
    "GaussianDiscriminant",
    "GaussianNB",
    "KernelNB",
    "MixedNB",
    "MultiLabelNB",
    "MultinomialNB",
    "PoissonNB",
    "TruncatedCountNB",
]
