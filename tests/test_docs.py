import doctest
import re
from pathlib import Path

import numpy as np
import pytest
import stop_words
from docs import files
from matplotlib import pyplot as plt
from scipy.sparse import csr_array
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.pipeline import make_pipeline

import priory
from priory import _core, sample
from priory.evidence import plot

ROOT = Path(__file__).resolve().parents[1]
FAMILIES = [name for name in priory.__all__ if name.endswith(("NB", "Discriminant"))]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*.rst")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def read(page):
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page):
    """The examples of a page, run from top to bottom, print what the page says."""
    name = page.relative_to(ROOT).as_posix()
    without_fences = re.sub(r"(?m)^ *```.*$", "", read(page))
    examples = doctest.DocTestParser().get_doctest(without_fences, {}, name, name, 0)
    report = []

    failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=report.append)
    plt.close("all")

    assert failed == 0, "".join(report)


def table_lines(page):
    """Return the lines of code in the last column of a page's table."""
    return re.findall(r"(?m)^\|.*\| `([^`]+)` \|$", read(page))


@pytest.mark.parametrize("line", table_lines(ROOT / "docs" / "capabilities.md"))
def test_capability(line):
    """Each line of the table of capabilities gives a row for each text, or draws something."""
    texts, labels = sample.messages()
    names = {name: getattr(priory, name) for name in priory.__all__}
    names |= {"chi2": chi2, "SelectKBest": SelectKBest, "make_pipeline": make_pipeline}

    names |= {name: getattr(plot, name) for name in plot.__all__}
    names["sizes"] = np.array([[len(text), len(text.split())] for text in texts])
    names |= {"texts": texts, "labels": labels, "X": priory.CountVectorizer().fit_transform(texts)}

    rows = eval(line, names)  # noqa: S307 (our own page)

    if hasattr(rows, "ax_"):
        assert rows.ax_.has_data()
        plt.close(rows.figure_)
        return
    assert (rows.shape[0] if hasattr(rows, "shape") else len(rows)) == len(texts)


def family_rows():
    """Return the family and what it is said to take, of each row of the table of families."""
    page = read(ROOT / "docs" / "which-model.md")
    rows = re.findall(r"(?m)^\| `(\w+)` \|(?:[^|]*\|){3}([^|]*)\|([^|]*)\|([^|]*)\|$", page)
    return [
        (name, *(cell.strip().partition(" ")[0].strip(",") for cell in rest))
        for name, *rest in rows
    ]


def takes(family, X, **parameters):
    """Say as the table does whether a family learns from a matrix."""
    try:
        family(**parameters).fit(X, [0, 1, 0, 1])
    except (TypeError, ValueError):
        return "no"
    return "yes"


@pytest.mark.parametrize(("name", "missing", "sparse", "predictive"), family_rows())
def test_table_of_families(name, missing, sparse, predictive):
    """The table says which families take NaN and sparse matrices, and have a predictive."""
    family = getattr(priory, name)
    X = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, 0.0], [2.0, 5.0]])
    holed = np.where(X == 5, np.nan, X)

    assert takes(family, holed) == missing
    assert takes(family, csr_array(X)) == sparse
    if predictive != "as":
        assert takes(family, X, estimate="predictive") == predictive


def test_every_family_has_its_row():
    """No family is missing in the table of families."""
    assert {name for name, *_ in family_rows()} == set(FAMILIES) - {"MultiLabelNB"}


def test_readme_has_an_example():
    """The page that people see first shows code, not only promises."""
    assert ">>> from priory import" in read(ROOT / "README.md")


@pytest.mark.parametrize("name", priory.__all__)
def test_reference_describes(name):
    """Every public name has its place in the reference."""
    directive = rf"^```{{eval-rst}}[^`]*auto\w+:: priory\.{name}$"

    assert re.search(directive, read(ROOT / "docs" / "reference.md"), re.MULTILINE)


@pytest.mark.parametrize("name", FAMILIES)
def test_reference_lists_methods(name):
    """Every model is described with what it learns, forgets and answers."""
    text = read(ROOT / "docs" / "reference.md")
    listed = re.search(rf"autoclass:: priory\.{name}\n   :members: (.*)$", text, re.MULTILINE)

    public = {"fit", "partial_fit", "forget", "merge", "explain"}
    public |= {method for method in dir(getattr(priory, name)) if method.startswith("predict")}
    assert listed
    assert public <= set(listed[1].split(", "))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page):
    """Links to other files of the project lead somewhere."""
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", read(page))

    assert [target for target in targets if not (page.parent / target).is_file()] == []


def test_languages_are_listed():
    """The page on languages names every stemmer and every list of stop words."""
    page = read(ROOT / "docs" / "other-languages.md")
    stemmers = [f"`{language}`" for language in _core.stem_languages()]
    lists = [language.capitalize() for language in stop_words.LANGUAGE_MAPPING.values()]

    assert [name for name in stemmers + lists if name not in page] == []


def test_architecture_is_short():
    """The page that newcomers read first is read in one go."""
    assert len(read(ROOT / "ARCHITECTURE.md").encode()) <= 8000


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_paths_exist(name):
    """Files that the pages for contributors name are there: below the root, or in the package."""
    named = set(re.findall(r"`(\w[\w/.-]*/[\w.-]*\.(?:json|md|py|pyi|rs))`", read(ROOT / name)))

    places = (ROOT, ROOT / "python" / "priory")
    assert named
    assert {path for path in named if not any((root / path).is_file() for root in places)} == set()


def test_files_are_listed():
    """The page of all files has a row for each, in the words of the file itself."""
    page = files.page()

    assert "\n## python/priory/naive_bayes\n" in page
    assert "\n| `files.py` | The sources, folder by folder, each with the first sentence" in page
    assert page.count("\n| `") == len(files.sources())


def test_changelog_has_unreleased_section():
    """There is a place for the line that every change carries."""
    assert "\n## [Unreleased]\n" in read(ROOT / "CHANGELOG.md")
