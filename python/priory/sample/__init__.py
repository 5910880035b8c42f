"""Two small labelled samples, written for the project: short messages, and a mailbox."""

from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

__all__ = ["SampleMail", "mailbox", "mailbox_path", "messages"]


class SampleMail(NamedTuple):
    """A message of the sample mailbox.

    Attributes
    ----------
    name : str
        Its file below the mailbox, such as ``"ham/001-mum-sunday-lunch.eml"``.
    label : {"ham", "spam"}
        What its reader says it is.
    raw : bytes
        The message, as it came.
    """

    name: str
    label: str
    raw: bytes


def messages() -> tuple[list[str], list[str]]:
    """Read the short messages.

    Returns
    -------
    texts : list of str
        The messages, in the order of the file.
    labels : list of str
        For each message `"ham"` or `"spam"`.

    Examples
    --------
    >>> from priory import sample
    >>> texts, labels = sample.messages()
    >>> labels[0], texts[0]
    ('ham', 'Running ten minutes late, please order me a coffee.')
    >>> len(texts), labels.count("spam")
    (60, 23)
    """
    lines = files(__name__).joinpath("messages.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines]
    return [text for _, text in pairs], [label for label, _ in pairs]


def mailbox() -> list[SampleMail]:
    """Read the mailbox of Nora Lindqvist, who edits translations and keeps bees.

    It has what mailboxes have: letters, threads and mailing lists, receipts and newsletters, in
    several languages and charsets; most of the usual spam; and, on either side, messages that
    look like the other. Everybody in it is invented, and every address is one of those that are
    reserved for examples.

    Returns
    -------
    list of SampleMail
        The ham, then the spam, each from the oldest to the newest.

    Examples
    --------
    >>> from priory import sample
    >>> mails = sample.mailbox()
    >>> mails[0].name
    'ham/001-mum-sunday-lunch.eml'
    >>> len(mails), sum(mail.label == "spam" for mail in mails)
    (144, 71)
    """
    root = mailbox_path()
    return [
        SampleMail(path.relative_to(root).as_posix(), path.parent.name, path.read_bytes())
        for path in sorted(root.glob("*/*.eml"))
    ]


def mailbox_path() -> Path:
    """Find the folder of the sample mailbox, which has the folders `ham` and `spam`.

    Returns
    -------
    Path
        A folder that `read_mailbox` and the commands take.

    Examples
    --------
    >>> from priory import sample
    >>> from priory.mail import read_mailbox
    >>> sum(1 for entry in read_mailbox(sample.mailbox_path() / "spam"))
    71
    """
    return Path(__file__).with_name("mailbox")
