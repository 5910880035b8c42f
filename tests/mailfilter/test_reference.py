"""The filter beside the plain Python reference, and the reference beside scikit-learn."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction import DictVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB

from mailfilter.twin import Learned, Twin
from priory import MailFilter, sample
from priory import _reference as reference
from priory.mail import Message
from priory.mailfilter.settings import EVENTS, Settings
from priory.tokens import MailAnalyzer

FOLDS = 3
SKLEARN = {
    "multinomial": MultinomialNB,
    "boolean": MultinomialNB,
    "complement": ComplementNB,
    "bernoulli": BernoulliNB,
}


def of_two(mail):
    """Return the class of a message of the sample."""
    return mail.label


def of_three(mail):
    """Return the class of a message if there are three: ham with odd numbers is work."""
    number = int(mail.name.partition("/")[2][:3])
    return "work" if mail.label == "ham" and number % 2 else mail.label


@pytest.fixture(scope="module")
def mails():
    """Read the sample, each message with its tokens as the reference finds them."""
    return [(mail, bag_of(mail.raw)) for mail in sample.mailbox()]


def bag_of(raw, **rules):
    """Count the tokens of a message in plain Python."""
    return dict(Counter(reference.mail_tokens(Message.parse(raw), reference.Rules(**rules))))


@pytest.fixture(
    scope="module",
    params=[(label, fold) for label in (of_two, of_three) for fold in range(FOLDS)],
    ids=lambda param: f"{param[0].__name__}-{param[1]}",
)
def taught(request, mails, tmp_path_factory):
    """Teach a filter and the reference two folds; return both, and the third fold."""
    label, fold = request.param
    learned = [mail for i, mail in enumerate(mails) if i % FOLDS != fold]
    held_out = [(mail.raw, bag) for mail, bag in mails[fold::FOLDS]]
    with MailFilter(tmp_path_factory.mktemp("store") / "mail.db") as filter_:
        outcomes = filter_.learn_many((mail.raw, label(mail)) for mail, _ in learned)
        assert set(outcomes) == {"learned"}
        yield filter_, Learned((mail.raw, label(mail), bag) for mail, bag in learned), held_out


@pytest.mark.parametrize("event", EVENTS)
def test_sample(taught, event):
    """On every message of the sample, verdicts and all their evidence are the reference's."""
    mail, learned, held_out = taught
    mail.settings = Settings(event=event)
    twin = Twin(learned, mail.settings)
    many = list(mail.classify_many((raw for raw, _ in held_out), evidence=20))

    for (raw, bag), one_of_many in zip(held_out, many, strict=True):
        explained = mail.explain(raw)
        assert twin.differences(explained, bag) == []
        assert len(explained.evidence) == explained.n_known
        assert twin.differences(mail.classify(raw), bag) == []
        assert twin.differences(one_of_many, bag) == []


@pytest.mark.parametrize("event", EVENTS)
def test_little_training(mails, event, tmp_path):
    """From the second message on, verdicts are the reference's, and before that there is none."""
    order = [pair for pairs in zip(mails[:4], mails[-4:], strict=True) for pair in pairs]
    learned = []
    with MailFilter(tmp_path / "mail.db", Settings(event=event)) as filter_:
        for mail, bag in order:
            filter_.learn(mail.raw, mail.label)
            learned.append((mail.raw, mail.label, bag))
            if len(learned) == 1:
                continue
            twin = Twin(Learned(learned), filter_.settings)
            for other, bag_of_other in mails[::12]:
                assert twin.differences(filter_.explain(other.raw), bag_of_other) == []


@pytest.mark.parametrize("event", EVENTS)
def test_nothing_known(mails, event, tmp_path):
    """Where no token of a message was ever learned, verdicts are the reference's, too."""
    rules = {"headers": "none"}
    chosen = Settings(event=event, patience=0)
    learned = [(mail.raw, mail.label) for mail, _ in (*mails[:3], *mails[-2:])]
    raw = b"Content-Type: image/unheard\n\n"
    with MailFilter(tmp_path / "mail.db", chosen, analyzer=MailAnalyzer(**rules)) as filter_:
        assert set(filter_.learn_many(learned)) == {"learned"}
        verdict = filter_.explain(raw)

    twin = Twin(Learned((raw, label, bag_of(raw, **rules)) for raw, label in learned), chosen)
    assert (verdict.n_known, verdict.n_unknown) == (0, 2)
    assert twin.differences(verdict, bag_of(raw, **rules)) == []


def test_one_class(mails, tmp_path):
    """One class is no choice, but the tokens that it has are known."""
    (first, bag), (second, other_bag) = mails[:2]
    with MailFilter(tmp_path / "mail.db") as filter_:
        filter_.learn(first.raw, "ham")
        verdict = filter_.explain(second.raw)

    assert (verdict.label, verdict.best, verdict.against) == ("unsure", "ham", None)
    assert verdict.posterior == ()
    assert verdict.n_known == len(bag.keys() & other_bag.keys())
    assert verdict.n_unknown == len(other_bag.keys() - bag.keys())


