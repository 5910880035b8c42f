"""The experiment on forged relays."""

from benchmarks.messages import Mail
from experiments import forged

from priory.tokens import MailAnalyzer

OUTSIDE = b"Received: from x ([198.51.100.7])\n\tby mx.example.org; now\n"
NEAR = b"Received: from y ([10.1.2.3]) by box.example.org; now\n"


def test_lines_stand_below():
    """Forged lines stand below the relay that has the message from outside."""
    rest = b"Subject: a\n\nb\n\nc"

    assert forged.below(NEAR + OUTSIDE + rest, b"Z: z\n") == NEAR + OUTSIDE + b"Z: z\n" + rest
    assert forged.below(NEAR + rest, b"Z: z\n") == NEAR + b"Z: z\n" + rest
    assert forged.below(rest, b"Z: z\n") == b"Z: z\n" + rest


def test_best_hosts():
    """Those hosts are the best that ham came through, and spam did not."""
    mail = [
        Mail("ham/1", "ham", b"Received: from a.good.example by x\n\n"),
        Mail("ham/2", "ham", b"Received: from a.good.example (b.both.example) by x\n\n"),
        Mail("spam/1", "spam", b"Received: from b.both.example (c.bad.example) by x\n\n"),
    ]

    assert forged.best(mail, MailAnalyzer()) == ["a.good.example", "b.both.example"]


def test_forged_lines():
    """Three hosts make a line, and what is left over makes none."""
    lines = forged.forged([f"h{i}.example" for i in range(7)])

    assert lines.count(b"\n") == 2
    assert lines.startswith(b"Received: from h0.example (h1.example) (h2.example) by ")
