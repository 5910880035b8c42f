# The compiled core. Private: its names are documented where a stage re-exports or uses them.

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

build_profile: str

_Begins: TypeAlias = NDArray[np.int32] | NDArray[np.int64]
_Counts: TypeAlias = tuple[_Begins, NDArray[np.int32], NDArray[np.int64]]
_Weights: TypeAlias = tuple[_Begins, NDArray[np.int32], NDArray[np.float64]]
_SparseArrays: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]

# Documents, who answers for those that are not plain text, and whether bytes are UTF-8.
_Source: TypeAlias = tuple[Iterable[Any], Callable[[Any, int], str], bool]

class _Mailbox(Protocol):
    messages: Iterable[Any]
    convert: Callable[[Any, int], bytes]
    analyzer: MailAnalyzer

_Input: TypeAlias = _Mailbox | _Source | Iterable[Iterable[str]]

_TableParts: TypeAlias = tuple[
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.int64],
    NDArray[np.int64],
]

class _Table(Protocol):
    @property
    def letters(self) -> NDArray[np.uint8]: ...
    @property
    def ends(self) -> NDArray[np.int64]: ...
    @property
    def indptr(self) -> NDArray[np.int64]: ...
    @property
    def classes(self) -> NDArray[np.int32]: ...
    @property
    def occurrences(self) -> NDArray[np.int64]: ...
    @property
    def documents(self) -> NDArray[np.int64]: ...

class _Addend(Protocol):
    @property
    def table(self) -> _Table: ...
    @property
    def places(self) -> NDArray[np.int32]: ...
    @property
    def sign(self) -> int: ...

class _Smoothed(Protocol):
    base: NDArray[np.float64]
    sign: float
    pseudo_count: float
    totals: NDArray[np.float64]

class _Rows(Protocol):
    data: NDArray[np.float64] | NDArray[np.int64]
    indices: NDArray[np.int32] | None
    indptr: NDArray[np.int64] | None
    columns: int
    threshold: float | None

class _Densities(Protocol):
    prior: NDArray[np.float64]
    location: NDArray[np.float64]
    scale: NDArray[np.float64]
    height: NDArray[np.float64]
    power: NDArray[np.float64] | None

class _CategoryRows(Protocol):
    data: NDArray[np.int32]
    starts: NDArray[np.int64]

@final
class CharTable:
    def __new__(
        cls, word: str, space: str, cased: str, ignorable: str, upper: str, lower: list[str]
    ) -> CharTable: ...

@final
class Folding:
    def __new__(cls, chars: str, forms: list[str], marks: str, drop_others: bool) -> Folding: ...

