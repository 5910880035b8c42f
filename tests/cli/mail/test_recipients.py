import json

FIRST = b"From: me@example.com\nTo: Ann <ann@example.com>\nCc: Bob@example.org\n\nhello"
SECOND = b"From: me@example.com\nTo: ann@example.com\nBcc: list:;\n\nhello again"


def test_recipients(priory, mbox):
    """Each address that messages were sent to is printed once, in lower case and in order."""
    ran = priory("mail", "recipients", mbox(FIRST, SECOND))

    assert ran == (0, "ann@example.com\nbob@example.org\n", "")


def test_json(priory, mbox):
    """For programs there is an object an address, with the messages that were sent to it."""
    ran = priory("mail", "recipients", mbox(FIRST, SECOND), "--json")

    assert list(map(json.loads, ran.out.splitlines())) == [
        {"address": "ann@example.com", "messages": 2},
        {"address": "bob@example.org", "messages": 1},
    ]


def test_as_a_list(priory, mbox, message, monkeypatch, tmp_path):
    """What is printed is a list of senders whose mail is never called spam."""
    people = tmp_path / "people"
    people.write_text(priory("mail", "recipients", mbox(FIRST)).out)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PRIORY_NEVER_JUNK", str(people))
    monkeypatch.setenv("PRIORY_NEVER_JUNK_UNAUTHENTICATED", "true")

    assert priory("learn", "spam", message()).code == 0
