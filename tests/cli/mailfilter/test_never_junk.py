"""The list of senders whose mail is never called spam, on the command line."""

import json
import os

import pytest

PASS = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n"
SPAM = b"From: Ann <ann@example.com>\nSubject: pills\n\nBuy cheap pills now, only today!\n"
TRUST = ["--trusted-authserv", "mx.example.org"]


@pytest.fixture
def people(message):
    """Write a list, and return its path."""
    return message(b"# people\nann@example.com\n", "people")


@pytest.mark.usefixtures("taught")
def test_classify(priory, message, people):
    """Spam of such a sender is ham, and the line says why."""
    path = message(PASS + SPAM)

    ran = priory("classify", path, "--never-junk", people, *TRUST)

    assert ran == (1, f"ham     never-junk   {path}\n", "")
    assert priory("classify", path).code == 0
    assert priory("classify", message(SPAM), "--never-junk", people, *TRUST).code == 0


@pytest.mark.usefixtures("taught")
def test_unauthenticated(priory, message, people):
    """Who says so believes any sender."""
    words = ["--never-junk", people, "--never-junk-unauthenticated", "true"]

    assert priory("classify", message(SPAM), *words).code == 1


@pytest.mark.usefixtures("taught")
@pytest.mark.timeout(30)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_pipe(priory, message, tmp_path):
    """A list in a pipe is refused at once, whether anybody writes to it or not."""
    os.mkfifo(tmp_path / "pipe")

    ran = priory("classify", message(SPAM), "--never-junk", tmp_path / "pipe", *TRUST)

    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"priory: {tmp_path}/pipe: not a regular file: ")


@pytest.mark.usefixtures("taught")
def test_empty_device(priory, message):
    """The device that is always empty is a list of nobody."""
    assert priory("classify", message(SPAM), "--never-junk", os.devnull, *TRUST).code == 0


@pytest.mark.usefixtures("taught")
def test_json(priory, message, people):
    """JSON has the sender, and the probabilities as they were."""
    path = message(PASS + SPAM)

    found = json.loads(priory("classify", path, "--json", "--never-junk", people, *TRUST).out)

    assert (found["verdict"], found["best"]) == ("ham", "spam")
    assert found["never_junk"] == "ann@example.com"
    assert json.loads(priory("classify", path, "--json").out)["never_junk"] is None


@pytest.mark.usefixtures("taught")
def test_explain(priory, message, people):
    """An explanation says that the list decided, and shows the evidence all the same."""
    ran = priory("explain", message(PASS + SPAM), "--never-junk", people, *TRUST)

    assert "ham (spam 0.9" in ran.out or "ham (spam 1.0" in ran.out
    assert "Never junk: ann@example.com is on the list" in ran.out
    assert "cheap" in ran.out


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("entries", ['"{}"', '["Ann@example.com"]'])
def test_filter(pipe, configure, people, entries):
    """The file of settings names a file or has the list, and the header says that it decided."""
    configure(f'never_junk = {entries.format(people)}\ntrusted_authserv = "mx.example.org"\n')

    code, out, _ = pipe(PASS + SPAM, "--exit-code")

    assert code == 1
    assert b'never-junk="ann@example.com"' in out.replace(b"\n ", b" ")


@pytest.mark.usefixtures("taught")
def test_sort(priory, tmp_path, message, people):
    """Sorting leaves such mail where it is."""
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / folder).mkdir(parents=True)
    path = message(PASS + SPAM, "Maildir/new/1")

    ran = priory("sort", tmp_path / "Maildir", "--never-junk", people, *TRUST)

    assert "1 message (1 ham)" in ran.out
    assert path.exists()


def test_path_in_the_file(priory, configure, taught, message):
    """A relative path of the file of settings begins in its folder."""
    path = configure('never_junk = "people"\nnever_junk_unauthenticated = true\n')
    path.with_name("people").write_text("example.com\n")

    assert taught.exists()
    assert priory("classify", message(SPAM)).code == 1


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--never-junk", "{}/nowhere", *TRUST], "--never-junk: {}/nowhere: No such file"),
        (["--never-junk", "{}/bad", *TRUST], "{}/bad, line 2: neither an address nor a domain"),
        (["--never-junk", "{}/people"], "--never-junk: the list never_junk would never count: set"),
    ],
)
def test_mistakes(priory, message, people, words, why):
    """A list that cannot be read, or would never count, is an error that says why."""
    message(b"a@example.com\nbob\n", "bad")

    ran = priory("classify", message(SPAM), *(word.format(people.parent) for word in words))

    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"priory: {why.format(people.parent)}")


def test_stats(priory, configure):
    """The settings in force show the list, or the file that has it."""
    configure('never_junk = ["b.org", "a@b.com"]\nnever_junk_unauthenticated = true\n')

    shown = json.loads(priory("stats", "--json").out)["settings"]

    assert shown["never_junk"]["value"] == ["a@b.com", "b.org"]
    assert "a@b.com, b.org" in priory("stats").out
