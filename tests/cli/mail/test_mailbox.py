import gzip
import json
import os
import sys

import pytest

from priory.cli.mail import _mailbox, _paths
from priory.cli.main import main

COMMANDS = ["show", "tokens"]


def places(ran):
    """Return the numbers of the messages that were shown."""
    return [int(line[1:].split()[0]) for line in ran.out.splitlines() if line.startswith("#")]


def test_standard_input(priory, standard_input):
    """The path - is standard input."""
    standard_input(b"Subject: hello\n\nhello")

    assert priory("mail", "show", "-").out.startswith("#1 standard input, 21 bytes\n")


def test_packed(priory, three):
    """What gzip packed is unpacked."""
    packed = three.with_name("inbox.gz")
    packed.write_bytes(gzip.compress(three.read_bytes()))

    assert places(priory("mail", "show", packed)) == [1, 2, 3]


def test_kind(priory, three):
    """What a mailbox is can be said."""
    assert places(priory("mail", "show", three, "--kind", "file")) == [1]


@pytest.mark.parametrize(
    ("word", "expected"), [("2", [2]), ("2-", [2, 3]), ("1-2", [1, 2]), ("3,1", [1, 3])]
)
@pytest.mark.parametrize("words", [["show"], ["tokens", "--each"]])
def test_number(priory, three, words, word, expected):
    """Messages can be chosen by their numbers."""
    ran = priory("mail", *words, three, "--number", word)

    assert (ran.code, ran.err) == (0, "")
    assert places(ran) == expected


def test_number_in_a_folder(priory, tmp_path, message):
    """In a folder, messages are counted over all files."""
    for name in "abc":
        message(name=name)

    assert places(priory("mail", "show", tmp_path, "--number", "2")) == [2]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_such_number(priory, three, command):
    """A number above that of the last message is a mistake."""
    complaint = f"priory: {three} has only 3 messages: see --number\n"

    assert priory("mail", command, three, "--number", "4-9") == (2, "", complaint)


@pytest.mark.parametrize("words", [["show"], ["tokens", "--each"]])
def test_several(priory, three, message, words):
    """Several mailboxes are read one after the other, and their messages counted on."""
    other = message(name="other")

    ran = priory("mail", *words, three, "--number", "2-", other)

    assert (ran.code, ran.err) == (0, "")
    assert places(ran) == [2, 3, 4]


@pytest.mark.parametrize("command", COMMANDS)
def test_one_of_several_is_missing(priory, tmp_path, message, command):
    """What cannot be read of several does not stop the others."""
    path, nowhere = message(), tmp_path / "nowhere"

    ran = priory("mail", command, nowhere, path)

    alone = priory("mail", command, path)
    assert (ran.code, ran.out) == (2, alone.out)
    assert ran.err == priory("mail", command, nowhere).err


def test_no_such_number_of_several(priory, three, message):
    """Both mailboxes are named that have no such message."""
    other = message(name="other")

    ran = priory("mail", "show", three, other, "--number", "9")

    assert ran == (2, "", f"priory: {three}, {other} have only 4 messages: see --number\n")


