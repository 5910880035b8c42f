"""What all tests share: mail to try things on, and how hypothesis looks for examples."""

import os
import signal

import pytest
from benchmarks import corpora
from hypothesis import settings

from priory import sample

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as background jobs of a shell have it
    signal.signal(signal.SIGINT, signal.default_int_handler)

CORPUS = "spamassassin"

pytest.register_assert_rewrite("conformance.comparison")

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session", params=["sample", pytest.param("corpus", marks=pytest.mark.slow)])
def mailbox(request):
    """Return paths and messages: of the sample, and of a corpus if it stands beside the project."""
    if request.param == "sample":
        return [(mail.name, mail.raw) for mail in sample.mailbox()]
    if not (corpora.SHARED / f"{CORPUS}.tar.xz").is_file():
        pytest.skip(f"there is no {CORPUS}.tar.xz in {corpora.SHARED}")
    return sorted(corpora.files(corpora.SHARED, CORPUS, CORPUS))
