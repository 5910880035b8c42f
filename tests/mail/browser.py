"""What a browser shows of snippets of HTML, word by word.

``python tests/mail/browser.py`` asks Chromium anew and writes what it says into the vectors.
Scripts run in the page that asks, never in a snippet.
"""

import json
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors" / "hidden"
SCRIPT = Path(__file__).with_suffix(".js")
NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--window-size=1000,800",
    "--dump-dom",
)
PAGE = """<!doctype html><meta charset=utf-8><body><pre id=out></pre><script>
const SNIPPETS = {};
{}
</script>"""
SECONDS = 100


def snippets():
    """Read the vectors: of each file, what stands in it."""
    return {path: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def chromium():
    """Return the path of the browser, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def ask(browser, sources):
    """Return the words that are visible and those that are hidden, for each source."""
    asked = json.dumps(sources).replace("</", r"<\/").replace("<!--", r"<\!--")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(PAGE.format(asked, SCRIPT.read_text("utf-8")), "utf-8")
        command = [browser, *OPTIONS, f"--user-data-dir={folder}/profile", path.as_uri()]
        done = subprocess.run(  # noqa: S603
            command, check=True, capture_output=True, text=True, timeout=SECONDS
        )
    _, _, rest = done.stdout.partition('<pre id="out">')
    return json.loads(unescape(rest.partition("</pre>")[0]))


def main():
    """Write what the browser shows into the vectors."""
    browser = chromium()
    if browser is None:
        raise SystemExit("There is no Chromium to ask.")
    for path, found in snippets().items():
        shown = ask(browser, [snippet["html"] for snippet in found])
        for snippet, sees in zip(found, shown, strict=True):
            snippet["browser"] = sees
        path.write_text(written(found), "utf-8")


def written(found):
    """Write snippets, one to a line."""
    return "[\n" + ",\n".join(json.dumps(it, ensure_ascii=False) for it in found) + "\n]\n"


if __name__ == "__main__":
    main()
