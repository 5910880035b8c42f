"""The samples: whether they are whole, varied, made up and not too easy."""

import re
from collections import Counter
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from ipaddress import ip_address, ip_network

import pytest

from priory import CountVectorizer, MultinomialNB, sample
from priory import _reference as reference
from priory.mail import Message, read_mailbox
from priory.tokens import MailAnalyzer

MAILS = sample.mailbox()
PARSED = {mail.name: Message.parse(mail.raw) for mail in MAILS}

TYPES = {
    "application/octet-stream",
    "application/pdf",
    "application/pgp-encrypted",
    "application/pgp-signature",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/zip",
    "image/png",
    "message/delivery-status",
    "message/rfc822",
    "multipart/alternative",
    "multipart/encrypted",
    "multipart/mixed",
    "multipart/related",
    "multipart/report",
    "multipart/signed",
    "text/calendar",
    "text/html",
    "text/plain",
}
CHARSETS = {
    "gb2312",
    "iso-2022-jp",
    "iso-8859-1",
    "koi8-r",
    "shift_jis",
    "us-ascii",
    "utf-8",
    "windows-1252",
}
MARKS = {
    "broken-base64",
    "broken-encoded-word",
    "broken-header",
    "broken-quoted-printable",
    "encrypted",
    "form",
    "forwarded",
    "frame",
    "hidden-text",
    "link-mismatch",
    "numeric-letters",
    "open-boundary",
    "program",
    "refresh",
    "remote-image",
    "script",
    "signed",
    "split-word",
    "tiny-image",
    "undeclared-charset",
    "unknown-charset",
    "unknown-encoding",
    "wrong-charset",
}
HEADERS = {
    "authentication-results",
    "auto-submitted",
    "dkim-signature",
    "in-reply-to",
    "list-id",
    "list-unsubscribe",
    "received",
    "reply-to",
    "user-agent",
    "x-mailer",
}
RESERVED = [ip_network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")]
HOST = re.compile(r"(?:@|://|\bfrom |\bby |HELO )((?:[\w-]+\.)+[A-Za-z][\w-]*)")
KNOWN_TOP = re.compile(
    r"(?i)\b(?:[\w-]+\.)+(?:com|net|org|info|biz|io|co|eu|uk|de|fr|es|it|nl|ru|jp|cn|me|tv)\b"
)
ADDRESS = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")


def parts():
    """Go over all parts of all messages."""
    return (part for message in PARSED.values() for part in message.parts)


def everything(mail):
    """Join all that stands in a message when it is decoded, attachments too."""
    message = PARSED[mail.name]
    values = [header.value for part in message.parts for header in part.headers]
    texts = [text for part in message.parts for text in (part.source, part.text, part.hidden)]
    payloads = [
        part.get_payload(decode=True) or b"" for part in message_from_bytes(mail.raw).walk()
    ]
    return "\n".join([*values, *texts, *(payload.decode("latin-1") for payload in payloads)])


def is_made_up(host):
    """Tell whether a host is one of those that nobody has."""
    if ADDRESS.fullmatch(host):
        return any(ip_address(host) in net for net in RESERVED)
    return re.search(r"(?i)(?:^|\.)(?:example|example\.(?:com|net|org))$", host) is not None


def test_labels():
    """There is about as much ham as spam, and the folder says which is which."""
    labels = Counter(mail.label for mail in MAILS)

    assert labels.keys() == {"ham", "spam"}
    assert min(labels.values()) >= 60
    assert all(re.fullmatch(rf"{m.label}/\d{{3}}-[a-z0-9-]+\.eml", m.name) for m in MAILS)


def test_is_a_mailbox():
    """What reads mailboxes reads the same messages in the same order, and finds no fault."""
    faults = []
    read = [entry.raw for entry in read_mailbox(sample.mailbox_path(), on_fault=faults.append)]

    assert read == [mail.raw for mail in MAILS]
    assert faults == []


def test_every_message_is_one():
    """Each message says who wrote it, when, and something beside."""
    for name, message in PARSED.items():
        assert all(message.get(header) for header in ("from", "to", "date", "message-id")), name
        assert message.text or message.links or "encrypted" in message.marks, name


def test_sorted_by_date():
    """Ham and spam are numbered from the oldest to the newest, all of one year."""
    for label in ("ham", "spam"):
        names = [mail.name for mail in MAILS if mail.label == label]
        dates = [parsedate_to_datetime(PARSED[name].get("date")) for name in names]
        assert dates == sorted(dates)
        assert {date.year for date in dates} == {2026}


def test_no_message_twice():
    """No two messages have the same id."""
    ids = Counter(message.get("message-id") for message in PARSED.values())

    assert [key for key, count in ids.items() if count > 1] == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (TYPES, lambda: {part.type for part in parts()}),
        (CHARSETS, lambda: {(part.charset or "").lower() for part in parts()}),
        (MARKS, lambda: {mark for message in PARSED.values() for mark in message.marks}),
        (HEADERS, lambda: {h.name.lower() for m in PARSED.values() for h in m.headers}),
        ({"7bit", "8bit", "base64", "quoted-printable"}, lambda: {p.encoding for p in parts()}),
        ({True, False}, lambda: {b"\r\n" in mail.raw for mail in MAILS}),
    ],
    ids=["types", "charsets", "marks", "headers", "encodings", "line ends"],
)
def test_variety(wanted, found):
    """Every kind that the sample promises is in it."""
    assert wanted - found() == set()


def test_nobody_is_real():
    """Hosts and addresses are those that are reserved for examples."""
    for mail in MAILS:
        text = everything(mail)
        hosts = {*HOST.findall(text), *KNOWN_TOP.findall(text), *ADDRESS.findall(text)}
        assert {host for host in hosts if not is_made_up(host)} == set(), mail.name


def test_size():
    """The mailbox is small enough to travel with the package."""
    assert sum(len(mail.raw) for mail in MAILS) < 400_000


def test_neither_hard_nor_trivial():
    """A model of two thirds judges nearly all of the rest rightly, and not all."""
    labels = [mail.label for mail in MAILS]
    right = 0
    for fold in range(3):
        known = [i for i in range(len(MAILS)) if i % 3 != fold]
        vectorizer = CountVectorizer(analyzer=MailAnalyzer(), binary=True)
        counts = vectorizer.fit_transform([MAILS[i].raw for i in known])
        model = MultinomialNB(alpha=0.1).fit(counts, [labels[i] for i in known])
        verdicts = model.predict(vectorizer.transform([mail.raw for mail in MAILS[fold::3]]))
        right += sum(verdicts == labels[fold::3])

    assert 0.9 < right / len(MAILS) < 1


def test_spam_shouts():
    """The sample has distinct messages, two labels, and spam that shouts more than ham."""
    texts, labels = sample.messages()
    shouts = Counter()
    for text, label in zip(texts, labels, strict=True):
        shouts[label] += len(reference.domain_features(text, ["capitals", "punctuation"]))

    assert len(texts) == len(set(texts))
    assert set(labels) == {"ham", "spam"}
    assert shouts["spam"] > 10 * shouts["ham"]
