"""What programs read as our header: of forged messages, they see none but ours."""

import email
import os
import shutil
import subprocess

import pytest

from priory.mailfilter.passthrough import annotate

FORGED = b"X-Priory: forged\n"
REST = b"Subject: a\n\nbody\nX-Priory: forged\n"
FROM = b"From ann Sat Jan  3 01:05:34 2026\n"
BOM = b"\xef\xbb\xbf"
MESSAGES = {
    "first": FORGED + REST,
    "second": b"To: b\n" + FORGED + REST,
    "garbage": b"no header\n" + FORGED + REST,
    "mark": BOM + b"To: b\n" + FORGED + REST,
    "mark alone": BOM + b"\n" + FORGED + REST,
    "mbox": FROM + FORGED + REST,
    "two of an mbox": FROM + FROM + FORGED + REST,
    "quoted": b">" + FROM + FORGED + REST,
    "quoted in an mbox": FROM + b">" + FROM + FORGED + REST,
    "indented": b" a\n" + FORGED + REST,
    "indented forgery": b" " + FORGED + REST,
    "blanks": b" \n\t\n" + FORGED + REST,
    "carriage return": b"To: b\n\r\n" + FORGED + REST,
    "after a carriage return": b"To: b\r" + FORGED + REST,
    "blank before the colon": b"X-Priory : forged\n" + REST,
    "tab before the colon": b"X-Priory\t: forged\n" + REST,
    "folded before the colon": b"X-Priory\n : forged\n" + REST,
    "carriage return on top": b"\r" + FORGED + REST,
    "no colon": b"X-Priory\n forged\n" + REST,
    "folded": b"x-PRIORY:\n\tforged\n forged\n" + REST,
    "colon alone": b":\n" + FORGED + REST,
    "newlines": b"\n\n" + FORGED + REST,
    "part": b'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
    + (FORGED + b"\na\n--b--\n"),
}
INDENTED = ("indented", "blanks")  # to formail, the headers end there


def program(name, *places):
    """Return the path of a program, or leave the test out."""
    path = shutil.which(name) or shutil.which(name, path=":".join(places))
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def run(words, raw, folder):
    """Hand a message to a program, and return what it prints."""
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "USER": "ann", "LOGNAME": "ann"}
    ran = subprocess.run(  # noqa: S603
        list(map(str, words)), input=raw, check=False, capture_output=True, env=environment
    )
    return ran.stdout


def delivered(folder):
    """Return the names of the folders or files of mail that have come to be."""
    return {name for name in ("ours", "forged", "neither") if (folder / name).exists()}


@pytest.fixture
def procmail(tmp_path):
    """Return a function that tells where procmail delivers a message."""
    words = [program("procmail"), "-m", tmp_path / "rc"]
    rules = ":0\n* ^X-Priory[^a-z]*forged\nforged\n:0\n* ^X-Priory: ours,\nours\n"
    (tmp_path / "rc").write_text(f"MAILDIR={tmp_path}\nDEFAULT={tmp_path}/neither\n{rules}")

    def deliver(raw):
        run(words, raw, tmp_path)
        return delivered(tmp_path)

    return deliver


@pytest.fixture
def maildrop(tmp_path):
    """Return a function that tells where maildrop delivers a message."""
    words = [program("maildrop"), tmp_path / "filter"]
    rule = 'if (/^{}/:h)\n{{\n  to "{}/{}"\n}}\n'
    rules = [("X-Priory[^a-z]*forged", tmp_path, "forged"), ("X-Priory: ours,", tmp_path, "ours")]
    text = "".join(rule.format(*one) for one in rules) + f'to "{tmp_path}/neither"\n'
    (tmp_path / "filter").write_text(f'HOME="{tmp_path}"\nSHELL="/bin/sh"\n{text}')
    (tmp_path / "filter").chmod(0o600)

    def deliver(raw):
        run(words, raw, tmp_path)
        return delivered(tmp_path)

    return deliver


@pytest.fixture
def sieve(tmp_path):
    """Return a function that tells where Dovecot's Sieve delivers a message."""
    places = ("/usr/lib/dovecot", "/usr/libexec/dovecot")
    words = [program("dovecot-lda", *places), "-c", tmp_path / "conf"]
    if os.geteuid() == 0:
        pytest.skip("Dovecot does not deliver mail to root")
    if not any(os.path.exists(f"{one}/modules/lib90_sieve_plugin.so") for one in places):  # noqa: PTH110
        pytest.skip("Dovecot's Sieve is not installed")
    settings = {"base_dir": tmp_path, "state_dir": tmp_path, "log_path": tmp_path / "log"}
    settings |= {"mail_location": f"maildir:{tmp_path}:LAYOUT=fs", "first_valid_uid": 1}
    settings |= {"postmaster_address": "a@example.com", "hostname": "example.com"}
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    lines += ["stats_writer_socket_path =\n", "protocol lda {\n  mail_plugins = sieve\n}\n"]
    lines.append(f"plugin {{\n  sieve_before = {tmp_path}/rules.sieve\n}}\n")
    (tmp_path / "conf").write_text("".join(lines))
    (tmp_path / "rules.sieve").write_text(
        'require ["fileinto", "mailbox"];\n'
        'if header :contains "X-Priory" "forged" { fileinto :create "forged"; stop; }\n'
        'if header :matches "X-Priory" "ours,*" { fileinto :create "ours"; stop; }\n'
        'fileinto :create "neither";\n'
    )

    def deliver(raw):
        run(words, raw, tmp_path)
        return delivered(tmp_path)

    return deliver


@pytest.mark.parametrize("name", MESSAGES)
@pytest.mark.parametrize("reader", ["procmail", "maildrop", "sieve"])
def test_delivery(reader, name, request):
    """Rules of programs that deliver mail match our header, and no forged one."""
    if (reader, name) == ("maildrop", "part"):
        pytest.skip("maildrop reads the headers of parts, too: its recipe asks reformail")
    deliver = request.getfixturevalue(reader)

    assert deliver(annotate(MESSAGES[name], "ours, by us")) == {"ours"}


@pytest.mark.parametrize("name", MESSAGES)
@pytest.mark.parametrize("reader", ["formail", "reformail"])
def test_extraction(reader, name, tmp_path):
    """Programs that print headers print ours, and no forged one."""
    words = [program(reader), "-xX-Priory:"]
    expected = b"" if reader == "formail" and name in INDENTED else b"ours, by us"

    assert run(words, annotate(MESSAGES[name], "ours, by us"), tmp_path).strip() == expected


@pytest.mark.parametrize("name", MESSAGES)
def test_parser(name):
    """So does the parser of Python, which ends lines at a CR alone, too."""
    found = email.message_from_bytes(annotate(MESSAGES[name], "ours, by us")).get_all("X-Priory")

    assert found == ["ours, by us"]
