"""The settings of which servers are believed, which ``priory learn`` keeps with the store."""

import json
from pathlib import Path

import pytest

from priory.mailfilter import Store

RAW = b"Received: from x ([203.0.113.7]) by mx.example.org; now\nSubject: lunch\n\nat noon?"
RELAYS = ["--trusted-relays", "203.0.113.0/24, 2001:DB8::/32"]


def trusted(store):
    """Return what a store keeps."""
    with Store(store, mode="ro") as opened:
        return opened.analyzer.trusted_relays, opened.analyzer.trusted_authserv


@pytest.fixture
def letter(message):
    """Write a message, and return its path."""
    return message(RAW)


def test_kept(priory, store, letter):
    """What is named is kept, until something else is, and the tokens follow."""
    assert priory("learn", "ham", letter, *RELAYS, "--trusted-authserv", "our.id").code == 0
    assert trusted(store) == (("2001:db8::/32", "203.0.113.0/24"), "our.id")

    assert priory("learn", "ham", letter).code == 0
    assert trusted(store) == (("2001:db8::/32", "203.0.113.0/24"), "our.id")

    assert priory("learn", "ham", letter, "--trusted-relays", "").code == 0
    assert trusted(store) == ((), "our.id")


def test_changed(priory, store, letter, message):
    """A store that has learned takes it on; what it learned stays and can be forgotten."""
    other = message(RAW + b" Bring the plans.", "other")
    priory("learn", "ham", letter)
    priory("learn", "ham", other, *RELAYS)

    assert trusted(store)[0] == ("2001:db8::/32", "203.0.113.0/24")
    assert priory("forget", letter, other).code == 0
    with Store(store, mode="ro") as opened:
        assert opened.n_tokens == 0


def test_file_of_settings(priory, store, letter, configure):
    """The file of settings has a list."""
    configure('trusted_relays = ["203.0.113.0/24"]\n')

    assert priory("learn", "ham", letter).code == 0
    assert trusted(store) == (("203.0.113.0/24",), None)
    found = json.loads(priory("stats", "--json").out)
    assert found["analyzer"]["trusted_relays"] == ["203.0.113.0/24"]
    assert "203.0.113.0/24" in priory("stats").out


@pytest.mark.parametrize("wrong", ["mx.example.org", "203.0.113.7/24"])
def test_wrong(priory, store, letter, capsys, wrong):
    """What is no network is an error, and nothing is learned."""
    with pytest.raises(SystemExit) as stopped:
        priory("learn", "ham", letter, "--trusted-relays", wrong)

    assert stopped.value.code == 3
    assert "--trusted-relays" in capsys.readouterr().err
    assert not Path(store).exists()
