"""A pytest plugin that hands our classes to scikit-learn's own tests.

It must be loaded before the tests are, with ``-p conformance.dropin``: a test module that says
``from sklearn.feature_extraction.text import CountVectorizer`` then gets ours. What happened is
written as JSON to the file that the variable ``DROPIN_REPORT`` names.
"""

import json
import os
from pathlib import Path

from sklearn import naive_bayes, neighbors, random_projection
from sklearn.feature_extraction import text
from sklearn.neighbors import _base

import priory

REPLACED = {
    text: ("CountVectorizer", "HashingVectorizer", "TfidfTransformer", "TfidfVectorizer"),
    naive_bayes: ("BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"),
    neighbors: ("KNeighborsClassifier", "KNeighborsRegressor"),
    random_projection: ("GaussianRandomProjection",),
}
REPORT = "DROPIN_REPORT"


class Recorder:
    """Remember which tests ran, which failed and which built an object of a class of ours."""

    def __init__(self):
        self.running = None
        self.ran, self.failed, self.built = set(), set(), set()

    def pytest_runtest_setup(self, item):
        """Note whose objects are built from now on."""
        self.running = item.name
        self.ran.add(item.name)

    def pytest_runtest_logreport(self, report):
        """Note a failure, in whatever phase."""
        if report.failed:
            self.failed.add(report.nodeid.partition("::")[2])

    def pytest_sessionfinish(self):
        """Write the report."""
        names = {"ran": self.ran, "failed": self.failed, "built": self.built}
        report = json.dumps({key: sorted(value) for key, value in names.items()})
        Path(os.environ[REPORT]).write_text(report, encoding="utf-8")

    def watch(self, ours):
        """Note each test that builds an object of one of our classes."""

        def build(cls, *_args, **_parameters):
            if self.running:
                self.built.add(self.running)
            return object.__new__(cls)

        ours.__new__ = build


def pytest_configure(config):
    """Put our classes in the place of scikit-learn's."""
    recorder = Recorder()
    config.pluginmanager.register(recorder)
    for module, names in REPLACED.items():
        for name in names:
            ours = getattr(priory, name)
            recorder.watch(ours)
            setattr(module, name, ours)
    # By this private class the tests tell those who find k neighbours from those who find a radius.
    ours = (getattr(priory, name) for name in REPLACED[neighbors])
    _base.KNeighborsMixin = (_base.KNeighborsMixin, *ours)
