"""A small labelled sample, written for the project: everyday messages, `ham` or `spam`."""

from importlib.resources import files


def messages() -> tuple[list[str], list[str]]:
    """Read the sample.

    Returns
    -------
    texts : list of str
        The messages, in the order of the file.
    labels : list of str
        For each message `"ham"` or `"spam"`.

    Examples
    --------
    >>> from priory import sample
    >>> texts, labels = sample.messages()
    >>> labels[0], texts[0]
    ('ham', 'Running ten minutes late, please order me a coffee.')
    >>> len(texts), labels.count("spam")
    (60, 23)
    """
    lines = files(__name__).joinpath("messages.tsv").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines]
    return [text for _, text in pairs], [label for label, _ in pairs]
