"""Where settings come from: options, the environment, a file, and defaults, in this order."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.cli._errors import CommandError, render, render_os
from priory.cli.mailfilter._kinds import PATH, SENDERS
from priory.cli.mailfilter._settings import JUDGING, SETTINGS
from priory.errors import InputError
from priory.mailfilter.settings import Settings

if TYPE_CHECKING:
    import argparse
    from typing import Any

    from priory.cli.mailfilter._settings import Setting

__all__ = ["Config", "config_file", "read_config"]

_PREFIX = "PRIORY_"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force.

    Attributes
    ----------
    values : dict of str
        The value of each setting.
    sources : dict of str
        Where each comes from: an option, a variable, a file, or ``"default"``.
    """

    values: dict[str, Any]
    sources: dict[str, str]

    def get(self, name: str) -> Any:
        """Return the value of a setting."""
        return self.values[name]

    @property
    def settings(self) -> Settings:
        """How messages are judged."""
        spam, ham = self.values["spam"], self.values["ham"]
        if spam == ham:
            raise CommandError(f"{self.named('spam')} and {self.named('ham')} are both {spam!r}")
        values = {name: self.values[name] for name in JUDGING}
        values["never_junk"] = _senders(values["never_junk"])
        try:
            return Settings(**values)
        except InputError as error:
            raise CommandError(f"{self.named('never_junk')}: {render(error)}") from error

    def named(self, name: str) -> str:
        """Return the option of a setting, and where else its value comes from."""
        flag, source = SETTINGS[name].flag, self.sources[name]
        return flag if source == flag else f"{flag} ({source})"


def read_config(options: argparse.Namespace) -> Config:
    """Find the settings in force.

    Parameters
    ----------
    options : argparse.Namespace
        What the command was given: options of `add_settings` come before all else.

    Returns
    -------
    Config

    Raises
    ------
    CommandError
        If the file or the environment has what is no setting; it says where.
    """
    file = config_file()
    found: dict[str, tuple[Any, str]] = {
        name: (setting.default, "default") for name, setting in SETTINGS.items()
    }
    found["store"] = (os.path.join(_folder("XDG_DATA_HOME", ".local/share"), "mail.db"), "default")
    state = _folder("XDG_STATE_HOME", ".local/state")
    found["places"] = (os.path.join(state, "places.db"), "default")
    found |= {name: (value, file) for name, value in _read_file(file).items()}
    _check_variables()
    for name, setting in SETTINGS.items():
        if word := os.environ.get(setting.variable):
            found[name] = (_checked(setting.variable, setting.read_word, word), setting.variable)
        if setting.dest in options:
            found[name] = (_given(setting, getattr(options, setting.dest)), setting.flag)
    values = {name: value for name, (value, _) in found.items()}
    return Config(values, {name: source for name, (_, source) in found.items()})


def _given(setting: Setting, value: Any) -> Any:
    """Return the value of an option, which may have been given several times."""
    if not setting.kind.is_repeatable:
        return value
    return _checked(setting.flag, setting.read_repeated, value)


def _senders(found: Any) -> Any:
    """Return the list of senders, which may stand in a file."""
    if not isinstance(found, str):
        return found or frozenset()
    from priory.mailfilter._never_junk import read_file  # noqa: PLC0415 (few have such a list)

    try:
        return read_file(found)
    except InputError as error:
        raise CommandError(render(error)) from error
    except OSError as error:
        raise CommandError(f"{SETTINGS['never_junk'].flag}: {render_os(error)}") from error


def config_file() -> str:
    """Return the path of the file with the settings, whether it is there or not."""
    return os.path.join(_folder("XDG_CONFIG_HOME", ".config"), "config.toml")


def _folder(variable: str, below_home: str) -> str:
    """Return a folder of ours, by the rules of XDG: a relative path counts for none."""
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), below_home)
    return os.path.join(base, "priory")


def _read_file(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        return {}
    except OSError as error:
        why = "it is a folder" if isinstance(error, IsADirectoryError) else error.strerror
        what = f"{path}: cannot read settings: {why}"
        raise CommandError(f"{what}: check the file, or move it away") from error
    import tomllib  # noqa: PLC0415 (few have such a file)

    try:
        table = tomllib.loads(content.decode("utf-8-sig"))  # editors may begin with a mark
    except ValueError as error:
        raise CommandError(f"{path}: invalid TOML: {error}") from error
    return {name: _read_value(path, name, value) for name, value in table.items()}


def _read_value(path: str, name: str, value: Any) -> Any:
    if name not in SETTINGS:
        raise CommandError(f"{path}: unknown setting {name!r}: {_hint(name)}")
    found = _checked(f"{path}: {name}", SETTINGS[name].read, value)
    if SETTINGS[name].kind in (PATH, SENDERS) and isinstance(
        found, str
    ):  # it means the same from whatever folder the command is run
        return os.path.join(os.path.dirname(path), found)
    return found


def _checked(where: str, read: Any, value: Any) -> Any:
    try:
        return read(value)
    except InputError as error:
        raise CommandError(f"{where}: {render(error)}") from error
    except ValueError as error:
        raise CommandError(f"{where} {error}") from error


def _check_variables() -> None:
    """Refuse variables that were meant as settings; others of our prefix may serve other ends."""
    known = {setting.variable for setting in SETTINGS.values()}
    for variable in os.environ:
        if variable.startswith(_PREFIX) and variable not in known:
            near = _near(variable.removeprefix(_PREFIX).lower())
            if near:
                meant = SETTINGS[near].variable
                raise CommandError(f"{variable}: unknown setting: did you mean {meant}?")


def _hint(name: str) -> str:
    near = _near(name)
    return f"did you mean {near}?" if near else f"there are {', '.join(SETTINGS)}"


def _near(name: str) -> str:
    """Return the setting whose name is most like this one, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415 (only mistakes need it)

    return "".join(get_close_matches(name.replace("-", "_"), SETTINGS, 1))
