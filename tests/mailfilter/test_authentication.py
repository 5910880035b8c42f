import pytest

from priory.mailfilter._authentication import is_authenticated, parse

SERVER = "mx.example.org"


@pytest.mark.parametrize(
    "results",
    [
        "dmarc=pass header.from=example.com",
        "dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com",
        "DMARC=Pass Header.From=Example.COM",
        "dmarc = pass header.from = example.com",
        "dmarc/1=pass header.from=example.com",
        'dmarc=pass reason="all; is (well" header.from=example.com',
        "dkim=pass header.d=example.com header.s=s1 header.b=AbC+/=",
        "dkim=fail header.d=example.net; dkim=pass header.d=example.com",
        "spf=pass (mx.example.org: domain of a@example.com (x)) smtp.mailfrom=a@example.com",
        "spf=pass smtp.mailfrom=example.com; dkim=none; dmarc=none",
        "dmarc=pass action=none header.from=example.com;compauth=pass reason=100",
        "\n spf=none;\n dkim=pass header.d=example.com;\n",
    ],
)
def test_authenticated(results):
    """What servers write of a domain that passed is understood."""
    for server in (SERVER, "MX.example.org 1", '"mx.example.org"', "mx.example.org (it is me)"):
        assert is_authenticated([f"{server}; {results}"], SERVER, "example.com")


@pytest.mark.parametrize(("domain", "expected"), [("a.example.com", True), ("example.com", True)])
def test_domains_below(domain, expected):
    """A domain is authenticated by one above it, and not by one below it."""
    above = [f"{SERVER}; dkim=pass header.d=example.com"]
    below = [f"{SERVER}; dkim=pass header.d=mail.a.example.com"]

    assert is_authenticated(above, SERVER, domain) == expected
    assert not is_authenticated(below, SERVER, domain)


def test_others_above():
    """Headers of other servers stand above without harm."""
    other = "other.example.net; dkim=fail header.d=example.com"

    found = [other, f"{SERVER}; dkim=pass header.d=example.com"]

    assert is_authenticated(found, SERVER, "example.com")


@pytest.mark.parametrize("text", ["", ";", "a b", "x (", 'x "', "x)", "x\\", "x=y; dkim=pass"])
def test_no_server(text):
    """What does not even begin like such a header is nobody's."""
    assert parse(text) == (None, [])


def test_long():
    """A header that is too long is not read, and reading takes no longer than its length asks."""
    assert parse("mx; dkim=pass" + " " * 2**14) == (None, [])
    assert parse("mx" + "(" * 8000 + ")" * 8000 + '; a="' + "\\" * 100 + '"')[0] == "mx"
