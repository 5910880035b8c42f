"""``priory demo``: count the words of the sample and show those that tell its classes apart."""

from __future__ import annotations

from typing import TextIO

ROWS = 12


def run(out: TextIO | None = None) -> int:
    """Print a table of the words whose share differs most between spam and ham."""
    from priory import CountVectorizer, sample  # noqa: PLC0415 (slow)

    texts, labels = sample.messages()
    vectorizer = CountVectorizer(domain_features=["money", "punctuation"])
    counts = vectorizer.fit_transform(texts)
    is_spam = [label == "spam" for label in labels]
    spam = counts[[i for i, yes in enumerate(is_spam) if yes]].sum(axis=0).tolist()[0]
    ham = counts[[i for i, yes in enumerate(is_spam) if not yes]].sum(axis=0).tolist()[0]
    print(
        f"{len(texts)} messages, {sum(is_spam)} of them spam: {int(counts.sum())} tokens, "
        f"{counts.shape[1]} different ones.\n\nThe words that differ most between the two:\n",
        file=out,
    )
    print(f"{'token':<14}{'in spam':>8}{'in ham':>8}", file=out)
    rows = zip(vectorizer.get_feature_names_out(), spam, ham, strict=True)
    shares = (sum(spam), sum(ham))
    for token, in_spam, in_ham in sorted(rows, key=lambda row: _difference(row, shares))[:ROWS]:
        print(f"{token:<14}{in_spam:>8}{in_ham:>8}", file=out)
    return 0


def _difference(row: tuple[str, int, int], totals: tuple[int, int]) -> float:
    """Rank a token by how far apart its shares in the two classes are, farthest first."""
    _, in_spam, in_ham = row
    return -abs(in_spam / totals[0] - in_ham / totals[1])
