"""Reference implementation in plain Python: readable, and the oracle of the tests.

Nothing here is fast and nothing here is shared with the compiled core. A document is a string,
its tokens are a list of strings, a bag of words is a dict from column to count. Each file is a
stage, and its functions stand in the order in which data flows through them:

    text -> preprocess -> words -> n-grams           (tokens)
    message -> headers, structure, words, links      (mail, mail_words, hosts, characters)
    measurements -> cuts                             (tables)
         -> vocabulary and counts -> weights         (counts)
         -> table -> probabilities -> posterior      (naive_bayes)
    measurements -> sums -> densities -> posterior   (gaussian)
         -> weights -> scores -> costs -> verdict    (mailfilter)
    messages -> errors -> lessons -> scores          (lessons)
    strings -> distances                             (strings)
         -> distances -> neighbours -> majority      (neighbors)

>>> mails = [tokenize("Buy cheap"), tokenize("Buy NOW, buy!")]
>>> vocabulary, rows = count(mails)
>>> vocabulary
['buy', 'cheap', 'now']
>>> rows
[{0: 1, 1: 1}, {0: 2, 2: 1}]
>>> table = tabulate(rows, ["ham", "spam"], len(vocabulary))
>>> joint = log_joint({0: 1, 2: 1}, table, multinomial(table))
>>> round(posterior(joint)["spam"], 3)
0.676
"""

from priory._reference.counts import (
    count,
    document_frequency,
    grow,
    hashed,
    murmurhash3_32,
    normalize,
    prune,
    tfidf,
    truncate,
    unk,
)
from priory._reference.lessons import Mail, Pupil
from priory._reference.mail import mail_tokens
from priory._reference.mail_words import Rules
from priory._reference.mailfilter import Choices, count_mail, judge, weigh
from priory._reference.naive_bayes import (
    Table,
    bernoulli,
    classify,
    learn,
    log_joint,
    log_sum_exp,
    multinomial,
    posterior,
    rates,
    sides,
    tabulate,
    train,
    urn,
)
from priory._reference.tables import mdl_cuts
from priory._reference.tokens import domain_features, phrases, preprocess, tokenize, words

__all__ = [
    "Choices",
    "Mail",
    "Pupil",
    "Rules",
    "Table",
    "bernoulli",
    "classify",
    "count",
    "count_mail",
    "document_frequency",
    "domain_features",
    "grow",
    "hashed",
    "judge",
    "learn",
    "log_joint",
    "log_sum_exp",
    "mail_tokens",
    "mdl_cuts",
    "multinomial",
    "murmurhash3_32",
    "normalize",
    "phrases",
    "posterior",
    "preprocess",
    "prune",
    "rates",
    "sides",
    "tabulate",
    "tfidf",
    "tokenize",
    "train",
    "truncate",
    "unk",
    "urn",
    "weigh",
    "words",
]
