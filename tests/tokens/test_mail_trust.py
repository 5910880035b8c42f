"""What servers write of the way of a message, and what senders write in their place."""

import pytest
from errors import refused
from tokens.messages import header, tokens

from priory._reference.mail_trust import MOST_CLAIMS, NEAR
from priory.errors import InputError, InputTypeError
from priory.tokens import MailAnalyzer

NEAR_ONE = "from x ([10.1.2.3]) by mx.example.org; now"
OUTSIDE = "from y ([198.51.100.7]) by mx.example.org; now"
RELAY = ["relay:198.51.100.7", "relay:198.51.100", "relay:198.51"]
CLAIMED = "claimed-relay:198.51.100/"


def told(*lines, **options):
    """Return the tokens of headers of which each is a name and a value."""
    raw = "".join(f"{name}: {value}\n" for name, value in lines)
    return [t for t in tokens(f"{raw}\n", **options) if t != "mark:no-body"]


def received(*values, **options):
    """Return the tokens of relays, the topmost first."""
    return told(*(("Received", value) for value in values), **options)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("from a.example by mx.b.example", ["a.example", "example"]),
        ("from x ([10.1.2.3]) by mx.b.example", ["10.1.2.3", "10.1.2", "10.1"]),
        ("from by (by [10.1.2.3]) by mx.b.example", ["10.1.2.3", "10.1.2", "10.1"]),
        ("from x (HELO by) (10.1.2.3) BY mx.b.example", ["10.1.2.3", "10.1.2", "10.1"]),
        ("by mx.b.example with SMTP; from a.example", []),
        (
            "from x (IPv6:2001:db8::1) by mx",
            ["2001:db8:0:0:0:0:0:1", "2001:db8:0:0", "2001:db8:0"],
        ),
        ("from x ([::ffff:10.1.2.3]) by mx", ["10.1.2.3", "10.1.2", "10.1"]),
        ("from x (10.1.2.3:2525) by mx", ["10.1.2.3", "10.1.2", "10.1"]),
        ("from localhost (unknown) by mx; 1 Jan 12:00:01", []),
        ("from ... (-.-) by mx", []),
        ("", []),
    ],
)
def test_received(value, expected):
    """A relay names the sender's hosts, which nothing that the sender calls itself can hide."""
    assert header("Received", value) == [f"relay:{host}" for host in expected]


@pytest.mark.parametrize("above", [[], [NEAR_ONE], ["by mx.example.org; now", NEAR_ONE]])
def test_line_of_trust(above):
    """Below the first host outside, relays are claims that its network makes."""
    found = received(*above, OUTSIDE, "from good.example by x; now", NEAR_ONE)

    assert found[-8:] == [
        *RELAY,
        *[f"{CLAIMED}{host}" for host in ("good.example", "example", "10.1.2.3", "10.1.2", "10.1")],
    ]
    assert not any(token.startswith("relay:good") for token in found)


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("x (HELO y) (198.51.100.7)", "198.51.100"),
        ("[198.51.100.9] (y [198.51.100.7])", "198.51.100"),
        ("[10.1.2.3] (y [198.51.100.7])", "198.51.100"),
        ("y (\n\t[IPv6:2001:db8:1:2::3])", "2001:db8:1"),
        ("y ([::ffff:198.51.100.7])", "198.51.100"),
        ("x?by?y (z [198.51.100.7])", "198.51.100"),
        ("by (by [198.51.100.7])", "198.51.100"),
    ],
)
def test_networks(peer, network):
    """The network of a host outside is told however its address is written."""
    found = received(f"from {peer} by mx; now", "from good.example by x; now")

    assert found[-2:] == [f"claimed-relay:{network}/{host}" for host in ("good.example", "example")]


@pytest.mark.parametrize("chosen", ["203.0.113.1", "[203.0.113.1]", "[IPv6:2001:db8::1]"])
def test_unclear_network(chosen):
    """Where a relay names addresses of two networks, the sender chose one: no claim is taken."""
    found = received(f"from {chosen} (y [198.51.100.7]) by mx; now", "from good.example by x; now")

    assert found
    assert not any("good" in token for token in found)


