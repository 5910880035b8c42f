import gc
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile

import pytest
from errors import refused

from priory.errors import InputError
from priory.evaluate.command import CommandFilter
from priory.evaluate.outcomes import Judgement, LabelledMessage
from priory.evaluate.peers import Bogofilter, SpamProbe

WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]


def _messages(label, word, n=30):
    texts = (f"From: {word}@{word}.example\nSubject: {word} {WORDS[i % 6]}\n\n" for i in range(n))
    return [LabelledMessage((one + f"{word} {label} text\n").encode(), label) for one in texts]


SPAM, HAM = _messages("spam", "pills"), _messages("ham", "lunch")


def _needs(name):
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed")


PEERS = [
    pytest.param(Bogofilter, marks=_needs("bogofilter")),
    pytest.param(SpamProbe, marks=_needs("spamprobe")),
]


@pytest.mark.parametrize("peer", PEERS)
def test_peers_learn_and_judge(peer):
    """A real filter learns, tells spam from ham, and forgets everything when it is reset."""
    mail = peer()
    mail.learn(SPAM + HAM)
    spam, ham = mail.classify([SPAM[0], HAM[0]])
    assert (spam.verdict, ham.verdict) == ("spam", "ham")
    assert spam.score > ham.score
    assert spam.probability is None
    mail.reset()
    spam, ham = mail.classify([SPAM[0], HAM[0]])
    assert spam == ham
    mail.close()


@_needs("bogofilter")
def test_bogofilter_is_the_program():
    """The score is what the program prints for a message on its standard input."""
    mail = Bogofilter()
    mail.learn(SPAM[:5] + HAM[:5])
    for message in (SPAM[9], HAM[9]):
        words = ["bogofilter", "-C", "-d", str(mail._folder), "-TT"]
        done = subprocess.run(words, input=message.raw, capture_output=True, check=False)  # noqa: S603
        (said,) = mail.classify([message])
        assert said.score == float(done.stdout)
        assert {"spam": 0, "ham": 1, "unsure": 2}[said.verdict] == done.returncode
    mail.close()


@_needs("spamprobe")
def test_quoted_message_is_part_of_its_message():
    """A line that looks like the start of an mbox message does not end the message before it."""
    mail = SpamProbe()
    mail.learn(SPAM + HAM)
    start = b"From a@example.com Sat Jan  3 01:05:34 2026\n"
    letter = LabelledMessage(start + HAM[0].raw + b"\n" + start + SPAM[0].raw, "ham")
    assert len(mail._call("score", letter).splitlines()) == 1
    mail.close()


@pytest.mark.parametrize("peer", PEERS)
def test_other_classes_are_ham(peer):
    """A class that is not spam is good mail to a filter that knows two."""
    mail = peer()
    news = _messages("news", "lunch")
    mail.learn(SPAM + news)
    assert mail.classify(news[:1])[0].verdict == "ham"
    mail.close()


SCRIPT = """
import pathlib, sys
folder, label = pathlib.Path(sys.argv[1]), sys.argv[2:]
words = set(sys.stdin.buffer.read().split())
if label:
    with open(folder / label[0], "ab") as file:
        file.write(b" ".join(words) + b" ")
else:
    spam, ham = (len(words & set((folder / l).read_bytes().split())) for l in ("spam", "ham"))
    print("Spam," if spam > ham else "good", spam - ham)
"""


def _command(tmp_path, name="own"):
    (tmp_path / "own.py").write_text(SCRIPT)
    program = shlex.join([sys.executable, str(tmp_path / "own.py")])
    return CommandFilter(name, program + " {folder} {label}", program + " {folder}")


def test_any_command_is_a_filter(tmp_path):
    """A command by a template learns and judges messages on its standard input."""
    mail = _command(tmp_path)
    mail.learn(SPAM[:2] + HAM[:2])
    spam, ham = mail.classify([SPAM[5], HAM[5]])
    assert (spam.verdict, ham.verdict) == ("spam", "ham")
    assert spam.score > 0 > ham.score
    mail.close()


