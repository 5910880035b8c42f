import pytest

from priory.cli.mailfilter.review.pager import page
from priory.mail import Entry, Limits


@pytest.mark.parametrize("pager", ["", " ", "\t\n", "''"])
def test_a_blank_pager_is_none(monkeypatch, tmp_path, pager):
    """A variable without a program is as good as none: what it names is less, or cannot be run."""
    shown = tmp_path / "shown"
    (tmp_path / "less").write_text(f"#!/bin/sh\n/bin/cat > '{shown}'\n")
    (tmp_path / "less").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PAGER", pager)

    said = page(Entry(b"Subject: tea\n\nat five\n", "a.eml"), Limits())

    if pager == "''":
        assert "set PAGER" in said
    else:
        assert said is None
        assert "at five" in shown.read_text()
