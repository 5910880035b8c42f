"""The mail filter on a whole mailbox: beside the reference, and how many mistakes it makes."""

import hashlib
import re
from collections import Counter
from typing import NamedTuple

import pytest
from mailfilter.taught import lessons
from mailfilter.twin import Learned, Twin
from sklearn.metrics import roc_auc_score

from priory import MailFilter
from priory.mailfilter._header import header_value
from priory.mailfilter.passthrough import annotate
from priory.mailfilter.settings import EVENTS, Settings
from priory.tokens import MailAnalyzer

# By the number of messages: those learned, those held out, and the most ham that may be called
# spam, and spam that may not.
BOUNDS = {
    144: ({"spam": 31, "ham": 41}, {"spam": 40, "ham": 32}, 0, 25),
    6047: ({"spam": 967, "ham": 2057}, {"spam": 930, "ham": 2093}, 4, 60),
}
OUR_HEADER = re.compile(rb"^X-Priory:.*\n(?:[ \t].*\n)*", re.MULTILINE)


class Mail(NamedTuple):
    """A message with its folder, its tokens and the half it is in."""

    folder: str
    raw: bytes
    bag: dict[str, int]
    is_held_out: bool

    @property
    def label(self):
        """Its class."""
        return "spam" if "spam" in self.folder else "ham"

    @property
    def finer_label(self):
        """Its class if there are three."""
        return "list" if self.label == "ham" and b"\nList-" in self.raw else self.label


@pytest.fixture(scope="module")
def mails(mailbox):
    """Return the messages; they are halved by the SHA-1 of their names."""
    found = []
    for path, raw in mailbox:
        folder, name = path.split("/")[-2:]
        digest = int(hashlib.sha1(f"{folder}/{name}".encode()).hexdigest(), 16)  # noqa: S324
        if name != "cmds":
            found.append(Mail(folder, raw, MailAnalyzer().count(raw), digest % 2 == 1))
    return found


@pytest.fixture(scope="module")
def learned(mails):
    """Return the half to learn from."""
    return [mail for mail in mails if not mail.is_held_out]


@pytest.fixture(scope="module")
def held_out(mails):
    """Return the other half."""
    return [mail for mail in mails if mail.is_held_out]


@pytest.fixture(scope="module")
def taught(learned, tmp_path_factory):
    """Return a filter that has learned one half, and the reference, which has, too."""
    path = tmp_path_factory.mktemp("store") / "mail.db"
    with MailFilter(path) as filter_:
        filter_.learn_many((mail.raw, mail.label) for mail in learned)
        yield filter_, Learned((mail.raw, mail.label, mail.bag) for mail in learned)


def differences(filter_, learned, mails):
    """List in what verdicts on messages, or their evidence, differ from the reference's."""
    twin = Twin(learned, filter_.settings)
    verdicts = filter_.classify_many((mail.raw for mail in mails), evidence=20)
    pairs = list(zip(mails, verdicts, strict=True))
    print(f"{len(pairs)} messages beside the reference")  # noqa: T201
    return [found for mail, verdict in pairs if (found := twin.differences(verdict, mail.bag))]


@pytest.mark.parametrize("event", EVENTS)
def test_reference(held_out, taught, event):
    """On every message that was held out, the verdict and its evidence are the reference's."""
    filter_, known = taught
    filter_.settings = Settings(event=event)

    assert differences(filter_, known, held_out) == []


def test_lessons(taught):
    """What each message taught, and what each token gained and lost by it, is the reference's."""
    filter_, known = taught

    assert lessons(filter_.store) == (known.pupil.errors, known.pupil.sums())


@pytest.mark.parametrize("event", ["lessons", "complement"])
def test_three_classes(learned, held_out, event, tmp_path):
    """They are, too, where there are other classes to judge a class by."""
    known = Learned((mail.raw, mail.finer_label, mail.bag) for mail in learned)
    with MailFilter(tmp_path / "mail.db", Settings(event=event)) as filter_:
        filter_.learn_many((mail.raw, mail.finer_label) for mail in learned)

        assert len(filter_.store.classes) == 3
        assert differences(filter_, known, held_out) == []
        assert lessons(filter_.store) == (known.pupil.errors, known.pupil.sums())


def test_mistakes(mails, learned, held_out, taught):
    """With default settings hardly any ham is called spam, and not too much spam is missed."""
    known, new, lost, missed = BOUNDS[len(mails)]
    assert Counter(mail.label for mail in learned) == known
    assert Counter(mail.label for mail in held_out) == new
    filter_, _ = taught
    filter_.settings = Settings()
    verdicts = list(filter_.classify_many(mail.raw for mail in held_out))

    table = Counter((mail.label, v.label) for mail, v in zip(held_out, verdicts, strict=True))
    spam = [mail.label == "spam" for mail in held_out]
    area = roc_auc_score(spam, [verdict.probabilities["spam"] for verdict in verdicts])
    print(f"{dict(table)}, {100 * (1 - area):.3f} % of the area above the ROC")  # noqa: T201
    assert table["ham", "spam"] <= lost
    assert table["spam", "unsure"] + table["spam", "ham"] <= missed


def test_passing_through(mails, taught):
    """Every message comes out as it came, but for one header with its verdict."""
    filter_, _ = taught
    filter_.settings = Settings()
    verdicts = filter_.classify_many((mail.raw for mail in mails), evidence=20)

    for mail, verdict in zip(mails, verdicts, strict=True):
        out = annotate(mail.raw, header_value(verdict))
        header = OUR_HEADER.search(out)
        assert header is not None
        assert header[0].startswith(f"X-Priory: {verdict.label},".encode())
        assert out[: header.start()] + out[header.end() :] == mail.raw
