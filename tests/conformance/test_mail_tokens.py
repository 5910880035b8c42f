"""The tokens of real mail beside those of the reference."""

from collections import Counter

import pytest

from priory import _reference as reference
from priory.mail import Message
from priory.tokens import MailAnalyzer

# What is chosen for one message, for the next, and so on.
CHOICES = [
    {},
    {"pairs": True, "case": "keep"},
    {"urls": "hosts", "hidden": "together"},
    {"headers": "subject", "hidden": "out"},
    {"urls": "words", "min_length": 1, "max_length": 30},
]


@pytest.mark.timeout(600)
def test_mailbox(mailbox):
    """Real mail has the reference's tokens, whatever is chosen."""
    origins, different = Counter(), []
    for i, (name, raw) in enumerate(mailbox):
        options = CHOICES[i % len(CHOICES)]
        tokens = MailAnalyzer(**options).tokenize(raw)
        if tokens != reference.mail_tokens(Message.parse(raw), reference.Rules(**options)):
            different.append((name, options))
        origins.update(token.partition(":")[0] for token in tokens if ":" in token)

    print(f"{i + 1} messages, {origins.total()} tokens with {len(origins)} origins")  # noqa: T201
    assert different == []
