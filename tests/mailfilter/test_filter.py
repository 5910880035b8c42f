import gzip
import math
import pickle
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import pytest
from tests.errors import refused

from priory import MailFilter
from priory.errors import InputError, InputTypeError
from priory.mailfilter import Settings, Store
from priory.tokens import MailAnalyzer

SPAM = [f"Subject: offer {i}\n\nBuy cheap pills now, offer {i}".encode() for i in range(60)]
HAM = [f"Subject: lunch {i}\n\nSee you at noon, table {i}".encode() for i in range(60)]
FROM = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"


@pytest.fixture
def mail(tmp_path):
    """Return a filter that has learned a little spam and ham."""
    with MailFilter(tmp_path / "mail.db") as mail:
        messages = [(raw, "spam") for raw in SPAM[:50]] + [(raw, "ham") for raw in HAM[:50]]
        assert set(mail.learn_many(messages)) == {"learned"}
        yield mail


def test_verdicts(mail):
    """Messages like those that were learned get their label."""
    assert mail.classify(SPAM[55]).label == "spam"
    assert mail.classify(HAM[55]).label == "ham"


def test_evidence_adds_up(mail):
    """Base and weights add up to the log-odds, whose probability is the one shown."""
    verdict = mail.explain(SPAM[55])

    total = verdict.base + math.fsum(one.weight for one in verdict.evidence)
    assert total == pytest.approx(verdict.log_odds, abs=1e-12)
    assert len(verdict.evidence) == verdict.n_known
    assert verdict.probability == pytest.approx(1 / (1 + math.exp(-verdict.log_odds)))


@pytest.mark.parametrize("item", [SPAM[3], 5, (SPAM[3], "spam", 1)])
def test_many_need_labels(mail, item):
    """What is no message with its label is named by its place, and nothing is learned."""
    with refused("bad-parameter", InputTypeError, place="item 1", parameter="messages"):
        mail.learn_many([(SPAM[52], "spam"), item])
    assert mail.forget(SPAM[52]) == "unknown"


def test_many_equal_one(mail):
    """Many messages get the verdicts that each gets alone, bit for bit."""
    messages = [*SPAM, *HAM, b""]

    many = list(mail.classify_many(messages, evidence=20))
    assert many == [mail.classify(raw) for raw in messages]
    assert [one.label for one in mail.classify_many(messages)] == [one.label for one in many]


def test_memory_is_bounded(mail, monkeypatch):
    """Where all that was learned would take too much memory, verdicts are the same without it."""
    messages = [*SPAM, *HAM, b""]
    expected = list(mail.classify_many(messages, evidence=20))
    asked = []
    ledger = Store.ledger

    def looked_up(self, tokens=None):
        asked.append(tokens)
        return ledger(self, tokens)

    monkeypatch.setattr("priory.mailfilter._judge._MOST_CELLS", 10)
    monkeypatch.setattr(Store, "ledger", looked_up)

    assert list(mail.classify_many(messages, evidence=20)) == expected
    assert None not in asked


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (2 * (FROM + SPAM[0] + b"\n\n"), "not-one-message"),
        (FROM + b"\n", "no-message"),
        (gzip.compress(SPAM[0], mtime=0), "not-one-message"),
        (b"\n", "no-message"),
    ],
)
def test_path_to_mailbox(tmp_path, mail, content, code):
    """A path that leads to something else than one message is refused with what to do."""
    path = tmp_path / "spam.mbox"
    path.write_bytes(content)

    for ask in (mail.classify, mail.explain, mail.forget, lambda message: mail.learn(message, "x")):
        with refused(code, InputError, place=str(path)):
            ask(path)


def test_path_to_saved_message(tmp_path, mail):
    """A message behind the one separator that mail programs put before it is taken."""
    path = tmp_path / "saved"
    path.write_bytes(FROM + SPAM[0] + b"\n")

    assert mail.classify(path) == mail.classify(SPAM[0])
    assert mail.explain(path) == mail.explain(SPAM[0])
    assert mail.learn(path, "spam") == "known"
    assert mail.forget(path) == "forgotten"


def test_many_at_once(tmp_path):
    """Many messages are learned and forgotten at once, whether or not the outcomes are read."""
    with MailFilter(tmp_path / "mail.db") as mail:
        mail.learn_many((raw, "spam") for raw in SPAM[:3])
        assert mail.learn_many([(SPAM[0], "spam"), (SPAM[3], "spam")]) == ["known", "learned"]

        mail.forget_many(iter(SPAM[:3]))
        assert mail.forget_many([SPAM[0], SPAM[3]]) == ["unknown", "forgotten"]


def test_one_transaction_a_step(tmp_path, monkeypatch):
    """Batches are learned and forgotten as they are asked for, a transaction each."""
    monkeypatch.setattr("priory.mailfilter._messages.MOST", 2)
    with MailFilter(tmp_path / "mail.db") as mail:
        learning = mail.learn_batches((raw, "spam") for raw in SPAM[:3])
        assert mail.store.classes == ()
        assert next(learning) == ["learned", "learned"]
        assert mail.store.classes[0].messages == 2
        assert list(learning) == [["learned"]]

        assert list(mail.forget_batches(SPAM[:3])) == [["forgotten", "forgotten"], ["forgotten"]]


