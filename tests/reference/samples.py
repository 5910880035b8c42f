"""Texts and documents for the tests of the reference."""

from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st

untimed = settings(deadline=None)

DIFFICULT = (
    "aAbBzZ09_ \t\n\r\x00\x1c\x85\xa0.,!$'-éÉßẞΣİ\u0131\u017f\u212a²Ⅳﬁ\u0301\u200b\u2028\ufeff中🎉𐐀"
)
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8")),
    st.text(DIFFICULT),
    st.lists(st.sampled_from(["the", "Of", "buy", "NOW", "cheap,", "a", "ÉTÉ"])).map(" ".join),
)
SMALL_DOCUMENTS = st.lists(st.lists(st.sampled_from(["bank", "loan", "free", "money"]), max_size=8))


def rows_of(matrix):
    """Read a CSR matrix as the reference writes rows."""
    cells = list(zip(matrix.indices.tolist(), matrix.data.tolist(), strict=True))
    return [dict(cells[start:end]) for start, end in pairwise(matrix.indptr.tolist())]
