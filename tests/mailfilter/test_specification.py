import pytest

from priory.mail import Limits
from priory.mailfilter import _specification
from priory.tokens import MailAnalyzer

OTHERS = [MailAnalyzer(pairs=True), MailAnalyzer(case="keep", limits=Limits(parts=7))]


@pytest.mark.parametrize("analyzer", [MailAnalyzer(), *OTHERS])
def test_round_trip(analyzer):
    """What is written as text is read as it was."""
    assert _specification.from_text(_specification.to_text(analyzer), "x.db") == analyzer