@pytest.mark.parametrize(
    "hop",
    [
        "from x (y [127.0.0.1]) by mx.example.org; now",
        "from x (y [100.64.1.2]) by mx.example.org; now",
        "from x (y [IPv6:fe80::1]) by mx.example.org; now",
        "from x (y [fd00::1]) by mx.example.org with LMTP; now",
        "from x (999.1.2.3) by mx.example.org; now",
        "from good.example [203.0.113.1] by localhost with POP3 (fetchmail-6.3.26)",
        "from good.example (203.0.113.1)\n\tby localhost (x)\n\twith IMAPS; now",
        "(qmail 14868 invoked by uid 82); now",
        "by mx.example.org with SMTP id x; now",
        "(",
        ";",
    ],
)
def test_walked_through(hop):
    """Hosts near, relays that name no address, and programs that fetch mail end no walk."""
    assert received(hop, OUTSIDE)[-3:] == RELAY


def test_fetching_is_no_name():
    """Nobody pretends that mail was fetched."""
    for pretended in ("with?POP3", "(with POP3)"):
        found = received(f"from {pretended} ([198.51.100.7]) by mx for with POP3; now", NEAR_ONE)

        assert found[-3:] == [f"{CLAIMED}{host}" for host in ("10.1.2.3", "10.1.2", "10.1")]


@pytest.mark.parametrize("network", ["203.0.113.0/24", "203.0.113.7", "2001:db8::/32"])
def test_ours(network):
    """Networks that are ours are walked through."""
    address = "2001:db8::7" if ":" in network else "203.0.113.7"
    lines = f"from backup ([{address}]) by mx; now", OUTSIDE

    assert received(*lines, trusted_relays=[network])[-3:] == RELAY
    assert received(*lines)[-3:] != RELAY


def test_forged_lines():
    """However many relays a sender invents, few hosts of them are taken, and none for a relay."""
    forged = [f"from good{i}.example (a{i}.example, b{i}.example) by x" for i in range(1_000)]
    found = received(OUTSIDE, *forged)

    assert sum(token.startswith("relay:") for token in found) == len(RELAY)
    assert sum(token.startswith("claimed-relay:") for token in found) == 2 * MOST_CLAIMS
    many = "from " + " ".join(f"good{i}.example" for i in range(1_000)) + " by x"
    assert received(OUTSIDE, many)[-1] == f"{CLAIMED}example"
    assert len(received(OUTSIDE, many)) == len(RELAY) + 2 * MOST_CLAIMS


def test_long_ways():
    """Relays that are near are followed as far as there are any."""
    assert received(*[NEAR_ONE] * 999, OUTSIDE)[-3:] == RELAY


def test_message_within():
    """Whoever sent a message wrote what stands in the one within it."""
    inner = (
        f"Received: {OUTSIDE}\nReturn-Path: <good@a.example>\n"
        "Authentication-Results: mx.example.org; spf=pass\n\nx"
    )
    found = tokens(f"Received: {OUTSIDE}\nContent-Type: message/rfc822\n\n{inner}")

    assert [token for token in found if token.startswith("relay")] == RELAY
    assert "claimed-auth:spf=pass" in found
    assert not any("good" in token for token in found)


RESULT = "mx.example.org; dkim=pass (good; spf=pass) header.d=a.example; SPF=Fail; dmarc=none"


@pytest.mark.parametrize("above", [True, False])
def test_results(above):
    """What our server found are tokens, one a method, above its own line or below it."""
    lines = [("Authentication-Results", RESULT), ("Received", OUTSIDE)]
    found = told(*lines if above else reversed(lines))

    assert [token for token in found if "auth" in token] == [
        *["auth:dkim=pass", "auth:spf=fail", "auth:dmarc=none"]
    ]


@pytest.mark.parametrize(
    ("server", "origin"),
    [
        ("mx.example.org", "auth"),
        ('"MX.example.org" 1', "auth"),
        ("(x) example.org", "auth"),
        ("auth.example.org", "auth"),
        ("example.com", "claimed-auth"),
        ("org", "claimed-auth"),
        ("a.mx.example.com", "claimed-auth"),
        ("", "claimed-auth"),
        ("mx.example.org.evil.example", "claimed-auth"),
    ],
)
def test_servers(server, origin):
    """Results are ours if a server that wrote the topmost headers has such a name."""
    found = told(("Received", OUTSIDE), ("Authentication-Results", f"{server}; spf=pass"))

    assert found[-1] == f"{origin}:spf=pass"