def test_stops(priory, tmp_path, message):
    """Behind the last message that is wanted nothing is read."""
    message(name="a")
    (tmp_path / "b").symlink_to("nowhere")

    assert priory("mail", "show", tmp_path, "--number", "1").err == ""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_fault(priory, tmp_path, message, command, words):
    """What cannot be read is told with its place, and the rest is shown."""
    message(name="a")
    (tmp_path / "b").symlink_to("nowhere")
    message(name="c")

    ran = priory("mail", command, tmp_path, *words)

    assert (ran.code, ran.err) == (2, f"priory: {tmp_path}/b: broken symbolic link\n")
    (tmp_path / "b").unlink()
    assert priory("mail", command, tmp_path, *words) == (0, ran.out, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_not_mail(priory, tmp_path, message, command):
    """A file that is no mail is told, and is no mistake."""
    message()
    (tmp_path / "notes.txt").write_text("Milk, bread, salt")

    ran = priory("mail", command, tmp_path)

    place = tmp_path / "notes.txt"
    assert ran.code == 0
    assert ran.err == f"priory: {place}: no mail headers, skipped\n"


def test_fault_and_not_mail(priory, tmp_path):
    """A file that is no mail does not make a fault forgotten."""
    (tmp_path / "a").symlink_to("nowhere")
    (tmp_path / "b").write_text("Milk, bread, salt")

    ran = priory("mail", "show", tmp_path)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 2


def test_hostile_fault(priory, tmp_path):
    """The place of a fault does not break the terminal."""
    (tmp_path / "a\x1b[2J\u202e\n").symlink_to("nowhere")

    assert priory("mail", "show", tmp_path).err == (
        f"priory: {tmp_path}/a\\x1b[2J\\u202e\\n: broken symbolic link\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="names of files must be UTF-8 elsewhere")
def test_stray_bytes(priory, tmp_path, message):
    """The bytes of a name that are not UTF-8 are spelled out."""
    message(name=os.fsdecode(b"caf\xe9"))

    text, as_json = priory("mail", "show", tmp_path), priory("mail", "show", tmp_path, "--json")

    assert text.out.startswith(f"#1 {tmp_path}/caf\\xe9, ")
    assert json.loads(as_json.out)["file"] == f"{tmp_path}/caf\\xe9"


@pytest.mark.parametrize("command", COMMANDS)
def test_too_long(priory, three, command, monkeypatch):
    """A message that is too long for the memory is a fault that names the option."""
    monkeypatch.setattr(_mailbox, "MAX_BYTES", 31)

    ran = priory("mail", command, three, "--limit", "message=31")

    assert ran.code == 2
    assert ran.err == (
        f"priory: {three}#2: the message is longer than 31 bytes "
        "and was truncated: raise it with --limit message=BYTES\n"
    )


@pytest.mark.parametrize("size", [10, 1000])
def test_limits(priory, three, size):
    """What is longer than a limit gets a mark, and is no fault."""
    ran = priory("mail", "show", three, "--limit", "text=5", "--limit", f"message={size}")

    assert (ran.code, ran.err) == (0, "")
    assert ("cap-message" in ran.out) == (size == 10)
    assert ("cap-text" in ran.out) == (size == 1000)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_messages(priory, message, command):
    """A mailbox without messages is none to speak of, and no mistake."""
    path = message(b"")

    assert priory("mail", command, path) == (0, "", f"priory: {path}: 0 messages\n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], 'nowhere: No such file or folder (standard input is called "-")'),
        ([""], 'empty PATH: name a file or a folder, or "-"'),
        ([".", "--kind", "mbox"], ".: a folder cannot be read as 'mbox': omit --kind to detect it"),
        (
            ["-", "--kind", "mh"],
            "standard input: a file cannot be read as 'mh': omit --kind to detect it",
        ),
        (
            [os.devnull],
            f'{os.devnull}: neither a regular file nor a folder: send a pipe to "-" instead',
        ),
    ],
)
def test_mistakes(priory, command, words, complaint):
    """What cannot be a mailbox is one line, and the exit code is two."""
    assert priory("mail", command, *words) == (2, "", f"priory: {complaint}\n")


@pytest.mark.parametrize("words", [["--limit", "txt=1"], ["--number", "x"], ["--kind", "x"]])
@pytest.mark.parametrize("command", COMMANDS)
def test_misuse(message, capsys, command, words):
    """Who misuses an option is told what it takes, and the exit code is three."""
    with pytest.raises(SystemExit) as stopped:
        main(["mail", command, str(message()), *words])

    assert stopped.value.code == 3
    assert f"argument {words[0]}: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "is_drawn"), [(["show"], False), (["tokens", "--each"], False), (["tokens"], True)]
)
def test_bar(three, monkeypatch, terminal, words, is_drawn):
    """Messages are counted on the terminal, unless they are shown there themselves."""
    err = terminal()
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", terminal())
    monkeypatch.setattr(sys, "stderr", err)

    main(["mail", *words, str(three)])

    assert ("14% 1 message" in err.getvalue()) == is_drawn
    assert bool(err.getvalue()) == is_drawn


def test_bar_gives_way(tmp_path, message, monkeypatch, terminal):
    """What is wrong with a mailbox does not stand behind the number of messages."""
    message(name="a")
    (tmp_path / "b").symlink_to("nowhere")
    err = terminal()
    monkeypatch.setattr(sys, "stderr", err)

    main(["mail", "tokens", str(tmp_path)])

    assert f"\r\x1b[2Kpriory: {tmp_path}/b: broken symbolic link\n" in err.getvalue()


def test_progress(monkeypatch, three):
    """Progress counts the messages that are done, not the one that was just read."""
    counted = []
    monkeypatch.setattr(_paths.Progress, "update", lambda _, __, rows: counted.append(rows))

    entries = _paths.Mailboxes([str(three)], None, max_bytes=1000).read(bar=True)

    assert [(next(entries).number, list(counted)) for _ in range(3)] == [
        (1, []),
        (2, [1]),
        (3, [1, 2]),
    ]
