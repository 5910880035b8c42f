"""The analyser of mail beside its twin in plain Python."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tokens.messages import SETTLED, UTF8, histories, messages
from variants import slow

from priory import _reference as reference
from priory.mail import Limits, Message
from priory.tokens import MailAnalyzer

VECTORS = sorted((Path(__file__).parents[1] / "vectors" / "mail").rglob("*.eml"))
CHOICES = {
    "case": ["fold", "keep"],
    "headers": ["all", "subject", "none"],
    "pairs": [False, True],
    "urls": ["parts", "hosts", "words"],
    "hidden": ["apart", "together", "out"],
}
COMBINATIONS = [dict(zip(CHOICES, chosen, strict=True)) for chosen in product(*CHOICES.values())]

options = st.fixed_dictionaries(
    {name: st.sampled_from(choices) for name, choices in CHOICES.items()}
    | {"min_length": st.integers(1, 5), "max_length": st.integers(5, 30)}
)


def assert_twins(raw, most=None, **options):
    """Assert that the tokens of a message are the reference's, one by one."""
    cap = {} if most is None else {"most": most}
    limits = Limits() if most is None else Limits(tokens=most)
    expected = reference.mail_tokens(Message.parse(raw), reference.Rules(**options, **cap))

    assert MailAnalyzer(**options, limits=limits).tokenize(raw) == expected


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_vector(path):
    """A message of the vectors has the reference's tokens, whatever is chosen."""
    raw = path.read_bytes()

    for options in COMBINATIONS:
        assert_twins(raw, **options)


@pytest.mark.slow
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(messages(), options, st.one_of(st.none(), st.integers(1, 60)))
def test_generated(raw, options, most):
    """Any message has the reference's tokens, whatever is chosen."""
    assert_twins(raw, most, **options)


@settings(max_examples=300)
@given(
    histories(),
    st.sampled_from([(), ("198.51.100.0/24",), ("203.0.113.9/32", "2001:db8::/32")]),
    st.sampled_from([None, "mx.example.org"]),
)
@example(
    b"Content-Type: message/rfc822\n\nAuthentication-Results: mx.example.org;dkim=pass\n\ntext",
    (),
    "mx.example.org",
)
def test_histories(raw, trusted_relays, trusted_authserv):
    """Whatever servers or senders wrote of the way of a message has the reference's tokens."""
    assert_twins(raw, trusted_relays=trusted_relays, trusted_authserv=trusted_authserv)


@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize("place", ["a: b\n\n{}", "subject: {}\n\n", '<a href="{}">x</a>'])
def test_nested_urls(depth, place):
    """URLs in the paths of URLs are read as deep as the reference reads them, and no deeper."""
    urls = "".join(f"http://h{i}.example/to/" for i in range(depth))
    kind = UTF8.replace("plain", "html") if place.startswith("<") else ""

    assert_twins((kind + place.format(urls)).encode())


@settings(max_examples=200)
@given(st.binary(max_size=300), options)
def test_any_bytes(raw, options):
    """Any bytes have tokens, and counting them is counting what `tokenize` finds."""
    analyzer = MailAnalyzer(**options)

    assert sum(analyzer.count(raw).values()) == len(analyzer.tokenize(raw))


@pytest.mark.parametrize(
    "around",
    ["a{}b", *slow("a-{}b", "漢{}字", "http://x.example/a{}bc", "{0}{0}{0}")],
)
def test_characters(around):
    """Each character is to a word what it is in the reference."""
    lines = [around.format(c) for c in SETTLED if c not in "\r\n\0"]
    raw = (UTF8 + "\n".join(lines)).encode()
    limits, most = Limits(text=len(raw), tokens=len(raw)), len(raw)
    rules = reference.Rules(headers="none", min_length=1, most=most)
    expected = reference.mail_tokens(Message.parse(raw, limits), rules)

    found = MailAnalyzer(headers="none", min_length=1, limits=limits).tokenize(raw)

    assert found == expected
