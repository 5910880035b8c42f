"""Write what this version makes as text, for later versions to open: ``python make.py NAME``.

Run it before a change of a format, with a name of the version, such as ``schema-3``; what it wrote
is never written again.
"""

import base64
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from priory import MailFilter, TextClassifier, TextNeighbors

FILES = Path(__file__).parent / "files"
MAIL = {
    "spam": ["cheap pills", "cheap watches", "win a prize"],
    "ham": ["lunch at noon", "the größe of München", "minutes of the meeting"],
    "work": ["minutes of the project", "agenda of the project"],
}
TEXTS = [text for texts in MAIL.values() for text in texts]
LABELS = [label for label, texts in MAIL.items() for _ in texts]
ASKED = ["cheap watches at noon", "minutes of the agenda", "größe"]


def message(text: str) -> bytes:
    """Return a text as a message."""
    head = "From: ann@example.com\nContent-Type: text/plain; charset=utf-8\nSubject: "
    return f"{head}{text.split(maxsplit=1)[0]}\n\n{text}\n".encode()


def probabilities(mail: MailFilter) -> list[dict[str, float]]:
    """Return the verdicts on some messages."""
    return [mail.classify(message(text)).probabilities for text in ASKED]


def make_store(folder: Path) -> dict[str, object]:
    """Return a store as SQL, and the verdicts by it."""
    path = folder / "mail.db"
    with MailFilter(path) as mail:
        mail.learn_many((message(text), label) for text, label in zip(TEXTS, LABELS, strict=True))
        verdicts = probabilities(mail)
    with closing(sqlite3.connect(path)) as db:
        pragmas = [
            f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        event = mail.settings.event
        return {"sql": [*db.iterdump(), *pragmas], "event": event, "verdicts": verdicts}


def make_model(folder: Path, model: TextClassifier | TextNeighbors) -> dict[str, object]:
    """Return a model file in base64, and what it predicts."""
    path = folder / "model"
    model.fit(TEXTS, LABELS).save(path)
    file = base64.b64encode(path.read_bytes()).decode()
    return {"file": file, "predicted": model.predict_proba(ASKED).tolist()}


def main(name: str) -> None:
    """Write a store and two models."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made = {
            "store": make_store(folder),
            "TextClassifier": make_model(folder, TextClassifier(stop_words="english")),
            "TextNeighbors": make_model(folder, TextNeighbors(n_neighbors=2)),
        }
    (FILES / f"{name}.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
