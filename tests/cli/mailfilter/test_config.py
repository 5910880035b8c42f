import argparse
from dataclasses import fields

import pytest

from priory.cli._errors import CommandError
from priory.cli.mailfilter._config import config_file, read_config
from priory.cli.mailfilter._settings import JUDGING, SETTINGS, add_settings
from priory.mailfilter import Settings

EVENTS = "lessons, boolean, multinomial, bernoulli, complement"


def read(*words):
    """Return the settings in force for a command line."""
    parser = argparse.ArgumentParser()
    add_settings(parser, *SETTINGS)
    return read_config(parser.parse_args(words))


def test_every_setting_of_the_filter():
    """All that decides about verdicts can be set, and has the same default."""
    assert tuple(field.name for field in fields(Settings)) == JUDGING
    assert set(JUDGING) <= set(SETTINGS)
    assert read().settings == Settings()


def test_defaults(home):
    """Without a file, a variable or an option, defaults are in force."""
    config = read()

    assert set(config.sources.values()) == {"default"}
    assert config.get("store") == str(home / "data/priory/mail.db")


def test_arguments_of_the_same_name():
    """What a command calls as a setting is called is not taken for the setting."""
    assert read_config(argparse.Namespace(store="mine")).sources["store"] == "default"


@pytest.mark.parametrize("value", ["", "relative/folder"])
def test_home(home, monkeypatch, value):
    """Where XDG says nothing, or nothing absolute, files lie below the home."""
    monkeypatch.setenv("XDG_DATA_HOME", value)
    monkeypatch.setenv("XDG_CONFIG_HOME", value)

    assert read().get("store") == str(home / ".local/share/priory/mail.db")
    assert config_file() == str(home / ".config/priory/config.toml")


def test_order(configure, monkeypatch):
    """An option comes before a variable, a variable before the file, the file before the rest."""
    path = configure("lost_ham = 1\nunsure = 1\nmissed_spam = 1")
    monkeypatch.setenv("PRIORY_LOST_HAM", "2")
    monkeypatch.setenv("PRIORY_UNSURE", "2")

    config = read("--unsure", "3")

    names = ("unsure", "lost_ham", "missed_spam", "patience")
    assert [config.get(name) for name in names] == [3, 2, 1, 20]
    assert [config.sources[name] for name in names] == [
        "--unsure",
        "PRIORY_LOST_HAM",
        str(path),
        "default",
    ]


@pytest.mark.parametrize(
    ("toml", "value"),
    [
        ("event = 'bernoulli'", "bernoulli"),
        ("alpha = 0.5", 0.5),
        ("alpha = 'auto'", None),
        ("patience = 0", 0.0),
        ("strength = 0", 0.0),
        ("strength = 'auto'", None),
        ("timeout = 5", 5.0),
        ("ham = 'work mail'", "work mail"),
        ("store = '/a/b'", "/a/b"),
    ],
)
def test_three_ways(configure, monkeypatch, toml, value):
    """A setting has the same values in the file, in the environment and as an option."""
    name, word = toml.replace("'", "").split(" = ")
    setting = SETTINGS[name]
    assert read(setting.flag, word).get(name) == value
    monkeypatch.setenv(setting.variable, word)
    assert read().get(name) == value
    monkeypatch.delenv(setting.variable)
    configure(toml)
    assert read().get(name) == value


def test_empty_variable(monkeypatch):
    """A variable that is empty says nothing."""
    monkeypatch.setenv("PRIORY_EVENT", "")

    assert read().get("event") == "lessons"


def test_paths(configure, home):
    """A path of the file may begin with ~, and else is relative to the folder of the file."""
    path = configure('store = "~/words.db"')
    assert read().get("store") == str(home / "words.db")
    configure('store = "words.db"')
    assert read().get("store") == str(path.with_name("words.db"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("lost_hm = 1", "unknown setting 'lost_hm': did you mean lost_ham?"),
        ("lost-ham = 1", "unknown setting 'lost-ham': did you mean lost_ham?"),
        ("[xyz]", f"unknown setting 'xyz': there are {', '.join(SETTINGS)}"),
        ("lost_ham = '10'", "lost_ham must be a non-negative number, not '10'"),
        ("lost_ham = true", "lost_ham must be a non-negative number, not True"),
        ("unsure = -1", "unsure must be a non-negative number, not -1"),
        ("unsure = nan", "unsure must be a non-negative number, not nan"),
        ("alpha = 0", "alpha must be a number above 0, or auto, not 0"),
        ("event = 1", f"event must be one of {EVENTS}, not 1"),
        ("event = []", f"event must be one of {EVENTS}, not []"),
        ("spam = ' '", "spam must be a name of at most 100 characters, other than unsure, not ' '"),
        ("store = 1", "store must be the name of a file, not 1"),
        ("store", "invalid TOML: Expected '=' after a key"),
        (b"store = '\xff'", "invalid TOML: 'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_mistakes(configure, text, complaint):
    """What is wrong with the file is said with the file and the key."""
    path = configure(text)

    with pytest.raises(CommandError) as error:
        read()

    assert str(error.value).startswith(f"{path}: {complaint}")


def test_same_class(configure, monkeypatch):
    """Spam and ham cannot be one class, wherever that was said."""
    path = configure('spam = "mail"')
    monkeypatch.setenv("PRIORY_HAM", "mail")

    with pytest.raises(CommandError) as error:
        _ = read().settings

    assert str(error.value) == f"--spam ({path}) and --ham (PRIORY_HAM) are both 'mail'"


def test_reserved_class(configure):
    """The verdict without a class is no name of one, and that is said."""
    path = configure('spam = "unsure"')

    with pytest.raises(CommandError, match=f"{path}: spam: 'unsure' is reserved"):
        read()


def test_wrong_variable(monkeypatch):
    """What is wrong with a variable is said with its name."""
    monkeypatch.setenv("PRIORY_UNSURE", "much")

    with pytest.raises(CommandError, match="PRIORY_UNSURE must be a non-negative number"):
        read()


def test_misspelt_variable(monkeypatch):
    """A variable that is nearly called as one of a setting is refused."""
    monkeypatch.setenv("PRIORY_LOSTHAM", "5")

    with pytest.raises(CommandError, match=r"PRIORY_LOSTHAM: .* did you mean PRIORY_LOST_HAM"):
        read()


def test_other_variable(monkeypatch):
    """A variable that only shares the prefix is nobody's mistake."""
    monkeypatch.setenv("PRIORY_DATA", "5")

    assert read().get("lost_ham") == 10


def test_wrong_option(capsys):
    """What is wrong with an option is said with its name."""
    with pytest.raises(SystemExit):
        read("--unsure", "much")

    complaint = "argument --unsure: must be a non-negative number, not 'much'"
    assert complaint in capsys.readouterr().err


def test_unreadable(configure):
    """A file that cannot be read is not passed over."""
    path = configure("")
    path.unlink()
    path.mkdir()

    with pytest.raises(CommandError, match=f"{path}: cannot read settings: it is a folder"):
        read()


def test_byte_order_mark(configure):
    """A mark that editors put before the first line is no part of it."""
    configure(b"\xef\xbb\xbflost_ham = 3")

    assert read().get("lost_ham") == 3
