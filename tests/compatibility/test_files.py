"""What earlier versions wrote is opened, judges as it did, and goes on learning."""

import base64
import json
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from tests.compatibility.make import ASKED, FILES, LABELS, TEXTS, message, probabilities

from priory import MailFilter, TextClassifier, TextNeighbors
from priory.mailfilter.settings import Settings

VERSIONS = sorted(path.stem for path in FILES.glob("*.json"))
MODELS = {"TextClassifier": TextClassifier, "TextNeighbors": TextNeighbors}


@pytest.fixture(params=VERSIONS)
def made(request):
    """Return what a version made."""
    return json.loads((FILES / f"{request.param}.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(made, tmp_path):
    """Write the store of a version, and return its path."""
    path = tmp_path / "mail.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript("\n".join(made["store"]["sql"]))
    return path


@pytest.mark.parametrize("mode", ["ro", "rw"])
def test_store_judges(made, path, mode):
    """Verdicts by the store of an earlier version are what they were."""
    event = made["store"].get("event", "boolean")  # which was the default before it was noted
    with MailFilter(path, Settings(event=event), mode=mode) as mail:
        for found, expected in zip(probabilities(mail), made["store"]["verdicts"], strict=True):
            assert found == pytest.approx(expected, rel=1e-12)
        assert mail.store.check() == []


def test_store_has_lessons(path, tmp_path):
    """Lessons of an earlier version are those of this one; where there were none, they come."""
    with MailFilter(path) as mail, MailFilter(tmp_path / "new.db") as new:
        new.learn_many((message(text), label) for text, label in zip(TEXTS, LABELS, strict=True))

        assert mail.store.lessons().rows() == new.store.lessons().rows()
        assert len(new.store.lessons()) > 0


def test_store_learns(path):
    """The messages that an earlier version learned are known, corrected and forgotten."""
    learned = [message(text) for text in TEXTS]
    with MailFilter(path) as mail:
        assert mail.learn_many(zip(learned, LABELS, strict=True)) == ["known"] * len(learned)
        assert mail.learn(learned[0], "work") == "corrected"
        assert mail.learn(message("something new"), "ham") == "learned"
        assert mail.store.check() == []
        assert mail.forget_many(learned) == ["forgotten"] * len(learned)
        assert [one.messages for one in mail.store.classes] == [1]
        assert mail.store.check() == []


@pytest.mark.parametrize("name", MODELS)
def test_model(made, name, tmp_path):
    """A model file of an earlier version is loaded, and predicts what it did."""
    path = tmp_path / "model"
    path.write_bytes(base64.b64decode(made[name]["file"]))

    model = MODELS[name].load(path)

    np.testing.assert_allclose(model.predict_proba(ASKED), made[name]["predicted"], rtol=1e-12)