def test_named_server():
    """The server that is named is believed, and no other."""
    lines = [("Received", OUTSIDE)]
    lines += [
        ("Authentication-Results", f"{one}; spf=fail") for one in ("mx.example.org", "our.id")
    ]

    found = told(*lines, trusted_authserv="OUR.ID")

    assert found[-2:] == ["claimed-auth:spf=fail", "auth:spf=fail"]


@pytest.mark.parametrize(
    "lines",
    [
        [("Received", OUTSIDE.replace("org", "com")), ("Received", OUTSIDE)],
        [],
    ],
)
def test_claimed_results(lines):
    """Without a relay of theirs that is believed, results are anybody's."""
    found = told(*lines, ("Authentication-Results", RESULT))

    assert [token for token in found if "auth:" in token] == [
        *["claimed-auth:dkim=pass", "claimed-auth:spf=fail", "claimed-auth:dmarc=none"]
    ]


def test_topmost_result():
    """Of each method the topmost result counts: a server writes above what it was sent."""
    results = ["mx.example.org; spf=fail", "mx.example.org; spf=pass; dkim=pass; dkim=fail"]
    found = told(("Received", OUTSIDE), *(("Authentication-Results", one) for one in results))

    assert found[-2:] == ["auth:spf=fail", "auth:dkim=pass"]


@pytest.mark.parametrize(
    "value",
    [
        "",
        ";",
        "mx.example.org",
        "mx.example.org; none",
        "mx.example.org; (spf=pass",
        "mx.example.org; spf=pass)",
        'mx.example.org; reason="x; spf=pass"',
        'mx.example.org; "spf=pass',
        "mx.example.org; spf=pass\\",
        "mx.example.org; spf=unheard; other=pass; spf; =pass; spf=",
        "mx.example.org; " + "x" * 2**14 + "; spf=pass",
    ],
)
def test_no_results(value):
    """What is malformed, unheard of or too long is no result."""
    assert not any("auth" in token for token in header("Authentication-Results", value))


def test_return_path():
    """The address that the last server writes stands above where the message came in."""
    ours, claimed = "<ann@a.example>", "<good@b.example>"
    found = told(("Return-Path", ours), ("Received", OUTSIDE), ("Return-Path", claimed))

    assert found[:3] == [f"return-path:{one}" for one in ("ann@a.example", "a.example", "example")]
    assert not any("good" in token for token in found)


def test_other_headers():
    """What else pretends to be the receiving side's is there, and has no words."""
    for name in ("Received-SPF", "ARC-Authentication-Results", "ARC-Seal"):
        assert header(name, "pass (mx.example.org: good)") == []


@pytest.mark.parametrize("network", NEAR)
def test_near(network):
    """Private networks of the reference are those of the analyser."""
    line = f"from x ([{network.partition('/')[0]}]) by mx.example.org"

    assert received(line, OUTSIDE)[-3:] == RELAY


def test_networks_are_settled():
    """Networks are kept in one order and one way, whatever they were."""
    analyzer = MailAnalyzer(trusted_relays={"2001:DB8::/32", "192.0.2.7"}, trusted_authserv="MX")

    assert analyzer.trusted_relays == ("192.0.2.7/32", "2001:db8::/32")
    assert analyzer.trusted_authserv == "mx"
    assert MailAnalyzer(trusted_relays=[]) == MailAnalyzer()


@pytest.mark.parametrize(
    "wrong", [["mx.example.org"], ["192.0.2.1/24"], ["192.0.2.0/33"], ["fe80::1%eth0"], [7], [""]]
)
def test_wrong_networks(wrong):
    """What is no network is refused."""
    with refused("bad-parameter", InputError, parameter="trusted_relays"):
        MailAnalyzer(trusted_relays=wrong)


@pytest.mark.parametrize("wrong", ["192.0.2.0/24", 7, None])
def test_not_networks(wrong):
    """One network is no list of them."""
    with refused("bad-parameter", InputTypeError, parameter="trusted_relays"):
        MailAnalyzer(trusted_relays=wrong)


@pytest.mark.parametrize("wrong", ["", "a b", "a;b", 7, "a\n"])
def test_wrong_server(wrong):
    """What cannot be the name of a server is refused."""
    with refused("bad-parameter", InputError, parameter="trusted_authserv"):
        MailAnalyzer(trusted_authserv=wrong)