@pytest.mark.parametrize(
    ("learn", "classify", "code"),
    [
        ("no-such-program-anywhere", "echo spam", "no-program"),
        ("true", "no-such-program-anywhere {folder}", "no-program"),
        ("true", "", "bad-parameter"),
        ("echo 'open", "echo spam", "bad-parameter"),
        ("true {Folder}", "echo spam", "bad-parameter"),
        ("true", "echo spam {foo}", "bad-parameter"),
    ],
)
def test_programs_are_looked_for_at_once(learn, classify, code):
    """A command that is none, or whose program is missing, is refused before it is run."""
    with pytest.raises(InputError) as error:
        CommandFilter("own", learn, classify)
    assert error.value.code == code


def test_a_peer_that_is_not_installed(monkeypatch):
    """A peer that is not there is refused before a message is read."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError) as error:
        Bogofilter()
    assert error.value.code == "no-program"


def test_braces_of_a_shell_are_its_own(monkeypatch):
    """No shell runs a command unless it is called, and then its variables and blocks are kept."""
    monkeypatch.setenv("ODDS", "7")
    plain = CommandFilter("plain", "true", "echo spam 3 | cat")
    shell = CommandFilter("shell", "true", "sh -c '{ echo ham ${ODDS} | cat; }'")

    assert plain.classify(SPAM[:1]) == [Judgement("spam", 3.0)]
    assert shell.classify(SPAM[:1]) == [Judgement("ham", 7.0)]
    plain.close()
    shell.close()


@pytest.mark.parametrize("score", ["abc", "nan", "0,5"])
def test_scores_that_are_no_numbers(score):
    """A score that is no number is refused, as it has no place in a ranking."""
    mail = CommandFilter("own", "true", f"echo spam {score}")
    with refused("program-failed") as error:
        mail.classify(SPAM[:1])
    assert error.value.remedy
    mail.close()


@pytest.mark.parametrize(("word", "score"), [("spam", 1.0), ("ham", 0.0), ("unsure", 0.5)])
def test_verdicts_alone_are_enough(word, score):
    """Who prints no score has one by the verdict."""
    mail = CommandFilter("own", "true", f"echo {word}")
    assert mail.classify(SPAM[:1]) == [Judgement(word, score)]
    mail.close()


def test_commands_that_print_no_verdict_are_named():
    """A program that prints no verdict is an error that says so."""
    mail = CommandFilter("own", "true", "echo maybe")
    with pytest.raises(InputError) as error:
        mail.classify(SPAM[:1])
    assert error.value.code == "program-failed"
    mail.close()


def test_commands_that_fail_are_named():
    """A program that fails to learn is an error."""
    mail = CommandFilter("own", "false", "echo spam")
    with pytest.raises(InputError) as error:
        mail.learn(SPAM[:1])
    assert error.value.code == "program-failed"
    mail.close()


def test_folders_are_removed(tmp_path):
    """What a peer learned is gone when it is closed."""
    mail = _command(tmp_path)
    folder = mail._folder
    mail.learn(SPAM[:1])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert any(folder.iterdir())
    mail.close()
    assert not folder.exists()


def test_folders_that_nobody_closes_are_removed():
    """A peer that is forgotten leaves nothing behind."""
    mail = CommandFilter("own", "true", "echo ham")
    folder = mail._folder
    assert folder.exists()
    del mail
    gc.collect()
    assert not folder.exists()


def test_what_killed_programs_left_is_removed(tmp_path, monkeypatch):
    """The next run removes the folders of programs that are gone, and no others."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code = "import os, signal, sys; from priory.evaluate.command import CommandFilter as C\n"
    code += f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n"
    code += "mail = C('own', 'true', 'true'); (mail._folder / 'words').write_text('pills')\n"
    code += "os.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", code], check=False)  # noqa: S603
    [left] = tmp_path.iterdir()
    (tmp_path / "other").mkdir()
    running = CommandFilter("running", "true", "true")
    assert left.exists()  # as it is new, and processes of a container may not be seen
    for path in (left / "words", left, running._folder, tmp_path / "other"):
        os.utime(path, (0, 0))

    CommandFilter("own", "true", "true").close()

    assert not left.exists()
    assert {path.name for path in tmp_path.iterdir()} == {running._folder.name, "other"}
    running.close()
