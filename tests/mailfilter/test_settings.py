import pytest
from tests.errors import refused

from priory.errors import InputError, InputTypeError
from priory.mailfilter import Settings


def test_alpha():
    """Less is added to counts the more was learned, within bounds, unless it is set."""
    assert Settings().alpha_for(0) == Settings().alpha_for(1) == 0.3
    assert Settings().alpha_for(40) == 0.1
    assert Settings().alpha_for(10**6) == 0.004
    assert Settings(alpha=2).alpha_for(40) == 2


def test_learned():
    """Evidence counts half when each class has as many messages as patience asks for."""
    assert Settings(patience=20).learned(20) == 0.5
    assert Settings().learned(0) == Settings(patience=0).learned(0) == 0
    assert Settings(patience=0).learned(1) == 1


def test_costs():
    """Lost ham and missed spam have their costs, other mistakes cost 1, and the truth nothing."""
    settings = Settings(lost_ham=7, missed_spam=3)

    assert settings.cost("spam", "ham") == 7
    assert settings.cost("ham", "spam") == 3
    assert settings.cost("work", "ham") == 1
    assert settings.cost("spam", "spam") == 0


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("event", "poisson", InputError),
        ("alpha", 0, InputError),
        ("alpha", float("nan"), InputError),
        ("strength", -1, InputError),
        ("patience", "many", InputError),
        ("lost_ham", True, InputError),
        ("spam", 1, InputTypeError),
    ],
)
def test_wrong_values(name, value, kind):
    """A setting that makes no sense is refused by name."""
    with refused("bad-parameter", kind, parameter=name):
        Settings(**{name: value})


@pytest.mark.parametrize("names", [("mail", "mail"), ("unsure", "ham"), ("spam", "unsure")])
def test_classes(names):
    """Spam and ham are two classes, and neither is the verdict that chooses none."""
    with refused("bad-parameter", InputError, parameter="spam"):
        Settings(spam=names[0], ham=names[1])


def test_no_smoothing():
    """What is said of an alpha of 0 is true."""
    with refused("bad-parameter", InputError, parameter="alpha"):
        Settings(alpha=0)


@pytest.mark.parametrize(
    ("verdict", "truth", "cost"),
    [
        ("spam", "ham", 7.0),
        ("spam", "receipts", 7.0),
        ("ham", "spam", 3.0),
        ("receipts", "spam", 3.0),
        ("ham", "receipts", 1.0),
        ("receipts", "receipts", 0.0),
    ],
)
def test_every_other_class_is_good_mail(verdict, truth, cost):
    """To call any other class spam costs what lost ham does, and spam may be missed as any."""
    assert Settings(lost_ham=7.0, missed_spam=3.0).cost(verdict, truth) == cost
