"""Messages of two kinds, generated: no two have the same text."""

from email.utils import formatdate

NEW_YEAR = 1767225600
SPAM = ("cheap", "pills", "watches", "prize", "casino", "winner", "loans", "click", "offer")
HAM = ("lunch", "meeting", "report", "garden", "train", "notes", "budget", "holiday", "choir")
N = 24  # messages of each class


def text_of(words, number):
    """Return a text that no other message has, of words that those of its class share."""
    turned = words[number % len(words) :] + words[: number % len(words)]
    own = "".join(chr(97 + int(digit)) * 3 for digit in str(number))
    return f"{' '.join(turned)} {own} and so on, as ever, with best regards"


def letter(words, number, *, date=True):
    """Return a message."""
    when = f"Date: {formatdate(NEW_YEAR + 60 * number)}\n" if date else ""
    name = words[number % len(words)]
    head = f"From: {name}@example.org\n{when}Message-ID: <{number}@{words[0]}>\n"
    return f"{head}Subject: {name} {number}\n\n{text_of(words, number)}\n".encode()
