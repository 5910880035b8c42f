from pathlib import Path

from priory.cli.mailfilter._settings import SETTINGS

PAGE = Path(__file__).parents[3] / "docs" / "mail-filter.md"


def row(setting):
    """Return what the page must say of a setting."""
    kind, default = setting.kind.what, setting.otherwise
    return f"| `{setting.name}` | {setting.what} | {kind} | {default} |"


def test_settings():
    """The page has a row for each setting, in the words of the help, and no others."""
    page = PAGE.read_text(encoding="utf-8")
    head = "| setting | what it is | what it may be | default |\n|---|---|---|---|\n"

    table = page.partition(head)[2].partition("\n\n")[0]

    assert table.splitlines() == list(map(row, SETTINGS.values()))
