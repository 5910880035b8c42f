"""The experiment on calibration: what was held out is judged, and shares are drawn as asked."""

import numpy as np
import pytest
from experiments import calibrated, calibrated_page, page, run
from experiments.calibrated import Judged, Labelled, drawn, estimated, judge
from experiments.compared import COMPARISONS

from priory import GaussianNB


def made(n=300, **options):
    """Make rows of two normal classes, each feature four times."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(n) < 0.3, "b", "a")
    X = np.tile(rng.normal((y == "b")[:, np.newaxis], 1.0, (n, 2)), 4)
    return Labelled(X, y, {"GaussianNB": GaussianNB}, **options)


def test_folds_are_put_together():
    """Each row is asked about once, and a given test part is all that is asked about."""
    data = made()
    found = judge(GaussianNB, "temperature", data, 3)
    assert len(found.logs) == len(data.y)
    assert 2 < found.temperature < 6
    held_out = judge(GaussianNB, "as it is", made(n_train=200), 3)
    assert held_out.y.tolist() == data.y[200:].tolist()
    assert held_out.temperature is None


@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_shares_are_drawn(share):
    """Rows drawn anew have the share that was asked for, and none is drawn twice."""
    is_rare = np.arange(1000) % 10 == 0
    rows = drawn(is_rare, share)
    assert is_rare[rows].mean() == pytest.approx(share, abs=0.01)
    assert len(set(rows.tolist())) == len(rows) > 50


def test_estimates_of_perfect_posteriors():
    """Where classes cannot be mistaken, the estimate is the share that was drawn."""
    y = np.where(np.arange(1000) % 4 == 0, "b", "a")
    logs = np.where(y[:, np.newaxis] == ["a", "b"], 0.0, -50.0)
    found, std = estimated(Judged(y, logs, np.array(["a", "b"]), np.array([0.75, 0.25]), None), 0.1)
    assert found == pytest.approx(0.1, abs=0.001)
    assert std == pytest.approx(np.sqrt(0.1 * 0.9 / 833), rel=0.01)


def test_page_is_written(tmp_path, monkeypatch):
    """Data become a page with a row for each method, and a verdict survives the next run."""
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    monkeypatch.setattr(calibrated, "load", lambda _: {"normal": made()})
    monkeypatch.setattr(calibrated_page, "BINS", ("normal", "GaussianNB"))
    file = page.path("calibration", COMPARISONS["calibration"])
    file.write_text("\n## Verdict\n\nOne line.\n", "utf-8")

    run.main(["calibration", "--folds", "2", "--write"])

    text = file.read_text("utf-8")
    assert text.endswith("\n## Verdict\n\nOne line.\n")
    assert "- normal: 300 rows of 2 classes, in 2 folds" in text
    for method in calibrated.METHODS:
        assert text.count(f"| GaussianNB | {method} |") == 2
    assert "| 0.933 to 1.000 |" in text


def test_absent_data_are_named(tmp_path):
    """A folder without data has none, and the command says what to do."""
    assert calibrated.load(tmp_path) == {}
    with pytest.raises(SystemExit, match="--data"):
        run.main(["calibration", "--data", str(tmp_path)])