@final
class Analyzer:
    def __new__(
        cls,
        kind: str,
        ngrams: tuple[int, int],
        lowercase: bool,
        folding: Folding | None,
        stop_words: list[str],
        stemmer: str | None,
        features: list[str],
        phrases: list[str],
    ) -> Analyzer: ...
    def tokenize(self, text: str) -> list[str]: ...
    def places(
        self, text: str, tokens: list[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...

@final
class Vocabulary:
    def __new__(cls, terms: list[str]) -> Vocabulary: ...
    def __len__(self) -> int: ...
    def names(self) -> list[str]: ...
    def find(self, term: str) -> int | None: ...
    def select(self, columns: NDArray[np.uint32]) -> Vocabulary: ...
    def union(self, other: Vocabulary) -> tuple[Vocabulary, NDArray[np.int32]]: ...
    @staticmethod
    def of_table(table: _Table, places: NDArray[np.uint32]) -> Vocabulary: ...
    @staticmethod
    def from_parts(joined: bytes, ends: NDArray[np.int64]) -> Vocabulary: ...

def arrow_texts(column: Any) -> list[str | None]: ...
def stem(language: str, words: list[str]) -> list[str]: ...
def stem_languages() -> list[str]: ...
def stem_version() -> str: ...
def learn(
    documents: _Input, analyzer: Analyzer, threads: int, limit: int, as_floats: bool
) -> tuple[Vocabulary, _Counts | _Weights]: ...
def count_known(
    documents: _Input,
    analyzer: Analyzer,
    vocabulary: Vocabulary,
    unk: bool,
    threads: int,
    limit: int,
    as_floats: bool,
) -> _Counts | _Weights: ...
def count_hashed(
    documents: _Input, analyzer: Analyzer, columns: int, alternate_sign: bool, threads: int
) -> _Weights: ...
def select_columns(
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    data: NDArray[np.int64],
    places: NDArray[np.int32],
    gathered: int | None,
    limit: int,
) -> _Counts: ...
def frequencies(indices: NDArray[np.int32], columns: int, threads: int) -> NDArray[np.int64]: ...
def weigh(
    indptr: NDArray[np.int32],
    indices: NDArray[np.int32],
    data: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    norm: str | None,
    threads: int,
) -> None: ...
def check_rows(
    rows: _Rows, least: float, most: float, missing: bool, threads: int
) -> tuple[int, int, float] | None: ...
def tabulate_rows(
    rows: _Rows,
    classes: NDArray[np.int64],
    weights: NDArray[np.float64] | None,
    class_count: NDArray[np.float64],
    feature_count: NDArray[np.float64],
    can_stop: bool,
) -> None: ...
def score_rows(
    rows: _Rows, weights: NDArray[np.float64], bias: NDArray[np.float64], threads: int
) -> NDArray[np.float64]: ...
def most_probable(scores: NDArray[np.float64], classes: int) -> NDArray[np.int64]: ...
def decide_rows(
    log_proba: NDArray[np.float64],
    classes: int,
    costs: NDArray[np.float64],
    decisions: int,
    threads: int,
) -> NDArray[np.int64]: ...
def expected_costs(
    log_proba: NDArray[np.float64],
    classes: int,
    costs: NDArray[np.float64],
    decisions: int,
    threads: int,
) -> NDArray[np.float64]: ...
def add_row_moments(
    rows: _Rows,
    classes: NDArray[np.int64],
    weights: NDArray[np.float64] | None,
    shift: NDArray[np.float64],
    totals: list[NDArray[np.float64]],
    threads: int,
    can_stop: bool,
) -> None: ...
def density_of_zeros(densities: _Densities, columns: int) -> NDArray[np.float64]: ...
def score_densities(
    rows: _Rows, densities: _Densities, zeros: NDArray[np.float64] | None, threads: int
) -> NDArray[np.float64]: ...
def number_categories(
    data: NDArray[np.float64] | NDArray[np.int64], columns: int, most: int, threads: int
) -> tuple[tuple[NDArray[np.int32], NDArray[np.int64]] | None, int]: ...
def number_texts(columns: list[Any], threads: int) -> list[tuple[NDArray[np.int32], list[str]]]: ...
def number_strings(values: list[Any]) -> tuple[NDArray[np.int32], list[str]] | None: ...
def place_codes(
    columns: list[tuple[NDArray[np.int32], NDArray[np.int32] | None]],
) -> NDArray[np.int32]: ...
def find_unknown_category(rows: _CategoryRows) -> tuple[int, int] | None: ...
def tabulate_categories(
    rows: _CategoryRows,
    classes: NDArray[np.int64],
    weights: NDArray[np.float64] | None,
    class_count: NDArray[np.float64],
    category_count: NDArray[np.float64],
    can_stop: bool,
) -> None: ...
def score_categories(
    rows: _CategoryRows, weights: NDArray[np.float64], bias: NDArray[np.float64], threads: int
) -> NDArray[np.float64]: ...

@final
class DenseRows:
    def __new__(cls, rows: NDArray[np.float64], columns: int, metric: str) -> DenseRows: ...
    def nearest(
        self,
        rows: NDArray[np.float64],
        queries: NDArray[np.float64],
        k: int,
        threads: int,
        memory: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]: ...

@final
class SparseRows:
    def __new__(
        cls, rows: _SparseArrays, columns: int, metric: str, smoothing: float
    ) -> SparseRows: ...
    def nearest(
        self, queries: _SparseArrays, k: int, threads: int, memory: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]: ...

def project_gaussian(
    seed: int,
    components: int,
    features: NDArray[np.int64],
    indptr: NDArray[np.int64],
    indices: NDArray[np.int32],
    numbers: tuple[NDArray[np.floating], NDArray[np.floating]],
    threads: int,
) -> None: ...
def fill_gaussian(
    seed: int, components: int, first: int, numbers: NDArray[np.floating], threads: int
) -> None: ...
def learn_classes(
    documents: _Input, analyzer: Analyzer, labels: NDArray[np.uint32], threads: int
) -> _TableParts: ...
def sum_tables(addends: Sequence[_Addend], threads: int) -> _TableParts | tuple[str, int, bool]: ...
def check_table(table: _Table, class_count: NDArray[np.int64], threads: int) -> bool: ...
def find_terms(table: _Table, terms: list[str]) -> NDArray[np.int64]: ...
def sum_counts(
    table: _Table, of_documents: bool, n_classes: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def log_shares(
    table: _Table,
    of_documents: bool,
    places: NDArray[np.int64],
    smoothed: _Smoothed,
    threads: int,
) -> NDArray[np.float64]: ...
def score_texts(
    documents: _Input,
    analyzer: Analyzer,
    vocabulary: Vocabulary,
    weights: NDArray[np.float64],
    bias: NDArray[np.float64],
    once: bool,
    threads: int,
) -> NDArray[np.float64]: ...

class _Limits(Protocol):
    @property
    def message(self) -> int: ...
    @property
    def parts(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def headers(self) -> int: ...
    @property
    def header(self) -> int: ...
    @property
    def text(self) -> int: ...
    @property
    def tokens(self) -> int: ...

@final
class Mail:
    @staticmethod
    def parse(raw: bytes, limits: _Limits) -> Mail: ...
    def __len__(self) -> int: ...
    def describe(
        self, index: int
    ) -> tuple[str, str, str, str | None, str | None, str | None, int]: ...
    def headers(self, index: int) -> list[tuple[str, str]]: ...
    def text(self, index: int) -> str: ...
    def hidden(self, index: int) -> str: ...
    def source(self, index: int) -> str: ...
    def links(self, index: int) -> list[tuple[str, str, str]]: ...
    def marks(self) -> list[str]: ...

@final
class Mbox:
    def __new__(cls, max_bytes: int) -> Mbox: ...
    def feed(self, chunk: bytes) -> list[tuple[bytes, int, bool]]: ...
    def finish(self) -> list[tuple[bytes, int, bool]]: ...

def default_limits() -> list[tuple[str, int]]: ...
def mark_names() -> list[str]: ...

@final
class MailAnalyzer:
    def __new__(
        cls,
        fold_case: bool,
        headers: str,
        pairs: bool,
        urls: str,
        hidden: str,
        min_length: int,
        max_length: int,
        trusted_relays: list[str],
        trusted_authserv: str | None,
        limits: _Limits,
    ) -> MailAnalyzer: ...
    def tokenize(self, raw: bytes) -> list[str]: ...
    def count(self, raw: bytes) -> dict[str, int]: ...
    def tokenize_all(self, messages: list[bytes], threads: int) -> TokenizedMail: ...

@final
class TokenizedMail:
    def distinct(self) -> set[str]: ...

def mail_version() -> str: ...

_Known: TypeAlias = tuple[int, int, int, float]

@final
class Ledger:
    def __new__(cls, rows: Iterable[tuple[str, int, list[tuple[int, int, int]]]]) -> Ledger: ...
    @staticmethod
    def read(blocks: list[bytes]) -> Ledger: ...
    @staticmethod
    def find(blocks: list[bytes], tokens: list[str]) -> Ledger: ...
    def __len__(self) -> int: ...
    def rows(self) -> list[tuple[str, int, list[tuple[int, int, int]]]]: ...
    def totals(self) -> dict[int, tuple[int, int]]: ...
    def histogram(self) -> dict[int, dict[int, int]]: ...
    def write(self) -> list[tuple[str, int, bytearray]]: ...
    def rare(self, messages: int, before: int) -> Ledger: ...
    def renumber(self, numbers: dict[int, int]) -> Ledger: ...
    def tokens(self) -> list[str]: ...
    def change(
        self, firsts: list[str], blocks: list[bytes], threads: int
    ) -> tuple[list[list[tuple[str, int, bytearray]] | None], int]: ...

@final
class CountedMail: ...

def mail_digests(messages: list[bytes], threads: int) -> list[bytes]: ...
def digest(pieces: list[NDArray[np.uint8]]) -> str: ...
def is_intact(sealed: bytes) -> bool: ...
def read_bag(bag: bytes) -> list[tuple[str, int]]: ...
def count_mail(messages: list[bytes], analyzer: MailAnalyzer, threads: int) -> CountedMail: ...
def tally_mail(
    counted: CountedMail,
    labels: list[int | None],
    moved: list[tuple[bytes, int, int]],
    classes: list[int],
    day: int,
    threads: int,
) -> tuple[Ledger, list[bytearray], list[tuple[int, int]]]: ...
def log_absence(alpha: float, messages: int, label_messages: int) -> float: ...

_Judged: TypeAlias = tuple[
    int,  # the best class
    int,  # the next one
    int | None,  # the verdict, None if it is unsure
    list[float],  # probabilities
    float,  # log-odds
    float,  # before any token
    int,  # known tokens
    int,  # unknown ones
    list[tuple[str, float, int, list[int], float]],  # as those of Evidence
]

@final
class MailScorer:
    def __new__(
        cls,
        event: str,
        alpha: float,
        known: list[_Known],
        tokens: int,
        classes: list[int],
        ledger: Ledger,
        lessons: Ledger,
        threads: int,
    ) -> MailScorer: ...
    def weights(self) -> list[list[float]]: ...
    def judge(
        self, messages: list[bytes], analyzer: MailAnalyzer, rule: object, top: int, threads: int
    ) -> list[_Judged]: ...
    def judge_tokens(self, messages: TokenizedMail, rule: object, top: int) -> list[_Judged]: ...

@final
class MailCorpus:
    def __new__(cls) -> MailCorpus: ...
    def __len__(self) -> int: ...
    def add(self, messages: list[bytes], analyzer: MailAnalyzer, threads: int) -> None: ...
    def row(self, message: int) -> list[tuple[str, int]]: ...

@final
class LiveFilter:
    def __new__(cls) -> LiveFilter: ...
    def add_class(self) -> None: ...
    def messages(self) -> list[int]: ...
    def learn(self, corpus: MailCorpus, message: int, label: int) -> None: ...
    def forget(self, corpus: MailCorpus, message: int, label: int) -> None: ...
    def known(self, corpus: MailCorpus, message: int) -> tuple[int, int]: ...
    def judge(
        self,
        corpus: MailCorpus,
        messages: list[int],
        event: str,
        alpha: float,
        rule: object,
        top: int,
    ) -> list[_Judged]: ...

@final
class Teacher:
    def __new__(
        cls,
        numbers: list[int],
        known: list[tuple[int, int]],
        tokens: int,
        ledger: Ledger,
        lessons: Ledger,
        journal: list[tuple[bytes, bytes, int, bytes | None]],
        new: list[tuple[bytes, bytes, int]],
        absent: tuple[int, int, list[int]],
    ) -> Teacher: ...
    def learn(self, whole: bool) -> bool: ...
    def replay(self) -> None: ...
    def unteach(self) -> None: ...
    def taught(self) -> list[bytes | None]: ...
    def changes(self) -> Ledger: ...
    def sum(self) -> Ledger: ...
