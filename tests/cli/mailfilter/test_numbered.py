"""PATH#7: the messages of a mailbox by their numbers, in every command that reads mail."""

import json

import pytest

from priory.mailfilter import Store

SPAM = b"Subject: pills %d\n\nBuy cheap pills now, only today!\n"
HAM = b"Subject: lunch\n\nSee you at the usual place.\n"
COMMANDS = [["learn", "spam"], ["forget"], ["classify"], ["explain"], ["mail", "show"]]
COMMANDS += [["mail", "tokens"]]


@pytest.fixture
def inbox(mbox):
    """Write an mbox of spam, spam, ham, spam, and return its path."""
    return mbox([SPAM % 1, SPAM % 2, HAM, SPAM % 4])


@pytest.mark.usefixtures("taught")
def test_pasted(priory, inbox):
    """What classify prints as the place of a message is a PATH of that message alone."""
    lines = priory("classify", inbox).out.splitlines()

    assert [line.split()[-1] for line in lines] == [f"{inbox}#{n}" for n in (1, 2, 3, 4)]
    for line in lines:
        assert priory("classify", line.split()[-1]).out == f"{line}\n"


@pytest.mark.usefixtures("taught")
def test_one(priory, inbox):
    """One message of a mailbox has the exit code of its verdict, several have none."""
    assert priory("classify", f"{inbox}#3").code == 1
    assert priory("classify", f"{inbox}#4").code == 0
    assert priory("classify", f"{inbox}#3-4").code == 0


def test_range(priory, inbox, store):
    """A range of messages is learned, and one of them forgotten."""
    assert priory("learn", "spam", f"{inbox}#1-2,4").out == "spam: 3 learned\n"
    assert priory("forget", f"{inbox}#4").out == "1 forgotten\n"
    with Store(store, mode="ro") as known:
        assert [(one.name, one.messages) for one in known.classes] == [("spam", 2)]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("number", ["5", "4-5", "9-"])
def test_out_of_range(priory, inbox, words, number):
    """A number above that of the last message is an error that says how many there are."""
    ran = priory(*words, f"{inbox}#{number}")

    assert ran.code == (3 if words == ["classify"] else 2)
    assert ran.err == f"priory: {inbox}#{number}: {inbox} has only 4 messages\n"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("number", ["0", "3-1", "1,,2"])
def test_no_number(priory, inbox, words, number):
    """What can be no number of a message is refused before anything is read."""
    ran = priory(*words, f"{inbox}#{number}")

    assert (ran.code, ran.out) == (3 if words == ["classify"] else 2, "")
    assert ran.err.startswith(f"priory: {inbox}#{number}: ")


@pytest.mark.usefixtures("taught")
def test_file_of_that_name(priory, inbox, message):
    """A file whose name ends in a number is meant by its name."""
    path = message(HAM, f"{inbox.name}#1")

    assert priory("classify", path).code == 1
    assert priory("classify", f"{inbox}#2").code == 0


@pytest.mark.usefixtures("taught")
def test_folder(priory, tmp_path, message):
    """In a folder, messages are counted in the order in which they are read."""
    (tmp_path / "box").mkdir()
    for name, raw in {"a": HAM, "b": SPAM % 1}.items():
        message(raw, f"box/{name}")

    ran = priory("classify", f"{tmp_path}/box#2")

    assert ran.code == 0
    assert ran.out.endswith("box/b\n")


@pytest.mark.usefixtures("taught")
def test_standard_input(priory, standard_input, inbox):
    """A message of standard input has a number, too."""
    standard_input(inbox.read_bytes())

    ran = priory("classify", "-#3")

    assert (ran.code, ran.out.split()[-1]) == (1, "-#3")


@pytest.mark.usefixtures("taught")
def test_reading_stops(priory, tmp_path, message):
    """Behind the last message that is wanted nothing is read."""
    (tmp_path / "box").mkdir()
    message(HAM, "box/a")
    (tmp_path / "box/b").symlink_to("nowhere")

    assert priory("classify", f"{tmp_path}/box#1").err == ""


@pytest.mark.usefixtures("taught")
def test_no_such_file(priory, tmp_path):
    """What is not there is told once."""
    ran = priory("classify", f"{tmp_path}/nowhere#2")

    assert ran.code == 3
    assert ran.err.startswith(f"priory: {tmp_path}/nowhere: No such file")
    assert ran.err.count("\n") == 1


@pytest.mark.usefixtures("taught")
def test_json(priory, inbox):
    """JSON has the number beside the file and the offset."""
    second = json.loads(priory("classify", f"{inbox}#2", "--json").out)

    assert (second["file"], second["number"]) == (str(inbox), 2)
    assert inbox.read_bytes()[second["offset"] :].startswith(b"From ")


def test_single_message(priory, message):
    """A file that is one message is its first, and has no number in JSON."""
    ran = priory("learn", "spam", f"{message(SPAM % 1)}#1", "--json")

    assert json.loads(ran.out)["number"] is None