def test_equal_costs(mails, tmp_path):
    """Where to choose costs as much as to leave it open, filter and reference leave it open."""
    choices = Settings(strength=0, lost_ham=1, unsure=0.5)
    (ham, bag), (spam, other_bag) = mails[0], mails[-1]
    with MailFilter(tmp_path / "mail.db", choices) as filter_:
        filter_.learn(ham.raw, "ham")
        filter_.learn(spam.raw, "spam")

        assert filter_.classify(ham.raw).label == "unsure"
    learned = Learned([(ham.raw, "ham", bag), (spam.raw, "spam", other_bag)])
    assert Twin(learned, choices).judge(bag).label == "unsure"


LABELS = st.sampled_from(["ham", "spam", "work"])
bags = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 5), max_size=6)
numbers = st.floats(0, 20)
choices = st.builds(
    Settings,
    event=st.sampled_from(EVENTS),
    alpha=st.none() | st.floats(1e-3, 10),
    strength=st.floats(0, 3),
    patience=numbers,
    lost_ham=numbers,
    missed_spam=numbers,
    unsure=st.floats(0, 2),
)


def written(bag):
    """Write a message that has these tokens, and no others."""
    words = [word for word, times in bag.items() for _ in range(times)]
    return "\n\n{}".format(" ".join(words)).encode()


@settings(max_examples=60)  # each of them writes to the disk
@given(
    learned=st.lists(st.tuples(LABELS, bags), min_size=1, max_size=8),
    asked=st.lists(bags, min_size=1, max_size=5),
    chosen=choices,
)
def test_random_bags(learned, asked, chosen, tmp_path_factory):
    """Whatever was learned and chosen, verdicts are the reference's; of equals, either."""
    analyzer = MailAnalyzer(headers="none", min_length=1)
    path = tmp_path_factory.mktemp("store") / "mail.db"
    with MailFilter(path, chosen, analyzer=analyzer) as filter_:
        # No two messages are the same, or they would be known.
        messages = [(written(bag | {f"n{i}": 1}), label) for i, (label, bag) in enumerate(learned)]
        assert set(filter_.learn_many(messages)) == {"learned"}
        verdicts = list(filter_.classify_many(map(written, asked), evidence=20))
    known = Learned((raw, label, analyzer.count(raw)) for raw, label in messages)
    if len(known.counts.messages) == 1:
        assert {verdict.label for verdict in verdicts} == {"unsure"}
        return
    twin = Twin(known, chosen)
    for verdict, bag in zip(verdicts, asked, strict=True):
        tokens = analyzer.count(written(bag))
        expected = twin.judge(tokens)
        assert dict(verdict.probabilities) == pytest.approx(expected.probabilities, rel=1e-9)
        assert expected.costs[verdict.label] == pytest.approx(min(expected.costs.values()))
        if not is_close_call(expected):
            assert twin.differences(verdict, tokens) == []


def is_close_call(verdict):
    """Tell whether rounding may decide which class is best, or which verdict costs least."""
    ranked = [sorted(verdict.probabilities.values()), sorted(verdict.costs.values())]
    return any(b - a < 1e-9 for values in ranked for a, b in pairwise(values))


@pytest.mark.parametrize("event", SKLEARN)
def test_sklearn(mails, event):
    """On the sample, the reference's log-odds are those of scikit-learn's model."""
    learned = [(mail.raw, of_three(mail), bag) for i, (mail, bag) in enumerate(mails) if i % FOLDS]
    asked = [bag for _, bag in mails[::FOLDS]]
    counts = Learned(learned).counts
    weights = reference.weigh(counts, event, 0.5)
    # What makes log-odds plain: all is believed, but for the root of the number of tokens.
    plain = reference.Choices(event, 0.5, 1, 0, "spam", "ham", 1, 1, 1)

    vectors = DictVectorizer()
    rows, others = vectors.fit_transform(bag for *_, bag in learned), vectors.transform(asked)
    if event == "boolean":
        rows, others = rows > 0, others > 0
    model = SKLEARN[event](alpha=0.5, fit_prior=False).fit(rows, [label for _, label, _ in learned])

    for bag, joint in zip(asked, model.predict_joint_log_proba(others), strict=True):
        verdict = reference.judge(bag, counts, weights, plain)
        scores = dict(zip(model.classes_, joint, strict=True))
        log_odds = verdict.log_odds * math.sqrt(len(verdict.evidence))
        assert verdict.best == max(scores, key=scores.get)
        assert log_odds == pytest.approx(scores[verdict.best] - scores[verdict.against], rel=1e-9)
