import pytest

from priory.mail import Limits
from priory.mailfilter import _specification
from priory.tokens import MailAnalyzer

OTHERS = [MailAnalyzer(pairs=True), MailAnalyzer(case="keep", limits=Limits(parts=7))]


@pytest.mark.parametrize("analyzer", [MailAnalyzer(), *OTHERS])
def test_round_trip(analyzer):
    """What is written as text is read as it was."""
    assert _specification.from_text(_specification.to_text(analyzer), "x.db") == analyzer


def test_usual():
    """The specification of most stores is known by its text alone."""
    assert _specification.to_text(MailAnalyzer()) == _specification._usual()