def test_learning_in_a_thread(tmp_path):
    """Threads, which may handle no signals, learn as the main one does."""
    with MailFilter(tmp_path / "mail.db") as mail, ThreadPoolExecutor(1) as pool:
        assert pool.submit(mail.learn_many, [(SPAM[0], "spam")]).result() == ["learned"]


@pytest.mark.parametrize("n_messages", [1, 99])
def test_a_message_is_tokenised_once(mail, monkeypatch, n_messages):
    """A small batch is looked up and scored by the same tokens."""
    native, calls = mail.store.analyzer.native(), []

    class Analyzer:
        """Knows nothing but how to tokenise, and notes how often it did."""

        def tokenize_all(self, messages, threads):
            """Tokenise messages."""
            calls.append(len(messages))
            return native.tokenize_all(messages, threads)

    monkeypatch.setattr(MailAnalyzer, "native", lambda _: Analyzer())
    list(mail.classify_many([SPAM[0]] * n_messages))

    assert calls == [n_messages]


def test_verdicts_as_messages_come(mail, monkeypatch):
    """The first verdict waits for no other message, nor does any if messages come slowly."""
    monkeypatch.setattr("priory.mailfilter.filter.PATIENCE", 0.0)
    asked = []
    verdicts = mail.classify_many(asked.append(i) or b"Subject: pills\n\nnow" for i in range(3))

    assert [len(asked) for _ in verdicts] == [1, 2, 3]


def test_nothing_learned(tmp_path):
    """A filter that has learned nothing is unsure, and says why."""
    with MailFilter(tmp_path / "mail.db") as mail:
        verdict = mail.classify(SPAM[0])

    assert verdict.label == "unsure"
    assert "nothing was learned" in verdict.why_unsure


def test_one_class(tmp_path):
    """A filter that knows one class is unsure, and says that it is the only one."""
    with MailFilter(tmp_path / "mail.db") as mail:
        mail.learn(SPAM[0], "spam")
        verdict = mail.classify(SPAM[0])

    assert (verdict.label, verdict.best) == ("unsure", "spam")
    assert "only spam was learned" in verdict.why_unsure


def test_costs_decide(mail):
    """The same probabilities give another verdict when mistakes cost otherwise."""
    message = b"Subject: lunch\n\nBuy cheap pills at noon"
    mail.settings = Settings(unsure=100)
    sure = mail.classify(message)
    mail.settings = Settings(unsure=0)

    assert sure.label in ("ham", "spam")
    assert mail.classify(message).label == "unsure"


@pytest.mark.parametrize("event", ["boolean", "multinomial", "bernoulli", "complement"])
def test_event_models(mail, event):
    """Every event model can be read from the same store."""
    mail.settings = Settings(event=event)

    assert mail.classify(SPAM[55]).best == "spam"
    assert mail.classify(HAM[55]).best == "ham"


def test_forget(mail):
    """A message that is forgotten is unknown, and the others stay."""
    before = mail.classify(SPAM[55])
    mail.learn(SPAM[59], "spam")

    assert mail.forget(SPAM[59]) == "forgotten"
    assert mail.forget(SPAM[59]) == "unknown"
    assert mail.classify(SPAM[55]) == before


def test_forms_of_messages(mail, tmp_path):
    """Bytes, a path and the standard library's message are the same message."""
    message = EmailMessage()
    message["Subject"] = "offer"
    message.set_content("Buy cheap pills")
    path = tmp_path / "one.eml"
    path.write_bytes(bytes(message))

    assert mail.classify(message) == mail.classify(path) == mail.classify(bytes(message))


def test_text_is_refused(mail):
    """A string may be a path or a text, so it is neither."""
    with refused("bad-parameter", InputTypeError, parameter="message"):
        mail.classify("Subject: lunch")


def test_other_classes(tmp_path):
    """Classes have any names, and there may be more than two."""
    with MailFilter(tmp_path / "mail.db") as mail:
        for i in range(40):
            mail.learn(SPAM[i], "spam")
            mail.learn(HAM[i], "family")
            mail.learn(f"Subject: meeting {i}\n\nAgenda of the project".encode(), "work")
        verdict = mail.classify(b"Subject: meeting\n\nAgenda of the next project")

    assert verdict.label == "work"
    assert set(verdict.probabilities) == {"spam", "family", "work"}
    assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_verdicts_are_values(mail):
    """A verdict goes to another process and into a set, and comes out the same."""
    verdict = mail.classify(b"Subject: pills\n\ncheap pills now")

    assert pickle.loads(pickle.dumps(verdict)) == verdict  # noqa: S301
    assert hash(verdict) == hash(pickle.loads(pickle.dumps(verdict)))  # noqa: S301
    assert dict(verdict.posterior) == verdict.probabilities


def test_wrong_arguments(tmp_path, mail):
    """Arguments that make no sense are refused by name, and at once."""
    with refused("bad-parameter", InputTypeError, parameter="settings"):
        MailFilter(tmp_path / "new.db", "x")
    with refused("bad-parameter", InputTypeError, parameter="settings"):
        mail.settings = {"lost_ham": 1}
    with refused("bad-parameter", parameter="timeout"):
        MailFilter(tmp_path / "new.db", timeout=-1)
    with refused("bad-parameter", InputError, parameter="evidence"):
        mail.classify_many([], evidence=-1)
    assert not (tmp_path / "new.db").exists()
